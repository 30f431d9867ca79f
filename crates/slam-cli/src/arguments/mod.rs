//! The arguments of the command line: those that several commands share; each command has a file of its own.

mod score;
mod compare;
mod partial;
mod merge;
mod matching;
mod inspect;
mod demo;
mod simulate;
mod reproduce;
mod schema;
mod man;
mod completions;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use slam::discrepancy::{Authors, Comparer, Draws, Estimator, Gamma, Sampled};
use slam::editor::Measure;
use slam::extractor::Extraction;
use slam::matcher::{MatchPer, Method};
use slam::metrics::{Nmi, Selection};
use slam::{MissingPred, MissingTruth, Neighborhood, Options};
use slam_io::{ExtraIds, Join};

use crate::choices::{self, GraphName, Severity, parse_gamma, parse_graph, parse_metrics, parse_severity};

pub(crate) use compare::CompareArguments;
pub(crate) use completions::CompletionArguments;
pub(crate) use demo::DemoArguments;
pub(crate) use inspect::InspectArguments;
pub(crate) use man::ManArguments;
pub(crate) use matching::MatchArguments;
pub(crate) use merge::MergeArguments;
pub(crate) use partial::PartialArguments;
pub(crate) use reproduce::ReproduceArguments;
pub(crate) use schema::SchemaArguments;
pub(crate) use score::ScoreArguments;
pub(crate) use simulate::SimulateArguments;

const EXAMPLES: &str = "Examples:
  slam demo
  slam inspect spots.csv
  slam score spots.csv --truth region --pred cluster
  slam score slide.h5ad --truth region --pred leiden
  slam score labels.csv --labels predictions.csv --truth label --pred GraphST --exclude undetermined
  slam compare slide.h5ad --truth region --pred-glob 'cluster_*' --report report.html
  slam compare 'slides/{slice}.h5ad' --labels 'preds/{method}/{slice}.csv' --truth layer
  slam score spots.csv --truth layer --pred cluster --format json --output score.json
  slam reproduce --report paper.html";

/// How similar are two labelings of the same places?
#[derive(Debug, Parser)]
#[command(name = "slam", version, after_help = EXAMPLES, arg_required_else_help = true)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Compare one labeling with the truth
    Score(Box<ScoreArguments>),
    /// Compare many labelings with the truth, on one slide or on many: the leaderboard and the report
    Compare(Box<CompareArguments>),
    /// Compare the labelings of one slide of a study, and write a partial result that slam merge adds up
    Partial(Box<PartialArguments>),
    /// Add up the slides of a study that were compared one by one
    Merge(MergeArguments),
    /// Rename pred labels in the truth's words
    Match(Box<MatchArguments>),
    /// Say what is in a file, and what to type next
    Inspect(InspectArguments),
    /// Compare seven methods on a made-up slide, and write the report
    Demo(DemoArguments),
    /// Write one of the paper's cases as a file
    Simulate(SimulateArguments),
    /// Repeat the paper's experiments, and say which claims hold
    Reproduce(ReproduceArguments),
    /// Print the JSON Schema of a command's JSON
    Schema(SchemaArguments),
    /// Print a manual page
    Man(ManArguments),
    /// Print what a shell needs to complete this command
    Completions(CompletionArguments),
}

/// What to read.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Input")]
pub(crate) struct InputArguments {
    /// File of spots: CSV or TSV, plain or gzipped, Parquet, AnnData (.h5ad, .zarr), GeoJSON or GeoTIFF
    #[arg(value_name = "INPUT")]
    pub(crate) file: PathBuf,
    /// Column with the labels that are taken as right; a raster with one band needs none
    #[arg(long, value_name = "COL", default_value = "", hide_default_value = true)]
    pub(crate) truth: String,
    /// Further file with columns of labels, joined by id, or by cell to a raster (repeatable)
    #[arg(long, value_name = "FILE")]
    pub(crate) labels: Vec<PathBuf>,
    /// Column with the ids in the files of --labels: once for all, or once for each [default: the one with the input's ids]
    #[arg(long, value_name = "COL", requires = "labels")]
    pub(crate) labels_id: Vec<String>,
    /// How the rows of --labels and --expression go with those of the input
    #[arg(long, value_name = "HOW", default_value = Join::default().name(), value_parser = choices::join())]
    pub(crate) join: Join,
    /// What to do with ids of --labels that the input lacks
    #[arg(long, value_name = "POLICY", default_value = ExtraIds::default().name(), value_parser = choices::extra_ids())]
    pub(crate) extra_ids: ExtraIds,
    /// Column with the x coordinate [default: looked for under its usual names]
    #[arg(long, value_name = "COL")]
    pub(crate) x: Option<String>,
    /// Column with the y coordinate [default: looked for under its usual names]
    #[arg(long, value_name = "COL")]
    pub(crate) y: Option<String>,
    /// Column with the z coordinate, for spots in space
    #[arg(long, value_name = "COL")]
    pub(crate) z: Option<String>,
    /// Column with the ids of the input [default: looked for under its usual names]
    #[arg(long, value_name = "COL")]
    pub(crate) id: Option<String>,
    /// Array of obsm with the positions (AnnData) [default: spatial, or what is called like it]
    #[arg(long, value_name = "KEY", conflicts_with_all = ["x", "y", "z"])]
    pub(crate) spatial_key: Option<String>,
    /// Measurements that weigh the edges: X, raw, layer:NAME or obsm:NAME (AnnData), or a file, joined by id
    #[arg(long, value_name = "WHICH")]
    pub(crate) expression: Option<String>,
    /// Column with the ids in a file of --expression [default: the one with the input's ids]
    #[arg(long, value_name = "COL", requires = "expression")]
    pub(crate) expression_id: Option<String>,
    /// Column that tells slices apart; neighbours never cross a slice [default: looked for where slides overlap]
    #[arg(long, value_name = "COL")]
    pub(crate) slice: Option<String>,
    /// All spots lie on one slide: do not look for several
    #[arg(long, conflicts_with = "slice")]
    pub(crate) one_slide: bool,
    /// Column that tells whose slice it is; slices of one donor count as one
    #[arg(long, value_name = "COL")]
    pub(crate) donor: Option<String>,
    /// What to do with spots that the truth does not label, before anything else
    #[arg(long, value_name = "POLICY", default_value = MissingTruth::default().name(), value_parser = choices::missing_truth())]
    pub(crate) missing_truth: MissingTruth,
    /// What to do with spots that the truth labels and a pred does not
    #[arg(long, value_name = "POLICY", default_value = MissingPred::default().name(), value_parser = choices::missing_pred())]
    pub(crate) missing_pred: MissingPred,
    /// The former name of the two options above, which is refused.
    #[arg(long, value_name = "POLICY", hide = true, value_parser = choices::no_missing)]
    pub(crate) missing: Option<String>,
    /// Label that counts as missing (repeatable)
    #[arg(long, value_name = "LABEL")]
    pub(crate) exclude: Vec<String>,
    /// Score preds that have more labels than a tenth of their spots (and than 50), or real numbers as labels
    #[arg(long)]
    pub(crate) allow_many_labels: bool,
}

/// Which labelings are judged.
#[derive(Debug, Clone, Args)]
pub(crate) struct MethodArguments {
    /// Column with labels that are judged (repeatable)
    #[arg(long, value_name = "COL", required_unless_present_any = ["pred_glob", "labels"])]
    pub(crate) pred: Vec<String>,
    /// Pattern of such columns, with * and ? (repeatable)
    #[arg(long, value_name = "PATTERN")]
    pub(crate) pred_glob: Vec<String>,
    /// The methods that the files of labels are of, where they are named.
    #[arg(skip)]
    pub(crate) label_names: Vec<Option<String>>,
}

/// How to compute.
#[derive(Debug, Args)]
#[command(next_help_heading = "Steps")]
pub(crate) struct StepArguments {
    /// How pred labels are matched to truth labels
    #[arg(long, value_name = "METHOD", default_value = Method::default().name(), value_parser = choices::matching())]
    pub(crate) matching: Method,
    /// Whether labels are matched over all slices at once, or on every slice by itself
    #[arg(long, value_name = "WHAT", default_value = MatchPer::default().name(), value_parser = choices::match_per())]
    pub(crate) match_per: MatchPer,
    /// Number of nearest neighbours, at most 64
    #[arg(long, value_name = "K", default_value_t = k_and_tie().0)]
    pub(crate) k: usize,
    /// Spots this much farther than the k-th nearest one are neighbours too
    #[arg(long, value_name = "SHARE", default_value_t = k_and_tie().1, allow_negative_numbers = true)]
    pub(crate) tie: f64,
    /// Which spots are neighbours: mutual, union, radius:R, delaunay, delaunay:Q (edges longer than the quantile Q cut),
    /// grid:4 or grid:8 (cells of a square lattice that touch), edges:FILE (two columns of ids), obsp:NAME (AnnData), contiguity (polygons of GeoJSON that touch) [default: mutual; union with --estimator authors;
    /// grid:4 for a raster]
    #[arg(long, value_name = "GRAPH", value_parser = parse_graph)]
    pub(crate) graph: Option<GraphName>,
    /// How the measurements of two spots are compared
    #[arg(long, value_name = "NAME", default_value = Measure::default().name(), value_parser = choices::similarity(), requires = "expression")]
    pub(crate) similarity: Measure,
    /// Take measurements as ln(1 + 10⁴·count/total)
    #[arg(long, requires = "expression")]
    pub(crate) log_normalize: bool,
    /// How much mistakes in a truth label matter, 1 where nothing is said (repeatable)
    #[arg(long, value_name = "LABEL=NUMBER", value_parser = parse_severity)]
    pub(crate) severity: Vec<Severity>,
    /// Column that says how much a mistake at a spot matters
    #[arg(long, value_name = "COL")]
    pub(crate) severity_column: Option<String>,
    /// What is extracted from a labeling
    #[arg(long, value_name = "NAME", default_value = Extraction::default().name(), value_parser = choices::extractor())]
    pub(crate) extractor: Extraction,
    /// How the two distributions are compared
    #[arg(long, value_name = "NAME", default_value = Comparer::default().name(), value_parser = choices::discrepancy())]
    pub(crate) discrepancy: Comparer,
    /// Width s of the kernel (discrepancy mmd)
    #[arg(long, value_name = "S", default_value_t = Options::default().kernel_width, allow_negative_numbers = true)]
    pub(crate) kernel_width: f64,
    /// Bandwidth h of the kernel density
    #[arg(long, value_name = "H", default_value_t = Options::default().bandwidth, allow_negative_numbers = true)]
    pub(crate) bandwidth: f64,
    /// γ of the kernel: auto (twice the number of truth labels) or a number
    #[arg(long, value_name = "GAMMA", default_value = "auto", value_parser = parse_gamma, allow_negative_numbers = true)]
    pub(crate) gamma: Gamma,
    /// How the sliced discrepancy is computed
    #[arg(long, value_name = "NAME", default_value = Estimator::default().name(), value_parser = choices::estimator())]
    pub(crate) estimator: Estimator,
    // Only one estimator reads it, so that its default is said and not set.
    #[arg(long, value_name = "S", allow_negative_numbers = true, help = format!(
        "σ of the kernel (estimator authors) [default: {}]", Authors::default().sigma
    ))]
    pub(crate) sigma: Option<f64>,
    #[arg(long, value_name = "N", help = format!(
        "Number of directions [default: as many as a standard error of 0.001 takes; {} where points are sampled]",
        Sampled::default().projections
    ))]
    pub(crate) projections: Option<usize>,
    /// Whether the samples of truth and pred share their random numbers (estimator sampled)
    #[arg(long, value_name = "HOW", default_value = Draws::default().name(), value_parser = choices::draws())]
    pub(crate) draws: Draws,
    /// Seed of all randomness
    #[arg(long, value_name = "SEED", default_value_t = Options::default().seed)]
    pub(crate) seed: u64,
    /// Which benchmark metrics to compute and show: all, none, or names with commas between [default: all, of which tables
    /// show three]
    #[arg(long, value_name = "LIST", value_parser = parse_metrics)]
    pub(crate) metrics: Option<Selection>,
    /// What mutual information is divided by: the mean of the entropies, or the root of their product
    #[arg(long, value_name = "MEAN", default_value = Nmi::default().name(), value_parser = choices::nmi())]
    pub(crate) nmi: Nmi,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) threads: Option<u16>,
}

/// k and tie where nobody chose them.
pub(crate) fn k_and_tie() -> (usize, f64) {
    Neighborhood::default().k_and_tie().expect("spots are neighbours by nearness unless asked otherwise")
}

/// Where results go, and how they look.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputArguments {
    /// How the result looks
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub(crate) format: Format,
    /// Write the result to a file instead of the terminal
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// No progress, notes or warnings
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum Format {
    /// For people
    #[default]
    Table,
    /// For programs
    Json,
    /// Comma-separated
    Csv,
    /// Tab-separated
    Tsv,
    /// A section of a MultiQC report, for a file whose name ends in _mqc.json (compare, merge)
    Multiqc,
    /// Tables for a web page or a notebook
    Markdown,
    /// Tables for a paper (booktabs)
    Latex,
}
