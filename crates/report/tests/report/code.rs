//! Every program is run in its language, and its numbers are compared with those of the core.
//!
//! Python is `python3`, or the interpreter in the environment variable `PHASOR_PYTHON`. A library
//! that it cannot import is reported as absent.

use std::collections::BTreeSet;
use std::env;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use phasor_encoding::scaling::{Dynamic, Proportional};
use phasor_encoding::{LongRope, Pairing, Scaling, SectionOrder, Yarn};
use phasor_model_files::{LayerRope, Modules, PositionEncoding, Sections};
use phasor_params::choice::Choice as _;
use phasor_report::code::{Language, program};

use crate::mentions::assert_mentions;

/// The largest error of a frequency, relative to it.
///
/// The libraries compute the same formula, but their powers and logarithms differ from those of the
/// core in the last bits, and some of them have vector forms that are off by several units in the
/// last place. The largest error that we measured is 1.3e-15 (JAX); the rest is a margin for other
/// machines. A faulty formula or a number in `f32` is off by more than 1e-8.
const FREQUENCY_TOLERANCE: f64 = 1e-12;

/// The largest error of a rotated component, relative to the norm of its vector.
///
/// A pair that rotates by about one radian per position is at an angle of up to 1000 radians, so
/// its cosine and sine have 1000 times the error of its frequency: an error of 2e-16 becomes 2e-13.
/// The largest error that we measured is 1.1e-14 of the norm (numpy). A component alone may be
/// close to 0, so its error relative to itself has no limit.
const ROTATION_TOLERANCE: f64 = 1e-12;

struct Case {
    name: String,
    layer: LayerRope,
    seq_len: Option<usize>,
}

/// Returns the rotary layers of all published files, for short sequences and, if the rule depends
/// on the length, for long ones.
fn published() -> Vec<Case> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/models");
    let entries = fs::read_dir(folder).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    assert!(paths.len() >= 74, "only {} files", paths.len());
    let mut cases = Vec::new();
    for path in paths {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let model = phasor_model_files::read(&fs::read_to_string(path).unwrap())
            .unwrap()
            .model;
        let PositionEncoding::Rotary(layers) = model.position else {
            continue;
        };
        for layer in layers {
            let mut lengths = vec![None];
            if let Some(length) = layer.scaling.changes_beyond() {
                let length = length as usize;
                lengths.extend([Some(length), Some(4 * length)]);
            }
            cases.extend(lengths.into_iter().map(|seq_len| Case {
                name: name.clone(),
                layer: layer.clone(),
                seq_len,
            }));
        }
    }
    cases
}

/// Returns YaRN with numbers that no published file has.
fn made_up_yarns() -> [Yarn; 6] {
    let yarn = |factor: f64| Yarn {
        factor,
        ..Yarn::default()
    };
    [
        yarn(0.5),
        Yarn {
            mscale: Some(0.7),
            mscale_all_dim: Some(1.3),
            ..yarn(40.0)
        },
        Yarn {
            mscale_all_dim: Some(1.3),
            truncate: false,
            ..yarn(40.0)
        },
        Yarn {
            attention_factor: Some(1.25),
            mscale: Some(0.7),
            mscale_all_dim: Some(0.0),
            ..yarn(4.0)
        },
        // The range from pair 0 to pair 0 is empty.
        Yarn {
            original_max_position_embeddings: 6.0,
            ..yarn(8.0)
        },
        Yarn {
            beta_fast: 2.0,
            beta_slow: 2.0,
            truncate: false,
            ..yarn(8.0)
        },
    ]
}

/// The number of components that rotate in made-up layers.
const ROTARY_DIM: usize = 32;

/// Returns layers with what no published file has.
fn made_up() -> Vec<Case> {
    let proportional = |partial_rotary_factor: f64| {
        Scaling::Proportional(Proportional {
            partial_rotary_factor,
            factor: 2.0,
        })
    };
    let rules = [
        Scaling::LongRope(LongRope {
            short_factor: vec![1.0; ROTARY_DIM / 2],
            long_factor: (0..16).map(|pair| 1.0 + f64::from(pair) / 3.0).collect(),
            original_max_position_embeddings: 4096.0,
            factor: 1.0,
            attention_factor: Some(1.5),
            long_attention_factor: None,
        }),
        proportional(0.3),
        proportional(0.0),
    ];
    let examples = Scaling::examples(ROTARY_DIM).into_iter().chain(rules);
    let rules = examples.chain(made_up_yarns().map(Scaling::Yarn));
    let layer = |(idx, scaling): (usize, Scaling)| Case {
        name: format!("made up {idx}"),
        layer: LayerRope {
            layer_type: None,
            base: 12_345.678,
            head_dim: 48,
            is_separate: false,
            rotary_dim: ROTARY_DIM,
            pairing: [Pairing::Interleaved, Pairing::HalfSplit][idx % 2],
            scaling,
            sections: None,
            has_softmax_factor: true,
            mscale_all_dim: Some(0.8),
            modules: Modules::default(),
        },
        seq_len: Some(5000),
    };
    rules.enumerate().map(layer).collect()
}

/// Returns a layer without a scaling rule.
fn plain_layer() -> LayerRope {
    made_up().remove(0).layer
}

/// Returns one case for each different program.
fn cases() -> Vec<Case> {
    let mut distinct = BTreeSet::new();
    let mut cases = published();
    cases.extend(made_up());
    cases.retain(|case| {
        let code = program(Language::Numpy, &case.layer, "", case.seq_len).unwrap();
        distinct.insert(without_comment(&code).to_owned())
    });
    cases
}

/// Returns the program after the comment at its top.
fn without_comment(code: &str) -> &str {
    code.split_once("\n\n").unwrap().1
}

/// Names of models that try to be more than a comment.
const TITLES: [&str; 8] = [
    "Llama 3.1 8B",
    "",
    "line\nbreak = 1 / 0\r\nfn main() {}\u{2028}panic!();\u{85}\u{c}\u{0}\u{1b}[2J",
    "coding: utf-7 +AAo-import nothing",
    "vim: fileencoding=no-such-encoding, coding=coding=coding::",
    "co\u{200b}ding: hidden \u{202e}desrever\u{2066} \u{feff}*/ \"\"\" ''' \\",
    "{constants} {imports} {import} {np} {progression} {0}",
    "een zeer lange naam — ένα πολύ μακρύ όνομα — очень длинное имя — とても長い名前 — 🦙🦙🦙🦙🦙🦙🦙🦙",
];

/// Returns the programs of `cases`, which try all titles one after another.
fn programs(language: Language, cases: &[Case]) -> Vec<String> {
    let titled = cases.iter().zip(TITLES.iter().cycle());
    let programs = titled.map(|(case, title)| {
        let program = program(language, &case.layer, title, case.seq_len);
        program.unwrap()
    });
    programs.collect()
}

/// Creates an empty folder for one test.
fn folder(language: Language) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("report-code")
        .join(language.word().name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command, and returns what it wrote.
fn output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}:\n{errors}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the number, which must have 17 significant digits.
fn number(line: &str) -> f64 {
    let mantissa = line.split('e').next().unwrap();
    let digits = mantissa.chars().filter(char::is_ascii_digit).count();
    assert_eq!(digits, 17, "{line}");
    line.parse().unwrap()
}

/// Compares what a program wrote with the core. The last line is its factor of the scores.
fn check(case: &Case, written: &str, language: Language) {
    let what = format!("{} in {}", case.name, language.word().name);
    let lines: Vec<&str> = written.lines().collect();
    let end = lines.iter().position(|line| line.is_empty()).unwrap();
    let scaled = case.layer.scaled(case.seq_len).unwrap();
    let inv_freq = scaled.frequencies().inv_freq();
    assert_eq!(end, inv_freq.len(), "{what}");
    for (line, want) in lines.iter().zip(inv_freq) {
        let error = (number(line) - want).abs();
        assert!(
            error <= FREQUENCY_TOLERANCE * want,
            "{what}: {line}, not {want:e}"
        );
    }
    let head_dim = case.layer.head_dim;
    let x: Vec<f64> = (1..=head_dim).map(|i| i as f64 / head_dim as f64).collect();
    let rope = case.layer.rope(case.seq_len).unwrap();
    let rotated = rope.rotate(1000.0, &x).unwrap();
    let norm = rotated.iter().map(|x| x * x).sum::<f64>().sqrt();
    let (factor, components) = lines[end + 1..].split_last().unwrap();
    assert_eq!(components.len(), head_dim, "{what}");
    for (line, want) in components.iter().zip(rotated) {
        let error = (number(line) - want).abs();
        assert!(
            error <= ROTATION_TOLERANCE * norm,
            "{what}: {line}, not {want:e}"
        );
    }
    let error = (number(factor) / scaled.softmax_factor() - 1.0).abs();
    assert!(error <= FREQUENCY_TOLERANCE, "{what}: {factor}");
}

/// Compares what all programs wrote, each up to a line `end`.
fn check_all(cases: &[Case], written: &str, language: Language) {
    let parts: Vec<&str> = written.split_terminator("end\n").collect();
    assert_eq!(parts.len(), cases.len());
    for (case, part) in cases.iter().zip(parts) {
        check(case, part, language);
    }
}

/// Runs the programs in its arguments one after another, so that the library is loaded once. A warning
/// of a program is an error; those of the library itself do not matter.
const RUNNER: &str = r#"
import importlib, runpy, sys, warnings
importlib.import_module(sys.argv[1])
warnings.simplefilter("error")
for path in sys.argv[2:]:
    state = runpy.run_path(path)
    print(f"{state.get('softmax_factor', 1.0):.16e}\nend")
"#;

fn run_python(language: Language) {
    let python = env::var_os("PHASOR_PYTHON").unwrap_or("python3".into());
    let mut import = Command::new(&python);
    import.args(["-c", &format!("import {}", language.word().name)]);
    if !import.output().is_ok_and(|output| output.status.success()) {
        // Unlike `eprintln`, this also appears when the test passes.
        let line = format!("absent: {}\n", language.word().name);
        io::stderr().write_all(line.as_bytes()).unwrap();
        return;
    }
    let cases = cases();
    let folder = folder(language);
    let mut command = Command::new(python);
    command.args(["-c", RUNNER, language.word().name]);
    for (idx, program) in programs(language, &cases).iter().enumerate() {
        let path = folder.join(format!("{idx}.{}", language.ending()));
        fs::write(&path, program).unwrap();
        command.arg(path);
    }
    check_all(&cases, &output(&mut command), language);
}

#[test]
fn numpy_agrees_with_the_core() {
    run_python(Language::Numpy);
}

#[test]
fn torch_agrees_with_the_core() {
    run_python(Language::Torch);
}

#[test]
fn jax_agrees_with_the_core() {
    run_python(Language::Jax);
}

/// Each program is a module of one program, so that the compiler starts once.
#[test]
fn rust_agrees_with_the_core() {
    let (folder, cases) = (folder(Language::Rust), cases());
    let (mut modules, mut calls) = (String::new(), String::new());
    for (idx, program) in programs(Language::Rust, &cases).iter().enumerate() {
        let factor = match program.contains("fn softmax_factor") {
            true => "softmax_factor()",
            false => "1.0",
        };
        let run = format!(
            "pub fn run() {{\n    main();\n    println!(\"{{:.16e}}\\nend\", {factor});\n}}\n"
        );
        fs::write(
            folder.join(format!("case_{idx}.rs")),
            format!("{program}\n{run}"),
        )
        .unwrap();
        modules.push_str(&format!("mod case_{idx};\n"));
        calls.push_str(&format!("    case_{idx}::run();\n"));
    }
    let main = folder.join("main.rs");
    fs::write(&main, format!("{modules}\nfn main() {{\n{calls}}}\n")).unwrap();
    let executable = folder.join("programs");
    let rustc = env::var_os("RUSTC").unwrap_or("rustc".into());
    let mut compile = Command::new(rustc);
    compile.args(["-O", "--edition", "2021", "-D", "warnings", "-o"]);
    output(compile.arg(&executable).arg(main));
    check_all(
        &cases,
        &output(&mut Command::new(executable)),
        Language::Rust,
    );
}

#[test]
fn the_cases_have_every_rule_and_layout() {
    let cases = cases();
    for rule in Scaling::examples(ROTARY_DIM) {
        let is_there = cases
            .iter()
            .any(|case| case.layer.scaling.name() == rule.name());
        assert!(is_there, "no program for {}", rule.name());
    }
    for pairing in [Pairing::HalfSplit, Pairing::Interleaved] {
        for is_partial in [false, true] {
            assert!(cases.iter().any(|case| {
                let layer = &case.layer;
                layer.pairing == pairing && (layer.rotary_dim < layer.head_dim) == is_partial
            }));
        }
    }
    let has = |word: &str| {
        let mut programs = programs(Language::Rust, &cases).into_iter();
        programs.any(|program| program.contains(word))
    };
    let words = [
        "softmax_factor()",
        "sharpening(MSCALE)",
        "ATTENTION_FACTOR",
        "SHORT_FACTOR[pair]",
    ];
    for word in words
        .iter()
        .chain(&["LONG_FACTOR[pair]", "SEQ_LEN", "+ 0.001"])
    {
        assert!(has(word), "no program has {word}");
    }
}

#[test]
fn no_line_is_long() {
    for language in Language::all() {
        for program in programs(language, &cases()) {
            for line in program.lines() {
                assert!(line.chars().count() <= 88, "{line}");
                assert_eq!(line, line.trim_end());
            }
            assert!(!program.contains("\n\n\n\n") && program.ends_with('\n'));
        }
    }
}

#[test]
fn a_title_changes_nothing_but_the_first_line() {
    let cases = cases();
    for language in Language::all() {
        let of = |title: &str| program(language, &cases[0].layer, title, None).unwrap();
        let (plain, mark) = (of(""), of("").split(' ').next().unwrap().to_owned());
        for title in TITLES {
            let code = of(title);
            let (first, rest) = code.split_once('\n').unwrap();
            assert_eq!(rest, plain.split_once('\n').unwrap().1, "{title:?}");
            assert!(first.starts_with(&mark));
            let is_hidden =
                |c: char| c.is_control() || "\u{200b}\u{202e}\u{2066}\u{2028}\u{feff}".contains(c);
            assert!(!first.contains(is_hidden), "{first:?}");
            assert!(
                !first.contains("coding:") && !first.contains("coding="),
                "{first}"
            );
        }
    }
}

#[test]
fn the_comment_names_the_layers_the_rule_and_the_axes() {
    let layer = LayerRope {
        layer_type: Some("full\nattention".to_owned()),
        sections: Some(Sections {
            splits_pairs: false,
            sizes: vec![8, 4, 4],
            order: SectionOrder::Contiguous,
        }),
        ..plain_layer()
    };
    let code = program(Language::Rust, &layer, "Gemma\t 3", None).unwrap();
    let comment = code.split_once("\n\n").unwrap().0;
    let wanted = "\
// RoPE of Gemma 3 (full attention), no scaling rule.
// Formula: Su et al. 2021, RoFormer, section 3.2.2 (arXiv:2104.09864).
// For text. In images, M-RoPE has a position for each axis.";
    assert_eq!(comment, wanted);
    let layer = LayerRope {
        scaling: Scaling::Dynamic(Dynamic {
            factor: 2.0,
            max_position_embeddings: 4096.0,
        }),
        ..plain_layer()
    };
    for (seq_len, state) in [
        (None, "up to 4096 tokens"),
        (Some(4096), "up to 4096 tokens"),
        (Some(9000), "at 9000 tokens"),
    ] {
        let code = program(Language::Numpy, &layer, "", seq_len).unwrap();
        let first = format!("# RoPE, rule dynamic {state}.\n");
        assert!(code.starts_with(&first), "{code}");
    }
}

#[test]
fn a_number_out_of_range_is_an_error() {
    let mut layer = plain_layer();
    layer.base = f64::NAN;
    let error = |layer: &LayerRope| {
        let error = program(Language::Jax, layer, "", None).unwrap_err();
        error.to_string()
    };
    assert_mentions(&error(&layer), &["base", "0", "NaN"]);
    layer.base = 10_000.0;
    layer.scaling = Scaling::Yarn(Yarn {
        factor: 2.0,
        mscale_all_dim: Some(f64::INFINITY),
        ..Yarn::default()
    });
    layer.has_softmax_factor = true;
    assert_mentions(&error(&layer), &["softmax_factor", "inf"]);
    layer.has_softmax_factor = false;
    layer.scaling = Scaling::Default;
    layer.rotary_dim = layer.head_dim + 2;
    let given = layer.head_dim.to_string();
    assert_mentions(&error(&layer), &["head_dim", "rotary_dim", &given]);
}
