// A linear layer: the ends of a product of activations by weights, which are unpacked by a third file:
//
// fn weights(output: u32, column: u32) -> vec4<f32>
//     four weights of an output from a column on, a multiple of 4

struct Sizes {
    n_inputs: u32,
    n_outputs: u32,
    // Whether the product is added to what the outputs hold.
    adds: u32,
}

@group(0) @binding(1) var<uniform> sizes: Sizes;
// The packed blocks, [n_outputs, blocks of a row].
@group(0) @binding(2) var<storage, read> words: array<u32>;
// [n_outputs]
@group(0) @binding(3) var<storage, read> bias: array<f32>;
// [n_tokens, n_inputs]
@group(0) @binding(4) var<storage, read> inputs: array<vec4<f32>>;
// [n_tokens, n_outputs]
@group(0) @binding(5) var<storage, read_write> outputs: array<f32>;

fn columns(head: u32, tile: vec2<u32>) -> vec2<u32> {
    return vec2(0u, sizes.n_inputs);
}

fn left(head: u32, row: u32, column: u32) -> vec4<f32> {
    if row >= text.n_tokens || column >= sizes.n_inputs {
        return vec4<f32>();
    }
    return inputs[(row * sizes.n_inputs + column) / 4u];
}

fn right(head: u32, output: u32, column: u32) -> vec4<f32> {
    if output >= sizes.n_outputs || column >= sizes.n_inputs {
        return vec4<f32>();
    }
    return weights(output, column);
}

fn store(head: u32, row: u32, output: u32, sum: f32) {
    if row >= text.n_tokens || output >= sizes.n_outputs {
        return;
    }
    let place = row * sizes.n_outputs + output;
    var result = sum + bias[output];
    if sizes.adds != 0u {
        result += outputs[place];
    }
    outputs[place] = result;
}
