//! Finds the best path on this device.

use phasor_bulk::{Path, Speed};
use phasor_figures::rotary::bulk_rope::{BulkRope, Means};
use phasor_text::number::Short;

/// Returns which path is faster and from what size on the GPU pays, if both paths were measured.
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
    let largest = measured.planned.last();
    let largest = *largest.expect("what was measured was planned");
    let from = Path::gpu_threshold(&cpu, &gpu).map(|bytes| {
        let mib = (bytes / 1_048_576.0 * 100.0).ceil() / 100.0;
        Short(mib)
    });
    match (Path::faster(largest, &cpu, Some(&gpu)), from) {
        (Path::Gpu, Some(from)) => format!(
            "On this device, the GPU is the faster path from about {from} MiB on, if the vectors are \
             already in its memory."
        ),
        (Path::Cpu, Some(from)) => format!(
            "At this size, the processor is the faster path on this device; the GPU is faster from \
             about {from} MiB on."
        ),
        (_, None) => "On this device, the processor is the faster path at every size.".to_owned(),
    }
}
