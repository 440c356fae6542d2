// Scores: the ends of a product of the queries of a head by its keys.

// [n_tokens, N_HEADS, HEAD_DIM]
@group(0) @binding(1) var<storage, read> queries: array<vec4<f32>>;
// [n_tokens, N_KV_HEADS, HEAD_DIM]
@group(0) @binding(2) var<storage, read> keys: array<vec4<f32>>;
// [N_HEADS, n_queries, stride]
@group(0) @binding(3) var<storage, read_write> scores: array<f32>;

fn columns(head: u32, tile: vec2<u32>) -> vec2<u32> {
    // The first key of the tile may come after the token of its last query.
    let is_visible = tile.x * SIDE < chunk.first + (tile.y + 1u) * SIDE;
    return vec2(0u, select(0u, HEAD_DIM, is_visible));
}

fn left(head: u32, row: u32, column: u32) -> vec4<f32> {
    if row >= chunk.n_queries || column >= HEAD_DIM {
        return vec4<f32>();
    }
    return chunk.scale * queries[(query_of(head, row) + column) / 4u];
}

fn right(head: u32, output: u32, column: u32) -> vec4<f32> {
    if output >= chunk.n_keys || column >= HEAD_DIM {
        return vec4<f32>();
    }
    return keys[(key_of(head, output) + column) / 4u];
}

fn store(head: u32, row: u32, output: u32, sum: f32) {
    // What a query does not see is left out here, and becomes 0 with the softmax.
    if row < chunk.n_queries && output <= chunk.first + row {
        scores[weights_of(head, row) + output] = sum;
    }
}
