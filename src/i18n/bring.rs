//! Texts of the box that takes what people have: a configuration, model files, a start command, a failure,
//! the size of a data set.

use super::pairs::pairs;
pub use super::pairs::{Pair, of, say};
use crate::engine::inverse::Cause;
use crate::i18n::{Lang, Named, number};
use crate::import::config::NotAModel;
use crate::import::json::FaultKind;
use crate::import::oom::Kind;
use crate::import::slices::BrokenKind;
use crate::import::start::Why;

pairs! {
    Bring;
    BOX "粘贴到这里" "Paste it here";
    NOTE "config.json、vLLM / SGLang / llama.cpp / torchrun 等启动命令、LLaMA-Factory 或 axolotl 的 YAML、DeepSpeed 的 JSON、显存不足的报错、nvidia-smi 的表、数据集大小（如“12 万条”“350 MB”）。" "A config.json; a start command of vLLM, SGLang, llama.cpp or torchrun; a LLaMA-Factory or axolotl YAML; a DeepSpeed JSON; an out-of-memory error; an nvidia-smi table; the size of a data set (“120k rows”, “350 MB”).";
    PRIVATE "只在这个页面里读：不上传，也不进链接。" "Read in this page only: nothing is uploaded or put into the link.";
    FILES "或者选文件、把文件拖到框里：config.json、.safetensors（分片一起选）、.gguf，多大都行，只读文件头。" "Or choose or drop files: config.json, .safetensors (all shards together), .gguf, of any size; only their headers are read.";
    READING "在读 {0}……" "Reading {0}…";
    GONE "读不了 {0}：文件被移走了，或浏览器不让读。" "{0} cannot be read: it has moved, or the browser refuses.";
    BROKEN "{0}：第 {1} 字节处有问题：{2}" "{0}: trouble at byte {1}: {2}";
    BROKEN_KEY "{0}：第 {1} 字节处（{3}）有问题：{2}" "{0}: trouble at byte {1} ({3}): {2}";
    B_ENDS "文件没完，后面缺了" "the file ends too early";
    B_OTHER "不是这种文件" "not such a file";
    B_VERSION "没有这个版本" "no such version";
    B_LARGE "数字大得不可能" "a number beyond every real file";
    B_TEXT "不是文字" "not a text";
    B_TYPE "没有这种类型" "no such type";
    B_JSON "文件头不是 JSON" "the header is not JSON";
    B_OFFSETS "张量的位置对不上" "places of tensors do not agree";
    J_FAULT "不是完整的 JSON：第 {0} 字节（{1}），{2}。" "Not whole JSON: byte {0} ({1}), {2}.";
    J_ENDS "没写完就断了" "it ends too early";
    J_UNEXPECTED "这个符号不该在这里" "this sign cannot stand there";
    J_DEEP "嵌套太深" "nested too deep";
    J_TRAILING "后面还多出东西" "something follows it";
    J_TOP "最外层" "top level";
    N_MISSING "配置里缺 {0}，定不了大小。" "The configuration lacks {0}: its size cannot be told.";
    N_INDEX "这是分片的索引，权重共 {0}。要知道模型，还要 config.json 或分片本身。" "The index of shards: {0} of weights. To know the model, add its config.json or the shards themselves.";
    N_ADAPTER "这是 LoRA 适配器，秩 {0}，加在 {1} 上。" "A LoRA adapter of rank {0} on {1}.";
    NOTHING "没认出来。可以是上面列的任何一种，整段粘贴，不要截断。" "Not recognised. Any of the above will do; paste the whole text.";
    M_IS "{0}：{1} 参数，{2} 层" "{0}: {1} weights, {2} layers";
    M_KNOWN "就是目录里的 {0}。" "It is {0} of the catalog.";
    M_SAME "结构跟目录里的 {0} 一样，光看文件分不出是哪个，按它自己的层数算。" "The same shape as {0} of the catalog; the file does not tell which, so its own layers count.";
    M_KEPT "结构跟计划里的 {0} 一样，就按它算。" "The same shape as {0}, which the plan has: it stays.";
    M_SIZE "{0} 参数，看不出是什么结构：按参数量算。" "{0} weights of a layout that is not told: sized by their number.";
    M_OWN "目录里没有，按它自己的层数和宽度算，会写进链接。" "Not in the catalog: sized by its own layers, which travel in the link.";
    M_NEAR "这个系列的参数量没有精确公式，数字是近似的。" "No exact formula is known for this family: its count is approximate.";
    M_PACKED "权重格式 {0}。" "Weights in {0}.";
    M_BYTES "文件里的权重一共 {0}，按这个精确值算。" "The files hold {0} of weights; this exact figure is used.";
    M_PART "分片不全，或下载没完：不用文件的字节数。" "Shards are missing or cut off: their bytes are not used.";
    M_GUESSED "注意力头和上下文长度是从张量形状推的；放上 config.json 会更准。" "Heads and context are inferred from shapes of tensors; a config.json beside them is surer.";
    M_NONE "文件里看不出是什么模型，请连 config.json 一起选。" "The files do not say which model; choose its config.json with them.";
    S_SETS "读懂了这些：" "Understood:";
    S_ODD "这些要你看一眼：" "Please look at these:";
    S_QUIET "和显存、费用无关：" "No bearing on memory or cost: ";
    W_UNKNOWN "不认识" "not known here";
    W_NOPLACE "影响显存或速度，但这里没法表示" "changes memory or speed and cannot be expressed here";
    W_VALUE "值看不懂，或没有这个值" "no such value";
    W_MODEL "目录里没有这个模型：把它的 config.json 拖进来" "not in the catalog: drop its config.json";
    W_SHORT "缩写，当作 {0}" "abbreviated; taken as {0}";
    W_AMBIGUOUS "缩写，可能是好几个参数" "an abbreviation of several flags";
    W_OVERRULED "和 {0} 矛盾，以后者为准" "contradicts {0}, which counts";
    W_ELSEWHERE "写在另一个文件里，或要看别处" "stands in another file or is set elsewhere";
    APPLY "用到计划里" "Use it in the plan";
    D_BYTES "{0} 文本，按每 token {1} 字节，大约 {2}。" "{0} of text, at {1} bytes a token: about {2}.";
    D_ROWS "{0} 条，按每条 {1} token，大约 {2}。" "{0} rows, at {1} tokens each: about {2}.";
    D_UNUSED "现在的计划不训练也不做向量化，用不上数据集大小：先换一种任务。" "Your plan neither trains nor embeds, so the size of a data set has no bearing: choose such a job first.";
    D_BYTES_EACH "每个 token 几字节" "Bytes per token";
    D_ROW_EACH "每条几个 token" "Tokens per row";
    D_BYTES_NOTE "英文约 3.3 字节，中文约 5 字节（DeepSeek 文档：1 个英文字符约 0.3 token，1 个汉字约 0.6 token）；JSON 的括号和键名也算字节。" "English about 3.3, Chinese about 5 (DeepSeek's documentation: 0.3 tokens an English character, 0.6 a Chinese one); brackets and keys of JSON are bytes, too.";
    D_ROW_NOTE "没说每条多长，先按训练的最长长度算，是上限。" "No length is given: the longest that is trained on is assumed, an upper bound.";
    O_CARD "按 [{0}] 的预测对照：{1}。" "Beside the prediction for [{0}]: {1}.";
    O_WHAT "每张卡" "Per card";
    O_TOLD "报错里说" "The text says";
    O_PLAN "计划预测" "The plan predicts";
    O_TOTAL "整张卡" "Card";
    O_ALLOCATED "已分配" "Allocated";
    O_RESERVED "分配器占着" "Reserved";
    O_USED "显示已用" "Shown as used";
    O_TRIED "想再要" "Tried to get";
    O_FREE "空着" "Free";
    O_CAUSE "最可能是：" "Most likely:";
    O_CHANGES "最小的改动：" "The smallest changes:";
    O_NONE "四处改动以内救不了这张卡：换大卡、加卡，或换小模型。" "No four changes help on this card: take a larger one, more cards, or a smaller model.";
    O_SAVES "每张卡省 {0}" "saves {0} per card";
    O_TIME "时间 {0}" "time {0}";
    O_MOVED "计划后来改过，现在 [{0}] 每张卡要 {1}，能用 {2}：{3}。下面说的还是粘贴时的计划。" "The plan has changed since: [{0}] now needs {1} of {2} per card: {3}. What follows is still about the plan that the text was pasted with.";
    O_AGAIN "按现在的计划对照" "Compare with the plan as it is now";
    O_MADE "已经改了" "made";
    O_NOJOB "计划是“已知机器”，没有任务可以对照。" "The plan only names cards: there is no job to compare with.";
    C_HOST "不是显存，是主机内存不够。" "It is the host's memory that is too small, not the card's.";
    C_OTHERS "别的进程占着约 {0}：先用 nvidia-smi 看是谁，关掉再跑。" "Other processes hold about {0}: see with nvidia-smi who, and end them first.";
    C_FRAGMENTS "碎片：分配器占着 {0} 却用不上。设 PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True 再试（昇腾是 PYTORCH_NPU_ALLOC_CONF）。" "Fragments: the allocator holds {0} that it cannot use. Try PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True (PYTORCH_NPU_ALLOC_CONF on Ascend).";
    C_CACHE "一个请求的 KV 缓存要 {0}，只剩 {1}：上下文改短，或缓存换 8 位。" "One request's cache needs {0} and {1} is left: a shorter context, or an 8-bit cache.";
    C_EMPTY "启动时卡不空，或允许占用的比例设得太高。" "The card was not empty at the start, or its share is set too high.";
    C_STATES "建优化器状态时满的：计划里它要 {0}。" "It filled up making optimizer states: {0} by the plan.";
    C_GRAPHS "捕获 CUDA 图时满的：比例调低一点，或关掉 CUDA 图。" "It filled up capturing CUDA graphs: lower the share a little, or switch graphs off.";
    C_SAMPLER "采样器预热 {0} 条序列时满的：最大并发调小。" "It filled up warming the sampler for {0} sequences: allow fewer.";
    C_WEIGHTS "装权重时就满了：计划里权重要 {0}。" "It filled up loading weights: {0} by the plan.";
    C_PIECE "想要的这一块和“{0}”差不多大，计划里它要 {1}。" "The piece that was tried for is about the size of “{0}”: {1} by the plan.";
    C_LARGEST "按计划也放不下，最大的一块是“{0}”，{1}。" "By the plan, too, it does not surely fit; the largest part is “{0}”, {1}.";
    C_OTHER "按计划只要 {0}，放得下：真跑的和计划不一样。核对长度、微批、重算、权重格式。" "By the plan it needs {0} and fits: the run is not the plan. Check length, micro-batch, recompute and weight format.";
    K_FULL "显存不够" "The card was too small";
    K_CACHE "缓存放不下一个请求" "No room for the cache of one request";
    K_START "启动检查没过" "The check at the start failed";
    K_HOST "主机内存不够" "The host was too small";
    K_LOG "日志里的显存" "Memory in a log";
    K_TABLE "设备表" "A device table";
}

/// What is wrong with a file.
pub const fn broken(kind: BrokenKind) -> Pair {
    match kind {
        BrokenKind::Ends => B_ENDS,
        BrokenKind::OtherFormat => B_OTHER,
        BrokenKind::Version => B_VERSION,
        BrokenKind::TooLarge => B_LARGE,
        BrokenKind::Text => B_TEXT,
        BrokenKind::Type => B_TYPE,
        BrokenKind::Json => B_JSON,
        BrokenKind::Offsets => B_OFFSETS,
    }
}

/// Why JSON is no model.
pub fn not_a_model(lang: Lang, fault: &NotAModel) -> String {
    let said = |pair: Pair, values: &[&str]| say(lang, pair, values).plain();
    match fault {
        NotAModel::Json(f) => {
            let kind = match f.kind {
                FaultKind::Ends => J_ENDS,
                FaultKind::Unexpected => J_UNEXPECTED,
                FaultKind::TooDeep => J_DEEP,
                FaultKind::Trailing => J_TRAILING,
            };
            let key = if f.key.is_empty() { of(lang, J_TOP) } else { &f.key };
            said(J_FAULT, &[&number::whole(f.byte as u64), key, of(lang, kind)])
        }
        NotAModel::Missing { key } => said(N_MISSING, &[key]),
        NotAModel::Index { bytes } => said(N_INDEX, &[&number::gib(*bytes)]),
        NotAModel::Adapter { rank, targets } => {
            said(N_ADAPTER, &[&number::whole(u64::from(*rank)), &targets.join(", ")])
        }
    }
}

/// Why a setting is listed.
pub fn why(lang: Lang, why: &Why) -> String {
    match why {
        Why::Unknown => of(lang, W_UNKNOWN).to_owned(),
        Why::NoPlace => of(lang, W_NOPLACE).to_owned(),
        Why::Value => of(lang, W_VALUE).to_owned(),
        Why::Model => of(lang, W_MODEL).to_owned(),
        Why::Short(full) => say(lang, W_SHORT, &[full]).plain(),
        Why::Ambiguous => of(lang, W_AMBIGUOUS).to_owned(),
        Why::Overruled(other) => say(lang, W_OVERRULED, &[other]).plain(),
        Why::Elsewhere => of(lang, W_ELSEWHERE).to_owned(),
    }
}

/// What kind of message it is.
pub const fn kind(kind: Kind) -> Pair {
    match kind {
        Kind::DeviceOom | Kind::Unknown => K_FULL,
        Kind::KvTooSmall => K_CACHE,
        Kind::StartupCheck => K_START,
        Kind::HostMemory => K_HOST,
        Kind::Log => K_LOG,
        Kind::DeviceTable => K_TABLE,
    }
}

/// A likely cause as a sentence.
pub fn cause(lang: Lang, cause: Cause) -> String {
    let said = |pair: Pair, values: &[&str]| say(lang, pair, values).plain();
    match cause {
        Cause::Host => of(lang, C_HOST).to_owned(),
        Cause::Others(x) => said(C_OTHERS, &[&number::gib(x)]),
        Cause::Fragments(x) => said(C_FRAGMENTS, &[&number::gib(x)]),
        Cause::Cache(need, left) => said(C_CACHE, &[&number::gib(need), &number::gib(left)]),
        Cause::NotEmpty => of(lang, C_EMPTY).to_owned(),
        Cause::States(x) => said(C_STATES, &[&number::gib(x)]),
        Cause::Graphs => of(lang, C_GRAPHS).to_owned(),
        Cause::Sampler(n) => said(C_SAMPLER, &[&number::whole(n)]),
        Cause::Weights(x) => said(C_WEIGHTS, &[&number::gib(x)]),
        Cause::Piece(part, x) => said(C_PIECE, &[part.name(lang), &number::gib(x)]),
        Cause::Largest(part, x) => said(C_LARGEST, &[part.name(lang), &number::gib(x)]),
        Cause::OtherRun(x) => said(C_OTHER, &[&number::gib(x)]),
    }
}
