//! The sizes of states, which do not grow with the text.

use super::class::Kind;
use super::sizes::{FULL, Sizes};
use super::{Cached, NoCache};

/// Returns what a layer with a state keeps; `None` if the class has no states.
pub(super) fn of(kind: Kind, sizes: &mut Sizes<'_>) -> Result<Option<Cached>, NoCache> {
    let (convolution, recurrent) = match kind {
        Kind::Mamba => {
            let inner = widened(sizes, "expand")?;
            scan(inner, sizes, ["state_size", "conv_kernel"])?
        }
        Kind::Jamba | Kind::Zamba => {
            let inner = widened(sizes, "mamba_expand")?;
            scan(inner, sizes, ["mamba_d_state", "mamba_d_conv"])?
        }
        Kind::Mamba2 => {
            let inner = product(sizes, ["num_heads", "head_dim"])?;
            grouped_scan(inner, sizes, ["n_groups", "state_size", "conv_kernel"])?
        }
        Kind::NemotronH => {
            let inner = product(sizes, ["mamba_num_heads", "mamba_head_dim"])?;
            grouped_scan(inner, sizes, ["n_groups", "ssm_state_size", "conv_kernel"])?
        }
        Kind::Bamba | Kind::Granite => {
            let inner = widened(sizes, "mamba_expand")?;
            grouped_scan(inner, sizes, GROUPED)?
        }
        Kind::FalconH1 => {
            let inner = match sizes.fields.is_null("mamba_d_ssm") {
                true => widened(sizes, "mamba_expand")?,
                false => sizes.size("mamba_d_ssm")? as f64,
            };
            grouped_scan(inner, sizes, GROUPED)?
        }
        Kind::Zamba2 => {
            let inner = widened(sizes, "mamba_expand")?;
            grouped_scan(
                inner,
                sizes,
                ["mamba_ngroups", "mamba_d_state", "mamba_d_conv"],
            )?
        }
        Kind::Delta => delta(sizes)?,
        Kind::KimiLinear => kimi(sizes)?,
        Kind::Lightning => {
            let dim = sizes.head_dim(FULL)? as f64;
            (0.0, sizes.n_heads()? as f64 * dim * dim)
        }
        Kind::Convolution => {
            let kernel = sizes.size("conv_L_cache")? as f64;
            (sizes.hidden_size()? as f64 * kernel, 0.0)
        }
        _ => return Ok(None),
    };
    Ok(Some(Cached {
        convolution,
        recurrent,
        ..Cached::NOTHING
    }))
}

/// The keys of groups, states and kernel in most hybrids.
const GROUPED: [&str; 3] = ["mamba_n_groups", "mamba_d_state", "mamba_d_conv"];

/// Returns the product of two sizes.
fn product(sizes: &mut Sizes<'_>, [first, second]: [&'static str; 2]) -> Result<f64, NoCache> {
    Ok(sizes.size(first)? as f64 * sizes.size(second)? as f64)
}

/// Returns a multiple of the size of the model.
fn widened(sizes: &mut Sizes<'_>, factor: &'static str) -> Result<f64, NoCache> {
    Ok(sizes.size(factor)? as f64 * sizes.hidden_size()? as f64)
}

/// Returns the states of a convolution and of a selective scan over `inner` channels.
fn scan(
    inner: f64,
    sizes: &mut Sizes<'_>,
    [n_states, kernel]: [&'static str; 2],
) -> Result<(f64, f64), NoCache> {
    let n_states = sizes.size(n_states)? as f64;
    Ok((inner * sizes.size(kernel)? as f64, inner * n_states))
}

/// Returns the states of Mamba-2, whose convolution also covers the two projections of each group.
fn grouped_scan(
    inner: f64,
    sizes: &mut Sizes<'_>,
    [n_groups, n_states, kernel]: [&'static str; 3],
) -> Result<(f64, f64), NoCache> {
    let n_states = sizes.size(n_states)? as f64;
    let channels = inner + 2.0 * sizes.size(n_groups)? as f64 * n_states;
    Ok((channels * sizes.size(kernel)? as f64, inner * n_states))
}

/// Returns the states of the gated delta rule.
fn delta(sizes: &mut Sizes<'_>) -> Result<(f64, f64), NoCache> {
    let mut size = |key: &'static str| match sizes.class {
        // The class derives these from the size of the model.
        "olmo_hybrid" => sizes.given(&[key])?.ok_or(NoCache::Size(key)),
        _ => sizes.size(key),
    };
    let keys = size("linear_num_key_heads")? as f64;
    let key = size("linear_key_head_dim")? as f64;
    let values = size("linear_num_value_heads")? as f64;
    let value = size("linear_value_head_dim")? as f64;
    let kernel = sizes.size("linear_conv_kernel_dim")? as f64;
    Ok((
        (2.0 * keys * key + values * value) * kernel,
        values * key * value,
    ))
}

/// Returns the states of Kimi Delta Attention, whose sizes are in an object in published files.
fn kimi(sizes: &mut Sizes<'_>) -> Result<(f64, f64), NoCache> {
    let inner = sizes.fields.object_at("linear_attn_config");
    let mut size = |name: &'static str, key: &'static str| match &inner {
        Some(inner) if inner.has(name) => inner
            .count(&[name], &mut Vec::new())
            .ok_or(NoCache::Size(name)),
        _ => sizes.size(key),
    };
    let n_heads = size("num_heads", "linear_num_heads")? as f64;
    let dim = size("head_dim", "linear_head_dim")? as f64;
    let kernel = size("short_conv_kernel_size", "linear_conv_kernel_dim")? as f64;
    Ok((3.0 * n_heads * dim * kernel, n_heads * dim * dim))
}
