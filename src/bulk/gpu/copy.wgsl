// Copies units of 16 bytes: the least that any kernel has to do to a buffer, and so the limit to
// hold the rotation against.

@group(0) @binding(0) var<storage, read_write> copied: array<vec4<f32>>;
@group(0) @binding(1) var<storage, read> original: array<vec4<f32>>;

// Invocations of a group.
override WORKGROUP: u32;
// Units that one invocation copies at each turn.
override UNITS: u32;

@compute @workgroup_size(WORKGROUP)
fn copy(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let step = groups.x * WORKGROUP;
    let n_units = arrayLength(&original);
    for (var first = id.x; first < n_units; first += step * UNITS) {
        for (var unit = 0u; unit < UNITS; unit++) {
            let place = first + unit * step;
            if place < n_units {
                copied[place] = original[place];
            }
        }
    }
}
