use super::*;
use crate::units::{AsOf, Bytes, Currency, Money};

#[test]
fn the_catalog_holds_every_fact() {
    let c = Catalog::embedded();
    assert_eq!((c.gpus.len(), c.models.len(), c.providers.len()), (131, 367, 70));
    assert_eq!((c.offers.len(), c.offers.iter().map(|o| o.readings.len()).sum::<usize>()), (560, 627));
    assert_eq!(facts().len(), 296);
    assert!(c.gpus.iter().any(|g| !g.mig.is_empty()));
    assert_eq!(c.date.to_string(), "2026-12-02");
}

/// models.md §2: every decoder row whose architecture is modelled counts exactly.
#[test]
fn the_formula_counts_every_modelled_row() {
    let c = Catalog::embedded();
    let decoders: Vec<_> = c.models.iter().filter(|m| m.arch.kind == ArchKind::Decoder).collect();
    let not: Vec<&str> = decoders.iter().filter(|m| !m.arch.modelled).map(|m| m.id.as_str()).collect();
    println!("not modelled: {not:?}");
    assert_eq!((decoders.len(), not.len()), (272, 10));
    let wrong: Vec<String> = decoders
        .iter()
        .filter(|m| m.arch.modelled)
        .filter(|m| (m.arch.count(), m.arch.count_active()) != (m.arch.params_total, m.arch.params_active))
        .map(|m| format!("{}: {} / {}", m.id, m.arch.count(), m.arch.count_active()))
        .collect();
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}

#[test]
fn layers_are_those_of_the_configuration() {
    let c = Catalog::embedded();
    for (id, layers) in [
        ("qwen2.5-7b", 28),
        ("gemma-3-27b-it", 62),
        ("nvidia-nemotron-3-nano-30b-a3b-bf16", 52),
        ("llama-3.2-11b-vision-instruct", 40),
        ("t5-base", 24),
        ("whisper-large-v3-turbo", 36),
        ("flux.1-dev", 57),
        ("bert-base-uncased", 12),
    ] {
        let arch = c.model_ix(id).map(|ix| &c.model(ix).arch);
        assert_eq!(arch.map(Architecture::layers), Some(layers), "{id}");
    }
    // 34 layers of 5 local : 1 global hold 5 global ones (models.md §4, 11).
    let gemma = c.model_ix("gemma-3-4b-it").map(|ix| &c.model(ix).arch);
    let counts: Vec<u32> = gemma.map(|a| a.groups.iter().map(|g| g.count).collect()).unwrap_or_default();
    assert_eq!(counts, [29, 5]);
}

#[test]
fn image_pipelines_name_their_parts() {
    let c = Catalog::embedded();
    let part =
        |id: &str| c.model_ix(id).and_then(|ix| c.model(ix).arch.diffusion.clone()).unwrap_or_default();
    let sdxl = part("stable-diffusion-xl-base-1.0");
    assert!(
        !sdxl.transformer && sdxl.native_side == 1024 && sdxl.vae_factor == 8 && sdxl.latent_channels == 4
    );
    assert_eq!(sdxl.text_encoders, 123_060_480 + 694_659_840);
    let wan = part("wan2.2-t2v-a14b-diffusers");
    assert_eq!((wan.denoisers, wan.denoiser), (2, 14_288_491_584));
    assert!(part("flux.1-dev").transformer);
}

#[test]
fn every_id_leads_back_to_its_row() {
    let c = Catalog::embedded();
    for (at, gpu) in c.gpus.iter().enumerate() {
        assert_eq!(c.gpu_ix(&gpu.id).map(|ix| usize::from(ix.0)), Some(at));
        for name in [&gpu.name, &gpu.name_zh] {
            assert_eq!(c.find_gpu(name).map(|ix| c.gpu(ix).memory_gb), Some(gpu.memory_gb), "{name}");
        }
    }
    for (at, model) in c.models.iter().enumerate() {
        assert_eq!(c.model_ix(&model.id).map(|ix| usize::from(ix.0)), Some(at));
        assert_eq!(c.find_model(&model.repo).map(|ix| usize::from(ix.0)), Some(at), "{}", model.repo);
    }
    for (at, offer) in c.offers.iter().enumerate() {
        assert_eq!(c.offer_ix(&offer.id).map(|ix| ix.0 as usize), Some(at));
    }
}

/// semantics §3, gpus.md §11.
#[test]
fn memory_is_what_programs_see() {
    let c = Catalog::embedded();
    let gpu = |id| c.gpu(c.gpu_ix(id).unwrap_or_default());
    assert_eq!(gpu("rtx-4090-24g").usable, Bytes::mib(24_564));
    assert!(!gpu("a100-sxm-80g").usable_assumed);
    let a2 = gpu("a2-16g");
    assert!(a2.usable_assumed && (a2.usable.to_gib() / 16.0 - 0.935).abs() < 1e-6);
    let ada = gpu("rtx-5000-ada-32g");
    assert!(ada.usable_assumed && (ada.usable.to_gib() / 32.0 - 0.975).abs() < 1e-6);
    let untimed = c.gpus.iter().filter(|g| !g.timed()).count();
    println!("{untimed} cards cannot be timed");
    assert!(!gpu("metax-c550-64g").timed() && gpu("ascend-910b-64g").timed());
    assert_eq!((gpu("h100-sxm-80g").compute_capability, gpu("rtx-5090-32g").compute_capability), (90, 120));
    assert_eq!((gpu("h100-sxm-80g").link, gpu("rtx-3090-24g").link), (Link::Nvlink, Link::NvlinkBridge));
    assert_eq!((gpu("ascend-910c-128g").devices, gpu("h100-sxm-80g").devices), (2, 1));
    let mig: Vec<(&str, u8)> = gpu("h20-96g").mig.iter().map(|m| (m.name.as_str(), m.most)).collect();
    assert_eq!(mig, [("1g.12gb", 7), ("2g.24gb", 3), ("3g.48gb", 2), ("7g.96gb", 1)]);
    assert_eq!(c.fact(CompatKind::CcFeature, "flash_attention_2", "min_cc"), Some("8.0"));
}

#[test]
fn offers_are_whole() {
    let c = Catalog::embedded();
    for offer in &c.offers {
        assert!(!offer.readings.is_empty() && offer.likely().is_some(), "{}", offer.id);
        assert!(offer.gpus.len() == 1 || !offer.card.is_empty(), "{}", offer.id);
        assert!(offer.readings.iter().all(|r| r.price.micros > 0));
        for source in offer.readings.iter().flat_map(|r| c.source(r.source)) {
            assert!(title(source).is_some_and(|t| !t.title.is_empty()), "{source}");
        }
        assert!(offer.readings.windows(2).all(|w| w[0].as_of.earliest() >= w[1].as_of.earliest()));
        assert_eq!(offer.per_month(), offer.month_hours > 0, "{}", offer.id);
    }
    assert_eq!(c.offers.iter().filter(|o| o.gpus.is_empty()).count(), 11);
    // One offer, seven readings of five kinds: the live machine of October is the likely price.
    let autodl = c.offer_ix("autodl-rtx-4090-24g-1x-hourly-cn").and_then(|ix| c.offer(ix));
    let likely = autodl.and_then(Offer::likely);
    assert_eq!(autodl.map(|o| o.readings.len()), Some(7));
    assert_eq!(likely.map(|r| (r.price.micros, r.scope)), Some((1_980_000, PriceScope::LowestLive)));
    // A reading per GPU of an offer priced per machine is brought to the machine.
    let node = c.offer_ix("coreweave-b200-180g-8x-hourly-us").and_then(|ix| c.offer(ix));
    let prices: Vec<i64> =
        node.map(|o| o.readings.iter().map(|r| r.price.micros).collect()).unwrap_or_default();
    assert_eq!(prices, [68_800_000, 68_800_000]);
}

/// cost.md test vector 2: the tiers of AWS.
#[test]
fn tiers_and_free_parts_are_rules() {
    let c = Catalog::embedded();
    let aws = c.provider_ix("aws").unwrap_or_default();
    let tiers: Vec<&Rule> = c.rules_of(aws, RuleLine::Egress).collect();
    let bill = |gb: f64| -> f64 {
        let end = |i: usize| tiers.get(i + 1).map_or(f64::INFINITY, |t| t.from);
        let tier =
            |(i, t): (usize, &&Rule)| (gb.min(end(i)) - t.from.max(t.free)).max(0.0) * t.price.to_f64();
        tiers.iter().enumerate().map(tier).sum()
    };
    for (gb, usd) in [(50.0, 0.0), (500.0, 36.0), (12_000.0, 1_062.2), (30_720.0, 2_653.4)] {
        assert!((bill(gb) - usd).abs() < 1e-6, "{gb} GB: {}", bill(gb));
    }
    let autodl = c.provider(c.provider_ix("autodl").unwrap_or_default());
    assert_eq!((autodl.deletes_after_days, autodl.increment_s), (Some(15), 1));
    assert!(
        said("autodl", SaidOf::Persistence)
            .is_some_and(|s| s.zh.contains("15 天") && s.en.contains("15 consecutive days"))
    );
    assert_eq!(autodl.min_charge, Some(Money::new(0.01, Currency::Cny)));
}

/// semantics §6: an unknown price is a band of the known ones, never 0 by silence.
#[test]
fn silence_is_not_rewarded() {
    let c = Catalog::embedded();
    let egress = c.assumed(RuleLine::Egress, ProviderKind::GpuCloud, Region::Cn, Currency::Cny);
    let egress = egress.map(|a| (a.low.to_f64(), a.likely.to_f64(), a.high.to_f64(), a.n, a.among));
    assert_eq!(egress, Some((0.0, 0.4, 0.8, 4, Among::Region)));
    let disk = c.assumed(RuleLine::Storage, ProviderKind::GpuCloud, Region::Cn, Currency::Cny);
    assert_eq!(disk.map(|a| (a.n, a.among)), Some((2, Among::KindAndRegion)));
    assert!(disk.is_some_and(|a| a.low.micros > 0 && a.low.micros < a.likely.micros));
    assert_eq!(c.assumed(RuleLine::Address, ProviderKind::GpuCloud, Region::Cn, Currency::Cny), None);
}

#[test]
fn every_row_names_sources_that_have_a_title() {
    let c = Catalog::embedded();
    let rows = c.gpus.iter().map(|g| g.source);
    let rows = rows.chain(c.models.iter().map(|m| m.source)).chain(c.providers.iter().map(|p| p.source));
    let rows = rows.chain(c.rules.iter().map(|r| r.source));
    for ix in rows.chain(c.offers.iter().flat_map(|o| o.readings.iter().map(|r| r.source))) {
        assert!(c.source(ix).next().is_some());
        for id in c.source(ix) {
            assert!(title(id).is_some_and(|t| !t.title.is_empty()), "{id}");
        }
    }
    // Who asks for attribution gets it.
    assert!(titles().iter().filter(|t| t.licence.starts_with("CC BY")).any(|t| !t.attribution.is_empty()));
}

#[test]
fn money_is_converted_at_the_dated_rate() {
    let c = Catalog::embedded();
    let usd = Money::new(1.0, Currency::Usd);
    assert_eq!(c.rates.convert(usd, Currency::Cny), Some(Money::new(6.7394, Currency::Cny)));
    assert_eq!(c.rates.convert(usd, Currency::Eur), None);
    assert_eq!(c.rates.of(Currency::Cny).map(|r| r.1.to_string()).as_deref(), Some("2026-08-22"));
}

#[test]
fn own_quotes_stand_after_the_catalogs_offers() {
    let c = Catalog::embedded();
    let quote = Quote {
        provider: "阿里云".into(),
        card: "A100-80G".into(),
        cards: Cards::Exact(8),
        mode: Mode::Monthly,
        region: Region::Cn,
        unit: PriceUnit::InstanceMonth,
        price: Money::new(31_500.0, Currency::Cny),
        as_of: AsOf::Year(2026),
        month_hours: 720,
        term_months: 0,
        vcpus: 128,
        host_gib: 1024,
        rdma: Some(true),
        increment_s: 0,
        variant: String::new(),
    };
    let unknown = Quote { provider: "朋友的机房".into(), card: "神秘卡".into(), ..quote.clone() };
    let free = Quote { price: Money::zero(Currency::Cny), ..quote.clone() };
    let (own, places) = c.with_quotes(&[quote, unknown, free]);
    assert_eq!(places.get(2), Some(&Err(OverlayFault::Price)));
    let at = |n: usize| places.get(n).and_then(|p| p.ok()).and_then(|ix| own.offer(ix));
    assert_eq!(at(0).map(|o| (o.id.as_str(), o.gpus.len(), o.own)), Some(("own-1", 2, true)));
    assert_eq!(at(0).map(|o| own.provider(o.provider).id.as_str()), Some("aliyun"));
    assert_eq!(at(1).map(|o| (o.gpus.len(), o.card.as_str())), Some((0, "神秘卡")));
    assert_eq!(at(1).map(|o| own.provider(o.provider).kind), Some(ProviderKind::Own));
    assert_eq!(c.offers.len() + 2, own.offers.len());
}

/// A provider's own price list of 20,000 rows (design §9) is laid over in the blink of an eye.
#[test]
fn a_long_price_list_is_taken() {
    let c = Catalog::embedded();
    let quote = |n: usize| Quote {
        provider: format!("机房 {}", n % 700),
        card: c.gpus[n % c.gpus.len()].name.clone(),
        cards: Cards::UpTo(8, false),
        mode: Mode::OnDemand,
        region: Region::Cn,
        unit: PriceUnit::GpuHour,
        price: Money::new(1.0 + n as f64 / 1e4, Currency::Cny),
        as_of: AsOf::Month(2026, 11),
        month_hours: 0,
        term_months: 0,
        vcpus: 0,
        host_gib: 0,
        rdma: None,
        increment_s: 1,
        variant: String::new(),
    };
    let quotes: Vec<Quote> = (0..20_000).map(quote).collect();
    let begin = std::time::Instant::now();
    let (own, places) = c.with_quotes(&quotes);
    println!("20,000 quotes in {:?}", begin.elapsed());
    assert!(places.iter().all(Result::is_ok));
    assert_eq!((own.offers.len(), own.providers.len()), (20_560, 770));
    assert_eq!(own.offer_ix("own-20000").map(|ix| ix.0), Some(20_559));
}

/// Whatever happens to the text, a catalog comes out.
#[test]
fn damaged_text_never_panics() {
    let mut random = fastrand::Rng::with_seed(7);
    let chars: Vec<char> = EMBEDDED.chars().collect();
    for _ in 0..12 {
        let mut text = chars.clone();
        for _ in 0..random.usize(1..400) {
            let at = random.usize(0..text.len());
            text[at] = match random.u8(0..4) {
                0 => random.char('\u{0}'..'\u{ff}'),
                1 => '\t',
                2 => '\n',
                _ => '9',
            };
        }
        text.truncate(random.usize(0..=text.len()));
        let text: String = text.into_iter().collect();
        let c = Catalog::parse(&text);
        let typed: String = text.chars().skip(random.usize(0..5000)).take(80).collect();
        let _ = (c.find_gpu(&typed), c.find_model(&typed), c.nearest_models(&typed, 3), c.date);
        let _ = c.models.iter().map(|m| m.arch.params_total).max();
    }
}

/// The aim is 5 ms natively (release); the bound is loose so that a busy machine does not fail.
#[test]
fn the_text_is_split_quickly() {
    let mut times: Vec<std::time::Duration> = (0..9)
        .map(|_| {
            let begin = std::time::Instant::now();
            assert_eq!(Catalog::parse(EMBEDDED).gpus.len(), 131);
            begin.elapsed()
        })
        .collect();
    times.sort();
    println!("catalog parsed in {:?} (median of 9)", times[4]);
    assert!(times[4].as_millis() < 500);
}

#[test]
fn prices_are_as_of_the_newest_that_was_read_and_not_of_own_quotes() {
    let c = Catalog::embedded();
    let newest = c.prices_as_of();
    assert!(newest <= c.date && c.date.since(newest) < 120, "{newest}");
    let mut more = c.clone();
    let mut own = more.offers[0].clone();
    own.own = true;
    own.readings[0].as_of = AsOf::Day(c.date);
    more.offers.push(own);
    assert_eq!(more.prices_as_of(), newest);
}
