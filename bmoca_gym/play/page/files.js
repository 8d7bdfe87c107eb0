// The files of the phone's apps: databases as tables, in which new rows are marked; other files as text.
import { at, make } from "./dom.js";
import { isOpen, on, opened, phone, send } from "./connection.js";
import { packageInFront } from "./inspector.js";
import { follow } from "./screen.js";

let unread = true, reading = false, content = "", rowsBefore = new Map();
export function readFiles(now = false) {
  if (at("files").hidden || reading || !isOpen() || !(now || (unread && phone.status?.embedded))) return;
  unread = false;
  reading = true;
  send("files", { path: at("path").value });
}
at("reload").onclick = () => readFiles(true);
at("path").onchange = () => { content = ""; rowsBefore = new Map(); readFiles(true); };
on("files", (m) => {
  reading = false;
  const field = at("path"), listed = JSON.stringify(m.files);
  if (field.dataset.listed !== listed) {
    const groups = new Map();
    for (const { app, path } of m.files) {
      if (!groups.has(app)) groups.set(app, make("optgroup", { label: app }));
      groups.get(app).append(new Option(path.slice(path.indexOf(app) < 0 ? 0 : path.indexOf(app) + app.length + 1), path));
    }
    field.dataset.listed = listed;
    field.replaceChildren(...groups.values());
    field.value = m.files.some(({ path }) => path === m.path) ? m.path : firstFile(m.files);
    if (field.value && field.value !== m.path) { content = ""; rowsBefore = new Map(); readFiles(true); }
  }
  field.disabled = !m.files.length;
  if (m.path !== field.value) return;
  at("files-note").textContent = [m.path, m.note, m.content?.note].filter(Boolean).join("\n");
  at("reload").hidden = phone.status.embedded;
  if (unread) readFiles();
  if (JSON.stringify(m.content) === content) return;
  content = JSON.stringify(m.content);
  if (!m.content) at("content").replaceChildren();
  else if (m.content.tables) showTables(m.content.tables);
  else at("content").replaceChildren(make("pre", { textContent: m.content.text ?? "", dir: "auto" }));
});
follow(() => { unread = true; readFiles(); });
on("error", () => { reading = false; });
opened(() => { reading = false; });
// Of the app in front, if it has any; databases first.
function firstFile(files) {
  const front = packageInFront(), word = front.split(".").at(-1), data = files.filter(({ path }) => path.includes("/databases/"));
  const found = data.find(({ app }) => app === front) ?? files.find(({ app }) => app === front)
    ?? data.find(({ app }) => app.split(".").includes(word)) ?? data[0] ?? files[0];
  return found?.path ?? "";
}
const OF_SYSTEM = new Set(["android_metadata", "room_master_table", "properties"]);
function showTables(tables) {
  const shut = new Map([...at("content").querySelectorAll("details")].map((one) => [one.dataset.table, one.open]));
  const places = new Map([...at("content").querySelectorAll(".rows")].map((one) => [one.parentElement.dataset.table, [one.scrollLeft, one.scrollTop]]));
  const rank = ({ name, count }) => OF_SYSTEM.has(name) ? 2 : count ? 0 : 1;
  const filled = [...tables].sort((one, other) => rank(one) - rank(other));
  at("content").replaceChildren(...filled.map((table) => {
    const made = make("details"), head = make("summary"), box = make("div", { className: "rows", tabIndex: 0 });
    const known = rowsBefore.get(table.name), now = new Set(table.rows.map((row) => JSON.stringify(row)));
    made.dataset.table = table.name;
    made.open = shut.get(table.name) ?? rank(table) === 0;
    const count = table.count === null ? "not read" : `${table.count} ${table.count === 1 ? "row" : "rows"}`;
    head.append(`${table.name} `, make("span", { textContent: count }));
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", `Rows of ${table.name}`);
    const rows = make("table"), columns = rows.createTHead().insertRow(), body = rows.createTBody();
    columns.append(...table.columns.map((name) => make("th", { textContent: name, scope: "col" })));
    for (const row of table.rows) {
      const line = body.insertRow();
      line.classList.toggle("fresh", !!known && !known.has(JSON.stringify(row)));
      for (const cell of row) {
        const place = line.insertCell();
        place.textContent = cell ?? "NULL";
        place.title = cell ?? "NULL";
        place.dir = "auto";
        place.className = cell === null ? "none" : typeof cell === "number" ? "figure" : "";
      }
    }
    rowsBefore.set(table.name, now);
    box.append(rows);
    made.append(head, box);
    if (table.note) made.append(make("p", { className: "quiet", textContent: table.note }));
    return made;
  }));
  for (const box of at("content").querySelectorAll(".rows")) {
    const [left, top] = places.get(box.parentElement.dataset.table) ?? [0, 0];
    box.scrollTo(left, top);
  }
}
