//! A host's accent colour, made readable (design/ui.md §9): colours are `0xrrggbb`.

/// Least contrast of words on a button.
const WORDS: f64 = 4.5;
/// Least contrast of the accent on the surface: it is the colour of links and figures, so words too.
const LINES: f64 = 4.5;
/// What stands on light accents: the dark theme's `--sz-on-accent`.
const DARK_INK: u32 = 0x0007_222c;
/// What stands on dark accents.
const LIGHT_INK: u32 = 0x00ff_ffff;

/// The accent moved towards the text until it can be read on the surface, and the colour of words on it.
pub fn readable(wanted: u32, surface: u32, text: u32) -> (u32, u32) {
    let step = (0..=20).map(|step| mix(wanted, text, f64::from(step) / 20.0));
    let ink = |c: u32| if contrast(c, LIGHT_INK) >= WORDS { LIGHT_INK } else { DARK_INK };
    let reads = |c: &u32| contrast(*c, surface) >= LINES && contrast(*c, ink(*c)) >= WORDS;
    let colour = step.into_iter().find(reads).unwrap_or(text);
    let on = ink(colour);
    (colour & 0x00ff_ffff, on)
}

/// `#rrggbb`.
pub fn hex(colour: u32) -> String {
    format!("#{:06x}", colour & 0x00ff_ffff)
}

fn channels(colour: u32) -> [u32; 3] {
    [colour >> 16 & 0xff, colour >> 8 & 0xff, colour & 0xff]
}

fn mix(a: u32, b: u32, share: f64) -> u32 {
    let (a, b) = (channels(a), channels(b));
    let one = |i: usize| (f64::from(a[i]) * (1.0 - share) + f64::from(b[i]) * share).round() as u32;
    one(0) << 16 | one(1) << 8 | one(2)
}

/// WCAG 2.2: relative luminance of a colour in sRGB.
fn luminance(colour: u32) -> f64 {
    let linear = |c: u32| {
        let c = f64::from(c) / 255.0;
        if c <= 0.040_45 { c / 12.92 } else { crate::units::math::pow((c + 0.055) / 1.055, 2.4) }
    };
    let [r, g, b] = channels(colour).map(linear);
    0.2126 * r + 0.7152 * g + 0.0722 * b
}

/// WCAG 2.2: contrast of two colours, 1 to 21.
pub fn contrast(a: u32, b: u32) -> f64 {
    let (a, b) = (luminance(a), luminance(b));
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contrast_is_that_of_the_standard() {
        assert!((contrast(0, 0x00ff_ffff) - 21.0).abs() < 1e-9);
        // #767676 on white is the textbook's lightest grey that passes.
        assert!(contrast(0x0076_7676, 0x00ff_ffff) >= 4.5 && contrast(0x0077_7777, 0x00ff_ffff) < 4.5);
    }

    #[test]
    fn any_accent_becomes_readable_in_both_themes() {
        for (surface, text) in [(0x00ff_ffff, 0x0015_2026), (0x0015_1c20, 0x00e7_edef)] {
            for r in (0..=255).step_by(15) {
                for g in (0..=255).step_by(15) {
                    for b in (0..=255).step_by(15) {
                        let (colour, on) = readable(r << 16 | g << 8 | b, surface, text);
                        assert!(contrast(colour, surface) >= LINES, "{colour:06x} on {surface:06x}");
                        assert!(contrast(colour, on) >= WORDS, "{on:06x} on {colour:06x}");
                    }
                }
            }
        }
    }

    #[test]
    fn a_readable_accent_stays() {
        assert_eq!(readable(0x005b_2bd9, 0x00ff_ffff, 0x0015_2026), (0x005b_2bd9, LIGHT_INK));
        assert_eq!(hex(0x0000_0a07), "#000a07");
    }
}
