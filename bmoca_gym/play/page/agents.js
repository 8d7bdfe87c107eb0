// Agents that can be watched: which there are, what each needs, and their steps, one at a time.
import { at, draw, grouped } from "./dom.js";
import { on, opened, phone, send } from "./connection.js";

// The next step is asked for when this one has been shown for a while.
let showing = false, thinking = false, timer = 0;
export function stopShowing() {
  showing = false;
  clearTimeout(timer);
  nameShow();
}
function watch() {
  if (thinking) return;
  thinking = true;
  send("watch", { name: at("who").value, model: at("ask").hidden ? "" : at("model").value });
  setTimeout(nameShow, 200);
}
function nameShow() {
  at("show").textContent = showing ? "Pause" : at("who").value === "expert" ? "Show me" : "Watch";
  at("waiting").textContent = thinking ? `Waiting for ${at("who").value} …` : "";
}
on("watched", () => {
  thinking = false;
  nameShow();
  if (showing) timer = setTimeout(watch, Number(at("pace").value));
});
on("error", stopShowing);
on("closed", stopShowing);
opened(() => { thinking = false; });
at("show").onclick = () => {
  if (showing) return stopShowing();
  showing = true;
  nameShow();
  watch();
};
at("show-step").onclick = () => { stopShowing(); watch(); };

const EXPERT = { name: "expert", group: "", summary: "this task's own solution, which proves that the task can be solved", needs: "", model: null };
const agents = () => [...(phone.status?.task?.expert ? [EXPERT] : []), ...(phone.choices?.agents ?? [])];
const chosen = () => agents().find(({ name }) => name === at("who").value);
on("status", ({ task, standing }) => {
  if (!task) return;
  const listed = agents(), wanted = JSON.stringify(listed), field = at("who"), before = field.value;
  at("watch").hidden = !listed.length;
  if (field.dataset.listed !== wanted) {
    field.dataset.listed = wanted;
    const groups = new Map();
    for (const { name, group, summary } of listed) {
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push([name, `${name === "expert" ? "the expert" : name}: ${summary}`, summary]);
    }
    grouped(field, [...groups]);
    field.value = listed.some(({ name }) => name === before) ? before : listed[0]?.name ?? "";
    choose();
  }
  at("show").disabled = at("show-step").disabled = standing.over || !field.value;
  if (showing && standing.over) stopShowing();
});
at("who").onchange = choose;
function choose() {
  stopShowing();
  const one = chosen(), asks = typeof one?.model === "string";
  at("who-note").textContent = one ? `${one.summary[0].toUpperCase()}${one.summary.slice(1)}.${one.needs ? ` Needs ${one.needs}.` : ""}` : "";
  at("ask").hidden = !asks;
  at("models-note").textContent = "";
  if (!asks) return;
  if (!at("model").value) at("model").value = one.model;
  at("models").replaceChildren();
  send("models", { name: one.name });
}
on("models", (m) => {
  if (m.name !== at("who").value) return;
  at("models").replaceChildren(...m.models.map((name) => new Option(name)));
  at("models-note").textContent = m.note;
});

// What the model got and said: its picture at its own size, with the action drawn on it in that picture's pixels.
on("model", ({ picture, size, marks, answer }) => {
  at("model-turn").hidden = false;
  at("model-shot").hidden = !picture;
  at("model-said").textContent = answer || "(an empty answer)";
  at("model-size").textContent = [size && `${size[0]} × ${size[1]} px`, ...marks.map(([kind, ...points]) => `${kind} ${points.join(", ")}`)].filter(Boolean).join(" · ");
  if (!picture) return;
  at("model-picture").src = picture;
  const [width, height] = size, unit = Math.max(width, height) / 60;
  at("model-marks").setAttribute("viewBox", `0 0 ${width} ${height}`);
  at("model-marks").setAttribute("stroke-width", unit / 4);
  at("model-marks").replaceChildren(...marks.flatMap(([kind, x, y, toX, toY]) => [
    draw("circle", { cx: x + 0.5, cy: y + 0.5, r: kind === "hold" ? 1.6 * unit : unit }),
    ...(kind === "swipe" ? [draw("line", { x1: x, y1: y, x2: toX, y2: toY })] : []),
  ]));
});
