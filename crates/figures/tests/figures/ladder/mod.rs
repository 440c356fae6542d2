//! The figures of the ladder.

mod added;
mod added_pictures;
mod arrows;
mod biased;
mod distances;
mod order_blind;
mod past_training;
mod patches;
mod race;
mod relative;
mod rotary_lanes;
mod scoreboard;
mod shadows;
mod short_formats;
mod sinusoids;
mod telling_apart;
