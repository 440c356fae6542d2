// Sums over the invocations of a group.

const GROUP = 64u;

var<workgroup> parts: array<f32, GROUP>;

// Returns the sum of the numbers that the invocations of a group give. All of them must call it.
fn sum_of_group(me: u32, part: f32) -> f32 {
    parts[me] = part;
    workgroupBarrier();
    for (var half = GROUP / 2u; half > 0u; half /= 2u) {
        if me < half {
            parts[me] += parts[me + half];
        }
        workgroupBarrier();
    }
    let sum = parts[0];
    // Nobody may write the next numbers before all have read this sum.
    workgroupBarrier();
    return sum;
}
