// One `f32` number, for sizes that are not multiples of four.
alias Unit = f32;
