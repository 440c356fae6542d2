// Gathered values: the ends of a product of the attention weights of a head by its values, whose components are the outputs.

// [N_HEADS, n_queries, stride]
@group(0) @binding(1) var<storage, read> weights: array<vec4<f32>>;
// [n_tokens, N_KV_HEADS, HEAD_DIM]
@group(0) @binding(2) var<storage, read> values: array<f32>;
// [n_tokens, N_HEADS, HEAD_DIM]
@group(0) @binding(3) var<storage, read_write> gathered: array<f32>;

fn columns(head: u32, tile: vec2<u32>) -> vec2<u32> {
    // From the first token that the first query sees to the token of the last query.
    let token = chunk.first + tile.y * SIDE;
    let start = first_visible(token) / DEPTH * DEPTH;
    return vec2(start, min(token + SIDE, chunk.n_keys));
}

fn left(head: u32, row: u32, column: u32) -> vec4<f32> {
    if row >= chunk.n_queries || column >= chunk.stride {
        return vec4<f32>();
    }
    return weights[(weights_of(head, row) + column) / 4u];
}

fn value(head: u32, token: u32, component: u32) -> f32 {
    if token >= chunk.n_keys {
        return 0.0;
    }
    return values[key_of(head, token) + component];
}

fn right(head: u32, output: u32, column: u32) -> vec4<f32> {
    if output >= HEAD_DIM {
        return vec4<f32>();
    }
    return vec4(
        value(head, column, output),
        value(head, column + 1u, output),
        value(head, column + 2u, output),
        value(head, column + 3u, output),
    );
}

fn store(head: u32, row: u32, output: u32, sum: f32) {
    if row < chunk.n_queries && output < HEAD_DIM {
        gathered[query_of(head, row) + output] = sum;
    }
}
