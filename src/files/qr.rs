//! Encodes an address as a QR code.

use qrcodegen::{QrCode, QrCodeEcc};

/// Returns the modules of the QR code of `text`, row by row, 1 for a dark one, or none if the text is too long.
pub(super) fn modules(text: &str) -> Vec<u8> {
    let Ok(code) = QrCode::encode_text(text, QrCodeEcc::Low) else {
        return Vec::new();
    };
    let side = code.size();
    let row = |y| (0..side).map(move |x| (x, y));
    let all = (0..side).flat_map(row);
    all.map(|(x, y)| u8::from(code.get_module(x, y))).collect()
}
