// What every page of maps has: light or dark, paper, a legend.
"use strict";

const root = document.documentElement;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const trouble = document.getElementById("trouble");
let maps = null;
let isPrinting = false;

function isDark() {
  if (isPrinting) return false;
  return root.dataset.theme ? root.dataset.theme === "dark" : prefersDark.matches;
}

function nameTheme() {
  document.querySelector("#theme span").textContent = isDark() ? "Light" : "Dark";
  maps?.paint();
}

document.getElementById("theme").addEventListener("click", () => {
  root.dataset.theme = isDark() ? "light" : "dark";
  nameTheme();
});
prefersDark.addEventListener("change", nameTheme);
["beforeprint", "afterprint"].forEach((kind) => addEventListener(kind, () => {
  isPrinting = kind === "beforeprint";
  maps?.print(isPrinting);
}));

function complain(error) {
  if (!trouble) return;
  trouble.hidden = false;
  trouble.textContent = `The maps could not be drawn: ${error.message.replace(/\.$/, "")}.`;
}

const labels = [...document.querySelectorAll("[data-label]")];
labels.forEach((button) => button.addEventListener("click", () => {
  const number = button.getAttribute("aria-pressed") !== "true" ? Number(button.dataset.label) : -1;
  showAlone(number);
  remember({ label: index.labels[number]?.name ?? null });
}));

/** The label that was chosen, or −1. */
function keptLabel() {
  return Number(labels.find((button) => button.getAttribute("aria-pressed") === "true")?.dataset.label ?? -1);
}
labels.forEach((button) => {
  const own = Number(button.dataset.label);
  ["pointerenter", "focus"].forEach((kind) => button.addEventListener(kind, () => maps?.highlight(own)));
  ["pointerleave", "blur"].forEach((kind) => button.addEventListener(kind, () => maps?.highlight(keptLabel())));
});

/** Shows one truth label alone, or all for −1. */
function showAlone(number) {
  labels.forEach((button) => button.setAttribute("aria-pressed", String(Number(button.dataset.label) === number)));
  maps?.highlight(number);
}

try {
  maps = new Maps(document.getElementById("maps"), document.getElementById("tooltip"));
} catch (error) {
  complain(error);
}
nameTheme();
if (maps) maps.moved = later(() => remember({ view: maps.looked() }));
