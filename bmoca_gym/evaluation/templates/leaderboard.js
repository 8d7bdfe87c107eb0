// The trajectories of the leaderboard: one task, two agents side by side.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

function element(name, text, kind) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

function options(select, names) {
  select.replaceChildren(...names.map((name, number) => {
    const option = element("option", name);
    option.value = number;
    return option;
  }));
}

const tasks = Object.keys(data.tasks);
options(byId("task"), tasks);
for (const side of ["left", "right"]) options(byId(side), data.agents);
byId("right").selectedIndex = Math.min(1, data.agents.length - 1);

// Which of its episodes each side shows.
const chosen = { left: 0, right: 0 };

function frame(one, number) {
  const picture = element("img");
  picture.loading = "lazy";
  picture.alt = number ? `after step ${number}` : "at the start";
  picture.src = `${one.film}/${String(number).padStart(3, "0")}.webp`;
  return picture;
}

function show(side) {
  const agent = byId(side).selectedIndex, task = tasks[byId("task").selectedIndex];
  const episodes = (data.tasks[task] || [])[agent] || [], target = byId(`${side}-side`);
  target.replaceChildren(element("h3", data.agents[agent]));
  if (!episodes.length) return void target.append(element("p", "has not played this task", "quiet"));
  const number = Math.min(chosen[side], episodes.length - 1), one = episodes[number];
  if (episodes.length > 1) {
    const pick = element("select");
    pick.setAttribute("aria-label", "Episode");
    options(pick, episodes.map((episode) => `${episode.success ? "✓" : "✗"} ${episode.at}`));
    pick.selectedIndex = number;
    pick.addEventListener("change", () => { chosen[side] = pick.selectedIndex; show(side); });
    target.append(pick);
  } else target.append(element("p", one.at, "quiet"));
  target.append(element("p", one.success ? "✓ success" : `✗ ${one.outcome}`, one.success ? "" : "bad"));
  if (one.instruction) target.append(element("p", one.instruction));
  for (const words of one.effects || []) {
    target.append(element("p", `${(one.harmful || []).includes(words) ? "Harmful" : "Side effect"}: ${words}`, "bad"));
  }
  if (one.error) target.append(element("p", one.error, "bad"));
  if (one.film) target.append(frame(one, 0));
  const list = element("ol");
  (one.actions || []).forEach((action, step) => {
    const line = element("li", action);
    if (one.film && step + 1 < one.frames) line.append(frame(one, step + 1));
    list.append(line);
  });
  target.append(list);
  for (const line of one.evidence || []) target.append(element("p", line, "quiet"));
}

function showBoth() {
  show("left");
  show("right");
}

byId("task").addEventListener("change", () => { chosen.left = chosen.right = 0; showBoth(); });
for (const side of ["left", "right"]) {
  byId(side).addEventListener("change", () => { chosen[side] = 0; show(side); });
}
for (const button of document.querySelectorAll("[data-task]")) {
  button.addEventListener("click", () => {
    byId("task").selectedIndex = tasks.indexOf(button.dataset.task);
    chosen.left = chosen.right = 0;
    showBoth();
    byId("trajectories").scrollIntoView();
  });
}
showBoth();
