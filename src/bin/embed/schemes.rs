//! The figures of the group `schemes`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::SCHEMES.figures);
}
