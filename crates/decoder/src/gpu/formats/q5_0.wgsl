// 22 bytes for 32 weights: a scale, the fifth bits, and 4 bits for each.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 32u, 22u);
    let numbers = nibbles(start + 6u, column) | fifths(word(start + 2u), column);
    return half(start) * (vec4<f32>(numbers) - 16.0);
}
