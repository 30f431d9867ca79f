//! The names in a group, whatever it is that they lead to.

use hdf5_reader::btree_v1::collect_btree_v1_leaves_storage;
use hdf5_reader::error::Error as Hdf5Error;
use hdf5_reader::group::Group;
use hdf5_reader::io::Cursor;
use hdf5_reader::local_heap::LocalHeap;
use hdf5_reader::messages::HdfMessage;
use hdf5_reader::messages::symbol_table_msg::SymbolTableMessage;
use hdf5_reader::object_header::ObjectHeader;
use hdf5_reader::symbol_table::{SymbolTableEntry, SymbolTableNode};

/// A longer directory is refused.
const MOST_BYTES: usize = 16 << 20;

/// The names in a group that keeps them in its header or in a symbol table, as all do but the largest of newer files.
///
/// The reader itself lists a group only if it understands all that is in it: one virtual dataset would hide the rest.
pub(super) fn names(group: &Group) -> Result<Vec<String>, Hdf5Error> {
    let (offset_size, length_size) = (group.offset_size(), group.length_size());
    let header = ObjectHeader::parse_at_storage_with_limit(
        group.storage(),
        group.address(),
        offset_size,
        length_size,
        MOST_BYTES,
    )?;
    let mut names = Vec::new();
    for message in &header.messages {
        match message {
            HdfMessage::Link(link) => names.push(link.name.clone()),
            HdfMessage::SymbolTable(table) => names.extend(of_table(group, table)?),
            _ => {}
        }
    }
    Ok(names)
}

fn of_table(group: &Group, table: &SymbolTableMessage) -> Result<Vec<String>, Hdf5Error> {
    let (storage, offset_size, length_size) = (group.storage(), group.offset_size(), group.length_size());
    let heap = LocalHeap::parse_at_storage(storage, table.heap_address, offset_size, length_size)?;
    let n_bytes = usize::try_from(heap.data_segment_size).unwrap_or(usize::MAX).min(MOST_BYTES);
    let texts = storage.read_range(heap.data_segment_address, n_bytes)?;
    let leaves =
        collect_btree_v1_leaves_storage(storage, table.btree_address, offset_size, length_size, None, &[], None)?;
    let mut names = Vec::new();
    for (_, address) in leaves {
        let node = node(group, address)?;
        names.extend(node.entries.iter().filter_map(|entry| name(texts.as_ref(), entry)));
    }
    Ok(names)
}

/// A node of the symbol table, which says in its first bytes how many entries it has.
fn node(group: &Group, address: u64) -> Result<SymbolTableNode, Hdf5Error> {
    const LEAD: usize = 8;
    let lead = group.storage().read_range(address, LEAD)?;
    let n_entries = lead.as_ref().get(6..LEAD).map_or(0, |bytes| usize::from(bytes[0]) + 256 * usize::from(bytes[1]));
    let of_entry = 2 * usize::from(group.offset_size()) + 24;
    let bytes = group.storage().read_range(address, LEAD + n_entries * of_entry)?;
    SymbolTableNode::parse(&mut Cursor::new(bytes.as_ref()), group.offset_size(), group.length_size())
}

/// The name of an entry: text up to a zero.
fn name(texts: &[u8], entry: &SymbolTableEntry) -> Option<String> {
    let rest = texts.get(usize::try_from(entry.link_name_offset).ok()?..)?;
    let end = rest.iter().position(|&byte| byte == 0)?;
    std::str::from_utf8(&rest[..end]).ok().map(str::to_owned)
}
