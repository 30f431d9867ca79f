// The spot nearest to the pointer, from a grid that is filled when it is first asked.
"use strict";

/** Spots by the cells of a grid whose cells are about as wide as spots are apart. */
class Nearest {
  constructor({ x, y, spacing }) {
    this.side = Math.max(spacing, 65536 / 1024);
    this.columns = Math.ceil(65536 / this.side);
    [this.x, this.y] = [x, y];
    this.starts = new Uint32Array(this.columns * this.columns + 1);
    for (let spot = 0; spot < x.length; spot++) this.starts[this.cell(x[spot], y[spot]) + 1]++;
    for (let cell = 1; cell < this.starts.length; cell++) this.starts[cell] += this.starts[cell - 1];
    this.spots = new Uint32Array(x.length);
    const next = this.starts.slice();
    for (let spot = 0; spot < x.length; spot++) this.spots[next[this.cell(x[spot], y[spot])]++] = spot;
  }

  cell(x, y) {
    return Math.floor(y / this.side) * this.columns + Math.floor(x / this.side);
  }

  /** The spot nearest to a place and no farther than `reach`, or −1. */
  find(x, y, reach) {
    let [best, least] = [-1, reach * reach];
    const clamp = (value) => Math.min(Math.max(Math.floor(value / this.side), 0), this.columns - 1);
    for (let row = clamp(y - reach); row <= clamp(y + reach); row++) {
      for (let column = clamp(x - reach); column <= clamp(x + reach); column++) {
        const cell = row * this.columns + column;
        for (let place = this.starts[cell]; place < this.starts[cell + 1]; place++) {
          const spot = this.spots[place];
          const away = (this.x[spot] - x) ** 2 + (this.y[spot] - y) ** 2;
          if (away <= least) [best, least] = [spot, away];
        }
      }
    }
    return best;
  }
}
