use super::super::Catalog;

/// Names of cards as they stand in published measurements and in price lists.
const CARDS: &[(&str, &str)] = &[
    ("rtx-4090-24g", "rtx-4090-24g"),
    ("RTX4090", "rtx-4090-24g"),
    ("NVIDIA GeForce RTX 4090", "rtx-4090-24g"),
    ("4090", "rtx-4090-24g"),
    ("RTX 4090 48G", "rtx-4090-48g"),
    ("4090D", "rtx-4090d-24g"),
    ("RTX4090-24G", "rtx-4090-24g"),
    ("RTX4090-24GB", "rtx-4090-24g"),
    ("RTX 4070Ti SUPER", "rtx-4070-ti-super-16g"),
    ("2080Ti", "rtx-2080-ti-11g"),
    ("RTX 3090-class (23.67 GiB)", "rtx-3090-24g"),
    ("A100", "a100-sxm-80g"),
    ("A100 SXM 40GB", "a100-sxm-40g"),
    ("A100-40G-PCIe", "a100-pcie-40g"),
    ("A100 PCIe 80GB", "a100-pcie-80g"),
    ("A100-SXM4-80GB", "a100-sxm-80g"),
    ("NVIDIA A100-SXM4-80GB", "a100-sxm-80g"),
    ("A800-80G", "a800-sxm-80g"),
    ("NVIDIA H100 80GB HBM3", "h100-sxm-80g"),
    ("H100-80G", "h100-sxm-80g"),
    ("H100-95G", "h100-nvl-94g"),
    ("H20", "h20-96g"),
    ("H20-141G", "h20-141g"),
    ("B200 (power limited)", "b200-180g"),
    ("GB200 192GB", "gb200-186g"),
    ("A6000", "rtx-a6000-48g"),
    ("RTX 6000 Ada", "rtx-6000-ada-48g"),
    ("L40S", "l40s-48g"),
    ("V100 32GB", "v100-sxm-32g"),
    ("MI300X", "mi300x-192g"),
    ("NVIDIA GB10 (DGX Spark)", "dgx-spark-128g"),
    ("昇腾 910B", "ascend-910b-64g"),
    ("昇腾910B", "ascend-910b-64g"),
    ("Ascend-910B3-64G", "ascend-910b3-64g"),
    ("９１０Ｃ", "ascend-910c-128g"),
    ("摩尔线程 MTT S5000", "mtt-s5000-80g"),
    ("沐曦 C500", "metax-c500-64g"),
    ("海光 K100 AI", "hygon-k100ai-64g"),
    ("NVIDIA H20-3e", "h20-141g"),
    ("NVIDIA RTX PRO 6000 Blackwell Server Edition", "rtx-pro-6000-se-96g"),
    ("NVIDIA RTX 6000 Ada Generation", "rtx-6000-ada-48g"),
    ("AMD Instinct MI300X OAM", "mi300x-192g"),
    ("Tesla V100-SXM2-32GB", "v100-sxm-32g"),
    ("NVIDIA A100 80GB PCIe", "a100-pcie-80g"),
    ("8*A100 80G", "a100-sxm-80g"),
    ("4090*4", "rtx-4090-24g"),
    ("RTX4090×8", "rtx-4090-24g"),
    ("8卡 H20", "h20-96g"),
    ("H100-96G-500W", ""),
    ("RTX 4060 Laptop 8GB", ""),
    ("24GB-class", ""),
    ("unspecified", ""),
    ("99999999999999999999g", ""),
    ("(((", ""),
    ("）））", ""),
    ("", ""),
];

/// Names of models likewise.
const MODELS: &[(&str, &str)] = &[
    ("Qwen/Qwen2.5-7B-Instruct", "qwen2.5-7b"),
    ("Qwen/Qwen2.5-7B-Instruct-AWQ", "qwen2.5-7b"),
    ("Qwen2-72B-Instruct-GPTQ-Int4", "qwen2-72b"),
    ("unsloth/Qwen2.5-72B-bnb-4bit", "qwen2.5-72b"),
    ("RedHatAI/Llama-3.3-70B-Instruct-FP8-dynamic", "llama-3.3-70b-instruct"),
    ("meta-llama/Llama-3.1-8B-Instruct", "llama-3.1-8b"),
    ("neuralmagic/Meta-Llama-3.1-70B-Instruct-quantized.w8a8", "llama-3.1-70b"),
    ("meta-llama/Meta-Llama-3-8B-Instruct", "meta-llama-3-8b"),
    ("llama-3-8b", "meta-llama-3-8b"),
    ("llama-2-7b", "llama-2-7b-hf"),
    ("TheBloke/Llama-2-70B-Chat-GPTQ", "llama-2-70b-hf"),
    ("gguf:llama-2-7b.Q4_0", "llama-2-7b-hf"),
    ("llama-2-7b.Q4_K_M.gguf", "llama-2-7b-hf"),
    ("gguf:gemma-4-31B-it-UD-Q4_K_XL", "gemma-4-31b-it"),
    ("gguf:gemma-4-26B-A4B-it-BF16-00001-of-00002", "gemma-4-26b-a4b-it"),
    ("Qwen/Qwen3-30B-A3B-Instruct-2507", "qwen3-30b-a3b"),
    ("mistralai/Mistral-7B-Instruct-v0.3", "mistral-7b-instruct-v0.3"),
    ("mistral-7b", "mistral-7b-v0.1"),
    ("olmo-3-7b", "olmo-3-1025-7b"),
    ("opt-1.3b", "opt-1.3b"),
    ("opt-13b", "opt-13b"),
    ("vit_base_patch16_224", "vit-base-patch16-224"),
    ("phi-1.5", "phi-1_5"),
    ("internlm2.5-7b", "internlm2_5-7b-chat"),
    ("deepseek-r1:32b", "deepseek-r1-distill-qwen-32b"),
    ("DeepSeek-V3", "deepseek-v3"),
    ("通义千问2.5-7B", "qwen2.5-7b"),
    ("通义千问 3-8B", "qwen3-8b"),
    ("智谱-4.5-Air", "glm-4.5-air"),
    ("百川2-7B-Base", "baichuan2-7b-base"),
    ("书生2.5-7b-chat", "internlm2_5-7b-chat"),
    ("SDXL", "stable-diffusion-xl-base-1.0"),
    ("qwen2.5:7b", "qwen2.5-7b"),
    ("llama3.3:70b", "llama-3.3-70b-instruct"),
    ("DeepSeek-R1 满血版", "deepseek-r1"),
    ("gpt-200b-v250k", ""),
    ("-:_", ""),
    ("", ""),
];

#[test]
fn names_as_people_write_them_are_understood() {
    let c = Catalog::embedded();
    for (name, id) in CARDS {
        assert_eq!(c.find_gpu(name).map_or("", |ix| c.gpu(ix).id.as_str()), *id, "{name}");
    }
    for (name, id) in MODELS {
        assert_eq!(c.find_model(name).map_or("", |ix| c.model(ix).id.as_str()), *id, "{name}");
    }
    let both: Vec<&str> = c.find_gpus("A100-80G").into_iter().map(|ix| c.gpu(ix).id.as_str()).collect();
    assert_eq!(both, ["a100-sxm-80g", "a100-pcie-80g"]);
    assert_eq!(c.find_provider("阿里云").map(|ix| c.provider(ix).id.as_str()), Some("aliyun"));
}

#[test]
fn a_slip_of_the_hand_finds_the_nearest_name() {
    let c = Catalog::embedded();
    let gpu = |t| c.nearest_gpus(t, 3).into_iter().map(|ix| c.gpu(ix).id.as_str()).collect::<Vec<_>>();
    assert!(gpu("rtx 4009").contains(&"rtx-4090-24g"), "{:?}", gpu("rtx 4009"));
    assert_eq!(gpu("a100").first(), Some(&"a100-sxm-80g"));
    let model = |t| c.nearest_models(t, 4).into_iter().map(|ix| c.model(ix).id.as_str()).collect::<Vec<_>>();
    assert!(model("qwen2.5-7").contains(&"qwen2.5-7b"), "{:?}", model("qwen2.5-7"));
    assert!(model("qwem2.5-7b").contains(&"qwen2.5-7b"), "{:?}", model("qwem2.5-7b"));
    assert!(c.nearest_models("", 4).is_empty());
}

#[test]
fn the_search_box_takes_a_size_as_a_whole_word() {
    let c = Catalog::embedded();
    let ids = |t: &str| -> Vec<&str> {
        c.search_models(t, 40, |_| true).into_iter().map(|ix| c.model(ix).id.as_str()).collect()
    };
    for (typed, first) in [
        ("llama 3.1 8b", "llama-3.1-8b"),
        ("Llama3.1 8B", "llama-3.1-8b"),
        ("8b llama 3.1", "llama-3.1-8b"),
        ("qwen2.5 7b", "qwen2.5-7b"),
        ("qwen2.5-7b", "qwen2.5-7b"),
        ("mixtral 8x7b", "mixtral-8x7b-v0.1"),
    ] {
        assert_eq!(ids(typed).first(), Some(&first), "{typed}: {:?}", ids(typed));
    }
    for typed in ["8b", "7b", "llama 8b", "qwen 7b"] {
        let size = typed.rsplit(' ').next().unwrap_or("");
        assert!(!ids(typed).is_empty(), "{typed}");
        for id in ids(typed) {
            assert!(id.split('-').any(|p| p == size) && !id.contains("1_8b"), "{typed}: {id}");
        }
    }
    // A size nobody has published is not another one.
    assert!(ids("llama 3.1 9b").is_empty(), "{:?}", ids("llama 3.1 9b"));
}
