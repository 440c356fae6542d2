//! The scale of the arrows of `integer-code`. It zooms out while the encoding grows, and yet the encoding gets longer on the
//! screen: it is as long as the inverse hyperbolic sine of the position, and everything else is drawn to the same scale.

/// How far out each position is on the screen, and the scale that follows from it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Zoom {
    /// Where the last position is along both axes, CSS pixels.
    reach: f64,
    /// The last position.
    end: f64,
    /// The position up to which the scale hardly changes.
    soft: f64,
}

impl Zoom {
    /// Creates the zoom that puts position `end` at `reach` CSS pixels along both axes, and has `unit` CSS pixels for 1 at
    /// position 0.
    pub(super) fn new((reach, end): (f32, f64), unit: f64) -> Self {
        const ROUNDS: u32 = 60;
        let reach = f64::from(reach);
        // `soft asinh(end / soft)` grows with `soft`; each round halves the range of its logarithm.
        let wanted = reach / unit;
        let (mut low, mut high) = (1e-9f64.ln(), end.ln());
        for _ in 0..ROUNDS {
            let middle = (low + high) / 2.0;
            let soft = middle.exp();
            match soft * (end / soft).asinh() < wanted {
                true => low = middle,
                false => high = middle,
            }
        }
        let soft = low.exp();
        Self { reach, end, soft }
    }

    /// Returns how far out a position is along both axes, CSS pixels.
    pub(super) fn out(&self, position: f64) -> f64 {
        self.reach * (position / self.soft).asinh() / (self.end / self.soft).asinh()
    }

    /// Returns the position that is as far out.
    pub(super) fn position(&self, out: f64) -> f64 {
        self.soft * (out / self.reach * (self.end / self.soft).asinh()).sinh()
    }

    /// Returns the CSS pixels for 1 while the encoding is that of `position`.
    pub(super) fn unit(&self, position: f64) -> f64 {
        /// Nearer to 0, the quotient would be that of two roundings.
        const NEAR: f64 = 1e-9;
        let position = position.max(NEAR * self.soft);
        self.out(position) / position
    }

    /// Returns the ends of a logarithmic axis along the diagonal. From position 1 on, it and the zoom are less than a pixel
    /// apart.
    pub(super) fn ends(&self) -> (f64, f64) {
        (self.soft / 2.0, self.end)
    }
}
