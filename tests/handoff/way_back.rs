//! The way back, as a person goes it: the script runs a job on a machine whose `nvidia-smi` shows so much memory,
//! what it prints is pasted, and laid beside the plan. Figures are those of public runs, named at each.

use crate::cases::with;
use std::process::Command;
use suanzu::handoff::back::{Planned, Run, Verdict, What, read, script};
use suanzu::handoff::{Setup, Tool, doc};
use suanzu::plan::{Field, Plan};

/// A run that was made public.
struct Recorded {
    name: &'static str,
    link: &'static str,
    /// As the driver calls the card, and how many.
    gpu: (&'static str, usize),
    /// MiB shown as used, each second.
    memory: &'static [u32],
    /// What the program printed.
    log: &'static str,
    /// Figure, measured, how it stands.
    want: &'static [(What, f64, Verdict)],
}

const RUNS: &[Recorded] = &[
    // pytorch/torchtune README, table of optimisation flags: Llama-3.2-3B, full, packed to 4,096, two samples,
    // chunked loss, recomputed, compiled, one A100: 24.9 GiB and 7,210 tokens a second: 1.14 s for a step of 8,192.
    Recorded {
        name: "torchtune",
        link: "v=1&task=full&m=llama-3.2-3b-instruct&sw=torchtune&ctx=4096&mb=2&gb=2&ckpt=full&compile=1&n=1&g=a100-sxm-80g&region=any",
        gpu: ("NVIDIA A100-SXM4-80GB", 1),
        memory: &[1_200, 25_498, 25_498],
        log: "1|8|Loss: 1.5:   1%|1         | 8/800 [00:10<15:02,  1.14s/it]\r1|9|Loss: 1.4:   1%|1         | 9/800 [00:11<15:01,  1.14s/it]\n",
        want: &[(What::Peak, 25_498.0, Verdict::Within), (What::Step, 1.14, Verdict::Within)],
    },
    // QwenLM/Qwen README, profiling table: Qwen-7B, LoRA of rank 64 beside every layer, 2,048 tokens, one sample eight
    // times, recomputed, Transformers' Trainer, one A100: 23.8 G shown (GB or GiB: not said) and 5.2 s a step.
    Recorded {
        name: "trainer",
        link: "v=1&task=lora&m=qwen-7b&sw=trl&ctx=2048&mb=1&gb=8&rank=64&targets=all&ckpt=full&n=1&g=a100-sxm-80g&region=any",
        gpu: ("NVIDIA A100-SXM4-80GB", 1),
        memory: &[17_020, 22_697, 22_697],
        log: "  2%|2         | 9/400 [00:47<33:53,  5.20s/it]\r  2%|2         | 10/400 [00:52<33:48,  5.20s/it]\n",
        want: &[(What::Peak, 22_697.0, Verdict::Within), (What::Step, 5.2, Verdict::Within)],
    },
    // noonghunna/club-3090 issue 697: Qwen3-4B in FP8 with an FP8 cache, vLLM with these limits, one request at a time
    // (65 characters in, 1,000 tokens out) on one RTX 4090: 23,901 MiB shown, 138 tokens a second.
    Recorded {
        name: "vllm",
        link: "v=1&task=serve&m=qwen3-4b&sw=vllm&q=fp8&kv=fp8&ctx=196608&seqs=4&bt=8192&util=0.92&users=1&in=16&out=1000&n=1&g=rtx-4090-24g&region=any",
        gpu: ("NVIDIA GeForce RTX 4090", 1),
        memory: &[1_000, 23_901],
        log: "(APIServer pid=1) INFO 07-13 09:30:01 [loggers.py:259] Engine 000: Avg prompt throughput: 2.0 tokens/s, Avg generation throughput: 96.4 tokens/s, Running: 1 reqs\n(APIServer pid=1) INFO 07-13 09:30:11 [loggers.py:259] Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 138.0 tokens/s, Running: 1 reqs\n(APIServer pid=1) INFO 07-13 09:30:21 [loggers.py:259] Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 138.0 tokens/s, Running: 1 reqs\n",
        want: &[(What::Peak, 23_901.0, Verdict::Within), (What::Rate, 138.0, Verdict::Above)],
    },
];

/// Runs the script in a folder with a driver's program of ours; what it printed.
fn measured(setup: &Setup<'_>, name: &str, driver: (&str, &str), log: &str) -> String {
    let folder = crate::folder(&format!("back-{name}"));
    let file = script(setup);
    std::fs::write(folder.join(&file.name), &file.text).expect("the script");
    std::fs::write(folder.join("log"), log).expect("the log");
    let (program, code) = driver;
    std::fs::write(folder.join(program), format!("#!/bin/sh\n{code}")).expect("the driver's program");
    let job = format!("chmod +x {program}; PATH=.:$PATH sh {} sh -c 'cat log; sleep 1.2'", file.name);
    let out = Command::new("sh").args(["-c", &job]).current_dir(&folder).output().expect("a shell");
    assert!(out.status.success(), "{name}: {}", String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

/// NVIDIA's program: of each asked figure a line for each card, and the next second's memory each time.
fn nvidia(run: &Recorded) -> String {
    let names = vec![run.gpu.0; run.gpu.1].join("\n");
    let mut code = format!("case \"$1\" in *memory.used) ;; *) echo '{names}'; exit ;; esac\n");
    code.push_str("echo >>asked; case $(wc -l <asked) in\n");
    for (at, mib) in run.memory.iter().enumerate() {
        code.push_str(&format!("{}) x={mib} ;;\n", at + 1));
    }
    let last = run.memory.last().expect("memory");
    code.push_str(&format!("*) x={last} ;;\nesac\n{}", "echo $x\n".repeat(run.gpu.1)));
    code
}

#[test]
fn three_recorded_runs_come_back_beside_their_plans() {
    for run in RUNS {
        with(run.link, |setup| {
            let printed = measured(setup, run.name, ("nvidia-smi", &nvidia(run)), run.log);
            // For the test of the page.
            let folder = crate::folder(&format!("page-{}", run.name));
            std::fs::write(folder.join("link"), run.link).expect("the link");
            std::fs::write(folder.join("printed"), &printed).expect("what was printed");
            for file in
                Tool::of(setup.job.software).iter().filter_map(|t| doc(setup, *t).ok()).flat_map(|d| d.files)
            {
                std::fs::write(folder.join(&file.name), &file.text).expect("a file");
            }
            std::fs::write(folder.join("measure.sh"), script(setup).text).expect("the script");
            let back: Run = read(&printed).unwrap_or_else(|| panic!("{}: {printed}", run.name));
            assert_eq!((back.plan.as_str(), back.gpu.as_str()), (setup.id.as_str(), run.gpu.0));
            assert_eq!(back.cards, Some(run.gpu.1 as u32 * setup.nodes()), "{}", run.name);
            let planned = Planned::new(setup);
            let got: Vec<_> = planned
                .compare(&back)
                .into_iter()
                .map(|c| {
                    let x = if c.what == What::Peak { c.measured / (1u64 << 20) as f64 } else { c.measured };
                    (c.what, x, c.verdict)
                })
                .collect();
            assert_eq!(got, run.want, "{}: {planned:?}", run.name);
            // The plan takes it over, and is still the same plan to the script.
            let mut plan: Plan = setup.plan.clone();
            for (field, text) in planned.settings(&back, Some(&setup.gpu().id)) {
                assert!(field.set(&mut plan, &text, &mut Vec::new()), "{} {text}", field.key());
            }
            assert_eq!(plan.measured.gpu.as_deref(), Some(setup.gpu().id.as_str()));
            assert_eq!(
                plan.measured.step_s,
                back.step_s.filter(|_| setup.plan.task.trains()),
                "{}",
                run.name
            );
            assert_eq!(plan.measured.cards, back.cards);
            assert!(!Field::PeakMemory.text(&plan).is_empty() && plan.measured.peak_gib.is_some());
            let link = suanzu::share::encode(&plan);
            with(&link, |again| assert_eq!(again.id, setup.id, "{}", run.name));
        });
    }
}

/// What `npu-smi info` shows, as people paste it (`tests/data/oom_messages.jsonl`, 13).
const NPU: &str = "cat <<'END'
+------------------------------------------------------------------------------------------------+
| npu-smi 24.1.rc2                 Version: 24.1.rc2                                             |
+---------------------------+---------------+----------------------------------------------------+
| NPU   Name                | Health        | Power(W)    Temp(C)           Hugepages-Usage(page)|
| Chip                      | Bus-Id        | AICore(%)   Memory-Usage(MB)  HBM-Usage(MB)        |
+===========================+===============+====================================================+
| 0     910B3               | OK            | 98.7        48                0    / 0             |
| 0                         | 0000:C1:00.0  | 0           0    / 0          3376 / 65536         |
+===========================+===============+====================================================+
| 1     910B3               | OK            | 95.1        47                0    / 0             |
| 0                         | 0000:01:00.0  | 12          0    / 0          58211/ 65536         |
+===========================+===============+====================================================+
| NPU     Chip              | Process id    | Process name             | Process memory(MB)      |
+===========================+===============+====================================================+
| 1       0                 | 41777         | python                   | 54837                   |
+===========================+===============+====================================================+
END
";

/// `rocm-smi` (`tests/data/oom_messages.jsonl`, 14).
const ROCM: &str = "case \"$1\" in
--showmeminfo) printf 'GPU[0]\\t\\t: VRAM Total Memory (B): 206141652992\\nGPU[0]\\t\\t: VRAM Total Used Memory (B): 31457280000\\n' ;;
*) printf 'GPU[0]\\t\\t: Card Series: \\t\\tAMD Instinct MI300X OAM\\nGPU[0]\\t\\t: Card Model: \\t\\t0x74a1\\n' ;;
esac
";

const NO_CARD: &str = "exit 9\n";

/// What programs print, in their own words; what of it comes back: seconds a step, tokens a second.
const LINES: &[(&str, &str, Option<f64>, Option<f64>)] = &[
    // NVIDIA/Megatron-LM issue 756.
    (
        "megatron",
        " [2024-04-06 02:55:45] iteration        2/     100 | consumed samples:          256 | elapsed time per iteration (ms): 5630.1 | throughput per GPU (TFLOP/s/GPU): 231.9 |\n [2024-04-06 02:55:50] iteration        3/     100 | consumed samples:          384 | elapsed time per iteration (ms): 5410.6 | throughput per GPU (TFLOP/s/GPU): 241.4 |\n [2024-04-06 02:55:55] iteration        4/     100 | consumed samples:          512 | elapsed time per iteration (ms): 5364.1 | throughput per GPU (TFLOP/s/GPU): 243.5 |\n",
        Some(5.3641),
        None,
    ),
    // verl's console: `step:N - key:value - …`.
    (
        "verl",
        "step:1 - timing_s/gen:22.1 - timing_s/step:30.030646292492747 - timing_per_token_ms/gen:0.48\nstep:2 - timing_s/gen:20.4 - timing_s/step:28.5 - timing_per_token_ms/gen:0.41\n",
        Some(28.5),
        None,
    ),
    ("several a second", "  3%|3         | 30/900 [00:15<07:15,  2.00it/s]\r", Some(0.5), None),
    // Two copies of the model, each with its own rate.
    (
        "vllm of two",
        "INFO Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 250.0 tokens/s, Running: 1 reqs\nINFO Engine 001: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 250.0 tokens/s, Running: 1 reqs\n",
        None,
        Some(500.0),
    ),
    (
        "sglang",
        "[2026-03-14 04:59:11 TP0] Prefill batch, #new-seq: 1, #new-token: 64, input throughput (token/s): 7.34\n[2026-03-14 04:59:11 TP0] Decode batch, #running-req: 20, #token: 23267, token usage: 0.14, cuda graph: True, gen throughput (token/s): 1174.06, #queue-req: 6\n",
        None,
        Some(1174.06),
    ),
    // One request at a time; of several, each says its own.
    (
        "llama.cpp",
        "slot print_timing: id  0 | task 0 |\nprompt eval time =   26804.37 ms / 29563 tokens (    0.91 ms per token,  1102.92 tokens per second)\n       eval time =    3079.32 ms /   128 tokens (   24.06 ms per token,    41.57 tokens per second)\n",
        None,
        Some(41.57),
    ),
];

#[test]
fn steps_and_rates_are_read_in_the_words_of_each_program() {
    let one = "v=1&task=serve&m=qwen3-8b&sw=llama.cpp&q=q4_k_m&users=1&mb=1&n=1&g=rtx-4090-24g&region=any";
    with(one, |setup| {
        assert_eq!(setup.layout.micro_batch, 1);
        for (name, log, step, rate) in LINES {
            let printed = measured(setup, name, ("nvidia-smi", NO_CARD), log);
            let back = read(&printed).unwrap_or_else(|| panic!("{name}: {printed}"));
            assert_eq!((back.step_s, back.tokens_s, back.peak_mib), (*step, *rate, None), "{name}");
        }
    });
    let several = "v=1&task=serve&m=qwen3-8b&sw=llama.cpp&q=q4_k_m&users=4&n=1&g=rtx-4090-24g&region=any";
    with(several, |setup| {
        let (name, log, ..) = LINES.last().expect("llama.cpp");
        assert!(setup.layout.micro_batch > 1);
        assert_eq!(read(&measured(setup, name, ("nvidia-smi", NO_CARD), log)), None);
    });
}

#[test]
fn cards_of_other_makers_are_measured_by_their_own_programs() {
    let link = "v=1&task=lora&m=qwen2.5-7b&sw=llama-factory&ctx=2048&region=any";
    with(link, |setup| {
        let bar = "  2%|2         | 9/400 [00:47<33:53,  5.20s/it]\r";
        for (driver, gpu, id, cards, mib) in [
            (("npu-smi", NPU), "Ascend 910B3", "ascend-910b3-64g", 2, 58_211.0),
            (("rocm-smi", ROCM), "AMD Instinct MI300X OAM", "mi300x-192g", 1, 30_000.0),
        ] {
            let back = read(&measured(setup, driver.0, driver, bar)).expect("a run");
            assert_eq!((back.gpu.as_str(), back.peak_mib, back.step_s), (gpu, Some(mib), Some(5.2)));
            assert_eq!(back.cards, Some(cards * setup.nodes()));
            let found = suanzu::catalog::Catalog::embedded().find_gpu(&back.gpu);
            let found = found.map(|ix| suanzu::catalog::Catalog::embedded().gpu(ix).id.as_str());
            assert_eq!(found, Some(id));
        }
    });
}
