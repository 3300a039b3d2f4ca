//! What the headers of a model's files say about its weights: `format:weights:bytes:embedding`. It counts
//! only while the plan runs the same model in the same format, so that it can be left standing.

use super::Quant;

/// Exact bytes of a model's weights as its files hold them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileBytes {
    /// The format they are stored in.
    pub quant: Quant,
    /// How many weights the model has: what tells it from another.
    pub params: u64,
    /// Bytes of all tensors that are loaded.
    pub bytes: u64,
    /// Of them the embedding table; 0 where it cannot be told.
    pub embed: u64,
}

/// Most weights and bytes: 10^15.
const MOST: u64 = 1_000_000_000_000_000;

impl FileBytes {
    /// As links write it.
    pub fn text(&self) -> String {
        format!("{}:{}:{}:{}", self.quant.word(), self.params, self.bytes, self.embed)
    }
    /// Reads it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.trim().split(':');
        let quant = Quant::parse(parts.next()?.trim())?;
        let mut number = || parts.next()?.trim().parse::<u64>().ok();
        let out = Self { quant, params: number()?, bytes: number()?, embed: number()? };
        (parts.next().is_none() && out.sound()).then_some(out)
    }
    /// Whether it can be true: within bounds, and between one bit and eight bytes a weight.
    pub const fn sound(&self) -> bool {
        self.params >= 1
            && self.params <= MOST
            && self.bytes <= MOST
            && self.embed <= self.bytes
            && self.bytes >= self.params / 8
            && self.bytes <= self.params * 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_goes_there_and_back_and_nonsense_is_refused() {
        let file =
            FileBytes { quant: Quant::Q4KM, params: 7_615_616_512, bytes: 4_683_073_536, embed: 306_563_072 };
        assert_eq!(FileBytes::parse(&file.text()), Some(file));
        for text in
            ["", "q4_k_m", "q4_k_m:1:2", "q4_k_m:10:200:0", "q4_k_m:10:2:3", "x:1:1:0", "q8_0:1:1:0:0"]
        {
            assert_eq!(FileBytes::parse(text), None, "{text}");
        }
    }
}
