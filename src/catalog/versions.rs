//! Which versions of driver, CUDA and PyTorch work together on which card, read from the compatibility
//! facts (compat.csv; advice.md §4).

use super::{Catalog, CompatKind};

/// Major and minor.
pub type Version = (u32, u32);

/// `12.8`, `cu128`, `v2.0.1+cu117`, `535.104.05`: the first two numbers. `None` for anything else.
pub fn version(text: &str) -> Option<Version> {
    let text = text.trim().split('+').next()?.trim_start_matches(['v', 'V']);
    if let Some(digits) = text.strip_prefix("cu") {
        let (major, minor) = digits.split_at_checked(2)?;
        return Some((major.parse().ok()?, minor.parse().ok()?));
    }
    let mut parts = text.split('.').map(|p| p.trim().parse::<u32>().ok());
    Some((parts.next()??, parts.next().flatten().unwrap_or(0)))
}

/// The CUDA of a wheel's tag: `2.0.1+cu117`.
pub fn tag(torch: &str) -> Option<Version> {
    torch.split_once('+').and_then(|(_, tag)| version(tag))
}

/// "cu128".
pub fn wheel(cuda: Version) -> String {
    format!("cu{}{}", cuda.0, cuda.1)
}

/// A PyTorch build and the oldest driver that runs it on a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    /// PyTorch, as the facts name the release.
    pub torch: String,
    /// CUDA of its wheel.
    pub cuda: Version,
    /// Driver branch.
    pub driver: u32,
}

impl Build {
    /// "torch 2.10.0 cu128".
    pub fn name(&self) -> String {
        format!("torch {} {}", self.torch, wheel(self.cuda))
    }
    /// "12.8".
    pub fn cuda_text(&self) -> String {
        format!("{}.{}", self.cuda.0, self.cuda.1)
    }
}

/// Compute capability as facts write it: 89 is "8.9".
fn dotted(capability: u8) -> String {
    format!("{}.{}", capability / 10, capability % 10)
}

/// Whether kernels built for `list` run on a card: binaries run on the same major and a later minor.
pub fn covers(list: &[u8], capability: u8) -> bool {
    list.iter().any(|k| k / 10 == capability / 10 && *k <= capability)
}

impl Catalog {
    /// Value and subject of every fact with this key.
    fn facts<'a>(
        &'a self,
        kind: CompatKind,
        key: &'a str,
    ) -> impl DoubleEndedIterator<Item = (&'a str, &'a str)> {
        super::facts()
            .iter()
            .filter(move |c| c.kind == kind && c.key == key)
            .map(|c| (c.subject.as_str(), c.value.as_str()))
    }

    /// A fact about a PyTorch release, found by major and minor.
    pub fn torch_fact<'a>(&'a self, torch: Version, key: &'a str) -> Option<(&'a str, &'a str)> {
        self.facts(CompatKind::TorchCuda, key).find(|(subject, _)| version(subject) == Some(torch))
    }

    /// CUDA of the wheel that `pip install torch` brings.
    pub fn default_cuda(&self, torch: Version) -> Option<Version> {
        version(self.torch_fact(torch, "default_cuda")?.1)
    }

    /// Capabilities that a wheel has kernels for. Without a known PyTorch all lists of that CUDA together.
    pub fn kernels(&self, torch: Option<Version>, cuda: Version) -> Option<Vec<u8>> {
        let wheel = wheel(cuda);
        let mut found = Vec::new();
        for (subject, list) in self.facts(CompatKind::TorchCuda, "arch_list") {
            let Some(rest) = subject.strip_prefix(wheel.as_str()) else { continue };
            // "_torch2.11+" begins there; the list of an older release holds before.
            let from = rest.strip_prefix("_torch");
            let since = self
                .facts(CompatKind::TorchCuda, "arch_list")
                .filter_map(|(s, _)| {
                    s.strip_prefix(wheel.as_str())?.strip_prefix("_torch")?.strip_suffix('+')
                })
                .find_map(version);
            let holds = match (from, torch, since) {
                (Some(from), Some(torch), Some(since)) => from.ends_with('+') == (torch >= since),
                _ => true,
            };
            if holds {
                found.extend(list.split(';').filter_map(version).map(|(a, b)| (a * 10 + b) as u8));
            }
        }
        (!found.is_empty()).then_some(found)
    }

    /// The oldest Python of a PyTorch release.
    pub fn python_for(&self, torch: &str) -> Option<&str> {
        self.torch_fact(version(torch)?, "min_python").map(|(_, python)| python)
    }

    /// First CUDA that knows a card.
    pub fn first_cuda(&self, capability: u8) -> Option<Version> {
        version(self.fact(CompatKind::CcFeature, &dotted(capability), "first_cuda")?)
    }

    /// Driver branch that runs programs of this CUDA on the card: the floor of the CUDA major, and the
    /// driver of the first toolkit that knows the card.
    pub fn driver_for(&self, cuda: Version, capability: u8) -> Option<u32> {
        let branch = self.fact(CompatKind::CudaDriver, &format!("{}.x", cuda.0), "min_driver_branch")?;
        let card = self.first_cuda(capability).and_then(|first| {
            self.facts(CompatKind::CudaDriver, "toolkit_driver_linux")
                .filter(|(subject, _)| version(subject) == Some(first))
                .filter_map(|(_, driver)| version(driver))
                .map(|d| d.0)
                .min()
        });
        Some(version(branch)?.0.max(card.unwrap_or(0)))
    }

    /// Whether a wheel is known to run on the card.
    fn runs_on(&self, torch: Version, cuda: Version, capability: u8) -> bool {
        self.kernels(Some(torch), cuda).is_some_and(|k| covers(&k, capability))
            && self.first_cuda(capability).is_none_or(|first| cuda >= first)
    }

    /// A wheel of this very release that runs on the card.
    pub fn same_torch(&self, torch: Version, capability: u8) -> Option<Build> {
        let (release, wheels) = self.torch_fact(torch, "cuda_wheels")?;
        let cuda = wheels.split(';').filter_map(version).find(|c| self.runs_on(torch, *c, capability))?;
        Some(Build { torch: release.into(), cuda, driver: self.driver_for(cuda, capability)? })
    }

    /// The build to install on a card (advice.md §4, table of versions): what the newest engine asks for;
    /// on hosts with an older driver the last release whose usual wheel is CUDA 12; else the newest wheel
    /// that has kernels for the card.
    pub fn build_for(&self, capability: u8, driver: Option<u32>) -> Option<Build> {
        let engine = self.facts(CompatKind::TorchCuda, "requires_torch").next().map(|(_, torch)| torch);
        let engine = engine.and_then(|t| Some((t, self.default_cuda(version(t)?)?)));
        let twelve = self
            .facts(CompatKind::TorchCuda, "default_cuda")
            .filter_map(|(torch, cuda)| Some((torch, version(cuda)?)))
            .rfind(|(_, cuda)| cuda.0 == 12);
        let wheels = self.facts(CompatKind::TorchCuda, "cuda_wheels").rev().flat_map(|(torch, wheels)| {
            wheels.rsplit(';').filter_map(version).map(move |cuda| (torch, cuda))
        });
        engine.into_iter().chain(twelve).chain(wheels).find_map(|(torch, cuda)| {
            let needed = self.driver_for(cuda, capability)?;
            let runs = self.runs_on(version(torch)?, cuda, capability);
            (runs && driver.is_none_or(|d| d >= needed)).then(|| Build {
                torch: torch.into(),
                cuda,
                driver: needed,
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_people_write_them() {
        assert_eq!(version("12.8"), Some((12, 8)));
        assert_eq!(version("cu117"), Some((11, 7)));
        assert_eq!(version("v2.0.1+cu117"), Some((2, 0)));
        assert_eq!(tag("2.0.1+cu117"), Some((11, 7)));
        assert_eq!(version("535.104.05"), Some((535, 104)));
        assert_eq!(version("11"), Some((11, 0)));
        assert_eq!(version("neu"), None);
        assert_eq!(version("cu1"), None);
        assert_eq!(version(""), None);
    }

    #[test]
    fn drivers_are_those_of_the_table() {
        let c = Catalog::embedded();
        // advice.md §4: floor of the CUDA major, driver of the first toolkit that knows the card.
        assert_eq!(c.driver_for((11, 7), 80), Some(450));
        assert_eq!(c.driver_for((11, 8), 90), Some(520));
        assert_eq!(c.driver_for((12, 1), 89), Some(525));
        assert_eq!(c.driver_for((12, 8), 120), Some(570));
        assert_eq!(c.driver_for((12, 9), 103), Some(575));
        assert_eq!(c.driver_for((13, 0), 89), Some(580));
        assert_eq!(c.driver_for((9, 0), 70), None);
    }

    #[test]
    fn builds_are_those_of_the_table() {
        let c = Catalog::embedded();
        let name = |capability, driver| c.build_for(capability, driver).map(|b| (b.name(), b.driver));
        let is = |torch: &str, driver| Some((torch.to_string(), driver));
        assert_eq!(name(90, None), is("torch 2.14.0 cu130", 580));
        assert_eq!(name(89, Some(550)), is("torch 2.10.0 cu128", 525));
        assert_eq!(name(120, Some(570)), is("torch 2.10.0 cu128", 570));
        assert_eq!(name(103, Some(575)), is("torch 2.11.0 cu129", 575));
        assert_eq!(name(70, None), is("torch 2.10.0 cu128", 525));
        assert_eq!(name(61, None), is("torch 2.11.0 cu126", 525));
        assert_eq!(name(120, Some(535)), None);
    }

    #[test]
    fn kernels_of_a_wheel_depend_on_the_release() {
        let c = Catalog::embedded();
        let has = |torch, cuda, cc| c.kernels(torch, cuda).map(|k| covers(&k, cc));
        assert_eq!(has(Some((2, 10)), (12, 8), 70), Some(true));
        assert_eq!(has(Some((2, 11)), (12, 8), 70), Some(false));
        assert_eq!(has(None, (12, 8), 70), Some(true));
        assert_eq!(has(Some((2, 0)), (11, 7), 90), Some(false));
        assert_eq!(has(Some((2, 0)), (11, 7), 89), Some(true));
        assert_eq!(has(Some((2, 4)), (12, 3), 90), None);
        let same = c.same_torch((2, 0), 90).map(|b| b.name());
        assert_eq!(same.as_deref(), Some("torch 2.0.1 cu118"));
        assert_eq!(c.same_torch((2, 0), 120), None);
    }
}
