//! Cases of `super::super::spot`.

use super::{Case, Scene};
use crate::catalog::{Mode, PriceScope};
use crate::engine::cost::spot::Hazard;
use crate::engine::report::Ineligible;
use crate::units::Band;

const HOURLY: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1";
const SPOT: &str = "task=lora&m=qwen2.5-7b&g=rtx-4090-24g&n=1&region=any&modes=spot&spot=1";
const SERVE: &str = "task=serve&m=qwen2.5-7b&g=rtx-4090-24g&n=1&region=any&modes=spot&spot=1&users=2";

/// Total 1,000 at 2 an hour of one card for 72 hours of work; two minutes to write a checkpoint of
/// 120 GB, a quarter of an hour to start again.
fn job(s: &mut Scene) {
    s.entry.total = Band { low: 900.0, likely: 1000.0, high: 1200.0 };
    s.entry.gpu_hour = 2.0;
    s.entry.billed = 1;
    let m = s.money();
    m.ask.price = [1.8, 2.0, 2.6];
    m.ask.term_h = 0.0;
    m.ask.boot_h = [0.1; 3];
    m.units.billed = 1;
    m.units.instances = 1;
    m.time.work = 72.0;
    m.time.wall = 730.0;
    m.time.interruptions = 2.7;
    m.time.interval = 1.25;
    m.ctx.needs.write_h = 1.0 / 30.0;
    m.ctx.needs.result_gb = 120.0;
    m.ctx.needs.home_gb = 16.0;
}

/// The same on spot, a day between interruptions.
fn spot(s: &mut Scene) {
    job(s);
    s.entry.mode = Mode::Spot;
    let hazard = Hazard { mtbi_h: [48.0, 24.0, 12.0], spread: [0.0, 0.5, 1.0], wait_h: 0.5, notice_h: 0.0 };
    s.money().ask.hazard = Some(hazard);
}

/// Beside the spot winner the same card at the same seller on demand.
fn beside(s: &mut Scene, gpu_hour: f64) {
    let mut calm = s.entry.clone();
    calm.mode = Mode::OnDemand;
    calm.gpu_hour = gpu_hour;
    calm.total.likely = 950.0;
    // Any offer by the hour of the same seller will do for its price.
    calm.offer = crate::catalog::OfferIx(0);
    let mut ask = s.money().ask;
    ask.hazard = None;
    ask.price = [gpu_hour; 3];
    s.money().ctx.asks[0] = Some(ask);
    s.entries = vec![s.entry.clone(), calm];
}

/// One a rule, in the order of the rules.
pub const CASES: &[Case] = &[
    Case {
        rule: "spot-saves",
        plan: HOURLY,
        fires: |s| {
            job(s);
            (s.entry.mode, s.entry.loss) = (Mode::OnDemand, 0.0);
            let mut other = s.entry.clone();
            other.mode = Mode::Spot;
            other.not_eligible = vec![Ineligible::ModeNotAllowed, Ineligible::SpotNotAllowed];
            other.total.likely = 600.0;
            other.gpu_hour = 1.2;
            other.wall.likely = 90.0;
            other.p_on_time = 0.95;
            s.entries = vec![s.entry.clone(), other];
            s.set("within", "100");
        },
        values: &[("spot", 600.0), ("total", 1000.0), ("off", 0.4), ("hours", 90.0), ("late", 0.05)],
        silent: |s| s.entries[1].not_eligible.push(Ineligible::OnlyTight),
    },
    Case {
        rule: "spot-no-checkpoint",
        plan: SPOT,
        fires: spot,
        values: &[("between", 24.0), ("work", 72.0), ("expected", 463.5), ("interval", 74.6)],
        silent: |s| s.set("every", "60"),
    },
    Case {
        rule: "ckpt-too-often",
        plan: SPOT,
        fires: |s| {
            spot(s);
            s.set("every", "4");
        },
        // 2 of 6 minutes; 109.5 h instead of 76.7 h.
        values: &[("share", 1.0 / 3.0), ("interval", 74.6), ("saved", 32.6)],
        silent: |s| s.set("every", "30"),
    },
    Case {
        rule: "ckpt-too-rare",
        plan: HOURLY,
        fires: |s| {
            job(s);
            (s.entry.mode, s.money().ask.hazard) = (Mode::OnDemand, None);
            // Once in 16,900 h on a GPU cloud: best every 33.5 h; the job has 400 h.
            s.entry.count = 1;
            s.provider.kind = crate::catalog::ProviderKind::GpuCloud;
            s.money().time.work = 400.0;
            s.set("every", "12000");
        },
        values: &[("lost", 100.0), ("cost", 200.0), ("interval", 2013.0)],
        silent: |s| s.set("every", "6000"),
    },
    Case {
        rule: "slow-checkpoint",
        plan: HOURLY,
        fires: |s| {
            job(s);
            s.set("ddisk", "200");
        },
        values: &[("gb", 120.0), ("rate", 200.0), ("minutes", 10.0), ("weights", 16.0)],
        silent: |s| s.set("ddisk", "500"),
    },
    Case {
        rule: "notice-too-short",
        plan: SPOT,
        fires: |s| {
            spot(s);
            s.provider.spot_notice_s = Some(30);
        },
        values: &[("notice", 30.0), ("write", 120.0), ("interval", 74.6)],
        silent: |s| s.provider.spot_notice_s = None,
    },
    Case {
        rule: "spot-discount-small",
        plan: SPOT,
        fires: |s| {
            spot(s);
            if let Some(h) = &mut s.money().ask.hazard {
                h.mtbi_h = [12.0, 6.0, 3.0];
            }
            beside(s, 2.0 / 0.88);
        },
        // cost.md §13, vector 10.
        values: &[("off", 0.12), ("even", 7.623), ("between", 6.0)],
        silent: |s| s.entries[1].gpu_hour = 4.0,
    },
    Case {
        rule: "spot-deadline",
        plan: SPOT,
        fires: |s| {
            spot(s);
            beside(s, 4.0);
            s.set("within", "100");
            s.entry.p_on_time = 0.8;
        },
        values: &[("late", 0.2)],
        silent: |s| s.entry.p_on_time = 0.95,
    },
    Case {
        rule: "spot-price-floor",
        plan: HOURLY,
        fires: |s| {
            job(s);
            s.offer.readings.truncate(1);
            s.offer.readings[0].scope = PriceScope::From;
        },
        values: &[("price", 2.0), ("high", 2.6)],
        silent: |s| s.offer.readings[0].scope = PriceScope::List,
    },
    Case {
        rule: "spot-groups",
        plan: SPOT,
        fires: |s| {
            spot(s);
            s.entry.machines = 4;
        },
        values: &[("machines", 4.0)],
        silent: |s| s.entry.machines = 1,
    },
    Case {
        rule: "two-checkpoints",
        plan: HOURLY,
        fires: |s| {
            job(s);
            s.set("ckpts", "1");
            s.tariff().running = crate::engine::cost::Fee::flat(0.5, 0.0);
        },
        values: &[("gb", 120.0), ("cost", 60.0)],
        silent: |s| s.set("ckpts", "2"),
    },
    Case {
        rule: "spot-not-for-serving",
        plan: SERVE,
        fires: |s| {
            spot(s);
            s.way.layout.dp = 1;
        },
        // A quarter of an hour to start, half an hour to wait; 720 h over 24 h.
        values: &[("outage", 45.0), ("times", 30.0)],
        silent: |s| s.way.layout.dp = 2,
    },
    Case {
        rule: "resume-tested",
        plan: SPOT,
        fires: spot,
        values: &[("stops", 3.0)],
        silent: |s| s.set("resumed", "1"),
    },
];
