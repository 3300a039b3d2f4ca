//! `advice.md` §11: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("no-backup", "[数据在别处没有备份，]要跑 {hours}。至少留一份存档点在别处。", "[There is no copy elsewhere] for {hours} of work. Keep at least one checkpoint somewhere else."),
    ("sensitive-data", "[敏感数据不要放算力市场：]主机是陌生人的。换综合云或自有机房。", "[Keep sensitive data off marketplaces:] the host belongs to a stranger. Use a general cloud or your own rack."),
    ("cross-border", "[机器在境外：]数据出境要先看规定。", "[The machine is abroad:] check the rules before data leaves the country."),
];
