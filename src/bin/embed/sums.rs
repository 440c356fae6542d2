//! The figures of the group `sums`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::SUMS.figures);
}
