// 24 bytes for 32 weights: a scale, a minimum, the fifth bits, and 4 bits for each.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 32u, 24u);
    let scale = two_halves(start);
    let numbers = nibbles(start + 8u, column) | fifths(word(start + 4u), column);
    return scale.x * vec4<f32>(numbers) + scale.y;
}
