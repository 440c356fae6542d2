//! A control is offered exactly where it has an effect: in the opening state and in every preset, every parameter of every
//! figure is moved over its range, and picture or reading must change unless the parameter is idle.

use std::collections::BTreeSet;

use phasor_draw::{Axis, Mark, Rect};
use phasor_figures::{Drawing, Figure, FigureName, Key, Spec};
use phasor_params::Accepts;

use crate::support::{no_faults, states};

/// The widths of a phone and a desk, whose pictures may show different parts.
const WIDTHS: [f32; 2] = [340.0, 760.0];

/// The visible parts of a drawing; handles are invisible.
#[derive(Debug, PartialEq)]
struct Outline {
    height: f32,
    /// The painted parts of panels; an axis without ticks shows no number.
    panels: Vec<(Rect, Option<Axis>, Option<Axis>)>,
    rasters: Vec<phasor_draw::Raster>,
    marks: Vec<(String, Vec<(f32, f32)>)>,
}

fn outline(drawing: &Drawing) -> Outline {
    let painted = |axis: Axis| (axis.n_ticks > 0).then_some(axis);
    let panels = drawing.panels().iter();
    Outline {
        height: drawing.size().1,
        panels: panels
            .map(|panel| (panel.rect, painted(panel.x), painted(panel.y)))
            .collect(),
        rasters: drawing.rasters().to_vec(),
        marks: drawing
            .marks()
            .iter()
            .map(|mark| marked(drawing, mark))
            .collect(),
    }
}

/// Returns a mark with its points and its text instead of their ranges in the shared buffers.
fn marked(drawing: &Drawing, mark: &Mark) -> (String, Vec<(f32, f32)>) {
    let (mut mark, mut text, mut own) = (mark.clone(), String::new(), Vec::new());
    match &mut mark {
        Mark::Line { points, .. } | Mark::Shape { points, .. } => {
            own = drawing.points(points).iter().map(|p| (p.x, p.y)).collect();
            *points = 0..0;
        }
        Mark::Text { text: range, .. } => {
            text = drawing.text_of(range).to_owned();
            *range = 0..0;
        }
        _ => {}
    }
    (format!("{mark:?} {text}"), own)
}

/// Returns numbers that the slider of `key` reaches, or words and sentences for other parameters.
fn values(spec: &Spec, key: Key) -> Vec<String> {
    match key.parameter().accepts {
        Accepts::Choice(words) => words.iter().map(|word| word.name.to_owned()).collect(),
        Accepts::Text(_) if key == Key::Pairs => ["auto", "0", "1-3"].map(str::to_owned).to_vec(),
        Accepts::Text(_) => ["dog cat", "the dog", "adam ate the apple", "we saw we saw"]
            .map(str::to_owned)
            .to_vec(),
        Accepts::Number(_) => {
            let range = spec.slider_range(key).unwrap();
            let now = spec.number(key).unwrap();
            let parts = [0.0, 0.02, 0.1, 0.25, 0.4, 0.5, 0.7, 0.9, 1.0];
            let numbers = parts.map(|part| range.at_fraction(part)).into_iter();
            let beside = [now + 1.0, now - 1.0, now * 2.0, now / 2.0];
            let beside = beside.map(|number| range.nearest(number));
            numbers.chain(beside).map(|x| x.to_string()).collect()
        }
    }
}

/// Returns whether a change of `key` alone changes picture or reading.
fn does_something(figure: &mut Figure, spec: &Spec, key: Key) -> bool {
    if figure.has_work(spec) && figure.work_keys().contains(&key) {
        return true;
    }
    // After the first part of its work, a figure has something to show; the rest only refines it.
    if figure.has_work(spec) {
        figure.work(spec);
    }
    let reading = figure.reading(spec);
    let before = WIDTHS.map(|width| outline(figure.draw(spec, width)));
    values(spec, key).into_iter().any(|value| {
        let mut moved = spec.clone();
        // A refused value changes nothing on the page.
        moved.set(key, &value).is_ok()
            && moved != *spec
            && (figure.reading(&moved) != reading
                || WIDTHS
                    .iter()
                    .zip(&before)
                    .any(|(&width, before)| outline(figure.draw(&moved, width)) != *before))
    })
}

#[test]
fn a_control_is_offered_where_it_does_something_and_nowhere_else() {
    let mut faults = BTreeSet::new();
    for name in FigureName::ALL {
        let mut figure = Figure::new(name);
        for (state, spec) in states(name) {
            for key in name.keys() {
                let fault = match (
                    does_something(&mut figure, &spec, key),
                    name.is_idle(&spec, key),
                ) {
                    (false, false) => "changes nothing and is offered",
                    (true, true) => "is not offered and changes something",
                    _ => continue,
                };
                let (figure, key) = (name.name(), key.name());
                faults.insert(format!("{figure}: {key} {fault}, {state}"));
            }
        }
    }
    no_faults(faults);
}
