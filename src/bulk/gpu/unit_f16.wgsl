// Four numbers of `f16` in two words: every adapter can read and write them so, `shader-f16` or not.
alias Unit = vec4<f32>;
alias Stored = vec2<u32>;

fn loaded(unit: Stored) -> Unit {
    return Unit(unpack2x16float(unit.x), unpack2x16float(unit.y));
}

fn stored(unit: Unit) -> Stored {
    return Stored(pack2x16float(unit.xy), pack2x16float(unit.zw));
}
