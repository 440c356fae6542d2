//! A replacement for the `wasm-bindgen` program that Trunk calls. It splits a program with split points into
//! chunks before it writes the JavaScript.
//!
//! wasm-bindgen and the splitter are libraries. One program around both compiles in a sixth of the time that
//! wasm-bindgen's own program takes, which includes a test runner and a web server.

mod memory;

use std::collections::BTreeMap;
use std::error::Error;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use lexopt::Arg::{Long, Value};
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support as splitter;

/// The module from which a program with split points imports.
const PLACEHOLDER: &[u8] = b"__wasm_split_placeholder__";

/// The folder of the parts, inside the folder of the main part, and the file that lists the parts of each
/// chunk.
const PARTS: &str = "parts";
const NEEDS: &str = "needs.json";

type Failure = Box<dyn Error>;

/// The options of the command line.
struct Arguments {
    input: PathBuf,
    folder: PathBuf,
    name: String,
    is_debug: bool,
}

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!(
                "The program of the page could not be joined with its JavaScript: {failure}."
            );
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Failure> {
    let Some(options) = options(lexopt::Parser::from_env())? else {
        // Trunk reads the second word.
        println!("wasm-bindgen {}", env!("CARGO_PKG_VERSION"));
        return Ok(());
    };
    let program = fs::read(&options.input)?;
    let has_split_points = program
        .windows(PLACEHOLDER.len())
        .any(|bytes| bytes == PLACEHOLDER);
    if !has_split_points {
        return bind(&options.input, &options, false);
    }
    let parts = options.folder.join(PARTS);
    // Parts of an earlier program must not remain among the parts of this one.
    if parts.exists() {
        fs::remove_dir_all(&parts)?;
    }
    let main = parts.join("main.wasm");
    bind(&split(&program, &parts, main)?, &options, true)
}

/// Returns the options, or nothing if the arguments ask for the version.
fn options(mut arguments: lexopt::Parser) -> Result<Option<Arguments>, Failure> {
    let (mut input, mut folder, mut name, mut is_debug) = (None, None, None, false);
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("version") => return Ok(None),
            Long("out-dir") => folder = Some(arguments.value()?),
            Long("out-name") => name = Some(arguments.value()?),
            Long("target") => {
                let target = arguments.value()?;
                if target != "web" {
                    return Err(format!("the target must be web, not {}", target.display()).into());
                }
            }
            Long("keep-debug") => is_debug = true,
            Long("no-typescript") => {}
            Value(file) => input = Some(file),
            other => return Err(other.unexpected().into()),
        }
    }
    let needed = |value: Option<OsString>, name: &str| {
        value.ok_or_else(|| {
            format!("{name} is missing; give `--out-dir FOLDER --out-name NAME FILE`")
        })
    };
    Ok(Some(Arguments {
        input: needed(input, "the file")?.into(),
        folder: needed(folder, "--out-dir")?.into(),
        name: needed(name, "--out-name")?.to_string_lossy().into_owned(),
        is_debug,
    }))
}

/// Splits `program` into files in the folder `parts`, and returns the path of the main part.
fn split(program: &[u8], parts: &Path, main: PathBuf) -> Result<PathBuf, Failure> {
    let mut options = splitter::Options::new(program);
    options.output_dir = parts;
    options.main_out_path = &main;
    let split = splitter::transform(options)?;
    let needs: BTreeMap<_, _> = split.prefetch_map.into_iter().collect();
    check_variables(program, parts, &needs)?;
    fs::write(parts.join(NEEDS), serde_json::to_string_pretty(&needs)?)?;
    Ok(main)
}

/// Refuses a part with variables that several chunks need. Each chunk has a copy of the part, so a chunk that
/// loads later would reset the variables.
fn check_variables(
    program: &[u8],
    parts: &Path,
    needs: &BTreeMap<String, Vec<String>>,
) -> Result<(), Failure> {
    let changing = memory::changing(program)?;
    let mut users: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (chunk, parts) in needs {
        for part in parts {
            users.entry(part).or_default().push(chunk);
        }
    }
    for (part, chunks) in users.iter().filter(|(_, chunks)| chunks.len() > 1) {
        let code = fs::read(parts.join(part).with_extension("wasm"))?;
        let segments = memory::segments(&code)?;
        let has_variables = segments
            .iter()
            .any(|one| changing.iter().any(|other| memory::overlap(one, other)));
        if has_variables {
            let chunks = chunks.join(", ");
            return Err(format!(
                "the chunks {chunks} share a variable, and the chunk that loads later would reset it; \
                 use the variable in code that every figure needs, so that it moves to the main part"
            )
            .into());
        }
    }
    Ok(())
}

/// Writes the main part for the browser, and its JavaScript.
fn bind(input: &Path, options: &Arguments, is_split: bool) -> Result<(), Failure> {
    let mut bindgen = Bindgen::new();
    bindgen
        .web(true)?
        .typescript(false)
        .demangle(false)
        // Chunks share the table, the memory and the stack pointer, which the linker exports.
        .keep_lld_exports(is_split)
        .keep_debug(options.is_debug)
        .omit_default_module_path(false)
        .input_path(input)
        .out_name(&options.name);
    bindgen.generate(&options.folder)?;
    Ok(())
}
