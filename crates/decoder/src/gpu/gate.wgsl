// Replaces each gate by the gate times its logistic function, times the other factor.

struct Sizes {
    // The components of a token, a multiple of 4.
    len: u32,
}

@group(0) @binding(1) var<uniform> sizes: Sizes;
// [n_tokens, len]
@group(0) @binding(2) var<storage, read> ups: array<vec4<f32>>;
// [n_tokens, len]
@group(0) @binding(3) var<storage, read_write> gates: array<vec4<f32>>;

@compute @workgroup_size(256)
fn gate(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let n_quads = text.n_tokens * sizes.len / 4u;
    for (var quad = id.x; quad < n_quads; quad += groups.x * 256u) {
        let x = gates[quad];
        // The exponential of a number that is not above 0 cannot overflow.
        let small = exp(-abs(x));
        let logistic = select(vec4(1.0), small, x < vec4(0.0)) / (1.0 + small);
        gates[quad] = x * logistic * ups[quad];
    }
}
