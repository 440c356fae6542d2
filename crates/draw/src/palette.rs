//! Colour maps with even steps.
//!
//! A map joins a few anchors in OKLCH (Ottosson 2020, *A perceptual color space for image
//! processing*) by straight lines in OKLab. Its colours are evenly spaced along these lines, so that
//! equal steps of a value look equal.

/// Red, green, blue, 8 bits each, sRGB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Rgb(pub u8, pub u8, pub u8);

impl Rgb {
    /// Returns the colour in the middle between this one and `other`, as a half-transparent coat of one gives it.
    #[must_use]
    pub fn halfway_to(self, other: Self) -> Self {
        Self(
            self.0.midpoint(other.0),
            self.1.midpoint(other.1),
            self.2.midpoint(other.2),
        )
    }
}

/// Lightness from 0 to 1, chroma, hue in degrees.
pub type Oklch = (f64, f64, f64);

/// The number of colours in a map.
pub const N_COLORS: usize = 256;

/// A colour map.
#[derive(Debug, Clone, PartialEq)]
pub struct ColorRamp([Rgb; N_COLORS]);

impl ColorRamp {
    /// Returns the map through `anchors`.
    ///
    /// # Panics
    /// If there are no anchors.
    #[must_use]
    pub fn through(anchors: &[Oklch]) -> Self {
        let points: Vec<[f64; 3]> = anchors.iter().map(|&anchor| oklab(anchor)).collect();
        let lengths = points.array_windows().map(|[from, to]| distance(from, to));
        let length: f64 = lengths.sum();
        Self(std::array::from_fn(|step| {
            let along = length * step as f64 / (N_COLORS - 1) as f64;
            srgb(walk(&points, along))
        }))
    }

    /// Returns the colour at `t` from 0 to 1, or the colour of the nearer end if `t` is outside.
    #[must_use]
    pub fn at(&self, t: f32) -> Rgb {
        let last = (N_COLORS - 1) as f32;
        let place = (t.clamp(0.0, 1.0) * last + 0.5) as usize;
        *self.0.get(place).expect("`t` is from 0 to 1")
    }
}

fn distance(from: &[f64; 3], to: &[f64; 3]) -> f64 {
    let squares = from.iter().zip(to).map(|(a, b)| (a - b) * (a - b));
    squares.sum::<f64>().sqrt()
}

fn walk(points: &[[f64; 3]], mut along: f64) -> [f64; 3] {
    for [from, to] in points.array_windows() {
        let length = distance(from, to);
        if along <= length && length > 0.0 {
            let t = along / length;
            let [l, a, b] = *from;
            let [to_l, to_a, to_b] = *to;
            return [l + t * (to_l - l), a + t * (to_a - a), b + t * (to_b - b)];
        }
        along -= length;
    }
    *points.last().expect("a map has anchors")
}

fn oklab((lightness, chroma, hue): Oklch) -> [f64; 3] {
    let (sin, cos) = hue.to_radians().sin_cos();
    [lightness, chroma * cos, chroma * sin]
}

thread_local! {
    /// For each 8-bit sRGB number except 0: the least linear light that rounds to it. A search among
    /// these bounds is several times faster than computing a power, and pages wait for three maps.
    static STEPS: [f64; 255] = std::array::from_fn(|below| {
        let encoded = (below as f64 + 0.5) / 255.0;
        match encoded <= 0.040_45 {
            true => encoded / 12.92,
            false => ((encoded + 0.055) / 1.055).powf(2.4),
        }
    });
}

/// Converts OKLab to sRGB and clips channels outside the gamut.
fn srgb([lightness, a, b]: [f64; 3]) -> Rgb {
    let cone = |ka: f64, kb: f64| (lightness + ka * a + kb * b).powi(3);
    let long = cone(0.396_337_777_4, 0.215_803_757_3);
    let medium = cone(-0.105_561_345_8, -0.063_854_172_8);
    let short = cone(-0.089_484_177_5, -1.291_485_548);
    let channel = |kl: f64, km: f64, ks: f64| {
        let linear = kl * long + km * medium + ks * short;
        STEPS.with(|steps| steps.partition_point(|step| *step <= linear) as u8)
    };
    Rgb(
        channel(4.076_741_662_1, -3.307_711_591_3, 0.230_969_929_2),
        channel(-1.268_438_004_6, 2.609_757_401_1, -0.341_319_396_5),
        channel(-0.004_196_086_3, -0.703_418_614_7, 1.707_614_701),
    )
}
