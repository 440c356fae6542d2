//! The choice between processor and GPU.

/// The device that rotates.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// The processor.
    Cpu,
    /// The GPU, for vectors that are already in its memory.
    Gpu,
}

/// The speed of a path: the seconds that each call takes, and the bytes per second after that.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Speed {
    call_seconds: f64,
    bytes_per_second: f64,
}

impl Speed {
    /// Fits a line through the smallest and the largest of the measured `(bytes, seconds)`. Returns
    /// `None` if no measurement is above 0.
    #[must_use]
    pub fn fitted(measured: &[(f64, f64)]) -> Option<Self> {
        let valid = measured
            .iter()
            .filter(|(bytes, seconds)| *bytes > 0.0 && *seconds > 0.0);
        let by_bytes = |a: &&(f64, f64), b: &&(f64, f64)| a.0.total_cmp(&b.0);
        let smallest = valid.clone().min_by(by_bytes)?;
        let largest = valid.max_by(by_bytes)?;
        let rate = (largest.0 - smallest.0) / (largest.1 - smallest.1);
        // If two measurements do not determine a rate, the whole time counts for the bytes.
        let rate = match rate.is_finite() && rate > 0.0 {
            true => rate,
            false => largest.0 / largest.1,
        };
        Some(Self {
            call_seconds: (smallest.1 - smallest.0 / rate).max(0.0),
            bytes_per_second: rate,
        })
    }

    /// Returns the seconds to rotate `bytes` of vectors.
    #[must_use]
    pub fn seconds(&self, bytes: f64) -> f64 {
        self.call_seconds + bytes / self.bytes_per_second
    }
}

impl Path {
    /// Returns the faster path for `bytes` of vectors, from the speeds measured on this device.
    /// `gpu` is `None` if there is no GPU.
    ///
    /// ```
    /// use phasor_bulk::{Path, Speed};
    ///
    /// let cpu = Speed::fitted(&[(5e5, 15e-6), (6.4e7, 4.4e-3)]).unwrap();
    /// let gpu = Speed::fitted(&[(5e5, 160e-6), (6.4e7, 1.4e-3)]).unwrap();
    /// assert_eq!(Path::faster(1e6, &cpu, Some(&gpu)), Path::Cpu); // a call costs too much
    /// assert_eq!(Path::faster(1e8, &cpu, Some(&gpu)), Path::Gpu);
    /// let threshold = Path::gpu_threshold(&cpu, &gpu).unwrap();
    /// assert!((cpu.seconds(threshold) - gpu.seconds(threshold)).abs() < 1e-12);
    /// ```
    #[must_use]
    pub fn faster(bytes: f64, cpu: &Speed, gpu: Option<&Speed>) -> Self {
        match gpu {
            Some(gpu) if gpu.seconds(bytes) < cpu.seconds(bytes) => Self::Gpu,
            _ => Self::Cpu,
        }
    }

    /// Returns the number of bytes from which the GPU is faster, or `None` if it never is.
    #[must_use]
    pub fn gpu_threshold(cpu: &Speed, gpu: &Speed) -> Option<f64> {
        let gained = 1.0 / cpu.bytes_per_second - 1.0 / gpu.bytes_per_second;
        (gained > 0.0).then(|| ((gpu.call_seconds - cpu.call_seconds) / gained).max(0.0))
    }
}
