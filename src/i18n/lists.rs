//! Words of the panel of checklists; what stands in the lists is in [`checklists`](super::checklists).

use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};

pairs! {
    Lists;
    TITLE "清单：付钱前、第一天、之后" "Checklists: before paying, the first day, afterwards";
    NOTE "按你的方案填好了：做一条勾一条。勾只存在这台电脑上，换一个方案各记各的。" "Filled in for your plan: tick what is done. Ticks stay on this computer, apart for each offer.";
    ASKING "付钱前的问题（{0}）" "Questions before paying ({0})";
    ASKING_NOTE "跟这个方案有关的 {0} 条，目录里没有答案的 {1} 条写在下面这段话里。问到一条勾一条；括号里是第一天怎么核对。" "{0} questions that concern this plan. The {1} that the catalog does not answer are in the message. Tick what has been answered; in brackets, how to check it on the first day.";
    ANSWERED "目录里写的是 {0}" "The catalog says: {0}";
    CHECKED "（核对：{0}）" "(check: {0})";
    BEFORE "报价体检（{0}）" "Check-up of the quote ({0})";
    WATCHING "监控：什么值留意，什么值动手" "Monitoring: when to watch, when to act";
    WATCH_NOTE "门槛来自厂商文档和公开的运维记录；标“假设”的是我们的默认值。" "Thresholds come from vendors’ documents and public operating logs; what is marked an assumption is our default.";
    HEAT_KNOWN "{0} °C 留意，{1} °C 动手；{2} °C 硬件降频，{3} °C 关机" "watch at {0} °C, act at {1} °C; hardware slows down at {2} °C and shuts down at {3} °C";
    HEAT_READ "80 °C 留意；这张卡的最高运行温度没有查到，在机器上读出来，到了就动手" "watch at 80 °C; the highest operating temperature of this card was not found: read it on the device and act there";
    VCPUS "{0} 个 vCPU" "{0} vCPUs";
    VCPUS_UNKNOWN "vCPU 数没有写明" "vCPUs are not stated";
    OTHERS_NONE "按你的限定没有别的卡" "none within your limits";
    HAS "有" "yes";
    HAS_NOT "没有" "no";
    STANDBY "在 {0} 留冷备，一个月约 {1}；耽误一小时值 {2} 以上才划算" "A cold standby at {0} costs about {1} a month and pays when an hour of delay is worth more than {2}";
    STANDBY_UNKNOWN "冷备要多少钱没法算：别家没有公布存储价" "What a cold standby costs is unknown: no other seller prints a price of storage";
    DAY "第一天验机（约两小时）" "The first day: test the machine (about two hours)";
    KEEPING "持续运行和退出" "Keeping going, and the way out";
    BEFORE_NOTE "27 项里，{0} 说清了 {1} 项；没说清的 {2} 项按这个方案可能多花的钱排。钱数有些是假设；问清一项勾一项。" "Of 27 items {0} settles {1}; the {2} left open stand by what they may add to this plan. Some sums rest on assumptions; tick what has been answered.";
    BEFORE_NONE "这家该说的都说了。" "This seller leaves nothing open.";
    DAY_NOTE "前五条有一条不过就停下来，先找服务商。标“要 root”的，容器里做不了。" "Stop at the first of the top five that fails, and call the provider. What needs root cannot be done in a container.";
    KEEP_NOTE "机器会坏，价格会变，平台会关。这张单子让你在那天只丢几小时。" "Machines break, prices move, platforms close. With this list that day costs you hours.";
    COPY "复制（Markdown）" "Copy (Markdown)";
    SAVE "下载（Markdown）" "Download (Markdown)";
    COPIED "已复制" "Copied";
    REFUSED "浏览器不让复制，自己选中再复制：" "Copying was refused; select the text and copy it:";
    NOT_KEPT "这个浏览器不让网页存东西：勾刷新就没了，先下载。" "This browser does not let the page keep anything: ticks are gone after a reload. Download the list.";
    LETTER "发给服务商的问题" "Questions to send to the provider";
    LETTER_COPY "复制这段话" "Copy the message";
    LETTER_HEAD "你好，我想租 {0}，{1}，想先确认几件事：" "Hello, I would like to rent {0}, {1}. Before I order, could you confirm:";
    LETTER_END "谢谢。" "Thank you.";
    RENT_HOURS "大约用 {0}" "for about {0}";
    SHOWN "第一天的读数" "What the first day showed";
    SHOWN_NOTE "填进来就跟这张卡该有的比，不达标的会进“风险和建议”。" "Type the readings in: each is held against what this card should show, and what falls short comes up under risk and advice.";
    AT_LEAST "至少 {0}" "at least {0}";
    ABOUT "约 {0}" "about {0}";
    PASS "达标" "as it should be";
    FAIL_LOW "不达标，低 {0}" "{0} too low";
    FAIL_OTHER "对不上" "does not match";
    NO_REFERENCE "没有查到参考值" "no reference was found";
    PLAN_B "有没有货要看当天。没有的话，下一个是{0}：{1}，{2}。" "Whether it is in stock shows on the day. If not, the next one is {0}: {1}, {2}.";
    PLAN_B_NONE "有没有货要看当天，目录里没有第二家。" "Whether it is in stock shows on the day, and the catalog knows no second seller.";
    STEP_S "每步约 {0}" "about {0} a step";
    RATE_S "至少 {0}" "at least {0}";
    NO_PACE "和自己以前的速度比" "compare it with your own earlier runs";
    DELETES "关机 {0} 后删数据" "data goes {0} after a stop";
    DELETES_UNKNOWN "这家没公布，先问" "not published: ask";
    PCIE "{0} 代 x{1}" "generation {0} x{1}";
    DONE "做完 {0} / {1}" "{0} of {1} done";
}
