//! `advice.md` §5: id, Chinese, English, in the order of the rules.

#[rustfmt::skip]
pub const TEXTS: super::Texts = &[
    ("image-too-old", "[镜像比卡还老：]{build}，而 {gpu} 是 {launch} 才出的。选这之后做的镜像。", "[The image is older than the card:] {build}, and {gpu} came out in {launch}. Choose an image made after that."),
    ("no-prebuilt", "[没查到有现成镜像。]自己装，光下载约 {gb} 的环境就要 {hours}，租金 {cost}，另加你自己的时间。做好镜像存到镜像仓库。", "[No prebuilt images are known.] Fetching some {gb} of environment alone takes {hours}, {cost} of rent, and your own time on top. Keep your image in a registry."),
    ("no-gpu-mode", "[装环境和调试可以不开卡：]无卡模式 {price}，这 {hours} 能省 {saved}。", "[Set up and debug without the card:] {price} in the mode without a GPU saves {saved} over {hours}."),
    ("pin-everything", "[环境要钉死：]镜像摘要、{build}、驱动和模型版本都记下来，和结果放一起。", "[Freeze the environment:] image digest, {build}, driver and model revision, noted with the result."),
    ("same-image-two-places", "[{first} 和 {second} 都要用同一个镜像试一遍，]内核和驱动不一样。", "[Test the same image on {first} and {second}:] kernels and drivers differ."),
    ("no-host-log", "[容器里往往看不到内核日志，]要跑 {hours}，出了 Xid 你也不知道。问能不能看，平时用 nvidia-smi 盯 ECC 和降频。", "[Containers often hide the kernel log:] in {hours} an Xid would pass unseen. Ask for access, and watch ECC and throttling through nvidia-smi."),
    ("root-missing", "[有些测试要 root 或裸机：]改功耗上限、重置、DCGM 三级诊断。用不要 root 的那一组。", "[Some tests need root or bare metal:] power limit, reset, DCGM level 3. Use the subset that does without."),
];
