//! No more than 64 MiB at a time.
//!
//! libFuzzer's `-rss_limit_mb` counts its own tables and corpus too, and `-malloc_limit_mb` needs
//! a sanitizer. This counts what Rust code has allocated and nothing else: the reader, the values
//! that it made and the text it was given.
#![allow(unsafe_code, reason = "an allocator is unsafe to write")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

const MOST: usize = 64 << 20;

/// The allocator of the system, which has nothing left once `MOST` bytes are in use. Rust then
/// aborts, and libFuzzer keeps the input.
struct Limited {
    used: AtomicUsize,
}

#[global_allocator]
static LIMITED: Limited = Limited {
    used: AtomicUsize::new(0),
};

impl Limited {
    /// Whether there are `size` bytes more, which then count as used.
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

// SAFETY: every request goes to the system's allocator unchanged, or is refused with null, which
// is how an allocator says that it has no memory.
unsafe impl GlobalAlloc for Limited {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !self.take(layout.size()) {
            return null_mut();
        }
        // SAFETY: the caller's promise is handed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        self.give(layout.size());
        // SAFETY: the caller's promise is handed on.
        unsafe { System.dealloc(place, layout) }
    }
}
