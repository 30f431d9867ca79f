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
    element.append(this.ring);
    this.captions = [];
    this.listen();
  }

  setGround(ground) {
    this.scatter.setPositions(ground.x, ground.y);
    this.captions.forEach((caption) => caption.remove());
    this.captions = ground.captions.map(({ name }) => {
      const caption = document.createElement("div");
      caption.className = "caption";
      caption.textContent = name;
      this.element.append(caption);
      return caption;
    });
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
    const size = ground.spacing * scale;
    this.scatter.draw({ scale: scale * ratio, shift: shift.map((value) => value * ratio), size: drawn(size * ratio) });
    const place = (x, y) => [x * scale + shift[0], y * scale + shift[1]];
    this.captions.forEach((caption, number) => {
      const [left, top] = place(ground.captions[number].x, ground.captions[number].y);
      caption.style.transform = `translate(${left}px, ${top}px) translate(-50%, -40%)`;
    });
  }

  /** Puts the ring around a spot, or away for −1; no spot is drawn again for it. */
  mark({ scale, shift }, ground, spot) {
    this.ring.hidden = spot < 0;
    if (spot < 0) return;
    const [left, top] = [ground.x[spot], ground.y[spot]].map((value, axis) => value * scale + shift[axis]);
    const side = `${Math.max(ground.spacing * scale + 6, 12)}px`;
    Object.assign(this.ring.style, { left: `${left}px`, top: `${top}px`, width: side, height: side });
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
      this.grip = at(event);
      canvas.setPointerCapture(event.pointerId);
      maps.hover(at(event), event);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!this.grip) return maps.hover(at(event), event);
      const [x, y] = at(event);
      maps.leave();
      maps.move(x - this.grip[0], y - this.grip[1]);
      this.grip = [x, y];
    });
    ["pointerup", "pointercancel"].forEach((kind) => canvas.addEventListener(kind, () => { this.grip = null; }));
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
    else return;
    event.preventDefault();
  }
}

/** Discs keep a hairline apart; spots of a few pixels overlap a little, so that no seams show between them. */
function drawn(size) {
  return size < 4 ? Math.max(size + 0.8, 1) : 0.98 * size;
}

/** WebGL2 where there is any; `#canvas` in the address asks for the other. */
function scatterOn(canvas) {
  if (!location.hash.includes("canvas")) {
    try {
      return new Scatter(canvas);
    } catch {
      // A canvas that has once been asked for WebGL cannot be drawn on in two dimensions.
    }
  }
  const fresh = canvas.getContext("2d") ? canvas : canvas.cloneNode();
  if (fresh !== canvas) canvas.replaceWith(fresh);
  return new FlatScatter(fresh);
}
