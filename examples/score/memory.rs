//! Memory kinds: peaks, model states, activations, weights, caches, buffers.

use crate::ablation::{Ablated, Shown, terms};
use crate::case::Case;
use crate::facts::Facts;
use crate::setup::{self, Setup};
use crate::{Reason, Scored};
use suanzu::catalog::Mixer;
use suanzu::engine::line::{NoTrace, Recorder};
use suanzu::engine::memory::{self, Part, activations, kv_cache, states, step, weights};
use suanzu::plan::Software;
use suanzu::units::{Band, GIB, Uncertain};

/// Scores a memory row.
///
/// # Errors
/// Says why the row cannot be expressed.
pub fn score(case: &Case, facts: &Facts) -> Result<Scored, Reason> {
    let kind = case.text("kind");
    let serving = case.text("framework").is_empty() && !case.text("engine").is_empty();
    let setup = if serving { setup::serving(case, facts)? } else { setup::training(case, facts)? };
    let (predicted, measured, tolerance) = match kind {
        "weights" => weights_of(case, &setup)?,
        "kv_bytes" => kv_bytes(case, &setup)?,
        "peak_memory" => peak_memory(case, &setup)?,
        "model_states" => model_states(case, &setup)?,
        "activation_memory" => activation_memory(case, &setup)?,
        "peak" => peak(case, &setup)?,
        "kv_tokens" => kv_tokens(case, &setup)?,
        "compute_buffer" => compute_buffer(case, &setup)?,
        _ => return Err("kind not known"),
    };
    let mut slices = setup.slices(case);
    // Self size, or a printed pool and its tokens: exact. A pool of which only settings are known: not.
    let pool = case.extra_text("what").contains("left for the KV pool");
    match kind {
        "kv_bytes" if !pool => slices.push("cache exact".to_owned()),
        "kv_tokens" if printed_pool(case).is_some() => slices.push("cache exact".to_owned()),
        "kv_bytes" | "kv_tokens" => slices.push("pool from settings".to_owned()),
        _ => {}
    }
    Ok(Scored { id: case.id().to_owned(), kind: kind.to_owned(), predicted, measured, tolerance, slices })
}

/// Size in GiB as inference rows print it: their GB and MB are binary (memory.md, pitfalls).
fn gib(case: &Case) -> Result<f64, Reason> {
    let value = case.measured().ok_or("no figure")?;
    match case.text("unit") {
        "GiB" | "GB" => Ok(value),
        "MiB" | "MB" => Ok(value / 1024.0),
        _ => Err("unit not a size"),
    }
}

type Pair = (Band, f64, f64);

fn pair(predicted: Uncertain, measured: f64, tolerance: f64) -> Result<Pair, Reason> {
    Ok((predicted.times(1.0 / GIB).band(), measured, tolerance))
}

fn weights_of(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = gib(case)?;
    let what = case.extra_text("what");
    let whole = what.contains("tensor size") || what.contains("size column");
    let w = weights::weights(&s.job);
    let value = if whole {
        Uncertain::exact(w.total()).with_share(suanzu::units::Cause::WeightForm, w.spread, w.spread)
    } else if what.contains("model buffer(s)") {
        let mut one = s.layout;
        one.pp = 1;
        weights::serving_weights(&s.job, &one)
    } else {
        weights::serving_weights(&s.job, &s.layout)
    };
    pair(value, measured, 0.02 * measured)
}

fn kv_bytes(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = gib(case)?;
    if case.extra_text("what").contains("left for the KV pool") {
        let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
        // The pool is what the rest leaves: it deviates the other way.
        let rest = m.reserved.band();
        let pool = m.pool;
        let band = Band::new(pool - (rest.high - rest.likely), pool, pool + (rest.likely - rest.low))
            .times(1.0 / GIB);
        return Ok((band, measured, (0.08 * measured).max(0.6)));
    }
    let sequences = case.extra_num("n_seq").unwrap_or(1.0);
    let context = case.num("context").ok_or("context not stated")? / sequences;
    let mut c = kv_cache::cache(&s.job, context, s.layout.tp, 1);
    if s.job.software == Software::LlamaCpp && case.extra_text("what") == "KV self size" {
        // States of recurrent layers have a line of their own in its log.
        c.fixed = 0.0;
    }
    let bytes = c.at(context) * sequences;
    pair(Uncertain::exact(bytes), measured, 0.005 * measured)
}

/// Size in GiB per card as the training rows give it.
fn per_card(case: &Case) -> Result<f64, Reason> {
    if case.text("unit").contains("lower bound") {
        return Err("a lower bound, not a figure");
    }
    case.extra_num("gib_per_gpu").ok_or("no figure per card")
}

fn peak_memory(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = per_card(case)?;
    let image = s.job.task.image();
    if setup::checkpointing(case).is_none() {
        return Err("checkpointing not stated");
    }
    if !image && setup::micro_batch(case).is_none() {
        return Err("batch not stated");
    }
    if s.job.arch.diffusion.as_ref().is_some_and(|d| d.frames == 0) && case.extra_num("frames").is_none() {
        return Err("size of the clip not stated");
    }
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
    let value = match counted(case) {
        Shown::Device => m.need,
        Shown::Reserved => m.reserved,
        Shown::Allocated => m.allocated,
    };
    pair(value, measured, 0.15 * measured)
}

fn model_states(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = per_card(case)?;
    if case.extra_flag("checkpoint_file") {
        return Err("size of a file, not of memory");
    }
    if case.extra_text("what").contains("peak during") {
        return Err("a peak while loading");
    }
    let st = states::states(&s.job, &s.layout, states::Stage::Only);
    let what = case.extra_text("what");
    if what.contains("plus a short generation") {
        // A peak: with the cache and the step of a few tokens.
        let mut job = s.job.clone();
        (job.seq, job.prompt, job.answer) = (64, 14, 50);
        let m = memory::size(&job, &s.layout, &s.gpu, &mut NoTrace);
        return pair(m.allocated, measured, 0.1 * measured);
    }
    let bytes = if !s.job.task.trains() {
        weights::weights(&s.job).total()
    } else if what.contains("after training step")
        || what.contains("between steps")
        || what.contains("optimizer")
    {
        st.weights + st.adapter + st.master + st.moments
    } else {
        st.weights + st.adapter
    };
    let spread = if s.job.task.trains() { st.spread } else { weights::weights(&s.job).spread };
    pair(
        Uncertain::exact(bytes).with_share(suanzu::units::Cause::WeightForm, spread, spread),
        measured,
        0.1 * measured,
    )
}

fn activation_memory(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let unit = case.text("unit");
    let measured = case.measured().ok_or("no figure")?;
    if unit.starts_with("hidden-state copies") {
        let k = activations::kept(&s.job, case.num("seq").unwrap_or(2048.0), 1, 1);
        // One layer run by itself also holds its output.
        let copies = (k.block + activations::residual(&s.job)) / (2.0 * s.job.shape.hidden);
        let value = Uncertain::exact(copies).with_share(suanzu::units::Cause::ActivationForm, 0.18, 0.18);
        return Ok((value.band(), measured, 0.12 * measured));
    }
    if unit.contains("lower bound") {
        return Err("a lower bound, not a figure");
    }
    if !case.extra_text("derived").contains("peak allocated minus resident") {
        return Err("activation figure of another kind");
    }
    // Peak less what stands between steps, as the row derives it.
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
    let st = states::states(&s.job, &s.layout, states::Stage::Only);
    let resident = st.weights + st.adapter + st.master + st.moments;
    let mut value = m.allocated;
    value.likely = (value.likely - resident).max(0.0);
    pair(value, measured, 0.15 * measured)
}

/// The pool that the log prints, GiB per card.
fn printed_pool(case: &Case) -> Option<f64> {
    case.extra_num("available_kv_gib_per_gpu").or(case.extra_num("available_kv_gib"))
}

/// Bytes for which vLLM counts one token where layers of several kinds share its pool: layers are put
/// into groups of equal number, each with blocks of its own, as if all kept the whole context (vLLM
/// `kv_cache_utils`; memory.md, pitfall 4). Nothing where all layers are alike.
fn grouped(s: &Setup) -> Option<f64> {
    if s.job.software != Software::Vllm || s.job.version.is_some_and(|v| v < (0, 9, 0)) {
        return None;
    }
    let tp = f64::from(s.layout.tp.max(1));
    let element = kv_cache::element_bytes(s.job.kv);
    let (mut bytes, mut widest, mut windows) = (0.0, 0.0f64, false);
    let (mut states, mut least) = (0u32, u32::MAX);
    for kind in &s.job.shape.kinds {
        let each = match kind.mixer {
            Mixer::Attention(a) if a.cross => return None,
            Mixer::Attention(a) if a.shares_kv => continue,
            Mixer::Attention(a) => {
                windows |= a.window.is_some();
                let heads = f64::from(a.kv_heads);
                (heads / tp).max(1.0) * f64::from(a.head_dim + a.v_head_dim) * element
            }
            Mixer::Mla(m) if m.index_heads > 0 => return None,
            Mixer::Mla(m) => f64::from(m.kv_rank + m.rope_dim) * element,
            Mixer::Recurrent(_) => {
                states += kind.count;
                0.0
            }
            Mixer::None => continue,
        };
        if each > 0.0 {
            bytes += f64::from(kind.count) * each;
            least = least.min(kind.count);
            widest = widest.max(each);
        }
    }
    if states > 0 && least < u32::MAX {
        // States lie in blocks as large as attention's.
        let size = least.min(states);
        let groups = f64::from(least.div_ceil(size) + states.div_ceil(size));
        return Some(groups * f64::from(size) * widest);
    }
    windows.then_some(bytes)
}

/// Tokens of a pool: from a printed pool and the engine's bytes per token where both are printed,
/// else from settings alone.
fn kv_tokens(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = case.measured().ok_or("no figure")?;
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
    let context = f64::from(s.job.seq);
    let c = kv_cache::cache(&s.job, context, s.layout.tp, s.layout.pp);
    // Tokens are counted as whole sequences of the longest length where layers differ.
    let grouped = grouped(s);
    let per = match grouped {
        Some(bytes) => bytes,
        None if c.windows + c.fixed > 0.0 => c.at(context) / context,
        None => c.per_token,
    };
    if per <= 0.0 {
        return Err("no growing cache");
    }
    if let Some(gib) = printed_pool(case) {
        // Printed to hundredths of a GiB; blocks as large as a state round more away.
        let tokens = gib * GIB / per;
        let half = (0.005 / gib).max(if grouped.is_some() { 0.02 } else { 0.005 });
        return Ok((
            Band::new(tokens * (1.0 - half), tokens, tokens * (1.0 + half)),
            measured,
            0.005 * measured + 0.005 * GIB / per,
        ));
    }
    if s.gpu.usable_assumed && case.extra_num("total_gpu_gib").is_none() {
        return Err("card of the pool not stated");
    }
    let rest = m.reserved.band();
    let band = Band::new(m.pool - (rest.high - rest.likely), m.pool, m.pool + (rest.likely - rest.low))
        .times(1.0 / per);
    Ok((band, measured, (0.08 * measured).max(0.6 * GIB / per)))
}

fn compute_buffer(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = gib(case)?;
    if measured < 0.0 {
        return Err("negative reading: memory freed while measuring");
    }
    let step = step::step(&s.job, &s.layout, &s.gpu);
    let value = match case.extra_text("component") {
        "activation_peak" => step.activation.plus(&step.vision),
        "non_torch" => step.outside,
        "cuda_graphs" => step.graphs,
        "compute_buffer" => step.activation,
        _ => return Err("component not modelled"),
    };
    pair(value, measured, 0.5)
}

fn peak(case: &Case, s: &Setup) -> Result<Pair, Reason> {
    let measured = gib(case)?;
    let what = case.extra_text("what").to_lowercase();
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
    let torch = what.contains("torch") || what.contains("self total");
    let shown = what.contains("nvidia-smi")
        || what.contains("process")
        || what.contains("gpu memory")
        || what.contains("vram over")
        || what.contains("usage");
    let mut value = if shown {
        m.need
    } else if torch {
        m.allocated
    } else {
        m.reserved
    };
    // Sums over the cards of a row: whole logits are alive on the last of them only.
    let cards = f64::from(s.layout.pp.max(1));
    let whole = what.contains("sum") || what.contains("over both") || case.int("gpus").unwrap_or(1) > 1;
    if cards > 1.0 && whole {
        let step = step::step(&s.job, &s.layout, &s.gpu).activation.likely;
        let mlp = f64::from(s.job.prompt.max(1)) * 8.0 * s.job.shape.widest_ffn;
        value = value.times(cards);
        value.likely -= (cards - 1.0) * (step - mlp).max(0.0);
    }
    pair(value, measured, (0.08 * measured).max(0.6))
}

/// Prints the lines of a row, for people who look into a miss.
pub fn explain(case: &Case, facts: &Facts) {
    let fits = !case.text("outcome").is_empty();
    let serving = case.text("framework").is_empty() && !case.text("engine").is_empty();
    let setup = match () {
        _ if fits => setup::fits(case, facts),
        _ if serving => setup::serving(case, facts),
        _ => setup::training(case, facts),
    };
    let s = match setup {
        Ok(s) => s,
        Err(reason) => return println!("{}: {reason}", case.id()),
    };
    let mut lines = Recorder::default();
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut lines);
    let gib = |x: f64| x / GIB;
    println!(
        "{} {} measured {:?} {}: allocated {:.2} reserved {:.2} need {:.2} pool {:.2} | {:?} {:?} {:?} {:?} {:?} {:?}",
        case.id(),
        case.text("model"),
        case.extra_num("gib_per_gpu").or(case.measured()),
        case.extra_text("mem_kind"),
        gib(m.allocated.likely),
        gib(m.reserved.likely),
        gib(m.need.likely),
        gib(m.pool),
        s.job.software,
        s.job.regime,
        s.job.loss,
        s.job.optimizer,
        s.layout.checkpointing,
        s.layout.zero,
    );
    for line in lines.lines {
        println!(
            "    {:?} {:.2} ({:.2} to {:.2})  {}",
            line.what,
            gib(line.value.likely),
            gib(line.value.low),
            gib(line.value.high),
            line.formula
        );
    }
}

/// What a peak of training counts.
fn counted(case: &Case) -> Shown {
    let kind = case.extra_text("mem_kind");
    if kind.contains("nvidia") {
        Shown::Device
    } else if kind.contains("reserved") || kind.contains("unspecified") || kind.contains("average") {
        Shown::Reserved
    } else {
        Shown::Allocated
    }
}

/// A peak with its terms; not sums over several cards.
pub fn ablated(case: &Case, facts: &Facts, scored: &Scored) -> Option<Ablated> {
    let (group, setup) = match scored.kind.as_str() {
        "peak_memory" => ("Training peaks", setup::training(case, facts).ok()?),
        "peak" => ("Inference peaks", setup::serving(case, facts).ok()?),
        _ => return None,
    };
    let mut lines = Recorder::default();
    let m = memory::size(&setup.job, &setup.layout, &setup.gpu, &mut lines);
    let band = scored.predicted;
    let close = |shown: &Shown| (shown.of(&m) / GIB - band.likely).abs() <= 1e-6 * band.likely;
    let shown = [Shown::Allocated, Shown::Reserved, Shown::Device].into_iter().find(close)?;
    Some(Ablated {
        group,
        measured: scored.measured,
        likely: band.likely,
        high: band.high,
        ran: true,
        terms: terms(&lines.lines, shown),
    })
}

/// What each group of terms brings of a training peak, in GiB: states; and activations; and loss; and
/// gathered, dequantised and other copies; and allocator, context and communicators as far as the
/// figure counts them.
pub fn ladder(case: &Case, facts: &Facts) -> Option<([f64; 5], f64)> {
    let s = setup::training(case, facts).ok()?;
    let (_, measured, _) = peak_memory(case, &s).ok()?;
    let m = memory::size(&s.job, &s.layout, &s.gpu, &mut NoTrace);
    let part = |p: Part| m.parts[p as usize] / GIB;
    let states = part(Part::Weights) + part(Part::Adapter) + part(Part::Gradients) + part(Part::Optimizer);
    let activations = states + part(Part::Activations);
    let loss = activations + part(Part::Loss);
    let allocated = m.allocated.likely / GIB;
    Some(([states, activations, loss, allocated, counted(case).of(&m) / GIB], measured))
}
