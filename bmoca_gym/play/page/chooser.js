// The task browser: suites, a list of tasks with filters and solved marks, and what to play next.
import { at, grouped, make, options, recall, remember } from "./dom.js";
import { on, opened, phone, send } from "./connection.js";
import { stopShowing } from "./agents.js";
import { focusPhone } from "./keyboard.js";
import { moments, way } from "./moments.js";
import { narrow } from "./screen.js";
import { matches } from "./search.js";

const suites = {};
let begun = null;     // what the session has begun with, until the lists show it
let beginning = false;  // Begin was pressed before the list was there
let suite = null, shown = [];

on("choices", (choices) => {
  options(at("suite"), choices.suites.map((name) => [name, name]));
  begun = choices.begun;
  at("suite").value = begun.task && choices.suites.includes(begun.suite) ? begun.suite : choices.suites[0];
  askSuite();
});
on("suite", (m) => { suites[m.name] = m; if (m.name === at("suite").value) fillSuite(); });
on("error", () => { beginning = false; });
opened(() => { beginning = false; });
at("suite").onchange = () => askSuite();
function askSuite() {
  if (suites[at("suite").value]) return fillSuite();
  suite = null;
  at("tasks").replaceChildren();
  at("none").textContent = "Loading …";
  send("suite", { name: at("suite").value });
}
function fillSuite() {
  suite = suites[at("suite").value];
  const here = begun?.suite === suite.name ? begun : null, sorted = (names) => [...new Set(names)].sort((one, other) => one.localeCompare(other));
  grouped(at("environments"), suite.environments.map(([label, group]) => [label, group.map(([name, words]) => [name, words, words])]));
  at("environments").value = here?.environment || suite.environment;
  options(at("app"), [["", "all apps"], ...sorted(suite.tasks.map(({ app }) => app)).map((name) => [name, name])]);
  options(at("category"), [["", "all categories"], ...sorted(suite.tasks.map(({ category }) => category)).map((name) => [name, name])]);
  fillTasks(here?.task);
  begun = null;
  if (beginning) begin();
}

const chosen = () => at("tasks").querySelector("input:checked")?.value ?? "";
const taskChosen = () => suite?.tasks.find(({ id }) => id === chosen());
function fillTasks(before = chosen()) {
  if (!suite) return;
  const solved = recall("solved", {})[suite.name] ?? {};
  const open = at("unsolved").checked, app = at("app").value, category = at("category").value, search = at("search").value;
  shown = suite.tasks.filter((one) => (!app || one.app === app) && (!category || one.category === category)
    && !(open && one.id in solved) && matches(search, one.instruction, one.app, one.category, one.id));
  at("tasks").replaceChildren(...shown.map((one) => row(one, solved[one.id])));
  at("none").textContent = shown.length ? "" : "No task matches.";
  const done = suite.tasks.filter(({ id }) => id in solved).length;
  at("solved").max = suite.tasks.length;
  at("solved").value = done;
  at("solved-words").textContent = `${done} of ${suite.tasks.length} solved${shown.length === suite.tasks.length ? "" : ` · ${shown.length} shown`}`;
  choose(shown.some(({ id }) => id === before) ? before : shown[0]?.id);
}
function row({ id, app, category, instruction, step_limit }, steps) {
  const field = make("input", { type: "radio", name: "task", value: id });
  const words = [app, category, `up to ${step_limit} steps`].filter(Boolean).join(" · ");
  const made = make("label", { title: id, ondblclick: begin }, field, make("span", { textContent: instruction, dir: "auto" }), make("small", { textContent: words }));
  if (steps) made.append(make("b", { textContent: "✓", title: `You solved it in ${steps} ${steps === 1 ? "step" : "steps"}.` }));
  return made;
}
function choose(id) {
  const field = [...at("tasks").querySelectorAll("input")].find(({ value }) => value === id);
  if (field) {
    field.checked = true;
    const box = at("tasks"), line = field.parentElement, top = line.offsetTop;
    if (top < box.scrollTop || top + line.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - 20;
  }
  told();
}
function told() {
  const task = taskChosen();
  at("instances").hidden = !task?.drawn;
  at("begin").disabled = !!suite && !task;
}
at("search").oninput = at("app").onchange = at("category").onchange = at("unsolved").onchange = () => fillTasks();
at("tasks").onchange = told;

// Solved by hand: every step on the way to the success was the person's own.
on("status", ({ task, standing }) => {
  if (!task || !standing.success || !standing.over || way().some((number) => moments[number].by)) return;
  const solved = recall("solved", {}), of = (solved[task.suite] ??= {});
  if (of[task.id] && of[task.id] <= standing.steps) return;
  of[task.id] = standing.steps;
  remember("solved", solved);
  if (suite?.name === task.suite) fillTasks();
});

// In a narrow window the focus would open the keyboard of the device that the page is on.
const showPhone = () => narrow() ? at("phone").scrollIntoView({ block: "start" }) : focusPhone();
function begin() {
  stopShowing();
  if (!suite) { beginning = true; return; }
  beginning = false;
  const task = taskChosen();
  if (!task) return;
  send("begin", {
    suite: suite.name, task: task.id, environment: at("environments").value, task_seed: task.drawn ? Number(at("instance").value) : 0,
  });
  showPhone();
}
at("choose").onsubmit = (event) => { event.preventDefault(); begin(); };
at("freely").onclick = () => { stopShowing(); send("free", { environment: at("environments").value, suite: at("suite").value }); };

// After an episode.
function again(environment = null) {
  const { task } = phone.status;
  stopShowing();
  send("begin", { suite: task.suite, task: task.id, task_seed: task.task_seed, environment });
  showPhone();
}
// The list is of the task's suite, unless somebody has looked at another one since.
function next(pick) {
  const { task } = phone.status;
  if (suite?.name !== task.suite) { at("suite").value = task.suite; askSuite(); }
  if (!suite) return (beginning = true);
  const others = shown.filter(({ id }) => id !== task.id);
  choose((others.length ? pick(shown, task.id, others) : suite.tasks[0]).id);
  begin();
}
const any = (those) => those[Math.floor(Math.random() * those.length)];
at("again").onclick = () => again();
at("next-task").onclick = () => next((tasks, id) => tasks[(tasks.findIndex((one) => one.id === id) + 1) % tasks.length]);
at("random-task").onclick = () => next((tasks, id, others) => any(others));
at("other-phone").onclick = () => {
  const field = at("environments"), before = field.value, group = field.selectedOptions[0]?.parentElement ?? field;
  field.value = any([...group.querySelectorAll("option")].filter(({ value }) => value !== before))?.value ?? before;
  again(field.value);
};
