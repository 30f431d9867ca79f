// What the reader chooses: a method, a label, light or dark.
"use strict";

const root = document.documentElement;
const tabs = [...document.querySelectorAll('[role="tab"]')];
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

function choose(number) {
  tabs.forEach((tab, place) => {
    tab.setAttribute("aria-selected", String(place === number));
    tab.tabIndex = place === number ? 0 : -1;
    document.getElementById(`method${place}`).hidden = place !== number;
  });
  for (const element of document.querySelectorAll("[data-method]")) {
    element.classList.toggle("is-chosen", Number(element.dataset.method) === number);
  }
  document.querySelectorAll(".rankline.is-chosen").forEach((chosen) => chosen.parentNode.append(chosen));
  const method = index.methods[number];
  document.getElementById("shown").textContent = method.name;
  const unmatched = method.names.filter((_, code) => method.map[code] >= index.labels.length);
  const element = document.getElementById("unmatched");
  element.hidden = unmatched.length === 0;
  element.querySelector("span").textContent = `unmatched: ${unmatched.slice(0, 6).join(", ")}${unmatched.length > 6 ? " …" : ""}`;
  maps?.show(number).catch(complain);
}

function complain(error) {
  trouble.hidden = false;
  trouble.textContent = `The maps could not be drawn: ${error.message.replace(/\.$/, "")}.`;
}

tabs.forEach((tab, number) => {
  tab.addEventListener("click", () => choose(number));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (number + step + tabs.length) % tabs.length;
    tabs[next].focus();
    choose(next);
  });
});

document.addEventListener("click", (event) => {
  const row = event.target.closest("[data-method]");
  if (row) choose(Number(row.dataset.method));
});

const labels = [...document.querySelectorAll("[data-label]")];
labels.forEach((button) => button.addEventListener("click", () => {
  const alone = button.getAttribute("aria-pressed") !== "true";
  labels.forEach((other) => other.setAttribute("aria-pressed", String(alone && other === button)));
  maps?.highlight(alone ? Number(button.dataset.label) : -1);
}));

try {
  maps = new Maps(document.getElementById("maps"), document.getElementById("tooltip"));
} catch (error) {
  complain(error);
}
nameTheme();
if (index.methods.length) choose(0);
