//! The figures of the group `map`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::MAP.figures);
}
