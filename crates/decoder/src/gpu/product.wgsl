// Products of matrices, left × rightᵀ: [n_rows, n_columns] × [n_outputs, n_columns]ᵀ = [n_rows, n_outputs].
//
// A group computes 64 rows × 64 outputs. For 32 columns at a time, its 256 invocations put the strips of both factors into
// the memory of the group, so that a weight is unpacked once for 64 rows. Then each adds to the sums of 4 rows × 4 outputs.
// That is the whole memory of 16 KiB that every adapter has. A second file defines:
//
// fn columns(head: u32, tile: vec2<u32>) -> vec2<u32>
//     the first column, a multiple of 32, and the end of those that count for a tile of outputs and rows
// fn left(head: u32, row: u32, column: u32) -> vec4<f32>
// fn right(head: u32, output: u32, column: u32) -> vec4<f32>
//     four numbers of a factor from a column on, a multiple of 4; 0 outside of the matrix
// fn store(head: u32, row: u32, output: u32, sum: f32)
//     takes a number of the product, which may be outside of the matrix

const SIDE = 64u;
const DEPTH = 32u;
// Vectors of four columns in a strip.
const QUADS = DEPTH / 4u;
// Invocations along each side of the tile; each owns every sixteenth row and every sixteenth output.
const STEP = 16u;

var<workgroup> lefts: array<vec4<f32>, SIDE * QUADS>;
var<workgroup> rights: array<vec4<f32>, SIDE * QUADS>;

// Returns where a strip has four columns of a row. Neighbouring rows have them in different banks of the memory.
fn place(row: u32, quad: u32) -> u32 {
    return row * QUADS + (quad ^ (row % QUADS));
}

@compute @workgroup_size(256)
fn multiply(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    let head = group.z;
    let first = group.xy * SIDE;
    let loaded = me / 4u;
    let x = me % STEP;
    let y = me / STEP;
    var sums: mat4x4<f32>;
    let bounds = columns(head, group.xy);
    for (var start = bounds.x; start < bounds.y; start += DEPTH) {
        for (var quad = me % 4u; quad < QUADS; quad += 4u) {
            let column = start + 4u * quad;
            lefts[place(loaded, quad)] = left(head, first.y + loaded, column);
            rights[place(loaded, quad)] = right(head, first.x + loaded, column);
        }
        workgroupBarrier();
        for (var quad = 0u; quad < QUADS; quad++) {
            // [4 columns, 4 outputs]
            let b = transpose(mat4x4<f32>(
                rights[place(x, quad)],
                rights[place(x + STEP, quad)],
                rights[place(x + 2u * STEP, quad)],
                rights[place(x + 3u * STEP, quad)],
            ));
            sums[0] = added(sums[0], lefts[place(y, quad)], b);
            sums[1] = added(sums[1], lefts[place(y + STEP, quad)], b);
            sums[2] = added(sums[2], lefts[place(y + 2u * STEP, quad)], b);
            sums[3] = added(sums[3], lefts[place(y + 3u * STEP, quad)], b);
        }
        workgroupBarrier();
    }
    store_row(head, first.y + y, first.x + x, sums[0]);
    store_row(head, first.y + y + STEP, first.x + x, sums[1]);
    store_row(head, first.y + y + 2u * STEP, first.x + x, sums[2]);
    store_row(head, first.y + y + 3u * STEP, first.x + x, sums[3]);
}

// Adds the product of four columns of a row. Written so that every product and sum can be one instruction.
fn added(sums: vec4<f32>, a: vec4<f32>, b: mat4x4<f32>) -> vec4<f32> {
    return sums + a.x * b[0] + a.y * b[1] + a.z * b[2] + a.w * b[3];
}

fn store_row(head: u32, row: u32, output: u32, sums: vec4<f32>) {
    store(head, row, output, sums.x);
    store(head, row, output + STEP, sums.y);
    store(head, row, output + 2u * STEP, sums.z);
    store(head, row, output + 3u * STEP, sums.w);
}
