//! A paste as the page keeps it between visits: what was pasted, how its columns were mapped, and what
//! was taken for granted on that day. Text, so that a later version reads it again with its own eyes.
//!
//! ```text
//! suanzu-quotes 1
//! 2026-12-02 CNY cn
//! card,price,other        (`-`: as guessed)
//! Seller
//! …the paste, as it was
//! ```

use super::{Column, Defaults, Pasted, read_as};
use crate::catalog::Catalog;
use crate::plan::{Field, Plan};
use crate::units::{Currency, Date};

/// A paste with all that its reading depends on.
#[derive(Clone, Debug, PartialEq)]
pub struct Saved {
    /// As pasted.
    pub text: String,
    /// Columns as the user mapped them; `None` as guessed.
    pub columns: Option<Vec<Column>>,
    /// What the paste does not say.
    pub defaults: Defaults,
}

/// First line: name and version of the format.
const HEAD: &str = "suanzu-quotes 1";

impl Saved {
    /// Reads the paste.
    pub fn read(&self, catalog: &Catalog) -> Pasted {
        read_as(catalog, &self.text, &self.defaults, self.columns.as_deref())
    }
    /// As text.
    pub fn write(&self) -> String {
        let d = &self.defaults;
        let mut plan = Plan::default();
        plan.market.region = Some(d.region);
        let columns = match &self.columns {
            Some(list) => list.iter().map(|c| c.word()).collect::<Vec<_>>().join(","),
            None => "-".to_string(),
        };
        let seller = d.provider.replace(['\n', '\r'], " ");
        let region = Field::Region.text(&plan);
        format!("{HEAD}\n{} {} {region}\n{columns}\n{seller}\n{}", d.today, d.currency.code(), self.text)
    }
    /// Reads it back; `None` for anything that [`Saved::write`] did not write.
    pub fn parse(text: &str) -> Option<Self> {
        let mut lines = text.splitn(5, '\n');
        if lines.next()? != HEAD {
            return None;
        }
        let mut about = lines.next()?.split(' ');
        let today = Date::parse(about.next()?)?;
        let currency = Currency::parse(about.next()?)?;
        let mut plan = Plan::default();
        Field::Region.set(&mut plan, about.next()?, &mut Vec::new()).then_some(())?;
        let region = plan.market.region?;
        let columns = match lines.next()? {
            "-" => None,
            list => Some(list.split(',').map(Column::parse).collect::<Option<Vec<_>>>()?),
        };
        let provider = lines.next()?.to_string();
        let text = lines.next()?.to_string();
        Some(Self { text, columns, defaults: Defaults { provider, currency, region, today } })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Region;

    fn saved() -> Saved {
        Saved {
            text: "平台\t显卡\t价格\n甲云\tRTX 4090\t1.5元/卡时\n\n乙云\tH20\t面议\n".into(),
            columns: Some(vec![Column::Provider, Column::Card, Column::Price]),
            defaults: Defaults {
                provider: "老王 的群".into(),
                currency: Currency::Usd,
                region: Region::Asia,
                today: Date::parse("2026-10-01").unwrap_or_default(),
            },
        }
    }

    #[test]
    fn there_and_back() {
        for columns in [None, saved().columns, Some(Column::ALL.map(|c| c.0).to_vec())] {
            let one = Saved { columns, ..saved() };
            assert_eq!(Saved::parse(&one.write()), Some(one.clone()));
        }
        let empty = Saved { text: String::new(), ..saved() };
        assert_eq!(Saved::parse(&empty.write()), Some(empty));
        for (i, (column, word)) in Column::ALL.into_iter().enumerate() {
            assert_eq!((column as usize, column.word(), Column::parse(word)), (i, word, Some(column)));
        }
    }

    #[test]
    fn what_was_kept_gives_the_same_quotes() {
        let kept = Saved::parse(&saved().write()).unwrap_or_else(|| panic!("kept"));
        let (now, then) = (saved().read(Catalog::embedded()), kept.read(Catalog::embedded()));
        assert_eq!(now, then);
        assert_eq!((now.quotes().len(), now.rejected().count()), (1, 1));
        // The day of the quotes is the day they were pasted, however late they are read again.
        assert_eq!(now.quotes()[0].as_of.earliest().to_string(), "2026-10-01");
    }

    #[test]
    fn anything_else_is_refused() {
        let good = saved().write();
        for bad in [
            "",
            "suanzu-quotes 2\n2026-12-02 CNY cn\n-\n\nx",
            "suanzu-quotes 1",
            "suanzu-quotes 1\n2026-13-02 CNY cn\n-\n\nx",
            "suanzu-quotes 1\n2026-12-02 XXX cn\n-\n\nx",
            "suanzu-quotes 1\n2026-12-02 CNY nowhere\n-\n\nx",
            "suanzu-quotes 1\n2026-12-02 CNY cn\ncard,prise\n\nx",
            "[]",
        ] {
            assert_eq!(Saved::parse(bad), None, "{bad}");
        }
        // Cut anywhere, it is refused or loses the end of the paste, and never breaks.
        for at in (0..good.len()).filter(|i| good.is_char_boundary(*i)) {
            if let Some(cut) = Saved::parse(&good[..at]) {
                assert!(saved().text.starts_with(&cut.text));
            }
        }
    }
}
