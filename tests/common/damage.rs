//! Links as they come back from chats, mails and people: damaged.
//!
//! `#[path = "common/damage.rs"] mod damage;`

use fastrand::Rng;
use suanzu::plan::Field;

/// One way in which a link comes back damaged.
pub fn damage(rng: &mut Rng, link: &str) -> String {
    let mut bytes = link.as_bytes().to_vec();
    match rng.u8(0..14) {
        // Bits.
        0..=2 => {
            for _ in 0..rng.usize(1..8) {
                if !bytes.is_empty() {
                    let i = rng.usize(0..bytes.len());
                    bytes[i] ^= 1 << rng.u8(0..8);
                }
            }
        }
        // Cut.
        3 => bytes.truncate(rng.usize(0..=bytes.len())),
        // Odd numbers.
        4..=6 => {
            let odd = [
                "-1",
                "0",
                "1e308",
                "-1e308",
                "1e999",
                "NaN",
                "inf",
                "-inf",
                "Infinity",
                "1e-400",
                "",
                "99999999999999999999999999",
                "0x10",
                "1,2,3",
                "１２３",
                "%",
                "%FF",
                "null",
                "9e15",
            ];
            let field = Field::ALL[rng.usize(0..Field::ALL.len())];
            let text = odd[rng.usize(0..odd.len())];
            bytes.extend(format!("&{}={text}", field.key()).into_bytes());
        }
        // Encodings.
        7 => {
            let text: String = link.bytes().map(|b| format!("%{b:02X}")).collect();
            bytes = text.into_bytes();
        }
        8 => bytes = link.chars().flat_map(|c| [c, '\u{200b}']).collect::<String>().into_bytes(),
        9 => {
            let wide =
                |c: char| if c.is_ascii_graphic() { char::from_u32(c as u32 + 0xFEE0).unwrap() } else { c };
            bytes = link.chars().map(wide).collect::<String>().into_bytes();
        }
        // Somebody else's bytes in the middle.
        10 => {
            let i = rng.usize(0..=bytes.len());
            let junk: Vec<u8> = (0..rng.usize(1..40)).map(|_| rng.u8(..)).collect();
            bytes.splice(i..i, junk);
        }
        // Twice, shuffled.
        11 => {
            let mut parts: Vec<&str> = link.split('&').collect();
            parts.extend(parts.clone());
            rng.shuffle(&mut parts);
            bytes = parts.join("&").into_bytes();
        }
        // Wrapped in a sentence.
        12 => bytes = format!("你看 https://example.org/a/?{link} ，行吗？").into_bytes(),
        // Nothing but noise.
        _ => bytes = (0..rng.usize(0..300)).map(|_| rng.u8(..)).collect(),
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
