//! `advice.md` §16: id, Chinese, English, in the order of the rules. Dated notes, not advice.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("note-export-2023", "[备忘（2023-10-17）：]美国规则点名 {gpu} 等型号需要出口许可。这不说明你能不能租。", "[On record (2023-10-17):] a US rule names {gpu} among the cards that need a licence for export. That says nothing about whether you may rent it."),
    ("note-export-h20", "[备忘（2025-04）：]{gpu} 曾被要求出口许可，后来撤回。这不说明你能不能租。", "[On record (2025-04):] a licence was required for {gpu}, later withdrawn. That says nothing about whether you may rent it."),
    ("note-export-h200", "[备忘（2026-01-15）：]美国对 {gpu} 等出口到中国大陆和澳门改为逐案审查，数量不超过对美销量的一半，要第三方测试，过境加 25% 关税；同月有报道说大陆海关不放行。这不说明你能不能租。", "[On record (2026-01-15):] the US reviews exports of {gpu} and the like to mainland China and Macau case by case (at most half of US sales, third-party test, 25% tariff on transit); mainland customs were reported to refuse entry the same month. That says nothing about whether you may rent it."),
    ("note-remote-access", "[备忘（2026-01-12）：]把美国管制扩大到远程使用的法案在一院通过；之后的进展没读到。", "[On record (2026-01-12):] a bill to extend US controls to remote use passed one chamber; its later state was not read."),
    ("note-cross-border", "[备忘（2024-03-22 规定）：]不满 10 万人且不含敏感信息的豁免；10 万到 100 万人，或敏感信息不满 1 万人，要标准合同或认证；再多，或属于重要数据，要安全评估。", "[On record (rules of 2024-03-22):] fewer than 100,000 people without sensitive data are exempt; up to 1,000,000, or under 10,000 with sensitive data, need a standard contract or certification; above, or for important data, a security assessment."),
    ("note-geforce", "[备忘（2017-11-30 起）：]{gpu} 的驱动许可里有不得用于数据中心的条款。", "[On record (since 2017-11-30):] the driver licence of {gpu} has a clause on use in data centres."),
    ("note-compute-bank", "[备忘（2026-04）：]“算力银行”也指给小微企业汇集算力的公共项目，别和平台的预购包弄混。", "[On record (2026-04):] “compute bank” also names a public scheme that pools capacity for small firms; it is not a platform’s prepaid pack."),
    ("note-provider-left", "[备忘（2026-09-21）：]{provider} 结束了公开租用，只做企业私有服务。", "[On record (2026-09-21):] {provider} ended public rental and serves firms privately."),
    ("licence-model", "[这个模型的许可是 {licence}：]商用前先读它的使用限制。目录里还有 {others} 个同类、不比它大、许可宽松的模型。", "[The licence of this model is {licence}:] read its limits before commercial use. The catalog has {others} models of the same kind, no larger, under a permissive licence."),
    ("licence-unknown", "[没记录这个模型的许可，]别默认可以用。到模型页看清楚。", "[The licence of this model is not recorded:] do not assume that use is allowed. Check the model’s page."),
    ("terms-of-provider", "[签长约之前（共 {total}），先读条款：]能不能转租，能不能挖矿，开放哪些端口，内容规则，什么情况对方可以终止。", "[Before a long contract ({total} in all) read the terms:] resale, mining, open ports, content rules, and what lets the provider end it."),
];
