//! For any configuration, every view of the room returns a report, within 64 MiB.
//! `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod odd_text;

use libfuzzer_sys::fuzz_target;
use phasor_report::{
    Ask, Block, Engine, Framework, LONGEST, Rule, Subject, View, contents, faults, text,
};

/// The lengths of texts that are asked for.
const LENGTHS: [Option<usize>; 4] = [None, Some(2), Some(131_072), Some(LONGEST)];

fuzz_target!(|bytes: &[u8]| {
    let [choice, rest @ ..] = bytes else { return };
    // No valid text starts with a continuation byte, so such a byte selects the generated texts.
    let config = match rest.split_first() {
        Some((0x80..=0xbf, rest)) => match odd_text::text(rest) {
            Ok(config) => config,
            Err(_) => return,
        },
        _ => String::from_utf8_lossy(rest).into_owned(),
    };
    let Ok(subject) = Subject::read(&config) else {
        return;
    };
    // Heads of many thousand components take seconds, and behave like others.
    if subject.layers().iter().any(|layer| layer.head_dim > 1024) {
        return;
    }
    check_report(&faults(&subject, None));
    // A view takes up to a millisecond, so an input is shown in one of them.
    check_report(&contents(
        &subject,
        Some(&subject),
        &ask(usize::from(*choice)),
    ));
});

/// Returns one of the questions that the room asks.
fn ask(mut choice: usize) -> Ask {
    let mut choose = |n: usize| {
        let chosen = choice % n;
        choice /= n;
        chosen
    };
    let view = View::OF_CONFIG[choose(View::OF_CONFIG.len())];
    let target = LENGTHS[choose(LENGTHS.len())];
    let others = Ask {
        rule: [Rule::Yarn, Rule::Linear][choose(2)],
        engine: [None, Some(Engine::LlamaCpp)][choose(2)],
        to: [Framework::Gguf, Framework::Megatron][choose(2)],
        ..Ask::default()
    };
    Ask {
        view,
        target,
        ..others
    }
}

fn check_report(blocks: &[Block]) {
    for block in blocks {
        let report = text::text(std::slice::from_ref(block));
        let is_odd = |letter: char| letter.is_control() && letter != '\n' && letter != '\t';
        assert!(!report.contains(is_odd), "{report:?}");
        // Other blocks quote the file, in which a number may be anything.
        let Block::Table(table) = block else { continue };
        let cells = table.rows.iter().flatten().map(|cell| cell.text.as_str());
        let odd = cells
            .filter(|text| ["NaN", "inf", "-inf"].contains(text))
            .count();
        assert_eq!(odd, 0, "{report}");
    }
}
