// The text that the kernels go through.

struct Text {
    n_tokens: u32,
}

@group(0) @binding(0) var<uniform> text: Text;
