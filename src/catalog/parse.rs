//! From the embedded text to the catalog's types. Total: whatever is damaged reads as unknown.

use super::compat::Compat;
use super::table::{Row, Table};
use super::*;
use crate::units::{AsOf, Bytes, Currency, Money};
use std::collections::HashMap;

/// Share of the marketed memory that programs see where nobody has read it (semantics §3); the
/// second is for GDDR6 data-centre cards, whose ECC takes its part (gpus.md §11: 0.937 on six cards).
const USABLE_SHARE: f64 = 0.975;
const USABLE_SHARE_ECC: f64 = 0.935;

/// Interns the combinations of sources that rows name.
#[derive(Default)]
pub(super) struct Sources {
    at: HashMap<String, u16>,
    names: Vec<String>,
}

impl Sources {
    pub(super) fn index(&mut self, text: &str) -> u16 {
        if let Some(at) = self.at.get(text) {
            return *at;
        }
        let at = u16::try_from(self.names.len()).unwrap_or(u16::MAX);
        self.names.push(text.to_string());
        self.at.insert(text.to_string(), at);
        at
    }
}

/// Makes the catalog out of the text that the build script wrote.
pub(super) fn catalog(text: &str) -> Catalog {
    let tables: HashMap<&str, Table> = super::table::split(text).into_iter().collect();
    let empty = Table::default();
    let table = |name: &str| tables.get(name).unwrap_or(&empty);
    let mut sources = Sources::default();
    let mut out = Catalog {
        rates: rates(table("rates")),
        models: table("models").rows().map(Model::from_row).collect(),
        ..Catalog::default()
    };
    out.gpus = table("gpus").rows().map(|r| gpu(r, &mut sources)).collect();
    add_mig(&mut out.gpus, table("compat").rows().map(Compat::from_row));
    out.providers = table("providers").rows().map(|r| provider(r, &mut sources)).collect();
    out.index();
    out.rules =
        table("rules").rows().filter_map(|r| rule(r, &mut out.providers, &out.ids, &mut sources)).collect();
    for (model, row) in out.models.iter_mut().zip(table("models").rows()) {
        model.source = sources.index(row.text("source"));
    }
    out.offers = super::parse_offers::offers(table("offers"), table("readings"), &out, &mut sources);
    out.date =
        table("about").rows().next().and_then(|r| r.date("date")).map(AsOf::earliest).unwrap_or_default();
    out.aliases = table("ids").rows().map(alias).collect();
    out.sources = sources.names;
    out.index();
    out.assume();
    out
}

fn alias(row: Row) -> Alias {
    let id = if row.text("successor").is_empty() { row.text("id") } else { row.text("successor") };
    let kind = match row.text("kind") {
        "gpu" => IdKind::Gpu,
        "model" => IdKind::Model,
        "provider" => IdKind::Provider,
        _ => IdKind::Offer,
    };
    Alias { kind, name: row.string("name"), id: id.to_string() }
}

pub(super) fn confidence(text: &str) -> Confidence {
    match text {
        "high" => Confidence::High,
        "low" => Confidence::Low,
        _ => Confidence::Medium,
    }
}

fn rates(table: &Table) -> Rates {
    let mut rates = Rates::default();
    for row in table.rows() {
        if let (Some(currency), Some(as_of)) = (Currency::parse(row.text("currency")), row.date("as_of")) {
            rates.set(currency, row.num("per_usd"), as_of);
        }
    }
    rates
}

fn gpu(row: Row, sources: &mut Sources) -> Gpu {
    let class = match row.text("class") {
        "workstation" => GpuClass::Workstation,
        "datacenter" => GpuClass::Datacenter,
        "special" => GpuClass::Special,
        _ => GpuClass::Consumer,
    };
    let ecc = row.flag("ecc");
    let memory_gb: u32 = row.num("memory_gib");
    let read: Option<u64> = row.maybe("memory_usable_mib");
    let taxed = class == GpuClass::Datacenter && row.text("memory_type") == "GDDR6" && ecc != Some(false);
    let share = if taxed { USABLE_SHARE_ECC } else { USABLE_SHARE };
    let marketed = Bytes::gib(u64::from(memory_gb));
    let decimal = |column| (row.num::<f32>(column) * 10.0 + 0.5) as u8;
    Gpu {
        id: row.string("id"),
        name: row.string("name"),
        name_zh: row.string("name_zh"),
        vendor: vendor(row.text("vendor")),
        class,
        generation: generation(row.text("arch")),
        memory_gb,
        usable: read.map_or_else(|| Bytes::from_f64(marketed.to_f64() * share), Bytes::mib),
        usable_assumed: read.is_none(),
        bandwidth_gbs: row.num("bandwidth_gbs"),
        fp32: row.num("fp32"),
        tf32: row.num("tf32"),
        fp16: row.num("fp16"),
        fp16_fp16acc: row.num("fp16_acc16"),
        bf16: row.num("bf16"),
        fp8: row.num("fp8"),
        fp4: row.num("fp4"),
        int8: row.num("int8"),
        link: link(row.text("link"), row.text("link_name")),
        link_gbs: row.num("link_gbs"),
        pcie_gen10: decimal("pcie_gen"),
        pcie_lanes: row.num("pcie_lanes"),
        tdp_w: row.num("tdp_w"),
        memory_type: row.string("memory_type"),
        devices: row.maybe("devices").unwrap_or(1),
        unified: row.flag("unified") == Some(true),
        modded: row.flag("modded") == Some(true),
        stack: stack(row.text("stack")),
        ecc,
        compute_capability: decimal("capability"),
        mig: Vec::new(),
        msrp_usd: row.num("msrp_usd"),
        confidence: confidence(row.text("confidence")),
        launch: row.date("launch"),
        source: sources.index(row.text("source")),
    }
}

fn vendor(text: &str) -> Vendor {
    match text {
        "NVIDIA" => Vendor::Nvidia,
        "AMD" => Vendor::Amd,
        "Intel" => Vendor::Intel,
        "Google" => Vendor::Google,
        "AWS" => Vendor::Aws,
        "Huawei" => Vendor::Huawei,
        "Cambricon" => Vendor::Cambricon,
        "Biren" => Vendor::Biren,
        "Hygon" => Vendor::Hygon,
        "MetaX" => Vendor::Metax,
        "Moore Threads" => Vendor::MooreThreads,
        "Iluvatar" => Vendor::Iluvatar,
        "Enflame" => Vendor::Enflame,
        "Kunlunxin" => Vendor::Kunlunxin,
        "T-Head (Alibaba)" => Vendor::THead,
        _ => Vendor::Other,
    }
}

fn generation(arch: &str) -> Generation {
    match arch {
        "Pascal" => Generation::Pascal,
        "Volta" => Generation::Volta,
        "Turing" => Generation::Turing,
        "Ampere" => Generation::Ampere,
        "Ada Lovelace" => Generation::Ada,
        "Hopper" => Generation::Hopper,
        "Blackwell Ultra" => Generation::BlackwellUltra,
        a if a.starts_with("Blackwell") => Generation::Blackwell,
        a if a.starts_with("GCN") => Generation::Gcn,
        "CDNA 2.0" => Generation::Cdna2,
        "CDNA 3.0" => Generation::Cdna3,
        "CDNA 4.0" => Generation::Cdna4,
        "Da Vinci" => Generation::DaVinci,
        _ => Generation::Other,
    }
}

fn link(kind: &str, name: &str) -> Link {
    match kind {
        "none" | "pcie-p2p" => Link::Pcie,
        "bridge" => Link::NvlinkBridge,
        "mesh" if name.starts_with("NVLink") => Link::Nvlink,
        "mesh" if name == "Infinity Fabric" || name == "xGMI" => Link::InfinityFabric,
        "mesh" if name == "HCCS" => Link::Hccs,
        "mesh" => Link::Other,
        _ => Link::Unknown,
    }
}

fn stack(text: &str) -> Stack {
    match text {
        "cuda" => Stack::Cuda,
        "rocm" => Stack::Rocm,
        "gaudi" => Stack::Gaudi,
        "oneapi" => Stack::Oneapi,
        "xla" => Stack::Xla,
        "neuron" => Stack::Neuron,
        "cann" => Stack::Cann,
        "neuware" => Stack::Neuware,
        "dtk" => Stack::Dtk,
        "xre" => Stack::Xre,
        "maca" => Stack::Maca,
        "musa" => Stack::Musa,
        "birensupa" => Stack::Birensupa,
        "corex" => Stack::Corex,
        "topsrider" => Stack::Topsrider,
        _ => Stack::Unknown,
    }
}

fn add_mig(gpus: &mut [Gpu], profiles: impl Iterator<Item = Compat>) {
    for fact in profiles {
        // "3g.40gb": compute slices, memory; "+me" carries the media engines.
        let Some((slices, memory)) = fact.key.trim_end_matches("+me").split_once("g.") else { continue };
        let profile = MigProfile {
            name: fact.key.clone(),
            slices: slices.parse().unwrap_or(0),
            memory_gb: memory.trim_end_matches("gb").parse().unwrap_or(0),
            most: fact.value.parse().unwrap_or(0),
        };
        for gpu in gpus.iter_mut().filter(|g| fact.gpus.contains(&g.id)) {
            gpu.mig.push(profile.clone());
        }
    }
}

pub(super) fn region(text: &str) -> Region {
    match text {
        "cn" => Region::Cn,
        "us" => Region::Us,
        "eu" => Region::Eu,
        "asia" => Region::Asia,
        _ => Region::Global,
    }
}

fn provider(row: Row, sources: &mut Sources) -> Provider {
    let currency = Currency::parse(row.text("currency")).unwrap_or_default();
    let money = |column| row.maybe::<f64>(column).map(|n| Money::new(n, currency));
    Provider {
        id: row.string("id"),
        name_zh: row.string("name_zh"),
        name_en: row.string("name_en"),
        kind: match row.text("kind") {
            "hyperscaler" => ProviderKind::Hyperscaler,
            "marketplace" => ProviderKind::Marketplace,
            "idc" => ProviderKind::Idc,
            _ => ProviderKind::GpuCloud,
        },
        home: region(row.text("home")),
        spot_notice_s: row.maybe("spot_notice_s"),
        deletes_after_days: row.maybe("deletes_after_days"),
        data_persists: row.flag("data_persists"),
        images: row.flag("images"),
        rdma: row.flag("rdma"),
        monitoring: row.flag("monitoring"),
        status: match row.text("status") {
            "named" => ProviderStatus::Named,
            "closed" => ProviderStatus::Closed,
            "survey" => ProviderStatus::Survey,
            _ => ProviderStatus::Listed,
        },
        increment_s: row.num("increment_s"),
        min_charge: None,
        spot_max_h: row.num("spot_max_h"),
        spot_protected_s: row.num("spot_protected_s"),
        idle_billed_s: row.num("idle_billed_s"),
        pull_billed: row.flag("pull_billed"),
        parked_hour: money("parked_hour"),
        member_factor: row.maybe("member_factor").unwrap_or(1.0),
        credit: money("credit").map(|m| (m, row.num("credit_days"))),
        sla: row.num("sla"),
        refund_days: row.num("refund_days"),
        as_of: row.date("as_of"),
        confidence: confidence(row.text("confidence")),
        source: sources.index(&format!("p-{}", row.text("id"))),
    }
}

/// A rule of hidden cost; the least charge of an order goes to its provider instead.
fn rule(row: Row, providers: &mut [Provider], ids: &Ids, sources: &mut Sources) -> Option<Rule> {
    let provider = ProviderIx(*ids.providers.get(row.text("provider"))?);
    let currency = Currency::parse(row.text("currency"))?;
    let price: f64 = row.num("price");
    let line = match row.text("line") {
        "storage" => RuleLine::Storage,
        "network_volume" => RuleLine::NetworkVolume,
        "snapshot" => RuleLine::Snapshot,
        "egress" => RuleLine::Egress,
        "ingress" => RuleLine::Ingress,
        "interregion" => RuleLine::InterRegion,
        "address" => RuleLine::Address,
        "support" => RuleLine::Support,
        "min_charge" => {
            if let Some(p) = providers.get_mut(usize::from(provider.0)) {
                p.min_charge = Some(Money::new(price, currency));
            }
            return None;
        }
        _ => return None,
    };
    // Prices per day or hour become prices of a month of 30 days.
    let (unit, factor) = match row.text("unit") {
        "gb_day" => (RuleUnit::GbMonth, 30.0),
        "gb_hour" => (RuleUnit::GbMonth, 720.0),
        "gb" => (RuleUnit::Gb, 1.0),
        "hour" => (RuleUnit::Hour, 1.0),
        "month" => (RuleUnit::Month, 1.0),
        _ => (RuleUnit::GbMonth, 1.0),
    };
    Some(Rule {
        provider,
        line,
        state: match row.text("state") {
            "running" => PowerState::Running,
            "stopped" => PowerState::Stopped,
            _ => PowerState::Any,
        },
        from: row.num("tier_from"),
        free: row.num("free"),
        price: Money::new(price * factor, currency),
        unit,
        as_of: row.date("as_of"),
        source: sources.index(row.text("source")),
    })
}
