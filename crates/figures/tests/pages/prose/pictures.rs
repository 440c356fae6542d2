//! Numbers in the text about pictures and videos.

use phasor_encoding::{AxialRope, Pairing, SectionOrder};
use phasor_figures::FigureName;

use super::{Asked, column};

impl Asked<'_> {
    /// Quantities of the pairs that follow rows, columns and time.
    pub(super) fn of_pictures(&self) -> Option<f64> {
        let larger = |name: &str| column(&self.table(FigureName::LargerPictures, &[]), name);
        Some(match self.kind {
            "axis-loss" => self.axis_loss(),
            "new-picture-pairs" => {
                let new = larger("new part of the circle").into_iter();
                new.filter(|part| *part > 0.0).count() as f64
            }
            "next-picture-row" => {
                let inv_freq = larger("inv_freq after");
                let cosines: f64 = inv_freq.iter().map(|inv_freq| inv_freq.cos()).sum();
                1.0 - cosines / inv_freq.len() as f64
            }
            _ => return None,
        })
    }

    fn axis_loss(&self) -> f64 {
        let (sections, base) = (self.list("sections"), self.number("base"));
        let pairing = Pairing::HalfSplit;
        let mrope = |order| AxialRope::mrope(&self.frequencies(), &sections, order, pairing);
        let rope = match self.words["order"] {
            "axial" => {
                let dims: Vec<usize> = sections.iter().map(|pairs| 2 * pairs).collect();
                AxialRope::axial(base, &dims, pairing)
            }
            "contiguous" => mrope(SectionOrder::Contiguous),
            "interleaved" => mrope(SectionOrder::Interleaved),
            other => panic!("{other} is no order"),
        };
        let (rope, ones) = (rope.unwrap(), vec![1.0; self.place("dim")]);
        let offset: Vec<f64> = self.list("offset").iter().map(|by| *by as f64).collect();
        let score = rope.score((&vec![0.0; offset.len()], &ones), (&offset, &ones));
        1.0 - score.unwrap() / self.number("dim")
    }
}
