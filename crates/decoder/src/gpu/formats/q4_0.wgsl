// 18 bytes for 32 weights: a scale, and 4 bits for each.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 32u, 18u);
    return half(start) * (vec4<f32>(nibbles(start + 2u, column)) - 8.0);
}
