# Maps of the package sf: points, or polygons, which may be neighbours because they touch.

slam_source.sf <- function(x) {
  need("sf")
  geometry <- sf::st_geometry(x)
  table <- sf::st_drop_geometry(x)
  ids <- names_of(table)
  new_source(
    "sf", nrow(x), table, "x", ids, "the row names of x",
    positions = function(options) {
      if (!is.null(options$coords)) return(columns_as_positions(table, "x", options))
      refuse(options, "an sf object", "spatial_key")
      map_positions(geometry)
    },
    graph = function(name, option = "graph") {
      if (name != "contiguity") fail(option, ": ", quoted(name), " names a part of a larger object; give the graph itself")
      settled(.Call(wrap__touching, polygons_of(geometry)))
    }
  )
}

map_positions <- function(geometry) {
  kinds <- unique(as.character(sf::st_geometry_type(geometry)))
  if (identical(kinds, "POINT")) {
    return(list(cells = coordinates(unname(sf::st_coordinates(geometry)[, 1:2, drop = FALSE])), words = "points"))
  }
  list(cells = settled(.Call(wrap__points_inside, polygons_of(geometry))), words = "points inside the polygons")
}

# Each feature as a list of polygons, which are lists of rings.
polygons_of <- function(geometry) {
  kinds <- as.character(sf::st_geometry_type(geometry))
  other <- which(!kinds %in% c("POLYGON", "MULTIPOLYGON"))
  if (length(other)) fail("x, feature ", other[1], ": found ", kinds[other[1]], ", expected POLYGON or MULTIPOLYGON, or POINT everywhere")
  lapply(seq_along(kinds), function(place) {
    feature <- unclass(geometry[[place]])
    attributes(feature) <- NULL
    if (kinds[place] == "POLYGON") list(feature) else feature
  })
}
