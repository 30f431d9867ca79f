// Tables that sort: by pointer or by keyboard, up or down, what has no value last.
"use strict";

for (const table of document.querySelectorAll("table.sortable")) {
  const heads = headsOf(table);
  heads.forEach((head) => {
    head.querySelector("button").addEventListener("click", (event) => {
      const first = event.currentTarget.dataset.first ?? "ascending";
      const other = first === "ascending" ? "descending" : "ascending";
      sortBy(table, head, head.getAttribute("aria-sort") === first ? other : first);
      table.dispatchEvent(new Event("sorted"));
    });
  });
}

function headsOf(table) {
  return [...table.tHead.rows[table.tHead.rows.length - 1].cells];
}

function sortBy(table, head, order) {
  const heads = headsOf(table);
  heads.forEach((one) => one.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", order);
  sort(table.tBodies[0], heads.indexOf(head), order === "ascending" ? 1 : -1);
}

function sort(body, column, sign) {
  const key = (row) => {
    const { value } = row.cells[column].dataset;
    if (value === undefined) return row.cells[column].textContent.trim();
    return value === "" ? null : Number(value);
  };
  const keyed = [...body.rows].map((row) => [key(row), row]);
  keyed.sort(([a], [b]) => {
    if (a === null || b === null) return (a === null) - (b === null);
    return sign * (typeof a === "string" ? a.localeCompare(b, "en", { numeric: true }) : a - b);
  });
  body.append(...keyed.map(([, row]) => row));
}
