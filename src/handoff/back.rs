//! The way back: a script that runs the job on the rented machine and measures it, and the reader of what it
//! prints. POSIX shell, nothing to install; memory is read from `nvidia-smi`, `npu-smi` or `rocm-smi`, steps from what
//! programs print: progress bars of tqdm (`s/it`, `it/s`), Megatron's time of an iteration, verl's of a step; rates from the
//! lines of vLLM and SGLang, and of llama.cpp where one request runs at a time.

use super::{File, Format, Setup, name, write};
use crate::engine::software;
use crate::plan::{Field, number};
use crate::units::math::round_half_even;
use crate::units::{Band, GIB, MIB};

/// What the script prints around its figures.
const HEAD: &str = "--- suanzu run 1";

const SCRIPT: &str = r#"set -u
if [ $# -eq 0 ]; then echo "usage: sh measure.sh COMMAND [ARGUMENT ...]" >&2; exit 2; fi
log=$(mktemp) && mem=$(mktemp) || exit 1
for smi in nvidia-smi npu-smi rocm-smi; do command -v "$smi" >/dev/null 2>&1 && break; done
# MiB shown as used, a card a line; and what the driver calls the cards.
used() {
  case "$smi" in
    nvidia-smi) nvidia-smi --query-gpu=memory.used --format=csv,noheader,nounits ;;
    npu-smi) npu-smi info | awk 'match($0, /[0-9]+ *\/ *[0-9]+ *\|$/) { split(substr($0, RSTART), p, "/"); if (p[2] + 0 > 0) print p[1] + 0 }' ;;
    rocm-smi) rocm-smi --showmeminfo vram | awk '/Used Memory/ { print int($NF / 1048576) }' ;;
  esac 2>/dev/null
}
name() {
  case "$smi" in
    nvidia-smi) nvidia-smi --query-gpu=name --format=csv,noheader,nounits ;;
    npu-smi) npu-smi info | awk '$1 == "|" && $2 ~ /^[0-9]+$/ && $3 ~ /[A-Z]/ { print "Ascend " $3 }' ;;
    rocm-smi) rocm-smi --showproductname | awk 'tolower($0) ~ /card series/ { sub(/.*:[ \t]*/, ""); print }' ;;
  esac 2>/dev/null
}
(while :; do used | sort -n | tail -n 1 >>"$mem"; sleep 1; done) &
watcher=$!
# Ctrl-C ends the job, not the report.
trap : INT
"$@" 2>&1 | tee "$log"
kill "$watcher" 2>/dev/null
middle() { sort -n | awk '{ x[NR] = $1 } END { if (NR) print x[int((NR + 1) / 2)] }'; }
later() { awk '{ x[NR] = $1 } END { for (i = int(NR / 2) + 1; i <= NR; i++) print x[i] }'; }
steps=$(tr '\r' '\n' <"$log" | awk '
  match($0, /elapsed time per iteration \(ms\): [0-9.]+/) { split(substr($0, RSTART, RLENGTH), p, ": "); print p[2] / 1000; next }
  match($0, /timing_s\/step:[0-9.]+/) { print substr($0, RSTART + 14, RLENGTH - 14) + 0; next }
  match($0, /[0-9.]+s\/it/) { print substr($0, RSTART, RLENGTH - 4) + 0; next }
  match($0, /[0-9.]+it\/s/) { x = substr($0, RSTART, RLENGTH - 4) + 0; if (x > 0) print 1 / x }' | later | middle)
# Copies of a model each say their own rate.
rate=$(awk -v slots="$SLOTS" '
  function say(x) { if (x > 0) r[++n] = x }
  function copy(of) { if (match($0, of) && !seen[substr($0, RSTART, RLENGTH)]++) copies++ }
  match($0, /generation throughput: [0-9.]+ tokens\/s/) { say(substr($0, RSTART + 23, RLENGTH - 23) + 0); copy("Engine [0-9]+") }
  match($0, /gen throughput \(token\/s\): [0-9.]+/) { say(substr($0, RSTART + 26, RLENGTH - 26) + 0); copy("DP[0-9]+") }
  slots == 1 && /eval time =/ && !/prompt eval/ && match($0, /[0-9.]+ tokens per second/) { say(substr($0, RSTART, RLENGTH) + 0) }
  END { for (i = 1; i <= n; i++) print r[i] * (copies > 1 ? copies : 1) }' "$log" | later | middle)
echo
echo "--- suanzu run 1"
echo "plan=$PLAN"
echo "gpu=$(name | head -n 1)"
echo "cards=$(($(used | wc -l) * NODES))"
echo "peak_mib=$(sort -n "$mem" | tail -n 1)"
echo "step_s=$steps"
echo "tokens_s=$rate"
echo "--- end"
rm -f "$log" "$mem"
"#;

/// `measure.sh`.
pub fn script(setup: &Setup<'_>) -> File {
    let about = name::comment(&setup.about("measure.sh"));
    let slots = if setup.stays() { setup.layout.micro_batch } else { 0 };
    let (plan, nodes) = (write::quote(&setup.id), setup.nodes());
    let head = format!("#!/bin/sh\n# {about}\nPLAN={plan} NODES={nodes} SLOTS={slots}\n");
    File { name: "measure.sh".to_owned(), format: Format::Shell, text: head + SCRIPT }
}

/// A measured run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Of which plan.
    pub plan: String,
    /// The card's name as its driver says it.
    pub gpu: String,
    /// Cards of all machines.
    pub cards: Option<u32>,
    /// Most memory that a card showed as used, MiB.
    pub peak_mib: Option<f64>,
    /// Seconds per step: the middle one of the later half.
    pub step_s: Option<f64>,
    /// Tokens per second of a server.
    pub tokens_s: Option<f64>,
}

/// Reads what the script printed, wherever it stands in the text; `None` where nothing was measured.
pub fn read(text: &str) -> Option<Run> {
    let (_, block) = text.rsplit_once(HEAD)?;
    let mut run = Run::default();
    for line in block.lines().take_while(|l| l.trim() != "--- end") {
        let Some((key, value)) = line.trim().split_once('=') else { continue };
        let value = value.trim();
        let number = || number::read(value).filter(|x| *x > 0.0);
        match key {
            "plan" => value.clone_into(&mut run.plan),
            "gpu" => value.clone_into(&mut run.gpu),
            "cards" => run.cards = value.parse().ok().filter(|n| *n > 0),
            "peak_mib" => run.peak_mib = number(),
            "step_s" => run.step_s = number(),
            "tokens_s" => run.tokens_s = number(),
            _ => {}
        }
    }
    (run.peak_mib.is_some() || run.step_s.is_some() || run.tokens_s.is_some()).then_some(run)
}

/// A figure that can be laid beside the plan's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Peak memory of the fullest card, bytes.
    Peak,
    /// Seconds per step.
    Step,
    /// Tokens per second of all cards.
    Rate,
}

/// How a measured figure stands to the plan's band.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Verdict {
    Within,
    Above,
    Below,
}

/// One figure, planned and measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Compared {
    /// Which.
    pub what: What,
    /// As planned.
    pub planned: Band,
    /// As measured.
    pub measured: f64,
    /// How they stand.
    pub verdict: Verdict,
}

/// What was planned of what the script can measure.
#[derive(Clone, Debug, PartialEq)]
pub struct Planned {
    /// Of which plan.
    pub plan: String,
    peak: Band,
    step: Option<Band>,
    rate: Band,
    trains: bool,
}

impl Planned {
    /// The winner's figures.
    pub fn new(setup: &Setup<'_>) -> Self {
        let e = setup.winner().entry;
        let trains = setup.plan.task.trains();
        // A server that allocates ahead shows its share of the card, whatever it needs.
        let ahead = software::allocates_ahead(setup.job.software) && setup.stays();
        let peak = if ahead { Band::new(e.need.low, e.room, e.usable) } else { e.need };
        Self { plan: setup.id.clone(), peak, step: setup.step_s(), rate: e.rate, trains }
    }
    /// What was measured beside what was planned: memory always, steps of training, tokens of a server.
    pub fn compare(&self, run: &Run) -> Vec<Compared> {
        let step = self.step.zip(run.step_s).filter(|_| self.trains);
        let rate = run.tokens_s.filter(|_| !self.trains && self.rate.likely > 0.0);
        let all = [
            run.peak_mib.filter(|_| self.peak.likely > 0.0).map(|mib| (What::Peak, self.peak, mib * MIB)),
            step.map(|(planned, s)| (What::Step, planned, s)),
            rate.map(|x| (What::Rate, self.rate, x)),
        ];
        let judged = |(what, planned, measured): (What, Band, f64)| {
            let verdict = match measured {
                x if x > planned.high => Verdict::Above,
                x if x < planned.low => Verdict::Below,
                _ => Verdict::Within,
            };
            Compared { what, planned, measured, verdict }
        };
        all.into_iter().flatten().map(judged).collect()
    }
    /// The settings of the plan that a run fills in, as texts; `gpu` is the card's id.
    pub fn settings(&self, run: &Run, gpu: Option<&str>) -> Vec<(Field, String)> {
        let number = |x: f64| number::print(round_half_even(x * 1e4) / 1e4);
        let figures = [
            (Field::PeakMemory, run.peak_mib.map(|mib| mib * MIB / GIB)),
            (Field::StepTime, run.step_s.filter(|_| self.trains)),
            (Field::TokensPerSecond, run.tokens_s.filter(|_| !self.trains)),
            (Field::MeasuredCards, run.cards.map(f64::from)),
        ];
        let figures = figures.into_iter().filter_map(|(field, x)| Some((field, number(x?))));
        figures.chain(gpu.map(|id| (Field::MeasuredGpu, id.to_owned()))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_measured_is_not_zero() {
        let text = "log\n--- suanzu run 1\nplan=ab\ngpu=NVIDIA H20\ncards=8\npeak_mib=71000\nstep_s=\ntokens_s=0\n--- end\n$ ";
        let run = read(text).expect("a run");
        assert_eq!((run.peak_mib, run.step_s, run.tokens_s, run.cards), (Some(71000.0), None, None, Some(8)));
        assert_eq!(read("--- suanzu run 1\nplan=ab\n--- end"), None);
        assert_eq!(read("nothing"), None);
    }
}
