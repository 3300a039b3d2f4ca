//! One table a rule, both languages.

use super::*;
use crate::units::{AsOf, Currency, Date};
use Currency::{Cny, Eur, Usd};
use Lang::{En, Zh};

/// No-break spaces are checked as such: `_` stands for one in the tables.
#[track_caller]
fn check(got: String, want: &str) {
    assert_eq!(got, want.replace('_', "\u{a0}"));
}

#[test]
fn sums_round_by_size() {
    for (x, zh, en) in [
        (160.4, "¥160", "¥160"),
        (9.994, "¥9.99", "¥9.99"),
        (9.996, "¥10.0", "¥10.0"),
        (99.96, "¥100", "¥100"),
        (0.0, "¥0.00", "¥0.00"),
        (-7.4, "−¥7.40", "−¥7.40"),
        (9_999.0, "¥9,999", "¥9,999"),
        (14_360.0, "1.44_万元", "¥14,360"),
        (2_560_000.0, "256_万元", "¥2,560,000"),
        (1.5e8, "1.50_亿元", "¥150,000,000"),
    ] {
        check(money_text(Zh, x, Cny), zh);
        check(money_text(En, x, Cny), en);
    }
    check(money(14_360.0, Cny), "¥14,360");
    check(money(23.72, Usd), "US$23.7");
    check(money(1_000.4, Eur), "€1,000");
    check(money_both(En, 160.0, Cny, 6.7394), "¥160 (US$24)");
    check(money_both(Zh, 160.0, Cny, 6.7394), "¥160");
    check(money_signed(Zh, 19.8, Cny), "+¥19.8");
}

#[test]
fn rates_and_ranges_name_the_unit_once() {
    check(rate(Zh, 1.98, Cny, Per::Hour), "1.98_元/时");
    check(rate(En, 1.98, Cny, Per::Hour), "¥1.98/h");
    check(rate(Zh, 1_052.0, Cny, Per::Month), "1,052_元/月");
    check(rate(En, 1_052.0, Cny, Per::Month), "¥1,052/mo");
    check(rate(En, 0.0085, Usd, Per::Gb), "US$0.0085/GB");
    check(money_range(Zh, 129.2, 213.7, Cny), "129–214_元");
    check(money_range(En, 129.2, 213.7, Cny), "CNY_129–214");
    check(money_range(Zh, 12_000.0, 16_300.0, Cny), "1.20–1.63_万元");
    check(money_range(Zh, 9_000.0, 16_300.0, Cny), "9,000–16,300_元");
    check(money_range(Zh, 100.0, 100.0, Cny), "100_元");
}

#[test]
fn bills_show_a_digit_or_as_many_as_the_total() {
    assert_eq!([5.46, 9.996, 23.7, 99.96, 159.9, 0.0].map(bill_decimals), [2, 1, 1, 1, 1, 2]);
    assert_eq!(bill(1366, 1), "136.6");
    assert_eq!(bill(-74, 1), "−7.4");
    assert_eq!(bill(-5, 2), "−0.05");
    assert_eq!(bill(546, 2), "5.46");
    assert_eq!(bill(0, 1), "0.0");
    assert_eq!(bill(12_345_678, 1), "1,234,567.8");
}

#[test]
fn memory_is_binary() {
    check(gib(19.18 * GIB), "19.2_GiB");
    check(gib_part(19.18 * GIB), "19.18");
    check(gib_range(Band::new(16.1 * GIB, 19.2 * GIB, 22.2 * GIB)), "16.1–22.2_GiB");
    check(gib_signed(-9.6 * GIB), "−9.6_GiB");
    check(gib_signed(0.41 * GIB), "+0.41_GiB");
    check(bytes(327_680.0), "327,680_B");
    check(gb(24.0), "24_GB");
    check(money_each(0.0281, Currency::Cny), "¥0.028");
    check(money_each(0.3, Currency::Cny), "¥0.30");
    check(money_each(4.104, Currency::Cny), "¥4.10");
    check(money_each(0.0, Currency::Usd), "US$0.00");
    check(gb(0.35), "350_MB");
    check(gb(0.000_62), "0.62_MB");
    check(gb(1.04), "1_GB");
    check(gb(0.0), "0_GB");
}

#[test]
fn counts_use_the_words_of_each_language() {
    for (x, zh, en) in [
        (1.2e8, "1.2_亿_token", "120M_tokens"),
        (8_192.0, "8,192_token", "8,192_tokens"),
        (150_000.0, "15_万_token", "150k_tokens"),
        (15e12, "15_万亿_token", "15T_tokens"),
        (4.8e8, "4.8_亿_token", "480M_tokens"),
    ] {
        check(tokens(Zh, x), zh);
        check(tokens(En, x), en);
    }
    check(params(Zh, 7_615_616_512.0), "7.62_B");
    check(params(En, 7_615_616_512.0), "7.62B");
    check(params(En, 40_370_176.0), "40.4M");
    check(params(En, 671e9), "671B");
}

#[test]
fn durations_choose_their_unit() {
    for (h, zh, en) in [
        (75.2, "75_小时", "75_h"),
        (2.04, "2.0_小时", "2.0_h"),
        (1.5, "90_分钟", "90_min"),
        (30.0 / 3600.0, "30_秒", "30_s"),
        (1.24 / 3600.0, "1.2_秒", "1.2_s"),
        (0.032 / 3600.0, "32_毫秒", "32_ms"),
        (0.0, "0_秒", "0_s"),
        (17_520.0, "17,520_小时", "17,520_h"),
    ] {
        check(duration(Zh, h), zh);
        check(duration(En, h), en);
    }
    check(duration_range(Zh, Band::new(60.0, 75.0, 103.0)), "60–103_小时");
    check(days_of(Zh, 75.2).unwrap_or_default(), "3.1_天");
    check(days_of(En, 47.0).unwrap_or_default(), "");
    check(days(En, 1.0), "1_day");
}

#[test]
fn dates_and_ages() {
    let day = Date::new(2026, 10, 4).unwrap_or_default();
    check(date(Zh, day), "2026-10-04");
    check(date(En, day), "4_Oct_2026");
    check(as_of(En, AsOf::Month(2026, 9)), "Sep_2026");
    check(card_memory(En, 80), "80_GB");
    // A B100: nobody published how much.
    check(card_memory(En, 0), "memory unknown");
    check(card_memory(Zh, 0), "显存未知");
    check(as_of(Zh, AsOf::Year(2025)), "2025");
    check(age(Zh, 59), "59_天前");
    check(age(En, 59), "59_days ago");
    check(age(En, 1), "1_day ago");
    check(age(Zh, 0), "今天");
}

#[test]
fn shares_are_whole_above_five_per_cent() {
    for (x, want) in [(0.74, "74%"), (0.045, "4.5%"), (0.0497, "5%"), (0.0, "0%"), (-0.36, "−36%")] {
        check(percent(x), want);
    }
    check(chance(0.997), ">_99%");
    check(chance(0.42), "42%");
}

#[test]
fn wide_estimates_get_two_digits() {
    check(speed(Zh, Band::new(1_380.0, 1_932.0, 2_500.0)).text(), "1,900_token/秒");
    check(speed(En, Band::new(1_900.0, 1_932.0, 1_960.0)).text(), "1,930_tokens/s");
    check(speed_per_user(Zh, Band::new(20.0, 31.2, 40.0)).text(), "31_token/秒·人");
    check(plain_range(Band::new(0.0, 2.0, 12_345.0)), "0–12,000");
}

#[test]
fn digits_agree_with_the_standard_library() {
    let mut random = fastrand::Rng::with_seed(7);
    for _ in 0..20_000 {
        let x = (random.f64() - 0.5) * POW10[random.usize(1..7)] * 100.0;
        let decimals = random.usize(0..4);
        let ours = fixed(x, decimals).replace(',', "").replace(MINUS, "-");
        let step = 1.0 / POW10[decimals];
        let off = ours.parse::<f64>().map_or(f64::MAX, |y| (y - x).abs());
        assert!(off <= 0.5 * step * (1.0 + 1e-9), "{x} with {decimals}: {ours}");
        assert_eq!(ours.split('.').nth(1).map_or(0, str::len), decimals, "{ours}");
    }
}

#[test]
fn odd_numbers_do_not_panic() {
    for x in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e308, -1e308, 5e-324] {
        for lang in Lang::ALL {
            let band = Band::new(x, x, x);
            let all = [
                fixed(x, 9),
                significant(x, 3),
                money_text(lang, x, Cny),
                money_range(lang, x, x, Cny),
                rate(lang, x, Usd, Per::Hour),
                tokens(lang, x),
                params(lang, x),
                duration(lang, x),
                duration_range(lang, band),
                days(lang, x),
                percent(x),
                chance(x),
                gib(x),
                bytes(x),
                speed(lang, band).text(),
            ];
            assert!(all.iter().all(|t| !t.is_empty()), "{x}: {all:?}");
        }
    }
    assert_eq!(fixed(-0.001, 2), "0.00");
    let _ = (bill(i64::MIN, 1), bill_decimals(f64::NAN));
    assert_eq!(bill(i64::MIN, 1), "−922,337,203,685,477,580.8");
}
