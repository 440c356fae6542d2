//! The figures of the Lab, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::LAB.figures);
}
