//! A frame of a transition allocates nothing once the drawing has its memory. Only the digits of a number may be a short
//! text for a moment.
#![allow(
    unsafe_code,
    clippy::unwrap_used,
    reason = "an allocator that counts is an unsafe trait; a test stops where it finds a fault"
)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use phasor_figures::{Figure, FigureName, Spec, query};

/// The allocator of the system, which counts what each thread asks for, except for short texts.
struct Counting;

/// The most bytes of the digits of a number.
const DIGITS: usize = 32;

thread_local! {
    static N_ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every request goes to the allocator of the system unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if layout.size() > DIGITS {
            N_ALLOCATIONS.set(N_ALLOCATIONS.get() + 1);
        }
        // SAFETY: the caller keeps the promises of this function.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of this function.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// The signature transitions: the figure, and the states at both ends.
const WAYS: [(FigureName, &str, &str); 5] = [
    (
        FigureName::BinaryBits,
        "position=52&length=100",
        "position=52&length=100&corners=0",
    ),
    (FigureName::DistanceHeatmap, "woven=0", "woven=1"),
    (
        FigureName::RotationAngles,
        "offset=9",
        "offset=9&angles-view=score",
    ),
    (FigureName::OrderBlind, "code=none", "code=learned"),
    (FigureName::SinusoidalPath, "rise=0", "turn=0&tilt=0&rise=1"),
];

#[test]
fn a_frame_of_a_transition_allocates_nothing() {
    const N_FRAMES: u32 = 90;
    for (name, from, to) in WAYS {
        let (from, to) = (query::parse(from).0, query::parse(to).0);
        let part = |frame: u32| f64::from(frame) / f64::from(N_FRAMES);
        let frames: Vec<Spec> = (0..=N_FRAMES)
            .map(|frame| from.on_the_way(&to, part(frame)))
            .collect();
        let mut figure = Figure::new(name);
        let mut play = |width: f32| {
            for frame in &frames {
                figure.draw(frame, width);
            }
        };
        for width in [358.0, 688.0] {
            play(width);
            let before = N_ALLOCATIONS.get();
            play(width);
            assert_eq!(N_ALLOCATIONS.get() - before, 0, "{name:?} at {width}");
        }
    }
}
