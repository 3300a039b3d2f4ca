//! What a file may say: plan, job and layout as memory and speed were computed from, and the offers in
//! their order. Copied, never derived again.

use super::{Tool, name};
use crate::catalog::{Catalog, Gpu, Mode, NativeDtype, Offer, Provider, Stack, Vendor};
use crate::engine::job::{self, Job};
use crate::engine::layout::{Device, Layout};
use crate::engine::line::NoTrace;
use crate::engine::memory::{self, Fit, Memory};
use crate::engine::model;
use crate::engine::report::{self, Entry, Report};
use crate::engine::{software, speed};
use crate::plan::{Measured, Plan, Task};
use crate::units::{Band, Currency, GIB};

/// Room for an operating system and the packages of a training stack, GB: dstack's and SkyPilot's own
/// defaults are 100 and 256, and weights may be small.
pub(super) const LEAST_DISK_GB: u64 = 100;

/// Texts that a file repeats: the only ones that people or catalogs wrote.
#[derive(Clone, Debug, PartialEq)]
pub struct Texts {
    /// Name of the job for people; only in comments.
    pub title: String,
    /// Where the model is: a path on the hubs, or a folder.
    pub model: String,
    /// Where the training data is.
    pub data: String,
}

/// An offer that may be ordered.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    /// As ranked.
    pub entry: &'a Entry,
    /// Which offer.
    pub offer: &'a Offer,
    /// Who sells it.
    pub provider: &'a Provider,
    /// Which card.
    pub gpu: &'a Gpu,
    /// US dollars per machine and hour.
    pub usd_hour: f64,
}

/// A plan with its answer, as files need it.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// The question.
    pub plan: &'a Plan,
    /// Every choice that does not depend on card or layout.
    pub job: Job,
    /// How the winner spreads it.
    pub layout: Layout,
    /// The winner, then the runners-up that hold the same job on as many cards.
    pub candidates: Vec<Candidate<'a>>,
    /// The link of the plan.
    pub link: String,
    /// Eight digits that stand for it.
    pub id: String,
    /// Texts.
    pub texts: Texts,
    /// The model's path is known; else the user puts it into `texts.model`.
    pub model_known: bool,
    /// How its files are published, where the catalog knows it.
    pub published: Option<NativeDtype>,
    /// Disk that every machine needs, GB, rounded up.
    pub disk_gb: u64,
    /// Host memory of a machine, GiB, where the plan states it.
    pub ram_gib: Option<u64>,
    /// vCPUs that the plan asks for.
    pub vcpus: Option<u32>,
    /// The user's own limit in US dollars per hour for all machines, where a budget gives one.
    pub usd_limit: Option<f64>,
}

impl<'a> Setup<'a> {
    /// The winner's setup; `None` where nothing fits.
    pub fn new(plan: &'a Plan, report: &'a Report, catalog: &'a Catalog) -> Option<Self> {
        let winner = report.verdict.winner.and_then(|at| report.ranked.get(at))?;
        let subject = model::subject(plan, catalog, &mut Vec::new());
        let job = job::resolve(plan, subject.arch.clone(), subject.native);
        let same = |e: &&Entry| {
            e.count == winner.count
                && e.machines == winner.machines
                && e.layout.cards() == winner.layout.cards()
        };
        let runners = report.runners.iter().filter_map(|r| report.ranked.get(r.entry)).filter(same);
        let usd_per = match report.currency {
            Currency::Usd => 1.0,
            _ => 1.0 / report.usd_cny.max(1e-6),
        };
        let mut candidates: Vec<Candidate<'a>> = Vec::new();
        for entry in std::iter::once(winner).chain(runners) {
            let Some(offer) = catalog.offer(entry.offer) else { continue };
            if candidates.iter().any(|c| c.entry.offer == entry.offer) {
                continue;
            }
            // A fallback must hold the job as the files spread it.
            let gpu = catalog.gpu(entry.gpu);
            let holds = memory::size(&job, &winner.layout, gpu, &mut NoTrace).fit(gpu.usable) != Fit::No;
            if !candidates.is_empty() && !holds {
                continue;
            }
            candidates.push(Candidate {
                entry,
                offer,
                provider: catalog.provider(entry.provider),
                gpu,
                usd_hour: entry.hour() / f64::from(entry.machines.max(1)) * usd_per,
            });
        }
        if candidates.is_empty() {
            return None;
        }
        let row = subject.id.as_ref().and_then(|id| catalog.model_ix(id)).map(|ix| catalog.model(ix));
        let known = row.map(|m| m.repo.clone()).filter(|repo| name::model_path(repo));
        let title = known.as_deref().and_then(|repo| repo.rsplit('/').next()).unwrap_or_default().to_owned();
        let link = crate::share::encode(plan);
        // What was measured does not make it another plan.
        let bare = Plan { measured: Measured::default(), ..plan.clone() };
        // As the bill counts it, with a fifth on top for packages and caches.
        let needs = report::ctx_of(plan, catalog, report.today).needs;
        let disk = (needs.once_gb + needs.each_gb) * 1.2;
        Some(Self {
            id: name::plan_id(&crate::share::encode(&bare)),
            layout: winner.layout,
            disk_gb: (disk.ceil() as u64).max(LEAST_DISK_GB),
            ram_gib: plan.env.host_gib.map(|g| g.ceil() as u64),
            vcpus: plan.env.vcpus,
            usd_limit: plan
                .limits
                .budget
                .filter(|_| winner.hours.likely > 0.0)
                .map(|b| b / winner.hours.likely * usd_per),
            model_known: known.is_some(),
            published: row.map(|m| m.dtype),
            texts: Texts {
                title,
                model: known.unwrap_or_else(|| "./model".into()),
                data: if plan.task.image() { "images" } else { "train.jsonl" }.into(),
            },
            plan,
            job,
            candidates,
            link,
        })
    }
    /// The winner.
    pub fn winner(&self) -> &Candidate<'a> {
        &self.candidates[0]
    }
    /// The winner's card.
    pub fn gpu(&self) -> &'a Gpu {
        self.candidates[0].gpu
    }
    /// Machines.
    pub fn nodes(&self) -> u32 {
        self.layout.machines.max(1)
    }
    /// Cards in each machine.
    pub fn per_node(&self) -> u32 {
        self.layout.per_machine().max(1)
    }
    /// Cards in all.
    pub fn world(&self) -> u32 {
        self.nodes() * self.per_node()
    }
    /// Memory of the winner's worst card.
    pub fn memory(&self) -> Memory {
        memory::size(&self.job, &self.layout, self.gpu(), &mut NoTrace)
    }
    /// Host memory that a machine must have, GiB: as the plan states it, else what its process and what left the cards
    /// take. Least, not most: loading weights may take more for a moment.
    pub fn ram_least_gib(&self) -> Option<u64> {
        let need = (self.memory().host / GIB).ceil() as u64;
        self.ram_gib.or((need > 0).then_some(need))
    }
    /// Seconds per step at the pace that the report has; none where it is not timed.
    pub fn step_s(&self) -> Option<Band> {
        let device = Device::of(self.gpu());
        let pace = speed::pace(&self.job, &self.layout, &device, &self.memory(), &mut NoTrace);
        let (step, rate, now) = (pace.step_s.likely, pace.rate.likely, self.winner().entry.rate);
        let at = |x: f64| step * rate / x;
        (step > 0.0 && rate > 0.0 && now.low > 0.0)
            .then(|| Band::new(at(now.high), at(now.likely), at(now.low)))
    }
    /// Samples of one optimizer step.
    pub fn global_batch(&self) -> u32 {
        self.layout.micro_batch * self.layout.accumulation * self.layout.dp
    }
    /// Most sequences a server runs at once.
    pub fn seqs(&self) -> u32 {
        software::max_num_seqs(&self.job, self.gpu())
    }
    /// Most tokens of one forward step of a server.
    pub fn batched_tokens(&self) -> u32 {
        software::batched_tokens(&self.job, self.gpu())
    }
    /// May be interrupted.
    pub fn spot(&self) -> bool {
        self.winner().entry.mode == Mode::Spot
    }
    /// Trains, serves, or neither: what is started is a service that stays.
    pub fn stays(&self) -> bool {
        matches!(self.plan.task, Task::Serve | Task::Embed)
    }
    /// Hours after which a machine may be stopped: the deadline, else the high end of the wall time,
    /// rounded up; none for a service.
    pub fn stop_after_h(&self) -> Option<u64> {
        if self.stays() {
            return None;
        }
        let hours = self.plan.limits.deadline_h.unwrap_or(self.winner().entry.wall.high);
        (hours > 0.0 && hours < 1e5).then(|| (hours.ceil() as u64).max(1))
    }
    /// Most US dollars per machine and hour: the candidate's price rounded up to cents, never above the
    /// user's own limit (then rounded down, and `true`). None for prices that are not by the hour.
    pub fn cap(&self, candidate: &Candidate<'_>) -> Option<(f64, bool)> {
        if !matches!(candidate.entry.mode, Mode::OnDemand | Mode::Spot) || candidate.usd_hour <= 0.0 {
            return None;
        }
        let price = (candidate.usd_hour * 100.0 - 1e-6).ceil() / 100.0;
        let own = self.usd_limit.map(|all| (all / f64::from(self.nodes()) * 100.0).floor() / 100.0);
        match own {
            Some(own) if own < price && own > 0.0 => Some((own, true)),
            _ => Some((price, false)),
        }
    }
    /// How pip installs a program; empty where a person must: packages on the index are built for NVIDIA's cards.
    pub fn pip(&self, tool: Tool) -> &'static [&'static str] {
        if self.gpu().vendor == Vendor::Nvidia { tool.pip() } else { &[] }
    }
    /// Steps between checkpoints and how many are kept: as often as the plan says, else hourly (cost.md §9);
    /// none where steps are not timed.
    pub fn saves(&self) -> Option<(u64, u32)> {
        let every_s = self.plan.market.checkpoint_min.unwrap_or(60.0) * 60.0;
        let steps = (every_s / self.step_s()?.likely).floor();
        Some(((steps as u64).max(1), self.plan.data.checkpoints.max(1)))
    }
    /// Runs on Huawei's cards.
    pub fn cann(&self) -> bool {
        self.gpu().stack == Stack::Cann
    }
    /// Runs on cards that programs reach through their maker's own port of them.
    pub fn ported(&self) -> bool {
        !matches!(self.gpu().vendor, Vendor::Nvidia | Vendor::Amd)
    }
    /// Name of job, cluster and files.
    pub fn name(&self, what: &str) -> String {
        let model = self.texts.model.rsplit('/').next().unwrap_or_default();
        let head = name::slug(&format!("suanzu-{what}-{model}"));
        let head = head.get(..head.len().min(31)).unwrap_or("suanzu").trim_end_matches('-');
        format!("{head}-{}", self.id)
    }
    /// The first comment of a file.
    pub fn about(&self, tool: &str) -> String {
        name::comment(&format!("{tool} · {} · plan {} · ?{}", self.texts.title, self.id, self.link))
    }
}
