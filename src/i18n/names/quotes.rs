use super::named;
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
        UnknownPlace "地区没看懂，按默认地区算" "Place not understood; the default region is used",
    }
    Reject {
        NoCard "没找到卡型" "No card found",
        NoPrice "没找到价格" "No price found",
        AskPrice "价格要询" "Price on request",
        SoldOut "没货" "Sold out",
        NotPositive "价格不大于零" "Price is zero or less",
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
}
