// What an agent sends to tap a point, in each action mode: under the pointer, at the chosen element, or in the last step.
import { at, draw, pairs, press } from "./dom.js";
import { isOpen, on, opened, phone, send } from "./connection.js";
import { onFit, screen } from "./screen.js";
import { momentNow } from "./moments.js";

// The inspector says what is under a point; see inspector.js.
export const aim = { picking: false, gridded: false, pick() {}, over() {}, away() {} };

const MODES = [["text", "text"], ["discrete", "discrete"], ["dual_gesture", "dual gesture"], ["json", "JSON"]];
let asking = false, wanted = null, point = null;
export const wants = () => wanted;
export function askPoint(place) {
  wanted = place;
  if (!place) { point = null; showActions(); showGrid(); }
  else if (!asking && isOpen()) { asking = true; send("point", { x: place[0], y: place[1] }); }
}
on("point", (m) => {
  asking = false;
  if (!wanted) return;
  point = m;
  showActions();
  showGrid();
  if (wanted[0] !== m.x || wanted[1] !== m.y) askPoint(wanted);
});
on("error", () => { asking = false; });
opened(() => { asking = false; });
on("status", showActions);

function showActions() {
  const actions = point?.actions ?? momentNow()?.actions ?? {};
  at("sends").textContent = point ? "To tap here, an agent sends" : "What an agent would have sent";
  const others = Object.keys(actions).filter((mode) => !MODES.some(([known]) => known === mode)).map((mode) => [mode, mode]);
  const rows = [...MODES, ...others].map(([mode, name]) => [name, mode === "discrete" && mode in actions ? `class ${actions[mode]}` : actions[mode]]);
  pairs("actions", rows.filter(([, action]) => point || action).map(([name, action]) => [name, action ?? "not possible"]));
  if (!point && !rows.some(([, action]) => action)) pairs("actions", [["", "Take a step, or select an element."]]);
}

// The points of the discrete actions, with the numbers of their classes.
let drawn = "";
function nearest([x, y], grid) {
  const near = (places, to) => places.reduce((best, place, number) => Math.abs(place - to) < Math.abs(places[best] - to) ? number : best, 0);
  return near(grid.y, y) * grid.x.length + near(grid.x, x);
}
function drawGrid() {
  const width = screen.clientWidth, height = screen.clientHeight, { grid: points } = phone.choices ?? {};
  if (!aim.gridded || !points || drawn === `${width} ${height}`) return;
  drawn = `${width} ${height}`;
  const grid = at("grid"), { x, y } = points;
  grid.setAttribute("width", width);
  grid.setAttribute("height", height);
  const places = y.flatMap((down) => x.map((across) => [across * width, down * height]));
  // Numbers where they have room; else dots, and the number of the first of each row.
  const numbers = width / x.length >= 30, first = (number) => number % x.length === 0;
  grid.replaceChildren(...places.map(([across, down], number) => {
    if (!numbers && !first(number)) return draw("circle", { cx: across, cy: down, r: 1.8 });
    const made = draw("text", { x: numbers ? across : 2, y: down, class: numbers ? "" : "first" });
    made.textContent = number;
    return made;
  }), draw("text", { id: "nearest" }));
}
function showGrid() {
  const { grid: points } = phone.choices ?? {};
  if (!aim.gridded || !points) return;
  const { x, y } = points, here = point && nearest([point.x, point.y], points), same = new Set(point?.classes), count = x.length * y.length;
  const marks = [...at("grid").children], label = marks.pop();
  marks.forEach((one, number) => one.classList.toggle("same", same.has(number)));
  label.textContent = here ?? "";
  if (point) {
    const [width, height] = [screen.clientWidth, screen.clientHeight];
    label.setAttribute("x", Math.min(width - 16, Math.max(16, x[here % x.length] * width)));
    label.setAttribute("y", y[Math.floor(here / x.length)] * height);
  }
  at("legend").textContent = point ? `The nearest point is class ${here}. Yellow points tap the same element.`
    : `Classes 0 to ${count - 1} tap. ${count} to ${count + 3} swipe up, down, right, left; ${count + 4} Back, ${count + 5} Home, ${count + 6} Recents.`;
}
at("points").onclick = () => {
  aim.gridded = !aim.gridded;
  press("points", aim.gridded);
  at("grid").classList.toggle("on", aim.gridded);
  at("grid").toggleAttribute("hidden", !aim.gridded);
  at("legend").hidden = !aim.gridded;
  if (!aim.gridded) aim.away();
  drawGrid();
  showGrid();
};
onFit(drawGrid);
