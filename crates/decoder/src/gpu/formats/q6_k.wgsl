// 210 bytes for 256 weights: their 4 low bits, their 2 high bits, 8 bits of scale for each of 16 groups, and a scale. In each
// half of the block, 64 bytes have the low bits of four rows of 32: two in their low halves, then two in their high ones.
// 32 bytes have the high bits of all four.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 256u, 210u);
    let part = column % 256u / 128u;
    let row = column % 128u / 32u;
    let low = four_bytes(start + part * 64u + row % 2u * 32u + column % 32u) >> vec4(4u * (row / 2u));
    let high = four_bytes(start + 128u + part * 32u + column % 32u) >> vec4(2u * row);
    let numbers = (low & vec4(15u)) | ((high & vec4(3u)) << vec4(4u));
    let own = half(start + 208u) * signed_byte(start + 192u + column % 256u / 16u);
    return own * (vec4<f32>(numbers) - 32.0);
}
