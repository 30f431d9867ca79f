// Every slide with all its methods, and the study of all slides.
//
//   nextflow run main.nf --slides 'slides/*.h5ad' --preds 'preds' --truth layer
//
// Slides are slides/SLICE.h5ad (or .csv), labelings PREDS/METHOD/SLICE.csv.

include { SLAM_PARTIAL; SLAM_MERGE } from './slam.nf'

params.slides = 'slides/*.csv'
params.preds = 'preds'
params.truth = 'layer'

workflow {
    slides = Channel.fromPath(params.slides).map { file -> [file.baseName, file] }
    labels = Channel
        .fromPath("${params.preds}/*/*.csv")
        .map { file -> [file.baseName, file.parent.name, file] }
        .groupTuple()
    SLAM_PARTIAL(slides.join(labels), params.truth)
    SLAM_MERGE(SLAM_PARTIAL.out.collect())
}
