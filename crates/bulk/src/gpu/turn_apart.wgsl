// First and second components are in separate units: half-split pairs, and single pairs.
fn turn(place: u32, cos: Unit, sin: Unit) {
    let x = loaded(vectors[place]);
    let y = loaded(vectors[place + SECOND]);
    vectors[place] = stored(x * cos - y * sin);
    vectors[place + SECOND] = stored(x * sin + y * cos);
}
