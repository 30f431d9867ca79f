// The leaderboard: its order is remembered, its methods can be filtered and its columns chosen.
"use strict";

const board = document.querySelector("table.board");
const filter = document.getElementById("filter");
const columnBoxes = [...document.querySelectorAll(".columns input")];

board.addEventListener("sorted", () => remember({ sort: sortOf(board) }));

/** The order of the leaderboard in a word: a column, with − where it falls; none for the order it came in. */
function sortOf(table) {
  const head = headsOf(table).find((one) => one.hasAttribute("aria-sort"));
  const { column } = head.dataset;
  const falls = head.getAttribute("aria-sort") === "descending";
  return column === "place" && !falls ? null : `${falls ? "-" : ""}${column}`;
}

function sortAsSaid(word) {
  const column = (word ?? "place").replace(/^-/, "");
  const head = headsOf(board).find((one) => one.dataset.column === column);
  if (head && sortOf(board) !== word) sortBy(board, head, word?.startsWith("-") ? "descending" : "ascending");
}

/** Shows the methods alone whose names hold one of the words, on the whole page. */
function filterMethods(text) {
  const words = text.toLowerCase().split(",").map((word) => word.trim()).filter(Boolean);
  const fits = (name) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word));
  const shown = index.methods.map(({ name }) => fits(name));
  for (const element of document.querySelectorAll("[data-method], [role=tab]")) {
    const number = Number(element.dataset.method ?? element.id.slice("tab".length));
    element.classList.toggle("is-away", !shown[number]);
  }
  const n = shown.filter(Boolean).length;
  document.getElementById("found").textContent = words.length ? `${n} of ${shown.length}` : "";
}

filter.addEventListener("input", () => {
  filterMethods(filter.value);
  remember({ filter: filter.value.trim() || null });
});

/** Shows the columns whose boxes are ticked, and the groups that have any. */
function showColumns() {
  const hidden = new Set(columnBoxes.filter((box) => !box.checked).map((box) => box.dataset.column));
  const heads = headsOf(board);
  const away = heads.map((head) => hidden.has(head.dataset.column));
  for (const row of [board.tHead.rows[board.tHead.rows.length - 1], ...board.tBodies[0].rows]) {
    [...row.cells].forEach((cell, place) => cell.classList.toggle("is-away", away[place]));
  }
  let place = 0;
  for (const group of board.tHead.rows[0].cells) {
    group.dataset.span ??= group.colSpan;
    const span = Number(group.dataset.span);
    const left = away.slice(place, place + span).filter((one) => !one).length;
    place += span;
    group.classList.toggle("is-away", left === 0);
    group.colSpan = Math.max(left, 1);
  }
  fitBoard();
  return [...hidden];
}

columnBoxes.forEach((box) => box.addEventListener("change", () => {
  const hidden = showColumns();
  remember({ without: hidden.length ? hidden.join(",") : null });
}));

/** A table that fits its place scrolls with the page, under its head; a wider one scrolls in a box of its own. */
function fitBoard() {
  const box = board.parentElement;
  box.classList.toggle("fits", board.offsetWidth <= box.clientWidth);
}

new ResizeObserver(fitBoard).observe(board.parentElement);
