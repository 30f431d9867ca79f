// What the reader of a study chooses: a number, a slice, a method.
"use strict";

const study = JSON.parse(document.getElementById("numbers").textContent);
const tabs = [...document.querySelectorAll('[role="tab"]')];
const sliceBox = document.getElementById("slice");
const numberBox = document.getElementById("number");
const cells = [...document.querySelectorAll("#heat-table [data-at]")];
const dots = [...document.querySelectorAll("#strips [data-at]")];
let picked = { slice: 0, method: 0 };

const placeOf = (element) => element.dataset.at.split(",").map(Number);

/** A value with as many digits as tables have. */
function digits(name, value) {
  if (value === null) return "N/A";
  return value.toFixed(name.startsWith("slam") ? 4 : 3);
}

/** Shows a number in the heat map and in the strips. */
function showNumber(place) {
  const number = study.numbers[place];
  numberBox.value = String(place);
  document.getElementById("about").textContent = `${number.title}; ${number.better === "lower" ? "lower" : "higher"} is better`;
  const [low, high] = number.range;
  const goodness = (value) => {
    const share = high > low ? (value - low) / (high - low) : 1;
    return high > low && number.better === "lower" ? 1 - share : share;
  };
  for (const cell of cells) {
    const [slice, method] = placeOf(cell);
    if (!study.known[slice][method]) continue;
    const value = number.values[method][slice];
    cell.querySelector("button").textContent = digits(number.name, value);
    cell.style.setProperty("--heat", `${value === null ? 0 : 100 * goodness(value)}%`);
  }
  showStrips(number);
}

function showStrips(number) {
  const chart = document.getElementById("strips");
  const [left, right] = [Number(chart.dataset.left), Number(chart.dataset.right)];
  const room = number.range[1] > number.range[0] ? 0.04 * (number.range[1] - number.range[0]) : 0.5;
  const [low, high] = [number.range[0] - room, number.range[1] + room];
  const x = (value) => left + Math.min(Math.max((value - low) / (high - low), 0), 1) * (right - left);
  const put = (element, places, values) => {
    const isThere = values.every((value) => value !== null);
    element.setAttribute("display", isThere ? "inline" : "none");
    if (isThere) places.forEach((name, place) => element.setAttribute(name, x(values[place])));
  };
  chart.querySelectorAll(".tick-text").forEach((text, place) => {
    text.textContent = (low + (high - low) * place / 4).toFixed(3);
  });
  chart.querySelectorAll("[data-strip]").forEach((strip) => {
    const [mean, from, to] = number.means[Number(strip.dataset.strip)];
    put(strip.querySelector(".mean"), ["x1", "x2"], [mean, mean]);
    put(strip.querySelector(".interval"), ["x1", "x2"], [from, to]);
  });
  for (const dot of dots) {
    const [slice, method] = placeOf(dot);
    const value = number.values[method][slice];
    put(dot, ["cx"], [value]);
    dot.querySelector("title").textContent = `${study.slices[slice]}: ${digits(number.name, value)}`;
  }
}

/** Shows a method on a slice. */
function choose(slice, method) {
  picked = { slice, method };
  const at = `${slice},${method}`;
  [...cells, ...dots].forEach((element) => element.classList.toggle("is-chosen", element.dataset.at === at));
  document.querySelectorAll("[data-method]").forEach((row) => {
    row.classList.toggle("is-chosen", Number(row.dataset.method) === method);
  });
  if (!sliceBox) return undefined;
  sliceBox.value = String(slice);
  tabs.forEach((tab, place) => {
    tab.setAttribute("aria-selected", String(place === method));
    tab.tabIndex = place === method ? 0 : -1;
  });
  document.getElementById("shown").textContent = study.methods[method];
  document.getElementById("thinned").textContent = study.thinned[slice] ?? "";
  const number = study.drawn[slice][method];
  const isDrawn = number !== null;
  const lacking = document.getElementById("lacking");
  lacking.hidden = isDrawn;
  lacking.textContent = study.known[slice][method]
    ? `The maps of ${study.slices[slice]} are not on this page.`
    : `${study.methods[method]} has no labels for ${study.slices[slice]}: there is nothing to draw, and nothing was counted.`;
  document.getElementById("maps").classList.toggle("is-away", !isDrawn);
  showFacts(slice, method);
  if (!isDrawn) return undefined;
  showUnmatched(index.methods[number]);
  return maps?.show(number).catch(complain);
}

function showUnmatched({ beyond: all, has_missing: hasMissing }) {
  const beyond = hasMissing ? all.slice(0, -1) : all;
  const element = document.getElementById("unmatched");
  element.hidden = beyond.length === 0;
  element.querySelector("span").textContent = `unmatched: ${beyond.slice(0, 6).join(", ")}${beyond.length > 6 ? " …" : ""}`;
}

/** The numbers of what is shown. */
function showFacts(slice, method) {
  const fact = (name, value, detail) => {
    const [box, term, what, small] = ["div", "dt", "dd", "small"].map((kind) => document.createElement(kind));
    [term.textContent, what.textContent, small.textContent] = [name, value, detail];
    what.append(small);
    box.append(term, what);
    return box;
  };
  const rank = study.ranks[slice][method];
  const facts = study.numbers.slice(0, 8).map((number, place) => fact(
    number.name, digits(number.name, number.values[method][slice]),
    place === 0 && rank !== null ? `rank ${rank} on this slice` : ""));
  document.getElementById("picked").replaceChildren(...(study.known[slice][method] ? facts : []));
}

/** Chooses because the reader said so. */
function pick(slice, method) {
  remember({ slice: study.slices[slice], method: study.methods[method] });
  return choose(slice, method);
}

tabs.forEach((tab, method) => {
  tab.addEventListener("click", () => pick(picked.slice, method));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (method + step + tabs.length) % tabs.length;
    tabs[next].focus();
    pick(picked.slice, next);
  });
});

sliceBox?.addEventListener("change", () => pick(Number(sliceBox.value), picked.method));
[["before", -1], ["after", 1]].forEach(([id, step]) => document.getElementById(id)?.addEventListener("click", () => {
  const n = study.slices.length;
  pick((picked.slice + step + n) % n, picked.method);
}));
numberBox?.addEventListener("change", () => {
  showNumber(Number(numberBox.value));
  remember({ number: numberBox.value === "0" ? null : study.numbers[Number(numberBox.value)].name });
});

document.addEventListener("click", (event) => {
  const cell = event.target.closest("[data-at]");
  const row = event.target.closest("[data-method]");
  if (!cell && !row) return;
  event.preventDefault();
  const [slice, method] = cell ? placeOf(cell) : [picked.slice, Number(row.dataset.method)];
  pick(slice, method);
  bring(document.getElementById("maps-part"));
});

/** Restores what the address says; what it does not know is as it was at first. */
async function restore() {
  const said = addressed();
  const number = study.numbers.findIndex(({ name }) => name === said.number);
  if (numberBox) showNumber(Math.max(number, 0));
  await choose(Math.max(study.slices.indexOf(said.slice), 0), Math.max(study.methods.indexOf(said.method), 0));
  showAlone(index.labels.findIndex(({ name }) => name === said.label));
  if (said.view) maps?.look(said.view.split(",").map(Number));
  document.getElementById(said.part ?? "")?.scrollIntoView({ block: "start", behavior: "instant" });
}

addEventListener("hashchange", () => restore());
restore();
