// The same scatter for browsers without WebGL2, and shapes for all: slower, but everything is there.
"use strict";

/** Paths are drawn by the processor: where graphics are simulated, as without a graphics card, that is far faster. */
const FLAT = { willReadFrequently: true };

/** Points on a canvas in two dimensions, with the interface of Scatter. */
class FlatScatter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d", FLAT);
    this.only = -1;
    this.colors = [];
  }

  setPositions(x, y) { [this.x, this.y] = [x, y]; }

  setCodes(codes, groups = codes) { [this.codes, this.groups] = [codes, groups]; }

  setPalette(colors) {
    this.colors = colors.map(([red, green, blue, hatched]) => `rgb(${red} ${green} ${blue} / ${hatched ? 0.5 : 1})`);
  }

  /** Whether a spot recedes because another label is seen alone. */
  style(spot) {
    this.context.globalAlpha = this.only >= 0 && this.groups[spot] !== this.only ? 0.07 : 1;
    this.context.fillStyle = this.colors[this.codes[spot]];
  }

  draw({ scale, shift, size, cell }) {
    const { context, canvas, x, y, codes } = this;
    context.clearRect(0, 0, canvas.width, canvas.height);
    const side = Math.max(size, 1);
    for (let spot = 0; spot < codes.length; spot++) {
      const [left, top] = [x[spot] * scale + shift[0], y[spot] * scale + shift[1]];
      if (left < -side || top < -side || left > canvas.width + side || top > canvas.height + side) continue;
      this.style(spot);
      if (side > 4 && !cell) {
        context.beginPath();
        context.arc(left, top, side / 2, 0, 7);
        context.fill();
      } else if (cell) {
        // Whole pixels: neighbours share an edge, and no seam shows through.
        const [x0, x1] = [left - cell[0] / 2, left + cell[0] / 2].map(Math.round);
        const [y0, y1] = [top - cell[1] / 2, top + cell[1] / 2].map(Math.round);
        context.fillRect(x0, y0, Math.max(x1 - x0, 1), Math.max(y1 - y0, 1));
      } else {
        context.fillRect(left - side / 2, top - side / 2, side, side);
      }
    }
  }
}

/** Polygons on a canvas in two dimensions; what has none is a disc. */
class ShapeScatter extends FlatScatter {
  setShapes(shapes) {
    this.shapes = shapes;
    this.paths = Array.from({ length: shapes.n }, (_, spot) => (shapes.hasRings(spot) ? new Path2D(shapes.path(spot)) : null));
  }

  draw({ scale, shift, size }) {
    const { context, canvas, x, y, codes } = this;
    context.resetTransform();
    context.clearRect(0, 0, canvas.width, canvas.height);
    context.setTransform(scale, 0, 0, scale, ...shift);
    const frame = [-shift[0] / scale, -shift[1] / scale, (canvas.width - shift[0]) / scale, (canvas.height - shift[1]) / scale];
    context.lineWidth = Math.max(0.8 * devicePixelRatio / scale, 1);
    context.strokeStyle = getComputedStyle(canvas.parentElement).backgroundColor;
    for (let spot = 0; spot < codes.length; spot++) {
      if (!this.shapes.meets(spot, frame)) continue;
      this.style(spot);
      if (this.paths[spot]) {
        context.fill(this.paths[spot], "evenodd");
        context.stroke(this.paths[spot]);
      } else {
        context.beginPath();
        context.arc(x[spot], y[spot], Math.max(size, 4) / 2 / scale, 0, 7);
        context.fill();
      }
    }
    context.resetTransform();
  }
}
