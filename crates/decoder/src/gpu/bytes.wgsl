// Reads packed blocks. Their sizes are not multiples of 4 bytes, so a word may begin anywhere.

// Returns the four bytes from `start` on.
fn word(start: u32) -> u32 {
    let shift = 8u * (start % 4u);
    let low = words[start / 4u];
    if shift == 0u {
        return low;
    }
    return (low >> shift) | (words[start / 4u + 1u] << (32u - shift));
}

// Returns the four bytes from `start` on, one by one.
fn four_bytes(start: u32) -> vec4<u32> {
    return (vec4(word(start)) >> vec4(0u, 8u, 16u, 24u)) & vec4(0xffu);
}

// Returns the two `f16` from `start` on, which is even.
fn two_halves(start: u32) -> vec2<f32> {
    return unpack2x16float(word(start));
}

// Returns the `f16` at `start`, which is even.
fn half(start: u32) -> f32 {
    return unpack2x16float(words[start / 4u] >> (8u * (start % 4u))).x;
}

// Returns the byte at `start` as a number from -128 to 127.
fn signed_byte(start: u32) -> f32 {
    return f32(extractBits(i32(words[start / 4u]), 8u * (start % 4u), 8u));
}

// Returns the first byte of the block with a weight, in a format with blocks of `len` weights in `size` bytes.
fn block(output: u32, column: u32, len: u32, size: u32) -> u32 {
    return (output * (sizes.n_inputs / len) + column / len) * size;
}

// Returns four numbers of 4 bits. The low halves of 16 bytes are the first 16 numbers, the high halves the others.
fn nibbles(bytes: u32, column: u32) -> vec4<u32> {
    let place = column % 32u;
    return (four_bytes(bytes + place % 16u) >> vec4(4u * (place / 16u))) & vec4(15u);
}

// Returns the fifth bits of four numbers, in their place.
fn fifths(bits: u32, column: u32) -> vec4<u32> {
    let place = column % 32u;
    return ((vec4(bits) >> (vec4(place) + vec4(0u, 1u, 2u, 3u))) & vec4(1u)) << vec4(4u);
}

// Returns the scale and the minimum of 6 bits that a group of 32 has among the 12 bytes of 8 groups.
fn scale_and_minimum(bytes: u32, group: u32) -> vec2<f32> {
    let place = 8u * (group % 4u);
    let first = word(bytes) >> place;
    let second = word(bytes + 4u) >> place;
    if group < 4u {
        return vec2(f32(first & 63u), f32(second & 63u));
    }
    let third = word(bytes + 8u) >> place;
    let scale = (third & 15u) | (((first >> 6u) & 3u) << 4u);
    let minimum = ((third >> 4u) & 15u) | (((second >> 6u) & 3u) << 4u);
    return vec2(f32(scale), f32(minimum));
}
