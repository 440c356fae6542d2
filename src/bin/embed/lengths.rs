//! The figures of the group `lengths`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::LENGTHS.figures);
}
