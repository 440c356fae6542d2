//! The figures of the group `codes`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::CODES.figures);
}
