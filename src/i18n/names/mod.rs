//! The name of every word of the engine, the plan and the catalog, in both languages. Each list is an
//! exhaustive match: a new variant does not compile until both of its texts are written.

mod engine;
mod market;
mod plan;
mod quotes;

use super::Lang;

/// Something with a name in both languages.
pub trait Named: Copy + 'static {
    /// Chinese, English.
    fn texts(self) -> (&'static str, &'static str);
    /// Every value that is listed.
    const LISTED: &'static [Self];

    /// Its name.
    fn name(self, lang: Lang) -> &'static str {
        let (zh, en) = self.texts();
        lang.pick(zh, en)
    }
}

/// `Type { Variant "中文" "English", … }`.
macro_rules! named {
    ($($ty:ident { $($variant:ident $zh:literal $en:literal),+ $(,)? })+) => {$(
        impl $crate::i18n::Named for $ty {
            fn texts(self) -> (&'static str, &'static str) {
                match self { $(Self::$variant => ($zh, $en)),+ }
            }
            const LISTED: &'static [Self] = &[$(Self::$variant),+];
        }
    )+};
}
pub(super) use named;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::*;
    use crate::engine::line::*;
    use crate::engine::memory::*;
    use crate::engine::names::*;
    use crate::engine::report::*;
    use crate::engine::speed::*;
    use crate::i18n::tests::check_pair;
    use crate::import::quotes;
    use crate::plan::*;
    use crate::units::*;

    fn check<T: Named + std::fmt::Debug>() {
        for value in T::LISTED {
            let (zh, en) = value.texts();
            check_pair(&format!("{value:?}"), zh, en);
        }
    }

    #[test]
    fn every_word_has_both_names() {
        check::<What>();
        check::<TermName>();
        check::<Part>();
        check::<Fit>();
        check::<Bottleneck>();
        check::<Certainty>();
        check::<From>();
        check::<Cause>();
        check::<Confidence>();
        check::<Condition>();
        check::<Ineligible>();
        check::<Note>();
        check::<RejectReason>();
        check::<RunnerKind>();
        check::<Severity>();
        check::<Mode>();
        check::<Region>();
        check::<ProviderKind>();
        check::<GpuClass>();
        check::<Vendor>();
        check::<Link>();
        check::<PriceScope>();
        check::<Task>();
        check::<Software>();
        check::<Precision>();
        check::<Quant>();
        check::<KvType>();
        check::<Optimizer>();
        check::<Regime>();
        check::<Checkpointing>();
        check::<LossKind>();
        check::<LoraTargets>();
        check::<Offload>();
        check::<Zero>();
        check::<DataClass>();
        check::<Backend>();
        check::<AttentionKernel>();
        check::<Sharing>();
        check::<CardState>();
        check::<Symptom>();
        check::<Currency>();
        check::<quotes::Column>();
        check::<quotes::Note>();
        check::<quotes::Reject>();
        check::<quotes::Invoice>();
        check::<quotes::Separator>();
        check::<crate::engine::cost::invoice::Look>();
        check::<crate::engine::cost::checkup::Field>();
        check::<crate::engine::cost::checkup::State>();
    }
}
