// First and second components lie in units of their own: half-split pairs, and single ones.
fn turn(place: u32, cos: Unit, sin: Unit) {
    let x = loaded(vectors[place]);
    let y = loaded(vectors[place + SECOND]);
    vectors[place] = stored(x * cos - y * sin);
    vectors[place + SECOND] = stored(x * sin + y * cos);
}
