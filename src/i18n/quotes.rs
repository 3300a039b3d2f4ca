//! Texts of the panel of the reader's own quotes.

use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};
use super::{Lang, Named, number};
use crate::catalog::{Cards, Catalog, Quote};
use crate::import::quotes::{Quoted, Tax};
use crate::units::Money;

pairs! {
    Quotes;
    TITLE "我手里有报价，跟这些比一比" "I have quotes of my own: compare them";
    TITLE_N "我手里的报价（{0} 条在排名里）" "My own quotes ({0} in the ranking)";
    PASTE "把报价贴进来" "Paste the quotes";
    PASTE_NOTE "表格、聊天记录、邮件里的文字都行，一行一个报价；读不出来的行会留着并说明原因。只存在这台电脑上，不会发给任何人。" "A spreadsheet, a chat or the text of a mail, one quote a line. Lines that cannot be read stay, with the reason. It stays on this computer and is sent to nobody.";
    EXAMPLE "供应商\t显卡\t价格\t发票\n甲\t8卡 H20 96G\t4.8万/月\t专票\n乙\t4090\t1.9元/卡时\t不开票" "Seller\tCard\tPrice\tInvoice\nA\t8x H100\t$18/h\tno\nB\tRTX 4090\t$0.40 per card-hour\tyes";
    EXAMPLE_NOTE "没有现成的？{0}看看是怎么读的。" "Nothing at hand? {0} to see how it is read.";
    EXAMPLE_TRY "填一个编造的例子" "Fill in an invented example";
    SELLER "没写卖家的，算谁的" "Seller where none is named";
    SELLER_DEFAULT "对方" "the seller";
    CURRENCY "没写币种的，按" "Currency where none is stated";
    REGION "没写地区的，算在" "Region where none is stated";
    HOW_READ "这样读的，列认错了就改" "Read like this; change a column that is taken for the wrong thing";
    SPLIT_BY "{0}，日期没写的按 {1} 算。" "{0}; quotes without a date count from {1}.";
    CUT "太长了，后面的没有读。" "Too long: the end was not read.";
    COLUMN "第 {0} 列" "Column {0}";
    LINE "行" "Line";
    AS "读成" "Read as";
    REJECTED "没读：{0}" "Not read: {0}";
    FILL_IN "，请在上面的框里补上或改对" ": please fill it in or correct it in the box above";
    TAX_IN "含税 {0}，不含税 {1}" "incl. {0} tax, {1} without";
    TAX_IN_UNKNOWN "含税，没说税率" "tax included, rate not stated";
    TAX_ON_TOP "不含税 {1}，另加 {0}" "{1} without tax, plus {0}";
    TAX_OUT "不含税" "without tax";
    NOTHING "一行报价也没读出来。" "Not one quote could be read.";
    RANK "把 {0} 条放进排名" "Rank these {0}";
    RANK_AGAIN "按改过的重排" "Rank the changed ones";
    CLEAR "清掉，只看目录" "Remove them";
    GUESS_AGAIN "按自动认的列" "Columns as guessed";
    IN_RANKING "已经跟目录里的报价一起排了。" "They are ranked together with the catalog.";
    KEPT "刷新也还在。" "They stay when the page is loaded again.";
    NOT_KEPT "这个浏览器不让网页存东西，刷新就没了；原表自己留好。" "This browser does not let the page keep anything: after a reload they are gone. Keep your own copy.";
    SUMMARY "排名里读了 {0} 条，{1} 行没读。" "{0} quotes are ranked, {1} lines were not read.";
    PLACE "名次" "Rank";
    QUOTE "报价" "Quote";
    NET_GROSS "含税 / 不含税" "With tax / without";
    TERMS "发票、合同期" "Invoice, term";
    TOTAL "干完这活" "For this job";
    AGAINST "跟目录最好的比" "Against the catalog's best";
    OPEN "没说的" "Left open";
    WHERE "它们排在哪" "Where they stand";
    NOT_SAID "没说" "not stated";
    MONTHS "{0} 个月" "{0} months";
    CHEAPER "省 {0}" "{0} less";
    DEARER "贵 {0}" "{0} more";
    SAME "差不多" "about the same";
    BAD_PLACE "没进排名：{0}" "Not ranked: {0}";
    BAD_CARD "目录不认识这张卡" "the catalog does not know the card";
    BAD_FIT "放不下，或者这几张卡不够用" "it does not fit on these cards";
    CANNOT_WIN "不当首选：{0}" "Cannot win: {0}";
    CATALOG_BEST "目录里最好的：{0}，{1}，{2}" "Best of the catalog: {0}, {1}, {2}";
    NET_NOTE "排名按含税价。能抵扣专票的话，不含税价才是你真正花的，自己拿那一列比。" "The ranking uses the price with tax. If you can deduct it, compare the column without.";
    CHECK "{0}：还没说清的" "{0}: what is left open";
    CHECK_GAUGE "27 项里说清了 <{0}> 项；没说的加起来，账单可能差到 [{1}]。" "<{0}> of 27 items are settled; what is left open may move the bill by up to [{1}].";
    CHECK_GAUGE_NONE "27 项里说清了 <{0}> 项。" "<{0}> of 27 items are settled.";
    CHECK_NOTE "问清一项勾一项。钱数是这一项没说时可能多花的，两头有些是假设。" "Tick what has been answered. The sums are what an open item may add; some of their ends are assumptions.";
    CHECK_FIRST "先问" "ask first";
    CHECK_NO_SUM "没法估，问了才知道" "no figure: ask";
    CHECK_DONE "已经清楚的：{0}" "Settled: {0}";
    CHECK_CLOSE "收起" "Close";
    LETTER "复制成一段话去问" "Copy as a message to the seller";
    LETTER_HEAD "你好，关于{0}的报价，想确认这几项：" "Hello, about the quote for {0}, could you confirm:";
    COPIED "已复制" "Copied";
    COPY_REFUSED "浏览器不让复制，自己选中再复制：" "Copying was refused; select the text and copy it:";
    NOBODY_PAYS "排名只看钱和时间，没有人能花钱换位置，你贴的报价也一样。" "The order follows cost and time alone; nobody can pay for a place, and your quotes are treated alike.";
}

/// A sum per hour or month as it was quoted.
fn price(lang: Lang, quote: &Quote, money: Money) -> String {
    use crate::catalog::PriceUnit::{GpuHour, GpuMonth, InstanceHour, InstanceMonth};
    let per = match quote.unit {
        GpuHour | InstanceHour => number::Per::Hour,
        GpuMonth | InstanceMonth => number::Per::Month,
    };
    number::rate(lang, money.to_f64(), money.currency, per)
}

/// Price as it ranks, and before tax where that is known.
pub fn prices(lang: Lang, q: &Quoted) -> (String, String) {
    let net = q.net.map_or_else(|| of(lang, NOT_SAID).to_owned(), |net| price(lang, &q.quote, net));
    (price(lang, &q.quote, q.quote.price), net)
}

/// Cards of a quote: "8 × H20 96G".
pub fn cards(lang: Lang, catalog: &Catalog, quote: &Quote) -> String {
    let names: Vec<&str> = catalog
        .find_gpus(&quote.card)
        .into_iter()
        .map(|ix| catalog.gpu(ix))
        .map(|g| if lang == Lang::Zh && !g.name_zh.is_empty() { &g.name_zh } else { &g.name })
        .map(String::as_str)
        .collect();
    let name = if names.is_empty() { quote.card.clone() } else { names.join(" / ") };
    match quote.cards {
        Cards::Exact(n) => format!("{n} × {name}"),
        Cards::Min(n) if n > 1 => lang
            .pick("{0} 张起 × {1}", "{1}, from {0} cards")
            .replace("{0}", &n.to_string())
            .replace("{1}", &name),
        Cards::Min(_) | Cards::UpTo(..) => name,
    }
}

/// What a line was read as, in one line.
pub fn read_as(lang: Lang, catalog: &Catalog, q: &Quoted) -> String {
    let quote = &q.quote;
    let (gross, _) = prices(lang, q);
    let whole = matches!(
        quote.unit,
        crate::catalog::PriceUnit::InstanceHour | crate::catalog::PriceUnit::InstanceMonth
    );
    let per = match (whole, quote.cards) {
        (true, Cards::Exact(n) | Cards::Min(n)) if n > 1 => lang.pick("（整机）", " (whole machine)"),
        _ => lang.pick("（每卡）", " (per card)"),
    };
    let mut parts = vec![
        quote.provider.clone(),
        cards(lang, catalog, quote),
        quote.mode.name(lang).to_owned(),
        gross + per,
    ];
    parts.extend(tax(lang, q));
    parts.extend(terms(lang, q));
    parts.join(" · ")
}

/// What was read about tax.
fn tax(lang: Lang, q: &Quoted) -> Option<String> {
    let net = q.net.map(|net| price(lang, &q.quote, net)).unwrap_or_default();
    let with = |pair: Pair, rate: f64| say(lang, pair, &[&number::percent(rate), &net]).plain();
    Some(match q.tax? {
        Tax::Included(Some(rate)) => with(TAX_IN, rate),
        Tax::Included(None) => of(lang, TAX_IN_UNKNOWN).to_owned(),
        Tax::Excluded(Some(rate)) | Tax::Added(rate) => with(TAX_ON_TOP, rate),
        Tax::Excluded(None) => of(lang, TAX_OUT).to_owned(),
    })
}

/// Kind of invoice and contract term, where they are stated.
pub fn terms(lang: Lang, q: &Quoted) -> Option<String> {
    let invoice = q.invoice.map(|i| i.name(lang).to_owned());
    let months = q.months.map(|n| say(lang, MONTHS, &[&n.to_string()]).plain());
    let parts: Vec<String> = invoice.into_iter().chain(months).collect();
    (!parts.is_empty()).then(|| parts.join(lang.pick("，", ", ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Region;
    use crate::import::quotes::{Defaults, read};
    use crate::units::{Currency, Date};

    fn defaults() -> Defaults {
        Defaults {
            provider: "x".into(),
            currency: Currency::Cny,
            region: Region::Cn,
            today: Date::parse("2026-12-02").unwrap_or_default(),
        }
    }

    #[test]
    fn a_quote_in_one_line() {
        let defaults = defaults();
        let catalog = Catalog::embedded();
        for (text, zh, en) in [
            (
                of(Lang::Zh, EXAMPLE),
                "甲 · 8 × H20 96G · 包月 · 48,000 元/月（整机） · 增值税专票",
                "甲 · 8 × H20 96G · Monthly · ¥48,000/mo (whole machine) · Special VAT invoice",
            ),
            (
                of(Lang::En, EXAMPLE),
                "A · 8 × H100 SXM / H100 PCIe / H100 NVL · 按量 · 18.0 美元/时（整机）",
                "A · 8 × H100 SXM / H100 PCIe / H100 NVL · On-demand · US$18.0/h (whole machine)",
            ),
        ] {
            let pasted = read(catalog, text, &defaults);
            assert_eq!(pasted.rejected().count(), 0, "{text}");
            let first = pasted.rows[0].read.as_ref().unwrap_or_else(|why| panic!("{why:?}"));
            let line = |lang| read_as(lang, catalog, &first[0]);
            let plain = |text: String| text.replace('\u{a0}', " ");
            assert_eq!((plain(line(Lang::Zh)), plain(line(Lang::En))), (zh.to_owned(), en.to_owned()));
        }
    }

    #[test]
    fn what_a_quote_says_about_tax_is_shown() {
        let defaults = defaults();
        let catalog = Catalog::embedded();
        for (text, zh, en) in [
            (
                "4090 2元/时 不含税 6%",
                "2.12 元/时（每卡） · 不含税 2.00 元/时，另加 6%",
                "¥2.12/h (per card) · ¥2.00/h without tax, plus 6%",
            ),
            (
                "4090 2.12元/时 含税6%",
                "2.12 元/时（每卡） · 含税 6%，不含税 2.00 元/时",
                "¥2.12/h (per card) · incl. 6% tax, ¥2.00/h without",
            ),
            ("4090 2元/时 不含税", "2.00 元/时（每卡） · 不含税", "¥2.00/h (per card) · without tax"),
            (
                "4090 2元/时 含税",
                "2.00 元/时（每卡） · 含税，没说税率",
                "¥2.00/h (per card) · tax included, rate not stated",
            ),
            ("4090 2元/时", "2.00 元/时（每卡）", "¥2.00/h (per card)"),
        ] {
            let pasted = read(catalog, text, &defaults);
            let first = pasted.rows[0].read.as_ref().unwrap_or_else(|why| panic!("{text}: {why:?}"));
            let line = |lang| read_as(lang, catalog, &first[0]).replace('\u{a0}', " ");
            assert!(line(Lang::Zh).ends_with(zh), "{}", line(Lang::Zh));
            assert!(line(Lang::En).ends_with(en), "{}", line(Lang::En));
        }
    }
}
