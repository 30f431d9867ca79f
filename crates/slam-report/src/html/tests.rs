//! What the page shows, and that names stay data.
