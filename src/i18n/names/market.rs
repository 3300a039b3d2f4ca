use super::named;
use crate::catalog::{Confidence, GpuClass, Link, Mode, PriceScope, ProviderKind, Region, Vendor};
use crate::units::Currency;

named! {
    Mode {
        OnDemand "按量" "On-demand",
        Spot "竞价" "Spot",
        Monthly "包月" "Monthly",
        Reserved1y "包年" "1-year reserved",
        Reserved3y "三年预留" "3-year reserved",
    }
    Region {
        Cn "中国大陆" "Mainland China",
        Us "美国" "United States",
        Eu "欧洲" "Europe",
        Asia "亚洲其他地区" "Asia, other",
        Global "其他或未写明" "Elsewhere or not stated",
    }
    ProviderKind {
        Hyperscaler "综合云" "General cloud",
        GpuCloud "GPU 算力平台" "GPU cloud",
        Marketplace "算力市场" "Marketplace",
        Idc "机房或集成商" "Data centre or integrator",
        Own "你的报价" "Your quote",
    }
    GpuClass {
        Consumer "消费卡" "Consumer card",
        Workstation "工作站卡" "Workstation card",
        Datacenter "计算卡" "Compute card",
        Special "专用加速器" "Special accelerator",
    }
    Vendor {
        Nvidia "NVIDIA" "NVIDIA",
        Amd "AMD" "AMD",
        Intel "Intel" "Intel",
        Google "Google" "Google",
        Aws "AWS" "AWS",
        Huawei "华为昇腾" "Huawei Ascend",
        Cambricon "寒武纪" "Cambricon",
        Biren "壁仞" "Biren",
        Hygon "海光" "Hygon",
        Metax "沐曦" "MetaX",
        MooreThreads "摩尔线程" "Moore Threads",
        Iluvatar "天数智芯" "Iluvatar CoreX",
        Enflame "燧原" "Enflame",
        Kunlunxin "昆仑芯" "Kunlunxin",
        THead "平头哥" "T-Head",
        Other "其他厂商" "Other maker",
    }
    Link {
        Pcie "PCIe" "PCIe",
        NvlinkBridge "NVLink 桥" "NVLink bridge",
        Nvlink "NVLink" "NVLink",
        InfinityFabric "Infinity Fabric" "Infinity Fabric",
        Hccs "HCCS" "HCCS",
        Other "厂商自有互联" "maker's own link",
        Unknown "未知" "unknown",
    }
    Confidence {
        Low "低" "Low",
        Medium "中" "Medium",
        High "高" "High",
    }
    PriceScope {
        List "列表价" "list price",
        From "起价" "“from” price",
        LowestLive "在售最低价" "lowest live price",
        MedianLive "在售中位价" "median live price",
        SurveyLow "行情低端" "low end of a survey",
        SurveyHigh "行情高端" "high end of a survey",
        Bid "竞价下限" "bid",
        GpuOnly "只含卡" "card only",
    }
    Currency {
        Cny "人民币" "Chinese yuan",
        Usd "美元" "US dollar",
        Eur "欧元" "Euro",
    }
}
