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
  drawn <- list(y_axis = "up", why = "north is up", is_lonlat = isTRUE(sf::st_is_longlat(geometry)))
  if (identical(kinds, "POINT")) {
    cells <- coordinates(unname(sf::st_coordinates(geometry)[, 1:2, drop = FALSE]))
    return(list(cells = cells, words = "points", drawn = drawn))
  }
  cells <- settled(.Call(wrap__points_inside, polygons_of(geometry)))
  list(cells = cells, words = "points inside the polygons", drawn = drawn)
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
