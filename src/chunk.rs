//! The seam at which the page's program is cut into chunks that are loaded when they are near.

/// Defines a function whose result, and all that only this result needs, is in the chunk of that name. In
/// the page, JavaScript must have loaded the chunk before the function is called. Everywhere else the
/// program is whole and the function is an ordinary one.
///
/// Functions of one chunk have different numbers of one hexadecimal digit.
macro_rules! chunk {
    (fn $name:ident() -> $Type:ty { $value:expr } in $chunk:literal $part:literal) => {
        #[cfg(feature = "split")]
        #[expect(
            unsafe_code,
            reason = "the splitter finds the seam by the names of an import and an export"
        )]
        fn $name() -> $Type {
            // SAFETY: the splitter joins this import with the export below, which has the same type.
            #[allow(improper_ctypes, reason = "both sides are compiled together")]
            #[link(wasm_import_module = "__wasm_split_placeholder__")]
            unsafe extern "C" {
                #[link_name = concat!("__wasm_split_00", $chunk, "00_import_0000000000000000000000000000000", $part)]
                safe fn seam() -> $Type;
            }
            // SAFETY: no other function has this name, since chunk and number are given once.
            #[allow(improper_ctypes_definitions, reason = "both sides are compiled together")]
            #[unsafe(export_name = concat!("__wasm_split_00", $chunk, "00_export_0000000000000000000000000000000", $part))]
            extern "C" fn chunk() -> $Type {
                $value
            }
            seam()
        }

        #[cfg(not(feature = "split"))]
        fn $name() -> $Type {
            $value
        }
    };
}

pub(crate) use chunk;
