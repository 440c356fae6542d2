// 20 bytes for 32 weights: a scale, a minimum, and 4 bits for each.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 32u, 20u);
    let scale = two_halves(start);
    return scale.x * vec4<f32>(nibbles(start + 4u, column)) + scale.y;
}
