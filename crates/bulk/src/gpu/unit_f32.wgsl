// Four `f32` numbers.
alias Unit = vec4<f32>;
