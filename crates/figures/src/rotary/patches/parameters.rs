//! The parameters of the figure `patches`.

use crate::{Key, Setting, Spec};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter, Range};

choice! {
    /// How pairs are assigned to the axes of an image or a video.
    pub(crate) enum Axes {
        /// Axial RoPE: one half of the head for rows, the other half for columns.
        Axial "axial" "axial: rows, columns",
        /// M-RoPE in sections: of one geometric progression, the fastest pairs follow time, the next ones rows and the
        /// slowest ones columns, as in Qwen2-VL.
        MRope "mrope" "M-RoPE, in sections",
        /// Interleaved M-RoPE: time, rows and columns take the pairs in turn, as in Qwen3-VL.
        Interleaved "interleaved" "M-RoPE, interleaved",
        /// All three, side by side.
        All "all" "all three, side by side",
    }
}

impl Setting for Axes {
    const KEY: Key = Key::Axes;
}

/// A row or a column of an image of 8 x 8 patches; between them while the picture glides.
const PATCH: Accepts = Accepts::Number(Range::real(0.0, 7.0));

/// The border of a section, for a head of 64 pairs.
const BORDER: Accepts = Accepts::Number(Range::whole(0.0, SECTIONED as f64));

/// The number of pairs for which borders of sections count, which is that of Qwen2-VL.
pub(super) const SECTIONED: usize = 64;

pub(crate) const AXES: Parameter = Parameter {
    name: "axes",
    label: "axes",
    unit: "",
    help: "How pairs are assigned to the axes of an image or a video; `all` compares the three ways.",
    accepts: Accepts::Choice(Axes::LIST),
    default: "axial",
};

pub(crate) const QUERY_ROW: Parameter = Parameter {
    name: "query-row",
    label: "query row",
    unit: "",
    help: "The row of the query patch, counted from 0.",
    accepts: PATCH,
    default: "2",
};

pub(crate) const QUERY_COLUMN: Parameter = Parameter {
    name: "query-column",
    label: "query column",
    unit: "",
    help: "The column of the query patch, counted from 0.",
    accepts: PATCH,
    default: "2",
};

pub(crate) const KEY_ROW: Parameter = Parameter {
    name: "key-row",
    label: "key row",
    unit: "",
    help: "The row of the key patch, counted from 0.",
    accepts: PATCH,
    default: "4",
};

pub(crate) const KEY_COLUMN: Parameter = Parameter {
    name: "key-column",
    label: "key column",
    unit: "",
    help: "The column of the key patch, counted from 0.",
    accepts: PATCH,
    default: "5",
};

pub(crate) const FRAME: Parameter = Parameter {
    name: "frame",
    label: "frames apart",
    unit: "frames",
    help: "Frames of a video from query to key; axial RoPE has no time axis.",
    accepts: Accepts::Number(Range::real(-16.0, 16.0)),
    default: "0",
};

pub(crate) const TIME_END: Parameter = Parameter {
    name: "time-end",
    label: "end of time’s section",
    unit: "",
    help: "The pair at which rows follow time, in a head of 64 pairs in sections; other heads are divided in proportion.",
    accepts: BORDER,
    default: "16",
};

pub(crate) const ROW_END: Parameter = Parameter {
    name: "row-end",
    label: "end of the rows’ section",
    unit: "",
    help: "The pair at which columns follow rows, in a head of 64 pairs in sections; other heads are divided in proportion.",
    accepts: BORDER,
    default: "40",
};

impl Spec {
    /// Row and column of the patch whose query is used.
    #[must_use]
    pub fn query_patch(&self) -> (f64, f64) {
        (self.at(Key::QueryRow), self.at(Key::QueryColumn))
    }

    /// Row and column of the patch whose key is used.
    #[must_use]
    pub fn key_patch(&self) -> (f64, f64) {
        (self.at(Key::KeyRow), self.at(Key::KeyColumn))
    }

    /// How many frames the key is after the query.
    #[must_use]
    pub fn frame(&self) -> f64 {
        self.at(Key::Frame)
    }
}
