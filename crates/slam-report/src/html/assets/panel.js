// One map: its canvas, its captions, and what the pointer and the keys do there.
"use strict";

class Panel {
  constructor(element, maps) {
    [this.element, this.maps] = [element, maps];
    this.scatter = scatterOn(element.querySelector("canvas"));
    this.canvas = this.scatter.canvas;
    this.ring = document.createElement("div");
    this.ring.className = "ring";
    this.ring.hidden = true;
    this.bar = document.createElement("div");
    this.bar.className = "bar-of-scale";
    this.bar.hidden = true;
    element.append(this.ring, this.bar);
    element.insertAdjacentHTML("beforeend", '<svg class="outline"><path class="spot"/><path class="region"/></svg>');
    this.outline = element.querySelector(".outline");
    this.captions = [];
    this.listen();
  }

  setGround(ground) {
    this.scatter.setPositions(ground.x, ground.y);
    if (ground.shapes) this.scatter.setShapes(ground.shapes);
    this.setImage(ground.image);
    this.captions.forEach((caption) => caption.remove());
    this.captions = ground.captions.map(({ name }) => {
      const caption = document.createElement("div");
      caption.className = "caption";
      caption.textContent = name;
      this.element.append(caption);
      return caption;
    });
  }

  /** Lays the picture of the tissue under the spots. */
  setImage(image) {
    this.image = image;
    if (image && !this.tissue) {
      this.tissue = document.createElement("canvas");
      this.tissue.className = "tissue";
      this.canvas.after(this.tissue);
    }
  }

  drawImage({ scale, shift }, ratio) {
    if (!this.image) return;
    const { canvas, frame: [left, top, right, bottom] } = this.image;
    [this.tissue.width, this.tissue.height] = [this.canvas.width, this.canvas.height];
    const context = this.tissue.getContext("2d");
    const each = scale * ratio;
    context.setTransform((right - left) / canvas.width * each, 0, 0, (bottom - top) / canvas.height * each,
      left * each + shift[0] * ratio, top * each + shift[1] * ratio);
    context.drawImage(canvas, 0, 0);
  }

  size() {
    return [this.element.clientWidth, this.element.clientHeight];
  }

  resize() {
    const ratio = this.ratio ?? devicePixelRatio;
    const [width, height] = this.size().map((side) => Math.max(1, Math.round(side * ratio)));
    if (this.canvas.width !== width || this.canvas.height !== height) {
      [this.canvas.width, this.canvas.height] = [width, height];
    }
  }

  draw({ scale, shift }, ground) {
    const ratio = this.ratio ?? devicePixelRatio;
    const cell = ground.cell?.map((side) => Math.max(side * scale * ratio * 1.02, 1));
    const size = cell ? Math.max(...cell) : drawn(ground.spacing * scale * ratio);
    this.scatter.draw({ scale: scale * ratio, shift: shift.map((value) => value * ratio), size, cell });
    this.drawImage({ scale, shift }, ratio);
    this.measure(scale, ground.unit);
    const place = (x, y) => [x * scale + shift[0], y * scale + shift[1]];
    this.captions.forEach((caption, number) => {
      const [left, top] = place(ground.captions[number].x, ground.captions[number].y);
      caption.style.transform = `translate(${left}px, ${top}px) translate(-50%, -40%)`;
    });
  }

  /** Puts the ring around a spot, or away for −1; no spot is drawn again for it. */
  mark({ scale, shift }, ground, spot) {
    const hasShape = spot >= 0 && ground.shapes?.hasRings(spot);
    this.ring.hidden = spot < 0 || hasShape;
    const place = (x, y) => [x * scale + shift[0], y * scale + shift[1]].map((value) => value.toFixed(1));
    this.outline.querySelector(".spot").setAttribute("d", hasShape ? ground.shapes.path(spot, place) : "");
    if (this.ring.hidden) return;
    const [left, top] = [ground.x[spot], ground.y[spot]].map((value, axis) => value * scale + shift[axis]);
    const side = `${Math.max(ground.spacing * scale + 6, 12)}px`;
    Object.assign(this.ring.style, { left: `${left}px`, top: `${top}px`, width: side, height: side });
  }

  /** A bar as long as a round number of micrometres or kilometres. */
  measure(scale, unit) {
    this.bar.hidden = !unit;
    if (!unit) return;
    const [name, each] = unit;
    const most = 0.28 * this.size()[0] / scale * each;
    const power = 10 ** Math.floor(Math.log10(most));
    const length = [5, 2, 1].map((digit) => digit * power).find((value) => value <= most);
    const [below, above] = { µm: [["nm", 1e3], ["mm", 1e-3]], km: [["m", 1e3], ["km", 1]] }[name] ?? [[name, 1], [name, 1]];
    const [shown, factor] = length < 1 ? below : length >= 1000 ? above : [name, 1];
    this.bar.textContent = `${Number((length * factor).toPrecision(3)).toLocaleString("en")} ${shown}`;
    this.bar.style.width = `${length / each * scale}px`;
  }

  /** A copy for paper: printers see what is drawn in two dimensions, not what the graphics card holds. */
  copy(isPrinting) {
    this.element.querySelector(".paper")?.remove();
    if (!isPrinting) return;
    const paper = document.createElement("canvas");
    paper.className = "paper";
    [paper.width, paper.height] = [this.canvas.width, this.canvas.height];
    paper.getContext("2d").drawImage(this.canvas, 0, 0);
    this.element.prepend(paper);
  }

  listen() {
    const { canvas, maps } = this;
    const at = (event) => [event.offsetX, event.offsetY];
    canvas.addEventListener("pointerdown", (event) => {
      canvas.setPointerCapture(event.pointerId);
      if (maps.region.begin(at(event), event.shiftKey)) return;
      this.grip = at(event);
      maps.hover(at(event), event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (maps.region.isDrawn) return maps.region.go(at(event));
      if (!this.grip) return maps.hover(at(event), event);
      const [x, y] = at(event);
      maps.leave();
      maps.move(x - this.grip[0], y - this.grip[1]);
      this.grip = [x, y];
    });
    ["pointerup", "pointercancel"].forEach((kind) => canvas.addEventListener(kind, () => {
      this.grip = null;
      maps.region.end();
    }));
    canvas.addEventListener("pointerleave", () => maps.leave());
    canvas.addEventListener("dblclick", (event) => maps.zoom(2, at(event)));
    // A page that scrolls must not get stuck on a map, so the wheel zooms only where it was invited.
    canvas.addEventListener("wheel", (event) => {
      if (document.activeElement !== canvas && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      maps.zoom(Math.exp(-event.deltaY / 400), at(event));
    }, { passive: false });
    canvas.addEventListener("keydown", (event) => this.key(event));
  }

  key(event) {
    const moves = { ArrowLeft: [40, 0], ArrowRight: [-40, 0], ArrowUp: [0, 40], ArrowDown: [0, -40] };
    const zooms = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, 0: 0 };
    if (event.key in moves) this.maps.move(...moves[event.key]);
    else if (event.key in zooms) this.maps.zoom(zooms[event.key]);
    else if (event.key === "Enter") this.maps.region.view();
    else if (event.key === "Escape") this.maps.region.clear();
    else return;
    event.preventDefault();
  }
}

/** Discs keep a hairline apart; spots of a few pixels overlap a little, so that no seams show between them. */
function drawn(size) {
  return size < 4 ? Math.max(size + 0.8, 1) : 0.98 * size;
}

/** Shapes where there are any, else WebGL2 where it is; `#canvas` in the address asks for the other. */
function scatterOn(canvas) {
  const isShaped = index.grounds.some((ground) => ground.shapes);
  if (!isShaped && !location.hash.includes("canvas")) {
    try {
      return new Scatter(canvas);
    } catch {
      // A canvas that has once been asked for WebGL cannot be drawn on in two dimensions.
    }
  }
  const fresh = canvas.getContext("2d", FLAT) ? canvas : canvas.cloneNode();
  if (fresh !== canvas) canvas.replaceWith(fresh);
  return isShaped ? new ShapeScatter(fresh) : new FlatScatter(fresh);
}
