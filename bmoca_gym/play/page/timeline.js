// The timeline: a picture of every step, the slider along a branch, and the way to other branches.
import { at, make } from "./dom.js";
import { on, opened, phone, send } from "./connection.js";
import { stopShowing } from "./agents.js";
import { beside, branch, moments, rows, way } from "./moments.js";

const box = at("timeline"), peek = at("peek");
export const go = (number) => { if (number !== undefined) { stopShowing(); send("go", { number }); } };

function add(m) {
  const made = make("button", { onclick: () => go(m.number) }, make("img", { src: m.picture, alt: "" }));
  made.setAttribute("aria-label", `Step ${m.column}: ${m.words}${m.by ? `, by ${m.by}` : ""}`);
  made.style.gridColumn = m.column + 1;
  made.style.gridRow = m.row + 1;
  made.classList.toggle("done", !!m.standing.success);
  made.dataset.number = m.number;
  made.onmouseenter = made.onfocus = () => enlarge(made, m);
  made.onmouseleave = made.onblur = () => { peek.hidden = true; };
  box.append(made);
}
on("timeline", (m) => { box.replaceChildren(); m.new.forEach(add); });
on("moments", (m) => m.new.forEach(add));

// Under the pointer, or with the focus, a step is shown large with all its words.
function enlarge(button, m) {
  peek.replaceChildren(make("img", { src: m.picture, alt: "" }), make("p", { textContent: said(m), dir: "auto" }));
  peek.hidden = false;
  const { left, top, width } = button.getBoundingClientRect();
  peek.style.left = `${Math.max(8, Math.min(innerWidth - peek.offsetWidth - 8, left + width / 2 - peek.offsetWidth / 2))}px`;
  peek.style.top = `${Math.max(8, top - peek.offsetHeight - 8)}px`;
}
const said = (m) => `${m.column ? `${m.column}: ` : ""}${m.words}${m.by ? ` (${m.by})` : ""}`;
box.onscroll = () => { peek.hidden = true; };

let scrubbed = null, going = false;  // where the slider was drawn to, and whether the phone is on its way
const scrub = () => { if (scrubbed !== null && !going) { going = true; go(scrubbed); } };
at("scrub").oninput = () => { scrubbed = branch()[Number(at("scrub").value)]; scrub(); };
on("error", () => { going = false; scrubbed = null; });
opened(() => { going = false; });

box.onkeydown = (event) => {
  const along = branch(), place = along.indexOf(phone.status.at);
  const to = {
    ArrowLeft: () => along[place - 1], ArrowRight: () => along[place + 1], Home: () => along[0], End: () => along.at(-1),
    ArrowUp: () => beside(-1), ArrowDown: () => beside(1),
  }[event.key];
  if (!to) return;
  event.preventDefault();
  if (phone.status.embedded) go(to());
};
at("branch-up").onclick = () => go(beside(-1));
at("branch-down").onclick = () => go(beside(1));

on("status", (status) => {
  const whole = branch(), place = whole.indexOf(status.at), passed = new Set(way()), count = rows(), here = moments[status.at];
  const focused = box.contains(document.activeElement);
  going = false;
  if (scrubbed === status.at) scrubbed = null;
  at("scrubbing").hidden = whole.length < 2 || !status.embedded;
  at("scrub").max = whole.length - 1;
  if (scrubbed === null) at("scrub").value = place;
  else scrub();
  at("scrubbed").textContent = `${place} of ${whole.length - 1}`;
  at("branches").hidden = count < 2;
  at("branch-name").textContent = `branch ${here.row + 1} of ${count}`;
  at("branch-up").disabled = here.row === 0;
  at("branch-down").disabled = here.row === count - 1;
  at("caption").textContent = here.column ? said(here) : status.why_no_branches || "Click a step to go back to it. Your next action starts a branch; all branches are kept.";
  for (const shown of box.children) {
    const number = Number(shown.dataset.number), current = number === status.at;
    shown.classList.toggle("way", passed.has(number));
    shown.setAttribute("aria-current", current);
    shown.tabIndex = current ? 0 : -1;  // one stop of the tab key; arrow keys go on from there
    if (!current) continue;
    if (focused) shown.focus({ preventScroll: true });
    const left = shown.offsetLeft, top = shown.offsetTop;
    if (left < box.scrollLeft || left + shown.offsetWidth > box.scrollLeft + box.clientWidth) box.scrollLeft = left - box.clientWidth / 2;
    if (top < box.scrollTop || top + shown.offsetHeight > box.scrollTop + box.clientHeight) box.scrollTop = top - 4;
  }
});
