// 34 bytes for 32 weights: a scale, and 8 bits with a sign for each.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 32u, 34u);
    let bytes = bitcast<vec4<i32>>(vec4(word(start + 2u + column % 32u)) << vec4(24u, 16u, 8u, 0u));
    return half(start) * vec4<f32>(bytes >> vec4(24u));
}
