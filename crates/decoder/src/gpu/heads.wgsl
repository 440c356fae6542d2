// What the kernels of attention have in common. These constants are put before it: N_HEADS, N_KV_HEADS, and HEAD_DIM.

// Some queries of a text, whose attention weights for all tokens fit into memory.
struct Chunk {
    // The token of the first query.
    first: u32,
    n_queries: u32,
    // The tokens whose keys and values are visible for some of these queries, from the first token of the text on.
    n_keys: u32,
    // How many tokens a query sees, itself included.
    window: u32,
    // The numbers from one query to the next among the attention weights: `n_keys` or more, a multiple of 4.
    stride: u32,
    // By what scores are multiplied.
    scale: f32,
}

@group(0) @binding(0) var<uniform> chunk: Chunk;

// Returns the first token that a token sees.
fn first_visible(token: u32) -> u32 {
    return max(token + 1u, chunk.window) - chunk.window;
}

// Returns where the attention weights of a query are, [N_HEADS, n_queries, stride].
fn weights_of(head: u32, query: u32) -> u32 {
    return (head * chunk.n_queries + query) * chunk.stride;
}

// Returns where the key head of a query head is for a token, [n_tokens, N_KV_HEADS, HEAD_DIM].
fn key_of(head: u32, token: u32) -> u32 {
    return (token * N_KV_HEADS + head / (N_HEADS / N_KV_HEADS)) * HEAD_DIM;
}

// Returns where a query head is for a query, [n_tokens, N_HEADS, HEAD_DIM].
fn query_of(head: u32, query: u32) -> u32 {
    return ((chunk.first + query) * N_HEADS + head) * HEAD_DIM;
}
