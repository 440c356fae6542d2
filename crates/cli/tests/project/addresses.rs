//! Addresses that a version has written lead to the same states in every later version. Attributes and flags have the
//! same names and values.
//!
//! `PHASOR_BLESS=1 cargo test -p phasor-cli --test project addresses` stores the addresses of this version, if it has
//! none yet. A stored list is never written again.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use phasor_figures::rotary::bulk_rope::{BulkKey, BulkSpec};
use phasor_figures::{FigureName, Key, Spec, query};
use phasor_params::choice::Choice;
use phasor_params::{Accepts, Parameter};
use phasor_report::{Ask, Engine, Framework, Rule, View, code::Language};

/// The name and the text of every parameter.
type State = BTreeMap<String, String>;

/// The pages that read addresses, by the part of an address before its query.
const PAGES: [&str; 3] = ["index.html?", "lab.html#bulk-rope?", "models.html#"];

fn path(version: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../tests/golden");
    folder.join(format!("addresses-{version}.txt"))
}

/// Returns the state to which an address leads.
fn read(page: &str, query: &str) -> Result<State, String> {
    if page == PAGES[0] {
        let (query, figure) = query.split_once('#').unwrap_or((query, ""));
        if !figure.is_empty() {
            FigureName::from_name(figure).map_err(|error| error.to_string())?;
        }
        let (spec, errors) = query::parse(query);
        let state = Key::ALL.iter().map(|key| (key.name(), spec.text(*key)));
        return listed(state, &errors);
    }
    if page == PAGES[1] {
        let (spec, errors) = BulkSpec::parse(query);
        let state = BulkKey::ALL.iter().map(|key| (key.name(), spec.text(*key)));
        return listed(state, &errors);
    }
    let (ask, errors) = Ask::parse(query);
    let state = [
        ("view", ask.view.word().name.to_owned()),
        ("layer", ask.layer.as_deref().unwrap_or("").to_owned()),
        (
            "target",
            ask.target.map_or(String::new(), |n| n.to_string()),
        ),
        ("rule", ask.rule.word().name.to_owned()),
        (
            "engine",
            ask.engine.map_or("", |one| one.word().name).to_owned(),
        ),
        ("from", ask.from.word().name.to_owned()),
        ("to", ask.to.word().name.to_owned()),
        ("language", ask.language.word().name.to_owned()),
        ("filter", ask.filter),
    ];
    listed(state.into_iter(), &errors)
}

fn listed<E: ToString>(
    state: impl Iterator<Item = (&'static str, String)>,
    errors: &[E],
) -> Result<State, String> {
    match errors.first() {
        Some(error) => Err(error.to_string()),
        None => Ok(state.map(|(name, text)| (name.to_owned(), text)).collect()),
    }
}

/// Returns texts that cover what a parameter accepts: both ends, the middle and each word.
fn texts(parameter: &Parameter) -> Vec<String> {
    match parameter.accepts {
        Accepts::Number(range) => {
            let middle = range.nearest(range.between(range.min, range.max, 0.5));
            [range.min, middle, range.max].map(|n| n.to_string()).into()
        }
        Accepts::Choice(words) => words.iter().map(|word| word.name.to_owned()).collect(),
        Accepts::Text(_) if parameter.name == "pairs" => vec!["0,2,4".to_owned()],
        Accepts::Text(_) => vec!["adam ate the apple".to_owned()],
    }
}

/// Returns the addresses of a few settings, as the page writes them.
fn written(settings: impl Iterator<Item = (Key, String)>) -> String {
    let mut spec = Spec::default();
    for (key, text) in settings {
        spec.set(key, &text).unwrap();
    }
    query::format(&spec)
}

/// Returns the queries for the pages with figures: of every parameter, of every figure, and of every preset.
fn queries_of_figures() -> Vec<String> {
    let mut all = Vec::new();
    for &key in Key::ALL {
        all.extend(
            texts(key.parameter())
                .into_iter()
                .map(|text| written([(key, text)].into_iter())),
        );
    }
    for figure in FigureName::ALL {
        let name = figure.name();
        all.push(format!("#{name}"));
        all.extend(
            figure
                .presets()
                .iter()
                .map(|preset| format!("{}#{name}", preset.query)),
        );
        let last = figure
            .own_keys()
            .iter()
            .map(|&key| (key, texts(key.parameter()).pop().unwrap()));
        all.push(format!("{}#{name}", written(last)));
    }
    all
}

/// Returns the words of a choice.
fn words<T: Choice>() -> Vec<&'static str> {
    T::all().map(|one| one.word().name).collect()
}

/// Returns the queries for the room of models. The model itself is in another part of the address, and what a reader
/// understands of it is in `crates/model-files/tests/model_files/model`.
fn queries_of_models() -> Vec<String> {
    let choices = [
        ("view", words::<View>()),
        ("rule", words::<Rule>()),
        ("engine", words::<Engine>()),
        ("from", words::<Framework>()),
        ("to", words::<Framework>()),
        ("language", words::<Language>()),
        ("target", vec!["2", "131072", "10485760"]),
        ("layer", vec!["full_attention"]),
        ("filter", vec!["yarn"]),
    ];
    let all = choices.into_iter();
    all.flat_map(|(key, words)| words.into_iter().map(move |word| format!("{key}={word}")))
        .collect()
}

/// Returns the queries for bulk RoPE.
fn queries_of_bulk() -> Vec<String> {
    let mut all = Vec::new();
    for key in BulkKey::ALL {
        for text in texts(key.parameter()) {
            let query = format!("{}={text}", key.name());
            // A few ends are out of reach for the other sizes, and the page never writes them.
            if BulkSpec::parse(&query).1.is_empty() {
                all.push(query);
            }
        }
    }
    all
}

/// Returns a list: for each page, its address without a query and its whole state, and then other addresses with
/// everything that they change.
fn list() -> String {
    let mut text = String::new();
    let queries = [queries_of_figures(), queries_of_bulk(), queries_of_models()];
    for (page, mut queries) in PAGES.into_iter().zip(queries) {
        let plain = read(page, "").unwrap();
        let pairs: Vec<String> = plain
            .iter()
            .map(|(name, text)| format!("{name}={text}"))
            .collect();
        text += &format!("{page}\t{}\n", pairs.join("\t"));
        queries.retain(|query| !query.is_empty());
        queries.sort();
        queries.dedup();
        for query in queries {
            let state = read(page, &query).unwrap();
            let changed = state.iter().filter(|(name, text)| plain[*name] != **text);
            let pairs: Vec<String> = changed
                .map(|(name, text)| format!("\t{name}={text}"))
                .collect();
            text += &format!("{page}{query}{}\n", pairs.concat());
        }
    }
    text
}

/// Returns a page and a query for each address of a list, with the state to which it must lead.
fn stored(list: &str) -> Vec<(&'static str, &str, State)> {
    let mut plain: BTreeMap<&str, State> = BTreeMap::new();
    let mut all = Vec::new();
    for line in list.lines() {
        let mut parts = line.split('\t');
        let address = parts.next().unwrap();
        let page = PAGES
            .into_iter()
            .find(|page| address.starts_with(page))
            .unwrap();
        let pairs = parts.map(|pair| pair.split_once('=').unwrap());
        let pairs = pairs.map(|(name, text)| (name.to_owned(), text.to_owned()));
        let pairs: State = pairs.collect();
        // The first address of a page has its whole state, and the others have what differs from it.
        let mut state = plain.entry(page).or_insert_with(|| pairs.clone()).clone();
        state.extend(pairs);
        all.push((page, &address[page.len()..], state));
    }
    all
}

#[test]
fn every_address_of_an_earlier_version_leads_to_the_same_state() {
    let (major_minor, _) = env!("CARGO_PKG_VERSION").rsplit_once('.').unwrap();
    let own = path(major_minor);
    if std::env::var_os("PHASOR_BLESS").is_some() && !own.exists() {
        fs::write(&own, list()).unwrap();
    }
    assert!(
        own.exists(),
        "{} is missing; see the top of this test",
        own.display()
    );
    let mut n_read = 0;
    for entry in fs::read_dir(own.parent().unwrap()).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if !name.starts_with("addresses-") {
            continue;
        }
        for (page, query, expected) in stored(&fs::read_to_string(&path).unwrap()) {
            let state =
                read(page, query).unwrap_or_else(|error| panic!("{name}: {page}{query}: {error}"));
            for (key, text) in expected {
                assert_eq!(
                    state.get(&key),
                    Some(&text),
                    "{name}: {key} of {page}{query}"
                );
            }
            n_read += 1;
        }
    }
    assert!(n_read > 300, "only {n_read} addresses are stored");
}
