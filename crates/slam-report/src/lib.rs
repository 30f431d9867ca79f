//! Results as tables, JSON, CSV and TSV.
