//! The engine, with a small table that has every kind of parameter.
#![allow(clippy::unwrap_used, reason = "a test stops where it finds a fault")]

mod layout;

use phasor_params::choice::{Choice as _, choice};
use phasor_params::{
    Accepts, Key as _, Parameter, ParameterError, Range, Value, Values, keys, query,
};
use proptest::prelude::*;
use proptest::sample::select;

choice! {
    /// What a cup is made of.
    enum Stuff {
        /// Fired clay.
        Clay "clay" "clay",
        /// Window glass.
        Glass "glass" "glass: fragile",
    }
}

const SIZE: Parameter = Parameter {
    name: "size",
    label: "size",
    unit: "ml",
    help: "What the cup holds.",
    accepts: Accepts::Number(Range::whole(10.0, 1000.0).multiples_of(10.0).log()),
    default: "200",
};

const HANDLE: Parameter = Parameter {
    name: "handle",
    label: "direction of the handle",
    unit: "degrees",
    help: "Where the handle points.",
    accepts: Accepts::Number(Range::real(-180.0, 180.0).joined()),
    default: "0",
};

const STUFF: Parameter = Parameter {
    name: "stuff",
    label: "material",
    unit: "",
    help: "What the cup is made of.",
    accepts: Accepts::Choice(Stuff::LIST),
    default: "glass",
};

const LIDS: Parameter = Parameter {
    name: "n-lids",
    label: "lids",
    unit: "",
    help: "Number of lids, if it is known.",
    accepts: Accepts::Number(Range::whole(0.0, 2.0)),
    default: "",
};

const OWNER: Parameter = Parameter {
    name: "owner",
    label: "name of the owner",
    unit: "",
    help: "Whose cup it is.",
    accepts: Accepts::Text(|| "a name".to_owned()),
    default: "",
};

keys! {
    /// The parameters of a cup.
    enum Cup, others "a cup has a size" {
        Size = SIZE;
        Handle = HANDLE;
        Stuff = STUFF;
        Lids = LIDS;
        Owner = OWNER;
    }
}

type Cups = Values<Cup>;

fn read(text: &str) -> (Cups, Vec<ParameterError>) {
    let mut values = Cups::default();
    let errors = query::read(text, |key, text| values.set(key, text));
    (values, errors)
}

fn written(values: &Cups) -> String {
    let set = Cup::ALL.iter().filter(|key| values.is_set(**key));
    query::write(set.map(|&key| (key, values.text(key))))
}

#[test]
fn keys_are_the_places_of_their_rows() {
    for (place, &key) in Cup::ALL.iter().enumerate() {
        assert_eq!(key.place(), place);
        assert_eq!(Cup::from_name(key.name()), Some(key));
        assert_eq!(Cups::default().text(key), key.parameter().default);
    }
    assert_eq!(Cup::from_name("saucer"), None);
}

#[test]
fn each_kind_has_its_value() {
    let (values, errors) = read("?size=1,000&stuff=clay&n-lids=2&owner=%20Ada+L.%20");
    assert_eq!(errors, []);
    assert_eq!(values.number(Cup::Size), Some(1000.0));
    assert_eq!(values.choice(Cup::Stuff), Some(Stuff::Clay));
    assert_eq!(values.value(Cup::Owner), &Value::Text("Ada L.".to_owned()));
    assert_eq!(values.number(Cup::Stuff), None);
    assert_eq!(values.choice::<Stuff>(Cup::Size), None);
    assert_eq!(
        written(&values),
        "size=1000&stuff=clay&n-lids=2&owner=Ada+L."
    );
}

#[test]
fn a_parameter_with_an_empty_default_may_have_no_value() {
    let (values, errors) = read("n-lids=1&n-lids=&size=");
    assert_eq!(values.value(Cup::Lids), &Value::None);
    assert_eq!(
        errors[0].to_string(),
        "`size` must be a multiple of 10 from 10 to 1,000, not ``."
    );
    assert_eq!(written(&values), "");
}

#[test]
fn faults_name_the_parameter_and_what_it_accepts() {
    for (text, expected) in [
        (
            "size=15",
            "`size` must be a multiple of 10 from 10 to 1,000, not `15`.",
        ),
        (
            "stuff=gold",
            "The material (`stuff`) must be clay or glass, not `gold`.",
        ),
        (
            "n-lids=3",
            "The number of lids (`n-lids`) must be a whole number from 0 to 2, not `3`.",
        ),
        (
            "handle=east",
            "The direction of the handle (`handle`) must be a number from −180 to 180, not `east`.",
        ),
        (
            "saucer=1",
            "There is no parameter `saucer`; a cup has a size.",
        ),
    ] {
        let (values, errors) = read(text);
        assert_eq!(values, Cups::default());
        assert_eq!(errors[0].to_string(), expected);
    }
    let error = ParameterError::part(Cup::Owner.parameter(), "?");
    let expected = "The name of the owner (`owner`) must be a name; `?` is not one of them.";
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_pointer_stops_at_an_end_or_goes_on_from_the_other() {
    let mut values = Cups::default();
    for (key, number, text) in [
        (Cup::Size, 1e9, "1000"),
        (Cup::Size, 14.0, "10"),
        (Cup::Handle, 190.0, "-170"),
        (Cup::Handle, 180.0, "180"),
        (Cup::Handle, f64::NAN, "180"),
        (Cup::Stuff, -3.0, "clay"),
        (Cup::Stuff, 0.6, "glass"),
    ] {
        values.set_nearest(key, number);
        assert_eq!(values.text(key), text);
    }
    assert!(values.set_number(Cup::Size, 15.0).is_err());
    assert!(values.set_number(Cup::Stuff, 0.0).is_err());
    values.copy(Cup::defaults(), Cup::Handle);
    assert!(!values.is_set(Cup::Handle));
}

proptest! {
    #[test]
    fn any_query_leaves_values_that_are_read_back(text in ".{0,80}") {
        let (values, _) = read(&text);
        prop_assert_eq!(read(&written(&values)), (values, vec![]));
    }

    #[test]
    fn any_text_is_accepted_or_changes_nothing(key in select(Cup::ALL), text in ".{0,20}|-?[0-9]{0,4}") {
        let mut values = Cups::default();
        match values.set(key, &text) {
            Ok(()) => {
                let mut again = values.clone();
                again.set(key, &values.text(key)).unwrap();
                prop_assert_eq!(again, values);
            }
            Err(_) => prop_assert_eq!(values, Cups::default()),
        }
    }
}
