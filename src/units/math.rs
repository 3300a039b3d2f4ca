//! Transcendental functions, all through `libm`, so that native code and the browser agree to the
//! last digit (semantics §8). Basic arithmetic, `floor`, `ceil`, `abs`, `min`, `max` are exact in
//! IEEE 754 and may be used directly; so are the square root and rounding half to even, which are single
//! instructions of the browser's machine where `libm` computes them in steps.

/// Square root.
pub fn sqrt(x: f64) -> f64 {
    x.sqrt()
}

/// e to the power of `x`.
pub fn exp(x: f64) -> f64 {
    libm::exp(x)
}

/// Natural logarithm; of zero or less it is minus infinity.
pub fn ln(x: f64) -> f64 {
    if x > 0.0 { libm::log(x) } else { f64::NEG_INFINITY }
}

/// Logarithm to the base 2; of zero or less it is minus infinity.
pub fn log2(x: f64) -> f64 {
    if x > 0.0 { libm::log2(x) } else { f64::NEG_INFINITY }
}

/// Logarithm to the base 10; of zero or less it is minus infinity.
pub fn log10(x: f64) -> f64 {
    if x > 0.0 { libm::log10(x) } else { f64::NEG_INFINITY }
}

/// `x` to the power of `y`.
pub fn pow(x: f64, y: f64) -> f64 {
    libm::pow(x, y)
}

/// Rounds half to even, as money does (semantics §6).
pub fn round_half_even(x: f64) -> f64 {
    x.round_ties_even()
}

/// Share of a standard normal below `z`.
pub fn normal_cdf(z: f64) -> f64 {
    0.5 * libm::erfc(-z / core::f64::consts::SQRT_2)
}

/// The value with nine significant digits, so that JSON is the same in Rust and JavaScript
/// (semantics §8). Not-a-number and infinities become zero.
pub fn round9(x: f64) -> f64 {
    if !x.is_finite() || x == 0.0 {
        return 0.0;
    }
    let digits = libm::floor(libm::log10(libm::fabs(x)));
    let shift = 8.0 - digits;
    if shift.abs() > 290.0 {
        return x;
    }
    // A division by an exact power of ten is correctly rounded; a multiplication by 10^-n is not.
    if shift >= 0.0 {
        let p = libm::pow(10.0, shift);
        libm::rint(x * p) / p
    } else {
        let p = libm::pow(10.0, -shift);
        libm::rint(x / p) * p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nine_digits_are_kept() {
        assert_eq!(round9(1.234_567_894_9), 1.234_567_89);
        assert_eq!(round9(123_456_789_499.0), 123_456_789_000.0);
        assert_eq!(round9(f64::NAN), 0.0);
        assert_eq!(round9(-0.000_123_456_789_4), -0.000_123_456_789);
    }

    #[test]
    fn half_goes_to_even() {
        assert_eq!(round_half_even(2.5), 2.0);
        assert_eq!(round_half_even(3.5), 4.0);
    }
}
