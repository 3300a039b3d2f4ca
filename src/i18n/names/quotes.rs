use super::named;
use crate::engine::cost::checkup::{Field, State};
use crate::engine::cost::invoice::Look;
use crate::import::quotes::{Column, Invoice, Note, Reject, Separator};

named! {
    Separator {
        Tab "制表符分列" "Columns by tabs",
        Comma "逗号分列" "Columns by commas",
        Semicolon "分号分列" "Columns by semicolons",
        Bar "竖线分列（Markdown）" "Columns by bars (Markdown)",
        Blanks "空格分列" "Columns by spaces",
        Line "逐行文字" "Plain lines",
    }
    Column {
        Other "不用" "Ignore",
        Provider "服务商" "Provider",
        Card "卡型" "Card",
        Memory "显存" "GPU memory",
        Count "卡数" "Cards",
        Price "价格" "Price",
        Unit "计价单位" "Price unit",
        Mode "计费方式" "Billing",
        Currency "币种" "Currency",
        Region "地区" "Region",
        Tax "税与发票" "Tax and invoice",
        Date "报价日期" "Date",
        Vcpus "CPU 核数" "vCPUs",
        HostMemory "内存" "Host memory",
        Network "网络" "Network",
        Note "备注" "Remarks",
    }
    Note {
        GuessedShare "没写按卡还是按整机，按市价判断" "Per card or per machine not stated; taken from market prices",
        GuessedPeriod "没写按小时还是按月，按市价判断" "Per hour or per month not stated; taken from market prices",
        GuessedCurrency "没写币种，按你的币种算" "Currency not stated; yours is used",
        Converted "按天、周、季或年的价格，已经换算" "Price per day, week, quarter or year, converted",
        UpperEnd "给的是区间，取高的一头" "A range; its upper end is used",
        From "起步价，实际可能更高" "A starting price; the real one may be higher",
        UnknownCard "目录里没有这张卡，只列出，不估算" "Card not in the catalog: listed, not sized",
        SeveralCards "没写清是哪种版本，按差的算" "The name fits several cards; the worse one counts",
        CarriedDown "合并单元格，沿用上一行" "Merged cell: taken from the line above",
        MoreFigures "这一行还有别的数字没有读" "Further figures in the line were not read",
        OtherCards "这一行写了几种卡，只按第一种算" "Several cards are named; the first one counts",
        Discount "写了折扣，没说价格是折前还是折后，按写的数算" "A discount is named; the price is used as written, before or after it is not said",
        OtherMemory "写的显存跟目录里这张卡对不上，核对是哪种卡" "The memory named is not what the catalog's card has: check which card it is",
        NoCount "写的是整机价，没写几张卡，按 1 张算" "A price for a machine whose number of cards is not stated; one is assumed",
        GuessedTax "写了税点，没说含不含，按另加算" "A tax rate without saying whether it is included; taken to come on top",
        NoTaxRate "不含税，没写税率，没有加上" "Tax comes on top at a rate that is not stated; none is added",
        FarFromMarket "跟别处同一张卡的价格差五倍以上，先核对" "Five times off what the card costs elsewhere: check it",
        UnknownPlace "地区没看懂，按默认地区算" "Place not understood; the default region is used",
    }
    Reject {
        NoCard "没找到卡型" "No card found",
        NoPrice "没找到价格" "No price found",
        AskPrice "价格要询" "Price on request",
        SoldOut "没货" "Sold out",
        NotPositive "价格不大于零" "Price is zero or less",
        Currency "这个币种没有汇率，请换成元、美元或欧元" "No rate for this currency: give yuan, dollars or euros",
        Summary "合计或平均行" "A total or an average",
        Heading "标题或说明行" "A heading or a remark",
    }
    Invoice {
        Special "增值税专票" "Special VAT invoice",
        Ordinary "增值税普票" "Ordinary VAT invoice",
        None "不开票" "No invoice",
    }
    Look {
        Fine "对得上" "Matches",
        Hours "对一下开机时长" "Compare the powered-on hours",
        Price "单价跟计划不同，问清是哪天起的价" "The unit price differs: ask which price applies since when",
        Sessions "对一下开关机次数和计费粒度" "Compare the starts and the billing increment",
        Disk "对一下磁盘容量和天数，看是否已经释放" "Compare disk size and days; check that it was released",
        Traffic "对一下出网流量" "Compare the traffic out",
        NewLine "计划里没有这一项，问清是什么" "Not in the plan: ask what it is for",
        Missing "账单里没有这一项，可能还没出，也可能免了" "Not on the invoice: it may come later or be included",
    }
    Field {
        Card "型号、显存、形态" "Card model, memory, form factor",
        Used "新卡、二手还是改装" "New, used or modified",
        Exclusive "独占还是共享" "Exclusive or shared",
        Host "CPU 和内存" "vCPU and RAM",
        DiskIncluded "带多大磁盘" "Disk included",
        CardLink "卡间互联" "Link between cards",
        Network "带宽和 RDMA" "Bandwidth and RDMA",
        Egress "出网流量价" "Egress price",
        StorageRunning "开机时的存储价" "Storage price while on",
        StorageStopped "关机后的存储价" "Storage price while off",
        Address "公网 IP" "Public address",
        Increment "计费粒度和最低消费" "Billing increment and minimum",
        BootBilled "开机和拉镜像收不收费" "Boot and image pull billed or not",
        Refund "包期多长、怎么退" "Package length and refund",
        Deposit "押金和预付" "Deposit and prepayment",
        Availability "可用性承诺和赔付" "Availability promise and credit",
        BrokenHours "坏机时段谁付费" "Who pays for broken hours",
        SupportHours "客服时段和响应" "Support hours and answer",
        Retention "数据保留多久" "Data retention",
        Invoice "发票和税" "Invoice and tax",
        Image "镜像和驱动" "Image and driver",
        Licences "包含哪些许可" "Licences included",
        SmallestNode "几卡起租" "Smallest node",
        PriceDate "报价日期和有效期" "Price date and validity",
        ExchangeRate "币种和汇率日期" "Currency and rate date",
        FloorPrice "起价还是一口价" "Starting or fixed price",
        PowerLimit "有没有限功耗" "Power limit",
    }
    State {
        Known "已说明" "Stated",
        NotApplicable "与你无关" "Not applicable",
        Open "没说" "Open",
    }
}
