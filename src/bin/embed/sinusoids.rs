//! The figures of the group `sinusoids`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::SINUSOIDS.figures);
}
