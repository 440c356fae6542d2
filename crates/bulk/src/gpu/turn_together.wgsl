// Both components of a pair are adjacent: two units hold four interleaved pairs.
fn turn(place: u32, cos: Unit, sin: Unit) {
    let low = loaded(vectors[place]);
    let high = loaded(vectors[place + SECOND]);
    let x = Unit(low.xz, high.xz);
    let y = Unit(low.yw, high.yw);
    let first = x * cos - y * sin;
    let second = x * sin + y * cos;
    vectors[place] = stored(Unit(first.x, second.x, first.y, second.y));
    vectors[place + SECOND] = stored(Unit(first.z, second.z, first.w, second.w));
}
