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
    // chunked loss, recomputed, compiled, one A100: 24.9 GiB and 7,210 tokens a second, which its bar shows as
    // 1.14 s for a step of 8,192 tokens.
    Recorded {
        name: "torchtune",
        link: "v=1&task=full&m=llama-3.2-3b-instruct&sw=torchtune&ctx=4096&mb=2&gb=2&ckpt=full&compile=1&n=1&g=a100-sxm-80g&region=any",
        gpu: ("NVIDIA A100-SXM4-80GB", 1),
        memory: &[1_200, 25_498, 25_498],
        log: "1|8|Loss: 1.5:   1%|1         | 8/800 [00:10<15:02,  1.14s/it]\r1|9|Loss: 1.4:   1%|1         | 9/800 [00:11<15:01,  1.14s/it]\n",
        want: &[(What::Peak, 25_498.0, Verdict::Within), (What::Step, 1.14, Verdict::Within)],
    },
    // NVIDIA/Megatron-LM issue 756: times of an iteration on 16 H100, 61,480 MB reserved. The plan is another
    // model on two machines; only the format of the log is the point.
    Recorded {
        name: "megatron",
        link: "v=1&task=pretrain&m=llama-3.1-8b-instruct&sw=megatron&ctx=4096&gb=128&tok=1000000000&n=16&tp=8&g=h20-96g,h20-141g,h200-sxm-141g&region=any",
        gpu: ("NVIDIA H100 80GB HBM3", 8),
        memory: &[61_480, 61_480],
        log: " iteration 2/ 100 | consumed samples: 256 | elapsed time per iteration (ms): 5630.1 | throughput per GPU (TFLOP/s/GPU): 231.9 |\n iteration 3/ 100 | elapsed time per iteration (ms): 5410.6 |\n iteration 4/ 100 | elapsed time per iteration (ms): 5364.1 |\n",
        want: &[(What::Peak, 61_480.0, Verdict::Within), (What::Step, 5.3641, Verdict::Within)],
    },
    // facebookresearch/meta-agents-research-environments issue 32: vLLM's own lines on an A100. Its memory was not
    // told: 0.92 of 80 GiB, its own share, stands in.
    Recorded {
        name: "vllm",
        link: "v=1&task=serve&m=qwen3-8b&sw=vllm&ctx=8192&n=1&g=a100-sxm-80g&region=any",
        gpu: ("NVIDIA A100-SXM4-80GB", 1),
        memory: &[1_000, 75_366],
        log: "INFO 02-04 10:01:59 [loggers.py:257] Engine 000: Avg prompt throughput: 7109.8 tokens/s, Avg generation throughput: 251.9 tokens/s, Running: 12 reqs\nINFO Engine 000: Avg prompt throughput: 0.0 tokens/s, Avg generation throughput: 296.4 tokens/s\nINFO Engine 000: Avg prompt throughput: 1440.6 tokens/s, Avg generation throughput: 262.3 tokens/s\n",
        want: &[(What::Peak, 75_366.0, Verdict::Within), (What::Rate, 262.3, Verdict::Below)],
    },
];

/// Runs the script in a folder with an `nvidia-smi` of ours; what it printed.
fn measured(setup: &Setup<'_>, run: &Recorded) -> String {
    let folder = crate::folder(&format!("back-{}", run.name));
    let file = script(setup);
    std::fs::write(folder.join(&file.name), &file.text).expect("the script");
    std::fs::write(folder.join("log"), run.log).expect("the log");
    let shown: Vec<String> = run.memory.iter().map(u32::to_string).collect();
    std::fs::write(folder.join("shown"), shown.join("\n") + "\n").expect("memory");
    let names = vec![run.gpu.0; run.gpu.1].join("\n");
    std::fs::write(folder.join("names"), names + "\n").expect("names");
    let smi = "#!/bin/sh\ncase \"$1\" in *memory.used) cat shown ;; *) cat names ;; esac\n";
    let path = folder.join("nvidia-smi");
    std::fs::write(&path, smi).expect("nvidia-smi");
    let job = format!("chmod +x nvidia-smi; PATH=.:$PATH sh {} sh -c 'cat log; sleep 1.2'", file.name);
    let out = Command::new("sh").args(["-c", &job]).current_dir(&folder).output().expect("a shell");
    assert!(out.status.success(), "{}: {}", run.name, String::from_utf8_lossy(&out.stderr));
    String::from_utf8(out.stdout).expect("text")
}

#[test]
fn three_recorded_runs_come_back_beside_their_plans() {
    for run in RUNS {
        with(run.link, |setup| {
            let printed = measured(setup, run);
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
