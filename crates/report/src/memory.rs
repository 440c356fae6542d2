//! What the cache of one text takes.
//!
//! Source: [`phasor_model_files::cache`], for what each layer keeps.

use super::block::{Cell, Table};
use super::{Block, Subject};
use phasor_model_files::{Bound, Cache, CacheFormat, Cached, LayerCache, NoCache, Rows, Summaries};
use phasor_text::number::{Bytes, Place, Short};

/// The cache of a model for a text of some length.
pub(super) struct Memory<'a> {
    cache: &'a Result<Cache, NoCache>,
    n_tokens: usize,
}

/// Layers that keep the same, with their number.
type Group = (LayerCache, usize);

impl<'a> Memory<'a> {
    /// Creates the cache of a text of `n_tokens`.
    pub(super) fn of(subject: &'a Subject, n_tokens: usize) -> Self {
        Self {
            cache: subject.cache(),
            n_tokens,
        }
    }

    /// Returns the sentence that says it all.
    pub(super) fn sentence(&self) -> String {
        let cache = match self.cache {
            Ok(cache) => cache,
            Err(reason) => return reason.to_string(),
        };
        let n_layers = cache.layers.len();
        let n_unknown = count(cache, |layer| matches!(layer, LayerCache::Unknown));
        if n_unknown == n_layers {
            return "The layers attend in ways that are not known, so the size of the cache is unknown."
                .to_owned();
        }
        let n_growing = cached(cache).filter(|cached| self.grows(cached)).count();
        let each: f64 = cached(cache).map(|cached| self.growth(cached)).sum();
        let all: f64 = cached(cache)
            .map(|cached| in_bf16(cached, self.n_tokens))
            .sum();
        let start = format!(
            "{} tokens take {}{} of cache in bf16",
            Place(self.n_tokens as f64),
            if n_unknown > 0 { "at least " } else { "" },
            Bytes(all)
        );
        let end = match n_growing {
            _ if n_growing == n_layers => {
                format!(": {} for each token in {n_layers} layers.", Bytes(each))
            }
            0 if n_unknown == 0 => format!(
                ", and a longer text takes no more: all {n_layers} layers keep a fixed amount."
            ),
            _ => format!(
                ": {} for each further token, in {n_growing} of {n_layers} layers.",
                Bytes(each)
            ),
        };
        let unknown = match n_unknown {
            0 => String::new(),
            count => format!(" What {count} of the layers keep is not known, and not counted."),
        };
        format!("{start}{end}{unknown}")
    }

    /// Returns the section; none if nothing is known.
    pub(super) fn blocks(&self) -> Vec<Block> {
        let Ok(cache) = self.cache else {
            return Vec::new();
        };
        let mut blocks = vec![
            Block::heading("What the cache takes"),
            Block::Table(self.table(cache)),
        ];
        let notes = [
            latent(cache, self.n_tokens),
            summaries(cache),
            self.older(cache),
            self.batch(cache),
            blocks_of_formats(cache),
            states(cache),
            both_texts(cache),
            assumed(cache),
        ];
        blocks.extend(notes.into_iter().flatten().map(Block::Text));
        blocks.push(Block::text(
            "This is for one text. Weights, activations and what an engine adds for pages are not counted.",
        ));
        blocks
    }

    /// Returns whether a layer would keep more of a longer text.
    fn grows(&self, cached: &Cached) -> bool {
        self.growth(cached) > 0.0
    }

    /// Returns the bytes that one more token takes in a layer, in bf16.
    fn growth(&self, cached: &Cached) -> f64 {
        let bytes = cached.growth(CacheFormat::Bf16, self.n_tokens);
        bytes.expect("bf16 has no blocks")
    }

    fn table(&self, cache: &Cache) -> Table {
        let length = Place(self.n_tokens as f64);
        let mut head = vec![
            "layers".to_owned(),
            "number".to_owned(),
            "each token, bf16".to_owned(),
        ];
        head.extend(CacheFormat::ALL.map(|format| format!("all, {}", format.name())));
        let names: Vec<&str> = head.iter().map(String::as_str).collect();
        let mut table = Table::new(format!("The cache of a text of {length} tokens"), &names);
        let groups = groups(cache);
        for group in &groups {
            table.row(self.cells(name(&group.0), std::slice::from_ref(group)));
        }
        if groups.len() > 1 {
            table.row(self.cells("all".to_owned(), &groups));
        }
        table
    }

    /// Returns the cells of a row: the sums over groups of layers.
    fn cells(&self, name: String, groups: &[Group]) -> Vec<Cell> {
        let n_layers: usize = groups.iter().map(|(_, count)| count).sum();
        let sum = |bytes: &dyn Fn(&Cached) -> Option<f64>| {
            let each = groups.iter().map(|(layer, count)| match layer {
                LayerCache::Keeps(cached) => Some(bytes(cached)? * *count as f64),
                LayerCache::Shares | LayerCache::Nothing => Some(0.0),
                _ => None,
            });
            each.sum::<Option<f64>>()
                .map_or_else(|| "–".to_owned(), |sum| Bytes(sum).to_string())
        };
        let mut cells = vec![
            name,
            n_layers.to_string(),
            sum(&|cached| cached.growth(CacheFormat::Bf16, 0)),
        ];
        cells.extend(
            CacheFormat::ALL.map(|format| sum(&|cached| cached.bytes(format, self.n_tokens))),
        );
        cells.into_iter().map(Cell::from).collect()
    }

    /// Says what layers with a window take in an engine that does not drop tokens.
    fn older(&self, cache: &Cache) -> Option<String> {
        let is_bound = |cached: &Cached| cached.n_tokens(self.n_tokens) < self.n_tokens;
        cached(cache).find(|cached| is_bound(cached))?;
        let all: f64 = cached(cache)
            .map(|cached| {
                let whole = Cached {
                    bound: Bound::None,
                    ..*cached
                };
                in_bf16(&whole, self.n_tokens)
            })
            .sum();
        Some(format!(
            "A window counts the tokens that a query can see. An engine that keeps all tokens all the same takes {} in bf16.",
            Bytes(all)
        ))
    }

    /// Says what llama.cpp keeps of layers with a window.
    ///
    /// Source: `src/llama-kv-cache-iswa.cpp`, September 2026, for one text and batches of the usual size.
    fn batch(&self, cache: &Cache) -> Option<String> {
        // How it keeps summaries is not known.
        if cached(cache).any(|cached| cached.summaries.is_some()) {
            return None;
        }
        let has_window = |cached: &Cached| {
            matches!(cached.bound, Bound::Window(_))
                && cached.n_tokens(self.n_tokens) < self.n_tokens
        };
        cached(cache).find(|cached| has_window(cached))?;
        let bytes = |cached: &Cached| match cached.bound {
            Bound::Window(window) => {
                let n_tokens = self.n_tokens.min(window + BATCH).next_multiple_of(BLOCK);
                let whole = Cached {
                    bound: Bound::None,
                    ..*cached
                };
                in_bf16(&whole, n_tokens)
            }
            _ => in_bf16(cached, self.n_tokens),
        };
        Some(format!(
            "llama.cpp also keeps the tokens of a batch there, {BATCH} unless `-ub` says otherwise, and rounds up to {BLOCK}: {} \
             in f16. With `--swa-full` it keeps all.",
            Bytes(cached(cache).map(bytes).sum())
        ))
    }
}

/// The tokens of a batch of llama.cpp, unless `-ub` says otherwise.
const BATCH: usize = 512;

/// The tokens of which a cache of llama.cpp is a multiple.
const BLOCK: usize = 256;

/// Returns the bytes of a layer in bf16.
fn in_bf16(cached: &Cached, n_tokens: usize) -> f64 {
    let bytes = cached.bytes(CacheFormat::Bf16, n_tokens);
    bytes.expect("bf16 has no blocks")
}

/// Returns what layers keep.
fn cached(cache: &Cache) -> impl Iterator<Item = &Cached> {
    cache.layers.iter().filter_map(|layer| match layer {
        LayerCache::Keeps(cached) => Some(cached),
        _ => None,
    })
}

fn count(cache: &Cache, is_wanted: impl Fn(&LayerCache) -> bool) -> usize {
    cache.layers.iter().filter(|layer| is_wanted(layer)).count()
}

/// Returns the kinds of layers, in the order of the first of each.
fn groups(cache: &Cache) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for layer in &cache.layers {
        match groups.iter_mut().find(|(kind, _)| kind == layer) {
            Some((_, count)) => *count += 1,
            None => groups.push((*layer, 1)),
        }
    }
    groups
}

/// Returns the name of a kind of layer for readers.
fn name(layer: &LayerCache) -> String {
    let cached = match layer {
        LayerCache::Keeps(cached) => cached,
        LayerCache::Shares => return "keys and values of an earlier layer".to_owned(),
        LayerCache::Nothing => return "no attention and no state".to_owned(),
        _ => return "not known".to_owned(),
    };
    let attention = match (cached.expanded, cached.bound) {
        (Some(_), _) => "latent attention".to_owned(),
        (None, Bound::None) => "full attention".to_owned(),
        (None, Bound::Window(window)) => format!("window of {}", Place(window as f64)),
        (None, Bound::Chunk(chunk)) => format!("chunks of {}", Place(chunk as f64)),
        _ => "attention".to_owned(),
    };
    if let Some(Summaries { rate, .. }) = cached.summaries {
        return format!("{attention}, a summary for {} tokens", Place(rate as f64));
    }
    let state = match (cached.recurrent > 0.0, cached.convolution > 0.0) {
        (true, _) => "recurrent state",
        (false, true) => "convolution",
        (false, false) if cached.has_cross => return "attention to both texts".to_owned(),
        (false, false) => return attention,
    };
    match cached.keys.n_heads {
        0 => state.to_owned(),
        _ => format!("{attention}, {state}"),
    }
}

/// Says what compressed keys and values would take without compression.
fn latent(cache: &Cache, n_tokens: usize) -> Option<String> {
    let cached = cached(cache).find(|cached| cached.expanded.is_some())?;
    let [keys, values] = cached.expanded?;
    let n_layers = count(
        cache,
        |layer| matches!(layer, LayerCache::Keeps(cached) if cached.expanded.is_some()),
    );
    let format = CacheFormat::Bf16;
    let whole = format.bytes(keys)? + format.bytes(values)?;
    let compressed = format.bytes(cached.keys)? + format.bytes(cached.values)?;
    let index = match cached.index.n_heads {
        0 => String::new(),
        _ => format!(
            ", and {} for the keys of the indexer",
            Place(cached.index.elements())
        ),
    };
    Some(format!(
        "A token has {} + {} components in a layer of latent attention{index}, as transformers 5.23, vLLM, SGLang and llama.cpp \
         keep them. Expanded to {} heads with keys of {} and values of {} components, as older versions of transformers keep \
         them, they take {} times as much: {} in bf16.",
        Place(cached.keys.elements()),
        Place(cached.values.elements()),
        Place(keys.n_heads as f64),
        Place(keys.dim as f64),
        Place(values.dim as f64),
        Short(whole / compressed),
        Bytes(whole * n_layers as f64 * n_tokens as f64)
    ))
}

/// Says why a format has no numbers.
fn blocks_of_formats(cache: &Cache) -> Option<String> {
    let does_not_fit = |rows: &Rows| CacheFormat::Q8_0.bytes(*rows).is_none();
    let of_summaries = |cached: &Cached| {
        cached
            .summaries
            .map_or(Rows::NONE, |summaries| summaries.rows)
    };
    let mut rows = cached(cache).flat_map(|cached| {
        [
            cached.keys,
            cached.values,
            cached.index,
            of_summaries(cached),
        ]
    });
    let rows = rows.find(does_not_fit)?;
    Some(format!(
        "q8_0 and q4_0 have blocks of 32 elements, into which vectors of {} components do not fit.",
        Place(rows.dim as f64)
    ))
}

fn states(cache: &Cache) -> Option<String> {
    cached(cache).find(|cached| cached.state() > 0.0)?;
    Some(
        "A state has 2 bytes for each element in every column, because engines do not quantize it. Those that keep it in \
         f32, as llama.cpp does, take twice as much for it."
            .to_owned(),
    )
}

/// Says what is in a summary.
fn summaries(cache: &Cache) -> Option<String> {
    let all = cached(cache).filter_map(|cached| cached.summaries);
    let first = all.max_by_key(|summaries| summaries.index.n_heads)?;
    let index = match first.index.n_heads {
        0 => String::new(),
        _ => format!(
            "; where an indexer chooses among them, there is another of {} for it",
            Place(first.index.dim as f64)
        ),
    };
    Some(format!(
        "A summary is one vector of {} components, key and value at once{index}. Tokens that fill no summary yet are counted with \
         2 bytes for each element in every column.",
        Place(first.rows.dim as f64)
    ))
}

fn both_texts(cache: &Cache) -> Option<String> {
    cached(cache).find(|cached| cached.has_cross)?;
    Some("The encoder’s text and the decoder’s text have this length each; half of the cache is for each.".to_owned())
}

/// Names the sizes that the file leaves out.
fn assumed(cache: &Cache) -> Option<String> {
    let each = cache
        .assumed
        .iter()
        .map(|(key, size)| format!("`{key}`, {}", Place(*size as f64)));
    let each: Vec<String> = each.collect();
    (!each.is_empty()).then(|| {
        format!(
            "The file leaves out sizes, so these are the defaults of its class: {}.",
            each.join("; ")
        )
    })
}
