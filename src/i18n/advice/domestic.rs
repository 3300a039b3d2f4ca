//! `advice.md` §15: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("domestic-stack", "[国产卡要看软件栈：]先确认你的模型和程序在它的框架上跑过。显存 {memory_gb}。", "[A domestic card needs its own stack:] check first that your model and program run on it. Memory {memory_gb}."),
];
