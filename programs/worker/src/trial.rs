//! Measures one rotation on one path, and a copy of as many bytes on the same path.

use wasm_bindgen::prelude::*;

use super::plan::{Path, Plan};
use phasor_bulk::gpu::{Copy, Gpu, GpuError, Rotation};
use phasor_bulk::{Trial, scalar, simd};

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began. Browsers round them to tenths or coarser.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;
}

/// The least time that is measured in one piece, in milliseconds, so that a tenth does not matter.
const TIMED_MILLIS: f64 = 12.0;

/// The bytes that each way to copy moves when we compare the ways, and the number of comparisons.
const COMPARED_BYTES: usize = 16 << 20;
const TRIALS: usize = 4;

pub(super) struct Bench {
    trial: Trial,
    path: OnPath,
    /// How often a copy and a rotation are repeated for one measurement.
    repeats: [usize; 2],
}

enum OnPath {
    Scalar,
    Simd,
    WebGpu(Box<OnGpu>),
}

struct OnGpu {
    gpu: Gpu,
    rotation: Rotation<f32>,
    copy: Copy,
    /// The fastest way to copy.
    way: usize,
}

impl Bench {
    pub(super) async fn new(plan: &Plan) -> Result<Self, JsError> {
        let (rope, layout) = (plan.to_rope()?, plan.to_layout()?);
        let mut trial = Trial::new(rope, layout, plan.first())?;
        let path = match plan.to_path()? {
            Path::Scalar => OnPath::Scalar,
            Path::Simd => OnPath::Simd,
            Path::WebGpu => OnPath::WebGpu(Box::new(OnGpu::new(&mut trial).await?)),
        };
        Ok(Self {
            trial,
            path,
            repeats: [1, 1],
        })
    }

    pub(super) fn bytes(&self) -> f64 {
        self.trial.bytes() as f64
    }

    /// Returns the seconds for one copy and one rotation, NaN if they were too short to measure.
    pub(super) async fn round(&mut self) -> Result<[f64; 2], JsError> {
        let [copies, rotations] = self.repeats;
        let start = now();
        self.copy(copies).await?;
        let middle = now();
        self.rotate(rotations).await?;
        let millis = [middle - start, now() - middle];
        let mut seconds = [0.0; 2];
        let each = seconds.iter_mut().zip(&mut self.repeats).zip(millis);
        for ((seconds, repeats), millis) in each {
            *seconds = millis / 1e3 / *repeats as f64;
            if millis < TIMED_MILLIS {
                // This round was too short for the clock; the next one repeats often enough.
                let wanted = TIMED_MILLIS / millis.max(0.01) * 1.5;
                *repeats = (*repeats as f64 * wanted).ceil() as usize;
                *seconds = f64::NAN;
            }
        }
        Ok(seconds)
    }

    /// Rotates the initial vectors once and returns the largest error.
    pub(super) async fn check(&mut self) -> Result<f64, JsError> {
        self.trial.reset();
        if let OnPath::WebGpu(on_gpu) = &self.path {
            let rotation = &on_gpu.rotation;
            let (_, _, vectors) = self.trial.parts();
            rotation.write(vectors)?;
            rotation.run(1).await?;
            vectors.fill(f32::NAN);
            rotation.read(vectors).await?;
        } else {
            self.rotate(1).await?;
        }
        Ok(self.trial.largest_error())
    }

    /// Returns a vector before the first rotation and now, or nothing if there is no such position.
    pub(super) fn sample(&self, place: usize) -> Vec<f64> {
        let both = [self.trial.before(place), self.trial.after(place)];
        both.into_iter().flatten().flatten().collect()
    }

    async fn copy(&mut self, times: usize) -> Result<(), GpuError> {
        if let OnPath::WebGpu(on_gpu) = &self.path {
            return on_gpu.copy.run(on_gpu.way, times).await;
        }
        for _ in 0..times {
            self.trial.copy();
        }
        Ok(())
    }

    async fn rotate(&mut self, times: usize) -> Result<(), JsError> {
        let kernel = match &self.path {
            OnPath::Scalar => scalar::rotate,
            OnPath::Simd => simd::rotate,
            OnPath::WebGpu(on_gpu) => return Ok(on_gpu.rotation.run(times).await?),
        };
        let (layout, angles, vectors) = self.trial.parts();
        (0..times).try_for_each(|_| kernel(angles, layout, vectors))?;
        Ok(())
    }
}

impl OnGpu {
    /// Puts the vectors of `trial` on the GPU, and finds the fastest way to copy as many bytes there.
    async fn new(trial: &mut Trial) -> Result<Self, GpuError> {
        let gpu = Gpu::open().await?;
        let bytes = trial.bytes();
        let (layout, angles, vectors) = trial.parts();
        let rotation = Rotation::new(&gpu, angles, layout).await?;
        rotation.write(vectors)?;
        let copy = Copy::new(&gpu, bytes).await?;
        let mut best = (f64::INFINITY, 0);
        for (trial, way) in
            (0..TRIALS).flat_map(|trial| (0..Copy::WAYS.len()).map(move |way| (trial, way)))
        {
            let start = now();
            copy.run(way, 1.max(COMPARED_BYTES / bytes)).await?;
            let millis = now() - start;
            // The first trial only warms up.
            if trial > 0 && millis < best.0 {
                best = (millis, way);
            }
        }
        Ok(Self {
            gpu,
            rotation,
            copy,
            way: best.1,
        })
    }
}

impl Drop for OnGpu {
    fn drop(&mut self) {
        self.gpu.close();
    }
}
