//! What a model keeps of the tokens that it has read, layer by layer.
//!
//! Source: the cache classes of transformers 5.23.0 (`cache_utils.py`) and the `modeling_*.py` that fill them;
//! `tests/golden/cache.json` holds the shapes of their tensors.

mod class;
mod format;
mod sizes;
mod stack;
mod state;

pub use format::CacheFormat;

use serde_json::{Map, Value};

use super::families::family_of;
use super::fields::Fields;
use super::json::object;
use super::{ModelConfig, Unreadable, read_without_places};
use phasor_text::shorten;

/// Vectors that a layer keeps for each token: one for each head.
///
/// ```
/// use phasor_model_files::Rows;
///
/// assert_eq!(Rows { n_heads: 8, dim: 128 }.elements(), 1024.0);
/// assert_eq!(Rows::NONE.elements(), 0.0);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rows {
    /// The number of heads; 0 if nothing is kept.
    pub n_heads: usize,
    /// The number of components of a vector.
    pub dim: usize,
}

impl Rows {
    /// No vectors.
    pub const NONE: Self = Self { n_heads: 0, dim: 1 };

    /// Returns the number of elements for each token.
    #[must_use]
    pub fn elements(self) -> f64 {
        self.n_heads as f64 * self.dim as f64
    }
}

/// How many of the last tokens a layer keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Bound {
    /// All.
    None,
    /// Those in a window, the query included.
    ///
    /// `DynamicSlidingWindowLayer` of transformers holds one less between two steps, and `StaticSlidingWindowLayer` as
    /// many.
    Window(usize),
    /// Those of a chunk, at its end.
    Chunk(usize),
}

/// What one layer keeps.
///
/// ```
/// use phasor_model_files::{Bound, CacheFormat, Cached, LayerCache};
///
/// let text = r#"{"model_type": "lfm2", "hidden_size": 1024, "num_attention_heads": 16, "num_key_value_heads": 8,
///     "conv_L_cache": 3, "layer_types": ["conv", "full_attention"]}"#;
/// let layers = phasor_model_files::cache(text)?.layers;
/// let [LayerCache::Keeps(convolution), LayerCache::Keeps(attention)] = layers[..] else { panic!("two layers") };
/// // The state of a convolution does not grow.
/// assert_eq!(convolution.state(), 3072.0);
/// let bytes = CacheFormat::BYTES_OF_STATE * 3072.0;
/// assert_eq!(convolution.bytes(CacheFormat::Q8_0, 5000), Some(bytes));
/// // A window bounds the tokens.
/// let windowed = Cached { bound: Bound::Window(512), ..attention };
/// assert_eq!((attention.n_tokens(5000), windowed.n_tokens(5000)), (5000, 512));
/// assert_eq!(windowed.bytes(CacheFormat::Fp8, 5000), Some(512.0 * 1024.0));
/// # Ok::<(), phasor_model_files::NoCache>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cached {
    /// The keys; in latent attention, the compressed keys and values (`kv_lora_rank`).
    pub keys: Rows,
    /// The values; in latent attention, the part of the key that rotates (`qk_rope_head_dim`).
    pub values: Rows,
    /// The keys of an indexer, which chooses the tokens to attend to.
    pub index: Rows,
    /// What it keeps of the tokens beyond its window.
    pub summaries: Option<Summaries>,
    /// How many tokens have keys and values.
    pub bound: Bound,
    /// The keys and values that latent attention computes from what it keeps. An engine that knows no latent attention
    /// keeps these instead.
    pub expanded: Option<[Rows; 2]>,
    /// Whether as many keys and values are kept for each token of the encoder's text.
    pub has_cross: bool,
    /// The elements of the state of a convolution, whatever the length of the text.
    ///
    /// transformers keeps the inputs of as many tokens as the kernel has; some engines keep one less.
    pub convolution: f64,
    /// The elements of the state of a recurrence, whatever the length of the text.
    pub recurrent: f64,
}

impl Cached {
    /// A layer that keeps nothing yet.
    const NOTHING: Self = Self {
        keys: Rows::NONE,
        values: Rows::NONE,
        index: Rows::NONE,
        summaries: None,
        bound: Bound::None,
        expanded: None,
        has_cross: false,
        convolution: 0.0,
        recurrent: 0.0,
    };

    /// Returns the number of tokens of a text of `n_tokens` whose keys and values are kept.
    #[must_use]
    pub fn n_tokens(&self, n_tokens: usize) -> usize {
        match self.bound {
            Bound::None => n_tokens,
            Bound::Window(most) | Bound::Chunk(most) => n_tokens.min(most),
        }
    }

    /// Returns the bytes of keys and values of one token; `None` if a vector does not fit the blocks of the format.
    #[must_use]
    pub fn bytes_per_token(&self, format: CacheFormat) -> Option<f64> {
        let times = if self.has_cross { 2.0 } else { 1.0 };
        let own = format.bytes(self.keys)? + format.bytes(self.values)?;
        Some(times * own + format.bytes(self.index)?)
    }

    /// Returns the bytes that one more token takes after `n_tokens`, on average; `None` if a vector does not fit the blocks
    /// of the format.
    #[must_use]
    pub fn growth(&self, format: CacheFormat, n_tokens: usize) -> Option<f64> {
        let own = match self.n_tokens(n_tokens.saturating_add(1)) > self.n_tokens(n_tokens) {
            true => self.bytes_per_token(format)?,
            false => 0.0,
        };
        let summaries = self.summaries.map(|summaries| summaries.growth(format));
        Some(own + summaries.unwrap_or(Some(0.0))?)
    }

    /// Returns the elements of the states, which do not grow.
    #[must_use]
    pub fn state(&self) -> f64 {
        self.convolution + self.recurrent
    }

    /// Returns the bytes for a text of `n_tokens`, and an encoder's text of as many; `None` if a vector does not fit the
    /// blocks of the format. States have 2 bytes for each element in every format, because engines do not quantize them.
    #[must_use]
    pub fn bytes(&self, format: CacheFormat, n_tokens: usize) -> Option<f64> {
        let state = CacheFormat::BYTES_OF_STATE * self.state();
        let summaries = self
            .summaries
            .map(|summaries| summaries.bytes(format, n_tokens));
        let own = self.bytes_per_token(format)? * self.n_tokens(n_tokens) as f64;
        Some(own + summaries.unwrap_or(Some(0.0))? + state)
    }
}

/// Summaries of tokens, of which a layer keeps one for every few tokens of the whole text.
///
/// ```
/// use phasor_model_files::{CacheFormat, LayerCache, Summaries};
///
/// let text = r#"{"model_type": "deepseek_v4", "head_dim": 512, "num_hidden_layers": 2, "compress_ratios": [0, 4]}"#;
/// let layers = phasor_model_files::cache(text)?.layers;
/// let [LayerCache::Keeps(window), LayerCache::Keeps(sparse)] = layers[..] else { panic!("two layers") };
/// assert_eq!(window.summaries, None);
/// let summaries: Summaries = sparse.summaries.unwrap();
/// assert_eq!((summaries.rate, summaries.rows.dim, summaries.index.dim), (4, 512, 128));
/// assert_eq!(summaries.growth(CacheFormat::Bf16), Some(2.0 * (512.0 + 128.0) / 4.0));
/// // Two tokens are not summarized yet.
/// assert_eq!(summaries.waiting(10) - summaries.waiting(8), 2.0 * 4.0 * 640.0);
/// # Ok::<(), phasor_model_files::NoCache>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Summaries {
    /// The number of tokens for one summary, above 0.
    pub rate: usize,
    /// The vector of a summary, which is key and value at once.
    pub rows: Rows,
    /// Its key for the indexer. Where there is one, a summary is also made of the tokens of the one before.
    pub index: Rows,
}

impl Summaries {
    /// Returns the elements of what waits to be summarized after `n_tokens`: of each token, vectors and the weights with which
    /// they will be added.
    #[must_use]
    pub fn waiting(&self, n_tokens: usize) -> f64 {
        let own = 2.0 * (self.rows.elements() + self.index.elements());
        let n_waiting = n_tokens.checked_rem(self.rate).unwrap_or(0) as f64;
        match self.index.n_heads {
            0 => n_waiting * own,
            // Each token goes into two summaries, so those of the last one are needed once more.
            _ if n_tokens >= self.rate => (2.0 * n_waiting + self.rate as f64) * own,
            _ => 2.0 * n_waiting * own,
        }
    }

    /// Returns the bytes for a text of `n_tokens`; `None` if a vector does not fit the blocks of the format. What waits has 2
    /// bytes for each element in every format.
    #[must_use]
    pub fn bytes(&self, format: CacheFormat, n_tokens: usize) -> Option<f64> {
        let n_summaries = n_tokens.checked_div(self.rate).unwrap_or(0) as f64;
        let waiting = CacheFormat::BYTES_OF_STATE * self.waiting(n_tokens);
        Some(n_summaries * self.bytes_of_each(format)? + waiting)
    }

    /// Returns the bytes that one more token takes, on average; `None` if a vector does not fit the blocks of the format.
    #[must_use]
    pub fn growth(&self, format: CacheFormat) -> Option<f64> {
        Some(self.bytes_of_each(format)? / self.rate as f64)
    }

    fn bytes_of_each(&self, format: CacheFormat) -> Option<f64> {
        Some(format.bytes(self.rows)? + format.bytes(self.index)?)
    }
}

/// A layer of a model.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub enum LayerCache {
    /// It keeps something.
    Keeps(Cached),
    /// It attends to the keys and values of an earlier layer.
    Shares,
    /// It has neither attention nor a state.
    Nothing,
    /// The file does not say, or Phasor does not know, what it keeps.
    Unknown,
}

/// What all layers of a model keep.
///
/// ```
/// use phasor_model_files::{Cache, CacheFormat, LayerCache};
///
/// let text = r#"{"model_type": "llama", "hidden_size": 4096, "num_attention_heads": 32,
///     "num_key_value_heads": 8, "num_hidden_layers": 32}"#;
/// let cache: Cache = phasor_model_files::cache(text)?;
/// assert_eq!(cache.layers.len(), 32);
/// let LayerCache::Keeps(kept) = cache.layers[0] else { panic!("a layer of attention") };
/// assert_eq!(kept.bytes_per_token(CacheFormat::Bf16), Some(4096.0));
/// assert!(cache.assumed.is_empty());
/// # Ok::<(), phasor_model_files::NoCache>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Cache {
    /// The layers from the first to the last; in a model with an encoder, those of the decoder.
    pub layers: Vec<LayerCache>,
    /// Keys that the file leaves out, with the sizes that the class has by default.
    pub assumed: Vec<(&'static str, usize)>,
}

/// Why nobody can say from a file what its model keeps. Its `Display` is one sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoCache {
    /// The text is not a configuration.
    #[error(transparent)]
    Unreadable(#[from] Unreadable),
    /// The file names no class.
    #[error("The file names no class, so nothing says what its layers keep.")]
    NoClass,
    /// What the class keeps is not known.
    #[error("Phasor does not know what the layers of the class \"{0}\" keep.")]
    UnknownClass(String),
    /// What the class keeps is known, but not computed: the class, and what it keeps.
    #[error("The cache of the class \"{0}\" is not computed: {1}.")]
    Unread(String, &'static str),
    /// The model reads its whole text at once.
    #[error("An encoder reads its whole text at once, so it keeps no cache.")]
    Encoder,
    /// The file does not give the number of layers.
    #[error("The file does not give the number of layers, so the size of the cache is unknown.")]
    NoLayers,
    /// Single layers have their own sizes (`per_layer_config`), which are not read.
    #[error("The file gives single layers their own sizes, so what the layers keep is unknown.")]
    SingleLayers,
    /// A size is missing, without a default, or it is not a whole number above 0.
    #[error("The file does not give `{0}`, so the size of the cache is unknown.")]
    Size(&'static str),
}

/// Returns what the model of a `config.json` keeps for one text.
///
/// # Errors
/// [`NoCache`] if the file and its class do not say.
pub fn cache(text: &str) -> Result<Cache, NoCache> {
    // Findings are those of `read`.
    let root = object(text, &mut Vec::new())?;
    of(&root, &read_without_places(text)?.model)
}

/// Returns what the model of a file keeps, of which the whole object is `root`.
///
/// # Errors
/// The same as for [`cache`].
pub(crate) fn of(root: &Map<String, Value>, model: &ModelConfig) -> Result<Cache, NoCache> {
    let fields = Fields::of_text_model(root, &mut Vec::new());
    let name = fields.model_type().ok_or(NoCache::NoClass)?;
    let kind = class::kind_of(name).ok_or_else(|| match class::unread(name) {
        Some(reason) => NoCache::Unread(shorten(name), reason),
        None => NoCache::UnknownClass(shorten(name)),
    })?;
    let sizes = sizes::Sizes::new(&fields, name, family_of(Some(name)), model);
    stack::read(kind, sizes)
}
