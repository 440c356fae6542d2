//! The figures of the group `paths`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::PATHS.figures);
}
