// What a region holds: labels, flows and disagreement inside a line that is drawn around it.
"use strict";

class Region {
  constructor(maps, root) {
    this.maps = maps;
    this.button = root.querySelector("#lasso");
    this.part = document.getElementById("region");
    this.button.addEventListener("click", () => this.choose(this.button.getAttribute("aria-pressed") !== "true"));
    this.part.querySelector("button").addEventListener("click", () => this.clear());
  }

  choose(isChosen) {
    this.button.setAttribute("aria-pressed", String(isChosen));
    document.getElementById("maps").classList.toggle("is-lasso", isChosen);
  }

  /** Begins a line if lines are drawn; else the pointer moves the map. */
  begin(at, isForced) {
    if (!this.maps.view || (!isForced && this.button.getAttribute("aria-pressed") !== "true")) return false;
    this.maps.leave();
    [this.isDrawn, this.line] = [true, [this.place(at)]];
    return true;
  }

  place(at) {
    const { scale, shift } = this.maps.view;
    return at.map((value, axis) => (value - shift[axis]) / scale);
  }

  go(at) {
    const [x, y] = this.place(at);
    const [lastX, lastY] = this.line[this.line.length - 1];
    if (Math.hypot(x - lastX, y - lastY) * this.maps.view.scale > 3) this.line.push([x, y]);
    this.draw();
  }

  end() {
    if (!this.isDrawn) return;
    this.isDrawn = false;
    if (this.line.length < 3) return this.clear();
    this.count();
    this.draw();
  }

  /** Takes what is in view for the region. */
  view() {
    if (!this.maps.view) return;
    const [width, height] = this.maps.panels[0].size();
    this.line = [[2, 2], [width - 2, 2], [width - 2, height - 2], [2, height - 2]].map((at) => this.place(at));
    this.count();
    this.draw();
  }

  clear() {
    this.line = null;
    this.part.hidden = true;
    this.draw();
  }

  draw() {
    const { view, panels } = this.maps;
    if (!view) return;
    const place = ([x, y]) => [x * view.scale + view.shift[0], y * view.scale + view.shift[1]].map((value) => value.toFixed(1));
    const path = this.line ? `M${this.line.map((corner) => place(corner).join(" ")).join("L")}Z` : "";
    panels.forEach((panel) => panel.outline.querySelector(".region").setAttribute("d", path));
  }

  /** The spots inside the line. */
  spots() {
    const { x, y } = this.maps.ground;
    const [xs, ys] = [0, 1].map((axis) => this.line.map((corner) => corner[axis]));
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const found = [];
    for (let spot = 0; spot < x.length; spot++) {
      if (x[spot] < left || x[spot] > right || y[spot] < top || y[spot] > bottom) continue;
      let inside = false;
      for (let a = 0, b = xs.length - 1; a < xs.length; b = a++) {
        if (ys[a] > y[spot] !== ys[b] > y[spot]
            && x[spot] < (xs[b] - xs[a]) * (y[spot] - ys[a]) / (ys[b] - ys[a]) + xs[a]) inside = !inside;
      }
      if (inside) found.push(spot);
    }
    return found;
  }

  /** Counts what the region holds, and shows it. */
  count() {
    if (!this.line || this.isDrawn) return;
    const { ground, method } = this.maps;
    const spots = this.spots();
    const flows = new Map();
    let [sum, n, kept] = [0, 0, 0];
    for (const spot of spots) {
      const key = ground.truth[spot] * 65536 + method.matched[spot];
      flows.set(key, (flows.get(key) ?? 0) + 1);
      if (ground.truth[spot] === method.matched[spot]) kept++;
      if (method.disagreement[spot] < 255) [sum, n] = [sum + method.disagreement[spot] / 254, n + 1];
    }
    const { words } = index;
    const things = spots.length === 1 ? words.spot : words.spots;
    const share = (part, all) => (all ? `${Math.round(100 * part / all)} %` : "N/A");
    this.part.querySelector("p").textContent = `${spots.length.toLocaleString("en")} ${things} in the region: `
      + `${share(kept, spots.length)} keep their label with ${method.name}, mean ${words.noun} ${share(sum, n)}.`;
    const rows = [...flows].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, 12).map(([key, count]) => {
      const [truth, matched] = [Math.floor(key / 65536), key % 65536];
      return flowRow(index.labels[truth], labelOf(method, matched), count, share(count, spots.length), truth === matched);
    });
    this.part.querySelector("tbody").replaceChildren(...rows);
    this.part.querySelector("small").textContent = flows.size > 12 ? `and ${flows.size - 12} more` : "";
    this.part.hidden = false;
  }
}

/** A label of a method after matching, an unmatched one included. */
function labelOf(method, code) {
  return index.labels[code] ?? { name: method.beyond[code - index.labels.length], color: "var(--neutral)" };
}

/** A row of what became of what; names are set as text, never as markup. */
function flowRow(truth, became, count, share, isKept) {
  const row = document.createElement("tr");
  if (isKept) row.className = "kept";
  for (const label of [truth, became]) {
    const cell = document.createElement("td");
    const dot = document.createElement("i");
    dot.className = "swatch";
    dot.style.background = label.color;
    cell.className = "name";
    cell.append(dot, label.name);
    row.append(cell);
  }
  for (const text of [count.toLocaleString("en"), share]) row.insertCell().textContent = text;
  return row;
}
