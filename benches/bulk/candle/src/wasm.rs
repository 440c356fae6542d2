//! The functions that the page calls. They take and return only numbers, so they need no bindings.

use std::cell::RefCell;
use std::hint::black_box;

use crate::{Case, Pairing};

thread_local! {
    static CASE: RefCell<Option<Case>> = const { RefCell::new(None) };
    static TURNED: RefCell<Vec<f32>> = const { RefCell::new(Vec::new()) };
}

const fn pairing(is_interleaved: bool) -> Pairing {
    if is_interleaved {
        Pairing::Interleaved
    } else {
        Pairing::HalfSplit
    }
}

/// Creates the vectors. Returns a pointer to them, or null if candle fails.
#[unsafe(no_mangle)]
pub extern "C" fn prepare(n_heads: usize, n_positions: usize, head_dim: usize) -> *const f32 {
    let case = Case::new([n_heads, n_positions, head_dim]).ok();
    let place = case
        .as_ref()
        .map_or(std::ptr::null(), |case| case.original().as_ptr());
    CASE.set(case);
    place
}

/// Rotates all vectors `times` times. Returns `false` if candle fails.
#[unsafe(no_mangle)]
pub extern "C" fn turn(is_interleaved: bool, times: usize) -> bool {
    CASE.with_borrow(|case| {
        case.as_ref().is_some_and(|case| {
            (0..times).all(|_| black_box(case.turn(pairing(is_interleaved))).is_ok())
        })
    })
}

/// Rotates all vectors once. Returns a pointer to the result, or null if candle fails.
#[unsafe(no_mangle)]
pub extern "C" fn turned(is_interleaved: bool) -> *const f32 {
    let turned = CASE.with_borrow(|case| {
        let turned = case.as_ref()?.turn(pairing(is_interleaved)).ok()?;
        turned.flatten_all().ok()?.to_vec1::<f32>().ok()
    });
    let Some(turned) = turned else {
        return std::ptr::null();
    };
    let place = turned.as_ptr();
    TURNED.set(turned);
    place
}
