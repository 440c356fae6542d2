//! The words of the choices that the encoding offers: only this crate can give them to its types.

use crate::choice;
use phasor_encoding::analysis::Property;
use phasor_encoding::positions::{
    AfterVideo, BorderIds, DocumentMask, PaddingIds, PaddingMask, PastIds, PatchIds, StoredKeys,
};
use phasor_encoding::{Direction, Format, Mask, Measure, Order, Pairing};

choice! {
    impl Measure {
        Self::CosineDistance => "cosine-distance" "cosine distance",
        Self::CosineSimilarity => "cosine-similarity" "cosine similarity",
        Self::Dot => "dot" "dot product",
        Self::Euclidean => "euclidean" "Euclidean distance",
    }
}

choice! {
    impl Pairing {
        Self::HalfSplit => "half-split" "half-split",
        Self::Interleaved => "interleaved" "interleaved",
    }
}

choice! {
    impl Order {
        Self::Interleaved => "interleaved" "interleaved",
        Self::Concatenated => "concatenated" "sines first",
    }
}

choice! {
    impl Mask {
        Self::None => "none" "none",
        Self::Causal => "causal" "causal: itself and words before",
    }
}

choice! {
    impl Format {
        Self::F32 => "f32" "f32",
        Self::F16 => "f16" "f16",
        Self::Bf16 => "bf16" "bf16",
        Self::E4m3 => "e4m3" "fp8 e4m3",
        Self::E5m2 => "e5m2" "fp8 e5m2",
    }
}

choice! {
    impl Property {
        Self::Unique => "unique" "all different",
        Self::Bounded => "bounded" "stays small",
        Self::Deterministic => "deterministic" "nothing learned",
        Self::LengthIndependent => "length-independent" "same at any length",
        Self::LinearShift => "linear-shift" "shift is one map",
        Self::DistanceAware => "distance-aware" "farther, less alike",
        Self::Extrapolates => "extrapolates" "in range past training",
        Self::ManyAxes => "many-axes" "rows and columns",
    }
}

choice! {
    impl Direction {
        Self::Causal => "causal" "causal: itself and words before",
        Self::Bidirectional => "bidirectional" "both directions",
    }
}

choice! {
    impl PaddingIds {
        Self::Filled(0) => "filled" "not counted: 0 for all",
        Self::Counted => "counted" "counted: like words",
        Self::Unfilled => "unfilled" "as before: the id of the token before",
    }
}

choice! {
    impl PatchIds {
        Self::ByRule => "by-rule" "by the rule of the model",
        Self::AreaAfter => "area-after" "rows × columns count after it",
        Self::Counted => "counted" "counted: each patch like a word",
    }
}

choice! {
    impl StoredKeys {
        Self::RotatedAgain => "rotated-again" "rotated again",
        Self::Unchanged => "unchanged" "unchanged",
    }
}

choice! {
    impl BorderIds {
        Self::Reset => "reset" "reset: each document counts from 0",
        Self::Continued => "continued" "continued: documents count on",
    }
}

choice! {
    impl PastIds {
        Self::Continued => "continued" "continued: as if read at once",
        Self::AfterLargest => "after-largest" "after the largest id",
        Self::CacheLength => "cache-length" "length of the cache",
        Self::Reset => "reset" "reset: from 0 again",
    }
}

choice! {
    impl DocumentMask {
        Self::Masked => "masked" "masked",
        Self::Open => "open" "open: documents are one text",
    }
}

choice! {
    impl PaddingMask {
        Self::Masked => "masked" "masked",
        Self::Open => "open" "open: padding is read",
    }
}

choice! {
    impl AfterVideo {
        Self::LongestSide => "longest-side" "after its longest side",
        Self::LargestPosition => "largest-position" "after its largest position",
    }
}
