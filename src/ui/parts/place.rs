//! Positions along a track, in per cent. Two digits, made of whole numbers: printing floats would cost
//! the page seven kilobytes.

/// `12.34` for 12.341; never below 0, never above 9,999.
pub fn hundredths(x: f64) -> String {
    let n = if x.is_finite() { (x * 100.0).clamp(0.0, 999_900.0) as u32 } else { 0 };
    let (whole, rest) = (n / 100, n % 100);
    let mut out = whole.to_string();
    if rest != 0 {
        out.push('.');
        if rest < 10 {
            out.push('0');
        }
        out.push_str(&rest.to_string());
    }
    out
}

/// The custom property that a style sheet places by: `--x:12.34%`.
pub fn var(name: &str, percent: f64) -> String {
    let mut out = String::from("--");
    out.push_str(name);
    out.push(':');
    out.push_str(&hundredths(percent));
    out.push('%');
    out
}

/// Two of them.
pub fn at(x: f64, y: f64) -> String {
    let mut out = var("x", x);
    out.push(';');
    out.push_str(&var("y", y));
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_short_and_finite() {
        assert_eq!(at(12.341, 100.0), "--x:12.34%;--y:100%");
        assert_eq!(hundredths(0.059), "0.05");
        assert_eq!(hundredths(f64::NAN), "0");
        assert_eq!(hundredths(-3.0), "0");
    }
}
