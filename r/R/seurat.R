# Seurat, whose layout differs between versions 4 and 5: slots that one has are looked for in the other's place.

slam_source.Seurat <- function(x) {
  need("SeuratObject")
  table <- x@meta.data
  images <- names(x@images)
  new_source(
    "Seurat", nrow(table), table, "x@meta.data",
    ids = row.names(table), place = "the cells of x",
    positions = function(options) seurat_positions(x, table, options),
    matrix = function(name, option = "expression") seurat_matrix(x, name),
    graph = function(name, option = "graph") seurat_graph(x, name, option),
    slices = if (length(images) > 1) images_of(x, row.names(table)),
    colours = function(name) kept_colours(x@misc, name)
  )
}

# The images' coordinates, an embedding, or columns of the metadata.
seurat_positions <- function(x, table, options) {
  if (!is.null(options$coords)) {
    refuse(options, "coords", "spatial_key")
    return(columns_as_positions(table, "x@meta.data", options))
  }
  key <- options$spatial_key
  images <- names(x@images)
  if (is.null(key) && length(images)) return(image_positions(x, images, row.names(table)))
  reductions <- names(x@reductions)
  if (is.null(key)) {
    key <- .Call(wrap__usual_key, enc2utf8(as.character(reductions)))
    if (!nzchar(key)) return(columns_as_positions(table, "x@meta.data", options))
  }
  if (key %in% images) return(image_positions(x, key, row.names(table)))
  find_key("spatial_key", "image", key, "x", c(images, reductions))
  cells <- x@reductions[[key]]@cell.embeddings[row.names(table), , drop = FALSE]
  list(cells = coordinates(unname(cells)), words = paste("reduction", quoted(key)), drawn = drawn_in_image)
}

image_positions <- function(x, images, cells) {
  found <- do.call(rbind, lapply(images, function(image) image_coordinates(x@images[[image]])))
  places <- match(cells, rownames(found))
  absent <- which(is.na(places))
  if (length(absent)) {
    fail("x: ", length(absent), " of ", length(cells), " cells have no place on ", few(images), ", such as ", cells[absent[1]])
  }
  cells <- coordinates(unname(found[places, , drop = FALSE]))
  list(cells = cells, words = paste("images", few(images)), drawn = drawn_in_image)
}

# Two columns with a row per cell: a slot of version 4's images, else what the image itself says.
image_coordinates <- function(image) {
  found <- if (methods::.hasSlot(image, "coordinates")) image@coordinates else SeuratObject::GetTissueCoordinates(image)
  columns <- Filter(function(pair) all(pair %in% names(found)), list(c("imagecol", "imagerow"), c("x", "y")))
  if (!length(columns)) fail("x: an image has no coordinates (columns: ", paste(names(found), collapse = ", "), ")")
  cells <- if ("cell" %in% names(found)) found$cell else if ("cells" %in% names(found)) found$cells else row.names(found)
  found <- as.matrix(found[columns[[1]]])
  rownames(found) <- cells
  found
}

# The image on which each cell lies.
images_of <- function(x, cells) {
  held <- lapply(x@images, function(image) rownames(image_coordinates(image)))
  factor(rep(names(held), lengths(held))[match(cells, unlist(held))], names(held))
}

# Measurements with a column per cell: `X` is the default assay's data, `layer:NAME` a layer, `obsm:NAME` a reduction.
seurat_matrix <- function(x, name) {
  parts <- split_name(name)
  assay <- x@assays[[x@active.assay]]
  if (parts$kind == "obsm") {
    find_key("expression", "reduced dimension", parts$key, "x", names(x@reductions))
    return(t(x@reductions[[parts$key]]@cell.embeddings))
  }
  if (name != "X" && parts$kind != "layer") {
    fail("expression: expected \"X\", \"layer:NAME\", \"obsm:NAME\" or a matrix, got ", quoted(name))
  }
  layers <- if (methods::.hasSlot(assay, "layers")) names(assay@layers) else c("counts", "data", "scale.data")
  key <- if (name == "X") (if ("data" %in% layers) "data" else layers[1]) else parts$key
  find_key("expression", "layer", key, "x", layers)
  seurat_layer(assay, key, row.names(x@meta.data))
}

seurat_layer <- function(assay, key, cells) {
  if (!methods::.hasSlot(assay, "layers")) return(methods::slot(assay, key))
  matrix <- assay@layers[[key]]
  if (ncol(matrix) != length(cells)) {
    fail("expression: the layer ", quoted(key), " holds ", ncol(matrix), " of ", length(cells), " cells; join the layers first")
  }
  matrix
}

seurat_graph <- function(x, name, option) {
  find_key(option, "graph", name, "x@graphs", names(x@graphs))
  methods::as(x@graphs[[name]], "dgCMatrix")
}
