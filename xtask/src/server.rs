//! A static server: GET and HEAD, right types, the content policy, any sub-directory. Enough to try the page the way a plain
//! web host would serve it; no more.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crate::{Result, say};

/// The policy the page must live under (semantics §10).
pub const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'";

// Every answer also carries Access-Control-Allow-Origin: the widget's frame may have an origin of its own, and all files are public.

/// Longest request head we read, in bytes: a plan link may be long, an attack longer.
const HEAD_LIMIT: u64 = 2 << 20;

/// A folder and the path it is mounted at, such as `/tools/gpu/`.
#[derive(Clone)]
pub struct Site {
    folder: PathBuf,
    mount: String,
    /// Counts the builds of a page under work: the page waits for the next and reloads.
    builds: Option<Arc<AtomicU64>>,
}

impl Site {
    pub fn new(folder: &Path, mount: &str) -> Self {
        Self { folder: folder.to_path_buf(), mount: slashed(mount), builds: None }
    }

    /// The same, reloading in the browser whenever `builds` grows.
    pub fn reloading(self, builds: Arc<AtomicU64>) -> Self {
        Self { builds: Some(builds), ..self }
    }
}

/// Waits for the next build, then loads the page anew. A file, since the policy refuses inline scripts here too.
const RELOAD: &str = "const wait=async have=>{for(;;){try{const now=await(await fetch('__build?'+have)).text();\
    if(have!==''&&now!==have)return location.reload();have=now}catch{await new Promise(go=>setTimeout(go,1000))}}};wait('')";

/// How long a question for the next build is held open.
const HOLD: Duration = Duration::from_secs(20);

struct Answer {
    status: &'static str,
    kind: &'static str,
    body: Vec<u8>,
    location: Option<String>,
}

/// Serves `folder` until the process ends.
pub fn host(folder: &Path, port: u16, mount: Option<&str>) -> Result {
    if !folder.join("index.html").exists() {
        return Err(format!("{} has no index.html: run `cargo xtask build` first", folder.display()));
    }
    let mount = mount.unwrap_or("/");
    let address = start(Site::new(folder, mount), port)?;
    say::line(&format!("http://{address}{} serves {}, Ctrl-C ends it", slashed(mount), folder.display()));
    loop {
        std::thread::park();
    }
}

/// Starts serving in the background; gives `host:port`.
pub fn start(site: Site, port: u16) -> Result<String> {
    let listener = TcpListener::bind(("127.0.0.1", port)).map_err(|e| format!("port {port}: {e}"))?;
    let address = listener.local_addr().map_err(|e| e.to_string())?;
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let site = site.clone();
            std::thread::spawn(move || connection(&site, stream));
        }
    });
    Ok(address.to_string())
}

fn slashed(mount: &str) -> String {
    let inner = mount.trim_matches('/');
    if inner.is_empty() { "/".to_owned() } else { format!("/{inner}/") }
}

/// Answers requests on one connection until either side is done; a broken connection just ends.
fn connection(site: &Site, stream: TcpStream) {
    let _ = stream.set_read_timeout(Some(Duration::from_secs(30)));
    let Ok(mut out) = stream.try_clone() else { return };
    let mut input = BufReader::new(stream);
    while let Some((method, target, keep)) = request(&mut input) {
        let answer = match method.as_str() {
            "GET" | "HEAD" => find(site, &target),
            _ => plain("405 Method Not Allowed", "only GET and HEAD"),
        };
        if reply(&mut out, &answer, method == "HEAD", keep).is_err() || !keep {
            return;
        }
    }
}

/// Method, target and whether to keep the connection; `None` at the end or when it is no HTTP.
fn request(input: &mut BufReader<TcpStream>) -> Option<(String, String, bool)> {
    let mut head = input.by_ref().take(HEAD_LIMIT);
    let mut first = String::new();
    head.read_line(&mut first).ok()?;
    let mut words = first.split_whitespace();
    let (method, target, version) = (words.next()?.to_owned(), words.next()?.to_owned(), words.next()?);
    let mut keep = version == "HTTP/1.1";
    loop {
        let mut line = String::new();
        if head.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim().to_ascii_lowercase();
        if line.is_empty() {
            return Some((method, target, keep));
        }
        keep &= line != "connection: close";
    }
}

fn reply(out: &mut TcpStream, answer: &Answer, head_only: bool, keep: bool) -> std::io::Result<()> {
    let mut head = format!(
        "HTTP/1.1 {}\r\nContent-Type: {}\r\nContent-Length: {}\r\nContent-Security-Policy: {POLICY}\r\n\
         X-Content-Type-Options: nosniff\r\nAccess-Control-Allow-Origin: *\r\nCache-Control: no-cache\r\nConnection: {}\r\n",
        answer.status,
        answer.kind,
        answer.body.len(),
        if keep { "keep-alive" } else { "close" },
    );
    if let Some(location) = &answer.location {
        head.push_str(&format!("Location: {location}\r\n"));
    }
    head.push_str("\r\n");
    out.write_all(head.as_bytes())?;
    if !head_only {
        out.write_all(&answer.body)?;
    }
    out.flush()
}

fn plain(status: &'static str, text: &str) -> Answer {
    Answer { status, kind: "text/plain; charset=utf-8", body: text.as_bytes().to_vec(), location: None }
}

fn find(site: &Site, target: &str) -> Answer {
    let path = target.split(['?', '#']).next().unwrap_or_default();
    if path == site.mount.trim_end_matches('/') && site.mount != "/" {
        return Answer { location: Some(site.mount.clone()), ..plain("301 Moved Permanently", "") };
    }
    let Some(inner) = path.strip_prefix(&site.mount).and_then(decoded) else {
        return plain("404 Not Found", "not found");
    };
    if let Some(builds) = &site.builds
        && let Some(answer) = reload(builds, &inner, target)
    {
        return answer;
    }
    let inner = if inner.is_empty() || inner.ends_with('/') { format!("{inner}index.html") } else { inner };
    let inside = Path::new(&inner).components().all(|part| matches!(part, Component::Normal(_)));
    let file = site.folder.join(&inner);
    match inside.then(|| std::fs::read(&file)) {
        Some(Ok(mut body)) if site.builds.is_some() && kind(&file).starts_with("text/html") => {
            body.extend_from_slice(b"<script src=\"__reload.js\"></script>");
            Answer { status: "200 OK", kind: kind(&file), body, location: None }
        }
        Some(Ok(body)) => Answer { status: "200 OK", kind: kind(&file), body, location: None },
        _ => plain("404 Not Found", "not found"),
    }
}

/// The two files of the reload: the script, and the number of the build, held back while it is the one the page has.
fn reload(builds: &AtomicU64, inner: &str, target: &str) -> Option<Answer> {
    match inner {
        "__reload.js" => Some(Answer { kind: "text/javascript; charset=utf-8", ..plain("200 OK", RELOAD) }),
        "__build" => {
            let have = target.split_once('?').map(|(_, have)| have).unwrap_or_default();
            let from = Instant::now();
            loop {
                let now = builds.load(Ordering::SeqCst).to_string();
                if now != have || from.elapsed() > HOLD {
                    return Some(plain("200 OK", &now));
                }
                std::thread::sleep(Duration::from_millis(100));
            }
        }
        _ => None,
    }
}

/// Undoes %XX; `None` when the result is no UTF-8.
fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let pair = tail.get(..2).filter(|_| *first == b'%').and_then(|hex| std::str::from_utf8(hex).ok());
        match pair.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

/// The content type, by the end of the name.
fn kind(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()).unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "wasm" => "application/wasm",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "csv" => "text/csv; charset=utf-8",
        "txt" | "md" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn get(address: &str, target: &str) -> String {
        let mut stream = TcpStream::connect(address).expect("connect");
        write!(stream, "GET {target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").expect("send");
        let mut text = String::new();
        stream.read_to_string(&mut text).expect("read");
        text
    }

    #[test]
    fn serves_a_folder_from_a_sub_directory_and_nothing_outside_it() {
        let folder = std::env::temp_dir().join(format!("suanzu-server-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("in")).expect("folder");
        std::fs::write(folder.join("in/index.html"), "<p>算租").expect("file");
        std::fs::write(folder.join("in/a b.wasm"), "w").expect("file");
        std::fs::write(folder.join("secret"), "no").expect("file");
        let address = start(Site::new(&folder.join("in"), "tools/gpu"), 0).expect("start");

        let page = get(&address, "/tools/gpu/?v=1&m=x");
        assert!(
            page.starts_with("HTTP/1.1 200 OK") && page.contains("text/html") && page.ends_with("<p>算租"),
            "{page}"
        );
        assert!(page.contains("script-src 'self' 'wasm-unsafe-eval'"), "{page}");
        assert!(get(&address, "/tools/gpu/a%20b.wasm").contains("Content-Type: application/wasm"));
        assert!(get(&address, "/tools/gpu").contains("Location: /tools/gpu/"));
        for outside in [
            "/",
            "/tools/gpu/../secret",
            "/tools/gpu/%2e%2e/secret",
            "/tools/gpu//etc/passwd",
            "/tools/gpu/none",
        ] {
            assert!(get(&address, outside).starts_with("HTTP/1.1 404"), "{outside}");
        }
        std::fs::remove_dir_all(&folder).expect("clean up");
    }
}
