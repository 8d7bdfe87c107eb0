// A hand on the screen: taps, long presses, swipes and drags.
import { on, opened, phone, send } from "./connection.js";
import { at } from "./dom.js";
import { aim } from "./aim.js";
import { focusPhone } from "./keyboard.js";
import { screen } from "./screen.js";

const HOLD = 500, STILL = 0.02, trail = at("trail");
let finger = null, wheel = 0;
function place(event) {
  const box = screen.getBoundingClientRect(), part = (number) => Math.min(1, Math.max(0, number));
  return [part((event.clientX - box.left) / box.width), part((event.clientY - box.top) / box.height)];
}
const held = ({ left, began }) => left - began >= HOLD ? Math.min((left - began) / 1000, 10) : 0;
const taken = ({ left }, now) => Math.min(Math.max((now - left) / 1000, 0.1), 10);

screen.addEventListener("pointerdown", (event) => {
  if (event.button !== 0 || finger) return;
  event.preventDefault();
  // A touch opens no keyboard of the device that the page is on; the field below the phone does.
  if (event.pointerType !== "touch") focusPhone();
  const [x, y] = place(event);
  if (aim.picking) return aim.pick(x, y);
  screen.setPointerCapture(event.pointerId);
  finger = { x, y, now: [x, y], id: event.pointerId, began: event.timeStamp, left: null };
  drawTrail();
});
screen.addEventListener("pointermove", (event) => {
  const [x, y] = place(event);
  if (finger?.id !== event.pointerId) return aim.over(x, y);
  finger.now = [x, y];
  if (finger.left === null && Math.hypot(x - finger.x, y - finger.y) > STILL) finger.left = event.timeStamp;
  drawTrail();
  drag();
});
screen.addEventListener("pointerup", (event) => {
  if (finger?.id !== event.pointerId) return;
  const lifted = finger, { x, y, began, left } = finger, [x1, y1] = place(event), pressed = event.timeStamp - began;
  finger = null;
  trail.classList.remove("on");
  if (left === null) return pressed < HOLD ? send("tap", { x, y }) : send("long_press", { x, y, seconds: Math.min(pressed / 1000, 10) });
  send("swipe", { x0: x, y0: y, x1, y1, seconds: taken(lifted, event.timeStamp), held: held(lifted) });
});
screen.addEventListener("pointercancel", () => {
  finger = null;
  trail.classList.remove("on");
  if (phone.status?.embedded) send("drag");
});
screen.addEventListener("pointerleave", () => aim.away());
screen.addEventListener("contextmenu", (event) => event.preventDefault());
screen.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (event.timeStamp - wheel < 350 || !(event.deltaX || event.deltaY)) return;
  wheel = event.timeStamp;
  const [x, y] = place(event), along = Math.abs(event.deltaY) >= Math.abs(event.deltaX);
  const to = (number, delta) => Math.min(0.95, Math.max(0.05, number - Math.sign(delta) * 0.35));
  send("swipe", { x0: x, y0: y, x1: along ? x : to(x, event.deltaX), y1: along ? to(y, event.deltaY) : y, seconds: 0.3 });
}, { passive: false });

// What moves under the finger is shown while it is down, as fast as it is drawn: so many places are on their way.
const PLACES = 2;
let dragging = 0, draggedTo = "";
function drag() {
  if (dragging >= PLACES || !finger || finger.left === null || !phone.status?.embedded) return;
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
  const line = trail.firstElementChild, [x, y] = finger.now;
  for (const [name, number] of Object.entries({ x1: finger.x, y1: finger.y, x2: x, y2: y })) line.setAttribute(name, number);
  trail.classList.add("on");
}
