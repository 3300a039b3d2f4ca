//! Label of each field of the plan, and why it is asked. Keyed by the one table of fields
//! (`plan::Field`), so a new field does not compile until it has its four texts.

use super::later::{self, Set};
use super::{Lang, Named};
use crate::plan::{Field, Unit};

/// The label beside the input.
pub fn label(lang: Lang, field: Field) -> &'static str {
    let (zh, en) = names(field);
    lang.pick(zh, en)
}

/// Why it is asked: one sentence. In the page it comes with a part of its own (`ui::lazy::hint`).
pub fn hint(lang: Lang, field: Field) -> &'static str {
    later::text(lang, Set::Hints, field as usize)
}

/// Both texts of why the field at a place of [`Field`] is asked.
#[cfg(not(feature = "split"))]
pub(super) fn reason(place: usize) -> Option<(&'static str, &'static str)> {
    Field::ALL.get(place).map(|field| reasons(*field))
}

/// The unit inside the box; empty where it has none. Money carries the plan's currency.
pub fn unit(lang: Lang, field: Field, currency: crate::units::Currency) -> String {
    unit_word(lang, field.unit(), currency)
}

/// The word of a unit; empty where a plain number stands.
pub fn unit_word(lang: Lang, unit: Unit, currency: crate::units::Currency) -> String {
    let money = super::number::currency_word(lang, currency);
    let (zh, en) = match unit {
        Unit::None | Unit::Count => return String::new(),
        Unit::Context | Unit::Tokens => ("token", "tokens"),
        Unit::Gb => ("GB", "GB"),
        Unit::Gib => ("GiB", "GiB"),
        Unit::Mbps => ("Mbit/s", "Mbit/s"),
        Unit::Hours => ("小时", "h"),
        Unit::Days => ("天", "days"),
        Unit::Years => ("年", "years"),
        Unit::Minutes => ("分钟", "min"),
        Unit::Seconds => ("秒", "s"),
        Unit::Milliseconds => ("毫秒", "ms"),
        Unit::Share => ("%", "%"),
        Unit::Money => return money.into(),
        Unit::MoneyPerMonth => return money.to_string() + lang.pick("/月", "/mo"),
        Unit::MoneyPerHour => return money.to_string() + lang.pick("/时", "/h"),
        Unit::MoneyPerKwh => return money.to_string() + lang.pick("/度", "/kWh"),
        Unit::Billions => ("B", "B"),
        Unit::Mib => ("MiB", "MiB"),
        Unit::Gbs => ("GB/s", "GB/s"),
        Unit::Mbs => ("MB/s", "MB/s"),
        Unit::Tflops => ("TFLOPS", "TFLOPS"),
        Unit::Watts => ("W", "W"),
        Unit::Mhz => ("MHz", "MHz"),
        Unit::Pixels => ("像素", "px"),
        Unit::PerSecond => ("每秒", "per s"),
    };
    lang.pick(zh, en).into()
}

/// The name of a word that a field can hold ("lora" of the task field: "LoRA 微调"); the word itself
/// where it has none.
pub fn word(lang: Lang, field: Field, word: &str) -> String {
    use crate::plan::*;
    fn of<T: Named>(lang: Lang, value: Option<T>) -> Option<&'static str> {
        value.map(|v| v.name(lang))
    }
    let name = match field {
        Field::Task => of(lang, Task::parse(word)),
        Field::Software => of(lang, Software::parse(word)),
        Field::Precision => of(lang, Precision::parse(word)),
        Field::Quant => of(lang, Quant::parse(word)),
        Field::KvType => of(lang, KvType::parse(word)),
        Field::Optimizer => of(lang, Optimizer::parse(word)),
        Field::Regime => of(lang, Regime::parse(word)),
        Field::Checkpointing => of(lang, Checkpointing::parse(word)),
        Field::Loss => of(lang, LossKind::parse(word)),
        Field::LoraTargets => of(lang, LoraTargets::parse(word)),
        Field::Offload => of(lang, Offload::parse(word)),
        Field::Zero => of(lang, Zero::parse(word)),
        Field::DataClass => of(lang, DataClass::parse(word)),
        Field::Backend => of(lang, Backend::parse(word)),
        Field::Attention => of(lang, AttentionKernel::parse(word)),
        Field::Sharing => of(lang, Sharing::parse(word)),
        Field::CardState => of(lang, CardState::parse(word)),
        Field::Symptom => of(lang, Symptom::parse(word)),
        Field::Currency => of(lang, crate::units::Currency::parse(word)),
        Field::Modes => of(lang, mode(word)),
        Field::Region => match word {
            "any" => Some(lang.pick("不限地区", "Any region")),
            _ => {
                use crate::catalog::Region::*;
                let all = [("cn", Cn), ("us", Us), ("eu", Eu), ("asia", Asia), ("global", Global)];
                all.iter().find(|(w, _)| *w == word).map(|(_, r)| r.name(lang))
            }
        },
        _ => None,
    };
    name.unwrap_or(word).to_string()
}

macro_rules! labels {
    ($($field:ident $zh:literal $en:literal $why_zh:literal $why_en:literal)+) => {
        fn names(field: Field) -> (&'static str, &'static str) {
            match field { $(Field::$field => ($zh, $en)),+ }
        }
        #[cfg(not(feature = "split"))]
        fn reasons(field: Field) -> (&'static str, &'static str) {
            match field { $(Field::$field => ($why_zh, $why_en)),+ }
        }
    };
}

labels! {
    Task "要做的事" "Job" "训练和推理占显存、花时间的方式不同。" "Training and serving use memory and time in different ways."
    Model "模型" "Model" "层数、头数和词表决定显存。" "Layers, heads and vocabulary decide the memory."
    Params "参数量" "Parameters" "不在目录里的模型，只知道大小也能估，区间会宽些。" "For a model that is not listed, its size alone gives an estimate with a wider range."
    Architecture "模型结构" "Architecture" "从配置文件读到的层。" "Layers as read from a configuration file."
    Software "用什么程序" "Software" "不同程序的默认值和额外占用差很多。" "Programs differ a lot in defaults and overheads."
    Precision "计算精度" "Precision" "决定用哪一档算力和激活值大小。" "It sets which peak rate applies and how big activations are."
    Quant "权重量化" "Weight format" "4 位权重只占 16 位的四分之一多一点。" "4-bit weights take little more than a quarter of 16-bit."
    File "权重文件字节数" "Weight file bytes" "从模型文件头读到的准确字节数，换模型或换量化后不再生效。" "Exact bytes read from the headers of the model's files; they stop counting when model or format changes."
    KvType "KV 缓存精度" "KV cache format" "8 位缓存能多容一倍的人。" "An 8-bit cache holds twice the users."
    Seq "序列长度" "Sequence length" "激活值、KV 缓存和损失都跟它成正比。" "Activations, KV cache and loss grow with it."
    MicroBatch "微批大小" "Micro-batch" "每张卡一次算几条，显存跟它成正比。" "Samples per card at once; memory grows with it."
    GlobalBatch "全局批大小" "Global batch" "决定梯度累积几步。" "It sets how many steps are accumulated."
    Optimizer "优化器" "Optimizer" "每个可训练参数要记 0 到 8 字节状态。" "It keeps 0 to 8 bytes for each trainable parameter."
    Regime "训练数值格式" "Training formats" "要不要 32 位主权重，差出一倍显存。" "A 32-bit master copy can double the memory."
    Checkpointing "重算激活值" "Recompute activations" "多花约三成计算，省掉大部分激活值。" "About a third more computing for most of the activations."
    Flash "FlashAttention" "FlashAttention" "不用它，长序列的注意力矩阵会占满显存。" "Without it the attention matrix of a long sequence fills the card."
    Loss "损失怎么算" "Loss" "大词表模型的峰值常常在这里。" "With a large vocabulary the peak is often here."
    Compile "编译" "Compile" "torch.compile 之类，快一些，启动慢。" "torch.compile and the like: faster, slower to start."
    Packing "样本打包" "Packing" "不打包，短样本会浪费算力。" "Without it short samples waste compute."
    LoraRank "LoRA 秩" "LoRA rank" "适配器大小跟它成正比。" "Adapter size grows with it."
    LoraTargets "目标层" "Target layers" "加在哪些矩阵上。" "Which matrices get adapters."
    TrainEmbeddings "同时训练词表" "Train embeddings too" "词表大的模型会多占几 GiB。" "Costs several GiB with a large vocabulary."
    Offload "卸载到内存" "Offload" "省显存，慢很多，还要足够的主机内存。" "Saves GPU memory, much slower, needs host memory."
    Zero "分片方式" "Sharding" "训练状态在多卡间怎么分。" "How training states are split over cards."
    Tp "张量并行" "Tensor parallel" "一层拆到几张卡，要快的互联。" "Cards that share one layer; needs a fast link."
    Pp "流水线并行" "Pipeline parallel" "按层切成几段。" "Stages that the layers are cut into."
    Cp "上下文并行" "Context parallel" "长序列拆到几张卡。" "Cards that share one long sequence."
    Ep "专家并行" "Expert parallel" "MoE 的专家分到几张卡。" "Cards that the experts are spread over."
    Utilisation "显存利用率上限" "Memory utilisation" "引擎启动时占多大一份。" "The share that the engine takes at start."
    MaxNumSeqs "最大并发序列" "Most sequences" "影响采样缓冲和 CUDA 图。" "Affects sampler buffers and CUDA graphs."
    BatchedTokens "单步 token 上限" "Tokens per step" "预填充一次处理多少，影响峰值。" "How much prefill handles at once; affects the peak."
    Ubatch "ubatch" "ubatch" "llama.cpp 一次处理的 token。" "Tokens llama.cpp handles at once."
    Graphs "CUDA 图" "CUDA graphs" "快一些，多占 1 GiB 左右。" "Faster, about 1 GiB more."
    Generations "每题回答数" "Answers per prompt" "GRPO 一题采几个回答。" "How many answers GRPO samples per prompt."
    Width "宽" "Width" "图越大，显存和时间越多。" "Larger images take more memory and time."
    Height "高" "Height" "图越大，显存和时间越多。" "Larger images take more memory and time."
    Frames "帧数" "Frames" "视频的帧数；图像是 1。" "Frames of a clip; 1 for images."
    Steps "采样步数" "Steps" "时间跟它成正比。" "Time grows with it."
    VaeTiling "VAE 分块" "VAE tiling" "压低解码峰值，略慢。" "Lowers the decode peak, slightly slower."
    Display "接显示器" "Drives a display" "桌面会占掉一些显存。" "The desktop takes some memory."
    Tokens "训练量" "Training data" "一轮有多少 token，时间跟它成正比。" "Tokens in one pass; time grows with it."
    Samples "样本数" "Samples" "一轮有多少张图或多少条。" "Images or texts in one pass."
    Epochs "轮数" "Epochs" "数据过几遍。" "How often the data is passed."
    Users "同时在用" "Users at once" "决定 KV 缓存和副本数。" "It decides KV cache and replicas."
    Rps "每秒请求" "Requests per second" "知道请求量就不用填人数。" "Instead of users, if you know it."
    Prompt "输入长度" "Prompt length" "决定首字延迟和缓存。" "Sets the wait for the first token and the cache."
    Answer "输出长度" "Answer length" "决定生成时间和缓存。" "Sets generation time and the cache."
    HoursPerDay "每天开机" "Hours a day" "只在上班时开，按量更省。" "If it only runs in office hours, on-demand is cheaper."
    Days "用多少天" "Days" "够长才轮到包月包年。" "Packages only pay if it is long enough."
    Ttft "首字不慢于" "First token within" "达不到的配置不会当首选。" "Set-ups that miss it cannot win."
    Tpot "每 token 不慢于" "Per token within" "达不到的配置不会当首选。" "Set-ups that miss it cannot win."
    Hours "开机时长" "Hours" "已知用多久，直接算账。" "If you know how long, this goes straight to the bill."
    Evaluation "评估量" "Evaluation" "边训边评估也占卡时，按训练量的比例填。" "Evaluating during training takes card time; as a share of what is trained on."
    Dataset "数据量" "Data to upload" "上传和存放都要时间和钱。" "Moving and keeping it takes time and money."
    Storage "磁盘" "Disk" "不填就按模型、数据和存档点算。" "If empty: model, data and checkpoints."
    Egress "下载流量" "Traffic out" "有些云每 GB 收近 1 元。" "Some clouds charge about CNY 1 a GB."
    EgressMonth "带宽月费" "Bandwidth per month" "出网按带宽卖的填这里：几 Mbps 乘一个月的单价。填了就不再按 GB 算。" "Where traffic out is sold as bandwidth: Mbit/s times the price of a month. Nothing is then counted by the GB."
    Checkpoints "保留存档点" "Checkpoints kept" "全参训练的存档点很大。" "They are large in full training."
    Bandwidth "下载速度" "Download speed" "下载模型时也在计费。" "The clock runs while the model downloads."
    KeepDays "数据保留" "Keep data for" "停机后磁盘照样收费。" "The disk is charged after you stop."
    Addresses "公网 IP" "Public addresses" "要对外服务才需要。" "Needed to serve the public."
    Region "地区" "Region" "数据能不能出境、延迟和价格都看它。" "Data rules, latency and prices depend on it."
    Currency "结算货币" "Currency" "排序和预算用这种货币。" "Ranking and budget use it."
    Modes "计费方式" "Billing modes" "哪些可以当首选。" "Which may win."
    Interruptible "能接受中途被中断" "Interruptions are fine" "能的话竞价常便宜三到六成。" "If so, spot is often 30–60% cheaper."
    Providers "只看这些服务商" "Only these providers" "留空是全部。" "Empty means all."
    Standby "备用服务商" "Standby provider" "首选停了就换过去；环境要两边都试过。" "Where the job goes when the first one stops; try the environment on both."
    NotProviders "不要这些服务商" "Not these providers" "用过不满意的可以排除。" "Leave out those you do not want."
    Discount "你的折扣" "Your discount" "合同价、会员价，只打在算力上。" "Contract or member price, on compute only."
    Credit "代金券、送的额度" "Credit and vouchers" "从总价里减，减到零为止；只有一家能用，就把服务商限成那家。" "Taken off the total, down to nothing; if only one provider takes it, limit the plan to that one."
    TaxRate "报价外的税" "Tax on top" "不填就按没写明算；含税填 0。" "Left empty it counts as not stated; 0 if prices include it."
    Licence "软件授权" "Software licences" "商业驱动、系统、软件，所有机器一个月的钱。" "Commercial drivers, systems, software: all machines, a month."
    SupportShare "支持套餐" "Support plan" "按账单的百分比卖，大云常见。" "Sold as a share of the bill, usual at large clouds."
    UsdCny "美元汇率" "Yuan per dollar" "不填用目录里有日期的汇率。" "If empty, the catalog’s dated rate."
    PoweredShare "开机比例" "Powered-on share" "包期内真正开机的时间。" "Share of the term that it is really on."
    SpotMtbi "多久被收回一次" "Hours between reclaims" "没有公开数据，有经验就改。" "Nobody publishes it; set your own if you know."
    CheckpointMin "存档间隔" "Checkpoint every" "被中断时最多丢这么多。" "The most an interruption can cost."
    Sessions "开机次数" "Sessions" "每次开机都有准备时间和取整。" "Each start has set-up time and rounding."
    Budget "预算" "Budget" "超过的不会当首选。" "Offers above it cannot win."
    Deadline "最晚" "Deadline" "九成把握做不完的不会当首选。" "Offers that are not 90% sure to make it cannot win."
    Gpus "只看这些卡" "Only these cards" "留空是全部。" "Empty means all."
    NotGpus "不要这些卡" "Not these cards" "买不到或不想用的可以排除。" "Leave out those you cannot or will not use."
    Count "卡数" "Cards" "不填由引擎找。" "If empty, the engine searches."
    Nvlink "要 NVLink" "Needs NVLink" "没写明的算不满足。" "Not stated counts as not met."
    Rdma "要 RDMA" "Needs RDMA" "多机训练多半需要。" "Training across machines usually needs it."
    Ecc "要 ECC" "Needs ECC" "跑很久的任务更稳。" "Steadier for long runs."
    ComputeCard "不要消费卡" "No consumer cards" "机房许可或稳定性要求。" "For licence or reliability reasons."
    Domestic "只要国产卡" "Domestic cards only" "只看中国大陆设计的卡。" "Only cards designed in mainland China."
    Mig "MIG 切片也行" "A MIG slice will do" "小任务可以只租一片。" "A slice is enough for small jobs."
    Buy "考虑自己买" "Consider buying" "负载重复一年以上才有意义。" "Only makes sense if the load repeats for a year or more."
    BuyPrice "整机价格" "Machine price" "不填用参考价。" "If empty, a reference price."
    Years "用几年" "Years of use" "按年数摊。" "The price is spread over them."
    Residual "残值" "Residual value" "到期还值多少。" "What is left at the end."
    Tariff "电价" "Power price" "一张 700 W 的卡一年约 6,000 度。" "A 700 W card takes about 6,000 kWh a year."
    Pue "PUE" "PUE" "制冷等额外用电。" "Power for cooling and the like."
    Interest "利率" "Interest" "占用资金的成本。" "Cost of the money tied up."
    Maintenance "维保" "Maintenance" "每年占整机价的比例。" "Yearly, as a share of the price."
    Colocation "托管费" "Colocation" "机柜和带宽。" "Rack and bandwidth."
    Staff "人工" "Staff" "谁来管机器。" "Somebody has to run it."
    Driver "驱动版本" "Driver version" "太旧的驱动跑不了新的 CUDA。" "An old driver cannot run a new CUDA."
    Cuda "CUDA 版本" "CUDA version" "要和 PyTorch 对得上。" "It has to match PyTorch."
    Torch "PyTorch 版本" "PyTorch version" "决定支持哪些卡。" "It decides which cards work."
    SoftwareVersion "程序版本" "Program version" "不同版本的默认值和占用不同。" "Defaults and overheads differ by version."
    HostMemory "主机内存" "Host memory" "加载和卸载都要它。" "Needed for loading and offload."
    Vcpus "vCPU 数" "vCPUs" "太少会喂不饱 GPU。" "Too few starve the GPU."
    Workers "加载进程" "Loader workers" "图像任务常卡在这里。" "Image jobs often wait here."
    HourValue "每小时延误的代价" "Value of an hour of delay" "大于 0 时，快的更占优。" "Above 0, faster offers gain."
    DebugHours "调试时间" "Debugging" "装环境、试跑、排错也在计费。" "Set-up, trials and debugging are billed too."
    RetryShare "预留重跑" "Reruns allowed for" "跑坏了重来的余量。" "Room for runs that fail."
    DataClass "数据丢了会怎样" "If the disk is lost" "决定要不要防删盘和备份。" "It decides how much deletion and backups matter."
    Copies "别处的备份" "Copies elsewhere" "有备份，丢盘的代价就小。" "With copies a lost disk costs less."
    Invoice "要发票" "Invoice needed" "有的小平台开不了专票。" "Some small sellers cannot issue one."
    StepTime "实测每步时间" "Measured step time" "填了就按你的实测算。" "Your measurement replaces the estimate."
    TokensPerSecond "实测速度" "Measured speed" "填了就按你的实测算。" "Your measurement replaces the estimate."
    PeakMemory "实测峰值显存" "Measured peak memory" "填了就按你的实测算。" "Your measurement replaces the estimate."
    MeasuredGpu "在哪张卡上测的" "Measured on" "只有这种卡按实测算。" "Only this card takes the measured figure."
    MeasuredCards "用几张卡测的" "On how many cards" "换算到别的卡数。" "To scale it to other counts."
    Python "Python 版本" "Python version" "太旧的装不了新的 PyTorch。" "An old one cannot install a new PyTorch."
    Backend "通信后端" "Communication backend" "GPU 之间用 Gloo 会绕过 CPU，很慢。" "Gloo between GPUs goes through the CPU and is slow."
    Attention "注意力内核" "Attention kernels" "新内核只支持部分卡。" "Newer kernels run on some cards only."
    Conda "从官方 conda 频道装" "Official conda channel" "这个频道停在 PyTorch 2.5。" "That channel stopped at PyTorch 2.5."
    Sharing "卡怎么分给你" "How the card is given out" "整卡、直通、vGPU、MIG 差别很大。" "Whole, pass-through, vGPU and MIG differ a lot."
    CardState "卡的成色" "State of the card" "二手和改装卡要多测。" "Used and modified cards need more tests."
    ClaimedLink "对方说的卡间带宽" "Advertised link" "常把双向加在一起说。" "Both directions are often added."
    ClaimedRate "对方说的算力" "Advertised compute" "常是稀疏或 FP8 的数。" "Often the sparse or FP8 figure."
    VgpuLicence "含 vGPU 授权" "vGPU licence included" "vGPU 软件要单独授权。" "vGPU software is licensed."
    Mixed "混着几种卡" "Several card types" "最慢的卡决定速度。" "The slowest card sets the pace."
    Slice "MIG 切片" "MIG slice" "显存按切片的名字算，实际略小。" "A slice holds slightly less than its name says."
    DeviceName "显示的卡名" "Device name shown" "和下单的对一对。" "Compare it with the order."
    DeviceMemory "显示的显存" "Memory shown" "差 2% 以上就要问。" "Ask if it is off by more than 2%."
    DeviceMig "MIG 已打开" "MIG is on" "打开时看不到整卡。" "With it on you do not see the whole card."
    DeviceEcc "ECC 已打开" "ECC is on" "GDDR6 卡打开 ECC 少约 6% 显存。" "On GDDR6 cards ECC takes about 6% of memory."
    Returned "坏卡又回来了" "A faulty card came back" "UUID 相同就是同一张。" "The same UUID is the same card."
    PcieGen "PCIe 代数" "PCIe generation" "满载时读，空闲时会降。" "Read it under load; it drops when idle."
    PcieLanes "PCIe 通道数" "PCIe lanes" "x8 插槽只有一半带宽。" "An x8 slot has half the bandwidth."
    PcieIdle "PCIe 是空闲时读的" "PCIe read while idle" "空闲时的读数不作数。" "A reading while idle means nothing."
    Throttle "降频原因" "Throttle reasons" "填 clocks_event_reasons 的数值。" "The number of clocks_event_reasons."
    Clock "满载频率" "Clock under load" "降频多少，算力就少多少。" "Compute falls with the clock."
    ClockMax "最高频率" "Greatest clock" "拿来和满载频率比。" "To compare with the clock under load."
    PowerLimit "功耗上限" "Power limit" "限功率的卡更慢。" "A capped card is slower."
    BusBandwidth "all-reduce 带宽" "All-reduce bandwidth" "nccl-tests 的 busbw。" "busbw of nccl-tests."
    Slowest "最慢的卡慢多少" "Slowest card slower by" "别的卡都要等它。" "All the others wait for it."
    GpuUtil "GPU-Util" "GPU-Util" "它只说明有内核在跑。" "It only says that a kernel runs."
    LoadTime "每批加载时间" "Loading a batch takes" "比每步还久，卡就在等数据。" "If longer than a step, cards wait for data."
    ImportTime "首次导入框架" "First import takes" "能看出磁盘读小文件快不快。" "It shows how the disk reads small files."
    DiskSpeed "写盘速度" "Disk write speed" "决定存档要多久。" "It decides how long a checkpoint takes."
    Resumed "恢复试过了" "Resume was tested" "没加载过的存档不算存档。" "A checkpoint never loaded is none."
    Symptom "出了什么问题" "What went wrong" "按现象给建议。" "Advice follows from it."
    ClaimedDiscount "对方说的包期折扣" "Advertised package discount" "要看是从哪个原价打的。" "It matters which list price it is taken from."
    Deposit "押金" "Deposit" "押着的钱，平台出事可能拿不回。" "Tied up, and lost if the seller fails."
    TaxIncluded "报价含税" "Tax included" "不含税的价最多再加 13%。" "Without it up to 13% comes on top."
    Intro "用了几次新人优惠" "Introductory offers" "每人只有一次。" "They are once per person."
    IntroOff "新人优惠减多少" "Introductory discount" "只对前面的时长有效。" "It holds for the first hours only."
    IntroHours "新人优惠管多久" "Introductory hours" "超过就是原价。" "After them the list price holds."
    TrialHours "先试多久" "Trial" "包期前按量试用。" "By the hour, before a package."
    Spent "本月已按量花了" "Spent by the hour so far" "花到一个月包价就该换了。" "At the price of a month it is time to convert."
    Prepaid "账户里的预存" "Prepaid balance" "平台关了可能拿不回。" "It may be lost if the seller closes."
    Renews "自动续费" "Renews itself" "到期前几天就会扣款。" "Charged days before the end."
    AutoOff "跑完自动关机" "Shuts down when done" "忘关一个周末很贵。" "A forgotten weekend is dear."
    CopiesHere "备份在同一家" "Copies with the same provider" "平台关了就一起没了。" "They go when the provider goes."
    Moving "打算换平台" "Moving to another provider" "会算搬家的时间和钱。" "The move is timed and priced."
    Stays "数据不出自己的机器" "Data stays on own machines" "训练要用卡旁边的数据。" "Training needs the data beside the card."
    Student "学生" "Student" "有的平台有学生价。" "Some sellers have student prices."
    RoundTrip "用户到服务器往返" "Round trip to users" "想换近处机房时填。" "Fill in when a nearer region is considered."
    NightCards "闲时要几张卡" "Cards off-peak" "高峰以外也一直忙的卡数。" "Cards that stay busy outside peak hours."
    Bank "预购卡时" "Bank card-hours" "一次买下的卡时。" "Card-hours bought in advance."
    Resale "没用完能拿回" "Unused hours bring back" "能转让或退的比例。" "The share that can be sold or refunded."
    Members "几个人合用" "People sharing" "合用能少备一些。" "A pool needs less in reserve."
    Owned "自己有几张同款卡" "Cards already owned" "自有卡和租卡搭配。" "To mix own and rented cards."
    TryGpu "先在哪种卡上试" "Try out on" "便宜卡调通，再上大卡。" "Debug on a cheap card, then move."
    Trust "看重服务商什么" "What matters in a provider" "没写的按 1 算。" "What is not named weighs 1."
    ClaimedSla "承诺的可用性" "Availability promised" "99.9% 是每月最多停 0.72 小时。" "99.9% allows 0.72 h down a month."
    ClaimedCredit "达不到赔多少" "Credit if missed" "占服务费的比例。" "As a share of the fee."
    SupportHours "客服每天几小时" "Support hours a day" "夜里没人，坏了就等到早上。" "At night a fault waits until morning."
    ResponseTime "首次响应时间" "Time to first answer" "响应不等于修好。" "An answer is not a repair."
    BrokenFree "坏机时段不收费" "Broken hours not charged" "合同里写了才算。" "It counts if the contract says so."
    EccErrors "不可纠正的 ECC 错误" "Uncorrectable ECC errors" "大于 0 就该换机器。" "Above 0: move to another machine."
    Xid "Xid 编号" "Xid number" "内核日志里的故障编号。" "The fault number in the kernel log."
    RemapPending "有待重映射的行" "Rows wait for remapping" "复位后才生效。" "It takes effect after a reset."
    Dcgm "打算跑 DCGM 诊断" "DCGM diagnostics planned" "消费卡只支持一级。" "GeForce supports level 1 only."
    Resets "打算定期复位显卡" "Regular card resets planned" "显存泄漏不靠复位解决。" "Resets do not cure leaks."
    Matmul "矩阵乘实测" "Matmul measured" "几种大小里最快的。" "The best of several sizes."
    HostCopy "主机到显卡带宽" "Host to card" "nvbandwidth 的 host_to_device。" "host_to_device of nvbandwidth."
    MemoryRate "显存带宽实测" "Memory bandwidth measured" "读写相加。" "Reads and writes added."
    Frozen "链接里的价格" "Prices in the link" "分享时存下的报价。" "Offers stored when the link was shared."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::tests::check_pair;

    #[test]
    fn every_field_has_label_and_reason() {
        for field in Field::ALL {
            let ((zh, en), (why_zh, why_en)) = (names(*field), reasons(*field));
            check_pair(field.key(), zh, en);
            check_pair(field.key(), why_zh, why_en);
            assert!(why_zh != why_en);
        }
    }

    #[test]
    fn every_word_of_every_list_has_a_name() {
        for field in Field::ALL.iter().filter(|f| **f != Field::Modes) {
            for w in field.words() {
                for lang in Lang::ALL {
                    let name = word(lang, *field, w);
                    // A few programs are written as their word.
                    assert!(*field == Field::Software || name != w, "{} {w}", field.key());
                }
            }
        }
    }
}
