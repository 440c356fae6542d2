// 144 bytes for 256 weights: a scale, a minimum, 6 bits of both for each of 8 groups, and 4 bits for each weight. Of 32
// bytes, the low halves are one group and the high halves the next.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let start = block(output, column, 256u, 144u);
    let group = column % 256u / 32u;
    let own = two_halves(start) * scale_and_minimum(start + 4u, group);
    let bytes = four_bytes(start + 16u + group / 2u * 32u + column % 32u);
    let numbers = (bytes >> vec4(4u * (group % 2u))) & vec4(15u);
    return own.x * vec4<f32>(numbers) - own.y;
}
