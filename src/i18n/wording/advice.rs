//! Texts of the advice rules. `[…]` is what is the matter, then what it means and what to do;
//! `{name}` is a value that the rule computed, formatted by its name.

use super::Wording;
use crate::engine::report::Advice;
use crate::i18n::{Rich, number};

impl Wording<'_> {
    /// A piece of advice as sentences; the first, bold one says what is the matter. A rule without
    /// a text shows its id (a test sees to it that there is none).
    pub fn advice(&self, advice: &Advice) -> Rich {
        let Some((zh, en)) = texts(advice.rule) else { return Rich::of(advice.rule) };
        let template = self.pick(zh, en);
        // Named places become numbered ones; values are inserted by `fill`, never read as template.
        let mut numbered = String::new();
        let mut values: Vec<String> = Vec::new();
        let mut rest = template;
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, tail)) = after.split_once('}') else { break };
            numbered.push_str(before);
            numbered.push_str(&format!("{{{}}}", values.len()));
            let value = advice.values.iter().find(|(n, _)| *n == name).map_or(0.0, |(_, x)| *x);
            values.push(self.advice_value(name, value));
            rest = tail;
        }
        numbered.push_str(rest);
        let values: Vec<&str> = values.iter().map(String::as_str).collect();
        self.fill(&numbered, &values)
    }

    fn advice_value(&self, name: &str, x: f64) -> String {
        let lang = self.lang;
        match name {
            // The winner's total is the one its bill shows.
            "total" if self.winner().is_some_and(|e| e.total.likely == x) => {
                self.winner().map_or_else(String::new, |e| self.money(self.total(e)))
            }
            "total" | "total_one" | "larger" | "saved" | "unused" | "day" | "hidden" | "cost" => {
                self.money(x)
            }
            "price" | "median" => number::rate(lang, self.amount(x), self.show, number::Per::Hour),
            "share" | "idle" | "p_fits" => number::percent(x),
            "hours" | "hours_one" => self.hours(x),
            "days" | "keep" => number::days(lang, x),
            "gib" | "margin_gib" | "over_gib" | "usable_gib" | "host_gib" | "card_gib" => {
                number::gib(x * crate::units::GIB)
            }
            "marketed_gb" | "memory_gb" => number::gb(x),
            "gbs" => number::Quantity { number: number::significant(x, 3), unit: "GB/s" }.text(),
            "tflops" => number::Quantity { number: number::significant(x, 3), unit: "TFLOP/s" }.text(),
            "gbps" if x <= 0.0 => lang.text().unknown.into(),
            "gbps" => number::Quantity { number: number::significant(x, 3), unit: "Gbit/s" }.text(),
            "capability" | "cuda" => number::fixed(x, 1),
            "interruptions" | "bytes_per_param" | "times_low" | "times_high" => number::significant(x, 2),
            _ => number::fixed(x, 0),
        }
    }
}

#[rustfmt::skip]
fn texts(rule: &str) -> Option<(&'static str, &'static str)> {
    Some(match rule {
        // memory, host and speed
        "oom-likely" => ("[可能爆显存：]有 {p_fits} 的把握放得下，上限超出 {over_gib}。先跑最长的样本；不行就减微批或打开重算。", "[May run out of memory:] {p_fits} likely to fit, the top of the range is {over_gib} over. Run the longest sample first; else halve the micro-batch or recompute."),
        "oom-logits-dominate" => ("[损失计算占了 {gib}：]词表有 {vocab} 个词。用分块或融合的损失（Liger、CCE）能省掉大半。", "[The loss takes {gib}:] the vocabulary has {vocab} entries. A chunked or fused loss (Liger, CCE) saves most of it."),
        "oom-activations-dominate" => ("[激活值占了 {gib}，]是最大的一块。打开重算，多花约三成时间。", "[Activations take {gib},] the largest part. Recompute them for about a third more time."),
        "oom-states-dominate" => ("[训练状态占了 {gib}，]每个参数 {bytes_per_param} 字节。分片、8 位优化器或 LoRA 都能省。", "[Training states take {gib},] {bytes_per_param} bytes a parameter. Sharding, an 8-bit optimizer or LoRA save most."),
        "oom-longest-sample" => ("[峰值由最长的样本决定：]按 {seq} token 算的。先用最长的几条试跑。", "[The longest sample sets the peak:] worked out for {seq} tokens. Try the longest ones first."),
        "usable-less-than-marketed" => ("[标称 {marketed_gb} 的卡，实际可用 {usable_gib}，]这里按实际的算。", "[A card sold as {marketed_gb} shows {usable_gib},] which is what counts here."),
        "serve-profile-peak" => ("[采样缓冲占 {gib}：]因为最大并发设到 {max_num_seqs}。用不到就调低 max_num_seqs。", "[The sampler takes {gib}] because up to {max_num_seqs} sequences are allowed. Lower max_num_seqs if you need fewer."),
        "h20-compute-cap" => ("[这张卡带宽高、算力低]（{gbs}，{tflops}）：适合推理解码，训练不划算。", "[Much bandwidth, little compute] ({gbs}, {tflops}): good for decoding, poor value for training."),
        "cpu-per-gpu" => ("[CPU 可能喂不饱 GPU：]有 {vcpus} 个 vCPU，约需要 {need} 个核。减少加载进程，或提前把数据处理好。", "[The CPU may starve the GPUs:] {vcpus} vCPUs, about {need} cores needed. Use fewer loader workers or prepare the data beforehand."),
        "ram-per-gpu" => ("[主机内存偏小：]{host_gib}，显存共 {card_gib}。加载大模型和卸载会很慢或失败。", "[Host memory is small:] {host_gib} against {card_gib} on the cards. Loading large models or offloading may crawl or fail."),
        "micro-batch-too-small" => ("[每步只算 {tokens} 个 token，]卡吃不满，大约慢三分之一。显存够就加大微批。", "[Only {tokens} tokens a step:] the card is not busy, about a third slower. Raise the micro-batch if memory allows."),
        "fp32-left-on" => ("[还在用 FP32：]换成 BF16 快 {times_low} 到 {times_high} 倍。", "[Still in FP32:] BF16 is {times_low} to {times_high} times faster."),
        "compile-option" => ("[试试 torch.compile：]实测快 16% 到 27%，大约省 {hours}。", "[Try torch.compile:] 16 to 27% faster where measured, about {hours} saved."),
        "small-model-one-card" => ("[一张卡就够：]{total_one}，{hours_one}；现在是 {total}，{hours}。", "[One card would do:] {total_one} and {hours_one}, against {total} and {hours}."),
        "value-smaller-card-wins" => ("[小卡更划算：]{total}，换更大的卡最少 {larger}。", "[The smaller card is better value:] {total}; larger ones start at {larger}."),
        // links between cards
        "tp-without-nvlink" => ("[张量并行 {tp} 走 PCIe]（{gbs}）：实测只有理想速度的 53% 到 61%。能选就选带 NVLink 的。", "[Tensor parallel {tp} over PCIe] ({gbs}): 53 to 61% of the ideal where measured. Choose NVLink if you can."),
        "shard-without-nvlink" => ("[分片训练走 PCIe]（{gbs}）：通信会占不少时间。放得下就用 ZeRO-2，或少用几张卡。", "[Sharded training over PCIe] ({gbs}): traffic takes a good part of the time. Use ZeRO-2 if it fits, or fewer cards."),
        "geforce-no-p2p" => ("[{cards} 张消费卡之间不能直连，]数据要绕主机内存；速度已按这个算。", "[{cards} consumer cards without peer access:] data passes the host; the speed allows for it."),
        "bridge-pairs" => ("[NVLink 桥只连两张：]{cards} 张卡里，跨对的通信走 PCIe。", "[NVLink bridges join pairs only:] among {cards} cards the rest goes over PCIe."),
        "nvlink-cut" => ("[这张卡的 NVLink 是削减过的]（{gbs}），多卡训练比原版慢；速度已按这个算。", "[NVLink on this card is cut] to {gbs}: slower on several cards; the speed allows for it."),
        "link-unknown" => ("[没写 {cards} 张卡怎么连。]下单前问清是 NVLink 还是 PCIe。", "[How the {cards} cards are joined is not stated.] Ask before ordering: NVLink or PCIe?"),
        "multi-node-no-rdma" => ("[{machines} 台机器之间没写有 RDMA]（网络 {gbps}）。下单前问清，没有的话会慢很多。", "[RDMA between the {machines} machines is not stated] (network {gbps}). Ask before ordering; without it this is much slower."),
        "one-node-rdma" => ("[用不到 RDMA：]{cards} 张卡在一台机器里。去掉这个要求，可选的更多。", "[RDMA is not needed:] {cards} cards sit in one machine. Dropping the need widens the choice."),
        "node-shape" => ("[按 {sold_as} 张一组卖，只用 {used} 张，]{idle} 的钱花在闲着的卡上。", "[Sold in groups of {sold_as}, {used} used:] {idle} of the money goes to idle cards."),
        "uneven-heads" => ("[KV 头数 {kv_heads} 不能被张量并行 {tp} 整除，]会复制一部分 KV 缓存。", "[{kv_heads} KV heads over tensor parallel {tp}] do not divide evenly, so part of the cache is copied."),
        // software
        "rtx50-cu128" => ("[CUDA {cuda} 跑不了这张卡：]RTX 50 和 RTX PRO Blackwell 要 CUDA 12.8 以上的版本。", "[CUDA {cuda} cannot run this card:] RTX 50 and RTX PRO Blackwell need builds for CUDA 12.8 or newer."),
        "old-golden-pair" => ("[torch 2.0 的内核只到 8.6，]这张卡是 {capability}。换新版。", "[torch 2.0 has kernels up to 8.6;] this card is {capability}. Use a newer one."),
        "bf16-unsupported" => ("[这张卡（{capability}）没有 BF16 单元。]用 FP16，并做损失缩放。", "[This card ({capability}) has no BF16 units.] Use FP16 with loss scaling."),
        "fp8-unsupported" => ("[这张卡（{capability}）不支持 FP8 计算，]要 8.9 以上。改用 INT8 或 4 位权重。", "[This card ({capability}) cannot compute in FP8,] which starts at 8.9. Use INT8 or 4-bit weights."),
        "fp4-unsupported" => ("[FP4 要 Blackwell，]这张卡是 {capability}。", "[FP4 needs Blackwell;] this card is {capability}."),
        "vllm-floor" => ("[vLLM 要 7.5 以上，]这张卡是 {capability}。用 llama.cpp，或换卡。", "[vLLM needs 7.5 or newer;] this card is {capability}. Use llama.cpp or another card."),
        "volta-pascal-end" => ("[这张卡（{capability}）的支持快到头了：]torch 2.11 起默认包不再带它的内核，要用 cu126 的包。", "[Support for this card ({capability}) is ending:] default wheels dropped it with torch 2.11; use the cu126 builds."),
        "fa2-unsupported" => ("[这张卡（{capability}）用不了 FlashAttention-2，]长序列的显存会按平方涨。", "[This card ({capability}) cannot run FlashAttention-2;] memory grows with the square of the length."),
        "domestic-stack" => ("[国产卡要看软件栈：]先确认你的模型和程序在它的框架上跑过。显存 {memory_gb}。", "[A domestic card needs its own stack:] check first that your model and program run on it. Memory {memory_gb}."),
        "modded-card" => ("[改装卡]（{memory_gb}），不是原厂产品，没有原厂质保。先做整块显存测试，按小时租，数据别只放一份。", "[A modified card] ({memory_gb}), not the vendor’s product and without its warranty. Test all of its memory, rent by the hour, keep a second copy of data."),
        // price, terms, data
        "price-stale" => ("[报价是 {days}前读到的。]下单前到控制台看一眼。", "[The price was read {days} ago.] Look at the console before you order."),
        "price-too-low" => ("[单价 {price}，不到同类中位数 {median} 的一半。]问清是不是二手、共享、限功率或首单价；先按小时验机。", "[{price} is less than half the usual {median}.] Ask whether it is used, shared, capped or introductory; test by the hour first."),
        "spot-saves" => ("[能断点续训的话，竞价只要 {total}，]省 {saved}。", "[If the job can resume, spot costs {total},] {saved} less."),
        "spot-no-checkpoint" => ("[竞价跑 {hours}，没设存档间隔。]被收回一次就从头来。定期存档。", "[{hours} on spot without a checkpoint interval:] one reclaim and it starts over. Save regularly."),
        "spot-not-for-serving" => ("[只有 {replicas} 个副本却用竞价：]被收回就停服。至少两个副本，或换按量。", "[{replicas} replica on spot:] a reclaim is an outage. Use two replicas or on-demand."),
        "spot-price-floor" => ("[{price} 是起步价，]实际可能更高。设上限。", "[{price} is a floor;] the real price may be higher. Set a cap."),
        "package-does-not-pay" => ("[包期里有 {unused} 用不上]（{share}）。确认没有更合适的按量报价再下单。", "[{unused} of the term goes unused] ({share}). Make sure no metered offer suits before ordering."),
        "trial-length" => ("[打算包月？先按量试 1 天]（{day}）。", "[Thinking of a package? Try one day on-demand first] ({day})."),
        "long-lock" => ("[一次付 {total}，锁很久。]卡价在跌，先问能不能转让或退。", "[{total} up front locks you in for long.] Card prices fall: ask about transfer and refunds first."),
        "hidden-share" => ("[有 {hidden} 不是算力费]（{share}）。账单里逐项列了。", "[{hidden} is not compute] ({share}). The bill lists every line."),
        "release-countdown" => ("[连续关机 {days}，机器和数据一起释放。]你打算保留 {keep}：记得中途开一次机，或把数据拷走。", "[After {days} stopped, machine and data are released.] You mean to keep them {keep}: power on in between or copy the data away."),
        "egress-large" => ("[下载流量要 {cost}。]只下适配器，或在云上直接合并和推理。", "[Traffic out costs {cost}.] Download only the adapter, or merge and serve in the cloud."),
        "assumed-prices" => ("[部分价格没有公布，]{hidden} 的隐藏成本里有估的。下单前问清。", "[Some prices are not published:] part of the {hidden} of hidden cost is assumed. Ask before ordering."),
        "no-backup" => ("[数据在别处没有备份，]要跑 {hours}。至少留一份存档点在别处。", "[There is no copy elsewhere] for {hours} of work. Keep at least one checkpoint somewhere else."),
        "sensitive-data" => ("[敏感数据不要放算力市场：]主机是陌生人的。换综合云或自有机房。", "[Keep sensitive data off marketplaces:] the host belongs to a stranger. Use a general cloud or your own rack."),
        "cross-border" => ("[机器在境外：]数据出境要先看规定。", "[The machine is abroad:] check the rules before data leaves the country."),
        "failure-rate" => ("[{gpu_hours} 卡时里预计有 {interruptions} 次意外中断。]按时存档。", "[About {interruptions} unexpected interruptions in {gpu_hours} card-hours.] Save regularly."),
        "no-monitoring" => ("[这家没有监控，]要跑 {hours}。自己记 nvidia-smi 和损失曲线。", "[No monitoring here] for {hours} of running. Log nvidia-smi and the loss yourself."),
        "ask-one-machine" => ("[问清：]这 {cards} 张卡在不在同一台机器。", "[Ask:] do the {cards} cards sit in one machine?"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::tests::check_pair;

    #[test]
    fn places_of_both_languages_are_the_same() {
        let names = |t: &str| {
            let mut all: Vec<String> =
                t.split('{').skip(1).filter_map(|p| p.split_once('}')).map(|(n, _)| n.to_string()).collect();
            all.sort();
            all.dedup();
            all
        };
        for rule in crate::engine::advice::rules() {
            let Some((zh, en)) = texts(rule.id) else { panic!("{} has no text", rule.id) };
            check_pair(rule.id, zh, en);
            assert_eq!(names(zh), names(en), "{}", rule.id);
        }
    }
}
