// Saves what is shown, from the page alone: maps as PNG and CSV, charts as SVG and PNG, tables as CSV.
"use strict";

/** What a chart's look is made of, once the page's style is gone. */
const LOOK = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size", "font-weight",
  "font-family", "text-anchor"];

/** Hands a file to the reader. */
function hand(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

/** A name that every file system takes. */
function fileName(words, ending) {
  const plain = words.filter(Boolean).join("-").replace(/[^\p{L}\p{N}._-]+/gu, "_").slice(0, 80);
  return `${plain}.${ending}`;
}

/** Buttons behind an element, one for each kind of file. */
function addSaves(after, what, saves) {
  const group = document.createElement("span");
  group.className = "save";
  group.append("Save ");
  for (const [kind, save] of Object.entries(saves)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = kind;
    button.setAttribute("aria-label", `Save ${what} as ${kind}`);
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      Promise.resolve(save()).catch((error) => { button.title = `This could not be saved: ${error.message}`; });
    });
    group.append(button);
  }
  after.after(group);
}

/** A cell of CSV; one that a spreadsheet would take for a formula has a ' before it. */
function csvCell(value) {
  const text = String(value ?? "");
  const isFormula = /^[=+\-@\t\r]/.test(text) && !Number.isFinite(Number(text));
  const harmless = isFormula ? `'${text}` : text;
  return /[",\n\r]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function csv(rows) {
  return new Blob([rows.map((row) => `${row.map(csvCell).join(",")}\n`).join("")], { type: "text/csv" });
}

/** The words of a table, or the numbers behind them with all their digits. */
function rowsOf(table) {
  const text = (cell) => {
    if (cell.dataset.value && cell.tagName === "TD" && !cell.classList.contains("rank")) return [cell.dataset.value];
    const copy = cell.cloneNode(true);
    copy.querySelectorAll("[aria-hidden], .whisker, .mark, small").forEach((part) => part.remove());
    return [copy.textContent.trim(), ...Array(cell.colSpan - 1).fill("")];
  };
  const rows = [...table.rows].filter((row) => !row.classList.contains("groups") && !row.hidden);
  return rows.map((row) => [...row.cells].flatMap(text));
}

/** A chart that stands alone: its look is written into it. */
function alone(chart) {
  const copy = chart.cloneNode(true);
  const parts = [...copy.querySelectorAll("*")];
  [...chart.querySelectorAll("*")].forEach((part, place) => {
    const look = getComputedStyle(part);
    LOOK.forEach((name) => parts[place].setAttribute(name, look.getPropertyValue(name)));
    parts[place].removeAttribute("class");
  });
  const [, , width, height] = chart.getAttribute("viewBox").split(" ").map(Number);
  const paper = document.createElementNS(chart.namespaceURI, "rect");
  Object.entries({ width, height, fill: getComputedStyle(document.body).backgroundColor })
    .forEach(([name, value]) => paper.setAttribute(name, value));
  copy.prepend(paper);
  Object.entries({ width, height }).forEach(([name, value]) => copy.setAttribute(name, value));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** A canvas as a PNG file. */
function png(canvas) {
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no memory"))), "image/png"));
}

async function chartPng(chart) {
  const { text, width, height } = alone(chart);
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width: 2 * width, height: 2 * height });
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(image.src);
  return png(canvas);
}

/** A map as it is seen, on its paper, under its title, with its legend below. */
function mapPng(figure) {
  const source = figure.querySelector(".map canvas");
  const ratio = source.width / Math.max(1, source.clientWidth);
  const isWrong = figure.querySelector(".ramp") !== null;
  const entries = isWrong ? [] : index.labels.slice(0, 40);
  const columns = Math.max(1, Math.floor(source.clientWidth / 150));
  const below = isWrong ? 0 : 20 * Math.ceil(entries.length / columns) + 10;
  const canvas = Object.assign(document.createElement("canvas"), {
    width: source.width, height: source.height + Math.round((34 + below) * ratio),
  });
  const context = canvas.getContext("2d");
  const look = getComputedStyle(figure.querySelector(".map"));
  context.fillStyle = look.backgroundColor;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(source, 0, Math.round(34 * ratio));
  context.scale(ratio, ratio);
  context.fillStyle = look.color;
  context.font = "600 15px sans-serif";
  context.fillText(figure.querySelector("figcaption").textContent.trim(), 8, 22, canvas.width / ratio - 16);
  context.font = "13px sans-serif";
  entries.forEach(({ name, color }, place) => {
    const [x, y] = [8 + 150 * (place % columns), source.height / ratio + 42 + 20 * Math.floor(place / columns)];
    context.fillStyle = color;
    context.fillRect(x, y, 12, 12);
    context.fillStyle = look.color;
    context.fillText(name, x + 18, y + 11, 126);
  });
  return png(canvas);
}

/** A row per spot: its labels, and how wrong its edges are. */
function spotRows({ ground, method }) {
  const nameOf = (code) => index.labels[code]?.name ?? method.beyond[code - index.labels.length];
  const id = (spot) => ground.ids?.[spot] ?? ground.rows?.[spot] ?? spot + 1;
  const wrong = (code) => (code === 255 ? "" : (code / 254).toFixed(4));
  const labels = (spot) => method.has_missing && method.pred[spot] === method.names.length - 1
    ? ["", ""] : [method.names[method.pred[spot]], nameOf(method.matched[spot])];
  const row = (spot) => [id(spot), nameOf(ground.truth[spot]), ...labels(spot), wrong(method.disagreement[spot])];
  return [["id", "truth", "pred", "matched", "disagreement"], ...Array.from({ length: ground.n_spots }, (_, spot) => row(spot))];
}

for (const figure of document.querySelectorAll("#maps figure")) {
  const kind = figure.querySelector(".map").dataset.map;
  const name = () => [kind, kind === "truth" ? "" : maps?.method?.name];
  addSaves(figure.lastElementChild, "this map", {
    PNG: async () => hand(fileName(name(), "png"), await mapPng(figure)),
    CSV: () => hand(fileName(["spots", maps.method.name], "csv"), csv(spotRows(maps))),
  });
}

/** What a chart or a table is about: the method it belongs to, and the heading above it. */
function aboutOf(element) {
  const part = element.closest("article, section");
  const headings = [...part.querySelectorAll("h2, h3, h4")].filter((heading) =>
    heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING);
  const method = element.closest("article.method");
  const owner = method ? index.methods[Number(method.id.replace("method", ""))]?.name : "";
  return [headings.at(-1)?.textContent.trim(), owner];
}

for (const chart of document.querySelectorAll("svg.chart")) {
  addSaves(chart.closest(".scroll") ?? chart, "this chart", {
    SVG: () => hand(fileName(aboutOf(chart), "svg"), new Blob([alone(chart).text], { type: "image/svg+xml" })),
    PNG: async () => hand(fileName(aboutOf(chart), "png"), await chartPng(chart)),
  });
}

for (const table of document.querySelectorAll("main table")) {
  addSaves(table.closest(".scroll") ?? table, "this table", { CSV: () => hand(fileName(aboutOf(table), "csv"), csv(rowsOf(table))) });
}
