//! The known mistakes with position ids: how each changes them, and what to say of it.

use super::IdJudge;
use super::given::Given;
use phasor_encoding::Format;
use phasor_encoding::positions::{
    AfterVideo, BorderIds, Ernie4_5Vl, Numbering, PaddingIds, PastIds, PatchIds, Qwen2_5Vl,
    Qwen2Vl, Rule, Token, TokenKind,
};
use phasor_text::number::Place;

/// A mistake that gives the ids of somebody's program.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Mistake {
    /// The name of the mistake, or the names of two.
    pub(super) name: String,
    /// Which it is.
    pub(super) sentence: String,
    /// By how much all ids are larger than those with the mistake.
    pub(super) by: f64,
}

/// The ids of somebody's program, and the right ones.
#[derive(Clone, Copy)]
pub(super) struct Trial<'a> {
    pub(super) judge: &'a IdJudge<'a>,
    pub(super) given: &'a Given,
}

/// Steps of time in a second that files have.
const STEPS: [f64; 4] = [1.0, 2.0, 4.0, 25.0];

/// A way to number padding, documents, a past or patches that is a mistake.
type Step = (&'static str, &'static str, fn(Numbering) -> Numbering);

const PADDING: [Step; 1] = [(
    "padding-counted",
    "Padding counts like a word, as in `arange`; the cumulative sum of the mask does not count it.",
    |numbering| numbering.with_padding(PaddingIds::Counted),
)];

const DOCUMENTS: [Step; 1] = [(
    "documents-continued",
    "Documents go on counting where the one before ends, and do not begin at 0.",
    |numbering| numbering.with_borders(BorderIds::Continued),
)];

const PAST: [Step; 3] = [
    (
        "past-reset",
        "What is read after the cache counts from 0 again, as if there were no past.",
        |numbering| numbering.with_past(PastIds::Reset),
    ),
    (
        "past-cache-length",
        "What is read after the cache begins at the length of the cache, in which padding and the patches of images count as \
         well.",
        |numbering| numbering.with_past(PastIds::CacheLength),
    ),
    (
        "past-after-largest",
        "What is read after the cache begins after its largest id, as by `rope_deltas` of transformers, and not where the whole \
         text would go on.",
        |numbering| numbering.with_past(PastIds::AfterLargest),
    ),
];

const AREA: Step = (
    "patches-counted",
    "An image moves the text after it by all of its patches, as if each were a word; only its longest side counts.",
    |numbering| numbering.with_patches(PatchIds::AreaAfter),
);

const AS_TEXT: Step = (
    "as-text",
    "Every patch counts like a word on every axis, as in a text without images.",
    |numbering| numbering.with_patches(PatchIds::Counted),
);

impl Trial<'_> {
    /// Returns each mistake that alone gives the ids, or ids that all differ by one number; the likelier one first.
    pub(super) fn single(&self) -> Vec<Mistake> {
        let steps = PADDING.iter().chain(&DOCUMENTS).chain(&PAST);
        let of_steps = steps.filter_map(|step| self.of_steps(&[step]));
        let mut all: Vec<Mistake> = of_steps.collect();
        all.extend(self.of_images());
        all.extend(self.swapped());
        all.extend(self.of_settings());
        all.extend(self.of_rules());
        all.extend(self.rounded());
        all
    }

    /// Returns the same for as few mistakes with padding, documents and the past together as give exactly the ids, or else for
    /// any number.
    pub(super) fn combined(&self) -> Vec<Mistake> {
        let maybe = |steps: &'static [Step]| std::iter::once(None).chain(steps.iter().map(Some));
        let mut all: Vec<Vec<&Step>> = Vec::new();
        for padding in maybe(&PADDING) {
            for documents in maybe(&DOCUMENTS) {
                for past in maybe(&PAST) {
                    let steps = [padding, documents, past].into_iter().flatten();
                    all.push(steps.collect());
                }
            }
        }
        let together = |n: usize| {
            let steps = all.iter().filter(move |steps| steps.len() == n);
            steps.filter_map(|steps| self.of_steps(steps))
        };
        let mut two: Vec<Mistake> = together(2).collect();
        if two.iter().all(|mistake| mistake.by != 0.0) {
            two.extend(together(3));
        }
        two
    }

    /// Returns the mistake if its ids are those of the program, and not the right ones.
    fn tried(&self, name: &str, sentence: &str, ids: &[Vec<f64>]) -> Option<Mistake> {
        let by = self.given.shift_of(&self.judge.layout, ids)?;
        self.changes(ids).then(|| Mistake {
            name: name.to_owned(),
            sentence: sentence.to_owned(),
            by,
        })
    }

    /// Whether the ids of some token that is not padding are not the right ones.
    fn changes(&self, ids: &[Vec<f64>]) -> bool {
        let tokens = self.judge.layout.tokens().iter().enumerate();
        let mut words = tokens.filter(|(_, token)| !token.is_padding());
        words.any(|(place, _)| {
            let mut axes = ids.iter().zip(&self.judge.expected);
            axes.any(|(ids, expected)| ids.get(place) != expected.get(place))
        })
    }

    fn of_steps(&self, steps: &[&Step]) -> Option<Mistake> {
        let numbering = self.judge.counting.numbering();
        let numbering = steps
            .iter()
            .fold(numbering, |numbering, (_, _, step)| step(numbering));
        let join = |parts: Vec<&str>, between: &str| parts.join(between);
        let names = join(steps.iter().map(|(name, ..)| *name).collect(), " and ");
        let sentences = join(steps.iter().map(|(_, text, _)| *text).collect(), " ");
        self.tried(&names, &sentences, &self.judge.ids(numbering)?)
    }

    /// Returns the mistakes with images and videos.
    fn of_images(&self) -> Vec<Mistake> {
        let blocks = blocks(self.judge.layout.tokens());
        let n_axes = self.judge.expected.len();
        if blocks.is_empty() || n_axes == 1 {
            return Vec::new();
        }
        let (area, advances): (_, &[Advance]) = match self.judge.counting.rule() {
            Rule::HunyuanVl => (None, &[LONGEST_SIDE]),
            _ => (Some(&AREA), &ADVANCES),
        };
        let advances = advances.iter().filter_map(|(name, sentence, advance)| {
            self.tried(name, sentence, &advanced(self.judge, &blocks, advance))
        });
        let area = area.and_then(|step| self.of_steps(&[step]));
        let mut all: Vec<Mistake> = area.into_iter().chain(advances).collect();
        all.extend(self.of_steps(&[&AS_TEXT]));
        let sentence =
            "Rows and columns count from 0 in each image, and not from the position before it.";
        let ids = from_zero(self.judge, &blocks);
        all.extend(self.tried("patches-from-zero", sentence, &ids));
        all
    }

    /// Returns the mistakes that put two axes in each other's place.
    fn swapped(&self) -> Vec<Mistake> {
        let names = self.judge.counting.rule().axis_names();
        let mut all = Vec::new();
        // Rows and columns are the likeliest, and the last axes of most rules.
        for (other, of_other) in names.iter().enumerate().rev() {
            for (one, of_one) in names.iter().enumerate().take(other).rev() {
                let mut ids = self.judge.expected.clone();
                ids.swap(one, other);
                let sentence =
                    format!("The axes {of_one} and {of_other} are in each other’s place.");
                all.extend(self.tried("axes-swapped", &sentence, &ids));
            }
        }
        all
    }

    /// Returns the mistakes of another setting of the rule.
    fn of_settings(&self) -> Vec<Mistake> {
        let settings = settings(self.judge.counting.rule()).into_iter();
        let tried = settings.filter_map(|(name, sentence, rule)| {
            self.tried(name, &sentence, &self.judge.ids(Numbering::new(rule))?)
        });
        tried.collect()
    }

    /// Returns the other rules that give the ids.
    fn of_rules(&self) -> Vec<Mistake> {
        let own = self.judge.counting.rule().name();
        let others = Rule::all().into_iter().filter(|rule| rule.name() != own);
        let tried = others.filter_map(|rule| {
            let sentence = format!(
                "These are the ids of the rule `{}`, and not of `{own}`.",
                rule.name()
            );
            self.tried(
                "other-rule",
                &sentence,
                &self.judge.ids(Numbering::new(rule))?,
            )
        });
        tried.collect()
    }

    /// Returns the formats that do not have each whole number and give the ids.
    fn rounded(&self) -> Vec<Mistake> {
        let formats = [(Format::Bf16, 256.0), (Format::F16, 2048.0)].into_iter();
        let rounded = formats.filter_map(|(format, last)| {
            let axes = self.judge.expected.iter();
            let ids = axes.map(|axis| axis.iter().map(|id| format.round(*id)).collect());
            let sentence = format!(
                "Ids are rounded to {}, which does not have every whole number above {}.",
                format.name(),
                Place(last)
            );
            self.tried("rounded", &sentence, &ids.collect::<Vec<Vec<f64>>>())
        });
        rounded.collect()
    }
}

/// Neighbouring patches that take their positions together.
struct Block {
    start: usize,
    end: usize,
    n_rows: usize,
    n_columns: usize,
}

fn is_patch(token: &Token) -> bool {
    matches!(
        token.kind,
        TokenKind::Patch { .. } | TokenKind::RowEnd { .. }
    )
}

fn blocks(tokens: &[Token]) -> Vec<Block> {
    let share =
        |one: &Token, next: &Token| one.part == next.part && is_patch(one) == is_patch(next);
    let mut start = 0;
    let mut blocks = Vec::new();
    for run in tokens.chunk_by(share) {
        let end = start + run.len();
        let mut sizes = run.iter().filter_map(|token| match token.kind {
            TokenKind::Patch { row, column, .. } => Some((row + 1, column + 1)),
            _ => None,
        });
        if let Some((n_rows, n_columns)) = sizes.next_back() {
            blocks.push(Block {
                start,
                end,
                n_rows,
                n_columns,
            });
        }
        start = end;
    }
    blocks
}

/// How far an image moves the text after it, by mistake.
type Advance = (&'static str, &'static str, fn(&Block) -> usize);

/// The mistake where every patch counts.
const LONGEST_SIDE: Advance = (
    "longest-side",
    "An image moves the text after it by its longest side; under this rule, every patch counts.",
    |block| block.n_rows.max(block.n_columns),
);

const ADVANCES: [Advance; 5] = [
    (
        "image-once",
        "An image moves the text after it by 1, as one word does; its longest side counts.",
        |_| 1,
    ),
    (
        "rows-counted",
        "An image moves the text after it by its rows, and not by the larger of rows and columns.",
        |block| block.n_rows,
    ),
    (
        "columns-counted",
        "An image moves the text after it by its columns, and not by the larger of rows and columns.",
        |block| block.n_columns,
    ),
    (
        "image-one-more",
        "An image moves the text after it by one more than its longest side.",
        |block| block.n_rows.max(block.n_columns) + 1,
    ),
    (
        "image-one-less",
        "An image moves the text after it by one less than its longest side.",
        |block| block.n_rows.max(block.n_columns) - 1,
    ),
];

/// Returns the right ids, with what an image adds to those of later tokens of its document changed.
fn advanced(
    judge: &IdJudge<'_>,
    blocks: &[Block],
    advance: impl Fn(&Block) -> usize,
) -> Vec<Vec<f64>> {
    let tokens = judge.layout.tokens();
    let id = |place: usize| judge.expected.first()?.get(place).copied();
    let mut ids = judge.expected.clone();
    let mut blocks = blocks.iter().peekable();
    let (mut by, mut before) = (0.0, None);
    for (place, token) in tokens.iter().enumerate() {
        if before.replace(token.document) != Some(token.document) {
            by = 0.0;
        }
        for axis in ids.iter_mut().filter(|_| !token.is_padding()) {
            axis.get_mut(place).into_iter().for_each(|id| *id += by);
        }
        let Some(block) = blocks.next_if(|block| block.end == place + 1) else {
            continue;
        };
        let mut later = tokens.iter().enumerate().skip(block.end);
        let next = later.find(|(_, next)| !next.is_padding());
        let next = next.filter(|(_, next)| next.document == token.document);
        if let Some((start, next)) = id(block.start).zip(next.and_then(|(next, _)| id(next))) {
            by += advance(block) as f64 - (next - start);
        }
    }
    ids
}

/// Returns the right ids, with rows and columns counted from 0.
fn from_zero(judge: &IdJudge<'_>, blocks: &[Block]) -> Vec<Vec<f64>> {
    let mut ids = judge.expected.clone();
    for axis in ids.iter_mut().skip(1) {
        for block in blocks {
            let patches = axis.get_mut(block.start..block.end).into_iter().flatten();
            let first = judge
                .expected
                .first()
                .and_then(|axis| axis.get(block.start));
            let first = first.copied().unwrap_or(0.0);
            patches.for_each(|id| *id -= first);
        }
    }
    ids
}

/// The settings of a rule, each with the name of the mistake and a sentence.
fn settings(rule: Rule) -> Vec<(&'static str, String, Rule)> {
    let both = [AfterVideo::LongestSide, AfterVideo::LargestPosition].into_iter();
    let of_video = both.filter_map(|after_video| {
        let rule = match rule {
            Rule::Qwen2Vl(_) => Rule::Qwen2Vl(Qwen2Vl { after_video }),
            Rule::Qwen2_5Vl(own) => Rule::Qwen2_5Vl(own.with_after_video(after_video)),
            Rule::Ernie4_5Vl(_) => Rule::Ernie4_5Vl(Ernie4_5Vl { after_video }),
            _ => return None,
        };
        let sentence = match after_video {
            AfterVideo::LongestSide => {
                "The text after a video goes on after its longest side, as in transformers from 5.3 on."
            }
            AfterVideo::LargestPosition => {
                "The text after a video goes on after its largest position, as in transformers up to 5.2."
            }
        };
        Some(("after-video", sentence.to_owned(), rule))
    });
    let of_time = STEPS.into_iter().filter_map(|steps| {
        let Rule::Qwen2_5Vl(_) = rule else {
            return None;
        };
        let rule = Rule::Qwen2_5Vl(Qwen2_5Vl::new(steps).ok()?);
        let sentence = format!("A second of a video is {} steps of time.", Place(steps));
        Some(("steps", sentence, rule))
    });
    of_video.chain(of_time).collect()
}
