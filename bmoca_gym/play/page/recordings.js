// Films, programs and demonstrations of the steps so far, and the list of recorded demonstrations.
import { at, make, notice, saveFile } from "./dom.js";
import { on, send } from "./connection.js";

at("film").onclick = () => send("film", { suffix: ".gif" });
at("video").onclick = () => send("film", { suffix: ".mp4" });
at("script").onclick = () => send("script");
at("record").onclick = () => send("record");
at("recordings").onclick = () => { at("recorded").showModal(); send("recordings"); };
on("file", saveFile);
on("status", ({ task, embedded }) => { at("record").hidden = !task || !embedded; });

on("recordings", ({ folder, episodes, note }) => {
  if (note) notice(note);
  at("recorded-words").textContent = episodes.length
    ? `${folder} has ${episodes.length} ${episodes.length === 1 ? "episode" : "episodes"}. Train on them: bmoca train bc dataset=${folder} out=runs/mine`
    : `Nothing is recorded in ${folder} yet. Begin a task, play it, then press “Record demonstration”.`;
  at("undo").hidden = !episodes.length;
  at("undo").onclick = () => send("unrecord", { number: episodes.length - 1 });
  at("recorded-list").replaceChildren(...episodes.map(({ number, task, environment, steps, success, instruction }) => {
    const remove = make("button", { textContent: "Delete", onclick: () => send("unrecord", { number }) });
    remove.setAttribute("aria-label", `Delete recording ${number}: ${instruction}`);
    return make("li", { title: task },
      make("span", { textContent: instruction, dir: "auto" }),
      make("small", { textContent: `${environment} · ${steps} ${steps === 1 ? "step" : "steps"} · ${success ? "success" : "no success"}` }),
      remove);
  }));
});
