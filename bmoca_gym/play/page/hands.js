// A hand on the screen: taps, long presses, swipes and drags, and pinches of two fingers or of Ctrl and the wheel.
import { on, opened, phone, send } from "./connection.js";
import { at } from "./dom.js";
import { aim } from "./aim.js";
import { focusPhone } from "./keyboard.js";
import { screen } from "./screen.js";

const HOLD = 500, STILL = 0.02, trail = at("trail");
let finger = null, second = null, wheel = 0;
function place(event) {
  const box = screen.getBoundingClientRect(), part = (number) => Math.min(1, Math.max(0, number));
  return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)];
}
const held = ({ left, began }) => left - began >= HOLD ? Math.min((left - began) / 1000, 10) : 0;
const taken = ({ left }, now) => Math.min(Math.max((now - left) / 1000, 0.1), 10);

const moved = ({ x, y, now }) => Math.hypot(now[0] - x, now[1] - y) > STILL;
const letGo = () => { finger = second = null; trail.classList.remove("on"); };

screen.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || (finger && (second || finger.left !== null || event.pointerType !== "touch"))) return;
  event.preventDefault();
  // A touch opens no keyboard of the device that the page is on; the field below the phone does.
  if (event.pointerType !== "touch") focusPhone();
  const [x, y] = place(event);
  if (aim.picking) return aim.pick(x, y);
  screen.setPointerCapture(event.pointerId);
  const down = { x, y, now: [x, y], id: event.pointerId, began: event.timeStamp, left: null };
  if (finger) second = down; else finger = down;
  drawTrail();
});
screen.addEventListener("pointermove", (event) => {
  const [x, y] = place(event);
  if (second?.id === event.pointerId) {
    second.now = [x, y];
    return drawTrail();
  }
  if (finger?.id !== event.pointerId) return aim.over(x, y);
  finger.now = [x, y];
  if (finger.left === null && Math.hypot(x - finger.x, y - finger.y) > STILL) finger.left = event.timeStamp;
  drawTrail();
  drag();
});
screen.addEventListener("pointerup", (event) => {
  if (second && [finger.id, second.id].includes(event.pointerId)) {
    // The first finger that is lifted ends the pinch. A second one that only touched is as if it had not been there.
    (second.id === event.pointerId ? second : finger).now = place(event);
    if (moved(finger) || moved(second)) return pinched(event);
    second = null;
  }
  if (finger?.id !== event.pointerId) return;
  const lifted = finger, { x, y, began, left } = finger, [x1, y1] = place(event), pressed = event.timeStamp - began;
  letGo();
  if (left === null) return pressed < HOLD ? send("tap", { x, y }) : send("long_press", { x, y, seconds: Math.min(pressed / 1000, 10) });
  send("swipe", { x0: x, y0: y, x1, y1, seconds: taken(lifted, event.timeStamp), held: held(lifted) });
});
function pinched(event) {
  const seconds = Math.min(Math.max((event.timeStamp - second.began) / 1000, 0.1), 10);
  const [[x0, y0, x1, y1], [x2, y2, x3, y3]] = [finger, second].map(({ x, y, now }) => [x, y, ...now]);
  letGo();
  if (phone.status?.embedded) send("drag");
  send("pinch", { x0, y0, x1, y1, x2, y2, x3, y3, seconds });
}
screen.addEventListener("pointercancel", () => {
  letGo();
  if (phone.status?.embedded) send("drag");
});
screen.addEventListener("pointerleave", () => aim.away());
screen.addEventListener("contextmenu", (event) => event.preventDefault());
screen.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.timeStamp - wheel < 350 || !(event.deltaX || event.deltaY)) return;
  wheel = event.timeStamp;
  const [x, y] = place(event);
  if (event.ctrlKey) return send("pinch", around(x, y, event.deltaY < 0 ? 2 : 0.5));
  const along = Math.abs(event.deltaY) >= Math.abs(event.deltaX);
  const to = (number, delta) => Math.min(0.95, Math.max(0.05, number - Math.sign(delta) * 0.35));
  send("swipe", { x0: x, y0: y, x1: along ? x : to(x, event.deltaX), y1: along ? to(y, event.deltaY) : y, seconds: 0.3 });
}, { passive: false });

// Two fingers on a level line through a point, twice or half as far apart at the end.
function around(x, y, scale) {
  const middle = Math.min(0.95, Math.max(0.05, x)), far = Math.min(0.3, middle, 1 - middle);
  const [first, last] = scale > 1 ? [far / scale, far] : [far, far * scale];
  return { x0: middle - first, y0: y, x1: middle - last, y1: y, x2: middle + first, y2: y, x3: middle + last, y3: y, seconds: 0.4 };
}

// What moves under the finger is shown while it is down, as fast as it is drawn: so many places are on their way.
const PLACES = 2;
let dragging = 0, draggedTo = "";
function drag() {
  if (dragging >= PLACES || !finger || second || finger.left === null || !phone.status?.embedded) return;
  const [x1, y1] = finger.now;
  if (draggedTo === `${x1} ${y1}`) return;
  draggedTo = `${x1} ${y1}`;
  dragging += 1;
  send("drag", { x0: finger.x, y0: finger.y, x1, y1, seconds: taken(finger, performance.now()), held: held(finger) });
}
on("dragged", () => { dragging = Math.max(0, dragging - 1); drag(); });
on("error", () => { dragging = 0; });
opened(() => { dragging = 0; });
function drawTrail() {
  for (const [place, one] of [finger, second ?? finger].entries()) {
    const line = trail.children[place], [x, y] = one.now;
    for (const [name, number] of Object.entries({ x1: one.x, y1: one.y, x2: x, y2: y })) line.setAttribute(name, number);
  }
  trail.classList.add("on");
}
