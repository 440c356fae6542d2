// Four `f16` numbers in two 32-bit words, which every adapter can read and write, even without
// `shader-f16`.
alias Unit = vec4<f32>;
alias Stored = vec2<u32>;

fn loaded(unit: Stored) -> Unit {
    return Unit(unpack2x16float(unit.x), unpack2x16float(unit.y));
}

fn stored(unit: Unit) -> Stored {
    return Stored(pack2x16float(unit.xy), pack2x16float(unit.zw));
}
