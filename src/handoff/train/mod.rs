//! Programs that train.
