//! The models that rungs of the ladder name for a scheme, a feature or a rule.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use phasor_report::{Ask, Block, Subject, View, contents, shelf};

/// A place of a rung that the site fills: `<span data-KEY="WORD" data-models="NAMES"></span>`.
struct Place {
    key: String,
    word: String,
    names: Vec<String>,
}

fn places() -> Vec<Place> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../assets/ladder");
    let files = fs::read_dir(folder).unwrap();
    let texts = files.map(|file| fs::read_to_string(file.unwrap().path()).unwrap());
    texts.flat_map(|text| places_of(&text)).collect()
}

fn places_of(text: &str) -> Vec<Place> {
    let places = text.split("<span data-").skip(1);
    let read = |rest: &str| {
        let cells: Vec<&str> = rest.split('"').collect();
        Place {
            key: cells[0].trim_end_matches('=').to_owned(),
            word: cells[1].to_owned(),
            names: cells[3].split(' ').map(str::to_owned).collect(),
        }
    };
    places.map(read).collect()
}

fn uses(subject: &Subject, place: &Place) -> bool {
    match place.key.as_str() {
        "scheme" => subject.scheme() == place.word,
        "feature" => subject.features().contains(&place.word.as_str()),
        "rule" => subject
            .rope(None)
            .is_some_and(|layer| layer.scaling.name() == place.word),
        key => panic!("a place has the key {key}"),
    }
}

/// The link behind the models of a place opens the table with this filter.
#[test]
fn rungs_name_models_that_use_the_scheme_and_the_table_lists_all_of_them() {
    let places = places();
    assert!(places.len() >= 10, "{} places", places.len());
    let qwen = shelf::published("qwen3-8b").unwrap().subject().unwrap();
    for place in places {
        let users: BTreeSet<&str> = shelf::SHELF
            .iter()
            .filter(|model| uses(&model.subject().unwrap(), &place))
            .map(|model| model.name)
            .collect();
        for name in &place.names {
            assert!(
                users.contains(name.as_str()),
                "{name} without {}",
                place.word
            );
        }
        let ask = Ask {
            view: View::Shelf,
            filter: place.word.clone(),
            ..Ask::default()
        };
        let blocks = contents(&qwen, None, &ask);
        let table = blocks.iter().find_map(|block| match block {
            Block::Table(table) => Some(table),
            _ => None,
        });
        let rows = &table.unwrap().rows;
        let listed: BTreeSet<&str> = rows.iter().filter_map(|row| row[0].model).collect();
        assert_eq!(listed, users, "{}", place.word);
    }
}
