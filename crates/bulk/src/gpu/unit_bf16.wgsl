// Four `bf16` numbers in two 32-bit words; each is the upper half of an `f32`.
alias Unit = vec4<f32>;
alias Stored = vec2<u32>;

fn loaded(unit: Stored) -> Unit {
    let even = bitcast<vec2<f32>>(unit << vec2(16u));
    let odd = bitcast<vec2<f32>>(unit & vec2(0xffff0000u));
    return Unit(even.x, odd.x, even.y, odd.y);
}

fn stored(unit: Unit) -> Stored {
    let bits = bitcast<vec4<u32>>(unit);
    // Round to nearest, ties to even; NaN stays NaN.
    let rounded = (bits + 0x7fffu + ((bits >> vec4(16u)) & vec4(1u))) >> vec4(16u);
    let quiet = (bits >> vec4(16u)) | vec4(0x40u);
    let is_nan = (bits & vec4(0x7fffffffu)) > vec4(0x7f800000u);
    let short = select(rounded, quiet, is_nan);
    return short.xz | (short.yw << vec2(16u));
}
