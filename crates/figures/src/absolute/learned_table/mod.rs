//! The position table of a real model: the similarity of its rows, and its end.

mod computed;
mod picture;
mod plan;

use std::rc::Rc;

use self::computed::{Computed, IN_VIEW, Prepared};
use self::picture::{COMPONENT, OTHER};
use crate::asset::{Asset, Rows};
use crate::cache::{Memo, try_memoized};
use crate::handle::{Drawing, Handle};
use crate::kind::{Kind, preset};
use crate::topic::Topic;
use crate::view::View;
use crate::{Key, Setting, Spec};
use phasor_draw::{Column, Point};
use phasor_encoding::{Frequencies, Measure};
use phasor_params::choice::{Choice as _, choice};
use phasor_params::{Accepts, Parameter};
use phasor_text::number::{Fixed, Grouped, Place};

choice! {
    /// What the figure of a learned table shows.
    pub(crate) enum TableView {
        /// Every two rows compared.
        Compared "compared" "all rows compared",
        /// The numbers themselves.
        Numbers "numbers" "the numbers themselves",
    }
}

impl Setting for TableView {
    const KEY: Key = Key::TableView;
}

pub(crate) const TABLE_VIEW: Parameter = Parameter {
    name: "table-view",
    label: "view",
    unit: "",
    help: "What is shown of a learned table: all rows compared with each other, or the numbers.",
    accepts: Accepts::Choice(TableView::LIST),
    default: "compared",
};

/// The figure `learned-table`.
pub(crate) static KIND: Kind = Kind {
    title: "A learned table",
    topics: &[Topic::Absolute],
    search_words: "heatmap noise trained embedding BERT GPT-2 stripes",
    caption: "A model’s 512 learned positional encodings beside sinusoidal encodings. One view compares all rows; the \
        other shows the numbers. The table ends with row 511.",
    keyboard: "In the figure, arrow keys move the position, Shift takes steps of ten, and Space plays.",
    shared_keys: &[Key::Base, Key::Position],
    own_keys: &[Key::TableView],
    leading_keys: &[Key::TableView],
    presets: &[
        preset("stripes: waves", "table-view=compared&position=100"),
        preset("last row: 511", "table-view=compared&position=511"),
        preset("no row 520", "table-view=compared&position=520"),
        preset("no row 100,000", "table-view=compared&position=100000"),
        preset("row 0 is larger", "table-view=numbers&position=0"),
    ],
    // Only the sinusoidal encodings have a base.
    idle: |spec, key| key == Key::Base && spec.choice::<TableView>() == TableView::Numbers,
    clock: Some(Key::Position),
    starts: None,
    arrow: |spec, right, down| spec.step(right + down),
    sketch: || Box::<LearnedFigure>::default(),
};

#[derive(Debug, Default)]
struct LearnedFigure {
    rows: Option<Rc<Rows>>,
    prepared: Option<Rc<Prepared>>,
    /// Similarities of the learned row, by row.
    alike: Memo<usize, Rc<[f64]>>,
    /// Similarities of the sinusoidal encoding, by base and position.
    sinusoidal: Memo<(f64, f64), Rc<[f64]>>,
    /// Frequencies and shades of sinusoidal encodings, by base.
    computed: Memo<f64, (Frequencies, Rc<[f32]>)>,
}

thread_local! {
    /// The compared rows, shared by all copies of the figure on a page.
    static PREPARED: std::cell::OnceCell<Rc<Prepared>> = const { std::cell::OnceCell::new() };
}

impl View for LearnedFigure {
    type Computed = Computed;
    const ROWS: &'static str = "The position against every other";

    fn compute(&mut self, spec: &Spec) -> Option<Computed> {
        let prepared = Rc::clone(self.prepared.as_ref()?);
        let position = spec.position().floor();
        let row = position as usize;
        let base = spec.base();
        let (frequencies, diagonals) = try_memoized(&mut self.computed, base, || {
            // The width of the table is that of the file.
            let frequencies = spec.frequencies_of(prepared.table.dim());
            let curve = Measure::CosineSimilarity.along(&frequencies, 0.0, IN_VIEW);
            let shades = curve.iter().map(|value| (0.5 + 0.5 * value) as f32);
            Some((frequencies, shades.collect()))
        })?;
        let alike = try_memoized(&mut self.alike, row, || {
            Some(match prepared.table.similarity(row) {
                Ok(alike) => alike.into(),
                // Past the end of the table, there is no row to compare.
                Err(_) => Rc::from([]),
            })
        })?;
        let sinusoidal = try_memoized(&mut self.sinusoidal, (base, position), || {
            let alike = Measure::CosineSimilarity.along(&frequencies, -position, IN_VIEW);
            Some(alike.into())
        })?;
        Some(Computed {
            prepared,
            position,
            alike,
            sinusoidal,
            frequencies,
            diagonals,
        })
    }

    fn draw(spec: &Spec, computed: &Self::Computed, drawing: &mut Drawing) {
        match spec.choice::<TableView>() {
            TableView::Compared => computed.draw_comparison(drawing),
            TableView::Numbers => computed.draw_numbers(drawing),
        }
    }

    fn reading(spec: &Spec, computed: &Self::Computed) -> String {
        let table = &computed.prepared.table;
        let Some(row) = computed.row() else {
            return format!(
                "Position {} has no row: the table ends with row {}. The sinusoidal encoding comes from a \
                 formula and continues.",
                Place(computed.position),
                computed.n_rows() - 1
            );
        };
        if spec.choice::<TableView>() == TableView::Numbers {
            return format!(
                "All {} × {} = {} numbers were learned. Row {row} has norm {:.2}.",
                computed.n_rows(),
                table.dim(),
                Grouped(table.parameter_count() as u64),
                Fixed(computed.norm(row)),
            );
        }
        let (most, least) = (computed.extreme(row, 1.0), computed.extreme(row, -1.0));
        let start = match most.0.abs_diff(row) {
            1 => "Training made neighbours alike",
            _ => "This row is unlike its neighbours",
        };
        format!(
            "{start}: row {row} is most like row {} (cosine {:.2}) and least like row {} ({:.2}).",
            most.0,
            Fixed(most.1),
            least.0,
            Fixed(least.1),
        )
    }

    fn columns(_spec: &Spec, computed: &Self::Computed) -> Vec<Column> {
        let n_rows = computed.n_rows();
        let count = if computed.row().is_some() {
            n_rows
        } else {
            IN_VIEW
        };
        let column = |name: &str, numbers: &[f64]| {
            Column::numbers(name, numbers.iter().copied().take(count).collect())
        };
        let positions: Vec<f64> = (0..count).map(|position| position as f64).collect();
        let mut columns = vec![
            column("position", &positions),
            column("cosine of sinusoidal encodings", &computed.sinusoidal),
        ];
        if computed.row().is_some() {
            columns.insert(
                1,
                column("norm of the learned row", &computed.prepared.norms),
            );
            columns.push(column("cosine of learned rows", &computed.alike));
        }
        columns
    }

    fn probe(
        _spec: &Spec,
        computed: &Self::Computed,
        handle: &Handle,
        point: Point,
    ) -> Option<String> {
        let (x, y) = handle.values(point);
        let whole = |number: f64| number.round().max(0.0);
        let table = &computed.prepared.table;
        let row = match handle.panel.x.label {
            OTHER => computed.position,
            _ => whole(y),
        };
        let Ok(numbers) = table.encode(row as usize) else {
            return Some(format!("position {} has no row", Place(row)));
        };
        if handle.panel.x.label == COMPONENT {
            let component = (x.max(0.0) as usize).min(table.dim() - 1);
            let number = Fixed(*numbers.get(component)?);
            return Some(format!("row {row}, component {component}: {number:.4}"));
        }
        let other = whole(x);
        let alike = table.similarity(row as usize).ok()?;
        let learned = match alike.get(other as usize) {
            Some(&alike) => format!("{:.2}", Fixed(alike)),
            None => "no row".to_owned(),
        };
        let sinusoidal = Measure::CosineSimilarity.at(&computed.frequencies, other - row);
        Some(format!(
            "{row} and {other}: learned {learned}, sinusoidal {:.2}",
            Fixed(sinusoidal)
        ))
    }

    fn supply(&mut self, _asset: Asset, rows: &Rc<Rows>) {
        self.rows = Some(Rc::clone(rows));
        let prepared = || {
            let prepared = Prepared::new(rows);
            Rc::new(prepared.expect("the table has rows of equal widths"))
        };
        self.prepared = Some(PREPARED.with(|known| Rc::clone(known.get_or_init(prepared))));
    }
}
