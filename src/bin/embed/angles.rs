//! The figures of the group `angles`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::ANGLES.figures);
}
