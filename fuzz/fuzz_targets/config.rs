//! For any bytes, the reader of `config.json` returns a valid value or an error in one sentence,
//! within 64 MiB. `tools/check/fuzz.mjs` builds and runs this.
#![no_main]

mod memory;
mod odd_text;

use libfuzzer_sys::fuzz_target;
use phasor_encoding::Scaled;
use phasor_model_files::{
    Cache, CacheFormat, LayerCache, LayerRope, ModelConfig, PositionEncoding, Reading, Unreadable,
    cache, read,
};

/// Longer than any sequence, and above the largest range of exact integers in `f64`.
const FAR: usize = 1 << 60;

fuzz_target!(|bytes: &[u8]| {
    // No valid text starts with a continuation byte, so such a byte selects the generated texts.
    match bytes.split_first() {
        Some((0x80..=0xbf, rest)) => {
            if let Ok(text) = odd_text::text(rest) {
                check(&text);
            }
        }
        _ => check(&String::from_utf8_lossy(bytes)),
    }
});

fn check(text: &str) {
    match read(text) {
        Ok(reading) => {
            check_findings(&reading);
            check_layers(&reading.model, text.len());
            check_written(&reading.model);
            match cache(text) {
                Ok(cache) => check_cache(&cache),
                Err(reason) => assert!(reason.to_string().ends_with('.'), "{reason}"),
            }
        }
        Err(unreadable) => check_refusal(&unreadable),
    }
}

fn check_refusal(unreadable: &Unreadable) {
    let sentence = unreadable.to_string();
    assert!(
        sentence.ends_with('.') && sentence.len() < 200,
        "{sentence:?}"
    );
}

fn check_findings(reading: &Reading) {
    assert!(reading.findings.len() <= 100);
    for finding in &reading.findings {
        let line = finding.to_string();
        assert!(!finding.key.is_empty() || line.contains(": : "), "{line:?}");
        assert!(finding.sentence.ends_with('.'), "{line:?}");
        assert!(
            line.len() < 1000 && !line.contains(char::is_control),
            "{line:?}"
        );
    }
}

fn check_layers(model: &ModelConfig, length: usize) {
    let PositionEncoding::Rotary(layers) = &model.position else {
        assert_eq!(model.rope(None), None);
        return;
    };
    assert!(layers.len() <= 16);
    assert!(model.rope(None).is_some());
    for layer in layers {
        let named = model.rope(layer.layer_type.as_deref());
        assert!(layer.layer_type.is_none() || named == Some(layer));
        assert!(layer.rotary_dim >= 2 && layer.rotary_dim.is_multiple_of(2));
        assert!(layer.rotary_dim <= layer.head_dim, "{layer:?}");
        // Heads of the largest size take 10 ms each and behave like others, so most are made
        // smaller.
        match length.is_multiple_of(64) {
            true => check_layer(layer),
            false => check_layer(&narrow(layer)),
        }
    }
}

/// Returns the same layer with a head of at most 1,024 components.
fn narrow(layer: &LayerRope) -> LayerRope {
    const WIDEST: usize = 1024;
    let mut layer = layer.clone();
    let has_lists = matches!(layer.scaling, phasor_encoding::Scaling::LongRope(_));
    if layer.head_dim > WIDEST && !has_lists {
        layer.head_dim = WIDEST;
        layer.rotary_dim = layer.rotary_dim.min(WIDEST);
    }
    layer
}

fn check_layer(layer: &LayerRope) {
    let short = layer.scaled(None).expect("in range");
    check_scaled(&short, layer);
    check_scaled(&layer.scaled(Some(FAR)).expect("in range"), layer);
    let rope = layer.rope(Some(1)).expect("in range");
    assert_eq!(rope.head_dim(), layer.head_dim);
    assert_eq!(rope.pairing(), layer.pairing);
    let n_pairs = short.frequencies().n_pairs();
    let sections = layer.sections.as_ref().map(|sections| &sections.sizes);
    match layer.axial(None) {
        Ok(None) => assert!(sections.is_none()),
        Ok(Some(axial)) => {
            assert_eq!(axial.axis_of_pair().len(), n_pairs);
            assert_eq!(sections.map(|sizes| sizes.len()), Some(axial.n_axes()));
        }
        Err(_) => {
            let total = sections.map(|sizes| sizes.iter().sum::<usize>());
            assert!(total.is_some_and(|total| total != n_pairs || total == 0));
        }
    }
}

fn check_scaled(scaled: &Scaled, layer: &LayerRope) {
    let inv_freq = scaled.frequencies().inv_freq();
    assert!(2 * inv_freq.len() <= layer.head_dim);
    assert!(
        inv_freq
            .iter()
            .all(|entry| entry.is_finite() && *entry >= 0.0),
        "{layer:?}"
    );
    let factor = scaled.attention_factor();
    assert!(factor.is_finite() && factor > 0.0, "{layer:?}");
    assert!(scaled.logit_factor().is_finite(), "{layer:?}");
}

/// Checks that the written model reads back as the same value.
fn check_written(model: &ModelConfig) {
    let written = model.to_json();
    match read(&written) {
        Ok(reading) => assert_eq!(&reading.model, model, "{written}"),
        // Written in full, keys and numbers may take more bytes.
        Err(Unreadable::TooLong) => {}
        Err(unreadable) => panic!("{unreadable}: {written}"),
    }
}

/// Checks that a longer text never takes less.
fn check_cache(cache: &Cache) {
    for layer in &cache.layers {
        let LayerCache::Keeps(kept) = layer else {
            continue;
        };
        for format in CacheFormat::ALL {
            let sizes = [0, 1, 4096, FAR].map(|n_tokens| kept.bytes(format, n_tokens));
            let is_size =
                |size: &Option<f64>| size.is_none_or(|size| size.is_finite() && size >= 0.0);
            assert!(sizes.iter().all(is_size) && sizes.is_sorted(), "{kept:?}");
        }
    }
}
