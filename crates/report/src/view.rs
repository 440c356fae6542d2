//! The views of the room of models.

use phasor_params::choice;

choice! {
    /// What to show of a model.
    ///
    /// ```
    /// use phasor_params::choice::Choice;
    /// use phasor_report::View;
    ///
    /// assert_eq!(View::from_name("what-if").map(|view| view.word().label), Some("What if"));
    /// assert_eq!(View::all().next(), Some(View::Model));
    /// ```
    pub enum View {
        /// What the positions of the model do.
        Model "model" "Model",
        /// What longer texts would do.
        WhatIf "what-if" "What if",
        /// The settings of engines for longer texts.
        Settings "settings" "Settings",
        /// How the model differs from another one.
        Compare "compare" "Compare",
        /// How pairs lie in checkpoints.
        Layout "layout" "Layout",
        /// Code that computes the frequencies.
        Code "code" "Code",
        /// Which frequencies the weights use.
        Weights "weights" "Weights",
        /// All published models.
        Shelf "all-models" "All models",
    }
}

impl View {
    /// The views that show what a `config.json` says, and neither weights nor the list of published models.
    pub const OF_CONFIG: [Self; 6] = [
        Self::Model,
        Self::WhatIf,
        Self::Settings,
        Self::Compare,
        Self::Layout,
        Self::Code,
    ];
}
