// Turns pairs in place. One invocation owns the pairs of one unit (four pairs, or one where sizes
// do not divide by four) at one position and goes through many heads, so that their cosines and
// sines are read once and no other invocation touches either member of a pair.
//
// Another file gives `Unit` (as many numbers as there are pairs in a unit), `Stored` (a unit in
// memory), `loaded` and `stored`; a third one gives `turn`.

struct Sizes {
    n_positions: u32,
    // Units of cosines at a position.
    units: u32,
    // All that follow up to the heads count units of vectors: from position to position,
    position: u32,
    // from head to head,
    head: u32,
    // from sequence to sequence,
    sequence: u32,
    // from one unit of first components to the next,
    step: u32,
    // and from first components to second ones.
    second: u32,
    n_heads: u32,
    batch: u32,
    // Heads that one invocation goes through.
    heads: u32,
}

@group(0) @binding(0) var<storage, read_write> vectors: array<Stored>;
@group(0) @binding(1) var<storage, read> cosines: array<Unit>;
@group(0) @binding(2) var<storage, read> sines: array<Unit>;
@group(0) @binding(3) var<uniform> sizes: Sizes;

// Invocations of a group.
override WORKGROUP: u32;

@compute @workgroup_size(WORKGROUP)
fn rotate(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let groups_of_heads = (sizes.n_heads + sizes.heads - 1u) / sizes.heads;
    for (var row = id.x; row < sizes.n_positions * sizes.units; row += groups.x * WORKGROUP) {
        let cos = cosines[row];
        let sin = sines[row];
        let of_position = (row / sizes.units) * sizes.position + (row % sizes.units) * sizes.step;
        for (var group = id.y; group < sizes.batch * groups_of_heads; group += groups.y) {
            let first = (group % groups_of_heads) * sizes.heads;
            let end = min(first + sizes.heads, sizes.n_heads);
            var place = (group / groups_of_heads) * sizes.sequence + first * sizes.head + of_position;
            for (var head = first; head < end; head++) {
                turn(place, cos, sin);
                place += sizes.head;
            }
        }
    }
}
