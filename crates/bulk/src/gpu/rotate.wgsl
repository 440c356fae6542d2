// Rotates pairs in place. One invocation owns the pairs of a unit (four pairs, or one if sizes are not
// multiples of four) at one position and goes through many heads. So their cosines and sines are read
// once, and no other invocation touches either component of a pair.
//
// A second file defines `Unit` (as many numbers as there are pairs in a unit), `Stored` (a unit in
// memory), `loaded` and `stored`; a third one defines `turn`. These constants are put before them:
//
// LENGTH             units of vectors in the buffer
// UNITS              units of cosines at a position
// N_POSITIONS, N_HEADS
// POSITION, HEAD, SEQUENCE
//                    units of vectors from one position, head or sequence to the next
// STEP, SECOND       units from one unit of first components to the next, and to its second
//                    components
// HEADS, OF_HEADS    heads that one invocation goes through, and invocations that share the heads
// OF_UNITS, OF_POSITIONS
//                    invocations of a group, by units and by positions

@group(0) @binding(0) var<storage, read_write> vectors: array<Stored, LENGTH>;
@group(0) @binding(1) var<storage, read> cosines: array<Unit, N_POSITIONS * UNITS>;
@group(0) @binding(2) var<storage, read> sines: array<Unit, N_POSITIONS * UNITS>;

@compute @workgroup_size(OF_UNITS, OF_POSITIONS)
fn rotate(@builtin(global_invocation_id) id: vec3<u32>) {
    let unit = id.x;
    let position = id.y;
    if unit >= UNITS || position >= N_POSITIONS {
        return;
    }
    let cos = cosines[position * UNITS + unit];
    let sin = sines[position * UNITS + unit];
    let first = (id.z % OF_HEADS) * HEADS;
    let end = min(first + HEADS, N_HEADS);
    var place = (id.z / OF_HEADS) * SEQUENCE + first * HEAD + position * POSITION + unit * STEP;
    for (var head = first; head < end; head++) {
        turn(place, cos, sin);
        place += HEAD;
    }
}
