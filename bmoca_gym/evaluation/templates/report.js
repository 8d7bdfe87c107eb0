// Opens a cell of the map: the address names environment, task and run, so that an episode can be linked to.
"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const part = (name) => document.getElementById("episode" + (name ? "-" + name : ""));
const sheet = part("");

function element(tag, text, attributes) {
  const made = document.createElement(tag);
  if (text !== undefined) made.textContent = text;
  Object.assign(made, attributes || {});
  return made;
}

function place() {
  const found = /^#e(\d+)-t(\d+)(?:-s(\d+))?$/.exec(location.hash);
  return found && { environment: +found[1], task: +found[2], seed: found[3] === undefined ? null : +found[3] };
}

function episodesAt(at) {
  return data.episodes.filter((one) => one.environment === at.environment && one.task === at.task);
}

function address(at) {
  return `#e${at.environment}-t${at.task}` + (at.seed === null ? "" : `-s${at.seed}`);
}

function show() {
  const at = place();
  const runs = at ? episodesAt(at) : [];
  const one = runs.find((run) => run.seed === at.seed) || runs[0];
  if (!one) {
    if (sheet.open) sheet.close();
    return;
  }
  const task = data.tasks[one.task], environment = data.environments[one.environment];
  part("title").textContent = task.instruction;
  part("about").textContent = [task.app, `environment ${environment.id} (${environment.look})`].join(" · ");
  part("runs").replaceChildren(...(runs.length > 1 ? runs : []).map((run) => {
    const button = element("button", `Run ${run.seed} ${mark(run)}`, {
      onclick: () => location.replace(address({ ...at, seed: run.seed })),
    });
    button.setAttribute("aria-pressed", String(run === one));
    return button;
  }));
  part("facts").textContent = facts(one, task);
  part("error").textContent = one.error || "";
  showFilm(one);
  part("evidence").replaceChildren(...(one.evidence.length ? [
    element("h3", "What the success detector saw"), list(one.evidence),
  ] : []));
  if (!sheet.open) sheet.showModal();
  sheet.scrollTop = 0;
}

function mark(run) {
  return run.success ? "✓" : run.error ? "!" : "✗";
}

function facts(one, task) {
  const expert = one.expert === null ? "" : `, the expert ${one.expert}`;
  const wrong = one.wrong ? ` · ${one.wrong} in a wrong format` : "";
  const result = one.success ? "Success" : one.error ? "Broken off" : "No success";
  return `${result} · ${one.steps} steps of ${task.step_limit}${expert}${wrong} · ${one.seconds.toFixed(2)} s`;
}

function showFilm(one) {
  const film = part("film");
  film.classList.toggle("plain", !one.frames.length);
  film.replaceChildren(...(one.frames.length ? one.frames.map((frame, number) => {
    const item = element("li"), caption = element("span");
    const action = one.actions[number];
    const picture = element("img", undefined, { src: frame, loading: "lazy", alt: action || "the last screen" });
    picture.onload = () => { item.style.width = Math.max(picture.clientWidth, 96) + "px"; };
    caption.append(element("b", action ? `${number + 1} ` : "end "), action || mark(one));
    item.append(picture, caption);
    return item;
  }) : one.actions.map((action, number) => element("li", `${number + 1} ${action}`))));
}

function list(lines) {
  const made = element("ul");
  made.append(...lines.map((line) => element("li", line)));
  made.dir = "auto";
  return made;
}

sheet.addEventListener("close", () => { if (place()) history.replaceState(null, "", location.pathname + location.search); });
sheet.addEventListener("click", (event) => { if (event.target === sheet) sheet.close(); });
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  const at = place();
  if (!step || !at || !sheet.open || event.target === part("film")) return;
  const next = { environment: at.environment + step[0], task: at.task + step[1], seed: at.seed };
  if (!episodesAt(next).length) return;
  event.preventDefault();
  location.replace(address(next));
});
window.addEventListener("hashchange", show);
show();
