//! Finds the memory of a program that changes while it runs, and the memory that a part initialises.

use std::ops::Range;

use wasmparser::{BinaryReaderError, DataKind, KnownCustom, Name, Operator, Parser, Payload};

/// Returns the memory that changes while `program` runs: the segments that the linker names as variables.
pub fn changing(program: &[u8]) -> Result<Vec<Range<u32>>, BinaryReaderError> {
    let (mut names, mut segments) = (Vec::new(), Vec::new());
    for payload in Parser::new(0).parse_all(program) {
        match payload? {
            Payload::DataSection(_) => segments = self::segments(program)?,
            Payload::CustomSection(section) => {
                let KnownCustom::Name(section) = section.as_known() else {
                    continue;
                };
                for name in section {
                    if let Name::Data(data) = name? {
                        names = data.into_iter().collect::<Result<_, _>>()?;
                    }
                }
            }
            _ => {}
        }
    }
    let is_changing = |name: &str| {
        [".data", ".bss", ".tdata", ".tbss"]
            .iter()
            .any(|start| name.starts_with(start))
    };
    let changing = names.iter().filter(|naming| is_changing(naming.name));
    Ok(changing
        .filter_map(|naming| segments.get(naming.index as usize).cloned())
        .collect())
}

/// Returns the memory that the data segments of `program` initialise.
pub fn segments(program: &[u8]) -> Result<Vec<Range<u32>>, BinaryReaderError> {
    let mut ranges = Vec::new();
    for payload in Parser::new(0).parse_all(program) {
        let Payload::DataSection(section) = payload? else {
            continue;
        };
        for data in section {
            let data = data?;
            let DataKind::Active { offset_expr, .. } = data.kind else {
                continue;
            };
            if let Operator::I32Const { value } = offset_expr.get_operators_reader().read()? {
                let start = value.cast_unsigned();
                ranges.push(start..start + data.data.len() as u32);
            }
        }
    }
    Ok(ranges)
}

/// Returns whether two ranges of memory have a byte in common.
pub fn overlap(one: &Range<u32>, other: &Range<u32>) -> bool {
    one.start < other.end && other.start < one.end && !one.is_empty() && !other.is_empty()
}
