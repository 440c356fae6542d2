// Rotates the pairs of all heads to the positions of their tokens. An invocation takes a pair of a head, of one token after
// the other. Cosines and sines come from a table, because shaders compute them too roughly.

struct Sizes {
    n_heads: u32,
    head_dim: u32,
    n_pairs: u32,
    // Components from one pair to the next, and from its first component to its second one.
    step: u32,
    second: u32,
}

@group(0) @binding(1) var<uniform> sizes: Sizes;
// [n_tokens, n_pairs]
@group(0) @binding(2) var<storage, read> cosines: array<f32>;
// [n_tokens, n_pairs]
@group(0) @binding(3) var<storage, read> sines: array<f32>;
// [n_tokens, n_heads, head_dim]
@group(0) @binding(4) var<storage, read_write> vectors: array<f32>;

@compute @workgroup_size(64)
fn rotate(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    if id.x >= sizes.n_heads * sizes.n_pairs {
        return;
    }
    let head = id.x / sizes.n_pairs;
    let pair = id.x % sizes.n_pairs;
    for (var token = id.y; token < text.n_tokens; token += groups.y) {
        let cos = cosines[token * sizes.n_pairs + pair];
        let sin = sines[token * sizes.n_pairs + pair];
        let place = (token * sizes.n_heads + head) * sizes.head_dim + pair * sizes.step;
        let x = vectors[place];
        let y = vectors[place + sizes.second];
        vectors[place] = x * cos - y * sin;
        vectors[place + sizes.second] = x * sin + y * cos;
    }
}
