// RMSNorm: a vector divided by the root of the mean of its squares, times a factor for each component. A group takes one
// vector after the other.

struct Sizes {
    // The components of a vector.
    len: u32,
    // The vectors of each token.
    n_vectors: u32,
    // What is added to the mean of the squares.
    epsilon: f32,
}

@group(0) @binding(1) var<uniform> sizes: Sizes;
// [len]
@group(0) @binding(2) var<storage, read> factors: array<vec4<f32>>;
// [n_tokens, n_vectors, len]
@group(0) @binding(3) var<storage, read> vectors: array<vec4<f32>>;
// The same.
@group(0) @binding(4) var<storage, read_write> normed: array<vec4<f32>>;

@compute @workgroup_size(GROUP)
fn norm(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) me: u32,
) {
    let n_vectors = text.n_tokens * sizes.n_vectors;
    let n_quads = sizes.len / 4u;
    for (var vector = group.x; vector < n_vectors; vector += groups.x) {
        let start = vector * n_quads;
        var sum = 0.0;
        for (var quad = me; quad < n_quads; quad += GROUP) {
            let x = vectors[start + quad];
            sum += dot(x, x);
        }
        let squares = sum_of_group(me, sum);
        let scale = 1.0 / sqrt(squares / f32(sizes.len) + sizes.epsilon);
        for (var quad = me; quad < n_quads; quad += GROUP) {
            normed[start + quad] = factors[quad] * (vectors[start + quad] * scale);
        }
    }
}
