// Copies a buffer. This is the least that any kernel has to do, and so the limit for the speed of
// the rotation. These constants are put before it:
//
// N_UNITS     units in the buffer
// VECTORS     vectors of four numbers in a unit
// WORKGROUP   invocations in a group
// UNITS       units that each invocation copies in a stretch

alias Unit = array<vec4<f32>, VECTORS>;

@group(0) @binding(0) var<storage, read_write> copied: array<Unit, N_UNITS>;
@group(0) @binding(1) var<storage, read> original: array<Unit, N_UNITS>;

// The number of units that a group copies before its next stretch.
const STRETCH = WORKGROUP * UNITS;

@compute @workgroup_size(WORKGROUP)
fn copy(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_id) me: vec3<u32>,
) {
    for (var start = group.x * STRETCH; start < N_UNITS; start += groups.x * STRETCH) {
        for (var unit = 0u; unit < UNITS; unit++) {
            let place = start + unit * WORKGROUP + me.x;
            if place < N_UNITS {
                copied[place] = original[place];
            }
        }
    }
}
