//! Every figure as files.

fn main() {
    phasor::ui::served::serve(&phasor::figure::FigureName::ALL);
}
