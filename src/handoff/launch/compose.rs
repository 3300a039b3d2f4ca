//! Docker Compose 2.26: one rented machine. A dollar sign in any text is doubled, or Compose would fill it in;
//! `gpus` beside a reservation is accepted and asks for every card: only the reservation is written
//! (handoff.md §2, §7).

use super::{IMAGE, commented, start};
use crate::catalog::Vendor;
use crate::handoff::write::{Value, yaml};
use crate::handoff::{Doc, Format, Made, Note, Refusal, Setup, Tool};

/// A text that Compose leaves alone.
fn plain(text: &str) -> String {
    text.replace('$', "$$")
}

/// `compose.yaml`.
pub fn make(setup: &Setup<'_>) -> Made {
    if setup.nodes() > 1 {
        return Err(Refusal::OneMachine);
    }
    if setup.gpu().vendor != Vendor::Nvidia {
        return Err(Refusal::Stack);
    }
    let start = start(setup);
    let mut code = String::from("set -eu\n");
    code.push_str(&start.install().unwrap_or_default());
    code.push_str(&format!("exec bash {}\n", start.script));
    let device = Value::map()
        .with("driver", "nvidia")
        .with("count", setup.per_node())
        .with("capabilities", Value::list(["gpu"]));
    let reserve = Value::map().with("reservations", Value::map().with("devices", Value::List(vec![device])));
    let service = Value::map()
        .with("image", IMAGE)
        .with("working_dir", "/work")
        .with("volumes", Value::list([".:/work"]))
        .with("command", Value::list(["bash".to_owned(), "-c".to_owned(), plain(&code)]))
        .with(
            "environment",
            Value::map()
                .with("MODEL_ID", plain(&setup.texts.model))
                // The token is the user's own: Compose stops when it is not there.
                .with("HF_TOKEN", "${HF_TOKEN:?set HF_TOKEN}"),
        )
        .with("ipc", "host")
        .with_some("ports", start.port.map(|p| Value::list([format!("{p}:{p}")])))
        .with("restart", if start.port.is_some() { "unless-stopped" } else { "on-failure" })
        .with("deploy", Value::map().with("resources", reserve));
    let file = Value::map()
        .with("name", setup.name(start.what()))
        .with("services", Value::map().with("main", service));
    let about = setup.about(&Tool::Compose.label());
    let doc = Doc::new(Tool::Compose)
        .file("compose.yaml", Format::Yaml, commented(&about, &yaml(&file)))
        .note(Note::OwnMachine)
        .note(Note::NoCap)
        .note(Note::ImageNotTried);
    Ok(start.tell(doc))
}
