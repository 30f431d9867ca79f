#!/usr/bin/env bash
# slam_adjusted of a method's domains: 0 is the ground truth, 1 the same label proportions placed at random. Called as SACCELERATOR calls its metrics:
#
#   slam_adjusted.sh -l DOMAINS.tsv -g LABELS.tsv --coordinates COORDINATES.tsv -o RESULTS.txt
#
# Spots are joined by the ids in the first column; those that lack a label on either side are left out.
set -euo pipefail

fail() {
    echo "slam_adjusted: $1" >&2
    exit 2
}

domains="" truth="" coordinates="" out=""
while [ $# -gt 0 ]; do
    [ $# -gt 1 ] || fail "$1 needs a value"
    case "$1" in
        -l | --labels) domains=$2 ;;
        -g | --ground_truth) truth=$2 ;;
        -x | --coordinates) coordinates=$2 ;;
        -o | --out_file) out=$2 ;;
        # Other metrics have a use for these.
        -e | --embedding | -c | --config) ;;
        *) fail "unknown option $1" ;;
    esac
    shift 2
done
[ -n "$domains" ] || fail "the domains are missing: -l FILE"
[ -n "$truth" ] || fail "the ground truth is missing: -g FILE"
[ -n "$coordinates" ] || fail "the coordinates are missing: --coordinates FILE"
[ -n "$out" ] || fail "the output is missing: -o FILE"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# All these tables call their column of labels alike, and their ids nothing.
columns() { awk -F'\t' -v OFS='\t' -v name="$2" 'NR == 1 { print "id", name; next } { print $1, $2 }' "$1"; }
columns "$truth" truth >"$folder/truth.tsv"
columns "$domains" domains >"$folder/domains.tsv"
awk -F'\t' -v OFS='\t' 'NR == 1 { $1 = "id" } { print }' "$coordinates" >"$folder/places.tsv"

mkdir -p "$(dirname "$out")"
slam score "$folder/places.tsv" --labels "$folder/truth.tsv" --labels "$folder/domains.tsv" --truth truth --pred domains \
    --extra-ids skip --metrics none --format tsv --quiet >"$folder/score.tsv"
awk -F'\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "slam_adjusted") column = i; next } NR == 2 { print $column }' \
    "$folder/score.tsv" >"$out"
