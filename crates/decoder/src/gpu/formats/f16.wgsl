// Half precision; a row begins at a whole word.
fn weights(output: u32, column: u32) -> vec4<f32> {
    let first = (output * sizes.n_inputs + column) / 2u;
    return vec4(unpack2x16float(words[first]), unpack2x16float(words[first + 1u]));
}
