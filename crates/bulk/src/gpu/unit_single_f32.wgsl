// One `f32` number, for sizes that are not multiples of four.
alias Unit = f32;
alias Stored = f32;

fn loaded(unit: Stored) -> Unit {
    return unit;
}

fn stored(unit: Unit) -> Stored {
    return unit;
}
