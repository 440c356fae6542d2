// Attention weights: scores become their exponentials, divided so that those of a query add up to 1. A group takes a query
// of a head.

// [N_HEADS, n_queries, stride]
@group(0) @binding(1) var<storage, read_write> scores: array<f32>;

@compute @workgroup_size(GROUP)
fn softmax(@builtin(workgroup_id) group: vec3<u32>, @builtin(local_invocation_index) me: u32) {
    let token = chunk.first + group.x;
    let start = weights_of(group.y, group.x);
    let first = first_visible(token);
    // So that an invocation has the same keys in all loops, and reads only what it has written.
    let own = first / GROUP * GROUP + me;
    // The score of the token for itself: any visible one will do to begin with.
    var largest = scores[start + token];
    for (var key = own; key <= token; key += GROUP) {
        if key >= first {
            largest = max(largest, scores[start + key]);
        }
    }
    parts[me] = largest;
    workgroupBarrier();
    for (var half = GROUP / 2u; half > 0u; half /= 2u) {
        if me < half {
            parts[me] = max(parts[me], parts[me + half]);
        }
        workgroupBarrier();
    }
    largest = parts[0];
    workgroupBarrier();
    var sum = 0.0;
    for (var key = own; key <= token; key += GROUP) {
        if key >= first {
            let exponential = exp(scores[start + key] - largest);
            scores[start + key] = exponential;
            sum += exponential;
        }
    }
    let scale = 1.0 / sum_of_group(me, sum);
    for (var key = me; key < chunk.stride; key += GROUP) {
        let is_visible = first <= key && key <= token;
        // Scores that were never written may be anything, even NaN.
        scores[start + key] = select(0.0, scores[start + key] * scale, is_visible);
    }
}
