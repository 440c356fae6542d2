//! One run: all sizes from small to the chosen one, on every chosen path.

use std::rc::Rc;

use js_sys::Float64Array;
use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::spawn_local;

use super::worker::{Kernels, object};
use phasor_figures::rotary::bulk_rope::{
    self, BulkKey, BulkPath, BulkRope, BulkSpec, Means, Sample,
};
use phasor_text::number::{Grouped, Short};

/// Whether a run is in progress, and how far it is.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum State {
    Idle,
    Running {
        done: usize,
        total: usize,
        what: String,
    },
}

/// The number of rounds that count; the figure shows the fastest of them.
const ROUNDS: usize = 7;
const GIB: f64 = 1_073_741_824.0;
/// The least size of vectors that we measure, bytes.
const LEAST_BYTES: f64 = 262_144.0;

/// The run of the figure.
#[derive(Clone, Copy)]
pub(super) struct Run {
    pub(super) state: RwSignal<State>,
    pub(super) measured: RwSignal<BulkRope>,
    /// What went wrong, in sentences.
    pub(super) trouble: RwSignal<String>,
    kernels: StoredValue<Option<Rc<Kernels>>, LocalStorage>,
    /// Counts the presses of Run and Cancel, so that a run can notice that it is over.
    press: StoredValue<u32>,
}

impl Run {
    /// Creates a run without measurements. A change of `spec` discards them again.
    pub(super) fn new(spec: RwSignal<BulkSpec>) -> Self {
        let run = Self {
            state: RwSignal::new(State::Idle),
            measured: RwSignal::new(spec.with_untracked(nothing_yet)),
            trouble: RwSignal::new(String::new()),
            kernels: StoredValue::new_local(None),
            press: StoredValue::new(0),
        };
        let mut before = spec.get_untracked();
        crate::ui::erased::watch(move || {
            let now = spec.get();
            if now != before {
                // The old numbers belong to another shape.
                run.cancel();
                run.measured.set(nothing_yet(&now));
                before = now;
            }
        });
        run
    }

    /// Ends the run and keeps what it has measured.
    pub(super) fn cancel(self) {
        self.press.update_value(|press| *press += 1);
        // The run itself also holds its worker, so dropping it here is not enough.
        if let Some(kernels) = self.kernels.try_update_value(Option::take).flatten() {
            kernels.end();
        }
        self.state.set(State::Idle);
    }

    /// Measures `spec`.
    pub(super) fn start(self, spec: BulkSpec) {
        self.cancel();
        self.trouble.set(String::new());
        self.measured.set(nothing_yet(&spec));
        if let Some(sentence) = too_large(&spec) {
            self.trouble.set(sentence);
            return;
        }
        let press = self.press.get_value();
        let all = match spec.path() {
            BulkPath::Auto => vec![Means::Simd, Means::WebGpu],
            BulkPath::Scalar => vec![Means::Scalar],
            BulkPath::Simd => vec![Means::Simd],
            BulkPath::WebGpu => vec![Means::WebGpu],
        };
        let sizes = sizes(&spec);
        let mut progress = Progress {
            run: self,
            press,
            done: 0,
            total: all.len() * sizes.len() * (ROUNDS + 2),
            what: "making vectors".to_owned(),
        };
        progress.report();
        spawn_local(async move {
            for (idx, means) in all.iter().enumerate() {
                let result = self.measure(&spec, *means, &sizes, &mut progress).await;
                if !progress.is_on() {
                    return;
                }
                if let Err(sentence) = result {
                    self.trouble.update(|text| {
                        *text = format!("{text} {sentence}").trim_start().to_owned();
                    });
                }
                progress.done = (idx + 1) * progress.total / all.len();
            }
            self.cancel();
        });
    }

    /// Measures one path at every size.
    async fn measure(
        self,
        spec: &BulkSpec,
        means: Means,
        sizes: &[f64],
        progress: &mut Progress,
    ) -> Result<(), String> {
        for n_positions in sizes {
            // Each size gets a new worker, because the freed memory of an old one is fragmented.
            let (kernels, means) = self.kernels_for(means, spec.path()).await?;
            let positions = Grouped(*n_positions as u64);
            progress.what = format!("{}, {positions} positions", means.label());
            progress.step();
            let plan = plan(spec, means, *n_positions);
            let bytes = kernels.number("prepare", &plan).await?;
            let [copy_seconds, seconds] = rounds(&kernels, progress).await?;
            let error = kernels.number("check", &JsValue::UNDEFINED).await?;
            progress.step();
            let sample = sample(spec, *n_positions, &kernels).await?;
            if !progress.is_on() {
                return Ok(());
            }
            self.measured.update(|measured| {
                measured.sample = Some(sample);
                measured.runs.push(bulk_rope::Run {
                    means,
                    n_positions: *n_positions,
                    bytes,
                    copy_seconds,
                    seconds,
                    error,
                });
            });
        }
        Ok(())
    }

    /// Returns a new worker and the path that it really takes: scalar if WebAssembly has no SIMD.
    async fn kernels_for(
        self,
        means: Means,
        path: BulkPath,
    ) -> Result<(Rc<Kernels>, Means), String> {
        let build = match means {
            Means::Scalar => "scalar",
            Means::Simd | Means::WebGpu => "best",
        };
        let kernels = Rc::new(Kernels::start(build)?);
        self.kernels.set_value(Some(Rc::clone(&kernels)));
        let build = kernels.ask("build", &JsValue::UNDEFINED).await?;
        let has_vectors = build.as_string().as_deref() == Some("simd");
        match (means, path) {
            (Means::Simd, BulkPath::Simd) if !has_vectors => {
                Err("This browser’s WebAssembly has no SIMD; choose scalar.".to_owned())
            }
            (Means::Simd, _) if !has_vectors => Ok((kernels, Means::Scalar)),
            (means, _) => Ok((kernels, means)),
        }
    }
}

/// Returns the shortest copy and the shortest rotation of some rounds, seconds.
async fn rounds(kernels: &Kernels, progress: &mut Progress) -> Result<[f64; 2], String> {
    // A few rounds are too short to be timed, and these do not count.
    const MOST: usize = ROUNDS + 8;
    let (mut least, mut counted) = ([f64::INFINITY; 2], [0; 2]);
    for _ in 0..MOST {
        let answer = kernels.ask("round", &JsValue::UNDEFINED).await?;
        let seconds = answer.unchecked_into::<Float64Array>().to_vec();
        for ((least, counted), seconds) in least.iter_mut().zip(&mut counted).zip(seconds) {
            if !seconds.is_nan() {
                *least = least.min(seconds);
                *counted += 1;
            }
        }
        progress.step();
        if counted.iter().all(|counted| *counted >= ROUNDS) {
            break;
        }
    }
    Ok(least)
}

/// The progress of a run.
struct Progress {
    run: Run,
    press: u32,
    done: usize,
    total: usize,
    what: String,
}

impl Progress {
    fn step(&mut self) {
        self.done = (self.done + 1).min(self.total);
        self.report();
    }

    fn report(&self) {
        if self.is_on() {
            self.run.state.set(State::Running {
                done: self.done,
                total: self.total,
                what: self.what.clone(),
            });
        }
    }

    /// Whether the reader still waits for this run.
    fn is_on(&self) -> bool {
        self.run.press.get_value() == self.press
    }
}

/// Returns why `spec` cannot be measured, if it is too large.
fn too_large(spec: &BulkSpec) -> Option<String> {
    // Part of the 4 GiB that WebAssembly can address.
    const MOST_BYTES: f64 = 3.75 * GIB;
    // Each position needs its vectors, a copy of them, and a cosine and a sine for every pair.
    let angles = 4.0 * number(spec, BulkKey::RotaryDim);
    let most = (MOST_BYTES / (2.0 * spec.bytes(1.0) + angles)).floor();
    let n_positions = spec.n_positions();
    (n_positions > most).then(|| {
        format!(
            "These queries need {} GiB, but the memory of a page holds at most {} positions of this \
             shape and a copy of them.",
            Short((spec.bytes(n_positions) / GIB * 100.0).round() / 100.0),
            Grouped(most as u64),
        )
    })
}

/// Returns a figure without measurements, but with the sizes that a run will measure.
fn nothing_yet(spec: &BulkSpec) -> BulkRope {
    let sizes = sizes(spec).into_iter();
    BulkRope {
        planned: sizes.map(|n_positions| spec.bytes(n_positions)).collect(),
        ..BulkRope::default()
    }
}

/// Returns the numbers of positions to measure, up to the chosen one, each about four times the one before.
fn sizes(spec: &BulkSpec) -> Vec<f64> {
    let mut n_positions = spec.n_positions();
    let mut sizes = vec![n_positions];
    loop {
        n_positions = (n_positions / 4.0).floor();
        if n_positions < 1.0 || spec.bytes(n_positions) < LEAST_BYTES {
            sizes.reverse();
            return sizes;
        }
        sizes.push(n_positions);
    }
}

fn number(spec: &BulkSpec, key: BulkKey) -> f64 {
    let number = spec.number(key);
    number.expect("sizes, base and position are numbers")
}

fn plan(spec: &BulkSpec, means: Means, n_positions: f64) -> JsValue {
    let path = match means {
        Means::Scalar => "scalar",
        Means::Simd => "simd",
        Means::WebGpu => "webgpu",
    };
    let number = |key| JsValue::from(number(spec, key));
    object(&[
        ("n_heads", number(BulkKey::NHeads)),
        ("n_positions", n_positions.into()),
        ("head_dim", number(BulkKey::HeadDim)),
        ("rotary_dim", number(BulkKey::RotaryDim)),
        ("base", number(BulkKey::Base)),
        ("position", number(BulkKey::Position)),
        ("pairing", spec.text(BulkKey::Pairing).into()),
        ("layout", spec.text(BulkKey::Layout).into()),
        ("path", path.into()),
    ])
    .into()
}

/// Returns the last vector of the first head.
async fn sample(spec: &BulkSpec, n_positions: f64, kernels: &Kernels) -> Result<Sample, String> {
    let last = n_positions - 1.0;
    let both = kernels.ask("sample", &last.into()).await?;
    let both = both.unchecked_into::<Float64Array>().to_vec();
    let (before, after) = both.split_at(both.len() / 2);
    Ok(Sample {
        position: number(spec, BulkKey::Position) + last,
        n_pairs: (number(spec, BulkKey::RotaryDim) / 2.0) as usize,
        pairing: spec.pairing(),
        before: before.to_vec(),
        after: after.to_vec(),
    })
}
