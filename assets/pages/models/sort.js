// Sorts a table by a column whose heading is pressed.

/** The column and direction that the reader chose; they stay while the reader filters. */
let chosen = { place: 1, isDown: true };

/** @param {HTMLElement} panel */
export function sortable(panel) {
  const table = panel.querySelector("table");
  if (!table?.tHead || !table.tBodies[0]) {
    return;
  }
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: head.textContent });
    button.addEventListener("click", () => {
      chosen = { place, isDown: chosen.place === place ? !chosen.isDown : false };
      sort(table, heads);
    });
    head.replaceChildren(button);
  });
  sort(table, heads);
}

/** @param {HTMLTableElement} table @param {HTMLTableCellElement[]} heads */
function sort(table, heads) {
  const { place, isDown } = chosen;
  const value = (/** @type {HTMLTableRowElement} */ row) => row.cells[place].dataset.key ?? row.cells[place].textContent ?? "";
  const order = new Intl.Collator("en", { numeric: true });
  const compare = (/** @type {HTMLTableRowElement} */ one, /** @type {HTMLTableRowElement} */ other) => {
    const [first, second] = [value(one), value(other)];
    // Empty cells come last in both directions.
    if (!first || !second) {
      return Number(!first) - Number(!second);
    }
    const numbers = [Number(first), Number(second)];
    const sign = numbers.every(Number.isFinite) ? numbers[0] - numbers[1] : order.compare(first, second);
    return isDown ? -sign : sign;
  };
  const [body] = table.tBodies;
  body.append(...[...body.rows].sort(compare));
  heads.forEach((head, other) => head.setAttribute("aria-sort", other !== place ? "none" : isDown ? "descending" : "ascending"));
}
