//! The figures of the group `relative`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::RELATIVE.figures);
}
