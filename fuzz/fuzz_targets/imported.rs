//! What an importer may return.

use phasor_model_files::import::import;
use phasor_model_files::{Unreadable, excerpt, mended, read};

use crate::sentences::check_sentence;

/// Checks what is made from `bytes`, and what the room then does with it.
pub(crate) fn check(bytes: &[u8], onto: Option<&str>) {
    let imported = match import(bytes, onto) {
        Ok(imported) => imported,
        Err(unreadable) => return check_sentence(&unreadable.to_string()),
    };
    imported.notes.iter().for_each(|note| check_sentence(note));
    check_readable(&imported.text);
    // The keys for an address, and the text with every fault mended.
    for made in [excerpt(&imported.text), mended(&imported.text)] {
        match made {
            Ok(made) => check_readable(&made),
            Err(Unreadable::TooLong) => {}
            Err(unreadable) => panic!("{unreadable}: {}", imported.text),
        }
    }
}

fn check_readable(text: &str) {
    match read(text) {
        // Written with indents, a text may take more bytes.
        Ok(_) | Err(Unreadable::TooLong) => {}
        Err(unreadable) => panic!("{unreadable}: {text}"),
    }
}
