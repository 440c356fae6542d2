// Single precision.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let first = output * sizes.n_inputs + column;
    return bitcast<vec4<f32>>(vec4(words[first], words[first + 1u], words[first + 2u], words[first + 3u]));
}
