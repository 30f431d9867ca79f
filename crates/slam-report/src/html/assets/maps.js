// The three maps: one view, one pointer, one spot at a time.
"use strict";

const NAMES = ["truth", "pred", "disagreement"];

class Maps {
  constructor(root, tooltip) {
    this.tooltip = tooltip;
    this.panels = NAMES.map((name) => new Panel(root.querySelector(`[data-map="${name}"]`), this));
    this.view = null;
    this.spot = -1;
    this.grids = new Map();
    this.isTurned = false;
    this.region = new Region(this, root);
    this.swipe = new Swipe(this, root);
    for (const button of root.querySelectorAll("[data-zoom]")) {
      button.addEventListener("click", () => this.zoom(Number(button.dataset.zoom)));
    }
    this.main = root.querySelector("#main-part");
    this.main.addEventListener("click", () => {
      this.fit(true);
      this.redraw();
      this.moved?.();
    });
    this.way = document.getElementById("way");
    root.querySelector("#turn").addEventListener("click", () => this.turn());
    const fade = root.querySelector("#fade");
    fade.querySelector("input").addEventListener("input", (event) => {
      this.panels.forEach((panel) => { panel.canvas.style.opacity = event.target.value; });
    });
    this.fade = fade;
    new ResizeObserver(() => this.resize()).observe(this.panels[0].element);
  }

  /** Shows a method. */
  async show(number) {
    this.asked = number;
    const method = await methodOf(number);
    const ground = await groundOf(method.ground, this.isTurned);
    if (this.asked !== number) return;
    const moved = ground.key !== this.ground?.key;
    const isOther = ground.number !== this.ground?.number;
    [this.method, this.ground] = [method, ground];
    const codes = [ground.truth, method.matched, method.disagreement];
    const groups = [ground.truth, method.matched, ground.truth];
    this.panels.forEach((panel, place) => {
      if (moved) panel.setGround(ground);
      panel.scatter.setCodes(codes[place], groups[place]);
    });
    this.main.hidden = !ground.bulk;
    this.fade.hidden = !ground.image;
    this.leave();
    this.paint();
    this.region.count();
    if (moved) this.resize(isOther);
  }

  /** Turns the maps upside down, and says which way y runs. */
  async turn() {
    this.isTurned = !this.isTurned;
    const { is_up: isUp, why } = index.words;
    const way = (up) => (up ? "y runs up" : "y runs down");
    this.way.textContent = this.isTurned ? `${way(!isUp)}: turned by you` : `${way(isUp)}: ${why}`;
    this.region.clear();
    if (!this.view) return;
    const { scale, shift } = this.view;
    const [, height] = this.panels[0].size();
    const middle = (height / 2 - shift[1]) / scale;
    await this.show(this.asked);
    if (!this.frame) this.view.shift[1] = height / 2 - (this.ground.extent[1] - middle) * scale;
    else this.fit(this.frame === "main");
    this.redraw();
  }

  /** Colours follow the theme: what is neutral must recede on either paper. */
  paint() {
    if (!this.method) return;
    const dark = isDark();
    const neutral = dark ? [125, 131, 140, true] : [140, 146, 154, true];
    const labels = index.labels.map((label) => rgb(label.color));
    const all = [...labels, ...Array(this.method.names.length).fill(neutral)];
    this.panels[0].scatter.setPalette(all);
    this.panels[1].scatter.setPalette(all);
    this.panels[2].scatter.setPalette(ramp(dark));
    this.redraw();
  }

  /** Shows one truth label alone, or all for −1: what is it, what became of it, and where does it disagree. */
  highlight(label) {
    if (this.panels[0].scatter.only === label) return;
    this.panels.forEach((panel) => { panel.scatter.only = label; });
    this.redraw();
  }

  resize(anew = false) {
    if (!this.ground) return;
    this.panels.forEach((panel) => panel.resize());
    if (anew || !this.view) this.fit(true);
    else if (this.frame) this.fit(this.frame === "main");
    this.redraw();
  }

  /** Shows all, or the main part alone where far places would shrink it. */
  fit(isMain = false) {
    const { bulk } = this.ground;
    const all = [0, 0, ...this.ground.extent];
    this.whole = this.framed(all).scale;
    this.view = this.framed(isMain && bulk ? bulk.frame : all);
    this.frame = isMain || !bulk ? "main" : "all";
    this.main.setAttribute("aria-pressed", String(Boolean(isMain && bulk)));
  }

  /** The view that shows a frame: left, top, right and bottom. */
  framed([left, top, right, bottom]) {
    const [width, height] = this.panels[0].size();
    const [across, down] = [right - left, bottom - top];
    const margin = Math.max(this.ground.shapes ? 0 : 2.5 * this.ground.spacing, 0.02 * Math.max(across, down));
    const room = this.ground.captions.length ? 0.94 : 1;
    const scale = Math.min(width / (across + 2 * margin), (room * height) / (down + 2 * margin));
    const over = height * (1 - room) / 2;
    const shift = [(width - across * scale) / 2 - left * scale, over + (height - down * scale) / 2 - top * scale];
    return { scale, shift };
  }

  /** What is looked at, in a word: the middle in thousandths of the drawing, and how far it is zoomed in; none for the first view. */
  looked() {
    if (this.frame === "main") return null;
    const { scale, shift } = this.view;
    const middle = this.panels[0].size().map((side, axis) => (side / 2 - shift[axis]) / scale);
    return [...middle.map((value) => (value / 65.536).toFixed(2)), (scale / this.whole).toFixed(4)].join(",");
  }

  /** Looks where another has looked. */
  look([x, y, zoom]) {
    if (!this.view || ![x, y, zoom].every(Number.isFinite)) return;
    this.fit();
    const scale = Math.min(Math.max(this.whole * zoom, 1e-4), 4);
    const shift = this.panels[0].size().map((side, axis) => side / 2 - [x, y][axis] * 65.536 * scale);
    [this.view, this.frame] = [{ scale, shift }, null];
    this.redraw();
  }

  /** Zooms around a place of the panel, its middle if none is given; 0 shows all. */
  zoom(factor, at = this.panels[0].size().map((side) => side / 2)) {
    if (!this.view) return;
    if (factor === 0) {
      this.fit();
    } else {
      const { scale, shift } = this.view;
      const next = Math.min(Math.max(scale * factor, 1e-4), 4);
      this.view = { scale: next, shift: shift.map((value, axis) => at[axis] - (at[axis] - value) * next / scale) };
      this.frame = null;
    }
    this.redraw();
    this.moved?.();
  }

  move(right, down) {
    this.view.shift = [this.view.shift[0] + right, this.view.shift[1] + down];
    this.frame = null;
    this.redraw();
    this.moved?.();
  }

  redraw() {
    if (this.isWaiting || !this.view) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
    });
  }

  /** Lays copies for paper over the maps, or takes them away. */
  print(isPrinting) {
    if (!this.view) return;
    this.panels.forEach((panel) => { panel.ratio = isPrinting ? 3 : null; });
    this.panels.forEach((panel) => panel.resize());
    this.paint();
    this.draw();
    this.panels.forEach((panel) => panel.copy(isPrinting));
  }

  draw() {
    if (this.view) this.panels.forEach((panel) => panel.draw(this.view, this.ground));
    this.mark();
    this.swipe.draw();
    this.region.draw();
    this.drawings = (this.drawings ?? 0) + 1;
  }

  /** Moves the rings to the spot that is pointed at. */
  mark() {
    if (this.view) this.panels.forEach((panel) => panel.mark(this.view, this.ground, this.spot));
  }

  hover(at, event) {
    if (!this.view) return;
    const { scale, shift } = this.view;
    const reach = Math.max(0.75 * this.ground.spacing, 8 / scale);
    const place = at.map((value, axis) => (value - shift[axis]) / scale);
    const spot = this.finder().find(place[0], place[1], reach);
    if (spot < 0) return this.leave();
    if (spot !== this.spot) {
      this.spot = spot;
      this.tooltip.replaceChildren(...this.words(spot));
      this.mark();
    }
    this.tooltip.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.tooltip;
    const left = event.clientX + 18 + width > innerWidth ? event.clientX - width - 18 : event.clientX + 18;
    this.tooltip.style.left = `${Math.max(4, left)}px`;
    this.tooltip.style.top = `${Math.min(event.clientY + 14, innerHeight - height - 4)}px`;
  }

  /** What knows which spot is where. */
  finder() {
    const { ground } = this;
    if (!this.grids.has(ground.key)) this.grids.set(ground.key, ground.shapes ?? new Nearest(ground));
    return this.grids.get(ground.key);
  }

  leave() {
    this.tooltip.hidden = true;
    this.spot = -1;
    this.mark();
  }

  words(spot) {
    const { ground, method } = this;
    const title = document.createElement("b");
    title.textContent = ground.ids?.[spot] ?? `row ${ground.rows?.[spot] ?? spot + 1}`;
    const wrong = method.disagreement[spot];
    const [own, became] = [method.names[method.pred[spot]], index.labels[method.matched[spot]]];
    const lines = [line("truth", index.labels[ground.truth[spot]])];
    const beyond = () => method.beyond[method.matched[spot] - index.labels.length];
    lines.push(line("method", became ?? { name: beyond(), color: "var(--neutral)" }));
    if (became && became.name !== own) lines.push(line("its own label", { name: own }));
    lines.push(line(index.words.noun, { name: wrong === 255 ? "no edges" : `${Math.round(wrong / 2.54)} %` }));
    if (ground.slices) lines.push(line("slice", ground.captions[ground.slices[spot]]));
    return [title, ...lines];
  }
}

/** One line of the tooltip; names are set as text, never as markup. */
function line(what, { name, color }) {
  const element = document.createElement("div");
  const label = document.createElement("span");
  label.textContent = `${what} `;
  element.append(label);
  if (color) {
    const dot = document.createElement("i");
    dot.style.background = color;
    element.append(dot);
  }
  element.append(name);
  return element;
}

function rgb(color) {
  return [1, 3, 5].map((place) => parseInt(color.slice(place, place + 2), 16));
}

/** From nothing wrong, which recedes, to everything wrong; the last code has no edges. */
function ramp(dark) {
  const stops = dark
    ? [[44, 49, 57], [128, 62, 52], [232, 106, 70], [255, 214, 140]]
    : [[226, 227, 224], [244, 178, 122], [205, 72, 50], [92, 18, 38]];
  const at = (share) => {
    const place = Math.min(Math.floor(share * 3), 2);
    const part = share * 3 - place;
    return stops[place].map((value, axis) => Math.round(value + (stops[place + 1][axis] - value) * part));
  };
  const colors = Array.from({ length: 255 }, (_, code) => at(code / 254));
  document.documentElement.style.setProperty("--ramp", `linear-gradient(90deg, ${stops.map((stop) => `rgb(${stop})`)})`);
  return [...colors, dark ? [125, 131, 140, true] : [140, 146, 154, true]];
}
