// The truth over the method's map: a part of it that follows a slider, or all of it by turns.
"use strict";

class Swipe {
  constructor(maps, root) {
    this.maps = maps;
    this.panel = maps.panels[1];
    this.slider = root.querySelector("#swipe");
    this.button = root.querySelector("#blink");
    this.caption = document.getElementById("over");
    this.share = 0;
    this.slider.addEventListener("input", () => {
      this.stop();
      this.show(Number(this.slider.value) / 100);
    });
    this.button.addEventListener("click", () => this.blink());
  }

  /** Truth and method by turns; who asks for less motion turns by hand. */
  blink() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return this.show(this.share > 0 ? 0 : 1);
    if (this.timer) {
      this.stop();
      return this.show(0);
    }
    this.button.setAttribute("aria-pressed", "true");
    this.timer = setInterval(() => this.show(this.share > 0 ? 0 : 1), 700);
    this.show(1);
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.button.setAttribute("aria-pressed", "false");
  }

  /** Shows the truth on that share of the method's map, from the left. */
  show(share) {
    this.share = share;
    this.slider.value = Math.round(100 * share);
    this.caption.textContent = share === 0 ? "" : share === 1 ? " (the truth is shown)" : " (the truth to the left)";
    this.draw();
  }

  draw() {
    const { canvas, element } = this.panel;
    if (this.share === 0) {
      this.over?.remove();
      this.over = null;
      return;
    }
    if (!this.over) {
      this.over = document.createElement("canvas");
      this.over.className = "over";
      canvas.after(this.over);
    }
    const truth = this.maps.panels[0].canvas;
    [this.over.width, this.over.height] = [truth.width, truth.height];
    const context = this.over.getContext("2d");
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, truth.width, truth.height);
    if (this.maps.panels[0].tissue) context.drawImage(this.maps.panels[0].tissue, 0, 0);
    context.globalAlpha = Number(truth.style.opacity || 1);
    context.drawImage(truth, 0, 0);
    context.globalAlpha = 1;
    context.fillStyle = getComputedStyle(element).color;
    if (this.share < 1) context.fillRect(this.share * truth.width - 2 * devicePixelRatio, 0, 2 * devicePixelRatio, truth.height);
    this.over.style.clipPath = `inset(0 ${100 - 100 * this.share}% 0 0)`;
  }
}
