//! The first-day test (checklists.md, part B).

use super::rows;

rows! {
    Day;
    "B-01" Nvidia "核对卡名：应是 {card}，共 {n} 张，UUID 各不相同，记下来" "Name: {card}, {n} in all, each with a UUID of its own; note them" "nvidia-smi --query-gpu=index,name,uuid,serial,pci.bus_id,vbios_version --format=csv";
    "B-02" Nvidia "总显存：每张约 {mib}，差 2% 以上就问" "Memory in all: about {mib} a card; ask if it differs by more than 2%" "nvidia-smi --query-gpu=memory.total --format=csv";
    "B-03" Nvidia "没有被切片：显示 Disabled 或 [N/A]，没有 MIG 行（除非买的就是切片）" "Not sliced: Disabled or [N/A] and no MIG lines, unless a slice was ordered" "nvidia-smi --query-gpu=mig.mode.current --format=csv; nvidia-smi -L";
    "B-04" Nvidia "数卡：应是 {n} 行" "Count the cards: {n} lines" "nvidia-smi -L | wc -l";
    "B-05" Nvidia "驱动和内核能用：算力列表里有 {capability}，一次矩阵乘不出错" "Driver and kernels work: the list has {capability}, and one product of matrices runs" "python -c \"import torch; print(torch.__version__, torch.version.cuda, torch.cuda.get_arch_list()); a=torch.randn(4096,4096,device='cuda',dtype=torch.float16); print((a@a).isfinite().all())\"";
    "B-06" Nvidia "显存没有坏：不可纠正错误 0，等待重映射 No，重映射失败 No" "Memory is sound: 0 uncorrectable errors, remapping pending No, failure No" "nvidia-smi -q -d ECC,ROW_REMAPPER";
    "B-24" Nvidia "内核日志干净（要 root）：没有 48、62 到 64、74、79、92、94、95、119、120" "Kernel log is clean (needs root): none of 48, 62 to 64, 74, 79, 92, 94, 95, 119, 120" "dmesg -T | grep -i xid";
    "B-28" Nvidia "没有邻居：空闲时显存占用、利用率、功耗都接近 0" "No neighbours: memory used, utilisation and power near zero when idle" "nvidia-smi";
    "B-29" Nvidia "频率没有锁低" "Clocks are not locked low" "nvidia-smi -q -d CLOCK";
    "B-11" Nvidia "拷贝时看 PCIe：{pcie}，主机到卡至少 {host}（空闲时读数偏低，不算）" "PCIe during a copy: {pcie}, at least {host} from the host (idle readings are lower and do not count)" "nvbandwidth -t host_to_device_memcpy_ce";
    "B-12" NvidiaPair "卡间链路：没有断开的，错误 0；all-reduce 总线带宽约 {bus}" "Links between cards: none inactive, 0 errors; all-reduce bus bandwidth about {bus}" "nvidia-smi topo -m; nvidia-smi nvlink -s; all_reduce_perf -b 1G -e 8G -f 2 -g {n}";
    "B-13" Nvidia "显存带宽（读写相加）：至少 {rate}" "Memory bandwidth (reads and writes added): at least {rate}" "nvbandwidth -t device_local_copy";
    "B-27" Huawei "卡数 {n}、每张显存、固件、驱动和 CANN 的版本对得上；再跑厂商的矩阵乘和 all-reduce 样例" "{n} devices, memory of each, and firmware, driver and CANN versions that belong together; then the vendor’s matrix and all-reduce samples" "npu-smi info";
    "B-14" Always "CPU 和内存与订单一致：{vcpus}，内存不小于显存总和 {allmem}" "CPU and memory as ordered: {vcpus}, host memory at least {allmem}, the memory of all cards" "nproc; lscpu; free -g";
    "B-15" Always "大文件写盘：一个存档 {ckpt}，写速除一下，几分钟能写完" "Large files: a checkpoint is {ckpt}; divide by the writing rate for the minutes it takes" "fio --name=big --directory=. --rw=write --bs=1M --size=8G --numjobs=4 --iodepth=16 --direct=1 --ioengine=libaio --group_reporting";
    "B-16" Always "小文件：框架冷启动 20 秒内，再来一次约 2 秒" "Small files: a cold import under 20 s, a warm one about 2 s" "time python -c \"import torch\"";
    "B-07" Nvidia "满载 20 分钟：降频原因里没有 0x8、0x20、0x40、0x80" "20 minutes under load: no 0x8, 0x20, 0x40, 0x80 among the throttle reasons" "nvidia-smi --query-gpu=temperature.gpu,temperature.memory,clocks.sm,power.draw,clocks_event_reasons.active --format=csv -l 5";
    "B-08" Nvidia "功耗上限应是 {power}，满载接近它" "Power limit {power}, and a draw near it under load" "nvidia-smi -q -d POWER";
    "B-09" Nvidia "整块显存写读校验 15 分钟，0 错误（厂商诊断要 root；没有就用 gpu-burn）" "Write and check 95% of memory for 15 minutes, 0 errors (the vendor’s test needs root; else gpu-burn)" "gpu_burn -m 95% 900";
    "B-10" Nvidia "16 位矩阵乘：取最好的一次，至少 {matmul}；半小时后再跑，差 3% 以内" "16-bit matrix products: best of several sizes at least {matmul}; again after 30 minutes, within 3%" "python -c \"import torch,time; a=torch.randn(8192,8192,device='cuda',dtype=torch.float16); [a@a for _ in range(10)]; torch.cuda.synchronize(); t=time.time(); [a@a for _ in range(50)]; torch.cuda.synchronize(); print(50*2*8192**3/(time.time()-t)/1e12)\"";
    "B-25" Machines "机器之间：200G 网卡至少 180 Gbit/s，400G 至少 360" "Between machines: at least 180 Gbit/s on a 200G adapter, 360 on 400G" "ib_write_bw";
    "B-26" Nvidia "厂商诊断（要 root）：第 2 级两分钟能查出大部分问题；GeForce 只能跑第 1 级" "Vendor diagnostics (need root): level 2 takes two minutes and finds most; GeForce runs level 1 only" "dcgmi diag -r 2";
    "B-19" Always "跑自己的任务半小时：{pace}；慢 1.3 倍以上就查原因" "Your own job for half an hour: {pace}; look for the cause if it is 1.3 times slower" "";
    "B-20" Trains "强行杀掉，从存档恢复：损失接着走，记下用了几分钟" "Kill the job hard and resume from a checkpoint: the loss goes on; note the minutes" "kill -9";
    "B-17" Always "网络两个方向各测一次，白天和晚上；计划按 {mbps} 算" "Network both ways, by day and in the evening; the plan counts on {mbps}" "iperf3 -c HOST -P 4; iperf3 -c HOST -P 4 -R";
    "B-18" Always "晚上再测一次写盘，差 30% 以内" "The disk again in the evening: within 30%" "";
    "B-21" Always "关机等半小时再开：文件还在，卡还有，地址和说好的一样" "Stop, wait half an hour, start: files are there, a card is free, the address is as promised" "";
    "B-22" Always "夜里提一个工单，记下多久有人答" "Open a ticket at night and note when somebody answers" "";
    "B-23" Always "次日对账：单价应是 {hour}，盘费、流量、凑整各看一眼" "The bill of day one: {hour}; look at disk, traffic and rounding" "";
    "B-30" Always "所有输出连同日期、UUID、镜像摘要存到机器外面" "Keep all outputs with date, UUIDs and image digest outside the machine" "";
}
