//! What a file cannot say, and why a file is not offered. Typed: `i18n` makes the sentences.

use crate::plan::Field;

/// What the reader of a file should know.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Note {
    /// The tool has no setting for this field; memory or speed was computed from it all the same.
    Unsaid(Field),
    /// The plan names no published model: put its path in.
    FillModel,
    /// The published files are not in this format: name files that are.
    QuantisedFiles,
    /// The plan names no program that we write files for: put your own command into `job.sh`.
    FillJob,
    /// How the program gets onto the machine is not written: install it first.
    FillInstall,
    /// The data's place is not in the plan.
    FillData,
    /// The reward of reinforcement is not in the plan.
    FillReward,
    /// The chat template is not in the plan.
    FillTemplate,
    /// The program's own recipe has more settings that the plan knows nothing of.
    Recipe,
    /// Several machines each serve on their own: something must spread requests over them.
    Balancer,
    /// The price cap of this tool is per machine and hour.
    CapPerMachine,
    /// The cap is the plan's budget, below the price read.
    CapBelowPrice,
    /// The tool knows no price cap; it stops after so many hours.
    TimeCapOnly,
    /// The tool knows no price cap and no time limit.
    NoCap,
    /// The tool cannot ask for interruptible machines.
    NoSpot,
    /// The tool does not rent from the plan's seller: any seller it knows, same card.
    OtherSeller,
    /// The tool's name for the card covers others too.
    NameCovers,
    /// The card's name in this tool is not known: fill it in.
    FillCard,
    /// The product label follows the driver's name: look it up first.
    CheckLabel,
    /// The resource name depends on the plugin that is installed.
    VendorResource,
    /// It rents no machine: card, memory and disk are chosen when renting.
    OwnMachine,
    /// It cannot ask for disk.
    NoDisk,
    /// It does not rent from every seller of the plan: the others are left out.
    LeftOut,
    /// The training data must lie on the job's volume first.
    StageData,
    /// Partition, account and card names are the site's own.
    SiteNames,
    /// The flags were read for NVIDIA's builds, not for the maker's own port.
    OtherPort,
    /// The share of the cache is worked out from what the plan leaves free.
    DerivedShare,
    /// Sized for fewer tokens a sequence than the server admits.
    SizedForLoad,
    /// The general image was not tried with this program.
    ImageNotTried,
    /// The plan was worked out for another version.
    OtherVersion,
    /// After an interruption it begins anew.
    NoResume,
    /// Checkpoints must lie where another machine finds them.
    SharedDisk,
    /// The tool serves one card a process.
    OneProcessEach,
}

/// Why a file is not offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The plan was sized for another program.
    OtherProgram,
    /// The tool cannot do this kind of job.
    Task,
    /// The tool has no such value for this field.
    Value(Field),
    /// Two fields that the tool does not take together.
    Together(Field, Field),
    /// The model's name is none that hubs accept.
    ModelName,
    /// One machine only.
    OneMachine,
    /// It has no name for this card.
    Card,
    /// It does not run on this maker's cards.
    Stack,
    /// Its list of recipes does not hold this model.
    NoRecipe,
}
