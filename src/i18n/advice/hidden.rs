//! `advice.md` §10: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("hidden-share", "[有 {hidden} 不是算力费]（{share}）。账单里逐项列了。", "[{hidden} is not compute] ({share}). The bill lists every line."),
    ("release-countdown", "[连续关机 {days}，机器和数据一起释放。]你打算保留 {keep}：记得中途开一次机，或把数据拷走。", "[After {days} stopped, machine and data are released.] You mean to keep them {keep}: power on in between or copy the data away."),
    ("egress-large", "[下载流量要 {cost}。]只下适配器，或在云上直接合并和推理。", "[Traffic out costs {cost}.] Download only the adapter, or merge and serve in the cloud."),
    ("assumed-prices", "[部分价格没有公布，]{hidden} 的隐藏成本里有估的。下单前问清。", "[Some prices are not published:] part of the {hidden} of hidden cost is assumed. Ask before ordering."),
];
