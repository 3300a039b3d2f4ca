//! Driver, CUDA, PyTorch, precision: `advice.md` §4.

use super::Value::{Count, Figure, Gib, Gpu, Money, MoneyPerHour, Text, Tflops, Version};
use super::{Answer, Fired, Rule, View, block, fired, info, warn};
use crate::catalog::versions::{self, Build};
use crate::catalog::{CompatKind, GpuClass, Vendor};
use crate::engine::memory::Fit;
use crate::engine::report::Ineligible;
use crate::plan::{AttentionKernel, Field, KvType, Optimizer, Precision, Quant, Software};
use crate::units::GIB;

/// In the order of `advice.md`. What cannot run is said also where nothing fits.
pub const RULES: &[Rule] = &[
    block("driver-too-old", "COMPAT", driver).always(),
    block("kernels-missing", "COMPAT, PTISSUE", kernels).always(),
    block("rtx50-cu128", "COMPAT", rtx50).always(),
    warn("b300-cuda129", "COMPAT, NVCC target lists", b300),
    warn("sm120-not-sm100", "GPUF", sm120),
    block("volta-pascal-end", "COMPAT", volta).always(),
    warn("v100-legacy", "COMPAT, OFF", v100),
    block("bf16-unsupported", "COMPAT", bf16).always(),
    block("fp8-unsupported", "COMPAT", fp8).always(),
    block("fp4-unsupported", "COMPAT", fp4).always(),
    warn("fa2-unsupported", "COMPAT", fa2),
    info("fa3-hopper-only", "COMPAT", fa3),
    block("vllm-floor", "COMPAT", vllm).always(),
    warn("bnb-floor", "COMPAT", bitsandbytes),
    warn("old-golden-pair", "COMPAT", golden_pair),
    info("conda-channel-ended", "COMPAT", conda),
    warn("python-floor", "COMPAT", python),
    info("fp16-geforce-accumulate", "GPUF", accumulate),
    warn("mixed-card-types", "SM-acc", mixed),
    info("arm-host", "GPUF", arm),
];

/// What the plan says is installed. The CUDA is the one named, else the wheel's tag, else the one that
/// this PyTorch usually brings.
#[derive(Clone, Copy)]
struct Installed {
    torch: Option<versions::Version>,
    cuda: Option<versions::Version>,
    driver: Option<versions::Version>,
}

fn installed(v: &View<'_>) -> Installed {
    let env = &v.plan.env;
    let read = |text: &Option<String>| text.as_deref().and_then(versions::version);
    let torch = read(&env.torch);
    let tag = || env.torch.as_deref().and_then(versions::tag);
    let usual = || torch.and_then(|t| v.catalog.default_cuda(t));
    Installed { torch, cuda: read(&env.cuda).or_else(tag).or_else(usual), driver: read(&env.driver) }
}

/// "torch 2.0 cu117", or the wheel alone.
fn build_name(torch: Option<versions::Version>, cuda: versions::Version) -> super::Value {
    let wheel = versions::wheel(cuda);
    Text(torch.map_or(wheel.clone(), |(major, minor)| format!("torch {major}.{minor} {wheel}")))
}

const fn dotted(version: versions::Version) -> super::Value {
    Version(version.0 as f64 + version.1 as f64 / 10.0)
}

fn capability(v: &View<'_>) -> super::Value {
    Version(f64::from(v.gpu.compute_capability) / 10.0)
}

fn nvidia(v: &View<'_>) -> bool {
    v.gpu.vendor == Vendor::Nvidia && v.gpu.compute_capability > 0
}

fn nvidia_below(v: &View<'_>, capability: u8) -> bool {
    nvidia(v) && v.gpu.compute_capability < capability
}

/// The build to install: another wheel of the same PyTorch where it has one, else what the version
/// table names for the card and the host's driver, else for a newer driver.
fn better(v: &View<'_>) -> Option<Build> {
    let (i, cc) = (installed(v), v.gpu.compute_capability);
    let same = || v.catalog.same_torch(i.torch?, cc).filter(|b| i.driver.is_none_or(|d| d.0 >= b.driver));
    same()
        .or_else(|| v.catalog.build_for(cc, i.driver.map(|d| d.0)))
        .or_else(|| v.catalog.build_for(cc, None))
}

fn install(out: Fired, build: &Build) -> Fired {
    out.offering(Field::Torch, build.torch.clone()).offering(Field::Cuda, build.cuda_text())
}

/// A host's driver cannot be changed from inside a container.
fn driver(v: &View<'_>) -> Answer {
    let i = installed(v);
    let (has, cuda) = (i.driver?, i.cuda?);
    let needed = v.catalog.driver_for(cuda, v.gpu.compute_capability)?;
    if !nvidia(v) || has.0 >= needed {
        return None;
    }
    let build = v.catalog.build_for(v.gpu.compute_capability, Some(has.0));
    let newer = || v.catalog.build_for(v.gpu.compute_capability, None);
    let other = build.clone().or_else(newer)?;
    let values = &[
        ("build", build_name(i.torch, cuda)),
        ("gpu", Gpu(v.entry.gpu)),
        ("needed", Text(needed.to_string())),
        ("has", Text(v.plan.env.driver.clone()?)),
        ("other", Text(other.name())),
        ("floor", Text(other.driver.to_string())),
    ];
    let out = fired(v.total(), values);
    Some(match build {
        Some(build) => install(out, &build),
        None => out.offering(Field::Driver, needed.to_string()),
    })
}

/// RTX 50 and RTX PRO Blackwell with a wheel older than CUDA 12.8: [`rtx50`] says so.
fn before_blackwell(v: &View<'_>, cuda: versions::Version) -> bool {
    v.gpu.compute_capability == 120 && v.catalog.first_cuda(120).is_some_and(|first| cuda < first)
}

/// Pascal and Volta with a wheel that left them behind: [`volta`] says so.
fn left_behind(v: &View<'_>, i: Installed) -> bool {
    nvidia_below(v, 75) && i.torch.is_some_and(|t| t >= (2, 11)) && i.cuda != Some((12, 6))
}

/// The kernels of the installed wheel, where the card's are not among them.
pub(super) fn lacking(v: &View<'_>) -> Option<Vec<u8>> {
    let i = installed(v);
    let list = v.catalog.kernels(i.torch, i.cuda?)?;
    (nvidia(v) && !versions::covers(&list, v.gpu.compute_capability)).then_some(list)
}

/// What is installed is older than the card: its kernels are missing.
pub(super) fn too_old(v: &View<'_>) -> Option<super::Value> {
    let i = installed(v);
    let cuda = i.cuda?;
    let old = before_blackwell(v, cuda) || lacking(v).is_some() && !left_behind(v, i);
    old.then(|| build_name(i.torch, cuda))
}

fn kernels(v: &View<'_>) -> Answer {
    let i = installed(v);
    let (cuda, list) = (i.cuda?, lacking(v)?);
    if before_blackwell(v, cuda) || left_behind(v, i) {
        return None;
    }
    let build = better(v)?;
    let list: Vec<String> = list.iter().map(|k| format!("{}.{}", k / 10, k % 10)).collect();
    let values = &[
        ("build", build_name(i.torch, cuda)),
        ("list", Text(list.join(", "))),
        ("capability", capability(v)),
        ("other", Text(build.name())),
    ];
    Some(install(fired(v.total(), values), &build))
}

/// RTX 50 and RTX PRO Blackwell (12.0) need builds for CUDA 12.8 (compat.csv 12.0/first_cuda).
fn rtx50(v: &View<'_>) -> Answer {
    let cuda = installed(v).cuda.filter(|c| before_blackwell(v, *c))?;
    let build = better(v)?;
    let values = &[("cuda", dotted(cuda)), ("gpu", Gpu(v.entry.gpu)), ("other", Text(build.name()))];
    Some(install(fired(v.total(), values), &build))
}

fn b300(v: &View<'_>) -> Answer {
    let cuda = installed(v).cuda?;
    let first = v.catalog.first_cuda(v.gpu.compute_capability)?;
    if !matches!(v.gpu.compute_capability, 103 | 121) || cuda >= first {
        return None;
    }
    Some(fired(v.total(), &[("cuda", dotted(cuda)), ("first", dotted(first)), ("capability", capability(v))]))
}

/// Kernels for B200 use its tensor memory, which GeForce Blackwell has not: FlashAttention-4 is built for
/// 9.0 and 10.0 (compat.csv flash_attention_4/cc).
fn sm120(v: &View<'_>) -> Answer {
    if v.gpu.compute_capability != 120 || v.plan.env.attention != Some(AttentionKernel::Fa4) {
        return None;
    }
    let out = fired(v.total(), &[("capability", capability(v))]);
    Some(out.offering(Field::Attention, AttentionKernel::Fa2.word()))
}

/// Pascal and Volta left the default wheels with torch 2.11; the one for CUDA 12.6 has them (gpus.md §6).
fn volta(v: &View<'_>) -> Answer {
    let i = installed(v);
    if !left_behind(v, i) {
        return None;
    }
    let build = v.catalog.build_for(v.gpu.compute_capability, i.driver.map(|d| d.0))?;
    let name =
        i.cuda.map_or_else(|| Text(v.plan.env.torch.clone().unwrap_or_default()), |c| build_name(i.torch, c));
    let values = &[("build", name), ("capability", capability(v)), ("other", Text(build.name()))];
    Some(install(fired(v.total(), values), &build))
}

/// The cheapest faster card among those that only other limits keep away.
fn v100(v: &View<'_>) -> Answer {
    if !v.gpu.id.starts_with("v100-") {
        return None;
    }
    let open = |r: &Ineligible| *r == Ineligible::CardExcluded;
    let speed = |e: &crate::engine::report::Entry| e.hours.likely.max(1e-9);
    let others = v.entries.iter().filter(|e| {
        let gpu = v.catalog.gpu(e.gpu);
        gpu.compute_capability >= 80 && e.fit == Fit::Fits && e.not_eligible.iter().all(open)
    });
    let serving = v.way.pace.work_h.likely <= 0.0;
    let rate = |e: &crate::engine::report::Entry| if serving { e.rate.likely } else { 1.0 / speed(e) };
    let faster = others.filter(|e| rate(e) > rate(v.entry));
    let best = faster.min_by(|a, b| a.total.likely.total_cmp(&b.total.likely))?;
    let values = &[
        ("price", MoneyPerHour(v.entry.gpu_hour)),
        ("total", Money(v.total())),
        ("other", Gpu(best.gpu)),
        ("faster", Figure(rate(best) / rate(v.entry).max(1e-12))),
        ("cost", Money(best.total.likely)),
    ];
    let id = v.catalog.gpu(best.gpu).id.clone();
    Some(fired(v.total() - best.total.likely, values).offering(Field::Gpus, id))
}

fn bf16(v: &View<'_>) -> Answer {
    if v.plan.run.precision != Some(Precision::Bf16) || !nvidia_below(v, 80) {
        return None;
    }
    Some(fired(v.total(), &[("capability", capability(v))]).offering(Field::Precision, "fp16"))
}

/// Sixteen bits that the card has units for.
fn half(v: &View<'_>) -> &'static str {
    if v.gpu.compute_capability >= 80 { "bf16" } else { "fp16" }
}

/// A change and the need after it.
fn instead(v: &View<'_>, change: &[(Field, &str)]) -> Answer {
    let then = v.again(change)?;
    let values = &[("capability", capability(v)), ("need", Gib(then.need / GIB))];
    Some(change.iter().fold(fired(v.total(), values), |out, (field, text)| out.offering(*field, *text)))
}

fn fp8(v: &View<'_>) -> Answer {
    let run = &v.plan.run;
    let mut change: Vec<(Field, &str)> = Vec::new();
    if run.precision == Some(Precision::Fp8) {
        change.push((Field::Precision, half(v)));
    }
    if run.kv == Some(KvType::Fp8) {
        change.push((Field::KvType, "f16"));
    }
    if matches!(run.quant, Some(Quant::Fp8 | Quant::Fp8Block)) {
        change.push((Field::Quant, "int8"));
    }
    if change.is_empty() || !nvidia_below(v, 89) {
        return None;
    }
    instead(v, &change)
}

fn fp4(v: &View<'_>) -> Answer {
    if v.plan.run.precision != Some(Precision::Fp4) || !nvidia_below(v, 100) {
        return None;
    }
    let packed = if v.job.task.trains() { None } else { Some((Field::Quant, "awq")) };
    let change: Vec<(Field, &str)> = [(Field::Precision, half(v))].into_iter().chain(packed).collect();
    instead(v, &change)
}

fn fa2(v: &View<'_>) -> Answer {
    let wanted = v.plan.run.flash == Some(true) || v.plan.env.attention == Some(AttentionKernel::Fa2);
    if !wanted || !nvidia_below(v, 80) {
        return None;
    }
    let more = (v.again(&[(Field::Flash, "0")])?.need - v.again(&[(Field::Flash, "1")])?.need).max(0.0);
    let out = fired(0.0, &[("capability", capability(v)), ("more", Gib(more / GIB))]);
    Some(out.offering(Field::Flash, "0").offering(Field::Attention, "auto"))
}

/// FlashAttention-3 is for 9.0, FlashAttention-4 for 9.0 and 10.0 (compat.csv).
fn fa3(v: &View<'_>) -> Answer {
    let (kernel, cc) = (v.plan.env.attention?, v.gpu.compute_capability);
    let runs = match kernel {
        AttentionKernel::Fa2 => true,
        AttentionKernel::Fa3 => cc == 90,
        AttentionKernel::Fa4 => matches!(cc, 90 | 100 | 120),
    };
    if runs || !nvidia(v) {
        return None;
    }
    let out = fired(0.0, &[("capability", capability(v))]);
    Some(out.offering(Field::Attention, if cc >= 80 { "fa2" } else { "auto" }))
}

/// vLLM's floor is 7.5 (compat.csv, source VLLM).
fn vllm(v: &View<'_>) -> Answer {
    if v.job.software != Software::Vllm || !nvidia_below(v, 75) {
        return None;
    }
    Some(fired(v.total(), &[("capability", capability(v))]).offering(Field::Software, "llama.cpp"))
}

/// bitsandbytes asks for torch 2.4 and CUDA 11.8 (compat.csv, source BNB).
fn bitsandbytes(v: &View<'_>) -> Answer {
    let i = installed(v);
    let optimizer =
        matches!(v.job.optimizer, Optimizer::AdamW8bit | Optimizer::PagedAdamW8bit | Optimizer::PagedAdamW);
    let weights = matches!(v.job.quant, Quant::Nf4 | Quant::Nf4Double);
    let needs = weights || v.job.task.trains() && optimizer;
    let torch =
        versions::version(v.catalog.fact(CompatKind::TorchCuda, "bitsandbytes", "requires_torch")?)?;
    let cuda =
        versions::version(v.catalog.fact(CompatKind::CcFeature, "bitsandbytes", "min_cuda_toolkit")?)?;
    let old = i.torch.is_some_and(|t| t < torch) || i.cuda.is_some_and(|c| c < cuda);
    if !needs || !old || !nvidia(v) {
        return None;
    }
    let build = v.catalog.build_for(v.gpu.compute_capability, i.driver.map(|d| d.0))?;
    let values = &[("torch", dotted(torch)), ("cuda", dotted(cuda)), ("other", Text(build.name()))];
    Some(install(fired(v.total(), values), &build))
}

/// torch 2.0.1 with CUDA 11.7 has kernels up to 8.6 (compat.csv cu117/arch_list).
fn golden_pair(v: &View<'_>) -> Answer {
    let i = installed(v);
    if i.torch != Some((2, 0)) || i.cuda != Some((11, 7)) || !nvidia(v) {
        return None;
    }
    let build = v.catalog.build_for(v.gpu.compute_capability, i.driver.map(|d| d.0))?;
    let values = &[("capability", capability(v)), ("other", Text(build.name()))];
    Some(install(fired(0.0, values), &build))
}

fn conda(v: &View<'_>) -> Answer {
    let last = crate::catalog::facts().iter().find(|c| c.subject == "official_conda_channel_last_version")?;
    if !v.plan.env.conda {
        return None;
    }
    Some(fired(0.0, &[("last", Text(last.value.clone()))]).offering(Field::Conda, "0"))
}

fn python(v: &View<'_>) -> Answer {
    let torch = installed(v).torch?;
    let (release, floor) = v.catalog.torch_fact(torch, "min_python")?;
    let has = v.plan.env.python.clone()?;
    if versions::version(&has)? >= versions::version(floor)? {
        return None;
    }
    let values = &[("torch", Text(release.into())), ("floor", Text(floor.into())), ("has", Text(has))];
    Some(fired(0.0, values).offering(Field::Python, floor))
}

/// GeForce multiplies 16 bits with 32-bit sums at half the rate that is advertised (compat.csv
/// accumulate/geforce_fp16_fp32acc).
fn accumulate(v: &View<'_>) -> Answer {
    let said = v.plan.claim.tflops?;
    let rate = f64::from(v.gpu.fp16);
    let advertised = f64::from(v.gpu.fp16_fp16acc);
    if v.gpu.class != GpuClass::Consumer || rate <= 0.0 || advertised <= rate || said < 0.9 * advertised {
        return None;
    }
    Some(fired(0.0, &[("said", Tflops(said)), ("rate", Tflops(rate)), ("gpu", Gpu(v.entry.gpu))]))
}

fn mixed(v: &View<'_>) -> Answer {
    if !v.plan.claim.mixed || v.entry.count < 2 {
        return None;
    }
    Some(fired(
        v.total(),
        &[("need", Gib(v.entry.need.likely / GIB)), ("cards", Count(f64::from(v.entry.count)))],
    ))
}

/// GH200, GB200, GB300 and GB10 sit beside an Arm processor.
fn arm(v: &View<'_>) -> Answer {
    let own = ["gh200-", "gb200-", "gb300-", "dgx-spark-"];
    if !own.iter().any(|id| v.gpu.id.starts_with(id)) {
        return None;
    }
    Some(fired(0.0, &[("gpu", Gpu(v.entry.gpu))]))
}
