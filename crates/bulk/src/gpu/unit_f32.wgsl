// Four `f32` numbers.
alias Unit = vec4<f32>;
alias Stored = vec4<f32>;

fn loaded(unit: Stored) -> Unit {
    return unit;
}

fn stored(unit: Unit) -> Stored {
    return unit;
}
