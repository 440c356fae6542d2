// One number of `f32`, for sizes that do not divide by four.
alias Unit = f32;
alias Stored = f32;

fn loaded(unit: Stored) -> Unit {
    return unit;
}

fn stored(unit: Unit) -> Stored {
    return unit;
}
