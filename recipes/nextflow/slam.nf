// One process for each slide, and one for all: what a slide leaves behind is some kilobytes.

process SLAM_PARTIAL {
    tag "${slice}"
    cpus 1

    input:
    tuple val(slice), path(slide), val(methods), path(labels, stageAs: 'labels/?/*')
    val truth

    output:
    path "${slice}.partial"

    script:
    def named = [methods, labels instanceof List ? labels : [labels]].transpose().collect { method, file -> "--labels '${method}=${file}'" }.join(' ')
    """
    slam partial '${slide}' ${named} --truth '${truth}' --threads ${task.cpus} --quiet -o '${slice}.partial'
    """
}

process SLAM_MERGE {
    publishDir '.', mode: 'copy'

    input:
    path partials

    output:
    path 'study.json'

    script:
    """
    slam merge ${partials} --format json --quiet -o study.json
    """
}
