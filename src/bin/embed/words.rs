//! The figures of the group `words`, for other people's pages.

fn main() {
    phasor::ui::served::serve(phasor::figure::Group::WORDS.figures);
}
