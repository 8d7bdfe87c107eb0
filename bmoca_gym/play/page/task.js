// The task that is played: instruction, score, evidence and, at its end, the verdict.
import { at, list } from "./dom.js";
import { on, send } from "./connection.js";
import { narrow, onNarrow } from "./screen.js";

on("timeline", () => { at("task").scrollTop = 0; });
on("status", ({ task, standing, environment, embedded, serial }) => {
  at("device").textContent = (embedded ? "embedded phone" : serial)
    + (embedded || task ? ` · environment ${environment.id}: ${environment.words}` : "");
  at("playing").hidden = at("goal").hidden = !task;
  at("free").hidden = !!task;
  at("outcome").hidden = !task || !standing.over;
  if (!task) return;
  const drawn = Object.keys(task.params).length ? ` · instance ${task.task_seed}` : "";
  at("task-name").textContent = `${task.suite} · ${task.app} · ${task.id}${drawn}`;
  at("instruction").textContent = at("goal").textContent = task.instruction;
  at("score").value = standing.score;
  at("steps").textContent = `${Math.round(standing.score * 100)} % · step ${standing.steps} of ${standing.step_limit}`;
  const verdict = at("verdict");
  verdict.classList.toggle("done", standing.success);
  verdict.textContent = !standing.over ? "" : standing.lost ? `The phone was lost. ${standing.lost}`
    : standing.success ? `Success in ${standing.steps} ${standing.steps === 1 ? "step" : "steps"}.` : "The episode is over without success.";
  list("sub-goals", Object.entries(standing.sub_goals).map(([name, done]) => `${done ? "✓" : "○"} ${name}`));
  list("evidence", standing.evidence.length ? standing.evidence : ["The judge checks the phone after each step."]);
  at("interruptions").hidden = !standing.interruptions.length;
  list("interrupted", standing.interruptions);
  at("effects").hidden = standing.side_effects === null;
  list("side-effects", standing.side_effects?.length ? standing.side_effects : ["Nothing beside the task was changed."]);
  at("say").hidden = task.ends !== "finish";
});
at("say").onsubmit = (event) => { event.preventDefault(); send("answer", { text: at("said").value }); };
at("finish").onclick = () => send("finish", { message: at("said").value });

// In a narrow window the verdict stands above the phone, where the eyes are.
onNarrow(() => narrow() ? at("goal").after(at("outcome")) : at("sub-goals").before(at("outcome")));
