// The page of `bmoca play`: what the server sends is shown, and what a hand does is sent. The server decides everything.
const at = (id) => document.getElementById(id);
const screen = at("screen"), pen = screen.getContext("2d", { alpha: false }), mark = at("mark"), trail = at("trail");
const token = new URLSearchParams(location.search).get("token") ?? "";

// A page keeps its phone over reloads.
let session = sessionStorage.getItem("session");
if (!session) sessionStorage.setItem("session", (session = Math.random().toString(36).slice(2)));

let socket, status = null, choices = null, moments = [], elements = [], extent = [1, 1], chosen = null;
let showing = false, pointing = false, timer = 0, stale = true, asking = false, suites = {}, drawing = Promise.resolve(), decoding = 0;

function connect() {
  socket = new WebSocket(`ws://${location.host}/phone?token=${encodeURIComponent(token)}&session=${session}`);
  socket.binaryType = "arraybuffer";
  socket.onopen = () => { at("lost").hidden = true; asking = reading = pointed = thinking = going = false; asked = dragging = 0; };
  socket.onmessage = ({ data }) => typeof data === "string" ? told(JSON.parse(data)) : picture(data);
  socket.onclose = ({ code, reason }) => {
    stopShowing();
    at("lost").hidden = false;
    if (code === 4000) return (at("lost").textContent = "This phone is now open in another tab. Reload to use it here.");
    if (code === 4001) return (at("lost").textContent = "The phone can't be used. Fix the problem shown below, then reload.");
    at("lost").textContent = "Connection lost. Is bmoca play still running? Reconnecting …";
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
  models: showModels,
  model: showModel,
  watched: () => { thinking = false; nameShow(); next(); },
  dragged: () => { dragging = Math.max(0, dragging - 1); drag(); },
  suite: (m) => { suites[m.name] = m; if (m.name === at("suite").value) fillSuite(); },
  inspection: showInspection,
  point: showPoint,
  seen: (m) => { at("pixels").src = m.pixels; at("set-of-mark").src = m.set_of_mark; },
  files: showFiles,
  yaml: copyText,
  file: saveFile,
  size: () => {},
  notice: (m) => notice(m.text),
  error: (m) => { stopShowing(); asking = reading = pointed = going = false; dragging = 0; scrubbed = null; notice(m.text, true); },
};
const told = (message) => kinds[message.kind](message);

// A rectangle of the screen: bytes RGBA, which are drawn at once, or a file.
const FILES = [null, "image/png", "image/jpeg"];
function picture(data) {
  const [width, height, left, top, wide, high, format] = Array.from({ length: 7 }, (_, place) => new DataView(data).getUint16(2 * place));
  const draw = (put, image) => {
    if (screen.width !== width || screen.height !== height) { screen.width = width; screen.height = height; }
    put.call(pen, image, left, top);
    screen.dataset.frames = Number(screen.dataset.frames ?? 0) + 1;
    send("shown");
    changed();
  };
  if (!FILES[format] && !decoding) return draw(pen.putImageData, new ImageData(new Uint8ClampedArray(data, 16), wide, high));
  const file = FILES[format] ? new Blob([new Uint8Array(data, 16)], { type: FILES[format] }) : new ImageData(new Uint8ClampedArray(data, 16), wide, high);
  decoding += 1;
  drawing = drawing.then(() => createImageBitmap(file)).then((image) => {
    draw(pen.drawImage, image);
    image.close();
  }).finally(() => { decoding -= 1; });
}
// What is shown beside the screen follows it, but takes no time from what moves.
const BESIDE = 200;
let beside = 0, looked = 0;
function changed() {
  stale = unread = true;
  if (!beside) beside = setTimeout(() => { beside = 0; looked = performance.now(); inspect(); readFiles(); }, Math.max(30, BESIDE - (performance.now() - looked)));
}

// As large as there is room for; the server draws the screen at the size at which it is shown.
let asked = 0, resizing = 0;
function fit() {
  if (!status) return;
  const narrow = matchMedia("(max-width: 980px)").matches;
  const room = narrow ? Math.max(320, innerHeight * 0.66) : Math.max(380, innerHeight - 330);
  const scale = Math.min((at("phone").clientWidth - 14) / status.width, room / status.height);
  // A pixel of the picture is a pixel of the display: whole numbers of those, and more of them where fingers have zoomed.
  const dots = devicePixelRatio, height = Math.max(100, Math.round(status.height * scale * dots));
  screen.style.height = `${height / dots}px`;
  screen.style.width = `${Math.round(height * status.width / status.height) / dots}px`;
  const drawn = Math.min(8000, Math.round(height * Math.max(1, visualViewport?.scale ?? 1)));
  if (drawn !== asked && socket.readyState === WebSocket.OPEN) send("size", { height: (asked = drawn) });
  drawGrid();
  highlight(chosen);
}
const refit = () => { clearTimeout(resizing); resizing = setTimeout(fit, 150); };
addEventListener("resize", refit);
visualViewport?.addEventListener("resize", refit);
(function watchDots() {  // a window that is moved to a finer display is as large as before
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => { refit(); watchDots(); }, { once: true });
})();

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
  at("branching").textContent = m.why_no_branches || "Click a step to go back to it. Your next action starts a branch; all branches are kept.";
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
    verdict.textContent = standing.lost ? `The phone was lost. ${standing.lost}`
      : standing.success ? `Success in ${standing.steps} ${standing.steps === 1 ? "step" : "steps"}.` : "The episode is over without success.";
    list("sub-goals", Object.entries(standing.sub_goals).map(([name, done]) => `${done ? "✓" : "○"} ${name}`));
    list("evidence", standing.evidence.length ? standing.evidence : ["The judge checks the phone after each step."]);
    listAgents(task.expert);
    at("say").hidden = task.ends !== "finish";
    at("show").disabled = at("show-step").disabled = standing.over || !at("who").value;
  }
  showWay();
  fillConfiguration(environment);
  at("changes").textContent = !m.embedded ? "The configuration of a real phone can't be changed here."
    : task ? "A change restarts the task." : "Changes apply at once.";
  for (const field of at("configuration").elements) field.disabled = !m.embedded && field.id !== "yaml";
  showActions();
  changed();
  if (showing && standing.over) stopShowing();
}
const next = () => { if (showing) timer = setTimeout(watch, Number(at("pace").value)); };

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
  made.onclick = () => go(m.number);
  at("timeline").append(made);
}
const go = (number) => { stopShowing(); send("go", { number }); };

// The branch that goes through this moment: back to its start, and on along its row.
function branch() {
  const way = [];
  for (let number = status.at; number !== null && moments[number]; number = moments[number].parent) way.unshift(number);
  for (let number = status.at; number !== undefined;) {
    number = moments.find(({ parent, row }) => parent === number && row === moments[status.at].row)?.number;
    if (number !== undefined) way.push(number);
  }
  return way;
}
let scrubbed = null, going = false;  // where the slider was drawn to, and whether the phone is on its way
const scrub = () => { if (scrubbed !== null && !going) { going = true; go(scrubbed); } };
at("scrub").oninput = () => { scrubbed = branch()[Number(at("scrub").value)]; scrub(); };
at("timeline").onkeydown = (event) => {
  const here = moments[status.at], way = branch(), place = way.indexOf(status.at);
  const rows = (by) => {
    const others = moments.filter(({ row }) => Math.sign(row - here.row) === by);
    const row = Math[by < 0 ? "max" : "min"](...others.map((one) => one.row)), near = (one) => Math.abs(one.column - here.column);
    return others.filter((one) => one.row === row).sort((one, other) => near(one) - near(other))[0]?.number;
  };
  const to = {
    ArrowLeft: () => way[place - 1], ArrowRight: () => way[place + 1], Home: () => way[0], End: () => way.at(-1),
    ArrowUp: () => rows(-1), ArrowDown: () => rows(1),
  }[event.key];
  if (!to) return;
  event.preventDefault();
  const number = to();
  if (number !== undefined && status.embedded) go(number);
};

function showWay() {
  const whole = branch(), place = whole.indexOf(status.at), way = new Set(whole.slice(0, place + 1));
  const focused = at("timeline").contains(document.activeElement);
  at("scrubbing").hidden = whole.length < 2 || !status.embedded;
  going = false;
  if (scrubbed === status.at) scrubbed = null;
  at("scrub").max = whole.length - 1;
  at("scrub").style.width = `${64 * whole.length - 20}px`;  // over the pictures of the branch, as long as they have room
  if (scrubbed === null) at("scrub").value = place;
  else scrub();
  at("scrubbed").textContent = `${place} of ${whole.length - 1}`;
  for (const shown of at("timeline").children) {
    const number = Number(shown.dataset.number), here = number === status.at;
    shown.classList.toggle("way", way.has(number));
    shown.setAttribute("aria-current", here);
    shown.tabIndex = here ? 0 : -1;  // one stop of the tab key; arrow keys go on from there
    if (here) {
      if (focused) shown.focus({ preventScroll: true });
      const box = at("timeline"), left = shown.offsetLeft - box.offsetLeft, top = shown.offsetTop - box.offsetTop;
      if (left < box.scrollLeft || left + shown.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = left - box.clientWidth / 2;
      if (top < box.scrollTop || top + shown.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - 8;
    }
  }
}

// A hand on the screen -------------------------------------------------------------------------

const HOLD = 500, STILL = 0.02;
let finger = null, wheel = 0, over = false;  // over: the pointer is on the screen, and looks
function place(event) {
  const box = screen.getBoundingClientRect(), part = (number) => Math.min(1, Math.max(0, number));
  return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)];
}
screen.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || finger) return;
  screen.focus({ preventScroll: true });
  const [x, y] = place(event);
  if (pointing) { choose(under(x, y)); return askPoint([x, y]); }
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
    drag();
  } else {
    if (pointing) highlight(under(x, y));
    over = pointing || gridded;
    if (over) askPoint([x, y]);
  }
});
screen.addEventListener("pointerup", (event) => {
  if (!finger || finger.id !== event.pointerId) return;
  const lifted = finger, { x, y, began, left } = finger, [x1, y1] = place(event), pressed = event.timeStamp - began;
  finger = null;
  trail.classList.remove("on");
  if (left === null) return pressed < HOLD ? send("tap", { x, y }) : send("long_press", { x, y, seconds: Math.min(pressed / 1000, 10) });
  send("swipe", { x0: x, y0: y, x1, y1, seconds: taken(lifted, event.timeStamp), held: held(lifted) });
});
screen.addEventListener("pointercancel", () => {
  finger = null;
  trail.classList.remove("on");
  if (status?.embedded) send("drag");
});
screen.addEventListener("pointerleave", () => {
  if (pointing) highlight(chosen);
  if (over) askPoint(centre(chosen));
  over = false;
});
screen.addEventListener("contextmenu", (event) => event.preventDefault());
screen.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.timeStamp - wheel < 350 || !(event.deltaX || event.deltaY)) return;
  wheel = event.timeStamp;
  const [x, y] = place(event), along = Math.abs(event.deltaY) >= Math.abs(event.deltaX);
  const to = (number, delta) => Math.min(0.95, Math.max(0.05, number - Math.sign(delta) * 0.35));
  send("swipe", { x0: x, y0: y, x1: along ? x : to(x, event.deltaX), y1: along ? to(y, event.deltaY) : y, seconds: 0.3 });
}, { passive: false });

// What moves under the finger is shown while it is down, as fast as it is drawn: so many places are on their way.
const PLACES = 2;
let dragging = 0, draggedTo = "";
const held = ({ left, began }) => left - began >= HOLD ? Math.min((left - began) / 1000, 10) : 0;
const taken = ({ left }, now) => Math.min(Math.max((now - left) / 1000, 0.1), 10);
function drag() {
  if (dragging >= PLACES || !finger || finger.left === null || !status?.embedded) return;
  const [x1, y1] = finger.now;
  if (draggedTo === `${x1} ${y1}`) return;
  draggedTo = `${x1} ${y1}`;
  dragging += 1;
  send("drag", { x0: finger.x, y0: finger.y, x1, y1, seconds: taken(finger, performance.now()), held: held(finger) });
}
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
const QUESTIONS = new Set(["shown", "drag", "models", "size", "suite", "inspect", "point", "seen", "files", "yaml"]);
let typing = "", typed = 0;
function flushTyping(next) {
  clearTimeout(typed);
  const text = typing;
  typing = "";
  if (text && !QUESTIONS.has(next)) socket.send(JSON.stringify({ do: "type", text }));
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
  const form = at("configuration").elements;
  options(form.icons, [["", "as it is now"], ...choices.icons.map((id) => [id, `as in environment ${id}`])]);
  options(form.device, choices.devices.map(({ name, words }) => [name, words]));
  options(form.locale, choices.locales.map(({ tag, words }) => [tag, words]));
  options(form.wallpaper, choices.wallpapers.map((name) => [name, name]));
  begun = choices.begun;
  at("suite").value = begun.task && choices.suites.includes(begun.suite) ? begun.suite : choices.suites[0];
  askSuite();
}
// What the session has begun with, until the lists show it.
let begun = null;
const askSuite = () => suites[at("suite").value] ? fillSuite() : send("suite", { name: at("suite").value });
function fillSuite() {
  const { environments, environment } = suites[at("suite").value], here = begun?.suite === at("suite").value ? begun : null;
  const option = ([name, words]) => Object.assign(new Option(words, name), { title: words });
  at("environments").replaceChildren(...environments.map(([label, group]) => {
    const made = Object.assign(document.createElement("optgroup"), { label });
    made.append(...group.map(option));
    return made;
  }));
  at("environments").value = here?.environment || environment;
  fillTasks(here?.task);
  begun = null;
}
const taskChosen = () => (suites[at("suite").value]?.tasks ?? []).find(({ id }) => id === at("tasks").value);
function fillTasks(before = at("tasks").value) {
  const words = at("search").value.toLowerCase().split(/\s+/);
  const found = (suites[at("suite").value]?.tasks ?? []).filter(({ id, app, instruction }) => {
    const text = `${id} ${app} ${instruction}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
  options(at("tasks"), found.map(({ id, app, instruction }) => [id, `${app}: ${id.replaceAll("_", " ")}`, instruction]));
  if (found.length) at("tasks").value = found.some(({ id }) => id === before) ? before : found[0].id;
  showAsked();
}
function showAsked() {
  const task = taskChosen();
  at("asked").textContent = task ? task.instruction : "No task matches the search.";
  at("instances").hidden = !task?.drawn;
  at("begin").disabled = !task;
}
at("suite").onchange = askSuite;
at("search").oninput = () => fillTasks();
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

// Agents are watched one step at a time: the next one is asked for when this one has been shown for a while.
let thinking = false;
function listAgents(expert) {
  const agents = [...(expert ? [{ name: "expert", group: "", summary: "the expert of this task", model: null }] : []), ...choices.agents];
  at("watch").hidden = !agents.length;
  const wanted = JSON.stringify(agents), field = at("who"), before = field.value;
  if (field.dataset.listed === wanted) return;
  field.dataset.listed = wanted;
  const groups = new Map();
  for (const { name, group, summary } of agents) {
    if (group && !groups.has(group)) groups.set(group, Object.assign(document.createElement("optgroup"), { label: group }));
    const option = Object.assign(new Option(name === "expert" ? "the expert" : name, name), { title: summary });
    if (group) groups.get(group).append(option);
    else groups.set(name, option);
  }
  field.replaceChildren(...groups.values());
  field.value = agents.some(({ name }) => name === before) ? before : agents[0]?.name ?? "";
  whoPlays();
}
const player = () => choices.agents.find(({ name }) => name === at("who").value);
function whoPlays() {
  stopShowing();
  const one = player(), asks = typeof one?.model === "string";
  at("ask").hidden = !asks;
  at("models-note").textContent = "";
  if (!asks) return;
  if (!at("model").value) at("model").value = one.model;
  at("models").replaceChildren();
  send("models", { name: one.name });
}
function showModels(m) {
  if (m.name !== at("who").value) return;
  at("models").replaceChildren(...m.models.map((name) => new Option(name)));
  at("models-note").textContent = m.note;
}
// What the model got and said: its picture at its own size, with the action drawn on it in that picture's pixels.
function showModel({ picture, size, marks, answer }) {
  at("model-turn").hidden = false;
  at("model-shot").hidden = !picture;
  at("model-said").textContent = answer || "(an empty answer)";
  at("model-size").textContent = [size && `${size[0]} × ${size[1]} px`, ...marks.map(([kind, ...points]) => `${kind} ${points.join(", ")}`)].filter(Boolean).join(" · ");
  if (!picture) return;
  at("model-picture").src = picture;
  const [width, height] = size, unit = Math.max(width, height) / 60;
  const vector = (tag, attributes) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    return made;
  };
  at("model-marks").setAttribute("viewBox", `0 0 ${width} ${height}`);
  at("model-marks").setAttribute("stroke-width", unit / 4);
  at("model-marks").replaceChildren(...marks.flatMap(([kind, x, y, toX, toY]) => [
    vector("circle", { cx: x + 0.5, cy: y + 0.5, r: kind === "hold" ? 1.6 * unit : unit }),
    ...(kind === "swipe" ? [vector("line", { x1: x, y1: y, x2: toX, y2: toY })] : []),
  ]));
}
function stopShowing() {
  showing = false;
  clearTimeout(timer);
  nameShow();
}
function watch() {
  if (thinking) return;
  thinking = true;
  send("watch", { name: at("who").value, model: at("ask").hidden ? "" : at("model").value });
  setTimeout(nameShow, 400);
}
function nameShow() {
  at("show").textContent = showing ? "Pause" : at("who").value === "expert" ? "Show me" : "Watch";
  at("waiting").textContent = thinking ? `Waiting for ${at("who").value} …` : "";
}
at("who").onchange = whoPlays;
at("show").onclick = () => {
  if (showing) return stopShowing();
  showing = true;
  nameShow();
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
    notice("Copied the configuration as YAML.");
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
  if (at("gets").open && !at("inspector").hidden) send("seen");
}
at("gets").ontoggle = () => { if (at("gets").open) send("seen"); };

// What an agent sends: for a point that is looked at, else what would have been the last step.
let pointed = false, wanted = null, point = null, gridded = false;
const MODES = [["text", "text"], ["discrete", "discrete"], ["dual_gesture", "dual gesture"], ["json", "JSON"]];
function centre(number) {
  if (number === null || !elements[number]) return null;
  const [left, top, right, bottom] = elements[number].bounds, part = (middle, whole) => Math.min(1, Math.max(0, middle / whole));
  return [part((left + right) / 2, extent[0]), part((top + bottom) / 2, extent[1])];
}
function askPoint(place) {
  wanted = place;
  if (!place) { point = null; showActions(); showGrid(); }
  else if (!pointed && socket.readyState === WebSocket.OPEN) { pointed = true; send("point", { x: place[0], y: place[1] }); }
}
function showPoint(m) {
  pointed = false;
  if (!wanted) return;
  point = m;
  showActions();
  showGrid();
  if (wanted[0] !== m.x || wanted[1] !== m.y) askPoint(wanted);
}
function showActions() {
  const actions = point ? point.actions : moments[status?.at]?.actions ?? {};
  at("sends").textContent = point ? "To tap here, an agent sends" : "What an agent would have sent";
  const others = Object.keys(actions).filter((mode) => !MODES.some(([known]) => known === mode)).map((mode) => [mode, mode]);
  const rows = [...MODES, ...others].map(([mode, name]) => [name, mode === "discrete" && mode in actions ? `class ${actions[mode]}` : actions[mode]]);
  pairs("actions", rows.filter(([, action]) => point || action).map(([name, action]) => [name, action ?? "not possible"]));
  if (!point && !rows.some(([, action]) => action)) pairs("actions", [["", "Take a step, or select an element."]]);
}

// The points of the discrete actions, with the numbers of their classes.
let drawnGrid = "";
function nearest([x, y]) {
  const near = (places, to) => places.reduce((best, place, number) => Math.abs(place - to) < Math.abs(places[best] - to) ? number : best, 0);
  return near(choices.grid.y, y) * choices.grid.x.length + near(choices.grid.x, x);
}
function drawGrid() {
  const grid = at("grid"), width = screen.clientWidth, height = screen.clientHeight;
  if (!gridded || !choices || drawnGrid === `${width} ${height}`) return;
  drawnGrid = `${width} ${height}`;
  const { x, y } = choices.grid, make = (name, given) => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(given)) made.setAttribute(key, value);
    return made;
  };
  grid.setAttribute("width", width);
  grid.setAttribute("height", height);
  const places = y.flatMap((down) => x.map((across) => [across * width, down * height]));
  // Numbers where they have room; else dots, and the number of the first of each row.
  const numbers = width / x.length >= 30, first = (number) => number % x.length === 0;
  grid.replaceChildren(...places.map(([across, down], number) => {
    if (!numbers && !first(number)) return make("circle", { cx: across, cy: down, r: 1.8 });
    const made = make("text", { x: numbers ? across : 2, y: down, class: numbers ? "" : "first" });
    made.textContent = number;
    return made;
  }), make("text", { id: "nearest" }));
}
function showGrid() {
  if (!gridded || !choices) return;
  const here = point && nearest([point.x, point.y]), same = new Set(point?.classes), count = choices.grid.x.length * choices.grid.y.length;
  const marks = [...at("grid").children], label = marks.pop();
  marks.forEach((one, number) => one.classList.toggle("same", same.has(number)));
  label.textContent = here ?? "";
  if (point) {
    const { x, y } = choices.grid, [width, height] = [screen.clientWidth, screen.clientHeight];
    label.setAttribute("x", Math.min(width - 16, Math.max(16, x[here % x.length] * width)));
    label.setAttribute("y", y[Math.floor(here / x.length)] * height);
  }
  at("legend").textContent = point ? `The nearest point is class ${here}. Yellow points tap the same element.`
    : `Classes 0 to ${count - 1} tap. ${count} to ${count + 3} swipe up, down, right, left; ${count + 4} Back, ${count + 5} Home, ${count + 6} Recents.`;
}
at("points").onclick = () => {
  gridded = !gridded;
  at("points").setAttribute("aria-pressed", gridded);
  at("grid").classList.toggle("on", gridded);
  at("grid").toggleAttribute("hidden", !gridded);
  at("legend").hidden = !gridded;
  if (!gridded && !pointing) askPoint(centre(chosen));
  drawGrid();
  showGrid();
};
let inspected = "";
function showInspection(m) {
  asking = false;
  if (stale) changed();
  extent = [m.width, m.height];
  at("observation").textContent = m.text;
  if (m.log.length) {
    const log = at("log"), foot = log.scrollHeight - log.scrollTop - log.clientHeight < 30;
    log.append(m.log.join("\n") + "\n");
    if (log.textContent.length > 200000) log.textContent = log.textContent.slice(-100000);
    if (foot) log.scrollTop = log.scrollHeight;
  }
  const told = JSON.stringify([m.elements, m.width, m.height]), before = chosen;
  if (told === inspected) return;
  inspected = told;
  elements = m.elements;
  showNumbers();
  if (wanted) askPoint(wanted);  // what is there may be another element now
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
    ["number", one.tag ?? "none (a container)"], ["class", one.class], ["resource id", one.id], ["text", one.text],
    ["description", one.description], ["hint", one.hint], ["bounds", one.bounds.join(", ")], ["is", one.is.join(", ")],
    ["package", one.package],
  ].filter(([, what]) => what !== ""));
}
function choose(number) {
  at("tree").children[chosen ?? -1]?.setAttribute("aria-selected", "false");
  chosen = number;
  highlight(number);
  if (!over) askPoint(centre(number));
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

// Files ----------------------------------------------------------------------------------------

let unread = true, reading = false, content = "", rowsBefore = new Map();
function readFiles(now = false) {
  if (at("files").hidden || reading || socket.readyState !== WebSocket.OPEN || !(now || (unread && status?.embedded))) return;
  unread = false;
  reading = true;
  send("files", { path: at("path").value });
}
at("again").onclick = () => readFiles(true);
at("path").onchange = () => { content = ""; rowsBefore = new Map(); readFiles(true); };
function showFiles(m) {
  reading = false;
  const field = at("path"), listed = JSON.stringify(m.files);
  if (field.dataset.listed !== listed) {
    const groups = new Map();
    for (const { app, path } of m.files) {
      if (!groups.has(app)) groups.set(app, Object.assign(document.createElement("optgroup"), { label: app }));
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
  at("again").hidden = status.embedded;
  if (unread) changed();
  if (JSON.stringify(m.content) === content) return;
  content = JSON.stringify(m.content);
  if (!m.content) at("content").replaceChildren();
  else if (m.content.tables) showTables(m.content.tables);
  else at("content").replaceChildren(Object.assign(document.createElement("pre"), { textContent: m.content.text ?? "", dir: "auto" }));
}
// Of the app in front, if it has any; databases first.
function firstFile(files) {
  const front = elements[0]?.package ?? "", word = front.split(".").at(-1), data = files.filter(({ path }) => path.includes("/databases/"));
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
    const made = document.createElement("details"), head = document.createElement("summary"), box = document.createElement("div");
    const known = rowsBefore.get(table.name), now = new Set(table.rows.map((row) => JSON.stringify(row)));
    made.dataset.table = table.name;
    made.open = shut.get(table.name) ?? rank(table) === 0;
    const count = table.count === null ? "not read" : `${table.count} ${table.count === 1 ? "row" : "rows"}`;
    head.append(`${table.name} `, Object.assign(document.createElement("span"), { textContent: count }));
    box.className = "rows";
    box.tabIndex = 0;
    box.setAttribute("role", "region");
    box.setAttribute("aria-label", `Rows of ${table.name}`);
    const rows = document.createElement("table"), columns = rows.createTHead().insertRow(), body = rows.createTBody();
    columns.append(...table.columns.map((name) => Object.assign(document.createElement("th"), { textContent: name, scope: "col" })));
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
    if (table.note) made.append(Object.assign(document.createElement("p"), { className: "quiet", textContent: table.note }));
    return made;
  }));
  for (const box of at("content").querySelectorAll(".rows")) {
    const [left, top] = places.get(box.parentElement.dataset.table) ?? [0, 0];
    box.scrollTo(left, top);
  }
}
const tabs = [...document.querySelectorAll("[role=tab]")];
tabs.forEach((tab, number) => {
  tab.onclick = () => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      at(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    inspect();
    readFiles(true);
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
