//! Measures what `crates/decoder/benches/decoder.rs` measures, with the same arguments. With `CANDLE_DEQUANTIZE_ALL=1`, candle
//! computes with the weights in `f32`.

use std::fs::File;
use std::time::Instant;

use candle_core::quantized::gguf_file::Content;
use candle_core::{Device, Tensor};
use candle_transformers::models::quantized_llama::ModelWeights;

type Fault = Box<dyn std::error::Error>;

const FIRST: u32 = 1000;
const STEP: u32 = 7919;
const BEFORE: usize = 64;
const VOCABULARY: u32 = 49_152;

fn main() -> Result<(), Fault> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, task, n_tokens, warm_up, timed] = arguments.as_slice() else {
        return Err("The arguments are the model, the task and three numbers.".into());
    };
    let mut file = File::open(path)?;
    let content = Content::read(&mut file)?;
    let mut model = ModelWeights::from_gguf(content, &mut file, &Device::Cpu)?;
    let (n_tokens, warm_up): (usize, usize) = (n_tokens.parse()?, warm_up.parse()?);
    let text = (0u32..).map(|place| FIRST.wrapping_add(place.wrapping_mul(STEP)) % VOCABULARY);
    let text: Vec<u32> = text.take(BEFORE + n_tokens).collect();
    let (mut millis, mut best) = (Vec::new(), 0);
    for run in 0..warm_up + timed.parse::<usize>()? {
        // A text that begins at position 0 replaces what the model has read.
        if task == "add" {
            best = last(&mut model, &text[..BEFORE], 0)?;
        }
        let start = Instant::now();
        if task == "add" {
            for place in BEFORE..text.len() {
                best = last(&mut model, &text[place..=place], place)?;
            }
        } else {
            best = last(&mut model, &text[..n_tokens], 0)?;
        }
        if run >= warm_up {
            millis.push(1e3 * start.elapsed().as_secs_f64());
        }
    }
    println!(r#"{{"millis":{millis:?},"best":{best}}}"#);
    Ok(())
}

fn last(model: &mut ModelWeights, tokens: &[u32], position: usize) -> Result<u32, Fault> {
    let input = Tensor::new(tokens, &Device::Cpu)?.unsqueeze(0)?;
    let logits = model.forward(&input, position)?.squeeze(0)?;
    Ok(logits.argmax(0)?.to_scalar()?)
}
