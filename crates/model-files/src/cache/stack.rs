//! What each layer keeps, by what its class is made of.

use std::iter;

use serde_json::Value;

use super::class::{KV_HEADS, Kind};
use super::sizes::{FULL, Sizes};
use super::state;
use super::{Bound, Cache, Cached, LayerCache, NoCache, Rows, Summaries};
use crate::{Attention, Layer, stacks, windows};

/// What a layer is made of.
#[derive(Debug, Clone, Copy)]
enum Part {
    Attention(Layer),
    State,
    Both,
    Nothing,
    Unknown,
}

/// Returns what all layers keep.
pub(super) fn read(kind: Kind, sizes: Sizes<'_>) -> Result<Cache, NoCache> {
    let mut stack = Stack { kind, sizes };
    let layers = match kind {
        Kind::Encoder => return Err(NoCache::Encoder),
        Kind::T5 | Kind::Bart => stack.decoder()?,
        _ if kind != Kind::Sharing && stack.sizes.fields.has("per_layer_config") => {
            return Err(NoCache::SingleLayers);
        }
        _ => stack.layers()?,
    };
    if layers.is_empty() {
        return Err(NoCache::NoLayers);
    }
    Ok(Cache {
        layers,
        assumed: stack.sizes.assumed,
    })
}

struct Stack<'a> {
    kind: Kind,
    sizes: Sizes<'a>,
}

impl<'a> Stack<'a> {
    fn layers(&mut self) -> Result<Vec<LayerCache>, NoCache> {
        let parts = self.parts()?;
        if parts.len() > MOST {
            return Err(NoCache::NoLayers);
        }
        let n_shared = match self.kind {
            Kind::Sharing => self.sizes.size_or_0("num_kv_shared_layers")?,
            _ => 0,
        };
        let first_shared = parts.len().saturating_sub(n_shared);
        let indexers = self.indexers()?;
        let mut layers = Vec::new();
        for (place, part) in parts.into_iter().enumerate() {
            let mut layer = match place >= first_shared {
                true => LayerCache::Shares,
                false => self.layer(part)?,
            };
            if let LayerCache::Keeps(cached) = &mut layer
                && indexers.get(place) == Some(&"shared")
            {
                cached.index = Rows::NONE;
            }
            layers.push(layer);
        }
        Ok(layers)
    }

    fn layer(&mut self, part: Part) -> Result<LayerCache, NoCache> {
        Ok(match part {
            Part::Attention(layer) => self
                .attention(layer)?
                .map_or(LayerCache::Unknown, LayerCache::Keeps),
            Part::State => state::of(self.kind, &mut self.sizes)?
                .map_or(LayerCache::Unknown, LayerCache::Keeps),
            Part::Both => {
                let state = state::of(self.kind, &mut self.sizes)?;
                let both = state.zip(self.attention(FULL)?);
                both.map_or(LayerCache::Unknown, |(state, own)| {
                    LayerCache::Keeps(Cached {
                        convolution: state.convolution,
                        recurrent: state.recurrent,
                        ..own
                    })
                })
            }
            Part::Nothing => LayerCache::Nothing,
            Part::Unknown => LayerCache::Unknown,
        })
    }

    /// Returns the words for the indexers of layers; `shared` is one without keys.
    fn indexers(&self) -> Result<Vec<&'a str>, NoCache> {
        let key = "indexer_types";
        let words = self.sizes.words(&[key]);
        match (self.kind, words) {
            (Kind::IndexedLatent, Some(words)) => Ok(words),
            // Only transformers derives the list from this number.
            (Kind::IndexedLatent, None) if self.sizes.given(&["index_topk_freq"])? > Some(1) => {
                Err(NoCache::Size(key))
            }
            _ => Ok(Vec::new()),
        }
    }

    /// Returns what each layer is made of; none if the file does not give their number.
    fn parts(&mut self) -> Result<Vec<Part>, NoCache> {
        let own = &self.sizes.model.layers;
        let n_layers = own.len();
        match self.kind {
            Kind::Mamba | Kind::Mamba2 => return Ok(vec![Part::State; n_layers]),
            Kind::FalconH1 => return Ok(vec![Part::Both; n_layers]),
            Kind::Latent | Kind::IndexedLatent | Kind::Falcon | Kind::MultiQuery => {
                return Ok(vec![Part::Attention(FULL); n_layers]);
            }
            Kind::Compressed => {
                return Ok(own.iter().map(|layer| Part::Attention(*layer)).collect());
            }
            _ => {}
        }
        if let Some(words) = self.sizes.words(&["layer_types", "layers_block_type"]) {
            let is_alike = own.len() == words.len();
            let parts = words.into_iter().enumerate();
            let parts = parts.map(|(place, word)| {
                let layer = own.get(place).filter(|_| is_alike);
                named(word, layer.copied())
            });
            return Ok(parts.collect());
        }
        if n_layers == 0 && self.kind != Kind::NemotronH {
            return Err(NoCache::NoLayers);
        }
        if let Some(is_attention) = self.attention_places()? {
            let part = |is_attention: bool| match is_attention {
                true => Part::Attention(FULL),
                false => Part::State,
            };
            return Ok(is_attention.into_iter().map(part).collect());
        }
        match self.kind {
            Kind::NemotronH => {
                let key = "hybrid_override_pattern";
                let pattern = self.sizes.fields.get(key).and_then(Value::as_str);
                let pattern = pattern.ok_or(NoCache::Size(key))?;
                Ok(pattern.chars().map(lettered).collect())
            }
            Kind::Granite | Kind::Zamba | Kind::Zamba2 | Kind::Listed | Kind::MiMo => {
                Err(NoCache::Size("layer_types"))
            }
            _ => Ok(own.iter().map(|layer| Part::Attention(*layer)).collect()),
        }
    }

    /// Returns whether each layer has attention, in classes where the others have a state.
    fn attention_places(&mut self) -> Result<Option<Vec<bool>>, NoCache> {
        match self.kind {
            Kind::Bamba => self.check_list(None, "attn_layer_indices")?,
            Kind::Convolution => self.check_list(None, "full_attn_idxs")?,
            Kind::KimiLinear => self.check_list(Some("linear_attn_config"), "full_attn_layers")?,
            Kind::Jamba => {
                self.sizes.size("attn_layer_period")?;
                self.sizes.size_or_0("attn_layer_offset")?;
            }
            Kind::Delta | Kind::Lightning => {}
            _ => return Ok(None),
        }
        let layers = self.sizes.model.layers.iter();
        let is_attention = layers.map(|layer| layer.attention != Attention::Linear);
        Ok(Some(is_attention.collect()))
    }

    /// Fails if the file does not list the layers with attention, because nothing else says which they are.
    fn check_list(&self, way: Option<&str>, key: &'static str) -> Result<(), NoCache> {
        let places = self.sizes.places(way, key);
        places.map(|_| ()).ok_or(NoCache::Size(key))
    }

    /// Returns what a layer of attention keeps; `None` if it attends in a way that is not known, or how far is not.
    fn attention(&mut self, layer: Layer) -> Result<Option<Cached>, NoCache> {
        if self.kind == Kind::Compressed {
            return self.compressed(layer);
        }
        let Some(bound) = self.bound(layer.attention)? else {
            return Ok(None);
        };
        if matches!(
            self.kind,
            Kind::Latent | Kind::IndexedLatent | Kind::KimiLinear
        ) {
            return self.latent().map(Some);
        }
        let [keys, values] = self.rows(layer)?;
        Ok(Some(Cached {
            keys,
            values,
            bound,
            ..Cached::NOTHING
        }))
    }

    /// Returns how many tokens a layer keeps; `None` if it attends in a way that is not known, or nothing says how far.
    fn bound(&mut self, attention: Attention) -> Result<Option<Bound>, NoCache> {
        let sizes = &mut self.sizes;
        if attention == Attention::Full {
            return Ok(Some(Bound::None));
        }
        let Some(key) = windows::key_of(attention, sizes.class) else {
            return Ok(None);
        };
        let given = sizes.given(&[key])?;
        if given.is_none() && key == windows::BOTH_SIDES {
            return Err(NoCache::Size(key));
        }
        let Some(window) = windows::window(attention, sizes.class, |_| given) else {
            return Ok(None);
        };
        if given.is_none() {
            sizes.assume(key, window);
        }
        Ok(Some(match attention {
            Attention::Chunked => Bound::Chunk(window),
            _ => Bound::Window(window),
        }))
    }

    /// Returns keys and values of a layer.
    fn rows(&mut self, layer: Layer) -> Result<[Rows; 2], NoCache> {
        let sizes = &mut self.sizes;
        let same = |n_heads: usize, dim: usize| Ok([Rows { n_heads, dim }; 2]);
        match self.kind {
            Kind::AllHeads => same(sizes.n_heads()?, sizes.head_dim(layer)?),
            Kind::MultiQuery | Kind::Falcon => {
                same(self.flagged_heads()?, self.sizes.derived_head_dim()?)
            }
            Kind::Zamba | Kind::Zamba2 => {
                let dim = match sizes.given(&["attention_head_dim"])? {
                    Some(dim) if self.kind == Kind::Zamba => dim,
                    _ => sizes.hidden_size()?.saturating_mul(2) / sizes.n_heads()?,
                };
                same(sizes.n_kv_heads()?, dim.max(1))
            }
            Kind::NemotronH => same(sizes.n_kv_heads()?, sizes.size("head_dim")?),
            Kind::Jamba | Kind::Bamba | Kind::Granite | Kind::Convolution => {
                same(sizes.n_kv_heads()?, sizes.derived_head_dim()?)
            }
            Kind::MiMo => {
                let Rows { n_heads, dim } = sizes.rows(layer)?;
                let n_heads = match layer.attention {
                    Attention::Sliding => n_heads.saturating_mul(2),
                    _ => n_heads,
                };
                let values = sizes.size("v_head_dim")?;
                Ok([
                    Rows { n_heads, dim },
                    Rows {
                        n_heads,
                        dim: values,
                    },
                ])
            }
            Kind::Sharing => {
                let own = sizes.rows(layer)?;
                let wide = match layer.attention {
                    Attention::Full => sizes.wide_kv_heads()?,
                    _ => None,
                };
                same(wide.unwrap_or(own.n_heads), own.dim)
            }
            _ => sizes.rows(layer).map(|rows| [rows; 2]),
        }
    }

    /// Returns the heads of classes that have one for all queries unless flags say otherwise.
    fn flagged_heads(&mut self) -> Result<usize, NoCache> {
        let flag = |key: &str| self.sizes.fields.get(key).and_then(Value::as_bool);
        let is_new = self.kind == Kind::Falcon && flag("new_decoder_architecture") == Some(true);
        match (is_new, flag("multi_query")) {
            // A missing number is that of the queries.
            (true, _) => match self.sizes.given(&["num_kv_heads"])? {
                Some(given) => Ok(given),
                None => self.sizes.n_heads(),
            },
            (false, Some(false)) => self.sizes.n_heads(),
            // No published file has the key, but imports from other formats do.
            _ => Ok(self.sizes.given(&[KV_HEADS])?.unwrap_or(1)),
        }
    }

    /// Returns what a layer of latent attention keeps.
    fn latent(&mut self) -> Result<Cached, NoCache> {
        let sizes = &mut self.sizes;
        let one = |dim| Rows { n_heads: 1, dim };
        let rope = sizes.size("qk_rope_head_dim")?;
        let n_heads = sizes.n_heads()?;
        let key = sizes.size("qk_nope_head_dim")?.saturating_add(rope);
        let value = match sizes.class {
            "minicpm3" => sizes
                .given(&["v_head_dim"])?
                .map_or_else(|| sizes.derived_head_dim(), Ok)?,
            _ => sizes.size("v_head_dim")?,
        };
        let index = match self.kind {
            Kind::IndexedLatent => one(sizes.size("index_head_dim")?),
            _ => Rows::NONE,
        };
        Ok(Cached {
            keys: one(sizes.size("kv_lora_rank")?),
            values: one(rope),
            index,
            expanded: Some([
                Rows { n_heads, dim: key },
                Rows {
                    n_heads,
                    dim: value,
                },
            ]),
            ..Cached::NOTHING
        })
    }

    /// Returns what a layer of DeepSeek-V4 keeps; `None` if it attends in a way that is not known.
    fn compressed(&mut self, layer: Layer) -> Result<Option<Cached>, NoCache> {
        let bound = self.bound(Attention::Sliding)?.unwrap_or(Bound::None);
        let sizes = &mut self.sizes;
        let one = |dim| Rows { n_heads: 1, dim };
        // A vector is key and value at once.
        let rows = one(sizes.head_dim(layer)?);
        let window = Cached {
            keys: rows,
            bound,
            ..Cached::NOTHING
        };
        let (key, standard, index) = match layer.attention {
            Attention::Sliding => return Ok(Some(window)),
            Attention::CompressedSparse => {
                ("compress_rate_csa", 4, one(sizes.size("index_head_dim")?))
            }
            Attention::HeavilyCompressed => ("compress_rate_hca", 128, Rows::NONE),
            _ => return Ok(None),
        };
        let rates = sizes.fields.object_at("compress_rates");
        let listed =
            rates.and_then(|rates| rates.count(&[layer.attention.name()], &mut Vec::new()));
        let rate = sizes.given(&[key])?.or(listed).unwrap_or(standard);
        Ok(Some(Cached {
            summaries: Some(Summaries { rate, rows, index }),
            ..window
        }))
    }

    /// Returns the layers of a decoder behind an encoder.
    fn decoder(&mut self) -> Result<Vec<LayerCache>, NoCache> {
        let sizes = &mut self.sizes;
        let (n_layers, rows) = if self.kind == Kind::T5 {
            let n_layers = sizes.given(&["num_decoder_layers", "num_layers"])?;
            let (n_heads, dim) = (sizes.n_heads()?, sizes.size("d_kv")?);
            (n_layers, Rows { n_heads, dim })
        } else {
            let n_heads = sizes.given(&["decoder_attention_heads"])?;
            let n_heads = n_heads.ok_or(NoCache::Size("decoder_attention_heads"))?;
            let dim = (sizes.hidden_size()? / n_heads).max(1);
            (sizes.given(&["decoder_layers"])?, Rows { n_heads, dim })
        };
        let n_layers = n_layers.filter(|n_layers| *n_layers <= MOST);
        let cached = Cached {
            keys: rows,
            values: rows,
            has_cross: true,
            ..Cached::NOTHING
        };
        let layers = iter::repeat_n(
            LayerCache::Keeps(cached),
            n_layers.ok_or(NoCache::NoLayers)?,
        );
        Ok(layers.collect())
    }
}

/// The largest number of layers; real models have about a hundred.
const MOST: usize = 4096;

/// Returns the part that a word of a list of layers names. The class may see in it what the word does not say.
fn named(word: &str, layer: Option<Layer>) -> Part {
    match word {
        "full_attention" | "sliding_attention" | "chunked_attention" | "attention" => {
            Part::Attention(layer.unwrap_or_else(|| Layer {
                attention: stacks::named(word),
                ..FULL
            }))
        }
        "linear_attention" | "mamba" | "conv" | "recurrent" => Part::State,
        "hybrid" => Part::Both,
        "moe" | "mlp" => Part::Nothing,
        _ => Part::Unknown,
    }
}

/// Returns the part that a letter of Nemotron-H's pattern names.
fn lettered(letter: char) -> Part {
    match letter {
        'M' => Part::State,
        '*' => Part::Attention(FULL),
        '-' | 'E' => Part::Nothing,
        _ => Part::Unknown,
    }
}
