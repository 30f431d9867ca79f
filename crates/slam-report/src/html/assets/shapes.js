// The polygons of spots, and which of them lies under the pointer.
"use strict";

class Shapes {
  /** Corners ring after ring, how many corners each ring has, and how many rings each spot. */
  constructor({ x, y, corners, rings }, places) {
    [this.x, this.y, this.n, this.places] = [x, y, rings.length, places];
    this.rings = sums(rings);
    this.corners = sums(corners);
    this.boxes = new Float32Array(4 * this.n);
    for (let spot = 0; spot < this.n; spot++) this.boxes.set(this.box(spot), 4 * spot);
  }

  hasRings(spot) {
    return this.rings[spot + 1] > this.rings[spot];
  }

  box(spot) {
    const [px, py] = [this.places.x[spot], this.places.y[spot]];
    const box = this.hasRings(spot) ? [Infinity, Infinity, -Infinity, -Infinity] : [px, py, px, py];
    for (let corner = this.corners[this.rings[spot]]; corner < this.corners[this.rings[spot + 1]]; corner++) {
      box[0] = Math.min(box[0], this.x[corner]);
      box[1] = Math.min(box[1], this.y[corner]);
      box[2] = Math.max(box[2], this.x[corner]);
      box[3] = Math.max(box[3], this.y[corner]);
    }
    return box;
  }

  /** Whether a spot may be seen in a frame. */
  meets(spot, [left, top, right, bottom]) {
    const { boxes } = this;
    const first = 4 * spot;
    return boxes[first] <= right && boxes[first + 2] >= left && boxes[first + 1] <= bottom && boxes[first + 3] >= top;
  }

  /** The outline as SVG writes it, in steps or wherever `place` puts a corner. */
  path(spot, place = (x, y) => [x, y]) {
    const parts = [];
    for (let ring = this.rings[spot]; ring < this.rings[spot + 1]; ring++) {
      for (let corner = this.corners[ring]; corner < this.corners[ring + 1]; corner++) {
        const [x, y] = place(this.x[corner], this.y[corner]);
        parts.push(corner === this.corners[ring] ? `M${x} ${y}` : `L${x} ${y}`);
      }
      parts.push("Z");
    }
    return parts.join("");
  }

  /** The spot whose polygon holds a place, else one without polygon that is near, or −1. */
  find(x, y, reach) {
    for (let spot = this.n - 1; spot >= 0; spot--) {
      if (!this.meets(spot, [x, y, x, y])) continue;
      if (this.hasRings(spot) && this.holds(spot, x, y)) return spot;
    }
    let [best, least] = [-1, reach * reach];
    for (let spot = 0; spot < this.n; spot++) {
      if (this.hasRings(spot)) continue;
      const away = (this.places.x[spot] - x) ** 2 + (this.places.y[spot] - y) ** 2;
      if (away <= least) [best, least] = [spot, away];
    }
    return best;
  }

  holds(spot, x, y) {
    let inside = false;
    for (let ring = this.rings[spot]; ring < this.rings[spot + 1]; ring++) {
      const [first, end] = [this.corners[ring], this.corners[ring + 1]];
      for (let a = first, b = end - 1; a < end; b = a++) {
        if (this.y[a] > y !== this.y[b] > y
            && x < (this.x[b] - this.x[a]) * (y - this.y[a]) / (this.y[b] - this.y[a]) + this.x[a]) inside = !inside;
      }
    }
    return inside;
  }
}

/** Where each of so many starts, and where the last ends. */
function sums(counts) {
  const starts = new Uint32Array(counts.length + 1);
  for (let i = 0; i < counts.length; i++) starts[i + 1] = starts[i] + counts[i];
  return starts;
}
