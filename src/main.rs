//! Mounts the page into `#app`. Everything it shows is in the library.

fn main() {
    suanzu::ui::page::mount();
}
