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
  part("facts").textContent = facts(one, task);
  part("error").textContent = one.error || "";
  showFilm(one);
  showTranscript(one);
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
  const mistaken = one.success || one.finished === "infeasible" ? "" : " by mistake";
  const said = one.finished === null ? "" : ` · finished${mistaken}, saying “${one.finished}”`;
  const scores = Object.entries(one.scores || {}).map(([judge, score]) => `${judge} ${score}`);
  const judged = scores.length ? ` · score ${scores.join(", ")}` : "";
  const repeated = one.usage && one.repeats ? ` · ${one.repeats} repeated` : "";
  const limit = one.stopped ? ` · ${one.stopped}` : "";
  const used = one.usage ? ` · ${one.usage.prompt_tokens + one.usage.answer_tokens} tokens` : "";
  const cost = one.usage && one.usage.cost ? ` · cost ${one.usage.cost.toPrecision(3)}` : "";
  const time = `${one.seconds.toFixed(2)} s${one.usage ? " of answers" : ""}`;
  return `${result} · ${one.steps} steps of ${task.step_limit}${expert}${wrong}${repeated}${said}${judged}${limit}${used}${cost} · ${time}`;
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

// Transcripts are files of their own, loaded when an episode is opened. Each calls transcript(name, turns).
const transcripts = {};
let wanted = null;

function transcript(name, turns) {
  transcripts[name] = turns;
  if (wanted && wanted.transcript === name) showTranscript(wanted);
}

function showTranscript(one) {
  wanted = one;
  const turns = one.transcript === null ? [] : transcripts[one.transcript];
  part("transcript").replaceChildren();
  if (turns === undefined) {
    document.head.append(element("script", undefined, { src: `${one.transcript}/transcript.js` }));
    return;
  }
  if (!turns.length) return;
  part("transcript").append(element("h3", "What the model was asked, and answered"), ...turns.map((turn, number) => {
    const row = element("div", undefined, { className: "turn" }), words = element("div");
    const step = turn.step === undefined ? number : turn.step;
    const pictures = turn.pictures || (turn.picture ? [turn.picture] : []);
    const shown = pictures.length ? pictures.map((name) => `${one.transcript}/${name}`) : [one.frames[step]];
    for (const src of shown.filter(Boolean)) row.append(element("img", undefined, { src, loading: "lazy", alt: "" }));
    const asked = element("details");
    asked.append(element("summary", `${step + 1}${turn.stage ? " · " + turn.stage : ""} · prompt of ${turn.prompt_tokens} tokens`));
    for (const name of turn.parts) {
      const whole = name in turn.prompt ? turn.prompt[name] : turns[0].prompt[name];
      asked.append(element("h4", name.replaceAll("_", " ")), element("pre", whole, { dir: "auto" }));
    }
    words.append(asked, element("pre", turn.answer || "(an empty answer)", { dir: "auto", className: "answer" }));
    if (turn.wrong_format) words.append(element("p", `Wrong format: ${turn.wrong_format}`, { className: "error" }));
    else if (turn.decides !== false) {
      words.append(element("p", `${turn.action} → ${one.actions[step] || ""}`, { className: "action" }));
    }
    row.append(words);
    return row;
  }));
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
  const next = { environment: at.environment + step[0], task: at.task + step[1], seed: at.seed, instance: at.instance };
  if (!episodesAt(next).length) return;
  event.preventDefault();
  location.replace(address(next));
});
window.addEventListener("hashchange", show);
show();
