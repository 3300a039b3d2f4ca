//! Suanzu.
