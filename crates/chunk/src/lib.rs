//! The seam at which the page's program is split into chunks, which load when they are needed.

/// Defines a function whose body is in the chunk with that name, together with all code that only this
/// body needs. In the page, JavaScript must load the chunk before anything calls the function. Everywhere
/// else the program is not split, and the function is an ordinary one.
///
/// Each function of a chunk has its own number, one hexadecimal digit.
/// The builds of the page pass `--cfg phasor_split`; without it, nothing is split.
#[macro_export]
macro_rules! chunk {
    (fn $name:ident($($arg:ident: $Arg:ty),*) $(-> $Type:ty)? { $body:expr } in $chunk:literal $part:literal) => {
        #[cfg(phasor_split)]
        #[allow(
            unsafe_code,
            reason = "the splitter finds the seam by the names of an import and an export"
        )]
        fn $name($($arg: $Arg),*) $(-> $Type)? {
            // SAFETY: the splitter joins this import with the export below, which has the same type.
            #[allow(improper_ctypes, reason = "both sides are compiled together")]
            #[link(wasm_import_module = "__wasm_split_placeholder__")]
            unsafe extern "C" {
                #[link_name = concat!("__wasm_split_00", $chunk, "00_import_0000000000000000000000000000000", $part)]
                safe fn seam($($arg: $Arg),*) $(-> $Type)?;
            }
            // SAFETY: no other function has this name, because each pair of chunk and number occurs once.
            #[allow(improper_ctypes_definitions, reason = "both sides are compiled together")]
            #[unsafe(export_name = concat!("__wasm_split_00", $chunk, "00_export_0000000000000000000000000000000", $part))]
            extern "C" fn chunk($($arg: $Arg),*) $(-> $Type)? {
                $body
            }
            seam($($arg),*)
        }

        #[cfg(not(phasor_split))]
        fn $name($($arg: $Arg),*) $(-> $Type)? {
            $body
        }
    };
}
