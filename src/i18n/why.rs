//! One plain sentence for every kind of line: what it is, why it is there, what makes it grow. The
//! "why" panel shows it above the formula.

use super::Lang;
#[cfg(not(feature = "split"))]
use super::Named;
use super::later::{self, Set};
use crate::engine::names::What;

/// The sentence of a line.
pub fn why(lang: Lang, what: What) -> &'static str {
    later::text(lang, Set::Why, what as usize)
}

/// Both texts of the line at a place of [`What`].
#[cfg(not(feature = "split"))]
pub(super) fn at(place: usize) -> Option<(&'static str, &'static str)> {
    What::LISTED.iter().find(|what| **what as usize == place).map(|what| texts(*what))
}

#[cfg(not(feature = "split"))]
fn texts(what: What) -> (&'static str, &'static str) {
    match what {
        What::Weights => (
            "参数量乘以每个参数的字节数。MoE 的所有专家都要在显存里，哪怕每个 token 只用几个。",
            "Parameters times bytes per parameter. All experts of a MoE have to be in memory, even if a token uses only a few.",
        ),
        What::AdapterWeights => (
            "LoRA 在每个目标矩阵旁加两个小矩阵，大小跟秩成正比。",
            "LoRA adds two small matrices beside each target matrix; their size grows with the rank.",
        ),
        What::Gradients => (
            "每个可训练参数有一个梯度；冻结的权重没有。",
            "One gradient for each trainable parameter; frozen weights have none.",
        ),
        What::OptimizerStates => (
            "Adam 给每个可训练参数记两个动量，32 位时是 8 字节，8 位时约 2 字节。",
            "Adam keeps two moments for each trainable parameter: 8 bytes in 32-bit, about 2 in 8-bit.",
        ),
        What::MasterWeights => (
            "混合精度训练另存一份 32 位权重，更新时才不丢精度。",
            "Mixed-precision training keeps a 32-bit copy of the weights so that small updates are not lost.",
        ),
        What::KvCache => (
            "每个还在上下文里的 token，每层留一份键和值。上下文越长、同时在线的人越多，就越大。",
            "Each token still in context leaves a key and a value in every layer. It grows with context length and with users at once.",
        ),
        What::RecurrentState => (
            "这类层每个对话只留一份固定大小的状态，不随上下文变长。",
            "These layers keep a state of fixed size per conversation; it does not grow with the context.",
        ),
        What::Activations => (
            "反向传播要用到的中间结果。跟微批和序列长度成正比；重算能换掉大部分。",
            "Intermediate results kept for the backward pass. They grow with micro-batch and sequence length; recomputing trades most of them for time.",
        ),
        What::Checkpoints => (
            "重算时每层只留输入，其余用到时再算一遍。",
            "With recomputation only the input of each layer is kept; the rest is computed again when needed.",
        ),
        What::LossLogits => (
            "最后一层把每个 token 展开成整个词表的分数，训练时要同时留几份。它和激活值同时在峰值上，所以要加进去。",
            "The last layer turns each token into a score for every word of the vocabulary, and training holds several copies. They exist together with the activations, so they count towards the peak.",
        ),
        What::GatherBuffers => (
            "权重分片后，算到哪层就临时把那层收集完整，还要预取下一层。",
            "With sharded weights each layer is gathered whole while it runs, and the next one is fetched ahead.",
        ),
        What::DequantBuffer => (
            "4 位或 8 位的权重在相乘前要展开成 16 位，最大的那个矩阵决定缓冲大小。",
            "4-bit or 8-bit weights are expanded to 16-bit before the product; the largest matrix sets the size.",
        ),
        What::Sampler => (
            "采样时每个序列都有一份整个词表的分数。",
            "When sampling, every sequence holds scores for the whole vocabulary.",
        ),
        What::GraphMemory => (
            "引擎为每种批大小录一份 CUDA 图，换来更少的启动开销。",
            "The engine records a CUDA graph for each batch size, to save launch time.",
        ),
        What::Workspace => {
            ("矩阵乘法和注意力内核的临时空间。", "Scratch space of matrix products and attention kernels.")
        }
        What::Communicators => (
            "多卡通信（NCCL 等）在每张卡上留的缓冲。",
            "Buffers that NCCL and the like keep on each card for traffic between cards.",
        ),
        What::Context => (
            "驱动和已加载的内核占用的部分，框架看不到，nvidia-smi 看得到。",
            "What the driver and loaded kernels take. The framework does not see it; nvidia-smi does.",
        ),
        What::AllocatorSlack => (
            "缓存分配器按块取整、留着复用的空间。",
            "Space that the caching allocator rounds up or holds for reuse.",
        ),
        What::Display => ("这张卡还接着显示器。", "The card also drives a display."),
        What::TextEncoders => (
            "把提示词变成条件向量的模型，出图前要用。",
            "The models that turn the prompt into conditions, used before denoising.",
        ),
        What::VaePeak => (
            "把潜空间解码成像素时的峰值，跟图像面积成正比；分块解码能压低。",
            "The peak while latents become pixels. It grows with the image area; tiling lowers it.",
        ),
        What::VisionTower => (
            "看图的那部分模型，权重常驻显存。",
            "The part of the model that sees images; its weights stay in memory.",
        ),
        What::KvPool => (
            "引擎启动时占满自己的份额，放完权重和开销，剩下的都作 KV 缓存池。",
            "The engine takes its whole share at start; what weights and overheads leave becomes the cache pool.",
        ),
        What::Allocated => (
            "框架自己统计到的峰值，比设备显示的小。",
            "The peak that the framework counts itself; the device shows more.",
        ),
        What::Need => (
            "峰值时设备会显示的占用：已分配、碎片、上下文和通信加在一起。",
            "What the device would show as used at the peak: allocations, slack, context and communicators together.",
        ),
        What::Usable => (
            "设备实际显示的总容量，比标称的略小。",
            "What the device really shows as its total, a little less than the label says.",
        ),
        What::Free => ("可用显存减去峰值。", "Usable memory minus the peak."),
        What::HostMemory => (
            "加载模型、卸载状态和喂数据要用的主机内存。",
            "Host memory for loading the model, offloaded states and the data loader.",
        ),
        What::HostDisk => (
            "模型、数据和要保留的存档点占的磁盘。",
            "Disk for the model, the data and the checkpoints that are kept.",
        ),
        What::FlopsPerToken => (
            "前向每个参数约 2 次运算，反向约 4 次；冻结的权重和重算会改变这个数。",
            "About 2 operations per parameter forward and 4 backward; frozen weights and recomputation change this.",
        ),
        What::ComputeTime => (
            "运算量除以卡真正跑得出的算力，不是标称峰值。",
            "Work divided by what the card really achieves, not by its label.",
        ),
        What::CommunicationTime => (
            "卡与卡之间要搬的字节除以互联带宽，能和计算重叠的部分已扣掉。",
            "Bytes between cards divided by the link’s bandwidth, less what overlaps with computing.",
        ),
        What::BubbleTime => (
            "流水线开头和结尾有的级在等，级数越多、微步越少，等得越久。",
            "Stages of a pipeline wait at its start and end: more stages and fewer micro-steps mean more waiting.",
        ),
        What::DequantTime => {
            ("每次相乘前把 4 位权重展开要花的时间。", "Time to expand 4-bit weights before each product.")
        }
        What::StepTime => (
            "一个优化步的时间：计算、通信、气泡加起来。",
            "Time of one optimizer step: computing, traffic and bubbles together.",
        ),
        What::TrainTokensPerSecond => {
            ("所有卡合起来每秒训练的 token。", "Tokens trained per second by all cards together.")
        }
        What::Mfu => (
            "模型需要的运算量占标称峰值算力的比例。",
            "The work the model needs as a share of the card’s labelled peak.",
        ),
        What::DecodeStep => (
            "每生成一个 token，要把用到的权重和 KV 缓存从显存读一遍，所以多半受带宽限制。",
            "Each new token reads the weights in use and the KV cache once, so bandwidth is the usual limit.",
        ),
        What::DecodeTokensPerSecond => {
            ("同时在线的序列数除以每步时间。", "Sequences at once divided by the time of a step.")
        }
        What::PrefillTokensPerSecond => {
            ("读提示词的速度，受算力限制。", "How fast prompts are read; limited by compute.")
        }
        What::TimeToFirstToken => (
            "读完提示词、出第一个字的时间，含排队。",
            "Time to read the prompt and produce the first token, queueing included.",
        ),
        What::TimePerToken => (
            "每个用户等下一个 token 的时间，人越多越长。",
            "How long a user waits for the next token; it grows with the load.",
        ),
        What::UsersPerReplica => {
            ("显存和延迟两个限制里先碰到的那个。", "Whichever limit comes first: memory or latency.")
        }
        What::Replicas => (
            "要承接的人数除以每个副本能承接的，向上取整。",
            "The load divided by what one replica carries, rounded up.",
        ),
        What::ImagesPerSecond => (
            "每张图的步数乘以每步时间，再加文本编码和解码。",
            "Steps per image times time per step, plus text encoding and decoding.",
        ),
        What::WorkHours => ("总工作量除以速度。", "All the work divided by the speed."),
        What::SetupHours => (
            "开机、装环境、下载模型和数据的时间，也要付钱。",
            "Booting, installing, downloading model and data: paid for as well.",
        ),
        What::PoweredHours => (
            "计算、准备、中断重跑和调试加起来，按量就按它收费。",
            "Computing, set-up, interruptions and debugging together: what metered billing charges.",
        ),
        What::WallHours => (
            "从开始到做完，含等卡和主动关机的时间。截止时间看它。",
            "From start to finish, with waiting and hours switched off. Deadlines use it.",
        ),
        What::Compute => (
            "单价乘以卡数乘以时间；包月按整月，用不满也付。",
            "Rate times cards times time; a package is paid in whole terms, used or not.",
        ),
        What::IdleCards => {
            ("整机出租，用不到的卡也要付钱。", "The node is rented whole, so unused cards are paid for too.")
        }
        What::UnusedTerm => (
            "包期比任务长出来的部分，一般不退。",
            "The part of the term beyond the job; it is seldom refunded.",
        ),
        What::StorageRunning => {
            ("开机期间的磁盘费，按容量和时间收。", "Disk while the machine runs, by size and time.")
        }
        What::StorageStopped => (
            "停机后磁盘还在，多数平台照收。",
            "The disk stays after you stop, and most providers keep charging.",
        ),
        What::Snapshots => ("快照和自定义镜像单独计费。", "Snapshots and custom images are billed apart."),
        What::Egress => ("把结果下载回来的流量，按 GB 收。", "Traffic for bringing results home, by the GB."),
        What::Address => (
            "公网 IP 按小时或按月收，停机也收。",
            "A public address is charged by hour or month, also while stopped.",
        ),
        What::Rounding => {
            ("计费单位比实际用时粗，向上取整多付的部分。", "What rounding up to the billing increment adds.")
        }
        What::BootAndDownload => {
            ("启动和下载期间已经在计费。", "Billing has begun while the machine boots and downloads.")
        }
        What::Interruptions => (
            "被收回后要重启、从上个存档点重跑。",
            "After a reclaim the job restarts from its last checkpoint.",
        ),
        What::Debugging => {
            ("装环境、试跑、排错的开机时间。", "Powered-on time for set-up, trials and debugging.")
        }
        What::Licence => ("要另付的软件授权。", "Software licences paid on top."),
        What::Support => ("要另付的支持套餐。", "A support plan paid on top."),
        What::Tax => ("报价不含的税。", "Tax that the price leaves out."),
        What::Discount => ("你自己的折扣，只打在算力上。", "Your own discount, on compute only."),
        What::Credit => (
            "你手上的代金券和送的额度，减到零为止。",
            "Vouchers and credit in hand, taken off down to nothing.",
        ),
        What::Total => ("上面各行相加。", "The lines above, added."),
        What::ExpectedLoss => (
            "出事的概率乘以代价。只影响排序，不在总价里。",
            "Chance of trouble times its cost. It counts in the ranking, not in the total.",
        ),
        What::PerMillionTokens => (
            "总价除以处理的 token 数，好和 API 比。",
            "The total divided by tokens handled, to compare with an API.",
        ),
    }
}
