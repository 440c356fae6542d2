//! The race as curves: the loss by step, and the answers by text length.

use super::computed::{Computed, LINE, apart, chance, in_unit, ink};
use super::contestants;
use super::course::{FARTHEST, RaceTask, Racer};
use super::parameters::Guess;
use super::record::Run;
use super::report::Stretch;
use crate::handle::{Drawing, Grab, Handle};
use crate::{Key, Spec};
use phasor_draw::{Axis, Ink, LABEL, Panel, Point, Rect, SMALL, axis};
use phasor_params::choice::Choice as _;
use phasor_text::number::{Fixed, Place};

/// Room for names beside the curves, CSS pixels.
const NAMES: f32 = 118.0;

/// The places of both charts.
struct Plan {
    loss: Rect,
    answers: Rect,
    bottom: f32,
}

impl Plan {
    fn new(width: f32) -> Self {
        const TOP: f32 = 30.0;
        if width >= 620.0 {
            let (height, left) = (300.0, 0.34 * width);
            return Self {
                loss: Rect::new(axis::NUMBERS, TOP, left - axis::NUMBERS, height),
                answers: Rect::new(left + 66.0, TOP, width - left - 66.0 - NAMES, height),
                bottom: TOP + height + 42.0,
            };
        }
        let across = width - axis::NUMBERS - NAMES;
        let answers = Rect::new(axis::NUMBERS, TOP, across, 144.0);
        let loss = Rect::new(
            axis::NUMBERS,
            answers.bottom() + 62.0,
            width - axis::NUMBERS - 12.0,
            58.0,
        );
        Self {
            loss,
            answers,
            bottom: loss.bottom() + 42.0,
        }
    }
}

pub(super) fn draw(computed: &Computed<'_>, drawing: &mut Drawing) {
    let width = drawing.size().0;
    let plan = Plan::new(width);
    match computed.spec.choice::<Guess>() {
        // The loss would give hints.
        Guess::Pending => {
            let cover = Rect::new(1.0, 0.0, width - 2.0, plan.bottom);
            contestants::draw(computed, answers_panel(computed, cover), drawing);
        }
        Guess::Skipped | Guess::Of(_) => {
            draw_losses(computed, plan.loss, drawing);
            draw_answers(computed, plan.answers, drawing);
        }
    }
    drawing.set_height(plan.bottom);
}

fn draw_losses(computed: &Computed<'_>, rect: Rect, drawing: &mut Drawing) {
    let runs = || computed.record.runs();
    let n_steps = runs().map(|(_, run)| run.n_steps).max().unwrap_or(400);
    let highest = (computed.spec.choice::<RaceTask>().n_answers() as f64).ln() * 1.08;
    let panel = drawing.panel(Panel {
        rect,
        x: Axis::bare(0.0, n_steps as f64),
        y: Axis::bare(0.0, highest),
    });
    let every = if n_steps > 400 { 200 } else { 100 };
    let ticks = (0..=n_steps).step_by(every);
    let ticks = ticks.map(|step| (step as f64, step.to_string()));
    axis::below(&panel, "training step", ticks, drawing);
    let ticks = (0..=highest as usize).map(|loss| (loss as f64, loss.to_string()));
    axis::beside(&panel, ("loss in training", 12.0), ticks, drawing);
    axis::frame(&panel, drawing);
    let progress = computed.spec.progress();
    for (racer, run) in runs() {
        let points = run.losses_until(progress).map(|(step, loss)| {
            let loss = loss.clamp(0.0, highest);
            Point::new(panel.x_px(step as f64), panel.y_px(loss))
        });
        let (width, alpha) = strength(is_bold(computed.spec, racer));
        drawing.line(points, width, ink(racer), alpha);
    }
    drawing.handle(Handle {
        rect,
        grab: Grab::Slide {
            x: Some(Key::Progress),
            y: None,
        },
        panel: Panel {
            x: Axis::bare(0.0, 100.0),
            ..panel
        },
    });
}

/// Returns whether the curve of a racer is bold: that of the guess, or without a guess that of the racer in focus.
fn is_bold(spec: &Spec, racer: Racer) -> bool {
    match spec.choice::<Guess>() {
        Guess::Of(guess) => racer == guess,
        Guess::Skipped | Guess::Pending => racer == spec.choice::<Racer>(),
    }
}

/// Returns width and opacity of a curve.
fn strength(is_bold: bool) -> (f32, f32) {
    if is_bold { (3.0, 1.0) } else { (1.7, 0.8) }
}

/// Returns width and opacity of RoPE's curves with scaling rules, which are no stronger than RoPE's own.
fn rule_strength(is_bold: bool) -> (f32, f32) {
    if is_bold { (1.6, 0.75) } else { (1.0, 0.5) }
}

/// Returns the chart of the answers: right ones in percent, or for letters the perplexity.
fn answers_panel(computed: &Computed<'_>, rect: Rect) -> Panel {
    let trained = computed.spec.race_length() as f64;
    let y = match computed.spec.choice::<RaceTask>() {
        RaceTask::Next => Axis::bare(4.0, 40.0).log(),
        _ => Axis::bare(0.0, 100.0),
    };
    Panel {
        rect,
        // Room on the left makes the line at the training length visible.
        x: Axis::bare(0.86 * trained, FARTHEST * trained).log(),
        y,
    }
}

fn draw_answers(computed: &Computed<'_>, rect: Rect, drawing: &mut Drawing) {
    let (spec, task) = (computed.spec, computed.spec.choice::<RaceTask>());
    let panel = drawing.panel(answers_panel(computed, rect));
    draw_axes(computed, &panel, drawing);
    let progress = spec.progress();
    for record in &computed.earlier {
        for (racer, run) in record.runs() {
            drawing.line(
                spots(run, 1.0, Stretch::None, task, &panel),
                1.0,
                ink(racer),
                0.28,
            );
        }
    }
    let focus = spec.choice::<Racer>();
    let mut names = Vec::new();
    for (racer, run) in computed.record.runs() {
        let is_bold = is_bold(spec, racer);
        let (width, alpha) = strength(is_bold);
        let spots: Vec<Point> = spots(run, progress, Stretch::None, task, &panel).collect();
        drawing.line(spots.iter().copied(), width, ink(racer), alpha);
        for spot in &spots {
            drawing.disc(*spot, if is_bold { 4.0 } else { 2.8 }, ink(racer), 1.0);
        }
        if let Some(end) = spots.last() {
            // A press on a name shows in the name, whatever the guess is.
            let is_bold = is_bold || racer == focus;
            names.push((end.y, racer.word().label, racer, is_bold));
        }
    }
    if focus == Racer::Rope || is_bold(spec, Racer::Rope) {
        draw_rules(computed, &panel, &mut names, drawing);
    }
    draw_names(names, &panel, drawing);
}

fn draw_axes(computed: &Computed<'_>, panel: &Panel, drawing: &mut Drawing) {
    let (task, trained) = (
        computed.spec.choice::<RaceTask>(),
        computed.spec.race_length() as f64,
    );
    let lengths = [1.0, 2.0, 4.0, 8.0].map(|times| times * trained);
    let ticks = lengths.map(|length| (length, Place(length).to_string()));
    axis::below(
        panel,
        "text length in the test (tokens)",
        ticks.into_iter(),
        drawing,
    );
    let (label, ticks) = match task {
        RaceTask::Next => (
            "perplexity (lower is better)",
            [5.0, 7.0, 10.0, 14.0, 20.0, 35.0],
        ),
        _ => ("right answers", [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]),
    };
    let unit = if task == RaceTask::Next { "" } else { "%" };
    let ticks = ticks.map(|number| (number, format!("{}{unit}", Place(number))));
    axis::beside(panel, (label, 12.0), ticks.into_iter(), drawing);
    axis::frame(panel, drawing);
    let rect = panel.rect;
    let at = |x: f32, y: f32| Point::new(x, y);
    let x = panel.x_px(trained);
    drawing.dashed(at(x, rect.y), at(x, rect.bottom()), 1.6, Ink::Text, 0.9);
    let head = at(x + 16.0, rect.y - 6.0);
    drawing.text(head, SMALL.ink(Ink::Text), "training length");
    let y = panel.y_px(in_unit(task, chance(task)));
    drawing.dashed(at(rect.x, y), at(rect.right(), y), 1.0, Ink::Muted, 0.9);
    if rect.width > 150.0 {
        let end = at(rect.right() - 4.0, y + 12.0);
        let chance = format!("chance: 1 in {}", task.n_answers());
        drawing.text(end, SMALL.end(), chance);
    }
}

/// Returns the results of a run as points of the chart.
fn spots<'a>(
    run: &'a Run,
    progress: f64,
    stretch: Stretch,
    task: RaceTask,
    panel: &'a Panel,
) -> impl Iterator<Item = Point> + 'a {
    let scores = run.scores(progress).iter();
    let of_stretch = scores.filter(move |score| score.stretch == stretch);
    of_stretch.map(move |score| {
        let value = in_unit(task, score.value).clamp(panel.y.low, panel.y.high);
        Point::new(panel.x_px(score.length), panel.y_px(value))
    })
}

/// A name beside the end of its curve: the row, the text, the racer, and whether it is bold.
type Name = (f32, &'static str, Racer, bool);

/// Draws RoPE with scaling rules as dashed curves, which start at the training length.
fn draw_rules(
    computed: &Computed<'_>,
    panel: &Panel,
    names: &mut Vec<Name>,
    drawing: &mut Drawing,
) {
    let (progress, task) = (computed.spec.progress(), computed.spec.choice::<RaceTask>());
    let run = computed.record.run(Racer::Rope);
    let start = spots(run, progress, Stretch::None, task, panel).next();
    let (width, alpha) = rule_strength(is_bold(computed.spec, Racer::Rope));
    for stretch in Stretch::all().skip(1) {
        let points: Vec<Point> = start
            .into_iter()
            .chain(spots(run, progress, stretch, task, panel))
            .collect();
        for pair in points.windows(2) {
            if let [from, to] = pair {
                drawing.dashed(*from, *to, width, ink(Racer::Rope), alpha);
            }
        }
        if let Some(end) = points.last().filter(|_| points.len() > 1) {
            names.push((end.y, stretch.word().label, Racer::Rope, false));
        }
    }
}

/// Draws the names beside the ends of their curves, moved apart where they would overlap. A press on a name puts its racer
/// in focus.
fn draw_names(mut names: Vec<Name>, panel: &Panel, drawing: &mut Drawing) {
    names.sort_by(|one, other| one.0.total_cmp(&other.0));
    let rows: Vec<f32> = names.iter().map(|(row, ..)| *row).collect();
    let rows = apart(&rows, panel.rect.y, panel.rect.bottom());
    let x = panel.rect.right() + 10.0;
    for ((_, label, racer, is_bold), row) in names.into_iter().zip(rows) {
        let setting = LABEL.size(12.0).ink(ink(racer));
        let setting = if is_bold { setting.bold() } else { setting };
        drawing.text(Point::new(x, row + 4.0), setting, label);
        drawing.handle(Handle {
            rect: Rect::new(x - 4.0, row - LINE / 2.0, NAMES - 6.0, LINE),
            grab: Grab::Set(Key::Racer, racer.place() as f64),
            panel: *panel,
        });
    }
}

pub(super) fn probe(computed: &Computed<'_>, handle: &Handle, point: Point) -> Option<String> {
    match handle.grab {
        Grab::Set(Key::Racer, place) => {
            let racer = Racer::all().nth(place as usize)?;
            Some(format!("Put {} in focus.", racer.word().label))
        }
        Grab::Slide { .. } => {
            let racer = computed.spec.choice::<Racer>();
            let run = computed.record.run(racer);
            let step = (handle.values(point).0 / 100.0 * run.n_steps as f64) as usize;
            let near = run
                .losses
                .iter()
                .min_by_key(|(one, _)| one.abs_diff(step))?;
            let (step, loss) = near;
            Some(format!(
                "{}, step {step}: loss {:.3}",
                racer.word().label,
                Fixed(*loss)
            ))
        }
        _ => None,
    }
}
