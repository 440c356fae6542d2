//! Points, rectangles, and the mapping from numbers to pixels.

use crate::LABEL;
use phasor_text::Scale;
use phasor_text::number::Short;

/// A place in a drawing, CSS pixels from the upper left corner.
pub use glam::Vec2 as Point;

/// A rectangle, CSS pixels.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub x: f32,
    /// Upper edge.
    pub y: f32,
    /// Width.
    pub width: f32,
    /// Height.
    pub height: f32,
}

impl Rect {
    /// Creates a rectangle from its upper left corner and its size.
    #[must_use]
    pub const fn new(x: f32, y: f32, width: f32, height: f32) -> Self {
        Self {
            x,
            y,
            width,
            height,
        }
    }

    /// Returns the right edge.
    #[must_use]
    pub fn right(&self) -> f32 {
        self.x + self.width
    }

    /// Returns the lower edge.
    #[must_use]
    pub fn bottom(&self) -> f32 {
        self.y + self.height
    }

    /// Returns the point in the middle.
    #[must_use]
    pub fn center(&self) -> Point {
        Point::new(self.x + self.width / 2.0, self.y + self.height / 2.0)
    }

    /// Returns whether `point` is inside, edges included.
    #[must_use]
    pub fn contains(&self, point: Point) -> bool {
        (self.x..=self.right()).contains(&point.x) && (self.y..=self.bottom()).contains(&point.y)
    }

    /// Returns whether the two rectangles share more than an edge.
    #[must_use]
    pub fn overlaps(&self, other: &Self) -> bool {
        self.x < other.right()
            && other.x < self.right()
            && self.y < other.bottom()
            && other.y < self.bottom()
    }

    /// Returns the rectangle with every edge moved outwards by `by`.
    #[must_use]
    pub fn grown(&self, by: f32) -> Self {
        Self::new(
            self.x - by,
            self.y - by,
            self.width + 2.0 * by,
            self.height + 2.0 * by,
        )
    }
}

/// Numbers along one edge of a panel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Axis {
    /// The number at the left or lower end.
    pub low: f64,
    /// The number at the right or upper end.
    pub high: f64,
    /// How numbers are spread between the ends.
    pub scale: Scale,
    /// What the axis measures, with the unit; empty for an axis without ticks.
    pub label: &'static str,
    /// The number of ticks to aim at; 0 for none.
    pub n_ticks: usize,
}

impl Axis {
    /// Creates a linear axis without ticks.
    #[must_use]
    pub const fn bare(low: f64, high: f64) -> Self {
        Self {
            low,
            high,
            scale: Scale::Linear,
            label: "",
            n_ticks: 0,
        }
    }

    /// Returns the axis with ticks and a label.
    #[must_use]
    pub const fn labelled(mut self, label: &'static str, n_ticks: usize) -> Self {
        self.label = label;
        self.n_ticks = n_ticks;
        self
    }

    /// Returns the axis with a label and with as many ticks as fit into `width` with their numbers.
    #[must_use]
    pub fn labelled_within(self, label: &'static str, width: f32) -> Self {
        const GAP: f32 = 34.0;
        let n_ticks = (width / (self.number_width() + GAP)) as usize;
        self.labelled(label, n_ticks.clamp(2, 9))
    }

    /// Returns the width of the wider of the whole numbers at the ends of the axis, CSS pixels.
    #[must_use]
    pub fn number_width(&self) -> f32 {
        let width = |number: f64| LABEL.width_of(Short(number.trunc()));
        width(self.low).max(width(self.high))
    }

    /// Returns the axis with a logarithmic scale; both ends must be above 0.
    #[must_use]
    pub const fn log(mut self) -> Self {
        self.scale = Scale::Log;
        self
    }

    /// Returns where `value` is between the ends: 0 at `low`, 1 at `high`.
    #[must_use]
    pub fn fraction(&self, value: f64) -> f64 {
        self.scale.fraction(value, self.low, self.high)
    }

    /// Returns the number at `fraction`; the inverse of [`fraction`](Self::fraction).
    #[must_use]
    pub fn value(&self, fraction: f64) -> f64 {
        self.scale.number(fraction, self.low, self.high)
    }
}

/// A rectangle with an axis along its lower and its left edge.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Panel {
    /// The plotting area, without ticks and labels.
    pub rect: Rect,
    /// The axis from left to right.
    pub x: Axis,
    /// The axis from bottom to top; if `low` is above `high`, it runs downwards.
    pub y: Axis,
}

impl Panel {
    /// A panel of places without numbers: both axes run from 0 to 1, without ticks.
    #[must_use]
    pub const fn bare(rect: Rect) -> Self {
        let (x, y) = (Axis::bare(0.0, 1.0), Axis::bare(0.0, 1.0));
        Self { rect, x, y }
    }

    /// Returns the pixel column of `value`.
    #[must_use]
    pub fn x_px(&self, value: f64) -> f32 {
        self.rect.x + (self.x.fraction(value) as f32) * self.rect.width
    }

    /// Returns the pixel row of `value`.
    #[must_use]
    pub fn y_px(&self, value: f64) -> f32 {
        self.rect.bottom() - (self.y.fraction(value) as f32) * self.rect.height
    }

    /// Returns the number at pixel column `x`.
    #[must_use]
    pub fn x_value(&self, x: f32) -> f64 {
        self.x.value(f64::from((x - self.rect.x) / self.rect.width))
    }

    /// Returns the number at pixel row `y`.
    #[must_use]
    pub fn y_value(&self, y: f32) -> f64 {
        self.y
            .value(f64::from((self.rect.bottom() - y) / self.rect.height))
    }
}

/// Returns how much of a way is done after the part `part` of its time, both from 0 to 1; slow at both ends.
#[must_use]
pub fn eased(part: f64) -> f64 {
    part * part * (3.0 - 2.0 * part)
}

/// Does the same as [`spread`], then moves flags that were pushed over an end of the row back together.
#[must_use]
pub fn spread_within<const N: usize>(
    wanted: [f32; N],
    radius: f32,
    (first, last): (f32, f32),
) -> [f32; N] {
    let places = spread(wanted.map(|x| x.clamp(first, last)), radius);
    let lowest = places.iter().copied().fold(first, f32::min);
    let highest = places.iter().copied().fold(last, f32::max);
    let back = (first - lowest) - (highest - last);
    places.map(|x| x + back)
}

/// Moves flags of `radius` from their `wanted` places just far enough apart that no two overlap; keeps the order from
/// left to right.
#[must_use]
pub fn spread<const N: usize>(wanted: [f32; N], radius: f32) -> [f32; N] {
    let mut places = wanted;
    // Each round moves both flags of every pair by half of the missing distance. There are two or three flags, for
    // which N rounds suffice.
    for _ in 0..N * N {
        for (second, first) in (0..N).flat_map(|second| (0..second).map(move |f| (second, f))) {
            let is_ordered = wanted.get(first) <= wanted.get(second);
            let (left, right) = if is_ordered {
                (first, second)
            } else {
                (second, first)
            };
            let [left, right] = places
                .get_disjoint_mut([left, right])
                .expect("the two are different flags");
            let missing = (2.0 * radius - (*right - *left)).max(0.0);
            *left -= missing / 2.0;
            *right += missing / 2.0;
        }
    }
    places
}
