// Units that are stored as they are computed with.
alias Stored = Unit;

fn loaded(unit: Stored) -> Unit {
    return unit;
}

fn stored(unit: Unit) -> Stored {
    return unit;
}
