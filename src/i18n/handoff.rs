//! Texts of hand-off files: what one cannot say, why one is not offered, how each was checked; the order sheet;
//! what was measured beside what was planned.

use super::number;
use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};
use super::{Lang, fields};
use crate::handoff::back::{Compared, Verdict, What};
use crate::handoff::{Checked, Note, Refusal, Tool};
use crate::plan::Field;

pairs! {
    Handoff;
    LEAD "显存和速度是按哪些设置算的，文件里就写哪些，一个也不留给工具的默认值。" "Every setting that memory and speed were computed from is written out; none is left to a tool's default.";
    RUN "跑任务" "Run the job";
    LAUNCH "拿机器" "Get the machine";
    BY_HAND "没有接口的平台" "Platforms without an engine";
    SHEET "下单单" "Order sheet";
    SHEET_NOTE "照着它在卖家的网页上选；没有自动下单。页面换成英文，单子也是英文。" "Fill in the seller's page from it; nothing is ordered by itself. Switch the page to Chinese for a Chinese sheet.";
    COPY "复制" "Copy";
    COPIED "已复制" "Copied";
    DOWNLOAD "下载" "Download";
    REFUSED "浏览器不让复制：选中文字自己复制。" "The browser refused: select the text and copy it.";
    WHY_NOT "{0}（{1}）" "{0} ({1})";
    BACK "跑起来以后：量一量，贴回来" "Once it runs: measure it and paste it back";
    BACK_NOTE "在机器上用 sh measure.sh 加你的命令来跑，几十步后按 Ctrl-C。显存读的是 nvidia-smi、npu-smi 或 rocm-smi，别家的卡量不了。" "On the machine, run your command as sh measure.sh COMMAND and press Ctrl-C after some dozens of steps. Memory is read from nvidia-smi, npu-smi or rocm-smi: other makers' cards are not measured.";
    PASTE "把它最后打印的几行贴在这里" "Paste the last lines that it prints here";
    OTHER_CARD "量的是 {0}，不是计划里的卡。" "Measured on {0}, not on the plan's card.";
    USE "按实测重算整个计划" "Work the plan out again from this";
    BESIDE "{0}：计划 {1}，实测 {2}，{3}" "{0}: {1} planned, {2} measured; {3}";
    VERSION "按 {0} 写。{1}" "Written for {0}. {1}";
    NONE "没有给出的" "Not offered";
    COLON "：" ": ";
    BY_PARSER "项目的测试用它自己的解析器（{0}）读过所有预设的文件；没有真的运行过。" "Our tests read the files of all presets with its own parser ({0}); nothing was run.";
    BY_SCHEMA "项目的测试用它发布的定义（{0}）核对过所有预设的文件；没有真的运行过。" "Our tests hold the files of all presets against what it publishes ({0}); nothing was run.";
    BY_ONCE "它的程序（{0}）接受过这样的文件；不在项目的测试里。" "Its program ({0}) has accepted files of this form; not part of our tests.";
    BY_FLAGS "参数名对过这个版本的参数表（{0}）；测试里不装它，没有真的运行过。" "Names of settings are those of this version ({0}); our tests do not install it, nothing was run.";
    BY_SOURCE "只读过它的源码（{0}），没有运行过。" "Its source was read ({0}); nothing was run.";
    BY_DOCS "只读过它的文档（{0}），没有运行过。" "Its documentation was read ({0}); nothing was run.";
    N_UNSAID "它没有“{0}”这个设置，而显存或速度是按它算的：自己确认。" "It has no setting for “{0}”, which memory or speed was computed from: check it yourself.";
    N_FILL_MODEL "计划里没有公开的模型：把它的路径填进去。" "The plan names no published model: put its path in.";
    N_QUANTISED "公开的文件不是这种格式：换成这种格式的文件名。" "The published files are not in this format: name files that are.";
    N_FILL_JOB "这个程序的文件还写不了：把你的命令放进 job.sh。" "We write no file for this program: put your own command into job.sh.";
    N_FILL_INSTALL "程序怎么装没有写：先装好。" "How the program is installed is not written: install it first.";
    N_FILL_DATA "计划里没有数据在哪里：填上数据的位置。" "The plan does not say where the data is: fill it in.";
    N_FILL_REWARD "计划里没有奖励函数：填上。" "The plan has no reward function: fill it in.";
    N_FILL_TEMPLATE "对话模板要跟模型一致：核对这一行。" "The chat template must match the model: check that line.";
    N_RECIPE "这个程序自带的配方还有别的设置，计划里没有：在它的基础上改。" "The program's own recipe has more settings than the plan knows: start from it.";
    N_BALANCER "几份模型各自接请求：前面要有负载均衡。" "Several copies serve on their own: put a load balancer in front.";
    N_CAP_MACHINE "这里的价格上限是每台每小时，美元。" "The price cap is per machine and hour, in US dollars.";
    N_CAP_BELOW "上限按你的预算写的，比现在的价低：可能一直租不到。" "The cap is your budget's and below today's price: it may never be met.";
    N_TIME_ONLY "它不认价格上限，只会到点停。" "It knows no price cap; it only stops after the time limit.";
    N_NO_CAP "它既不认价格上限，也不会自己停：别忘了关机。" "It knows neither a price cap nor a time limit: remember to stop the machine.";
    N_NO_SPOT "它不能指定竞价机器。" "It cannot ask for interruptible machines.";
    N_OTHER_SELLER "它租不到计划里那一家的机器：会在别家找同样的卡，价钱不一样。" "It does not rent from the plan's seller: it looks for the same card elsewhere, at another price.";
    N_COVERS "它的这个卡名还包括别的型号：到手先核对。" "Its name for this card covers others too: check what you get.";
    N_FILL_CARD "不知道它怎么叫这张卡：自己填。" "Its name for this card is not known: fill it in.";
    N_LABEL "标签随驱动里的名字变，先看一眼：kubectl get nodes -L nvidia.com/gpu.product" "The label follows the driver's name, look first: kubectl get nodes -L nvidia.com/gpu.product";
    N_VENDOR "资源名要看集群装的是哪种插件：先问管理员。" "The resource name depends on the plugin that is installed: ask first.";
    N_OWN "它不租机器：显卡、内存、磁盘照下单单自己租好。" "It rents no machine: rent one with the card, memory and disk of the order sheet.";
    N_NO_DISK "它不能要磁盘：磁盘和内存够不够，照下单单核对。" "It cannot ask for disk: compare disk and host memory with the order sheet.";
    N_LEFT_OUT "首选和备选里有它租不到的，没有写进来。" "It does not rent all of the plan's first and second choices: those are left out.";
    N_STAGE "先把训练数据放到跟任务同名的卷里：它挂在 /work。" "Put the training data on the volume that has the job's name first: it is mounted at /work.";
    N_SITE "分区、账号和卡的名字各家不同：照你们的改。" "Partition, account and card names are the site's own: put yours in.";
    N_PORT "参数是照 NVIDIA 的版本读的，不是厂商自己的移植版。" "The flags were read for NVIDIA's build, not for the maker's own port.";
    N_SHARE "缓存的占比是由计划留下的空间算出来的。" "The share of the cache is worked out from the room that the plan leaves.";
    N_SIZED "显存按每条请求的实际长度算；服务器允许的更长。" "Sized for the stated length of requests; the server admits longer ones.";
    N_IMAGE "镜像没有跟这个程序一起试过。" "The image was not tried with this program.";
    N_DISK "检查点要放在换一台机器也找得到的地方。" "Checkpoints must lie where another machine finds them.";
    N_VERSION "计划是按这个程序的另一个版本算的：文件按上面写的版本写，装的时候对一下。" "The plan was worked out for another version of the program: the file is for the one named above.";
    N_RESUME "被打断以后会从头再来：它没有自动接着跑的设置。" "After an interruption it begins anew: it has no setting to go on by itself.";
    N_ONE_EACH "它一个进程只用一份模型的卡：几份就开几个进程。" "One process serves one copy of the model: start one for each copy.";
    O_TITLE "算力下单单（Suanzu 计划 {0}）" "Order for GPU servers (Suanzu plan {0})";
    O_JOB "任务" "Job";
    O_SELLER "卖家" "Seller";
    O_CARDS "卡" "Cards";
    O_MEMORY "每张卡的显存，不少于" "Memory of each card, at least";
    O_MODE "计费" "Billing";
    O_PRICE "当时看到的价" "Price as read";
    O_READ "{0}，读于 {1}" "{0}, read on {1}";
    O_TOTAL "整个计划预计" "Whole plan, expected";
    O_IMAGE "镜像" "Image";
    O_IMAGE_CUDA "带 CUDA 驱动、Python 3.11 的镜像" "one with a CUDA driver and Python 3.11";
    O_IMAGE_OTHER "带这种卡的驱动和厂商软件栈的镜像" "one with the driver and the maker's stack for this card";
    O_PROGRAM "程序" "Program";
    O_DISK "磁盘，每台" "Disk, per machine";
    O_RAM "内存，每台" "Host memory, per machine";
    O_PORT "要开放的端口" "Port to open";
    O_HOURS "预计开机" "Powered on, expected";
    O_CHECK "机器到手先看（十分钟内，不对就退）：" "On arrival, within ten minutes (give it back if it is wrong):";
    O_C_CARD "nvidia-smi：型号和张数对不对，每张显示的显存够不够 {0} MiB" "nvidia-smi: model and number of cards, and at least {0} MiB shown on each";
    O_C_CARD_OTHER "厂商的设备工具：型号和张数对不对，每张显示的显存够不够 {0} MiB" "the maker's device tool: model and number of cards, and at least {0} MiB shown on each";
    O_C_LINK "nvidia-smi topo -m：卡之间是 NVLink 还是 PCIe，跟卖家说的一不一样" "nvidia-smi topo -m: NVLink or PCIe between the cards, as the seller says";
    O_C_DISK "df -h：数据盘有没有 {0} GB；free -g：内存够不够" "df -h: {0} GB on the data disk; free -g: enough host memory";
    O_C_STOP "关机以后磁盘还收不收钱、数据留几天" "whether the disk is billed while off, and for how many days data is kept";
    O_C_DELETES "关机 {0} 后数据会被删" "data is deleted {0} after the machine stops";
    O_PORTED "{0}，要厂商自己的移植版" "{0}, in the maker's own port";
    O_C_RUN "sh measure.sh 跑几十步，量出来的显存和速度贴回 Suanzu" "sh measure.sh for some dozens of steps, and paste memory and speed back into Suanzu";
    UNREAD "没找到 measure.sh 打印的那几行。" "The lines that measure.sh prints are not in it.";
    W_PEAK "显存峰值，最满的一张" "Peak memory of the fullest card";
    W_STEP "一步" "One step";
    W_RATE "每秒 token" "Tokens per second";
    AS_PLANNED "{0}，在预计的区间内" "{0}, within the expected range";
    ABOVE "{0}，比预计的高" "{0}, above the expected range";
    BELOW "{0}，比预计的低" "{0}, below the expected range";
    OTHER_PLAN "这是另一个计划（{0}）跑出来的，只能参考。" "This was run for another plan ({0}): a hint only.";
    R_PROGRAM "计划是按别的程序算的" "the plan was sized for another program";
    R_TASK "它做不了这种任务" "it does not do this kind of job";
    R_VALUE "它没有计划里的“{0}”这个取值" "it has no such value for “{0}”";
    R_TOGETHER "它不让“{0}”和“{1}”这样配" "it does not take “{0}” and “{1}” together like this";
    R_MODEL "模型名不像模型站上的路径" "the model's name is no path that hubs accept";
    R_MACHINE "它只管一台机器" "one machine only";
    R_CARD "不知道它怎么叫这张卡" "its name for this card is not known";
    R_STACK "没有它能在这家的卡上跑的依据" "no source says that it runs on this maker's cards";
    R_RECIPE "它的配方里没有这个模型" "its list of recipes does not hold this model";
}

/// How a tool's file was checked, and with what.
pub fn checked(lang: Lang, tool: Tool) -> String {
    let pair = match tool.checked() {
        Checked::Parser => BY_PARSER,
        Checked::Schema => BY_SCHEMA,
        Checked::Once => BY_ONCE,
        Checked::Flags => BY_FLAGS,
        Checked::Source => BY_SOURCE,
        Checked::Docs => BY_DOCS,
    };
    say(lang, pair, &[tool.checked_with()]).plain()
}

/// What the reader of a file should know.
pub fn note(lang: Lang, note: Note) -> String {
    let pair = match note {
        Note::Unsaid(field) => return filled(lang, N_UNSAID, &[field]),
        Note::FillModel => N_FILL_MODEL,
        Note::QuantisedFiles => N_QUANTISED,
        Note::FillJob => N_FILL_JOB,
        Note::FillInstall => N_FILL_INSTALL,
        Note::FillData => N_FILL_DATA,
        Note::FillReward => N_FILL_REWARD,
        Note::FillTemplate => N_FILL_TEMPLATE,
        Note::Recipe => N_RECIPE,
        Note::Balancer => N_BALANCER,
        Note::CapPerMachine => N_CAP_MACHINE,
        Note::CapBelowPrice => N_CAP_BELOW,
        Note::TimeCapOnly => N_TIME_ONLY,
        Note::NoCap => N_NO_CAP,
        Note::NoSpot => N_NO_SPOT,
        Note::OtherSeller => N_OTHER_SELLER,
        Note::NameCovers => N_COVERS,
        Note::FillCard => N_FILL_CARD,
        Note::CheckLabel => N_LABEL,
        Note::VendorResource => N_VENDOR,
        Note::OwnMachine => N_OWN,
        Note::NoDisk => N_NO_DISK,
        Note::LeftOut => N_LEFT_OUT,
        Note::StageData => N_STAGE,
        Note::SiteNames => N_SITE,
        Note::OtherPort => N_PORT,
        Note::DerivedShare => N_SHARE,
        Note::SizedForLoad => N_SIZED,
        Note::ImageNotTried => N_IMAGE,
        Note::OtherVersion => N_VERSION,
        Note::NoResume => N_RESUME,
        Note::SharedDisk => N_DISK,
        Note::OneProcessEach => N_ONE_EACH,
    };
    of(lang, pair).to_owned()
}

/// Why a file is not offered: half a sentence.
pub fn refusal(lang: Lang, refusal: Refusal) -> String {
    let pair = match refusal {
        Refusal::Value(field) => return filled(lang, R_VALUE, &[field]),
        Refusal::Together(a, b) => return filled(lang, R_TOGETHER, &[a, b]),
        Refusal::OtherProgram => R_PROGRAM,
        Refusal::Task => R_TASK,
        Refusal::ModelName => R_MODEL,
        Refusal::OneMachine => R_MACHINE,
        Refusal::Card => R_CARD,
        Refusal::Stack => R_STACK,
        Refusal::NoRecipe => R_RECIPE,
    };
    of(lang, pair).to_owned()
}

/// What was measured beside what was planned: a line.
pub fn compared(lang: Lang, c: &Compared) -> String {
    let shown = |x: f64| match c.what {
        What::Peak => number::gib(x),
        What::Step => number::seconds(lang, x),
        What::Rate => number::fixed(x, 0),
    };
    let name = match c.what {
        What::Peak => W_PEAK,
        What::Step => W_STEP,
        What::Rate => W_RATE,
    };
    let verdict = match c.verdict {
        Verdict::Within => AS_PLANNED,
        Verdict::Above => ABOVE,
        Verdict::Below => BELOW,
    };
    let share = number::percent_signed(c.measured / c.planned.likely - 1.0);
    let verdict = say(lang, verdict, &[&share]).plain();
    say(lang, BESIDE, &[of(lang, name), &shown(c.planned.likely), &shown(c.measured), &verdict]).plain()
}

/// A text with the names of settings in it.
fn filled(lang: Lang, pair: Pair, settings: &[Field]) -> String {
    let names: Vec<&str> = settings.iter().map(|f| fields::label(lang, *f)).collect();
    say(lang, pair, &names).plain()
}
