// What the reader chooses: a method, on the whole page.
"use strict";

const tabs = [...document.querySelectorAll('[role="tab"]')];

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
  const nLabels = method.names.length - (method.has_missing ? 1 : 0);
  const unmatched = method.names.filter((_, code) => code < nLabels && method.map[code] >= index.labels.length);
  const element = document.getElementById("unmatched");
  element.hidden = unmatched.length === 0;
  element.querySelector("span").textContent = `unmatched: ${unmatched.slice(0, 6).join(", ")}${unmatched.length > 6 ? " …" : ""}`;
  return maps?.show(number).catch(complain);
}

/** Chooses a method because the reader said so. */
function pick(number) {
  remember({ method: index.methods[number].name });
  return choose(number);
}

tabs.forEach((tab, number) => {
  tab.addEventListener("click", () => pick(number));
  tab.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    const next = (number + step + tabs.length) % tabs.length;
    tabs[next].focus();
    pick(next);
  });
});

document.addEventListener("click", (event) => {
  const row = event.target.closest("[data-method]");
  if (!row) return;
  event.preventDefault();
  pick(Number(row.dataset.method));
  bring(document.querySelector("#methods .switch"));
});

/** Restores what the address says; what it does not know is as it was at first. */
async function restore() {
  const said = addressed();
  const number = index.methods.findIndex(({ name }) => name === said.method);
  filter.value = said.filter ?? "";
  filterMethods(filter.value);
  const without = new Set((said.without ?? "").split(","));
  columnBoxes.forEach((box) => { box.checked = !without.has(box.dataset.column); });
  showColumns();
  sortAsSaid(said.sort ?? null);
  await choose(Math.max(number, 0));
  const label = index.labels.findIndex(({ name }) => name === said.label);
  showAlone(label);
  if (said.view) maps?.look(said.view.split(",").map(Number));
  const part = document.getElementById(said.part ?? "");
  if (part) part.scrollIntoView({ block: "start", behavior: "instant" });
}

addEventListener("hashchange", () => restore());

if (index.methods.length) restore();
