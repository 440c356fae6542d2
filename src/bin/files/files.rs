//! The figures of the Lab as files.

fn main() {
    phasor::ui::served::serve(&phasor::figure::FigureName::LAB);
}
