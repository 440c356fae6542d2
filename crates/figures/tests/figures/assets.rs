//! The files of numbers that figures need, whole and damaged.

use phasor_figures::asset::{Asset, Damaged, Rows, keep};

#[test]
fn a_file_of_other_sizes_is_an_error() {
    let other = Rows::write(&[vec![0.5; 64], vec![0.25; 64]]);
    for asset in Asset::ALL {
        assert_eq!(keep(asset.path(), &other), Err(Damaged), "{asset:?}");
    }
    assert_eq!(keep("words/none.bin", &other), Err(Damaged));
}

#[test]
fn a_file_that_is_cut_off_or_has_no_finite_scale_is_an_error() {
    let bytes = Rows::write(&[vec![0.5, -0.5], vec![0.25, 1.0]]);
    assert_eq!(Rows::read(&bytes).unwrap().n_rows(), 2);
    for len in 0..bytes.len() {
        assert_eq!(Rows::read(&bytes[..len]), Err(Damaged), "{len} bytes");
    }
    let mut infinite = bytes;
    infinite[8..12].copy_from_slice(&f32::INFINITY.to_le_bytes());
    assert_eq!(Rows::read(&infinite), Err(Damaged));
}

#[test]
#[should_panic(expected = "every row that a figure reads")]
fn a_row_past_the_last_one_is_not_empty() {
    let rows = Rows::read(&Rows::write(&[vec![0.5]])).unwrap();
    let _ = rows.row(1);
}
