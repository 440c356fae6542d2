//! How Phasor writes numbers and quotes text, how it reads the numbers that people type, and what a misspelt name was meant
//! to be.
//!
//! # Numbers
//!
//! Each format of [`number`] is a type with a `Display`, so it needs no separate memory inside a longer text.
//! What readers see has a comma between thousands, a true minus and powers of ten as in print.
//!
//! ```
//! use phasor_text::number::{Bytes, Fixed, Short};
//!
//! let wavelength = 62_831.853;
//! assert_eq!(format!("{} positions", Short(wavelength)), "62,832 positions");
//! assert_eq!(format!("{:.2}", Fixed(-0.987)), "−0.99");
//! assert_eq!(Bytes(1_536.0).to_string(), "1.5\u{a0}KiB");
//! ```
//!
//! | where a number is | its format | 62,831.853 | 0.0002648 |
//! |---|---|---|---|
//! | in a sentence | [`Short`](number::Short) | 62,832 | 0.000265 |
//! | in a column | [`Compact`](number::Compact) | 62,832 | 2.6×10⁻⁴ |
//! | in a small space | [`Brief`](number::Brief) | 62,832 | 3×10⁻⁴ |
//! | on an axis | [`Tick`](number::Tick) | 62,832 | 0.000265 |
//! | as a share | [`Percent`](number::Percent) | | 0.0% |
//! | as a position | [`Place`](number::Place) | 62,831.85 | 0.000 |
//! | where digits are compared | [`Digits`](number::Digits) | 62,831.85 | 0.0002648 |
//! | for a program | [`Plain`](number::Plain) | 62831.853 | 0.0002648 |
//!
//! [`parse::number`] reads what people type, also in the notation of these formats.
//!
//! # Text from outside
//!
//! A file or an address may contain anything. [`shorten`] makes a quotation of it that can neither fill nor garble the place
//! where it is shown, and [`escaped`] makes it safe in HTML and SVG.
//!
//! ```
//! use phasor_text::{escaped, shorten};
//!
//! let key = "rope\u{202e}<b>theta";
//! assert_eq!(escaped(&shorten(key)), "rope&lt;b&gt;theta");
//! ```
//!
//! [`meant`] and [`closest`] guess what a misspelt name should be. [`listed`] joins names within a sentence, and [`Scale`] says how numbers are spread along a slider or an axis.

pub mod number;
pub mod parse;

mod list;
mod quote;
mod scale;
mod spelling;

pub use list::listed;
pub use quote::{MOST, escaped, is_printable, shorten, shorten_to};
pub use scale::Scale;
pub use spelling::{closest, meant};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
