// The same scatter for browsers without WebGL2: slower, but everything is there.
"use strict";

/** Points on a canvas in two dimensions, with the interface of Scatter. */
class FlatScatter {
  constructor(canvas) {
    this.canvas = canvas;
    this.context = canvas.getContext("2d");
    this.only = -1;
    this.colors = [];
  }

  setPositions(x, y) { [this.x, this.y] = [x, y]; }

  setCodes(codes) { this.codes = codes; }

  setPalette(colors) {
    this.colors = colors.map(([red, green, blue, hatched]) => `rgb(${red} ${green} ${blue} / ${hatched ? 0.5 : 1})`);
  }

  draw({ scale, shift, size }) {
    const { context, canvas, x, y, codes } = this;
    context.clearRect(0, 0, canvas.width, canvas.height);
    const side = Math.max(size, 1);
    for (let spot = 0; spot < codes.length; spot++) {
      const [left, top] = [x[spot] * scale + shift[0], y[spot] * scale + shift[1]];
      if (left < -side || top < -side || left > canvas.width + side || top > canvas.height + side) continue;
      context.globalAlpha = this.only >= 0 && codes[spot] !== this.only ? 0.07 : 1;
      context.fillStyle = this.colors[codes[spot]];
      if (side > 4) {
        context.beginPath();
        context.arc(left, top, side / 2, 0, 7);
        context.fill();
      } else {
        context.fillRect(left - side / 2, top - side / 2, side, side);
      }
    }
  }
}
