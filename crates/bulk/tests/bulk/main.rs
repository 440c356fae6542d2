//! RoPE over many vectors, on the CPU and on a GPU.
#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::unwrap_used,
    reason = "a test stops where it finds a fault"
)]

#[cfg(feature = "gpu")]
mod gpu;
mod kernels;
mod shapes;
