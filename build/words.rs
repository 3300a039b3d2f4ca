//! How an offer's id is made of words. Shared by the build script, which checks the ids of
//! `offers.csv`, and the catalog, which makes them again from the embedded columns.

/// An offer's id: provider, card, number, billing, region, variant. The card's word is the id of
/// the GPU, or the printed name where several cards or none are meant.
pub fn offer_id<'a>(get: impl Fn(&str) -> &'a str) -> String {
    let n = get("cards").split_once(':').map_or("1", |(k, n)| if k == "upto" { "1" } else { n });
    let mode = match get("mode") {
        "on_demand" => "hourly",
        "reserved_1y" => "yearly",
        "reserved_3y" => "3-yearly",
        other => other,
    };
    let card = if get("card").is_empty() { get("gpus") } else { get("card") };
    let mut id = format!("{}-{card}-{n}x-{mode}-{}", get("provider"), get("region"));
    if !get("variant").is_empty() {
        id.push('-');
        id.push_str(get("variant"));
    }
    id
}
