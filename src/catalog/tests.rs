use super::*;

#[test]
fn the_catalog_holds_every_fact() {
    let c = Catalog::embedded();
    assert_eq!((c.gpus.len(), c.models.len(), c.providers.len()), (131, 367, 70));
    assert_eq!((c.offers.len(), c.offers.iter().map(|o| o.readings.len()).sum::<usize>()), (560, 627));
    assert_eq!(c.compat.len(), 410);
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
        .filter(|m| m.arch.modelled && m.arch.count() != m.arch.params_total)
        .map(|m| format!("{}: {} instead of {}", m.id, m.arch.count(), m.arch.params_total))
        .collect();
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
    let wrong: Vec<String> = decoders
        .iter()
        .filter(|m| m.arch.modelled && m.arch.count_active() != m.arch.params_active)
        .map(|m| format!("{}: {} active instead of {}", m.id, m.arch.count_active(), m.arch.params_active))
        .collect();
    assert!(wrong.is_empty(), "{}\n{} wrong", wrong.join("\n"), wrong.len());
}
