//! Reads the numbers of our own tables: plain decimals, as the build wrote them. The standard float
//! parser weighs fourteen kilobytes in the page, most of it a table of powers that these never need.

/// Powers of ten that `f64` holds exactly.
const POW10: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18,
    1e19, 1e20, 1e21, 1e22,
];

/// A decimal number of at most fifteen digits and a small exponent: then one correctly rounded step
/// gives the nearest `f64`. Anything else is no number.
pub fn decimal(text: &str) -> Option<f64> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (mut mantissa, mut places, mut seen, mut point) = (0_u64, 0_usize, 0_u32, false);
    for c in digits.bytes() {
        match c {
            b'0'..=b'9' => {
                mantissa = mantissa.checked_mul(10)?.checked_add(u64::from(c - b'0'))?;
                seen += 1;
                places += usize::from(point);
            }
            b'.' if !point => point = true,
            _ => return None,
        }
    }
    if seen == 0 || mantissa >= 1 << 53 {
        return None;
    }
    let value = mantissa as f64 / POW10.get(places)?;
    Some(if negative { -value } else { value })
}

/// Numbers that a table may hold.
pub trait Decimal: Default {
    /// From the number as read; saturates.
    fn from_f64(x: f64) -> Self;
}

macro_rules! decimals {
    ($($t:ty),+) => {$(impl Decimal for $t {
        fn from_f64(x: f64) -> Self {
            x as $t
        }
    })+};
}
decimals!(u8, u16, u32, u64, usize, f32, f64);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_as_the_standard_parser_does() {
        let mut rng = fastrand::Rng::with_seed(3);
        for _ in 0..20_000 {
            let text = format!("{}", (rng.f64() * 1e9).round() / 10_f64.powi(rng.i32(0..8)));
            assert_eq!(decimal(&text), text.parse().ok(), "{text}");
            let text = rng.u64(0..1 << 50).to_string();
            assert_eq!(decimal(&text), text.parse().ok(), "{text}");
        }
        for (text, want) in [
            ("0.0085", Some(0.0085)),
            ("-0.5", Some(-0.5)),
            (".5", Some(0.5)),
            ("", None),
            ("1e3", None),
            ("n", None),
        ] {
            assert_eq!(decimal(text), want, "{text}");
        }
    }
}
