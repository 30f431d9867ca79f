//! The types of values that a dataset can hold, as far as AnnData uses them.

/// The type of one element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A whole number of 1, 2, 4 or 8 bytes.
    Integer { size: usize, signed: bool, big_endian: bool },
    /// A floating-point number of 2, 4 or 8 bytes.
    Float { size: usize, big_endian: bool },
    /// An enumeration of FALSE and TRUE.
    Boolean { size: usize },
    /// Text of a fixed number of bytes.
    FixedText { size: usize, ends: TextEnd },
    /// A reference to text elsewhere in the file.
    HeapText { size: usize },
    /// The address of an object.
    Reference { size: usize },
    /// Several values side by side.
    Block { base: Box<Kind>, n: usize },
    /// Named fields.
    Record { size: usize, fields: Vec<Field> },
    /// Anything else.
    Other { name: &'static str, size: usize },
}

/// How a text of fixed length ends before its last byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextEnd {
    /// At the first zero.
    FirstZero,
    /// Before the zeros at its end.
    Zeros,
    /// Before the spaces at its end.
    Spaces,
}

/// A field of a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) offset: usize,
    pub(crate) kind: Kind,
}

impl Kind {
    /// The number of bytes of one element; more than memory where the file claims the impossible.
    pub(crate) fn size(&self) -> usize {
        match self {
            Self::Integer { size, .. }
            | Self::Float { size, .. }
            | Self::Boolean { size }
            | Self::FixedText { size, .. }
            | Self::HeapText { size }
            | Self::Reference { size }
            | Self::Record { size, .. }
            | Self::Other { size, .. } => *size,
            Self::Block { base, n } => base.size().saturating_mul(*n),
        }
    }

    /// Whether an element is a number.
    pub(crate) fn is_number(&self) -> bool {
        matches!(self, Self::Integer { .. } | Self::Float { .. } | Self::Boolean { .. })
    }

    /// The name a person would give it, as numpy would: `int32`, `float64`, `string`.
    pub(crate) fn name(&self) -> String {
        match self {
            Self::Integer { size, signed: true, .. } => format!("int{}", size * 8),
            Self::Integer { size, .. } => format!("uint{}", size * 8),
            Self::Float { size, .. } => format!("float{}", size * 8),
            Self::Boolean { .. } => "bool".to_owned(),
            Self::FixedText { .. } | Self::HeapText { .. } => "string".to_owned(),
            Self::Reference { .. } => "reference".to_owned(),
            Self::Block { base, n } => format!("{} × {n}", base.name()),
            Self::Record { fields, .. } => format!("records of {} fields", fields.len()),
            Self::Other { name, .. } => (*name).to_owned(),
        }
    }
}
