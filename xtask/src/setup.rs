//! What the commands need besides rustup's Rust, git, Node and npm, and how it gets here.
//!
//! Everything is fetched through an ordinary client (rustup, cargo, apt-get, npm) and kept in one folder, by version. What is
//! there is taken as it is: no network is touched on a second run.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::files::fnv;
use crate::{Result, root, say};

/// Trunk's version; Trunk.toml asks for the same.
pub const TRUNK: &str = "0.21.14";

/// Version of wasm-split-cli: it reads what `wasm_split_helpers` in Cargo.toml writes.
const WASM_SPLIT: &str = "0.2.4";

/// Version of Lighthouse whose figures we compare.
const LIGHTHOUSE: &str = "12.8.2";

/// The folder that outlives clones.
pub fn cache() -> PathBuf {
    let var = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if let Some(folder) = var("SUANZU_CACHE") {
        return folder;
    }
    let base = var("XDG_CACHE_HOME").or_else(|| var("HOME").map(|home| home.join(".cache")));
    base.unwrap_or_else(std::env::temp_dir).join("suanzu")
}

fn log(name: &str) -> PathBuf {
    cache().join("logs").join(format!("{name}.log"))
}

/// Everything, for a machine that will be offline later.
pub fn everything() -> Result {
    rust()?;
    wasm_bindgen()?;
    wasm_split()?;
    browser()?;
    firefox()?;
    parsers()?;
    node_modules()
}

/// The wasm target, rustfmt and clippy of the toolchain that runs us.
pub fn rust() -> Result {
    if !sysroot()?.join("lib/rustlib/wasm32-unknown-unknown/lib").is_dir() {
        say::quiet(
            "rustup: target wasm32-unknown-unknown",
            rustup("target").arg("wasm32-unknown-unknown"),
            &log("target"),
        )?;
    }
    for (name, probe) in [("rustfmt", "fmt"), ("clippy", "clippy")] {
        if !works(Command::new("cargo").args([probe, "--version"])) {
            say::quiet(&format!("rustup: component {name}"), rustup("component").arg(name), &log(name))?;
        }
    }
    Ok(())
}

/// Whether the source of the standard library is here; fetched through rustup where it is not.
pub fn std_source() -> bool {
    let here = || sysroot().is_ok_and(|root| root.join("lib/rustlib/src/rust/library/std").is_dir());
    if !here() {
        let fetched =
            say::quiet("rustup: component rust-src", rustup("component").arg("rust-src"), &log("rust-src"));
        if let Err(why) = fetched {
            say::line(&format!("{why}: the page will be larger than it should"));
        }
    }
    here()
}

fn rustup(what: &str) -> Command {
    let mut command = Command::new("rustup");
    command.args([what, "add"]);
    command
}

fn sysroot() -> Result<PathBuf> {
    let text = output(Command::new("rustc").args(["--print", "sysroot"]).current_dir(root()))?;
    Ok(PathBuf::from(text.trim()))
}

/// The wasm-bindgen program that fits Cargo.lock.
pub fn wasm_bindgen() -> Result<PathBuf> {
    let version = locked_version("wasm-bindgen")?;
    Ok(cargo_tool("wasm-bindgen", "wasm-bindgen-cli", &version, &["--bin", "wasm-bindgen"])?
        .join("wasm-bindgen"))
}

/// The program that cuts the page into pieces, of the crate whose other half marks them in the code.
pub fn wasm_split() -> Result<PathBuf> {
    let extra = ["--features", "build-binary", "--bin", "wasm-split-cli"];
    Ok(cargo_tool("wasm-split-cli", "wasm_split_cli_support", WASM_SPLIT, &extra)?.join("wasm-split-cli"))
}

/// Trunk with wasm-bindgen where it looks for it: a PATH. Only the check that Trunk builds our page needs it.
pub fn trunk() -> Result<OsString> {
    let trunk = cargo_tool("trunk", "trunk", TRUNK, &["--no-default-features", "--features", "rustls"])?;
    let bindgen = wasm_bindgen()?.parent().map(Path::to_path_buf).unwrap_or_default();
    let old = std::env::var_os("PATH").unwrap_or_default();
    std::env::join_paths([trunk, bindgen].into_iter().chain(std::env::split_paths(&old)))
        .map_err(|e| format!("PATH: {e}"))
}

/// Where Cargo builds.
pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), |folder| root().join(folder))
}

/// Builds a tool from crates.io without optimisation: it runs for a second at a time, and a release build would take several
/// times longer to make.
fn cargo_tool(name: &str, package: &str, version: &str, extra: &[&str]) -> Result<PathBuf> {
    let home = cache().join("tools").join(format!("{name}-{version}"));
    let bin = home.join("bin");
    if works(Command::new(bin.join(name)).arg("--help")) {
        return Ok(bin);
    }
    let mut install = Command::new("cargo");
    install.args(["install", "--locked", "--debug", "--force", "--root"]).arg(&home);
    install.args(["--version", version]).args(extra).arg(package);
    // Line tables of somebody else's program would cost us a third of the time.
    install.env("CARGO_PROFILE_DEV_DEBUG", "0").env_remove("CARGO_TARGET_DIR").env_remove("RUSTFLAGS");
    say::quiet(&format!("cargo: {package} {version}"), &mut install, &log(name))?;
    Ok(bin)
}

/// The version Cargo.lock fixes for `package`.
fn locked_version(package: &str) -> Result<String> {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).map_err(|e| format!("Cargo.lock: {e}"))?;
    let head = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != head);
    let version = lines.nth(1).and_then(|line| line.strip_prefix("version = \"")?.strip_suffix('"'));
    version.map(str::to_owned).ok_or_else(|| format!("Cargo.lock names no {package}"))
}

/// Chromium, and a font that has Chinese.
pub fn browser() -> Result<PathBuf> {
    if let Some(own) = std::env::var_os("SUANZU_CHROMIUM") {
        return Ok(own.into());
    }
    let chromium = PathBuf::from("/usr/bin/chromium");
    let font = Path::new("/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc");
    let mut missing = Vec::new();
    if !chromium.exists() {
        missing.push("chromium");
    }
    if !font.exists() {
        missing.push("fonts-noto-cjk");
    }
    apt(&missing, "or name a Chromium in SUANZU_CHROMIUM")?;
    Ok(chromium)
}

/// Debian's Firefox.
pub fn firefox() -> Result<PathBuf> {
    if let Some(own) = std::env::var_os("SUANZU_FIREFOX") {
        return Ok(own.into());
    }
    let firefox = PathBuf::from("/usr/bin/firefox-esr");
    let missing: &[&str] = if firefox.exists() { &[] } else { &["firefox-esr"] };
    apt(missing, "or name a Firefox in SUANZU_FIREFOX")?;
    Ok(firefox)
}

/// Debian's packages; `or` is what a person could do instead.
fn apt(missing: &[&str], or: &str) -> Result {
    if missing.is_empty() {
        return Ok(());
    }
    let wanted = missing.join(" ");
    let by_hand = format!("install it yourself (apt-get install {wanted}), {or}");
    if !Path::new("/usr/bin/apt-get").exists() {
        return Err(format!("{wanted} is missing and this is no Debian: {by_hand}"));
    }
    let root_user = output(Command::new("id").arg("-u"))?.trim() == "0";
    let sudo = if root_user { "" } else { "sudo -n " };
    let script = format!(
        "export DEBIAN_FRONTEND=noninteractive; {sudo}apt-get update -q && {sudo}apt-get install -y -q --no-install-recommends {wanted}"
    );
    say::quiet(&format!("apt-get: {wanted}"), Command::new("bash").args(["-c", &script]), &log("apt"))
        .map_err(|why| format!("{why}\n{by_hand}"))
}

/// A Python with the parsers of the tools that hand-off files are for, by exact versions; its program.
pub fn parsers() -> Result<PathBuf> {
    let list = root().join("tests/handoff/parsers/requirements.txt");
    let wanted = std::fs::read(&list).map_err(|e| format!("{}: {e}", list.display()))?;
    let home = cache().join("parsers").join(format!("{:016x}", fnv(&[&wanted])));
    let (python, done) = (home.join("bin/python"), home.join("complete"));
    if done.exists() && works(Command::new(&python).arg("--version")) {
        return Ok(python);
    }
    let system = ["python3", "/usr/bin/python3"];
    // `venv` is there without what it needs to put pip into an environment where Debian's package is missing.
    let able = |name: &&&str| works(Command::new(name).args(["-c", "import venv, ensurepip"]));
    if system.iter().find(able).is_none() {
        apt(&["python3", "python3-venv"], "or put a python3 with venv into PATH")?;
    }
    let name = system.iter().find(able).ok_or("no python3 with venv")?;
    let _ = std::fs::remove_dir_all(&home);
    say::quiet("python3: an environment", Command::new(name).args(["-m", "venv"]).arg(&home), &log("venv"))?;
    let mut pip = Command::new(&python);
    // Versions for a newer Python are read, not run.
    pip.args(["-m", "pip", "install", "--no-deps", "--only-binary=:all:", "--ignore-requires-python", "-r"])
        .arg(&list);
    say::quiet("pip: parsers of hand-off files", &mut pip, &log("pip"))?;
    std::fs::write(&done, b"").map_err(|e| format!("{}: {e}", done.display()))?;
    Ok(python)
}

/// What tests/browser/package-lock.json fixes (browsers' driver, axe, TypeScript, tools of the example hosts), linked to where Node looks.
pub fn node_modules() -> Result {
    let folder = root().join("tests/browser");
    let read =
        |name: &str| std::fs::read(folder.join(name)).map_err(|e| format!("tests/browser/{name}: {e}"));
    let (package, lock) = (read("package.json")?, read("package-lock.json")?);
    let home = cache().join("node").join(format!("{:016x}", fnv(&[&package, &lock])));
    let done = home.join("complete");
    if !done.exists() {
        let write = |name: &str, bytes: &[u8]| {
            std::fs::write(home.join(name), bytes).map_err(|e| format!("{name}: {e}"))
        };
        std::fs::create_dir_all(&home).map_err(|e| format!("{}: {e}", home.display()))?;
        write("package.json", &package)?;
        write("package-lock.json", &lock)?;
        let mut npm = Command::new("npm");
        npm.args(["ci", "--ignore-scripts", "--no-audit", "--no-fund"]).current_dir(&home);
        say::quiet("npm: playwright-core, axe-core, typescript, vite", &mut npm, &log("npm"))?;
        write("complete", b"")?;
    }
    link(&home.join("node_modules"), &folder.join("node_modules"))
}

/// Lighthouse, from npm; its node_modules. No test needs it.
pub fn lighthouse() -> Result<PathBuf> {
    let home = cache().join("tools").join(format!("lighthouse-{LIGHTHOUSE}"));
    let modules = home.join("node_modules");
    if !modules.join("lighthouse/core/index.js").exists() {
        std::fs::create_dir_all(&home).map_err(|e| format!("{}: {e}", home.display()))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefix"]).arg(&home);
        npm.arg(format!("lighthouse@{LIGHTHOUSE}"));
        say::quiet(&format!("npm: lighthouse {LIGHTHOUSE}"), &mut npm, &log("lighthouse"))?;
    }
    Ok(modules)
}

/// Makes `name` a link to `target`, replacing an older link but nothing else.
fn link(target: &Path, name: &Path) -> Result {
    if std::fs::read_link(name).is_ok_and(|now| now == target) {
        return Ok(());
    }
    if name.is_symlink() {
        std::fs::remove_file(name).map_err(|e| format!("{}: {e}", name.display()))?;
    } else if name.exists() {
        return Ok(()); // somebody ran npm here by hand: theirs counts
    }
    std::os::unix::fs::symlink(target, name).map_err(|e| format!("{}: {e}", name.display()))
}

fn works(command: &mut Command) -> bool {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    quiet.status().is_ok_and(|status| status.success())
}

fn output(command: &mut Command) -> Result<String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let done = command.stdin(Stdio::null()).output().map_err(|e| format!("cannot start {name}: {e}"))?;
    if !done.status.success() {
        return Err(format!("{name} ended with {}: {}", done.status, String::from_utf8_lossy(&done.stderr)));
    }
    Ok(String::from_utf8_lossy(&done.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trunk_toml_asks_for_the_same_trunk() {
        let file = std::fs::read_to_string(root().join("Trunk.toml")).expect("Trunk.toml");
        assert!(file.contains(&format!("trunk-version = \"={TRUNK}\"")));
    }

    #[test]
    fn cargo_lock_gives_the_version_of_wasm_bindgen() {
        assert_eq!(locked_version("wasm-bindgen").as_deref(), Ok("0.2.128"));
    }
}
