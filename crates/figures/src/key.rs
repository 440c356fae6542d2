//! The list of parameters, in the order of reference pages. The row of a parameter stands with the figure that has it.

use crate::{
    absolute, arrangement, attention, compare, head, length, positions, precision, relative,
    rotary, shared, sinusoid, zoom,
};
use phasor_params::keys;

keys! {
    /// A parameter of the figures.
    pub enum Key, others "all figures have base, dim, position, offset and length, and the gallery lists the others" {
        Base = shared::BASE;
        Dim = shared::DIM;
        Position = shared::POSITION;
        Offset = shared::OFFSET;
        Length = shared::LENGTH;
        Pairs = shared::PAIRS;
        FarOffset = shared::FAR_OFFSET;
        Order = shared::ORDER;
        Value = shared::VALUE;
        Bits = shared::BITS;
        Corners = absolute::binary_bits::CORNERS;
        Pair = shared::PAIR;
        Content = shared::CONTENT;
        Pairing = shared::PAIRING;
        Measure = shared::MEASURE;
        Woven = sinusoid::distance_heatmap::WOVEN;
        Zoom = zoom::ZOOM;
        ViewRow = zoom::VIEW_ROW;
        ViewColumn = zoom::VIEW_COLUMN;
        Speed = shared::SPEED;
        Sentence = shared::SENTENCE;
        Token = shared::TOKEN;
        Arrangement = arrangement::ARRANGEMENT;
        Shuffle = attention::order_blind::SHUFFLE;
        Mask = shared::MASK;
        AddedEncoding = head::ADDED_ENCODING;
        IntegerView = absolute::added_encoding::parameters::INTEGER_VIEW;
        LayerNorm = absolute::added_encoding::parameters::LAYER_NORM;
        TableView = absolute::learned_table::TABLE_VIEW;
        Projection = sinusoid::position_map::PROJECTION;
        Turn = sinusoid::path::TURN;
        Tilt = sinusoid::path::TILT;
        Rise = sinusoid::path::RISE;
        Components = sinusoid::sines_only::COMPONENTS;
        SinesView = sinusoid::sines_only::SINES_VIEW;
        Step = sinusoid::shift_rotation::STEP;
        Relative = relative::relative_bias::parameters::RELATIVE;
        Clip = relative::relative_bias::parameters::CLIP;
        Heads = relative::relative_bias::parameters::HEADS;
        Head = relative::relative_bias::parameters::HEAD;
        Bias = relative::biased_attention::BIAS;
        Peak = rotary::score_decay::PEAK;
        Vectors = rotary::score_decay::VECTORS;
        Context = length::past_training::CONTEXT;
        Rule = length::scaled_angles::parameters::RULE;
        Factor = length::scaled_angles::parameters::FACTOR;
        TrainingLength = length::scaled_angles::parameters::TRAINING_LENGTH;
        PartialRotaryFactor = shared::PARTIAL_ROTARY_FACTOR;
        RuleView = length::scaled_angles::parameters::RULE_VIEW;
        Axes = rotary::patches::parameters::AXES;
        QueryRow = rotary::patches::parameters::QUERY_ROW;
        QueryColumn = rotary::patches::parameters::QUERY_COLUMN;
        KeyRow = rotary::patches::parameters::KEY_ROW;
        KeyColumn = rotary::patches::parameters::KEY_COLUMN;
        Frame = rotary::patches::parameters::FRAME;
        TimeEnd = rotary::patches::parameters::TIME_END;
        RowEnd = rotary::patches::parameters::ROW_END;
        PictureModel = rotary::head_axes::parameters::PICTURE_MODEL;
        FramesLater = rotary::head_axes::parameters::FRAMES_LATER;
        Format = precision::short_formats::parameters::FORMAT;
        RoundingView = precision::short_formats::parameters::ROUNDING_VIEW;
        Candidate = compare::scoreboard::parameters::CANDIDATE;
        Property = compare::scoreboard::parameters::PROPERTY;
        Directions = absolute::telling_apart::parameters::DIRECTIONS;
        EncodingScale = absolute::telling_apart::parameters::ENCODING_SCALE;
        ApartView = absolute::telling_apart::parameters::APART_VIEW;
        AnglesView = rotary::rotation_angles::ANGLES_VIEW;
        RopeForm = rotary::rope_forms::ROPE_FORM;
        Task = length::training_race::parameters::TASK;
        Guess = length::training_race::parameters::GUESS;
        Racer = length::training_race::parameters::RACER;
        RaceView = length::training_race::parameters::RACE_VIEW;
        Progress = length::training_race::parameters::PROGRESS;
        Map = length::training_race::parameters::MAP;
        Seed = length::training_race::parameters::SEED;
        Back = length::training_race::parameters::BACK;
        HeadDim = length::training_race::parameters::HEAD_DIM;
        TrainedOn = length::training_race::parameters::TRAINED_ON;
        ModelTest = length::real_model::parameters::MODEL_TEST;
        Prompt = length::real_model::parameters::PROMPT;
        Change = length::real_model::parameters::CHANGE;
        StillLayers = length::real_model::parameters::STILL_LAYERS;
        FrozenPairs = length::real_model::parameters::FROZEN_PAIRS;
        FrozenEnd = length::real_model::parameters::FROZEN_END;
        Shift = length::real_model::parameters::SHIFT;
        AnglePrecision = length::real_model::parameters::ANGLE_PRECISION;
        ModelBase = length::real_model::parameters::MODEL_BASE;
        ModelRule = length::real_model::parameters::MODEL_RULE;
        ModelFactor = length::real_model::parameters::MODEL_FACTOR;
        PositionOrder = length::real_model::parameters::POSITION_ORDER;
        Gap = length::real_model::parameters::GAP;
        ModelLength = length::real_model::parameters::MODEL_LENGTH;
        Layout = positions::token_positions::parameters::LAYOUT;
        PositionRule = positions::token_positions::parameters::POSITION_RULE;
        Patches = positions::token_positions::parameters::PATCHES;
        Padding = positions::token_positions::parameters::PADDING;
        PaddingMask = positions::token_positions::parameters::PADDING_MASK;
        Borders = positions::token_positions::parameters::BORDERS;
        DocumentMask = positions::token_positions::parameters::DOCUMENT_MASK;
        Past = positions::token_positions::parameters::PAST;
        CacheEvent = positions::token_positions::parameters::CACHE_EVENT;
        StoredKeys = positions::token_positions::parameters::STORED_KEYS;
        FirstTokens = positions::token_positions::parameters::FIRST_TOKENS;
        Evicted = positions::token_positions::parameters::EVICTED;
        QueryToken = positions::token_positions::parameters::QUERY_TOKEN;
        TokensRead = positions::token_positions::parameters::TOKENS_READ;
    }
}
