//! The types of HDF5, translated into the types of values that AnnData uses.

use hdf5_reader::{ByteOrder, Datatype, StringPadding, StringSize, VarLenKind};

use crate::h5ad::store::{Field, Kind, TextEnd};

/// The kind of an HDF5 datatype in a file whose references to text take `reference` bytes.
pub(super) fn kind(datatype: &Datatype, reference: usize) -> Kind {
    match datatype {
        Datatype::FixedPoint { size: size @ (1 | 2 | 4 | 8), signed, byte_order } => {
            Kind::Integer { size: usize::from(*size), signed: *signed, big_endian: is_big(*byte_order) }
        }
        Datatype::FloatingPoint { size: size @ (2 | 4 | 8), byte_order } => {
            Kind::Float { size: usize::from(*size), big_endian: is_big(*byte_order) }
        }
        Datatype::FixedPoint { size, .. } => other("an integer of unusual size", usize::from(*size)),
        Datatype::FloatingPoint { size, .. } => other("a float of unusual size", usize::from(*size)),
        Datatype::String { size: StringSize::Fixed(size), padding, .. } => {
            Kind::FixedText { size: *size as usize, ends: text_end(*padding) }
        }
        Datatype::String { size: StringSize::Variable, .. } => Kind::HeapText { size: reference },
        Datatype::VarLen { base, kind: VarLenKind::String, .. } if base.is_vlen_string_base() => {
            Kind::HeapText { size: reference }
        }
        Datatype::VarLen { .. } => other("sequences of varying length", reference),
        Datatype::Enum { base, members } => {
            let size = kind(base, reference).size();
            let is_boolean = matches!(size, 1 | 2 | 4 | 8) && members.iter().all(|member| is_truth(&member.name));
            if is_boolean { Kind::Boolean { size } } else { other("an enumeration", size) }
        }
        Datatype::Reference { size, .. } => Kind::Reference { size: usize::from(*size) },
        Datatype::Array { base, dims } => {
            let n = dims.iter().try_fold(1_usize, |n, &dim| n.checked_mul(usize::try_from(dim).ok()?));
            n.map_or(other("an array of impossible size", usize::MAX), |n| Kind::Block {
                base: Box::new(kind(base, reference)),
                n,
            })
        }
        Datatype::Compound { size, fields } => {
            let field = |field: &hdf5_reader::CompoundField| Field {
                name: field.name.clone(),
                offset: field.byte_offset as usize,
                kind: kind(&field.datatype, reference),
            };
            Kind::Record { size: *size as usize, fields: fields.iter().map(field).collect() }
        }
        Datatype::Opaque { size, .. } => other("opaque bytes", *size as usize),
        Datatype::Bitfield { size, .. } => other("a bit field", usize::from(*size)),
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
        assert_eq!(kind(&byte, 16).name(), "uint8");
        assert_eq!(kind(&Datatype::FloatingPoint { size: 2, byte_order: order }, 16).name(), "float16");
        assert_eq!(kind(&Datatype::FloatingPoint { size: 16, byte_order: order }, 16).size(), 16);
    }

    #[test]
    fn an_impossible_array_fits_nowhere() {
        let base = Datatype::FloatingPoint { size: 8, byte_order: ByteOrder::LittleEndian };
        let array = Datatype::Array { base: Box::new(base), dims: vec![u64::MAX, 2] };
        assert_eq!(kind(&array, 16).size(), usize::MAX);
    }
}
