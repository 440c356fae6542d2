// The upper half of single precision; a row begins at a whole word.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let first = (output * sizes.n_inputs + column) / 2u;
    let pairs = vec2(words[first], words[first + 1u]);
    let even = bitcast<vec2<f32>>(pairs << vec2(16u));
    let odd = bitcast<vec2<f32>>(pairs & vec2(0xffff0000u));
    return vec4(even.x, odd.x, even.y, odd.y);
}
