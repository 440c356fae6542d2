//! The letter by which a vocabulary writes a byte.
//!
//! Source: `bytes_to_unicode` in the code of GPT-2. Bytes that print stand for themselves; the others get the letters from
//! U+0100 on.

fn prints(byte: u8) -> bool {
    matches!(byte, b'!'..=b'~' | 0xa1..=0xac | 0xae..=0xff)
}

/// The first letter of the bytes that do not print.
const FIRST: u32 = 0x100;

/// Returns the letter of a byte.
pub(super) fn letter(byte: u8) -> char {
    if prints(byte) {
        return char::from(byte);
    }
    let before = (0..byte).filter(|other| !prints(*other)).count() as u32;
    char::from_u32(FIRST + before).expect("there are 68 such bytes, and as many letters")
}

/// Returns the bytes of a token. A letter that stands for no byte keeps its own bytes.
pub(super) fn bytes(token: &str) -> Box<[u8]> {
    let mut bytes = Vec::with_capacity(token.len());
    for letter in token.chars() {
        match byte(letter) {
            Some(byte) => bytes.push(byte),
            None => bytes.extend(letter.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    bytes.into()
}

fn byte(letter: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(letter) {
        return prints(byte).then_some(byte);
    }
    let place = u32::from(letter).checked_sub(FIRST)?;
    let mut silent = (0..=u8::MAX).filter(|byte| !prints(*byte));
    silent.nth(place as usize)
}
