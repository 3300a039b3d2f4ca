//! The page without a network: a service worker that keeps it after the first visit, and `single.html`, which holds all of it and
//! runs by double-click. Both are made from the finished release page; `serve` has neither.

use std::path::Path;

use crate::files::{files, fnv, read, read_text, write};
use crate::{Result, root, split, terse};

/// The tag of the start file in index.html, up to its attributes.
const BOOT: &str = "<script src=\"./boot.js\"";

/// Writes sw.js, keep.js and single.html into `folder`, and tells the start file of keep.js.
pub fn finish(folder: &Path) -> Result {
    let index = folder.join("index.html");
    let html = read_text(&index)?;
    if !html.contains(BOOT) {
        return Err(format!("index.html: no {BOOT}"));
    }
    write(&folder.join("single.html"), single(folder, &html)?.as_bytes())?;
    let names = kept(folder)?;
    let mut parts = Vec::new();
    for name in &names {
        parts.push(read(&folder.join(name))?);
    }
    let parts: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    let version = format!("{:016x}", fnv(&parts));
    let filled = |name: &str| {
        let text = read_text(&root().join("static").join(name))?;
        let list = names.iter().map(|name| if name == "index.html" { "./" } else { name });
        let list = list.chain(["keep.js"]).collect::<Vec<_>>().join("', '");
        Ok::<_, String>(terse::js(&text).replace("@VERSION@", &version).replace("@FILES@", &list))
    };
    write(&folder.join("sw.js"), filled("sw.js")?.as_bytes())?;
    write(&folder.join("keep.js"), filled("keep.js")?.as_bytes())?;
    let html = html.replacen(BOOT, &format!("{BOOT} data-keep=\"./keep.js\""), 1);
    write(&index, html.as_bytes())
}

/// What is kept: everything that the page itself loads. The tables of the catalog are built in; their files are for people.
fn kept(folder: &Path) -> Result<Vec<String>> {
    let all = files(folder)?;
    let names = all.iter().filter_map(|file| file.strip_prefix(folder).ok()?.to_str());
    let names = names.filter(|name| !name.starts_with("catalog/") || name.starts_with("catalog/claims-"));
    Ok(names.filter(|name| *name != "single.html").map(str::to_owned).collect())
}

/// The whole page in one file. Scripts of modules and `fetch` know no neighbours on a disk: the program is a script in the page, and
/// what it fetches is answered from inside.
fn single(folder: &Path, html: &str) -> Result<String> {
    let (head, body) = html.split_once("</head>").ok_or("index.html: no </head>")?;
    let mut out = String::new();
    let mut inside = Vec::new();
    let mut glue = String::new();
    for line in head.replace("><", ">\n<").lines() {
        let named = |attribute: &str| {
            let (_, rest) = line.split_once(&format!("{attribute}=\""))?;
            rest.split_once('"').map(|(value, _)| value.trim_start_matches("./").to_owned())
        };
        if line.starts_with("<link rel=\"stylesheet\"") {
            let name = named("href").ok_or("index.html: a style without address")?;
            out += &format!("<style>{}</style>\n", read_text(&folder.join(name))?);
        } else if line.starts_with(BOOT) {
            let (js, wasm) = (named("data-js"), named("data-wasm"));
            let (js, wasm) = js.zip(wasm).ok_or("index.html: the start file names no program")?;
            let stem = wasm.trim_end_matches("_bg.wasm");
            for name in kept(folder)? {
                if name.starts_with(stem) && !name.ends_with(".js") || name.starts_with("catalog/") {
                    inside.push(name);
                }
            }
            glue =
                exported(&read_text(&folder.join(&js))?)?.replacen(split::PACKED, "const packed = false;", 1);
            out += &format!(
                "<script data-wasm=\"./{wasm}\">\n{}</script>\n",
                read_text(&folder.join("boot.js"))?
            );
        } else if line.starts_with("<link rel=\"icon\"") {
            let icon = base64(&read(&folder.join("icon.svg"))?);
            out += &format!("<link rel=\"icon\" href=\"data:image/svg+xml;base64,{icon}\">\n");
        } else if !["preload", "modulepreload", "manifest"]
            .iter()
            .any(|rel| line.starts_with(&format!("<link rel=\"{rel}\"")))
        {
            out += line;
            out.push('\n');
        }
    }
    let mut files = String::new();
    for name in inside {
        let short = name.rsplit('/').next().unwrap_or(&name);
        files += &format!("{short:?}:\"{}\",\n", base64(&read(&folder.join(&name))?));
    }
    let program = format!(
        "<script>{{const files={{{files}}};\
         const bytes=(text)=>Uint8Array.from(atob(text),(sign)=>sign.charCodeAt(0));\
         const own=window.fetch;\
         window.fetch=(what,...rest)=>{{const name=String(what.url??what).split('/').pop();\
         return name in files?Promise.resolve(new Response(bytes(files[name]),\
         {{headers:{{'Content-Type':name.endsWith('.wasm')?'application/wasm':'text/plain; charset=utf-8'}}}})):own(what,...rest)}}}}\
         </script>\n<script type=\"module\">\n{glue}</script>\n"
    );
    if glue.contains("</script") {
        return Err("the glue of wasm-bindgen holds </script: single.html cannot hold it".into());
    }
    let (body, end) = body.rsplit_once("</body>").ok_or("index.html: no </body>")?;
    Ok(format!("{out}</head>{body}{program}</body>{end}"))
}

/// The glue with its start function in the page instead of exported.
fn exported(glue: &str) -> Result<String> {
    let (before, after) = glue.rsplit_once("export {").ok_or("the glue exports nothing")?;
    let (names, rest) = after.split_once('}').ok_or("the glue exports nothing")?;
    let start = names.split(',').find_map(|name| name.trim().strip_suffix(" as default"));
    let start = start.ok_or("the glue has no default export")?;
    let before = before.replace("\nexport ", "\n");
    Ok(format!("{before}globalThis.suanzuStart = {start};{}", rest.trim_start_matches(';')))
}

/// Base64, as `atob` reads it.
fn base64(bytes: &[u8]) -> String {
    const SIGNS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut out = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for three in bytes.chunks(3) {
        let at = |i: usize| u32::from(three.get(i).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let sign = SIGNS[(bits >> (18 - 6 * place)) as usize & 63];
            out.push(if place <= three.len() { char::from(sign) } else { '=' });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_as_in_its_standard() {
        for (bytes, text) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")]
        {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xfb, 0xff, 0xfe]), "+//+");
    }

    #[test]
    fn the_start_function_stays_in_the_page() {
        let glue = "function a() {}\nexport function b() {}\nexport { initSync, __wbg_init as default };\nconst c = 1;\n";
        let want = "function a() {}\nfunction b() {}\nglobalThis.suanzuStart = __wbg_init;\nconst c = 1;\n";
        assert_eq!(exported(glue).as_deref(), Ok(want));
        assert!(exported("const a = 1;").is_err());
    }
}
