// Turns pairs in place. One invocation owns the pairs of one unit (four pairs, or one where sizes
// do not divide by four) at one position and goes through many heads, so that their cosines and
// sines are read once and no other invocation touches either member of a pair.
//
// Another file gives `Unit` (as many numbers as there are pairs in a unit), `Stored` (a unit in
// memory), `loaded` and `stored`; a third one gives `turn`.

override N_POSITIONS: u32;
// Units of cosines at a position.
override UNITS: u32;
// Units of vectors from position to position, from head to head, from sequence to sequence,
override POSITION: u32;
override HEAD: u32;
override SEQUENCE: u32;
// from one unit of first components to the next, and from first components to second ones.
override STEP: u32;
override SECOND: u32;
override N_HEADS: u32;
override BATCH: u32;
// Heads that one invocation goes through.
override HEADS: u32;
// Invocations of a group, by units and by positions.
override OF_UNITS: u32;
override OF_POSITIONS: u32;

@group(0) @binding(0) var<storage, read_write> vectors: array<Stored>;
@group(0) @binding(1) var<storage, read> cosines: array<Unit>;
@group(0) @binding(2) var<storage, read> sines: array<Unit>;

@compute @workgroup_size(OF_UNITS, OF_POSITIONS)
fn rotate(
    @builtin(global_invocation_id) id: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
) {
    let unit = id.x;
    if unit >= UNITS {
        return;
    }
    let groups_of_heads = (N_HEADS + HEADS - 1u) / HEADS;
    for (var position = id.y; position < N_POSITIONS; position += groups.y * OF_POSITIONS) {
        let row = position * UNITS + unit;
        let cos = cosines[row];
        let sin = sines[row];
        for (var group = id.z; group < BATCH * groups_of_heads; group += groups.z) {
            let first = (group % groups_of_heads) * HEADS;
            let end = min(first + HEADS, N_HEADS);
            var place = (group / groups_of_heads) * SEQUENCE + first * HEAD
                + position * POSITION + unit * STEP;
            for (var head = first; head < end; head++) {
                turn(place, cos, sin);
                place += HEAD;
            }
        }
    }
}
