//! Offers and the readings of their prices, from the embedded text.

use super::parse::{Sources, confidence, region};
use super::table::{Row, Table};
use super::*;
use crate::units::{Currency, Money};

#[path = "../../build/words.rs"]
mod words;

/// Every offer with its readings, which stand in the order of offers.
pub(super) fn offers(table: &Table, prices: &Table, catalog: &Catalog, sources: &mut Sources) -> Vec<Offer> {
    let mut prices = prices.rows();
    let mut out = Vec::new();
    for row in table.rows() {
        let rows: Vec<Row> = prices.by_ref().take(row.num("readings")).collect();
        let Some(provider) = catalog.ids.providers.get(row.text("provider")).map(|ix| ProviderIx(*ix)) else {
            continue;
        };
        let cards = cards(row);
        let shape = match cards {
            Cards::Exact(n) | Cards::Min(n) => n,
            Cards::UpTo(..) => 1,
        };
        let unit = rows.first().map_or(PriceUnit::GpuHour, |r| price_unit(r.text("unit")));
        let readings: Vec<Reading> = rows.iter().filter_map(|r| reading(*r, unit, shape, sources)).collect();
        let mode = mode(row.text("mode"));
        let metered = matches!(mode, Mode::OnDemand | Mode::Spot);
        out.push(Offer {
            id: words::offer_id(|column| row.text(column)),
            provider,
            gpus: row
                .text("gpus")
                .split('+')
                .filter_map(|id| catalog.ids.gpus.get(id).map(|ix| GpuIx(*ix)))
                .collect(),
            card: row.string("card"),
            cards,
            mode,
            region: region(row.text("region")),
            place: row.string("zone"),
            instance: row.string("instance"),
            variant: row.string("variant"),
            unit,
            vcpus: row.num("vcpus"),
            host_gib: row.num("host_gib"),
            shape,
            link: match row.text("link") {
                "pcie" => Link::Pcie,
                "nvlink" => Link::Nvlink,
                "infinity-fabric" => Link::InfinityFabric,
                _ => Link::Unknown,
            },
            network_gbps: row.num("net_gbps"),
            rdma: row.flag("rdma"),
            increment_s: if metered { catalog.provider(provider).increment_s } else { 0 },
            month_hours: row.num("month_hours"),
            term_months: 0,
            month_assumed: row.flag("month_assumed") == Some(true),
            current: readings.iter().any(|r| r.current),
            readings,
            own: false,
        });
    }
    out
}

fn cards(row: Row) -> Cards {
    let (kind, n) = row.text("cards").split_once(':').unwrap_or(("exact", "1"));
    let n: u16 = n.parse().unwrap_or(1).max(1);
    match kind {
        "upto" => Cards::UpTo(n, row.flag("cards_assumed") == Some(true)),
        "min" => Cards::Min(n),
        _ => Cards::Exact(n),
    }
}

fn mode(text: &str) -> Mode {
    match text {
        "spot" => Mode::Spot,
        "monthly" => Mode::Monthly,
        "reserved_1y" => Mode::Reserved1y,
        "reserved_3y" => Mode::Reserved3y,
        _ => Mode::OnDemand,
    }
}

fn price_unit(text: &str) -> PriceUnit {
    match text {
        "instance_hour" => PriceUnit::InstanceHour,
        "gpu_month" => PriceUnit::GpuMonth,
        "instance_month" => PriceUnit::InstanceMonth,
        _ => PriceUnit::GpuHour,
    }
}

fn reading(row: Row, unit: PriceUnit, shape: u16, sources: &mut Sources) -> Option<Reading> {
    let whole = |u| matches!(u, PriceUnit::InstanceHour | PriceUnit::InstanceMonth);
    let price = Money::new(row.num("price"), Currency::parse(row.text("currency"))?);
    // A reading printed per GPU of an offer priced per instance, or the reverse.
    let price = match (whole(price_unit(row.text("unit"))), whole(unit)) {
        (false, true) => price.times(f64::from(shape)),
        (true, false) => price.times(1.0 / f64::from(shape)),
        _ => price,
    };
    Some(Reading {
        as_of: row.date("as_of")?,
        price,
        scope: match row.text("scope") {
            "from" => PriceScope::From,
            "lowest_live" => PriceScope::LowestLive,
            "median_live" => PriceScope::MedianLive,
            "survey_low" => PriceScope::SurveyLow,
            "survey_high" => PriceScope::SurveyHigh,
            "bid" => PriceScope::Bid,
            "gpu_only" => PriceScope::GpuOnly,
            _ => PriceScope::List,
        },
        current: row.flag("current") != Some(false),
        source: sources.index(row.text("source")),
        confidence: confidence(row.text("confidence")),
    })
}
