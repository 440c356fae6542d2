//! The identities of parameters.

use std::fmt::Debug;

use super::{Parameter, Values};

/// The identity of a parameter in one table. The macro [`keys!`](crate::keys!) makes it.
pub trait Key: Copy + PartialEq + Debug + 'static {
    /// Every key, in the order of the table.
    const ALL: &'static [Self];

    /// The end of the sentence about a name that the table does not have: where the parameters are that there are.
    const OTHERS: &'static str;

    /// Returns the place of the key in the table.
    fn place(self) -> usize;

    /// Returns the row of the parameter.
    fn parameter(self) -> &'static Parameter;

    /// Returns the default of every parameter.
    fn defaults() -> &'static Values<Self>;

    /// Returns the name in addresses, attributes and flags.
    #[must_use]
    fn name(self) -> &'static str {
        self.parameter().name
    }

    /// Returns the parameter with this name.
    #[must_use]
    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|key| key.name() == name)
    }
}

/// Lists the parameters of a table: each line names a key and the row that it stands for.
///
/// ```
/// use phasor_params::{Key as _, Accepts, Parameter, Range, Values, keys};
///
/// const WIDTH: Parameter = Parameter {
///     name: "width",
///     label: "width",
///     unit: "cm",
///     help: "Width of the table.",
///     accepts: Accepts::Number(Range::whole(1.0, 100.0)),
///     default: "20",
/// };
///
/// keys! {
///     /// The parameters of a table.
///     pub enum Side, others "tables have a width" {
///         Width = WIDTH;
///     }
/// }
///
/// let mut values = Values::<Side>::default();
/// assert_eq!(values.number(Side::Width), Some(20.0));
/// let error = values.set(Side::Width, "0").unwrap_err();
/// assert_eq!(error.to_string(), "`width` must be a whole number from 1 to 100, not `0`.");
/// ```
#[macro_export]
macro_rules! keys {
    ($(#[$meta:meta])* $vis:vis enum $Keys:ident, others $others:literal { $($Name:ident = $row:path;)* }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        $vis enum $Keys {
            $(#[doc = concat!("The parameter of the row `", stringify!($row), "`.")] $Name,)*
        }

        impl $crate::Key for $Keys {
            const ALL: &'static [Self] = &[$(Self::$Name),*];
            const OTHERS: &'static str = $others;

            fn place(self) -> usize {
                self as usize
            }

            #[expect(clippy::indexing_slicing, reason = "keys and rows come from the same list")]
            fn parameter(self) -> &'static $crate::Parameter {
                static TABLE: &[$crate::Parameter] = &[$($row),*];
                &TABLE[self as usize]
            }

            fn defaults() -> &'static $crate::Values<Self> {
                static DEFAULTS: std::sync::LazyLock<$crate::Values<$Keys>> =
                    std::sync::LazyLock::new($crate::Values::of_table);
                &DEFAULTS
            }
        }

        // Code that has a key need not import the trait to ask for its row.
        impl $Keys {
            /// Every key, in the order of the table.
            pub const ALL: &'static [Self] = <Self as $crate::Key>::ALL;

            /// Returns the row of the parameter.
            #[must_use]
            pub fn parameter(self) -> &'static $crate::Parameter {
                $crate::Key::parameter(self)
            }

            /// Returns the name in addresses, attributes and flags.
            #[must_use]
            pub fn name(self) -> &'static str {
                $crate::Key::name(self)
            }

            /// Returns the parameter with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                $crate::Key::from_name(name)
            }
        }
    };
}
