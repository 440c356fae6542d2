// 176 bytes for 256 weights: as in Q4_K, and before the 4 bits of each weight 32 bytes with the fifth ones, of which each
// group has one of the 8 bits.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 256u, 176u);
    let group = column % 256u / 32u;
    let own = two_halves(start) * scale_and_minimum(start + 4u, group);
    let bytes = four_bytes(start + 48u + group / 2u * 32u + column % 32u);
    let fifth = (four_bytes(start + 16u + column % 32u) >> vec4(group)) & vec4(1u);
    let numbers = ((bytes >> vec4(4u * (group % 2u))) & vec4(15u)) | (fifth << vec4(4u));
    return own.x * vec4<f32>(numbers) - own.y;
}
