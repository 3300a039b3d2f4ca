//! `html!` in Yew's notation, made for small code: an element is one constant and a chain of calls,
//! where Yew's own macro writes the construction out in full at every place (measured: a third of the
//! page's code). Components are left to Yew's macro.

use std::rc::Rc;
use yew::prelude::*;
use yew::virtual_dom::{AttributeOrProperty, Attributes, Key, Listener, VList, VNode, VTag, VText};

/// What an element has at every drawing.
pub struct Spec {
    /// Its name.
    pub tag: &'static str,
    /// Names of its attributes: those with constant values first.
    pub keys: &'static [&'static str],
    /// The constant values.
    pub vals: &'static [&'static str],
}

/// An element in the making; a list of nodes without a [`Spec`].
#[derive(Default)]
pub struct Tag {
    spec: Option<&'static Spec>,
    key: Option<Key>,
    node: Option<NodeRef>,
    values: Vec<Option<AttributeOrProperty>>,
    listeners: Vec<Option<Rc<dyn Listener>>>,
    children: Vec<VNode>,
}

/// A value of an attribute.
pub trait Attr {
    /// Text, or `None` where the attribute is left out. A flag that is on has its own name as value.
    fn text(self, name: &'static str) -> Option<AttrValue>;
}

impl Attr for bool {
    fn text(self, name: &'static str) -> Option<AttrValue> {
        self.then_some(AttrValue::Static(name))
    }
}
impl Attr for &'static str {
    fn text(self, _: &'static str) -> Option<AttrValue> {
        Some(AttrValue::Static(self))
    }
}
impl Attr for String {
    fn text(self, _: &'static str) -> Option<AttrValue> {
        Some(self.into())
    }
}
impl Attr for AttrValue {
    fn text(self, _: &'static str) -> Option<AttrValue> {
        Some(self)
    }
}
impl<A: Attr> Attr for Option<A> {
    fn text(self, name: &'static str) -> Option<AttrValue> {
        self.and_then(|a| a.text(name))
    }
}

/// What can stand between two tags.
pub trait Child {
    /// Appends its nodes.
    fn put(self, out: &mut Vec<VNode>);
}

impl Child for VNode {
    fn put(self, out: &mut Vec<VNode>) {
        out.push(self);
    }
}
impl Child for AttrValue {
    fn put(self, out: &mut Vec<VNode>) {
        out.push(VText::new(self).into());
    }
}
impl Child for &AttrValue {
    fn put(self, out: &mut Vec<VNode>) {
        self.clone().put(out);
    }
}
impl Child for String {
    fn put(self, out: &mut Vec<VNode>) {
        AttrValue::from(self).put(out);
    }
}
impl Child for &String {
    fn put(self, out: &mut Vec<VNode>) {
        self.as_str().put(out);
    }
}
impl Child for &str {
    fn put(self, out: &mut Vec<VNode>) {
        AttrValue::from(Rc::from(self)).put(out);
    }
}
impl<C: Child> Child for Option<C> {
    fn put(self, out: &mut Vec<VNode>) {
        if let Some(child) = self {
            child.put(out);
        }
    }
}
impl<C: Child> Child for Vec<C> {
    fn put(self, out: &mut Vec<VNode>) {
        self.into_iter().for_each(|child| child.put(out));
    }
}

impl Tag {
    /// Begins an element.
    #[inline(never)]
    pub fn new(spec: &'static Spec) -> Box<Self> {
        let values = spec.vals.iter().map(|v| Some(AttributeOrProperty::Static(v))).collect();
        Box::new(Self { spec: Some(spec), values, ..Self::default() })
    }
    /// Begins a list of nodes.
    #[inline(never)]
    pub fn list() -> Box<Self> {
        Box::default()
    }
    #[inline(never)]
    fn push(mut self: Box<Self>, value: Option<AttributeOrProperty>) -> Box<Self> {
        self.values.push(value);
        self
    }
    /// The value of the next attribute.
    #[inline(never)]
    pub fn attr(self: Box<Self>, value: impl Attr) -> Box<Self> {
        let name = self.spec.and_then(|s| s.keys.get(self.values.len())).copied().unwrap_or("");
        self.push(value.text(name).map(AttributeOrProperty::Attribute))
    }
    /// The value of the next attribute, set as a property of the element.
    #[inline(never)]
    pub fn property(self: Box<Self>, value: String) -> Box<Self> {
        self.push(Some(AttributeOrProperty::Property(value.into())))
    }
    /// Tells it from its siblings.
    #[inline(never)]
    pub fn key(mut self: Box<Self>, key: impl Into<Key>) -> Box<Self> {
        self.key = Some(key.into());
        self
    }
    /// Where the page finds it later.
    #[inline(never)]
    pub fn node_ref(mut self: Box<Self>, node: NodeRef) -> Box<Self> {
        self.node = Some(node);
        self
    }
    /// Hears an event.
    #[inline(never)]
    pub fn hear(mut self: Box<Self>, listener: Option<Rc<dyn Listener>>) -> Box<Self> {
        self.listeners.push(listener);
        self
    }
    /// Appends an element.
    #[inline(never)]
    #[allow(clippy::self_named_constructors)] // it adds to an element, it makes none
    pub fn tag(mut self: Box<Self>, child: Box<Self>) -> Box<Self> {
        self.children.push(child.done());
        self
    }
    /// Appends constant text.
    #[inline(never)]
    pub fn text(mut self: Box<Self>, text: &'static str) -> Box<Self> {
        AttrValue::Static(text).put(&mut self.children);
        self
    }
    /// Appends what an expression gives.
    #[inline(never)]
    pub fn put(mut self: Box<Self>, child: impl Child) -> Box<Self> {
        child.put(&mut self.children);
        self
    }
    /// Appends every item.
    #[inline]
    pub fn all<C: Child>(mut self: Box<Self>, children: impl IntoIterator<Item = C>) -> Box<Self> {
        children.into_iter().for_each(|child| child.put(&mut self.children));
        self
    }
    /// The finished node. Boxed like all the others: one pointer is moved, not the element.
    #[inline(never)]
    #[allow(clippy::boxed_local)]
    pub fn done(mut self: Box<Self>) -> VNode {
        let list = VList::with_children(std::mem::take(&mut self.children), None);
        let Some(spec) = self.spec else { return list.into() };
        let mut tag = VTag::new(spec.tag);
        // The state of a control is a property of Yew's own, not an attribute.
        if spec.tag == "input" || spec.tag == "textarea" {
            for (name, value) in spec.keys.iter().zip(&mut self.values) {
                match *name {
                    "value" => {
                        if let Some(text) = plain(value.take()) {
                            tag.set_value(text);
                        }
                    }
                    "checked" => tag.set_checked(value.take().is_some()),
                    _ => {}
                }
            }
        }
        if !self.values.is_empty() {
            tag.attributes = Attributes::Dynamic { keys: spec.keys, values: self.values.into() };
        }
        if !self.listeners.is_empty() {
            tag.set_listeners(self.listeners.into());
        }
        if let Some(children) = tag.children_mut() {
            *children = list.into();
        }
        tag.key = self.key;
        tag.node_ref = self.node.unwrap_or_default();
        tag.into()
    }
}

fn plain(value: Option<AttributeOrProperty>) -> Option<AttrValue> {
    match value? {
        AttributeOrProperty::Static(text) => Some(AttrValue::Static(text)),
        AttributeOrProperty::Attribute(text) => Some(text),
        AttributeOrProperty::Property(_) => None,
    }
}

/// The name of an element. A component stands in one tag, `<Name … />`, its children among its props.
pub const fn element(name: &'static str) -> &'static str {
    assert!(!name.as_bytes()[0].is_ascii_uppercase(), "write the component as one tag");
    name
}

/// Elements, components and text in Yew's notation.
macro_rules! html {
    () => { ::yew::Html::default() };
    ($($all:tt)+) => { $crate::ui::markup::markup!(@kids root [] $($all)+) };
}

/// The steps of [`html`]: the element in the making in brackets, what it stands in before it.
macro_rules! markup {
    // The end of what was given.
    (@kids root [$($acc:tt)+]) => { $($acc)+.done() };
    // A closing tag.
    (@kids root [$($acc:tt)+] < / $($t:ident)? >) => { $($acc)+.done() };
    (@kids ($up:tt [$($outer:tt)*]) [$($acc:tt)+] < / $($t:ident)? > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids $up [$($outer)* .tag($($acc)+)] $($rest)*)
    };
    // The root is one component, one element, or a list.
    (@kids root [] < $a:ident :: $($rest:tt)*) => { ::yew::html! { < $a :: $($rest)* } };
    (@kids root [] < > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids root [$crate::ui::markup::Tag::list()] $($rest)*)
    };
    (@kids root [] < $tag:ident $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at root [] $tag [] [] [] [] [] $($rest)*)
    };
    (@kids root [] $($rest:tt)+) => {
        $crate::ui::markup::markup!(@kids root [$crate::ui::markup::Tag::list()] $($rest)+)
    };
    // Children.
    (@kids $st:tt [$($acc:tt)+] { for $e:expr } $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids $st [$($acc)+ .all($e)] $($rest)*)
    };
    (@kids $st:tt [$($acc:tt)+] { $e:literal } $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids $st [$($acc)+ .text($e)] $($rest)*)
    };
    (@kids $st:tt [$($acc:tt)+] { $($e:tt)* } $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids $st [$($acc)+ .put({ $($e)* })] $($rest)*)
    };
    (@kids $st:tt [$($acc:tt)+] < > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids ($st [$($acc)+]) [$crate::ui::markup::Tag::list()] $($rest)*)
    };
    (@kids $st:tt [$($acc:tt)+] < $a:ident :: $b:ident $($rest:tt)*) => {
        $crate::ui::markup::markup!(@component $st [$($acc)+] [$a :: $b] $($rest)*)
    };
    (@kids $st:tt [$($acc:tt)+] < $tag:ident $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st [$($acc)+] $tag [] [] [] [] [] $($rest)*)
    };
    // A component: what it is given goes to Yew's macro as it stands.
    (@component $st:tt [$($acc:tt)+] [$($raw:tt)*] / > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids $st [$($acc)+ .put(::yew::html! { < $($raw)* / > })] $($rest)*)
    };
    (@component $st:tt $acc:tt [$($raw:tt)*] $t:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@component $st $acc [$($raw)* $t] $($rest)*)
    };
    // Inside a tag: name, constant keys and values, keys of expressions, calls, all tokens so far.
    (@at $st:tt [$($acc:tt)*] $tag:ident [$($sk:tt)*] [$($sv:tt)*] [$($dk:tt)*] [$($calls:tt)*] $raw:tt > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@open $st [$($acc)*] [$crate::ui::markup::Tag::new(
            const { &$crate::ui::markup::Spec {
                tag: $crate::ui::markup::element(stringify!($tag)),
                keys: &[$($sk)* $($dk)*],
                vals: &[$($sv)*],
            } }
        ) $($calls)*] $($rest)*)
    };
    (@at $st:tt $acc:tt input $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt / > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc input $sk $sv $dk $calls $raw > < / input > $($rest)*)
    };
    (@at $st:tt $acc:tt textarea $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt / > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc textarea $sk $sv $dk $calls $raw > < / textarea > $($rest)*)
    };
    (@at $st:tt $acc:tt br $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt / > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc br $sk $sv $dk $calls $raw > < / br > $($rest)*)
    };
    (@at $st:tt $acc:tt path $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt / > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc path $sk $sv $dk $calls $raw > < / path > $($rest)*)
    };
    (@at $st:tt $acc:tt rect $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt / > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc rect $sk $sv $dk $calls $raw > < / rect > $($rest)*)
    };
    (@at root [] $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt [$($raw:tt)*] / >) => {
        ::yew::html! { < $tag $($raw)* / > }
    };
    (@at $st:tt [$($acc:tt)+] $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt [$($raw:tt)*] / > $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids $st [$($acc)+ .put(::yew::html! { < $tag $($raw)* / > })] $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt [$($calls:tt)*] [$($raw:tt)*] key = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc $tag $sk $sv $dk [$($calls)* .key($v)] [$($raw)* key = $v] $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt [$($calls:tt)*] $raw:tt ref = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc $tag $sk $sv $dk [$($calls)* .node_ref($v)] $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onclick = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onclick $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onkeydown = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onkeydown $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onsubmit = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onsubmit $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onblur = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onblur $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onchange = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onchange $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt oninput = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on oninput $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onmousedown = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onmousedown $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onpointerover = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onpointerover $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt onfocusin = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on onfocusin $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt ontoggle = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@on ontoggle $v $st $acc $tag $sk $sv $dk $calls $raw $($rest)*)
    };
    (@on $on:ident $v:tt $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt [$($calls:tt)*] [$($raw:tt)*] $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc $tag $sk $sv $dk
            [$($calls)* .hear(::yew::html::$on::Wrapper::__macro_new($v))] [$($raw)* $on = $v] $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt $dk:tt $calls:tt $raw:tt { $n:ident } $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc $tag $sk $sv $dk $calls $raw $n = { $n } $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt [$($dk:tt)*] [$($calls:tt)*] $raw:tt ~ $n:ident = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc $tag $sk $sv [$($dk)* stringify!($n),] [$($calls)* .property($v)] $raw $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident [$($sk:tt)*] [$($sv:tt)*] $dk:tt $calls:tt [$($raw:tt)*] $n:ident $(- $m:ident)* = $v:literal $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc $tag [$($sk)* concat!(stringify!($n) $(, "-", stringify!($m))*),] [$($sv)* $v,]
            $dk $calls [$($raw)* $n $(- $m)* = { $v }] $($rest)*)
    };
    (@at $st:tt $acc:tt $tag:ident $sk:tt $sv:tt [$($dk:tt)*] [$($calls:tt)*] [$($raw:tt)*] $n:ident $(- $m:ident)* = $v:tt $($rest:tt)*) => {
        $crate::ui::markup::markup!(@at $st $acc $tag $sk $sv [$($dk)* concat!(stringify!($n) $(, "-", stringify!($m))*),]
            [$($calls)* .attr($v)] [$($raw)* $n $(- $m)* = $v] $($rest)*)
    };
    // An element has begun.
    (@open root [] [$($acc:tt)+] $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids root [$($acc)+] $($rest)*)
    };
    (@open $st:tt [$($outer:tt)+] [$($acc:tt)+] $($rest:tt)*) => {
        $crate::ui::markup::markup!(@kids ($st [$($outer)+]) [$($acc)+] $($rest)*)
    };
}

pub(crate) use {html, markup};
