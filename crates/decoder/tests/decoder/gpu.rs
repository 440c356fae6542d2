//! The decoder on the GPU against that on the CPU, on any available adapter, even a software one.

use std::sync::{Arc, LazyLock};

use phasor_bulk::gpu::{Gpu, GpuError};
use phasor_decoder::gpu::{GpuDecoder, GpuMatrix};
use phasor_decoder::product::{Dense, Scratch, multiply};
use phasor_decoder::{Change, Decoder, Gap, Session, Still, WeightFormat, WeightMatrix};
use phasor_encoding::Gaussian;
use pollster::block_on;

use crate::smollm2;
use crate::support::{best, of_gguf, of_safetensors};

/// All models of the folder.
const MODELS: [&str; 7] = [
    "llama",
    "llama3-rule",
    "mistral-window",
    "qwen2-biases",
    "qwen3-norms",
    "smollm3-without-rotation",
    "yarn",
];

/// A GPU with the limits that the specification guarantees.
static GPU: LazyLock<Gpu> = LazyLock::new(|| {
    block_on(Gpu::open_with_least_limits())
        .expect("the tests need a Vulkan driver; a software one does")
});

/// Returns a text of a small model.
fn text(n_tokens: u32) -> Vec<u32> {
    (0..n_tokens).map(|place| (place * 37 + 7) % 288).collect()
}

/// Returns the largest magnitude, infinity if a number is NaN.
fn largest(numbers: impl Iterator<Item = f32>) -> f32 {
    numbers.fold(0.0, |largest, number| match number.is_nan() {
        true => f32::INFINITY,
        false => number.abs().max(largest),
    })
}

/// Returns the largest difference, as a share of the largest number.
fn difference(got: &[f32], expected: &[f32]) -> f32 {
    assert_eq!(got.len(), expected.len());
    let pairs = got.iter().zip(expected);
    largest(pairs.map(|(got, expected)| got - expected)) / largest(expected.iter().copied())
}

/// Reads a text on the CPU and on the GPU, each in its own session.
fn both(
    decoder: &Decoder,
    gpu_decoder: &GpuDecoder,
    tokens: &[u32],
    change: &Change,
    watched: &[(usize, usize)],
) -> [Session; 2] {
    let [mut on_cpu, mut on_gpu] = [Session::default(), Session::default()];
    on_cpu.begin(decoder, tokens, change, watched).unwrap();
    while on_cpu.advance(decoder) {}
    on_gpu.begin(decoder, tokens, change, watched).unwrap();
    block_on(on_gpu.read_on(gpu_decoder)).unwrap();
    [on_cpu, on_gpu]
}

/// Checks that both have the same hidden states and best next tokens. Returns the difference.
fn check(decoder: &Decoder, [on_cpu, on_gpu]: &[Session; 2]) -> f32 {
    let bests = |session: &Session| -> Vec<u64> {
        let logits = decoder.logits(session.hidden(), &mut Scratch::default());
        logits
            .chunks_exact(decoder.shape().n_tokens)
            .map(best)
            .collect()
    };
    let difference = difference(on_gpu.hidden(), on_cpu.hidden());
    assert!(difference <= 1e-4, "{difference:e}");
    assert_eq!(bests(on_gpu), bests(on_cpu));
    difference
}

#[test]
fn hidden_states_are_those_of_the_cpu() {
    for model in MODELS {
        let decoder = of_safetensors(model).decoder().unwrap();
        let gpu_decoder = block_on(GpuDecoder::new(&GPU, &decoder)).unwrap();
        // More and fewer tokens than memory is there for, and fewer, as many and more than a tile has.
        let counts = [1, 63, 64, 65, 130, 2].into_iter();
        let differences = counts.map(|n_tokens| {
            let sessions = both(
                &decoder,
                &gpu_decoder,
                &text(n_tokens),
                &Change::default(),
                &[],
            );
            check(&decoder, &sessions)
        });
        eprintln!("{model}: {:e}", differences.fold(0.0, f32::max));
    }
}

#[test]
fn changes_of_positions_do_what_they_do_on_the_cpu() {
    for model in MODELS {
        let decoder = of_safetensors(model).decoder().unwrap();
        let gpu_decoder = block_on(GpuDecoder::new(&GPU, &decoder)).unwrap();
        let gap = Some(Gap {
            token: 20,
            n_positions: 900.0,
        });
        let changes = [
            Change {
                still: Still::All,
                ..Change::default()
            },
            Change {
                still: Still::Every(2),
                ..Change::default()
            },
            Change {
                shift: 1e6,
                ..Change::default()
            },
            Change {
                rotating_pairs: Some(1..3),
                ..Change::default()
            },
            Change {
                gap,
                ..Change::default()
            },
        ];
        for change in changes {
            check(
                &decoder,
                &both(&decoder, &gpu_decoder, &text(70), &change, &[]),
            );
        }
    }
}

#[test]
fn pairs_of_gguf_files_rotate_too() {
    for model in ["llama", "qwen2-biases"] {
        let decoder = of_gguf(model).decoder().unwrap();
        let gpu_decoder = block_on(GpuDecoder::new(&GPU, &decoder)).unwrap();
        let sessions = both(&decoder, &gpu_decoder, &text(40), &Change::default(), &[]);
        check(&decoder, &sessions);
    }
}

#[test]
fn attention_weights_that_do_not_fit_are_computed_in_parts() {
    // Room for the weights of 31 queries of a text of 130 tokens.
    let gpu = block_on(Gpu::open_with_buffers_of(1 << 16)).unwrap();
    for model in ["llama", "mistral-window"] {
        let decoder = of_safetensors(model).decoder().unwrap();
        let gpu_decoder = block_on(GpuDecoder::new(&gpu, &decoder)).unwrap();
        let watched = [(1, 3), (0, 0)];
        let sessions = both(
            &decoder,
            &gpu_decoder,
            &text(130),
            &Change::default(),
            &watched,
        );
        check(&decoder, &sessions);
        check_watched(&sessions);
    }
}

/// Checks that both have the same sums of attention weights. Returns the largest difference.
fn check_watched([on_cpu, on_gpu]: &[Session; 2]) -> f64 {
    assert_eq!(on_gpu.watched().len(), on_cpu.watched().len());
    let mut largest: f64 = 0.0;
    for (got, expected) in on_gpu.watched().iter().zip(on_cpu.watched()) {
        let of = |head: &phasor_decoder::Watched| (head.layer, head.head, head.from);
        assert_eq!(of(got), of(expected));
        assert_eq!(got.by_distance.len(), expected.by_distance.len());
        let sums = got.by_distance.iter().zip(&expected.by_distance);
        let pairs = sums.chain([(&got.on_first, &expected.on_first)]);
        for (got, expected) in pairs {
            assert!((got - expected).abs() <= 1e-4, "{got} {expected}");
            largest = largest.max((got - expected).abs());
        }
    }
    largest
}

#[test]
fn watched_heads_attend_to_what_they_attend_to_on_the_cpu() {
    for model in ["mistral-window", "qwen3-norms"] {
        let decoder = of_safetensors(model).decoder().unwrap();
        let gpu_decoder = block_on(GpuDecoder::new(&GPU, &decoder)).unwrap();
        // The last two are in no layer and no head.
        let watched = [(1, 3), (0, 0), (0, 2), (9, 0), (0, 9)];
        for n_tokens in [1, 2, 65, 130] {
            let tokens = text(n_tokens);
            let sessions = both(
                &decoder,
                &gpu_decoder,
                &tokens,
                &Change::default(),
                &watched,
            );
            let difference = check_watched(&sessions);
            eprintln!("{model}, {n_tokens} tokens: {difference:e}");
        }
    }
}

#[test]
fn expectations_are_those_of_the_cpu() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let gpu_decoder = block_on(GpuDecoder::new(&GPU, &decoder)).unwrap();
    let [on_cpu, on_gpu] = both(&decoder, &gpu_decoder, &text(75), &Change::default(), &[]);
    for first in [1, 5, 74, 75] {
        let expected = decoder.expectations(&on_cpu, first);
        let got = block_on(gpu_decoder.expectations(&on_gpu, first)).unwrap();
        assert_eq!(got.len(), 75 - first);
        for (got, expected) in got.iter().zip(&expected) {
            let difference = (got.log_probability - expected.log_probability).abs();
            assert!(difference <= 1e-3, "{difference:e}");
            assert_eq!(got.is_first, expected.is_first);
        }
    }
}

/// Returns a matrix of this format with any quantized numbers. Scales are between 2^-6 and 2^-5, and those of every seventh
/// block below the normal numbers of `f16`.
fn matrix(format: WeightFormat, [n_rows, n_columns]: [usize; 2]) -> WeightMatrix {
    use WeightFormat as F;
    let n_blocks = n_rows * n_columns / format.block_len();
    let mut random = Gaussian::new(5);
    let mut byte = || (random.next().unwrap() * 1e6) as i64 as u8;
    let bytes = (0..n_blocks * format.block_bytes()).map(|_| byte());
    let mut bytes: Vec<u8> = bytes.collect();
    // The upper byte of every number that is not quantized.
    let (places, exponent, least): (&[usize], u8, u8) = match format {
        F::F32 | F::Bf16 => (&[format.block_bytes() - 1], 0x3c, 0x3c),
        F::Q6K => (&[209], 0x24, 0),
        F::F16 | F::Q4_0 | F::Q5_0 | F::Q8_0 => (&[1], 0x24, 0),
        F::Q4_1 | F::Q5_1 | F::Q4K | F::Q5K => (&[1, 3], 0x24, 0),
    };
    let blocks = bytes.chunks_exact_mut(format.block_bytes());
    for (number, block) in blocks.enumerate() {
        let exponent = if number % 7 == 0 { least } else { exponent };
        for place in places {
            block[*place] = exponent | (block[*place] & 0x83);
            // A scale of 0 would leave nothing to compare.
            block[*place - 1] |= 1;
        }
    }
    let shape = [n_rows, n_columns];
    WeightMatrix::new(&Arc::new(bytes), 0, format, shape).unwrap()
}

#[test]
fn products_of_every_format_are_those_of_the_cpu() {
    for format in WeightFormat::ALL {
        // Odd numbers of outputs, and of bytes.
        let n_inputs = 512;
        let matrix = matrix(format, [71, n_inputs]);
        let gpu_matrix = block_on(GpuMatrix::new(&GPU, &matrix)).unwrap();
        assert_eq!(gpu_matrix.shape(), [71, n_inputs]);
        let inputs: Vec<f32> = Gaussian::new(3)
            .take(67 * n_inputs)
            .map(|x| x as f32)
            .collect();
        let mut expected = vec![0.0; 67 * 71];
        multiply(
            Dense::new(&inputs, n_inputs),
            &matrix,
            &mut expected,
            &mut Scratch::default(),
        );
        let got = block_on(gpu_matrix.multiply(&inputs)).unwrap();
        let difference = difference(&got, &expected);
        eprintln!("{format:?}: {difference:e}");
        assert!(difference <= 1e-5, "{format:?}: {difference:e}");
        // One by one, every weight is the same, up to a rounding of the largest one among its neighbours.
        let mut single = vec![0.0; n_inputs * n_inputs];
        let ones = single.iter_mut().step_by(n_inputs + 1);
        ones.for_each(|x| *x = 1.0);
        let got = block_on(gpu_matrix.multiply(&single)).unwrap();
        for (group, expected) in matrix.to_vec().chunks_exact(32).enumerate() {
            let (row, first) = (group * 32 / n_inputs, group * 32 % n_inputs);
            let got: Vec<f32> = (first..first + 32)
                .map(|column| got[column * 71 + row])
                .collect();
            let difference = self::difference(&got, expected);
            assert!(difference <= 1e-6, "{format:?} {group}: {difference:e}");
        }
    }
}

#[test]
fn a_session_may_change_between_cpu_and_gpu() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let gpu_decoder = block_on(GpuDecoder::new(&GPU, &decoder)).unwrap();
    let tokens = text(70);
    let change = Change::default();
    let mut expected = Session::default();
    let mut session = Session::default();
    for (n_tokens, n_layers_on_cpu, is_on_gpu) in [
        (40, 9, false),
        (60, 0, true),
        (70, 1, true),
        (66, 9, false),
        (70, 1, true),
        (50, 0, true),
    ] {
        let tokens = &tokens[..n_tokens];
        expected.begin(&decoder, tokens, &change, &[]).unwrap();
        while expected.advance(&decoder) {}
        session.begin(&decoder, tokens, &change, &[]).unwrap();
        let is_read = (0..n_layers_on_cpu).any(|_| !session.advance(&decoder));
        assert_eq!(is_read, !is_on_gpu);
        block_on(session.read_on(&gpu_decoder)).unwrap();
        assert!(difference(session.hidden(), expected.hidden()) <= 1e-4);
        assert!(!session.advance(&decoder));
    }
}

#[test]
fn after_an_error_the_cpu_reads_on() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    let gpu = block_on(Gpu::open()).unwrap();
    let gpu_decoder = block_on(GpuDecoder::new(&gpu, &decoder)).unwrap();
    let tokens = text(30);
    let [expected, mut session] = both(&decoder, &gpu_decoder, &tokens, &Change::default(), &[]);
    gpu.close();
    session
        .begin(&decoder, &tokens, &Change::default(), &[])
        .unwrap();
    let error = block_on(session.read_on(&gpu_decoder)).unwrap_err();
    assert!(matches!(error, GpuError::Lost(_)), "{error}");
    while session.advance(&decoder) {}
    assert_eq!(session.hidden(), expected.hidden());
    let logits = block_on(gpu_decoder.logits(session.hidden()));
    assert!(matches!(logits, Err(GpuError::Lost(_))));
    assert!(block_on(GpuDecoder::new(&gpu, &decoder)).is_err());
}

#[test]
fn what_does_not_fit_is_an_error() {
    let decoder = of_safetensors("llama").decoder().unwrap();
    // The output has 18,432 bytes.
    let gpu = block_on(Gpu::open_with_buffers_of(1 << 14)).unwrap();
    let error = block_on(GpuDecoder::new(&gpu, &decoder)).err().unwrap();
    let large = GpuError::Large {
        n_bytes: 18_432,
        most_bytes: 16_384,
    };
    assert_eq!(error, large);
    assert!(error.to_string().contains("16384 bytes"), "{error}");
    // Hidden states of 300 tokens fit, gates do not.
    let gpu = block_on(Gpu::open_with_buffers_of(1 << 16)).unwrap();
    let gpu_decoder = block_on(GpuDecoder::new(&gpu, &decoder)).unwrap();
    let mut session = Session::default();
    session
        .begin(&decoder, &text(300), &Change::default(), &[])
        .unwrap();
    let error = block_on(session.read_on(&gpu_decoder)).unwrap_err();
    assert!(matches!(error, GpuError::Large { .. }), "{error}");
    let odd = matrix(WeightFormat::F32, [3, 6]);
    let error = block_on(GpuMatrix::new(&GPU, &odd)).unwrap_err();
    assert_eq!(error, GpuError::Components(6));
}

#[test]
fn smollm2_has_the_next_tokens_of_the_cpu() {
    let Some(checkpoint) = smollm2::checkpoint() else {
        return;
    };
    let decoder = checkpoint.decoder().unwrap();
    let gpu_decoder = block_on(GpuDecoder::new(&GPU, &decoder)).unwrap();
    let tokens = checkpoint
        .tokenizer()
        .encode("The capital of France is Paris, and that of Italy is");
    let sessions = both(
        &decoder,
        &gpu_decoder,
        &tokens,
        &Change::default(),
        &[(3, 2)],
    );
    let difference = check(&decoder, &sessions);
    eprintln!(
        "hidden states: {difference:e}, watched: {:e}",
        check_watched(&sessions)
    );
}
