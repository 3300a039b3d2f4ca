//! Worked scenarios with figures worked out by hand, and properties.

use super::decode::Runner;
use super::samples;
use super::training::times;
use super::*;
use crate::catalog::Gpu;
use crate::engine::line::{NoTrace, Recorder};
use crate::engine::names::What;
use crate::plan::{Checkpointing, Plan, Quant, Regime, Software, Zero};
use crate::units::Uncertain;

/// A pool of 40 GB with the cache of Llama 3 8B.
fn memory() -> Memory {
    Memory { pool: 40e9, kv_per_token: 131_072.0, ..Memory::default() }
}

#[track_caller]
fn near(got: f64, want: f64, share: f64) {
    assert!((got / want - 1.0).abs() <= share, "got {got}, worked out by hand {want}");
}

fn train(job: &Job, layout: &Layout, gpu: &Gpu) -> Pace {
    pace(job, layout, &Device::of(gpu), &memory(), &mut NoTrace)
}

#[test]
fn unknown_rates_are_not_timed() {
    let gpu = Gpu::default();
    let job = samples::job(Task::Full, samples::llama3_8b());
    let p = pace(&job, &Layout::SINGLE, &Device::of(&gpu), &memory(), &mut NoTrace);
    assert!(!p.timed && p.rate.likely == 0.0);
}

#[test]
fn decode_h20_against_a100() {
    let job = samples::job(Task::Serve, samples::llama3_8b());
    let (a100, h20) = (samples::a100(), samples::h20());
    let a = Runner::new(&job, &Layout::SINGLE, &Device::of(&a100)).step(1.0, 1000.0);
    let h = Runner::new(&job, &Layout::SINGLE, &Device::of(&h20)).step(1.0, 1000.0);
    // A100: 15.01 GB over 0.85 · 2,039 GB/s = 8.66 ms; cache 0.131 GB over 0.9 · 2,039 = 0.07 ms;
    // 1.9 + 32 · 0.07 + 0.087 = 4.23 ms: 12.96 ms, 77 tokens/s.
    near(a.total, 12.96e-3, 0.01);
    // H20: a tile of 68 rows takes 2 · 7.505e9 · 68 / (0.75 · 148e12) = 9.20 ms, longer than reading
    // (4.41 ms); 0.04 + 4.23: 13.46 ms. Twice the bandwidth, and no faster for one user.
    near(h.total, 13.46e-3, 0.01);
    // At 64 users with 4k tokens the cache decides: 34.4 GB over 1,835 GB/s = 18.7 ms against 9.5.
    let a = Runner::new(&job, &Layout::SINGLE, &Device::of(&a100)).step(64.0, 4096.0);
    let h = Runner::new(&job, &Layout::SINGLE, &Device::of(&h20)).step(64.0, 4096.0);
    assert!(h.total < a.total, "{} {}", h.total, a.total);
}

#[test]
fn prefill_h20_against_a100() {
    let job = samples::job(Task::Serve, samples::llama3_8b());
    let (a100, h20) = (samples::a100(), samples::h20());
    let a = Runner::new(&job, &Layout::SINGLE, &Device::of(&a100)).prefill(2000.0, 2000.0);
    let h = Runner::new(&job, &Layout::SINGLE, &Device::of(&h20)).prefill(2000.0, 2000.0);
    // 2,000 · (15.01e9 + 4 · 32 · 4,096 · 1,000 / 0.55) = 31.9e12; over 0.66 · 312e12 = 155 ms on the A100,
    // + reading 8.7 + launches 4.1: 168 ms; over 0.66 · 148e12 = 327 ms on the H20, + 4.4 + 4.1: 335 ms.
    near(a, 0.168, 0.02);
    near(h, 0.335, 0.02);
}

#[test]
fn two_3090_over_pcie_ddp_and_fsdp() {
    // fsdp_qlora benchmarks: Llama 2 7B LoRA, 2,048 tokens, gen 3 board: DDP 881 s, FSDP batch 1 3,090 s
    // for 1,024 samples.
    let mut gpu = samples::rtx3090();
    gpu.pcie_gen10 = 30;
    let mut job = samples::job(Task::Lora, samples::llama2_7b());
    (job.seq, job.software, job.regime, job.lora_rank) = (2048, Software::Pytorch, Regime::Pure16, 64);
    let ddp = Layout { dp: 2, micro_batch: 4, ..Layout::SINGLE };
    let fsdp = Layout { dp: 2, micro_batch: 1, zero: Zero::Z3, ..Layout::SINGLE };
    let (d, f) = (times(&job, &ddp, &Device::of(&gpu)), times(&job, &fsdp, &Device::of(&gpu)));
    // Three gathers of half of 13.5 GB at 0.30 · 15.5 GB/s: 4.35 s that nothing hides.
    near(f.exchange, 4.35, 0.02);
    near(1024.0 * 2048.0 / d.tokens * d.step, 881.0, 0.15);
    near(1024.0 * 2048.0 / f.tokens * f.step, 3090.0, 0.20);
}

#[test]
fn eight_4090_tensor_parallel_wait_for_the_host() {
    let gpu = samples::rtx4090();
    let job = samples::job(Task::Serve, samples::llama3_70b());
    let layout = Layout { tp: 8, ..Layout::SINGLE };
    let step = Runner::new(&job, &layout, &Device::of(&gpu)).step(1.0, 1000.0);
    // 139.0 GB / 8 over 0.85 · 1,008 GB/s = 20.3 ms; 80 layers · 2 all-reduces · 2 · (10 + 4.2 + 7 · 5.7 µs +
    // 16 kB · 7/8 over 9.3 GB/s) = 17.8 ms; launches 1.9 + 80 · 0.07 + 0.09 = 7.6 ms. That is 0.38 of eight
    // times one card's bandwidth (speed.md: vLLM at TP8 over PCIe 0.33).
    near(step.weights, 20.3e-3, 0.02);
    near(step.exchange, 17.8e-3, 0.05);
    near(step.total, 45.7e-3, 0.05);
    // A prompt of 4,000 tokens exchanges 65.5 MB twice a layer: 320 gathers of 6.2 ms. That is the price of
    // no peer access: longer than the products (0.6 s at 0.66 · 8 · 165 TFLOP/s).
    let runner = Runner::new(&job, &layout, &Device::of(&gpu));
    near(runner.exchanged(4000.0), 2.0, 0.05);
    assert!(runner.exchanged(4000.0) > runner.prefill(4000.0, 4000.0) * 0.6);
}

#[test]
fn sixty_four_h100_fsdp_70b() {
    // llm-foundry, MPT 70B on 64 H100 with RDMA: 1,039 tokens/s per card at full recomputation.
    let gpu = samples::h100();
    let mut job = samples::job(Task::Pretrain, samples::mpt_70b());
    (job.seq, job.software) = (2048, Software::Pytorch);
    let layout = Layout {
        dp: 64,
        micro_batch: 8,
        accumulation: 4,
        zero: Zero::Z3,
        checkpointing: Checkpointing::Full,
        machines: 8,
        ..Layout::SINGLE
    };
    let device = Device { network_gbps: 3200.0, rdma: Some(true), ..Device::of(&gpu) };
    let p = pace(&job, &layout, &device, &memory(), &mut NoTrace);
    near(p.rate.likely / 64.0, 1039.0, 0.15);
    // By hand, per micro-step of 16,384 tokens: products 16,384 · 2 · 64.9e9 · 4 passes over 0.62 · 989e12 =
    // 13.9 s; the rest of some 18 s is traffic, attention and contention with gathers.
    let t = times(&job, &layout, &device);
    assert!(t.compute / 4.0 > 13.9 && t.step / 4.0 < 18.5, "{t:?}");
    // 64 Gbit/s a card instead of 400: three gathers of 130 GB take 130 GB · 7/8 / 8 / 6.4 GB/s = 2.2 s each,
    // of which 16 s of computing hide all but the contention (0.3 · 6.7 s).
    let slow = Device { network_gbps: 512.0, ..device };
    let s = times(&job, &layout, &slow);
    near(
        (s.exchange - t.exchange) / 4.0,
        0.3 * 3.0 * (130e9 * 7.0 / 8.0 / 8.0) * (1.0 / 6.4e9 - 1.0 / 40e9),
        0.25,
    );
}

#[test]
fn deepseek_v3_on_sixteen_cards() {
    let gpu = Gpu { memory_gb: 96, ..samples::h20() };
    let mut job = samples::job(Task::Serve, samples::deepseek_v3());
    (job.quant, job.software) = (Quant::Fp8Block, Software::Sglang);
    let layout = Layout { tp: 16, ep: 16, machines: 2, ..Layout::SINGLE };
    let device = Device { network_gbps: 1600.0, rdma: Some(true), ..Device::of(&gpu) };
    let runner = Runner::new(&job, &layout, &device);
    // One token: 8 of 256 experts, 20.3 GB of 654 GB, and about 17.5 GB of the rest at 8 bits (head 1.9 GB).
    let bytes = runner.weights.read(1.0);
    assert!((35e9..42e9).contains(&bytes), "{bytes}");
    // Thirty-two tokens touch 1 - (31/32)^(32^0.7) = 30 % of the experts.
    near(runner.weights.touched(32.0), 0.302, 0.01);
    let (one, many) = (runner.step(1.0, 2000.0), runner.step(32.0, 2000.0));
    // One: a tile of 68 rows takes 2 · 36.6e9 · 68 · 1.13 / 16 / (0.75 · 296e12) = 1.6 ms, longer than reading 2.4 GB
    // a card (0.7 ms); latents 0.14 GB over 3,600 GB/s; launches 0.3 + 61 · 0.06 + 0.09 = 4.0 ms; 122 all-reduces that
    // cross two machines, 2 · 20 µs each, 4.9 ms: 10.5 ms.
    near(one.exchange, 4.9e-3, 0.02);
    near(one.total, 10.5e-3, 0.03);
    // Thirty-two: 13.4 GB a card over 3,400 GB/s = 3.9 ms, latents 1.2, launches 6.7, exchange 5.2: 17.1 ms.
    near(many.weights, 3.9e-3, 0.03);
    near(many.total, 17.1e-3, 0.03);
}

#[test]
fn queue_by_hand() {
    // One user never waits for others: time to the first token is the prefill and half a step.
    let gpu = samples::a100();
    let job = samples::job(Task::Serve, samples::llama3_8b());
    let runner = Runner::new(&job, &Layout::SINGLE, &Device::of(&gpu));
    let request = serving::Request::new(&runner, 1000.0, 400.0);
    let one = request.load(1.0, 100.0);
    near(one.ttft_s, one.prefill_s + one.step_s / 2.0, 1e-9);
    // Ten users on five seats: each seat is taken for 400 tokens, so the sixth waits a whole answer.
    let ten = request.load(10.0, 5.0);
    assert_eq!(ten.running, 5.0);
    assert!(ten.ttft_s > 400.0 * ten.tpot_s);
    // Requests a second by Little's law: 10 rps staying 1 + 400 · 0.02 s each is 90 alive.
    let pace = Pace {
        serve: Serve { ttft_s: Uncertain::exact(1.0), tpot_s: Uncertain::exact(0.02), ..Serve::default() },
        ..Pace::default()
    };
    near(users_of_rate(10.0, &pace, 400), 90.0, 1e-9);
}

#[test]
fn a_measured_step_replaces_the_estimate() {
    let gpu = samples::a100();
    let job = samples::job(Task::Full, samples::llama3_8b());
    let p = train(&job, &Layout::SINGLE, &gpu);
    let mut plan = Plan::default();
    plan.measured.step_s = Some(p.step_s.likely * 2.0);
    // Of which card? Of none, until the plan names it or allows only one.
    assert!(homeless(&plan) && measured(p, &plan, &gpu.id, 1) == p);
    plan.limits.gpus = vec!["h100-sxm-80g".into(), gpu.id.clone()];
    assert!(homeless(&plan) && measured(p, &plan, &gpu.id, 1) == p);
    plan.limits.gpus = vec![gpu.id.clone()];
    assert!(!homeless(&plan) && measured(p, &plan, "h100-sxm-80g", 1) == p);
    let m = measured(p, &plan, &gpu.id, 1);
    near(m.rate.likely, p.rate.likely / 2.0, 1e-9);
    near(m.work_h.likely, p.work_h.likely * 2.0, 1e-9);
    assert!(m.step_s.band().half_width() < 0.05);
    plan.measured.gpu = Some("rtx-4090-24g".into());
    assert_eq!(measured(p, &plan, &gpu.id, 1), p);
}

#[test]
fn evaluation_takes_its_forward_passes() {
    let layout = Layout { micro_batch: 4, checkpointing: Checkpointing::None, ..Layout::SINGLE };
    let hours = |task: Task, share: f64, layout: &Layout| {
        let job = Job { evaluation: share, ..samples::job(task, samples::llama3_8b()) };
        train(&job, layout, &samples::h100()).work_h.likely
    };
    // A token takes three passes to train on (two with adapters, one more where all layers are computed again),
    // one to evaluate on.
    let again = Layout { checkpointing: Checkpointing::Full, ..layout };
    for (task, layout, passes) in
        [(Task::Full, &layout, 3.0), (Task::Lora, &layout, 2.0), (Task::Full, &again, 4.0)]
    {
        let plain = hours(task, 0.0, layout);
        near(hours(task, 0.6, layout), plain * (1.0 + 0.6 / passes), 1e-12);
    }
}

#[test]
fn the_lines_show_what_was_measured_and_what_was_expected() {
    let gpu = samples::a100();
    let job = samples::job(Task::Full, samples::llama3_8b());
    let mut recorder = Recorder::default();
    let p = pace(&job, &Layout::SINGLE, &Device::of(&gpu), &memory(), &mut recorder);
    let plan = Plan {
        measured: crate::plan::Measured {
            step_s: Some(p.step_s.likely * 1.25),
            gpu: Some(gpu.id.clone()),
            ..Default::default()
        },
        ..Plan::default()
    };
    let m = measured(p, &plan, &gpu.id, 1);
    let mut lines = recorder.lines.clone();
    overrule(&mut lines, &m);
    for (line, was) in lines.iter().zip(&recorder.lines) {
        match line.what {
            What::StepTime | What::WorkHours => near(line.value.likely, was.value.likely * 1.25, 1e-9),
            What::TrainTokensPerSecond | What::Mfu => near(line.value.likely, was.value.likely / 1.25, 1e-9),
            _ => {
                assert_eq!(line, was);
                continue;
            }
        }
        // The estimate stands beside it, and how far off it was.
        assert_eq!(line.terms[0].value, was.value.likely);
        near(line.terms[0].value * line.terms[1].value, line.value.likely, 1e-9);
    }
    // Without a measurement nothing is touched.
    let mut untouched = recorder.lines.clone();
    overrule(&mut untouched, &p);
    assert_eq!(untouched, recorder.lines);
}

/// Numbers from a fixed seed (xorshift), the same on every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % n
    }
    fn pick<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len() as u64) as usize]
    }
}

fn random(dice: &mut Dice) -> (Job, Layout, Gpu) {
    let arch = match dice.below(4) {
        0 => samples::llama2_7b(),
        1 => samples::llama3_8b(),
        2 => samples::llama3_70b(),
        _ => samples::deepseek_v3(),
    };
    let gpu = match dice.below(5) {
        0 => samples::a100(),
        1 => samples::h100(),
        2 => samples::h20(),
        3 => samples::rtx3090(),
        _ => samples::rtx4090(),
    };
    let task = dice.pick(Task::ALL);
    let mut job = samples::job(task, arch);
    job.software = dice.pick(Software::ALL);
    job.quant = dice.pick(Quant::ALL);
    job.precision = dice.pick(crate::plan::Precision::ALL);
    job.kv = dice.pick(crate::plan::KvType::ALL);
    job.seq = 1 << dice.below(18);
    job.prompt = dice.below(40_000) as u32;
    job.answer = dice.below(4000) as u32;
    job.flash = dice.below(2) == 0;
    job.compile = dice.below(2) == 0;
    job.packing = dice.below(4) > 0;
    job.ttft_ms = (dice.below(3) == 0).then(|| dice.below(5000) as f64);
    job.tpot_ms = (dice.below(3) == 0).then(|| dice.below(200) as f64);
    let layout = Layout {
        tp: 1 << dice.below(4),
        pp: 1 << dice.below(3),
        cp: 1 << dice.below(2),
        dp: 1 << dice.below(6),
        ep: 1 << dice.below(5),
        zero: dice.pick(Zero::ALL),
        micro_batch: dice.below(64) as u32,
        accumulation: dice.below(32) as u32,
        checkpointing: dice.pick(Checkpointing::ALL),
        machines: 1 + dice.below(8) as u32,
    };
    (job, layout, gpu)
}

#[test]
fn traced_and_untraced_agree_on_ten_thousand_jobs() {
    let mut dice = Dice(0x5eed);
    for _ in 0..10_000 {
        let (job, layout, gpu) = random(&mut dice);
        let device = Device::of(&gpu);
        let mut recorder = Recorder::default();
        let plain = pace(&job, &layout, &device, &memory(), &mut NoTrace);
        assert_eq!(plain, pace(&job, &layout, &device, &memory(), &mut recorder));
        let band = plain.rate.band();
        assert!(
            band.low >= 0.0 && band.low <= band.likely && band.likely <= band.high && band.high.is_finite()
        );
        if plain.timed {
            assert!(plain.rate.likely > 0.0 && !recorder.lines.is_empty(), "{job:?} {layout:?}");
        }
    }
}

#[test]
fn more_bandwidth_is_never_slower() {
    let mut dice = Dice(0xbead);
    for _ in 0..3000 {
        let (job, layout, gpu) = random(&mut dice);
        let mut wider = gpu.clone();
        wider.bandwidth_gbs *= 1.5;
        let (a, b) = (train(&job, &layout, &gpu), train(&job, &layout, &wider));
        assert!(
            b.rate.likely >= a.rate.likely * (1.0 - 1e-9),
            "{:?} {:?} {layout:?}",
            job.task,
            job.software
        );
        let mut linked = gpu.clone();
        linked.link_gbs *= 2.0;
        let b = train(&job, &layout, &linked);
        assert!(b.rate.likely >= a.rate.likely * (1.0 - 1e-9));
    }
}

#[test]
fn longer_context_is_never_faster() {
    let mut dice = Dice(0xcafe);
    for _ in 0..3000 {
        let (mut job, layout, gpu) = random(&mut dice);
        if job.task == Task::KnownCards {
            continue;
        }
        let runner = Runner::new(&job, &layout, &Device::of(&gpu));
        let context = 1.0 + dice.below(30_000) as f64;
        let batch = 1.0 + dice.below(64) as f64;
        assert!(runner.step(batch, 2.0 * context).total >= runner.step(batch, context).total);
        assert!(runner.step(batch + 1.0, context).total >= runner.step(batch, context).total);
        assert!(runner.prefill(2.0 * context, 2.0 * context) >= runner.prefill(context, context));
        if job.task.trains() && !job.task.image() {
            let short = times(&job, &layout, &Device::of(&gpu)).step;
            job.seq *= 2;
            assert!(times(&job, &layout, &Device::of(&gpu)).step >= short * (1.0 - 1e-9));
        }
    }
}

#[test]
fn a_second_card_never_more_than_doubles() {
    let mut dice = Dice(0xfeed);
    for _ in 0..2000 {
        let (job, layout, gpu) = random(&mut dice);
        if !job.task.trains() {
            continue;
        }
        let one = Layout { dp: 1, ep: 1, machines: 1, zero: Zero::Z0, ..layout };
        let two = Layout { dp: 2, ..one };
        let (a, b) = (train(&job, &one, &gpu).rate.likely, train(&job, &two, &gpu).rate.likely);
        assert!(b <= 2.0 * a * (1.0 + 1e-9), "{a} {b} {:?} {:?} {one:?}", job.task, job.software);
    }
}

#[test]
fn capacity_does_not_fall_when_targets_relax() {
    let mut dice = Dice(0xd00d);
    for _ in 0..2000 {
        let (mut job, layout, gpu) = random(&mut dice);
        job.task = Task::Serve;
        (job.ttft_ms, job.tpot_ms) = (Some(dice.below(4000) as f64), Some(dice.below(150) as f64));
        let strict = users_per_replica(&job, &layout, &Device::of(&gpu), &memory());
        job.tpot_ms = job.tpot_ms.map(|t| t * 1.7);
        let relaxed = users_per_replica(&job, &layout, &Device::of(&gpu), &memory());
        assert!(relaxed >= strict, "{strict} {relaxed}");
        job.ttft_ms = None;
        assert!(users_per_replica(&job, &layout, &Device::of(&gpu), &memory()) >= relaxed);
    }
}
