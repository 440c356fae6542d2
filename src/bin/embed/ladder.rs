//! Every figure, for pages that show several groups of them.

fn main() {
    phasor::ui::served::serve(&phasor::figure::FigureName::ALL);
}
