// The page of `bmoca play`: what the server sends is shown, and what a hand does is sent. The server decides everything.
const at = (id) => document.getElementById(id);
const screen = at("screen"), pen = screen.getContext("2d"), mark = at("mark"), trail = at("trail");
const token = new URLSearchParams(location.search).get("token") ?? "";

// A page keeps its phone over reloads.
let session = sessionStorage.getItem("session");
if (!session) sessionStorage.setItem("session", (session = Math.random().toString(36).slice(2)));

let socket, status = null, choices = null, moments = [], elements = [], extent = [1, 1], chosen = null;
let showing = false, pointing = false, timer = 0, stale = true, asking = false, suites = {}, drawing = Promise.resolve();

function connect() {
  socket = new WebSocket(`ws://${location.host}/phone?token=${encodeURIComponent(token)}&session=${session}`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => { at("lost").hidden = true; asking = false; asked = 0; };
  socket.onmessage = ({ data }) => typeof data === "string" ? told(JSON.parse(data)) : picture(data);
  socket.onclose = ({ code, reason }) => {
    stopShowing();
    at("lost").hidden = false;
    if (code === 4000) return (at("lost").textContent = "Another page has taken this phone over. Reload to take it back.");
    if (code === 4001) return (at("lost").textContent = "The phone can't be used. Mend what is wrong, then reload.");
    at("lost").textContent = "The connection is lost. Is `bmoca play` still running? Trying again …";
    setTimeout(connect, 2000);
  };
}
const send = (what, given = {}) => {
  flushTyping(what);
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify({ do: what, ...given }));
};

// What is told ---------------------------------------------------------------------------------

const kinds = {
  choices: (m) => { choices = m; fillChoices(); },
  timeline: (m) => { moments = []; at("timeline").replaceChildren(); at("task").scrollTop = 0; m.new.forEach(addMoment); },
  moments: (m) => m.new.forEach(addMoment),
  status: showStatus,
  suite: (m) => { suites[m.name] = m.tasks; fillTasks(); },
  inspection: showInspection,
  yaml: copyText,
  file: saveFile,
  size: () => {},
  notice: (m) => notice(m.text),
  error: (m) => { stopShowing(); asking = false; notice(m.text, true); },
};
const told = (message) => kinds[message.kind](message);

function picture(data) {
  const head = new DataView(data), [width, height, left, top] = [0, 2, 4, 6].map((place) => head.getUint16(place));
  const file = new Blob([new Uint8Array(data, 8)], { type: "image/jpeg" });
  drawing = drawing.then(() => createImageBitmap(file)).then((image) => {
    if (screen.width !== width || screen.height !== height) { screen.width = width; screen.height = height; }
    pen.drawImage(image, left, top);
    image.close();
    screen.dataset.frames = Number(screen.dataset.frames ?? 0) + 1;
    stale = true;
    inspect();
  });
}

// As large as there is room for; the server draws the screen at the size at which it is shown.
let asked = 0, resizing = 0;
function fit() {
  if (!status) return;
  const narrow = matchMedia("(max-width: 980px)").matches;
  const room = narrow ? Math.max(320, innerHeight * 0.66) : Math.max(380, innerHeight - 390);
  const scale = Math.min((at("phone").clientWidth - 14) / status.width, room / status.height);
  screen.style.width = `${Math.round(status.width * scale)}px`;
  screen.style.height = `${Math.round(status.height * scale)}px`;
  const height = Math.max(100, Math.round(status.height * scale * devicePixelRatio));
  if (height !== asked && socket.readyState === WebSocket.OPEN) send("size", { height: (asked = height) });
  highlight(chosen);
}
addEventListener("resize", () => { clearTimeout(resizing); resizing = setTimeout(fit, 150); });

function notice(text, bad = false) {
  const shown = document.createElement("p");
  shown.textContent = text;
  shown.classList.toggle("bad", bad);
  at("notices").append(shown);
  setTimeout(() => shown.remove(), 5000 + 40 * text.length);
}

function showStatus(m) {
  status = m;
  fit();
  const { task, standing, environment } = m;
  at("device").textContent = (m.embedded ? "embedded phone" : m.serial)
    + (m.embedded || task ? ` · environment ${environment.id}: ${environment.words}` : "");
  at("playing").hidden = !task;
  at("free").hidden = !!task;
  at("branching").textContent = m.why_no_branches || "Go to any moment and play on: each branch is kept.";
  at("record").hidden = !task || !m.embedded;
  at("goal").textContent = task ? task.instruction : "";
  if (task) {
    const drawn = Object.keys(task.params).length ? ` · instance ${task.task_seed}` : "";
    at("task-name").textContent = `${task.suite} · ${task.app} · ${task.id}${drawn}`;
    at("instruction").textContent = task.instruction;
    at("score").value = standing.score;
    at("steps").textContent = `${Math.round(standing.score * 100)} % · step ${standing.steps} of ${standing.step_limit}`;
    const verdict = at("verdict");
    verdict.hidden = !standing.over;
    verdict.classList.toggle("done", standing.success);
    verdict.textContent = standing.lost ? `The phone was lost: ${standing.lost}`
      : standing.success ? `Done in ${standing.steps} steps.` : "Over, and not done.";
    list("sub-goals", Object.entries(standing.sub_goals).map(([name, done]) => `${done ? "✓" : "○"} ${name}`));
    list("evidence", standing.evidence.length ? standing.evidence : ["It looks after each step."]);
    at("watch").hidden = !task.agents.length;
    if (at("who").dataset.for !== String(task.agents)) {
      at("who").dataset.for = task.agents;
      at("who").replaceChildren(...task.agents.map((name) => new Option(name === "expert" ? "the expert" : name, name)));
      nameShow();
    }
    at("say").hidden = task.ends !== "finish";
    at("show").disabled = at("show-step").disabled = standing.over;
  }
  showWay();
  fillConfiguration(environment);
  at("changes").textContent = !m.embedded ? "A real phone is not changed from here."
    : task ? "A change begins the task anew." : "The running phone changes at once.";
  for (const field of at("configuration").elements) field.disabled = !m.embedded && field.id !== "yaml";
  const last = moments[m.at];
  pairs("actions", last ? Object.entries(last.actions) : []);
  stale = true;
  if (showing) standing.over ? stopShowing() : (timer = setTimeout(watch, Number(at("pace").value)));
}

const list = (id, lines) => at(id).replaceChildren(...lines.map((line) => Object.assign(document.createElement("li"), { textContent: line, dir: "auto" })));
const pairs = (id, rows) => at(id).replaceChildren(...rows.flatMap(([name, what]) => [
  Object.assign(document.createElement("dt"), { textContent: name }),
  Object.assign(document.createElement("dd"), { textContent: what, dir: "auto" })]));

// The timeline ---------------------------------------------------------------------------------

function addMoment(m) {
  moments[m.number] = m;
  const made = document.createElement("button"), image = document.createElement("img"), words = document.createElement("span");
  image.src = m.picture;
  image.alt = "";
  words.textContent = m.words;
  made.append(image, words);
  made.title = `${m.number}: ${m.words}`;
  made.style.gridColumn = m.column + 1;
  made.style.gridRow = m.row + 1;
  made.classList.toggle("done", !!m.standing.success);
  made.dataset.number = m.number;
  made.onclick = () => { stopShowing(); send("go", { number: m.number }); };
  at("timeline").append(made);
}

function showWay() {
  const way = new Set();
  for (let number = status.at; number !== null && moments[number]; number = moments[number].parent) way.add(number);
  for (const shown of at("timeline").children) {
    const number = Number(shown.dataset.number), here = number === status.at;
    shown.classList.toggle("way", way.has(number));
    shown.setAttribute("aria-current", here);
    if (here) {
      const box = at("timeline"), left = shown.offsetLeft - box.offsetLeft, top = shown.offsetTop - box.offsetTop;
      if (left < box.scrollLeft || left + shown.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = left - box.clientWidth / 2;
      if (top < box.scrollTop || top + shown.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - 8;
    }
  }
}

// A hand on the screen -------------------------------------------------------------------------

const HOLD = 500, STILL = 0.02;
let finger = null, wheel = 0;
function place(event) {
  const box = screen.getBoundingClientRect(), part = (number) => Math.min(1, Math.max(0, number));
  return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)];
}
screen.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || finger) return;
  screen.focus({ preventScroll: true });
  const [x, y] = place(event);
  if (pointing) return choose(under(x, y));
  screen.setPointerCapture(event.pointerId);
  finger = { x, y, now: [x, y], id: event.pointerId, began: event.timeStamp, left: null };
  drawTrail();
});
screen.addEventListener("pointermove", (event) => {
  const [x, y] = place(event);
  if (finger && finger.id === event.pointerId) {
    finger.now = [x, y];
    if (finger.left === null && Math.hypot(x - finger.x, y - finger.y) > STILL) finger.left = event.timeStamp;
    drawTrail();
  } else if (pointing) highlight(under(x, y));
});
screen.addEventListener("pointerup", (event) => {
  if (!finger || finger.id !== event.pointerId) return;
  const { x, y, began, left } = finger, [x1, y1] = place(event), taken = (event.timeStamp - began) / 1000;
  finger = null;
  trail.classList.remove("on");
  if (left === null) return taken * 1000 < HOLD ? send("tap", { x, y }) : send("long_press", { x, y, seconds: Math.min(taken, 10) });
  const held = left - began >= HOLD ? Math.min((left - began) / 1000, 10) : 0;
  send("swipe", { x0: x, y0: y, x1, y1, seconds: Math.min(Math.max((event.timeStamp - left) / 1000, 0.1), 10), held });
});
screen.addEventListener("pointercancel", () => { finger = null; trail.classList.remove("on"); });
screen.addEventListener("pointerleave", () => { if (pointing) highlight(chosen); });
screen.addEventListener("contextmenu", (event) => event.preventDefault());
screen.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.timeStamp - wheel < 350 || !(event.deltaX || event.deltaY)) return;
  wheel = event.timeStamp;
  const [x, y] = place(event), along = Math.abs(event.deltaY) >= Math.abs(event.deltaX);
  const to = (number, delta) => Math.min(0.95, Math.max(0.05, number - Math.sign(delta) * 0.35));
  send("swipe", { x0: x, y0: y, x1: along ? x : to(x, event.deltaX), y1: along ? to(y, event.deltaY) : y, seconds: 0.3 });
}, { passive: false });

function drawTrail() {
  const line = trail.firstElementChild, [x, y] = finger.now;
  for (const [name, number] of Object.entries({ x1: finger.x, y1: finger.y, x2: x, y2: y })) line.setAttribute(name, number);
  trail.classList.add("on");
}

// Letters that come one by one are one text: in a task each gesture is a step.
const KEYS = {
  Enter: "ENTER", Backspace: "DEL", Delete: "FORWARD_DEL", Escape: "BACK", ArrowUp: "DPAD_UP", ArrowDown: "DPAD_DOWN",
  ArrowLeft: "DPAD_LEFT", ArrowRight: "DPAD_RIGHT", Home: "MOVE_HOME", End: "MOVE_END",
};
let typing = "", typed = 0;
function flushTyping(next) {
  clearTimeout(typed);
  const text = typing;
  typing = "";
  if (text && next !== "inspect" && next !== "size") socket.send(JSON.stringify({ do: "type", text }));
  else typing = text;
  if (typing) typed = setTimeout(() => flushTyping(), 500);
}
screen.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  if (KEYS[event.key]) send("key", { key: KEYS[event.key] });
  else if ([...event.key].length === 1) {
    typing += event.key;
    clearTimeout(typed);
    typed = setTimeout(() => flushTyping(), 500);
  } else return;
  event.preventDefault();
});
document.addEventListener("paste", (event) => {
  const text = event.clipboardData.getData("text/plain");
  if (document.activeElement === screen && text) send("type", { text });
});
at("write").onsubmit = (event) => {
  event.preventDefault();
  const field = at("written");
  if (field.value) send("type", { text: field.value });
  else send("key", { key: "ENTER" });
  field.value = "";
};
for (const button of document.querySelectorAll("[data-key]")) button.onclick = () => send("key", { key: button.dataset.key });
at("wait").onclick = () => send("wait");

// The task -------------------------------------------------------------------------------------

const options = (field, rows) => field.replaceChildren(...rows.map(([value, text, title = ""]) => Object.assign(new Option(text, value), { title })));
function fillChoices() {
  options(at("suite"), choices.suites.map((name) => [name, name]));
  const environments = choices.environments.map(({ id, words }) => [id, `${id}: ${words}`]);
  options(at("environments"), environments);
  const form = at("configuration").elements;
  options(form.icons, [["", "now"], ...choices.environments.map(({ id }) => [id, `environment ${id}`])]);
  options(form.device, choices.devices.map(({ name, words }) => [name, words]));
  options(form.locale, choices.locales.map(({ tag, words }) => [tag, words]));
  options(form.wallpaper, choices.wallpapers.map((name) => [name, name]));
  at("environments").value = "100";
  askSuite();
}
const askSuite = () => suites[at("suite").value] ? fillTasks() : send("suite", { name: at("suite").value });
const taskChosen = () => (suites[at("suite").value] ?? []).find(({ id }) => id === at("tasks").value);
function fillTasks() {
  const words = at("search").value.toLowerCase().split(/\s+/), before = at("tasks").value;
  const found = (suites[at("suite").value] ?? []).filter(({ id, app, instruction }) => {
    const text = `${id} ${app} ${instruction}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  options(at("tasks"), found.map(({ id, app, instruction }) => [id, `${app}: ${id.replaceAll("_", " ")}`, instruction]));
  if (found.length) at("tasks").value = found.some(({ id }) => id === before) ? before : found[0].id;
  showAsked();
}
function showAsked() {
  const task = taskChosen();
  at("asked").textContent = task ? task.instruction : "Nothing is found.";
  at("instances").hidden = !task?.drawn;
  at("begin").disabled = !task;
}
at("suite").onchange = askSuite;
at("search").oninput = fillTasks;
at("tasks").onchange = showAsked;
at("tasks").ondblclick = () => at("choose").requestSubmit();
at("choose").onsubmit = (event) => {
  event.preventDefault();
  stopShowing();
  const drawn = taskChosen().drawn;
  send("begin", {
    suite: at("suite").value, task: at("tasks").value, environment: at("environments").value,
    task_seed: drawn ? Number(at("instance").value) : 0,
  });
  screen.focus({ preventScroll: true });
};
at("freely").onclick = () => { stopShowing(); send("free", { environment: at("environments").value, suite: at("suite").value }); };
at("say").onsubmit = (event) => { event.preventDefault(); send("answer", { text: at("said").value }); };
at("finish").onclick = () => send("finish", { message: at("said").value });

function stopShowing() {
  showing = false;
  clearTimeout(timer);
  nameShow();
}
const watch = () => send("watch", { name: at("who").value });
const nameShow = () => { if (!showing) at("show").textContent = at("who").value === "expert" ? "Show me" : "Watch"; };
at("who").onchange = nameShow;
at("show").onclick = () => {
  if (showing) return stopShowing();
  showing = true;
  at("show").textContent = "Pause";
  watch();
};
at("show-step").onclick = () => { stopShowing(); watch(); };
at("film").onclick = () => send("film", { suffix: ".gif" });
at("video").onclick = () => send("film", { suffix: ".mp4" });
at("script").onclick = () => send("script");
at("record").onclick = () => send("record");

function saveFile({ name, type, data }) {
  const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([bytes], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
  notice(`${name}: ${Math.ceil(bytes.length / 1024)} KB`);
}
async function copyText({ text }) {
  try {
    await navigator.clipboard.writeText(text);
    notice("The configuration is in the clipboard, as YAML.");
  } catch {
    saveFile({ name: "environment.yaml", type: "text/yaml", data: btoa(String.fromCharCode(...new TextEncoder().encode(text))) });
  }
}

// The inspector --------------------------------------------------------------------------------

const open = () => !at("inspector").hidden || !at("log").hidden;
function inspect() {
  if (!stale || asking || !open() || socket.readyState !== WebSocket.OPEN) return;
  stale = false;
  asking = true;
  send("inspect");
}
function showInspection(m) {
  asking = false;
  const before = chosen;
  elements = m.elements;
  extent = [m.width, m.height];
  at("observation").textContent = m.text;
  if (m.log.length) {
    const log = at("log"), foot = log.scrollHeight - log.scrollTop - log.clientHeight < 30;
    log.append(m.log.join("\n") + "\n");
    if (log.textContent.length > 200000) log.textContent = log.textContent.slice(-100000);
    if (foot) log.scrollTop = log.scrollHeight;
  }
  showNumbers();
  const least = Math.min(...elements.map(({ depth }) => depth));
  at("tree").replaceChildren(...elements.map((one, number) => {
    const row = document.createElement("div"), tag = document.createElement("b");
    tag.textContent = one.tag ?? "·";
    row.append(tag, ` ${one.class.split(".").pop()} ${one.text || one.description || one.id.split("/").pop()}`.slice(0, 120));
    row.style.paddingLeft = `${4 + 8 * (one.depth - least)}px`;
    row.setAttribute("role", "option");
    row.onmouseenter = () => highlight(number);
    row.onmouseleave = () => highlight(chosen);
    row.onclick = () => choose(number);
    return row;
  }));
  choose(before !== null && before < elements.length && !mark.hidden ? before : null);
  inspect();
}
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
function showNumbers() {
  const part = (number, whole) => `${100 * number / whole}%`, [width, height] = extent;
  at("numbers").replaceChildren(...elements.filter(({ tag }) => tag !== null).map(({ tag, bounds: [left, top, right, bottom] }) => {
    const box = document.createElement("div"), number = document.createElement("b");
    Object.assign(box.style, {
      left: part(left, width), top: part(top, height), width: part(right - left, width), height: part(bottom - top, height),
    });
    number.textContent = tag;
    box.append(number);
    return box;
  }));
}
at("number").onclick = () => {
  at("numbers").hidden = !at("numbers").hidden;
  at("number").setAttribute("aria-pressed", !at("numbers").hidden);
};
function highlight(number) {
  const one = number === null ? null : elements[number];
  mark.hidden = !one;
  if (!one) return;
  const [left, top, right, bottom] = one.bounds, box = screen.getBoundingClientRect(), around = at("glass").getBoundingClientRect();
  const [across, down] = [box.width / extent[0], box.height / extent[1]];
  mark.style.left = `${box.left - around.left + left * across}px`;
  mark.style.top = `${box.top - around.top + top * down}px`;
  mark.style.width = `${(right - left) * across}px`;
  mark.style.height = `${(bottom - top) * down}px`;
  mark.firstElementChild.textContent = one.tag ?? one.class.split(".").pop();
  pairs("attributes", [
    ["number", one.tag ?? "none: it only holds others"], ["class", one.class], ["resource id", one.id], ["text", one.text],
    ["description", one.description], ["hint", one.hint], ["bounds", one.bounds.join(", ")], ["is", one.is.join(", ")],
    ["package", one.package],
  ].filter(([, what]) => what !== ""));
}
function choose(number) {
  at("tree").children[chosen ?? -1]?.setAttribute("aria-selected", "false");
  chosen = number;
  highlight(number);
  const row = number === null ? null : at("tree").children[number];
  if (!row) return at("attributes").replaceChildren();
  row.setAttribute("aria-selected", "true");
  const box = at("tree"), top = row.offsetTop - box.offsetTop;
  if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 20) box.scrollTop = top - box.clientHeight / 2;
}
at("tree").onkeydown = (event) => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!by || !elements.length) return;
  event.preventDefault();
  choose(chosen === null ? 0 : Math.min(elements.length - 1, Math.max(0, chosen + by)));
};
at("pick").onclick = () => {
  pointing = !pointing;
  at("pick").setAttribute("aria-pressed", pointing);
  at("glass").classList.toggle("pointing", pointing);
  if (!pointing) choose(null);
};
const tabs = [...document.querySelectorAll("[role=tab]")];
tabs.forEach((tab, number) => {
  tab.onclick = () => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      at(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    inspect();
  };
  tab.onkeydown = ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by) { const next = tabs[(number + by + tabs.length) % tabs.length]; next.focus(); next.click(); }
  };
  tab.tabIndex = number ? -1 : 0;
});

// The configuration ----------------------------------------------------------------------------

function fillConfiguration(now) {
  const form = at("configuration").elements;
  const name = typeof now.device === "string" ? now.device : now.device.name;
  if (![...form.device.options].some(({ value }) => value === name)) form.device.add(new Option(name, name));
  if (![...form.wallpaper.options].some(({ value }) => value === now.wallpaper)) form.wallpaper.add(new Option(now.wallpaper, now.wallpaper));
  form.device.value = name;
  for (const field of ["density", "font_scale", "locale", "wallpaper"]) form[field].value = now[field];
  form.dark_theme.checked = now.dark_theme;
  form.icons.value = "";
  showOutputs();
}
function showOutputs() {
  for (const field of at("configuration").querySelectorAll("input[type=range]")) {
    field.previousElementSibling.value = field.name === "density" ? `${field.value} dpi` : `× ${field.value}`;
  }
}
at("configuration").oninput = showOutputs;
at("configuration").onchange = ({ target }) => {
  const given = target.type === "checkbox" ? target.checked : target.type === "range" ? Number(target.value) : target.value;
  if (target.name === "icons") { if (given) send("icons", { environment: given }); }
  else if (target.name === "device") {
    const device = choices.devices.find(({ name }) => name === given);
    send("configure", { fields: device ? { device: given, density: device.densities[0] } : { device: given } });
  } else send("configure", { fields: { [target.name]: given } });
};
at("configuration").onsubmit = (event) => event.preventDefault();
at("random").onclick = () => send("random", { seed: Math.floor(Math.random() * 2 ** 31) });
at("yaml").onclick = () => send("yaml");

connect();
