//! The page: built for release, or served while one works on it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use crate::assemble::{Kind, assemble};
use crate::{Result, finish, root, say, server, setup, widget};

/// What a page is made of; a change here rebuilds it.
const SOURCES: [&str; 8] = [
    "src",
    "static",
    "index.html",
    "Cargo.toml",
    "Cargo.lock",
    "Trunk.toml",
    "build.rs",
    "rust-toolchain.toml",
];

/// How often the sources are looked at.
const LOOK_EVERY: Duration = Duration::from_millis(400);

/// The release page, in dist/.
pub fn build() -> Result {
    setup::rust()?;
    let stage = setup::target_folder().join("page/stage");
    assemble(Kind::Release, &stage)?;
    finish::finish(&stage)?;
    // A program of its own with a glue of its own: not what the page's is finished with.
    let embed = stage.join("embed");
    widget::build(&embed)?;
    finish::compress(&embed)?;
    let dist = root().join("dist");
    let _ = std::fs::remove_dir_all(&dist);
    std::fs::rename(&stage, &dist)
        .or_else(|_| crate::files::copy_folder(&stage, &dist).map_err(std::io::Error::other))
        .map_err(|e| format!("{}: {e}", dist.display()))?;
    say::line(&format!("the page is in {}", dist.display()));
    Ok(())
}

/// The page while one works on it: quick profile, rebuilt and reloaded on every change.
pub fn serve(port: u16) -> Result {
    setup::rust()?;
    let folder = setup::target_folder().join("page/now");
    let built = Arc::new(AtomicU64::new(0));
    let mut seen = newest();
    assemble(Kind::Serve, &folder)?;
    let address = server::start(server::Site::new(&folder, "/").reloading(built.clone()), port)?;
    say::line(&format!("http://{address}/ is the page; save a file and it reloads; Ctrl-C ends it"));
    loop {
        std::thread::sleep(LOOK_EVERY);
        let now = newest();
        if now == seen {
            continue;
        }
        seen = now;
        match assemble(Kind::Serve, &folder) {
            Ok(()) => {
                built.fetch_add(1, Ordering::SeqCst);
                say::line("reloaded");
            }
            Err(why) => say::line(&format!("{why}\n        the page stays as it was")),
        }
    }
}

/// When the sources last changed, and how many there are.
fn newest() -> (SystemTime, usize) {
    let all = SOURCES.iter().map(|name| root().join(name)).filter(|path| path.exists());
    let files = all.flat_map(|path| if path.is_dir() { listed(&path) } else { vec![path] });
    let times = files.filter_map(|file| file.metadata().and_then(|about| about.modified()).ok());
    times.fold((SystemTime::UNIX_EPOCH, 0), |(last, count), time| (last.max(time), count + 1))
}

fn listed(folder: &Path) -> Vec<PathBuf> {
    crate::files::files(folder).unwrap_or_default() // a file that goes away while we look is a change of its own
}
