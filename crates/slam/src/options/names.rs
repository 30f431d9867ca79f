//! What choices are called in options and results, and what each is about, in a line for help texts.

use std::fmt;

use crate::discrepancy::{Draws, Estimator};
use crate::editor::Measure;
use crate::matcher::MatchPer;
use crate::metrics::Nmi;
use crate::pair::missing::{MissingPred, MissingTruth};

/// Gives choices their list, their names and a line about each.
macro_rules! named {
    ($($choice:ident { $($variant:ident, $name:literal, $about:literal;)+ })+) => {$(
        impl $choice {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant),+];

            /// The name, as the command and Python spell it.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),+
                }
            }

            /// What it does, in a few words.
            pub fn about(self) -> &'static str {
                match self {
                    $(Self::$variant => $about),+
                }
            }
        }

        impl fmt::Display for $choice {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.name())
            }
        }
    )+};
}

named! {
    MatchPer {
        All, "all", "A pred label means the same on every slice";
        Slice, "slice", "Slices were clustered one by one";
    }
    Measure {
        Cosine, "cosine", "The cosine of the angle between two rows of measurements";
        Pearson, "pearson", "Their correlation";
    }
    Estimator {
        Exact, "exact", "What the paper's estimator tends to as its samples grow";
        Sampled, "sampled", "The paper's estimator";
        Authors, "authors", "What the authors' published program computes";
    }
    Draws {
        Shared, "shared", "Truth and pred see the same random numbers";
        Independent, "independent", "Each has its own";
    }
    MissingTruth {
        Drop, "drop", "Leave them out, for all preds";
        Error, "error", "Refuse to go on";
        Keep, "keep", "Give them a truth label of their own";
    }
    MissingPred {
        Wrong, "wrong", "They stay, in a class of their own that equals no label";
        Common, "common", "Score all preds on the spots that all of them label";
        Drop, "drop", "Leave them out for that pred alone";
        Error, "error", "Refuse to go on";
    }
    Nmi {
        Arithmetic, "arithmetic", "Equal to the V-measure";
        Geometric, "geometric", "As the paper writes it";
    }
}
