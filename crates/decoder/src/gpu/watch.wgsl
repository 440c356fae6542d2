// Adds up the attention weights of a head by how far back they go. An invocation takes a distance and goes through the
// queries, so that neighbours read neighbouring weights.

struct Watched {
    head: u32,
    // The first token whose query counts.
    from_token: u32,
    // Where the sums of the head begin.
    start: u32,
}

// [N_HEADS, n_queries, stride]
@group(0) @binding(1) var<storage, read> weights: array<f32>;
@group(0) @binding(2) var<uniform> watched: Watched;
// For each head what the first token of the text gets, then what the tokens 0, 1, 2, … before each query get, [n_tokens].
@group(0) @binding(3) var<storage, read_write> sums: array<f32>;

@compute @workgroup_size(64)
fn watch(@builtin(global_invocation_id) id: vec3<u32>) {
    if id.x >= chunk.n_keys {
        return;
    }
    var sum = 0.0;
    for (var query = 0u; query < chunk.n_queries; query++) {
        let token = chunk.first + query;
        let start = weights_of(watched.head, query);
        // The first sum is for the first token, at any distance, and the other ones are without it.
        let distance = id.x - 1u;
        if token < watched.from_token || (id.x > 0u && distance >= token) {
            continue;
        }
        sum += weights[start + select(token - distance, 0u, id.x == 0u)];
    }
    sums[watched.start + id.x] += sum;
}
