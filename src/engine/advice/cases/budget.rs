//! Cases of `super::super::budget`.

use super::{Case, Scene};
use crate::catalog::{GpuIx, Mode};
use crate::engine::report::ServeFigures;
use crate::units::Band;

const LORA: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const SERVE: &str = "task=serve&m=qwen2.5-7b&g=rtx-4090-24g&n=1";

/// One card for 100 hours at 10, 1,000 in all.
fn money(s: &mut Scene) {
    (s.entry.gpu_hour, s.entry.billed, s.entry.count) = (10.0, 1, 1);
    (s.entry.hours, s.entry.wall) = (Band::exact(100.0), Band::exact(100.0));
    s.entry.total = Band::exact(1000.0);
    s.entry.not_eligible.clear();
}

/// A machine of 36,000 over 36 months: 1,000 a month, nothing else.
fn owning(s: &mut Scene) {
    money(s);
    s.entry.gpu_hour = 4.0;
    for (key, text) in
        [("price", "36000"), ("interest", "0"), ("resid", "0"), ("maint", "0"), ("kwh", "0"), ("years", "3")]
    {
        s.set(key, text);
    }
}

/// Half a second to the first token, 20 ms for each after it.
fn answers(s: &mut Scene) {
    s.entry.serve = Some(ServeFigures {
        replicas: 1,
        users_per_replica: 20.0,
        ttft_s: Band::exact(0.5),
        tpot_s: Band::exact(0.02),
    });
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "validate-small-first",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("debug", "20");
            s.entry.mode = Mode::OnDemand;
            let mut small = s.entry.clone();
            (small.gpu, small.gpu_hour) = (GpuIx(s.entry.gpu.0 ^ 1), 2.0);
            s.entries = vec![s.entry.clone(), small];
        },
        // 10 x 3 / 8 hours; 20 h at 8 less, 3 h of moving at 10.
        values: &[
            ("small_price", 2.0),
            ("big_price", 10.0),
            ("above", 3.75),
            ("move", 3.0),
            ("cost", 870.0),
            ("total", 1000.0),
        ],
        silent: |s| s.set("debug", "3"),
    },
    Case {
        rule: "split-check",
        plan: LORA,
        fires: |s| s.set("trygpu", "rtx-3090-24g"),
        values: &[],
        silent: |s| s.set("trygpu", "rtx-4090-24g"),
    },
    Case {
        rule: "commit-base-load",
        plan: SERVE,
        fires: |s| {
            money(s);
            s.set("night", "2");
            s.set("hpd", "8");
            (s.entry.count, s.entry.gpu_hour, s.entry.mode) = (6, 2.0, Mode::OnDemand);
            let mut month = s.entry.clone();
            (month.gpu_hour, month.mode) = (1.0, Mode::Monthly);
            s.entries = vec![s.entry.clone(), month];
        },
        // A day: 2 x 24 committed at 1, 4 x 8 at 2; else 80 card-hours at 2. 30.42 days a month.
        values: &[("base", 2.0), ("share", 0.5), ("cost", 3406.7), ("hourly", 4866.7)],
        silent: |s| s.set("night", "auto"),
    },
    Case {
        rule: "hybrid-cost",
        plan: LORA,
        fires: |s| {
            owning(s);
            s.set("owned", "1");
        },
        // 1,000 a month over 365 useful hours.
        values: &[("own", 2.74), ("share", 0.5), ("cards", 1.0), ("rent", 4.0)],
        silent: |s| s.set("owned", "0"),
    },
    Case {
        rule: "edge-latency",
        plan: SERVE,
        fires: |s| {
            answers(s);
            s.set("rtt", "40");
            s.set("out", "400");
        },
        values: &[("rtt", 40.0), ("first", 500.0), ("each", 20.0), ("share", 0.004684)],
        silent: |s| s.set("rtt", "auto"),
    },
    Case {
        rule: "edge-worth",
        plan: SERVE,
        fires: |s| {
            answers(s);
            s.set("ttft", "80");
            if let Some(f) = &mut s.entry.serve {
                f.ttft_s = Band::exact(0.03);
            }
        },
        values: &[("limit", 80.0), ("first", 30.0), ("distance", 5000.0)],
        silent: |s| s.set("ttft", "800"),
    },
    Case {
        rule: "buy-break-even",
        plan: LORA,
        fires: |s| {
            owning(s);
            s.set("buy", "1");
        },
        // 36,000 are paid back by 1,460 a month in the 25th.
        values: &[("own", 2.74), ("share", 0.5), ("rent", 4.0), ("months", 25.0)],
        silent: |s| s.set("buy", "0"),
    },
    Case {
        rule: "idle-owned",
        plan: SERVE,
        fires: |s| {
            owning(s);
            s.set("buy", "1");
            s.set("hpd", "6");
        },
        // 1,000 a month over 182.5 useful hours.
        values: &[("share", 0.25), ("cost", 5.479)],
        silent: |s| s.set("hpd", "12"),
    },
    Case {
        rule: "compute-bank-size",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("bank", "80");
            s.set("resale", "0.5");
        },
        // 3 / 6.5; 46th and 30th percentile of 100 ± 50.
        values: &[("quantile", 0.4615), ("hours", 95.2), ("strict", 73.8)],
        silent: |s| s.set("resale", "auto"),
    },
    Case {
        rule: "compute-bank-terms",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("bank", "500");
        },
        values: &[("pack", 500.0), ("used", 100.0), ("left", 400.0), ("cost", 2800.0)],
        silent: |s| s.set("bank", "auto"),
    },
    Case {
        rule: "pool-lab",
        plan: LORA,
        fires: |s| {
            money(s);
            s.set("members", "4");
        },
        values: &[("members", 4.0), ("root", 2.0), ("together", 100.0), ("apart", 200.0)],
        silent: |s| s.set("members", "1"),
    },
    Case {
        rule: "pareto",
        plan: LORA,
        fires: |s| {
            money(s);
            // Four on the front, three behind it.
            let at = |total: f64, wall: f64| {
                let mut e = s.entry.clone();
                (e.total, e.wall) = (Band::exact(total), Band::exact(wall));
                e
            };
            let front = (0..4).map(|i| at(100.0 + f64::from(i), 50.0 - f64::from(i)));
            s.entries = front.chain((0..3).map(|_| at(300.0, 60.0))).collect();
        },
        values: &[("beaten", 3.0), ("offers", 7.0)],
        silent: |s| s.entries.truncate(4),
    },
];
