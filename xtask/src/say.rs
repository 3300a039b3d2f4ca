//! Steps that say what they do and how long it took.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use crate::Result;

/// How often a quiet step shows that it is alive.
const HEARTBEAT: Duration = Duration::from_secs(20);

static START: OnceLock<Instant> = OnceLock::new();

/// One line with the time since the command began, minutes and seconds.
pub fn line(text: &str) {
    let since = START.get_or_init(Instant::now).elapsed().as_secs();
    println!("[{:02}:{:02}] {text}", since / 60, since % 60);
    let _ = std::io::stdout().flush();
}

/// Runs `work`, says its name before and its duration after.
pub fn step<T>(what: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    line(&format!("> {what}"));
    let from = Instant::now();
    let done = work();
    let took = from.elapsed().as_secs_f64();
    match &done {
        Ok(_) => line(&format!("  {what}: done in {took:.1} s")),
        Err(_) => line(&format!("  {what}: FAILED after {took:.1} s")),
    }
    done
}

/// Runs a command whose output the reader wants to see.
pub fn run(what: &str, command: &mut Command) -> Result {
    step(what, || {
        let status = command.stdin(Stdio::null()).status().map_err(|e| start_error(command, &e))?;
        if status.success() {
            Ok(())
        } else {
            Err(format!("{what}: `{}` ended with {status}", shown(command)))
        }
    })
}

/// Runs a command whose output matters only when it fails: it goes to `log`, and every 20 seconds its last line is shown.
pub fn quiet(what: &str, command: &mut Command, log: &Path) -> Result {
    step(what, || {
        if let Some(folder) = log.parent() {
            std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        }
        let out = File::create(log).map_err(|e| format!("{}: {e}", log.display()))?;
        let err = out.try_clone().map_err(|e| format!("{}: {e}", log.display()))?;
        let mut child = command
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(err)
            .spawn()
            .map_err(|e| start_error(command, &e))?;
        let mut shown_at = Instant::now();
        let status = loop {
            match child.try_wait().map_err(|e| e.to_string())? {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_millis(100)),
            }
            if shown_at.elapsed() >= HEARTBEAT {
                shown_at = Instant::now();
                line(&format!("  {what}: {}", last_line(log)));
            }
        };
        if status.success() {
            return Ok(());
        }
        Err(format!(
            "{what}: `{}` ended with {status}. The end of {}:\n{}",
            shown(command),
            log.display(),
            tail(log, 25)
        ))
    })
}

fn start_error(command: &Command, error: &std::io::Error) -> String {
    format!("cannot start `{}`: {error}", shown(command))
}

fn shown(command: &Command) -> String {
    let mut text = command.get_program().to_string_lossy().into_owned();
    for arg in command.get_args() {
        text.push(' ');
        text.push_str(&arg.to_string_lossy());
    }
    text
}

fn last_line(log: &Path) -> String {
    tail(log, 1).trim().to_owned()
}

fn tail(log: &Path, lines: usize) -> String {
    let text =
        std::fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let all: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    all[all.len().saturating_sub(lines)..].join("\n")
}
