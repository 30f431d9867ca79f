//! Metrics that ask whether neighbouring spots carry the same label.

use super::evidence::Sheet;
use super::value::Value;
use crate::observer::Observer;

pub(super) fn chaos(_sheet: &Sheet<'_>, _observer: &dyn Observer) -> Value {
    Ok(0.0)
}

pub(super) fn abnormal_share(_sheet: &Sheet<'_>, _observer: &dyn Observer) -> Value {
    Ok(0.0)
}
