// Small helpers over the document, and what the page remembers in this browser.
export const at = (id) => document.getElementById(id);

export function make(tag, given = {}, ...children) {
  const made = Object.assign(document.createElement(tag), given);
  made.append(...children);
  return made;
}
export function draw(tag, given = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(given)) made.setAttribute(name, value);
  return made;
}

export const list = (id, lines) => at(id).replaceChildren(...lines.map((line) => make("li", { textContent: line, dir: "auto" })));
export const pairs = (id, rows) => at(id).replaceChildren(...rows.flatMap(([name, what]) => [
  make("dt", { textContent: name }), make("dd", { textContent: what, dir: "auto" })]));

const option = ([value, text, title = ""]) => Object.assign(new Option(text, value), { title });
export const options = (field, rows) => field.replaceChildren(...rows.map(option));
export const grouped = (field, groups) => field.replaceChildren(...groups.flatMap(([label, rows]) => {
  if (!label) return rows.map(option);
  return [make("optgroup", { label }, ...rows.map(option))];
}));

export const press = (id, on) => at(id).setAttribute("aria-pressed", on);
export const isPressed = (id) => at(id).getAttribute("aria-pressed") === "true";

export function notice(text, bad = false) {
  const shown = make("p", { textContent: text });
  shown.classList.toggle("bad", bad);
  at("notices").append(shown);
  setTimeout(() => shown.remove(), 5000 + 40 * text.length);
}

export function saveFile({ name, type, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const link = make("a", { href: URL.createObjectURL(new Blob([bytes], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  notice(`${name}: ${Math.ceil(bytes.length / 1024)} KB`);
}
// Copy a text. Where the browser forbids it, offer it as a file.
export async function copy(text, said, name, type) {
  try {
    await navigator.clipboard.writeText(text);
    notice(said);
  } catch {
    saveFile({ name, type, data: btoa(String.fromCharCode(...new TextEncoder().encode(text))) });
  }
}

// Kept between visits, where the browser allows it.
export function recall(name, otherwise) {
  try { return JSON.parse(localStorage.getItem(`bmoca ${name}`)) ?? otherwise; } catch { return otherwise; }
}
export function remember(name, value) {
  try { localStorage.setItem(`bmoca ${name}`, JSON.stringify(value)); } catch { /* a private window */ }
}
