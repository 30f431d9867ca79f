//! The types of values that an HDF5 dataset can hold, as far as AnnData uses them.

use hdf5_reader::{ByteOrder, Datatype, StringPadding, StringSize, VarLenKind};

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
    /// The kind of an HDF5 datatype in a file whose references to text take `reference` bytes.
    pub(crate) fn of(datatype: &Datatype, reference: usize) -> Self {
        match datatype {
            Datatype::FixedPoint { size: size @ (1 | 2 | 4 | 8), signed, byte_order } => {
                Self::Integer { size: usize::from(*size), signed: *signed, big_endian: is_big(*byte_order) }
            }
            Datatype::FloatingPoint { size: size @ (2 | 4 | 8), byte_order } => {
                Self::Float { size: usize::from(*size), big_endian: is_big(*byte_order) }
            }
            Datatype::FixedPoint { size, .. } => other("an integer of unusual size", usize::from(*size)),
            Datatype::FloatingPoint { size, .. } => other("a float of unusual size", usize::from(*size)),
            Datatype::String { size: StringSize::Fixed(size), padding, .. } => {
                Self::FixedText { size: *size as usize, ends: text_end(*padding) }
            }
            Datatype::String { size: StringSize::Variable, .. } => Self::HeapText { size: reference },
            Datatype::VarLen { base, kind: VarLenKind::String, .. } if base.is_vlen_string_base() => {
                Self::HeapText { size: reference }
            }
            Datatype::VarLen { .. } => other("sequences of varying length", reference),
            Datatype::Enum { base, members } => {
                let size = Self::of(base, reference).size();
                let is_boolean = matches!(size, 1 | 2 | 4 | 8) && members.iter().all(|member| is_truth(&member.name));
                if is_boolean { Self::Boolean { size } } else { other("an enumeration", size) }
            }
            Datatype::Reference { size, .. } => Self::Reference { size: usize::from(*size) },
            Datatype::Array { base, dims } => {
                let n = dims.iter().try_fold(1_usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
                n.map_or(other("an array of impossible size", usize::MAX), |n| Self::Block {
                    base: Box::new(Self::of(base, reference)),
                    n,
                })
            }
            Datatype::Compound { size, fields } => {
                let field = |field: &hdf5_reader::CompoundField| Field {
                    name: field.name.clone(),
                    offset: field.byte_offset as usize,
                    kind: Self::of(&field.datatype, reference),
                };
                Self::Record { size: *size as usize, fields: fields.iter().map(field).collect() }
            }
            Datatype::Opaque { size, .. } => other("opaque bytes", *size as usize),
            Datatype::Bitfield { size, .. } => other("a bit field", usize::from(*size)),
        }
    }

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

fn other(name: &'static str, size: usize) -> Kind {
    Kind::Other { name, size }
}

fn is_big(order: ByteOrder) -> bool {
    matches!(order, ByteOrder::BigEndian)
}

fn is_truth(name: &str) -> bool {
    name.eq_ignore_ascii_case("false") || name.eq_ignore_ascii_case("true")
}

fn text_end(padding: StringPadding) -> TextEnd {
    match padding {
        StringPadding::NullTerminate => TextEnd::FirstZero,
        StringPadding::NullPad => TextEnd::Zeros,
        StringPadding::SpacePad => TextEnd::Spaces,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_numpy() {
        let order = ByteOrder::LittleEndian;
        let byte = Datatype::FixedPoint { size: 1, signed: false, byte_order: order };
        assert_eq!(Kind::of(&byte, 16).name(), "uint8");
        assert_eq!(Kind::of(&Datatype::FloatingPoint { size: 2, byte_order: order }, 16).name(), "float16");
        assert_eq!(Kind::of(&Datatype::FloatingPoint { size: 16, byte_order: order }, 16).size(), 16);
    }

    #[test]
    fn an_impossible_array_fits_nowhere() {
        let base = Datatype::FloatingPoint { size: 8, byte_order: ByteOrder::LittleEndian };
        let array = Datatype::Array { base: Box::new(base), dims: vec![u64::MAX, 2] };
        assert_eq!(Kind::of(&array, 16).size(), usize::MAX);
    }
}
