// The inspector: the elements of the screen as a tree, what each is, the log, and what an agent gets.
import { at, isPressed, make, pairs, press } from "./dom.js";
import { isOpen, on, opened, send } from "./connection.js";
import { aim, askPoint, wants } from "./aim.js";
import { fit, follow, onFit, screen } from "./screen.js";
import { matches } from "./search.js";

const mark = at("mark"), tree = at("tree");
let elements = [], extent = [1, 1], told = "", chosen = null, looks = false, stale = true, asking = false;
const rowsOf = new Map(), collapsed = new Set();
export const packageInFront = () => elements[0]?.package ?? "";

export function inspect() {
  const seen = !at("inspector").hidden || !at("log").hidden;
  if (!stale || asking || !seen || !isOpen()) return;
  stale = false;
  asking = true;
  send("inspect");
  if (!at("gets").hidden) send("seen");
}
follow(() => { stale = true; inspect(); });
on("error", () => { asking = false; });
opened(() => { asking = false; });

on("inspection", (m) => {
  asking = false;
  extent = [m.width, m.height];
  at("observation").textContent = m.text;
  if (m.log.length) {
    const log = at("log"), foot = log.scrollHeight - log.scrollTop - log.clientHeight < 30;
    log.append(m.log.join("\n") + "\n");
    if (log.textContent.length > 200000) log.textContent = log.textContent.slice(-100000);
    if (foot) log.scrollTop = log.scrollHeight;
  }
  const now = JSON.stringify([m.elements, m.width, m.height]), before = chosen;
  if (now === told) return inspect();
  told = now;
  elements = m.elements;
  showNumbers();
  if (wants()) askPoint(wants());  // what is there may be another element now
  fillTree();
  choose(before !== null && before < elements.length && !mark.hidden ? before : null);
  inspect();
});

// The tree. A container without a number, a name or a text says nothing: it is left out unless it is asked for.
const named = ({ tag, id, text, description }) => tag !== null || !!(id || text || description);
const words = (one) => one.text || one.description || one.id.split("/").pop();
const key = (one) => `${one.class} ${one.id} ${one.bounds}`;
function fillTree() {
  const all = isPressed("layouts"), search = at("filter").value.trim(), above = [];
  rowsOf.clear();
  elements.forEach((one, number) => {
    while (above.length && above.at(-1).depth >= one.depth) above.pop();
    if (!(all || named(one)) || (search && !matches(search, one.class, one.id, one.text, one.description, String(one.tag ?? "")))) return;
    const parent = above.at(-1), level = search ? 0 : above.length;
    if (parent && !search) parent.row.classList.add("parent");
    const hidden = !search && above.some(({ key }) => collapsed.has(key));
    const row = make("div", { hidden }, make("i"), make("b", { textContent: one.tag ?? "·" }), ` ${one.class.split(".").pop()} ${words(one)}`.slice(0, 120));
    row.style.paddingInlineStart = `${4 + 10 * level}px`;
    row.setAttribute("role", "treeitem");
    row.setAttribute("aria-level", level + 1);
    row.setAttribute("aria-selected", false);
    row.onmouseenter = () => highlight(number);
    row.onmouseleave = () => highlight(chosen);
    row.onclick = ({ target }) => target.tagName === "I" ? fold(number) : choose(number);
    rowsOf.set(number, row);
    above.push({ depth: one.depth, row, key: key(one) });
  });
  for (const [number, row] of rowsOf) if (row.classList.contains("parent")) row.setAttribute("aria-expanded", !collapsed.has(key(elements[number])));
  tree.replaceChildren(...rowsOf.values());
  at("unseen").textContent = rowsOf.size === elements.length ? `${elements.length} elements` : `${rowsOf.size} of ${elements.length} elements`;
}
function fold(number, shut) {
  const name = key(elements[number]), close = shut ?? !collapsed.has(name);
  if (close) collapsed.add(name); else collapsed.delete(name);
  fillTree();
  choose(number);
}
at("filter").oninput = () => { fillTree(); choose(chosen); };
at("layouts").onclick = () => { press("layouts", !isPressed("layouts")); fillTree(); choose(chosen); };
tree.onkeydown = (event) => {
  const shown = [...rowsOf].filter(([, row]) => !row.hidden).map(([number]) => number), place = shown.indexOf(chosen);
  const parent = rowsOf.get(chosen)?.classList.contains("parent");
  const does = {
    ArrowDown: () => choose(shown[Math.min(shown.length - 1, place + 1)]), ArrowUp: () => choose(shown[Math.max(0, place - 1)]),
    Home: () => choose(shown[0]), End: () => choose(shown.at(-1)),
    ArrowRight: () => parent && fold(chosen, false), ArrowLeft: () => parent && fold(chosen, true),
  }[event.key];
  if (!does || !shown.length) return;
  event.preventDefault();
  does();
};

export function choose(number) {
  rowsOf.get(chosen)?.setAttribute("aria-selected", false);
  chosen = number;
  highlight(number);
  if (!looks) askPoint(centre(number));
  const row = rowsOf.get(number);
  tree.removeAttribute("aria-activedescendant");
  if (!row) return number === null && at("attributes").replaceChildren();
  row.id = "chosen-element";
  for (const other of rowsOf.values()) if (other !== row) other.removeAttribute("id");
  tree.setAttribute("aria-activedescendant", row.id);
  row.setAttribute("aria-selected", true);
  const top = row.offsetTop;
  if (top < tree.scrollTop || top > tree.scrollTop + tree.clientHeight - 20) tree.scrollTop = top - tree.clientHeight / 2;
}
function centre(number) {
  if (number === null || !elements[number]) return null;
  const [left, top, right, bottom] = elements[number].bounds, part = (middle, whole) => Math.min(1, Math.max(0, middle / whole));
  return [part((left + right) / 2, extent[0]), part((top + bottom) / 2, extent[1])];
}

// What covers most of the screen is outlined; a tint would hide what it holds.
const WHOLE = 0.5;
function highlight(number) {
  const one = number === null ? null : elements[number];
  mark.hidden = !one;
  if (!one) return;
  const [left, top, right, bottom] = one.bounds, box = screen.getBoundingClientRect(), around = at("glass").getBoundingClientRect();
  const [across, down] = [box.width / extent[0], box.height / extent[1]];
  mark.classList.toggle("whole", (right - left) * (bottom - top) > WHOLE * extent[0] * extent[1]);
  mark.style.left = `${box.left - around.left + left * across}px`;
  mark.style.top = `${box.top - around.top + top * down}px`;
  mark.style.width = `${(right - left) * across}px`;
  mark.style.height = `${(bottom - top) * down}px`;
  mark.firstElementChild.textContent = one.tag ?? one.class.split(".").pop();
  pairs("attributes", [
    ["number", one.tag ?? "none (a container)"], ["class", one.class], ["resource id", one.id], ["text", one.text],
    ["description", one.description], ["hint", one.hint], ["bounds", one.bounds.join(", ")], ["is", one.is.join(", ")],
    ["package", one.package],
  ].filter(([, what]) => what !== ""));
}
onFit(() => highlight(chosen));

// The pointer on the screen, while "Point" or "Grid" is on.
function under(x, y) {
  const [width, height] = extent, area = ({ bounds: [l, t, r, b] }) => (r - l) * (b - t);
  let found = null;
  elements.forEach((one, number) => {
    const [left, top, right, bottom] = one.bounds;
    if (x * width < left || x * width >= right || y * height < top || y * height >= bottom) return;
    if (found === null || area(one) <= area(elements[found])) found = number;
  });
  return found;
}
aim.pick = (x, y) => { choose(under(x, y)); askPoint([x, y]); };
aim.over = (x, y) => {
  if (aim.picking) highlight(under(x, y));
  looks = aim.picking || aim.gridded;
  if (looks) askPoint([x, y]);
};
aim.away = () => {
  if (aim.picking) highlight(chosen);
  askPoint(centre(chosen));
  looks = false;
};
at("pick").onclick = () => {
  aim.picking = !aim.picking;
  press("pick", aim.picking);
  at("glass").classList.toggle("pointing", aim.picking);
  if (!aim.picking) choose(null);
};

function showNumbers() {
  const part = (number, whole) => `${100 * number / whole}%`, [width, height] = extent;
  at("numbers").replaceChildren(...elements.filter(({ tag }) => tag !== null).map(({ tag, bounds: [left, top, right, bottom] }) => {
    const box = make("div", {}, make("b", { textContent: tag }));
    Object.assign(box.style, {
      left: part(left, width), top: part(top, height), width: part(right - left, width), height: part(bottom - top, height),
    });
    return box;
  }));
}
at("number").onclick = () => {
  at("numbers").hidden = !at("numbers").hidden;
  press("number", !at("numbers").hidden);
};

// What an agent gets stands beside the phone.
at("see").onclick = () => {
  at("gets").hidden = !at("gets").hidden;
  press("see", !at("gets").hidden);
  if (!at("gets").hidden) send("seen");
  fit();
};
on("seen", (m) => { at("pixels").src = m.pixels; at("set-of-mark").src = m.set_of_mark; });
