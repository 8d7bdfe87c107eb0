// Sorts and filters the tables, and opens episodes. The address has environment, task and run, so that an episode can be
// linked.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
for (const one of data.episodes) [one.environment, one.task, one.seed, one.instance] = one.at;
const byId = (name) => document.getElementById(name);
const part = (name) => document.getElementById("episode" + (name ? "-" + name : ""));
const sheet = part("");

function element(tag, text, attributes) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  Object.assign(made, attributes || {});
  return made;
}

function place() {
  const found = /^#e(\d+)-t(\d+)(?:-s(\d+)(?:-i(\d+))?)?$/.exec(location.hash);
  return found && {
    environment: +found[1], task: +found[2], seed: found[3] === undefined ? null : +found[3], instance: +(found[4] || 0),
  };
}

function episodesAt(at) {
  return data.episodes.filter((one) => one.environment === at.environment && one.task === at.task);
}

function address(at) {
  return `#e${at.environment}-t${at.task}` + (at.seed === null ? "" : `-s${at.seed}`) + (at.instance ? `-i${at.instance}` : "");
}

function show() {
  const at = place();
  const runs = at ? episodesAt(at) : [];
  const one = runs.find((run) => run.seed === at.seed && run.instance === at.instance) || runs[0];
  if (!one) {
    if (sheet.open) sheet.close();
    return;
  }
  const task = data.tasks[one.task], environment = data.environments[one.environment];
  part("title").textContent = one.instruction || task.instruction;
  part("about").textContent = [task.app, `environment ${environment.id} (${environment.configuration})`].join(" · ");
  const instances = runs.some((run) => run.instance);
  part("runs").replaceChildren(...(runs.length > 1 ? runs : []).map((run) => {
    const button = element("button", `${instances ? `Instance ${run.instance}, run` : "Run"} ${run.seed} ${mark(run)}`, {
      onclick: () => location.replace(address({ ...at, seed: run.seed, instance: run.instance })),
    });
    button.setAttribute("aria-pressed", String(run === one));
    return button;
  }));
  byId("before").disabled = !beside(one, -1);
  byId("after").disabled = !beside(one, 1);
  part("facts").textContent = facts(one, task);
  part("error").textContent = one.error || "";
  showFilm(one);
  showHowToPlay(one);
  showGoals(one);
  part("invalid").replaceChildren(...firstInvalid(one));
  showTranscript(one);
  part("evidence").replaceChildren(...(one.evidence ? [
    element("h3", "What the success detector saw"), list(one.evidence),
  ] : []), ...(one.effects ? [element("h3", "Side effects"), list(one.effects)] : []));
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

function mark(run) {
  return run.success ? "✓" : run.error ? "!" : "✗";
}

const isWronglyFinished = (one) => !one.success && one.finished !== undefined && !["gave_up", "refused"].includes(one.outcome);

// The first action that could not be carried out.
function firstInvalid(one) {
  if (!one.first) return [];
  const counts = Object.entries(one.invalid).map(([kind, count]) => `${data.outcomes[kind]} × ${count}`).join(", ");
  return [
    element("h3", `Invalid actions: ${counts}. The first, in step ${one.first.step + 1}:`),
    element("pre", one.first.text || "(an empty answer)", { dir: "auto", className: "answer" }),
    element("p", one.first.reason, { className: "error" }),
  ];
}

function facts(one, task) {
  const expert = (one.expert ? `, the expert ${one.expert}` : "") + (one.human ? `, a person ${one.human}` : "");
  const wrong = one.wrong ? ` · ${one.wrong} in a wrong format` : "";
  const result = one.success ? "Success" : one.error ? "Error" : `Failure: ${data.outcomes[one.outcome]}`;
  const mistaken = isWronglyFinished(one) ? "wrongly " : "";
  const said = one.finished === undefined ? "" : ` · ${mistaken}finished with the message “${one.finished}”`;
  const scores = Object.entries(one.scores || {}).map(([judge, score]) => `${judge} ${score}`);
  const judged = scores.length ? ` · score ${scores.join(", ")}` : "";
  const repeated = one.usage && one.repeats ? ` · ${one.repeats} repeated` : "";
  const retries = Object.entries(one.retries || {}).map(([reason, count]) => `${reason} × ${count}`);
  const again = retries.length ? ` · requests sent again: ${retries.join(", ")}` : "";
  const limit = one.stopped ? ` · ${one.stopped}` : "";
  const used = one.usage ? ` · ${one.usage.prompt_tokens + one.usage.answer_tokens} tokens` : "";
  const cost = one.usage && one.usage.cost ? ` · cost ${one.usage.cost.toPrecision(3)}` : "";
  const time = `${(one.seconds || 0).toFixed(2)} s${one.usage ? " for answers" : ""}`;
  return `${result} · ${one.steps || 0} steps of ${task.step_limit}${expert}${wrong}${repeated}${said}${judged}${limit}${used}${cost}${again} · ${time}`;
}

// The address of a file of the results; `bmoca play` asks for its token in each.
const file = (name) => name + (data.phone ? data.phone.query : "");

const frame = (one, number) => file(`${one.film}/${String(number).padStart(3, "0")}.webp`);

// In a report that `bmoca play` shows, each step leads to the phone at that step. A file can't know the phone's address.
const playable = (one, number) => data.phone && one.line !== undefined && element("a", "Play from here", {
  href: `${data.phone.episode}${one.line}&step=${number}`, target: "_blank", className: "play",
});

// The results folder, where this file was opened from it: a path in the file would be wrong once the folder is moved.
const folder = () => location.protocol === "file:" ? decodeURIComponent(location.pathname).replace(/\/[^/]*$/, "").replace(/[^\w./-]/g, "\\$&") : "FOLDER";

function showHowToPlay(one) {
  const found = one.line === undefined || data.phone ? [] : [
    "To go on from any of these steps, open the report on the page of the phone: ", element("code", `bmoca play --results ${folder()}`),
  ];
  part("play").replaceChildren(...found);
}

function showFilm(one) {
  const film = part("film"), actions = one.actions || [];
  film.classList.toggle("plain", !one.frames);
  film.replaceChildren(...(one.frames ? Array.from({ length: one.frames }, (_, number) => {
    const item = element("li"), caption = element("span"), button = element("button");
    const action = actions[number];
    const picture = element("img", undefined, { src: frame(one, number), loading: "lazy", alt: action || "final screen" });
    picture.onload = () => { item.style.width = Math.max(picture.clientWidth, 96) + "px"; };
    button.onclick = () => enlarge(one, number);
    button.setAttribute("aria-label", `Enlarge frame ${number + 1}: ${picture.alt}`);
    button.append(picture);
    caption.append(element("b", action ? `${number + 1} ` : "end "), action || mark(one));
    item.append(button, caption, playable(one, number) || "");
    return item;
  }) : actions.map((action, number) => {
    const item = element("li", `${number + 1} ${action} `);
    item.append(playable(one, number) || "");
    return item;
  })));
  rove(film, "button");
}

// One frame of a film, as large as the window allows.
let enlarged = null;

function enlarge(one, number) {
  enlarged = { one, number };
  const action = (one.actions || [])[number];
  byId("frame-picture").src = frame(one, number);
  byId("frame-caption").textContent = `${number + 1} of ${one.frames} · ${action || "end " + mark(one)}`;
  byId("frame-before").disabled = !number;
  byId("frame-after").disabled = number + 1 >= one.frames;
  if (!byId("frame").open) byId("frame").showModal();
}

function otherFrame(step) {
  const number = enlarged.number + step;
  if (number >= 0 && number < enlarged.one.frames) enlarge(enlarged.one, number);
}

function showGoals(one) {
  const goals = Object.entries(one.goals || {});
  part("goals").replaceChildren(...(goals.length ? [
    element("h3", "Sub-goals at the end"),
    list(goals.map(([name, met]) => `${met ? "✓" : "✗"} ${name}`), "goals"),
  ] : []));
}

// Transcripts are separate files. Opening an episode loads its file, which calls transcript(name, turns).
const transcripts = {};
let wanted = null;

function transcript(name, turns) {
  transcripts[name] = turns;
  if (wanted && wanted.transcript === name) showTranscript(wanted);
}

function showTranscript(one) {
  wanted = one;
  const turns = one.transcript ? transcripts[one.transcript] : [];
  part("transcript").replaceChildren();
  if (turns === undefined) {
    document.head.append(element("script", undefined, { src: file(`${one.transcript}/transcript.js`) }));
    return;
  }
  if (!turns.length) return;
  part("transcript").append(element("h3", "Prompts and answers of the model"), ...turns.map((turn, number) => {
    const row = element("div", undefined, { className: "turn" }), words = element("div");
    const step = turn.step === undefined ? number : turn.step;
    const pictures = turn.pictures || (turn.picture ? [turn.picture] : []);
    const shown = pictures.length ? pictures.map((name) => file(`${one.transcript}/${name}`)) : [one.frames ? frame(one, step) : ""];
    for (const [place, src] of shown.filter(Boolean).entries()) row.append(shot(src, place ? {} : turn, step));
    const asked = element("details");
    asked.append(element("summary", `${step + 1}${turn.stage ? " · " + turn.stage : ""} · prompt of ${turn.prompt_tokens} tokens`));
    for (const name of turn.parts) {
      const whole = name in turn.prompt ? turn.prompt[name] : turns[0].prompt[name];
      asked.append(element("h4", name.replaceAll("_", " ")), element("pre", whole, { dir: "auto" }));
    }
    words.append(asked, element("pre", turn.answer || "(an empty answer)", { dir: "auto", className: "answer" }));
    if (turn.wrong_format) words.append(element("p", `Wrong format: ${turn.wrong_format}`, { className: "error" }));
    else if (turn.decides !== false) {
      words.append(element("p", `${turn.action} → ${(one.actions || [])[step] || ""}`, { className: "action" }));
    }
    row.append(words);
    return row;
  }));
}

// The picture as the model got it, with the action drawn on it in the picture's own pixels. A click shows it at its size.
function shot(src, turn, step) {
  const made = element("button", undefined, { className: "shot", type: "button" });
  const size = turn.picture && turn.picture_size, said = size ? `${size[0]} × ${size[1]} px` : "";
  made.setAttribute("aria-label", `Enlarge the picture of step ${step + 1}`);
  made.append(element("img", undefined, { src, loading: "lazy", alt: "" }));
  if (size) made.append(drawn(turn.marks || [], size));
  made.title = said;
  made.onclick = () => {
    const holder = byId("picture-holder"), picture = element("img", undefined, { src, alt: "" });
    byId("picture-caption").textContent = [
      `${step + 1}`, said, ...(turn.marks || []).map(([kind, ...at]) => `${kind} ${at.join(", ")}`),
    ].filter(Boolean).join(" · ");
    holder.replaceChildren(picture, ...(size ? [drawn(turn.marks || [], size)] : []));
    if (size) [picture.width, picture.height] = size;
    byId("picture").showModal();
  };
  return made;
}

function drawn(marks, [width, height]) {
  const vector = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  const unit = Math.max(width, height) / 60;
  const made = vector("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true", "stroke-width": unit / 4 });
  for (const [kind, x, y, toX, toY] of marks) {
    made.append(vector("circle", { cx: x + 0.5, cy: y + 0.5, r: kind === "swipe" ? unit / 2 : unit }));
    if (kind === "hold") made.append(vector("circle", { cx: x + 0.5, cy: y + 0.5, r: 1.6 * unit }));
    if (kind !== "swipe") continue;
    const along = Math.atan2(toY - y, toX - x);
    const wing = (turned) => `${toX - unit * Math.cos(along + turned)} ${toY - unit * Math.sin(along + turned)}`;
    made.append(vector("path", { d: `M${x} ${y}L${toX} ${toY}M${wing(0.6)}L${toX} ${toY}L${wing(-0.6)}` }));
  }
  return made;
}

function list(lines, kind = "") {
  const made = element("ul", undefined, { className: kind });
  made.append(...lines.map((line) => element("li", line)));
  made.dir = "auto";
  return made;
}

// A group is one tab stop; the arrow keys move inside it.
function rove(group, selector) {
  const first = group.querySelector(selector);
  for (const one of group.querySelectorAll(selector)) one.tabIndex = one === first ? 0 : -1;
}

function moveTo(group, selector, target) {
  if (!target) return;
  for (const one of group.querySelectorAll(selector + '[tabindex="0"]')) one.tabIndex = -1;
  target.tabIndex = 0;
  target.focus();
}

function alongKeys(group, selector, keys) {
  group.addEventListener("keydown", (event) => {
    const step = keys[event.key], from = event.target.closest(selector);
    if (!step || !from) return;
    const shown = [...group.querySelectorAll(selector)].filter((one) => one.offsetParent);
    event.preventDefault();
    event.stopPropagation();
    moveTo(group, selector, shown[shown.indexOf(from) + step]);
  });
}

// --- sort: clicks on a heading sort by its column: descending, ascending, original order ---

function figure(text) {
  const found = /^([+-]?[\d.]+)(?:\/(\d+))?/.exec(text.replace(/[\u202f\s]/g, ""));
  return found ? +found[1] / (found[2] ? +found[2] || 1 : 1) : text === "✓" ? 1 : NaN;
}

function inOrder(values, up) {
  const figures = values.map(figure);
  const numbers = values.every((value, place) => !value || value === "–" || value === "!" || !Number.isNaN(figures[place]));
  const places = values.map((_, place) => place);
  return places.sort((one, other) => {
    if (!numbers) return up * values[one].localeCompare(values[other], undefined, { numeric: true }) || one - other;
    const lacks = Number.isNaN(figures[one]) - Number.isNaN(figures[other]);  // cells without a figure come last
    return lacks || up * (figures[one] - figures[other]) || one - other;
  });
}

function sortable(table, sorted) {
  const heads = [...table.tHead.rows[table.tHead.rows.length - 1].cells];
  for (const [column, head] of heads.entries()) {
    const button = element("button", undefined, { className: "sort", type: "button" });
    button.append(...head.childNodes);
    head.append(button);
    button.onclick = () => {
      const next = { none: column ? "descending" : "ascending", descending: column ? "ascending" : "none", ascending: column ? "none" : "descending" };
      const order = next[head.getAttribute("aria-sort") || "none"];
      for (const other of heads) other.removeAttribute("aria-sort");
      if (order !== "none") head.setAttribute("aria-sort", order);
      sorted(column, { none: 0, ascending: 1, descending: -1 }[order]);
    };
  }
  rove(table.tHead, ".sort");
  alongKeys(table.tHead, ".sort", { ArrowLeft: -1, ArrowRight: 1 });
}

function sortRows(table) {
  const body = table.tBodies[0], rows = [...body.rows];
  sortable(table, (column, up) => {
    const cell = (row) => row.cells[column];
    const value = (row) => /^l\d/.test(cell(row).className) ? cell(row).className.slice(1) : cell(row).textContent.trim();
    body.append(...(up ? inOrder(rows.map(value), up).map((place) => rows[place]) : rows));
  });
}

for (const table of document.querySelectorAll(".scroll > table")) {
  if (table.id !== "list" && !table.querySelector("[rowspan]") && table.tBodies[0].rows.length > 1) sortRows(table);
}

// --- the map: a grid with one tab stop ---

const grid = document.querySelector(".grid");
const CELLS = 'td[class^="l"]';

grid.addEventListener("click", (event) => {
  const cell = event.target.closest(CELLS);
  if (cell) openCell(cell);
});
grid.tBodies[0].addEventListener("keydown", (event) => {
  const cell = event.target.closest(CELLS);
  if (!cell) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    openCell(cell);
    return;
  }
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!step) return;
  event.preventDefault();
  moveTo(grid, CELLS, nextCell(cell, step));
});

function openCell(cell) {
  location.hash = address({ environment: cell.cellIndex - 2, task: +cell.parentNode.dataset.t, seed: null, instance: 0 });
}

// The next visible cell with episodes, in the current order of the rows.
function nextCell(cell, [across, down]) {
  const rows = [...grid.tBodies[0].rows].filter((row) => !row.hidden);
  let row = rows.indexOf(cell.parentNode), column = cell.cellIndex;
  for (;;) {
    row += down;
    column += across;
    const next = rows[row] && column > 1 && rows[row].cells[column];
    if (!next) return null;
    if (!next.hidden && next.matches(CELLS)) return next;
  }
}

rove(grid.tBodies[0], CELLS);

// --- filter: hides rows, columns and cells without a matching episode ---

const OUTCOMES = {
  "All outcomes": () => true,
  "Success": (one) => one.success,
  "Failure": (one) => !one.success,
  "Error": (one) => one.error,
  "Wrong formats": (one) => one.wrong,
  "Wrongly finished": isWronglyFinished,
  "Loops": (one) => one.repeats >= 3,
  ...Object.fromEntries(Object.entries(data.outcomes).slice(2).map(([name, words]) => [
    `Failure: ${words}`, (one) => one.outcome === name,
  ])),
  "Requests sent again": (one) => one.retries,
  "Judges differ": (one) => one.scores && new Set(Object.values(one.scores).map((score) => score >= 1)).size > 1,
};
const said = data.episodes.map((one) => {
  const task = data.tasks[one.task], environment = data.environments[one.environment];
  const texts = [
    one.instruction || task.instruction, task.id, task.name, task.app, task.category, environment.id, environment.configuration,
    one.error, one.finished, one.stopped, ...(one.evidence || []), ...(one.effects || []),
  ];
  return texts.filter(Boolean).join("\n").toLowerCase();
});
let matching = data.episodes;

function filter() {
  const words = byId("words").value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = OUTCOMES[byId("outcome").value];
  const all = !words.length && wanted === Object.values(OUTCOMES)[0];
  matching = data.episodes.filter((one, place) => wanted(one) && words.every((word) => said[place].includes(word)));
  const shown = { t: new Set(), e: new Set(), i: new Set(), cell: new Set() };
  for (const one of matching) {
    shown.t.add(one.task);
    shown.e.add(one.environment);
    shown.i.add(`${one.task} ${one.instance}`);
    shown.cell.add(`${one.task} ${one.environment}`);
  }
  for (const row of document.querySelectorAll("tr[data-t], tr[data-e]")) {
    const { t, e, i } = row.dataset;
    row.hidden = !all && !(i !== undefined ? shown.i.has(`${t} ${i}`) : t !== undefined ? shown.t.has(+t) : shown.e.has(+e));
  }
  for (const row of [grid.tHead.rows[1], ...grid.tBodies[0].rows]) {
    for (let column = 2; column < row.cells.length; column++) {
      row.cells[column].hidden = !all && !shown.e.has(column - 2);
      if (row.dataset.t) row.cells[column].classList.toggle("faint", !all && !shown.cell.has(`${row.dataset.t} ${column - 2}`));
    }
  }
  let column = 0;
  for (const split of [...grid.tHead.rows[0].cells].slice(2)) {
    split.dataset.columns = split.dataset.columns || split.colSpan;
    const columns = Array.from({ length: +split.dataset.columns }, () => column++).filter((one) => all || shown.e.has(one));
    split.hidden = !columns.length;
    split.colSpan = columns.length || 1;
  }
  byId("count").textContent = all ? "" : `${matching.length} of ${data.episodes.length} episodes match`;
  listEpisodes();
}

// --- the list of episodes ---

const PAGE = 100;
const instructions = data.tasks.map((task) => task.instruction);
const alike = new Set([...instructions.keys()].filter((task) => instructions.filter((one) => one === instructions[task]).length > 1));
const several = data.episodes.some((one) => one.instance);
const COLUMNS = [
  (one) => (one.instruction || data.tasks[one.task].instruction) + (alike.has(one.task) ? ` · ${data.tasks[one.task].name}` : ""),
  (one) => data.environments[one.environment].id,
  (one) => several ? `${one.seed}, instance ${one.instance}` : String(one.seed),
  outcome,
  (one) => String(one.steps || 0),
  (one) => one.expert ? String(one.expert) : "–",
  (one) => one.wrong ? String(one.wrong) : "",
  (one) => (one.seconds || 0).toFixed(2),
];
let listed = [], order = [0, 0], pages = 1;

function outcome(one) {
  const word = `${mark(one)} ${data.outcomes[one.outcome]}`;
  const few = one.wrong && !one.success && one.outcome !== "wrong_format" ? "wrong formats" : "";
  return [word, one.error || one.stopped, few].filter(Boolean).join(" · ");
}

function listEpisodes() {
  const [column, up] = order;
  pages = 1;
  listed = up ? inOrder(matching.map(COLUMNS[column]), up).map((place) => matching[place]) : matching;
  drawList();
}

function drawList() {
  const body = byId("list").tBodies[0];
  body.replaceChildren(...listed.slice(0, pages * PAGE).map((one) => {
    const row = element("tr");
    for (const [column, text] of COLUMNS.entries()) {
      const cell = element(column ? "td" : "th", text(one), { className: column > 3 ? "number" : column === 3 ? "outcome" : "" });
      if (!column) {
        cell.dir = "auto";
        cell.scope = "row";
      }
      row.append(cell);
    }
    if (one.error) row.cells[3].classList.add("bad");
    row.onclick = () => { location.hash = address(one); };
    return row;
  }));
  rove(body, "tr");
  const rest = listed.length - pages * PAGE;
  byId("more").hidden = rest <= 0;
  byId("more").textContent = `Show ${Math.min(rest, PAGE)} more of ${rest}`;
}

// The episode before or after another one in the list, or among all episodes if the list lacks it.
function beside(one, step) {
  const among = listed.includes(one) ? listed : data.episodes;
  return among[among.indexOf(one) + step];
}

function goBeside(step) {
  const at = place(), runs = at ? episodesAt(at) : [];
  const one = runs.find((run) => run.seed === at.seed && run.instance === at.instance) || runs[0];
  const next = one && beside(one, step);
  if (next) location.replace(address(next));
}

sortable(byId("list"), (column, up) => {
  order = [column, up];
  listEpisodes();
});
alongKeys(byId("list").tBodies[0], "tr", { ArrowUp: -1, ArrowDown: 1 });
byId("list").tBodies[0].addEventListener("keydown", (event) => {
  const row = event.target.closest("tr");
  if (row && event.key === "Enter") row.click();
});
byId("more").onclick = () => {
  pages += 1;
  drawList();
};

// --- the bar at the top ---

for (const [name, has] of Object.entries(OUTCOMES)) {
  if (data.episodes.some(has)) byId("outcome").append(element("option", name));
}
if (!byId("outcome").options.length) byId("outcome").append(element("option", Object.keys(OUTCOMES)[0]));
let waiting = 0;
byId("words").addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(filter, 120);
});
byId("outcome").addEventListener("change", filter);
document.querySelector(".tools").hidden = false;
byId("episodes").hidden = !data.episodes.length;
listEpisodes();

const contents = document.querySelector(".contents");
contents.querySelector("nav").append(...[...document.querySelectorAll("section[id]")].filter((one) => !one.hidden).map((one) =>
  element("a", one.querySelector("h2").textContent, { href: "#" + one.id, onclick: () => {
    for (let around = one.closest("details"); around; around = around.parentNode.closest("details")) around.open = true;
    contents.open = false;
  } })));
document.addEventListener("click", (event) => { if (!contents.contains(event.target)) contents.open = false; });
contents.addEventListener("keydown", (event) => { if (event.key === "Escape") contents.open = false; });

// --- dialogs ---

byId("before").onclick = () => goBeside(-1);
byId("after").onclick = () => goBeside(1);
byId("frame-before").onclick = () => otherFrame(-1);
byId("frame-after").onclick = () => otherFrame(1);
sheet.addEventListener("close", () => { if (place()) history.replaceState(null, "", location.pathname + location.search); });
for (const dialog of [sheet, byId("frame"), byId("picture")]) {
  dialog.addEventListener("click", (event) => { if (event.target === dialog) dialog.close(); });
}
alongKeys(part("film"), "button", { ArrowLeft: -1, ArrowRight: 1 });
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const at = place();
  if (!step) return;
  if (byId("frame").open) {
    if (step[0]) otherFrame(step[0]);
    return;
  }
  if (!at || !sheet.open || byId("picture").open) return;
  const row = grid.querySelector(`tr[data-t="${at.task}"]`);
  const next = row && row.cells[at.environment + 2] && nextCell(row.cells[at.environment + 2], step);
  if (!next) return;
  event.preventDefault();
  location.replace(address({
    environment: next.cellIndex - 2, task: +next.parentNode.dataset.t, seed: at.seed, instance: at.instance,
  }));
});
window.addEventListener("hashchange", show);
show();
