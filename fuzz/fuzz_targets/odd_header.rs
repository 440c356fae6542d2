//! Turns the fuzzer's bytes into headers of GGUF files with real keys and odd values.

use libfuzzer_sys::arbitrary::{Result, Unstructured};
use phasor_model_files::import::GGUF_KEYS;

const ARCHITECTURES: &[&str] = &[
    "llama",
    "qwen2",
    "qwen2vl",
    "qwen3moe",
    "gemma3",
    "deepseek2",
    "gptneox",
    "phi3",
    "glm4",
    "mimo2",
    "gpt-oss",
    "t5",
    "clip",
    "mamba",
    "nowhere",
    "",
];

/// A key that is not read.
const UNREAD: &str = "tokens";

const TENSORS: &[&str] = &[
    "rope_freqs.weight",
    "rope_factors_long.weight",
    "rope_factors_short.weight",
    "output.weight",
];

const WORDS: &[&str] = &[
    "none", "linear", "yarn", "longrope", "dynamic", "", "é", "\u{7}",
];

const TEXT: u32 = 8;
const LIST: u32 = 9;

/// Returns the header that `bytes` describe. When they run out, the first entry of each list is
/// chosen.
pub(crate) fn header(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Unstructured::new(bytes);
    let architecture = *bytes.choose(ARCHITECTURES)?;
    let (n_keys, n_tensors) = (bytes.int_in_range(0..=16)?, bytes.int_in_range(0..=3)?);
    let mut header = b"GGUF".to_vec();
    header.extend(bytes.int_in_range(2_u32..=3)?.to_le_bytes());
    header.extend(u64::to_le_bytes(n_tensors));
    header.extend(u64::to_le_bytes(n_keys + 1));
    text(&mut header, "general.architecture");
    header.extend(TEXT.to_le_bytes());
    text(&mut header, architecture);
    for _ in 0..n_keys {
        let place = bytes.choose_index(GGUF_KEYS.len() + 1)?;
        let key = GGUF_KEYS.get(place).unwrap_or(&UNREAD);
        text(&mut header, &format!("{architecture}.{key}"));
        let kind = bytes.int_in_range(0..=12)?;
        value(&mut header, kind, &mut bytes)?;
    }
    for _ in 0..n_tensors {
        text(&mut header, bytes.choose(TENSORS)?);
        header.extend([
            1, 0, 0, 0, 64, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        ]);
    }
    // One in eight is cut off.
    if bytes.ratio(1, 8)? {
        let length = bytes.int_in_range(0..=header.len())?;
        header.truncate(length.max(8));
    }
    Ok(header)
}

fn text(header: &mut Vec<u8>, text: &str) {
    header.extend((text.len() as u64).to_le_bytes());
    header.extend(text.as_bytes());
}

fn value(header: &mut Vec<u8>, kind: u32, bytes: &mut Unstructured<'_>) -> Result<()> {
    header.extend(kind.to_le_bytes());
    match kind {
        TEXT => text(header, bytes.choose(WORDS)?),
        LIST => {
            let item = *bytes.choose(&[4, 5, 6, 7, TEXT])?;
            let length = bytes.int_in_range(0..=8)?;
            header.extend(item.to_le_bytes());
            header.extend(u64::to_le_bytes(length));
            for _ in 0..length {
                item_of(header, item, bytes)?;
            }
        }
        _ => item_of(header, kind, bytes)?,
    }
    Ok(())
}

fn item_of(header: &mut Vec<u8>, kind: u32, bytes: &mut Unstructured<'_>) -> Result<()> {
    let number = *bytes.choose(&[
        0.0,
        1.0,
        2.0,
        64.0,
        128.0,
        4096.0,
        32_768.0,
        1e6,
        -1.0,
        0.5,
        f64::NAN,
        f64::INFINITY,
        1e-30,
        4e9,
    ])?;
    let number = if bytes.ratio(1, 3)? {
        f64::from(bytes.arbitrary::<f32>()?)
    } else {
        number
    };
    match kind {
        0 | 1 | 7 => header.push(number as u8),
        2 | 3 => header.extend((number as i16).to_le_bytes()),
        4 | 5 => header.extend((number as i64 as u32).to_le_bytes()),
        6 => header.extend((number as f32).to_le_bytes()),
        TEXT => text(header, bytes.choose(WORDS)?),
        10 | 11 => header.extend((number as i64).to_le_bytes()),
        _ => header.extend(number.to_le_bytes()),
    }
    Ok(())
}
