//! Which path to take on this device.

use crate::bulk::{Path, Speed};
use crate::figure::bulk_rope::{BulkRope, Means};
use crate::figure::number::Short;

/// Where the GPU begins to pay, once both it and the processor were measured.
pub(super) fn verdict(measured: &BulkRope) -> String {
    let speed = |is_of: &dyn Fn(Means) -> bool| {
        let runs = measured.runs.iter().filter(|run| is_of(run.means));
        let points: Vec<(f64, f64)> = runs.map(|run| (run.bytes, run.seconds)).collect();
        Speed::fitted(&points)
    };
    let gpu = speed(&|means| means == Means::WebGpu);
    let cpu = speed(&|means| means != Means::WebGpu);
    let (Some(cpu), Some(gpu)) = (cpu, gpu) else {
        return String::new();
    };
    match Path::gpu_threshold(&cpu, &gpu) {
        Some(bytes) => {
            let mib = (bytes / 1_048_576.0 * 100.0).ceil() / 100.0;
            format!(
                "Vectors that are in the GPU's memory anyway are better turned there from {} MiB on.",
                Short(mib)
            )
        }
        None => "On this device the processor is faster at any size.".to_owned(),
    }
}
