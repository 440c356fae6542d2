//! Limits memory to 64 MiB.
//!
//! libFuzzer's `-rss_limit_mb` also counts its own tables and corpus, and `-malloc_limit_mb` needs
//! a sanitizer. This allocator counts only what Rust code has allocated: the reader, the values
//! that it returned, and its input text.
#![allow(unsafe_code, reason = "an allocator is unsafe to write")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const MOST: usize = 64 << 20;

/// The system's allocator, which fails when more than `MOST` bytes are in use. Rust then aborts,
/// and libFuzzer keeps the input.
struct Limited {
    used: AtomicUsize,
}

#[global_allocator]
static LIMITED: Limited = Limited {
    used: AtomicUsize::new(0),
};

impl Limited {
    /// Reserves `size` bytes. Returns `false` if they exceed the limit.
    fn take(&self, size: usize) -> bool {
        let fits = self.used.fetch_add(size, Relaxed).saturating_add(size) <= MOST;
        if !fits {
            self.give(size);
        }
        fits
    }

    fn give(&self, size: usize) {
        self.used.fetch_sub(size, Relaxed);
    }
}

// SAFETY: every request goes to the system's allocator unchanged, or returns null, the signal for a
// lack of memory.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !self.take(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's promise is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        self.give(layout.size());
        // SAFETY: the caller's promise is passed on.
        unsafe { System.dealloc(place, layout) }
    }
}
