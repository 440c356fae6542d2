//! The figures of the group `rotations`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::ROTATIONS.figures);
}
