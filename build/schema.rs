//! What each file of `static/catalog` must look like. One line a column:
//! name, kind, marks (`!` must not be empty, `*` is embedded in the page).
//!
//! Kinds: `id`, `text`, `int:low..high`, `num:low..high`, `one:a|b`, `set:a|b` (joined by `+`),
//! `date`, `flag` (y or n), `ref:table`, `refs:table` (joined by `+`, a `:` begins a locator),
//! `cards`, `pairs` (`key=value;…`), `bias`.

/// The files, in the order in which they are embedded.
pub const TABLES: &[(&str, &str)] = &[
    ("sources", SOURCES),
    ("rates", RATES),
    ("gpus", GPUS),
    ("models", MODELS),
    ("providers", PROVIDERS),
    ("said", SAID),
    ("rules", RULES),
    ("offers", OFFERS),
    ("readings", READINGS),
    ("compat", COMPAT),
    ("ids", IDS),
];

const SOURCES: &str = "
id id !*
title text !*
licence text *
attribution text *
about one:gpus|prices|models|providers|rates !*
as_of date !*";

const RATES: &str = "
currency one:CNY|USD|EUR !*
per_usd num:0.000001..1000000 !*
as_of date !*
confidence one:high|medium|low !*
source refs:sources !*";

const GPUS: &str = "
id id !*
vendor one:NVIDIA|AMD|Intel|Google|AWS|Huawei|Cambricon|Hygon|Kunlunxin|MetaX|Moore Threads|Biren|Iluvatar|Enflame|T-Head (Alibaba) !*
name text !*
name_zh text !*
class one:consumer|workstation|datacenter|special !*
arch text *
launch date *
memory_gib int:1..4096 *
memory_usable_mib int:1000..4000000 *
memory_type text *
ecc one:y|n|optional *
bandwidth_gbs num:50..50000 *
fp32 num:1..2000 *
tf32 num:1..50000 *
fp16 num:1..50000 *
fp16_acc16 num:1..50000 *
bf16 num:1..50000 *
fp8 num:1..50000 *
fp4 num:1..50000 *
int8 num:1..50000 *
link one:none|bridge|mesh|pcie-p2p *
link_name text *
link_gbs num:10..10000 *
pcie_gen int:1..7 *
pcie_lanes int:1..16 *
tdp_w int:20..3000 *
devices int:1..2 !*
unified flag !*
modded flag !*
domestic flag !
mig_slices int:1..7
vgpu flag
capability num:5..20 *
min_cuda num:5..20 *
stack one:cuda|rocm|gaudi|oneapi|xla|neuron|cann|neuware|dtk|xre|maca|musa|birensupa|corex|topsrider *
msrp_usd int:100..100000 *
confidence one:high|medium|low !*
as_of date !
source refs:sources !*
derived text
china_note text
note text";

const MODELS: &str = "
id id !
repo text !*
name text !
family text !
released date *
kind one:dense|vlm|moe|hybrid|mla_moe|encoder|encdec|asr|diffusion !*
params_total int:1000..100000000000000 !*
params_active int:1000..100000000000000 *
layers int:1..1000 *
hidden int:1..100000 *
heads int:1..1024 *
kv_heads int:1..1024 *
head_dim int:1..4096 *
ffn int:1..1000000 *
vocab int:1..10000000 *
tied flag *
max_context int:1..100000000 *
attention text *
window int:1..1000000 *
full_layers int:0..1000 *
experts int:2..4096 *
experts_per_token int:1..256 *
expert_ffn int:1..1000000 *
shared_experts int:0..64 *
shared_ffn int:1..1000000 *
dense_first int:0..1000 *
moe_layers int:0..1000 *
kv_rank int:1..100000 *
rope_dim int:1..4096 *
nope_dim int:1..4096 *
v_dim int:1..4096 *
q_rank int:1..100000 *
dtype one:fp16|bf16|fp8|int4|mxfp4|fp32|fp4 experts + fp8 !*
gated flag *
attn_bias one:none|qkv|qkvo|o *
mlp_bias one:y|n|experts *
head_bias flag *
qk_norm one:none|head|full *
norm one:rms|ln|none|ln_nobias *
norms int:0..16 *
router_bias one:none|corr|logit *
pos_params int:0..10000000000 *
other_params int:0..10000000000 *
other_note text
vision_params int:1..100000000000 *
checkpoint_params int:1..100000000000000
checkpoint_note text
extra pairs *
license text *
confidence one:high|medium|low !*
as_of date !
source refs:sources !*
source_text text";

const PROVIDERS: &str = "
id id !*
name_zh text *
name_en text !*
kind one:hyperscaler|gpu_cloud|marketplace|idc !*
home one:cn|us|eu|asia|global !*
status one:listed|named|closed|survey !*
modes text
increment_s int:1..2592000 *
spot_notice_s int:1..86400 *
deletes_after_days int:1..3650 *
data_persists flag *
images flag *
rdma flag *
monitoring flag *
sla num:0.5..1 *
refund_days int:1..90 *
min_cards int:1..64 *
spot_max_h num:1..10000 *
spot_protected_s int:1..86400 *
idle_billed_s int:1..86400 *
pull_billed flag *
parked_hour num:0..100 *
member_factor num:0.1..1 *
credit num:1..100000 *
credit_days int:1..3650 *
currency one:CNY|USD|EUR *
as_of date !*
confidence one:high|medium|low !*
source refs:sources !
increment_text text";

/// What the provider's sources say in words; they are those of its row.
const SAID: &str = "
provider ref:providers !*
about one:persistence|refund|spot|credit|terms|sla|support !*
zh text !*
en text !*";

const RULES: &str = "
provider ref:providers !*
line one:storage|network_volume|snapshot|egress|ingress|interregion|address|support|min_charge !*
state one:any|running|stopped !*
tier_from num:0..1000000000 !*
free num:0..1000000000 !*
price num:0..100000 !*
unit one:gb_month|gb_day|gb_hour|gb|hour|month|order !*
currency one:CNY|USD|EUR !*
included flag !
as_of date *
confidence one:high|medium|low !*
source refs:sources !*
text text !";

const OFFERS: &str = "
id id !
provider ref:providers !*
card text *
gpus refs:gpus *
cards cards !*
cards_assumed flag !*
mode one:on_demand|spot|monthly|reserved_1y|reserved_3y !*
region one:cn|us|eu|asia|global !*
zone text *
variant text *
instance text *
vcpus int:1..4096 *
host_gib int:1..100000 *
link one:none|unknown|pcie|nvlink|infinity-fabric !*
net_gbps num:0.1..100000 *
rdma one:yes|no *
month_hours int:720..744 *
month_assumed flag *";

const READINGS: &str = "
offer ref:offers !
as_of date !*
price num:0.001..10000000 !*
currency one:CNY|USD|EUR !*
unit one:gpu_hour|instance_hour|gpu_month|instance_month !*
scope one:list|from|lowest_live|median_live|survey_low|survey_high|bid|gpu_only !*
current flag !*
why_not_current text
confidence one:high|medium|low !*
source refs:sources !*
fact text !
note text";

const COMPAT: &str = "
kind one:torch_cuda|cuda_driver|cc_feature|mig_profile|thermal !*
subject text !*
key text *
gpus refs:gpus *
value text !*
as_of date !
confidence one:high|medium|low !
source refs:sources !";

const IDS: &str = "
kind one:gpu|model|provider|offer !*
name text !*
id id !*
why one:id|fact|alias|retired !
successor text *";
