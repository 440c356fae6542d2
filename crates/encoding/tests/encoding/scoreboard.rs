//! Which scheme has which property: the whole board, and the evidence.

use phasor_encoding::absolute::LengthNormalised;
use phasor_encoding::analysis::{Answer, Property, Verdict, verdicts as all_verdicts};
use phasor_encoding::{
    Absolute, Alibi, AxialRope, Binary, ClippedDistance, Frequencies, Gaussian, Join, LearnedTable,
    Matrix, Order, Pairing, Rope, Scheme, Shaw, Sinusoidal, T5Bias, T5Buckets, TransformerXl,
};

const LENGTH: usize = 256;
const DIM: usize = 64;

fn absolute(encoding: Absolute) -> Scheme {
    Scheme::Absolute {
        encoding,
        join: Join::Sum,
    }
}

fn learned(n_rows: usize, n_columns: usize) -> Matrix {
    let mut numbers = Gaussian::new(3);
    Matrix::from_fn(n_rows, n_columns, |_, _| 0.02 * numbers.next().unwrap())
}

fn sinusoidal(order: Order) -> Sinusoidal {
    Sinusoidal::new(Frequencies::new(10_000.0, DIM).unwrap(), order)
}

fn rope(base: f64) -> Scheme {
    let frequencies = Frequencies::new(base, DIM).unwrap();
    Scheme::Rope(Rope::new(frequencies, Pairing::HalfSplit))
}

fn axial() -> Scheme {
    let rope = AxialRope::axial(10_000.0, &[DIM / 2; 2], Pairing::HalfSplit).unwrap();
    let positions = Matrix::from_fn(0, 2, |_, _| 0.0);
    Scheme::Axial { rope, positions }
}

fn alibi() -> Scheme {
    let alibi = Alibi::new(8).unwrap();
    Scheme::Alibi { alibi, head: 0 }
}

fn binary(bits: u32) -> Scheme {
    absolute(Absolute::Binary(Binary::new(bits).unwrap()))
}

fn verdicts(scheme: &Scheme) -> Vec<Verdict> {
    all_verdicts(scheme, DIM, LENGTH).unwrap()
}

fn verdict(scheme: &Scheme, property: Property) -> Verdict {
    let mut verdicts = verdicts(scheme).into_iter();
    verdicts
        .find(|verdict| verdict.property == property)
        .unwrap()
}

/// Returns a letter for each property that the scheme has, in order, a dot for each that it lacks,
/// and a dash for each that is not applicable.
fn letters(scheme: &Scheme) -> String {
    let letters = verdicts(scheme).into_iter().zip("UBDLSAEM".chars());
    letters
        .map(|(verdict, letter)| match verdict.answer {
            Answer::Yes => letter,
            Answer::No => '.',
            Answer::NotApplicable => '-',
        })
        .collect()
}

#[test]
fn the_board() {
    let normalised = Absolute::LengthNormalised(LengthNormalised::new(LENGTH).unwrap());
    let (keys, values) = (learned(33, 32), learned(33, 32));
    let shaw = Shaw::new(ClippedDistance::new(16), keys, values).unwrap();
    let xl = TransformerXl::new(
        sinusoidal(Order::Concatenated),
        learned(16, DIM),
        vec![0.0; 16],
        vec![0.0; 16],
    );
    let t5 = T5Bias::new(T5Buckets::default(), learned(32, 8)).unwrap();
    for (scheme, expected) in [
        (Scheme::NoPe, ".-D--.-."),
        (absolute(Absolute::Integer), "U.DLSA.M"),
        (absolute(normalised), "UBD.SAEM"),
        (binary(8), "UBDL...M"),
        (
            absolute(Absolute::Sinusoidal(sinusoidal(Order::Interleaved))),
            "UBDLS..M",
        ),
        (
            absolute(Absolute::Sinusoidal(sinusoidal(Order::Concatenated))),
            "UBDLS..M",
        ),
        (
            absolute(Absolute::Sinusoidal(sinusoidal(Order::SinesOnly))),
            "UBDL...M",
        ),
        (
            absolute(Absolute::Learned(
                LearnedTable::new(learned(LENGTH, DIM)).unwrap(),
            )),
            "U-.L...M",
        ),
        (rope(10_000.0), "UBDLS..M"),
        // Every pair completes a turn within the training length.
        (rope(20.0), "UBDLS.EM"),
        (axial(), "UBDLS..M"),
        (Scheme::Shaw(shaw), ".B.L-.EM"),
        (Scheme::TransformerXl(xl.unwrap()), "UB.L...M"),
        (Scheme::T5 { bias: t5, head: 0 }, ".B.L..E."),
        (alibi(), "U.DLSA.."),
    ] {
        assert_eq!(letters(&scheme), expected, "{}", scheme.name());
    }
}

#[test]
fn the_evidence_is_where_it_says() {
    let sines = absolute(Absolute::Sinusoidal(sinusoidal(Order::Interleaved)));
    // The first offset at which the distance shrinks, for dim 64.
    assert_eq!(verdict(&sines, Property::DistanceAware).witness, [0, 6]);
    assert!(verdict(&sines, Property::LinearShift).measured < 1e-9);
    // The encoding that repeats after 2^8 positions.
    let repeated = verdict(&binary(8), Property::Extrapolates).witness;
    assert_eq!(repeated[0] % 256, repeated[1] % 256);
    assert_eq!(verdict(&binary(12), Property::Extrapolates).witness, [256]);
    let repeated = verdict(&binary(7), Property::Unique).witness;
    assert_eq!(repeated[0] % 128, repeated[1] % 128);
    let table = absolute(Absolute::Learned(
        LearnedTable::new(learned(LENGTH, DIM)).unwrap(),
    ));
    assert_eq!(verdict(&table, Property::Extrapolates).witness, [256]);
    assert_eq!(verdict(&table, Property::Deterministic).measured, 16_384.0);
    let normalised = LengthNormalised::new(LENGTH).unwrap();
    let normalised = absolute(Absolute::LengthNormalised(normalised));
    assert_eq!(verdict(&normalised, Property::Bounded).measured, 1.0);
    let patches = verdict(&alibi(), Property::ManyAxes);
    let [row, column, other_row, other_column] = patches.witness[..] else {
        panic!("two patches")
    };
    assert_eq!(
        (patches.measured, row + column),
        (0.0, other_row + other_column)
    );
}

#[test]
fn closest_codes_are_the_closest() {
    let sinusoidal = sinusoidal(Order::Interleaved);
    let table = sinusoidal.table(LENGTH);
    let mut smallest = f64::INFINITY;
    for (one, code) in table.rows().enumerate() {
        for other in table.rows().skip(one + 1) {
            let squares = code.iter().zip(other).map(|(a, b)| (a - b) * (a - b));
            smallest = smallest.min(squares.sum::<f64>().sqrt());
        }
    }
    let scheme = absolute(Absolute::Sinusoidal(sinusoidal));
    let unique = verdict(&scheme, Property::Unique);
    assert!((unique.measured - smallest).abs() < 1e-12);
}

#[test]
fn a_length_that_proves_nothing_is_refused() {
    let error = all_verdicts(&alibi(), DIM, DIM + 15).unwrap_err();
    assert!(error.to_string().contains("dim + 16"), "{error}");
    assert!(all_verdicts(&alibi(), DIM, 16_385).is_err());
    assert!(all_verdicts(&alibi(), usize::MAX, 100).is_err());
}
