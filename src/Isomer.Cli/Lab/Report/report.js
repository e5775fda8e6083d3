"use strict";
// Sorting and filtering. Without this everything can be read; with it tables answer.
for (const table of document.querySelectorAll("table")) {
  const body = table.tBodies[0], rows = [...body.rows];
  if (rows.length < 2) continue;
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(h => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const key = row => {
        const cell = row.cells[column];
        if (!cell) return "";
        return cell.dataset.v === undefined ? cell.firstChild?.textContent ?? "" : Number(cell.dataset.v);
      };
      const order = (a, b) => typeof a === "number" && typeof b === "number" ? a - b
        : typeof a === "number" ? -1 : typeof b === "number" ? 1 : a.localeCompare(b, "en");
      body.append(...[...body.rows].sort((a, b) => (down ? -1 : 1) * order(key(a), key(b))));
    });
  });
  if (rows.length < 6) continue;
  const label = document.createElement("label");
  label.className = "filter";
  label.append("Filter ");
  const input = document.createElement("input");
  input.type = "search";
  input.setAttribute("aria-label", "Filter: " + table.caption.textContent);
  label.append(input);
  table.closest(".scroll").before(label);
  input.addEventListener("input", () => {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of rows) row.hidden = !words.every(word => row.textContent.toLowerCase().includes(word));
  });
}
