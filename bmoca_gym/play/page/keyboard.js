// The keyboard: keys and text go to the phone through a real, invisible text field, so that input methods work.
import { at } from "./dom.js";
import { beforeSending, isOpen, send, sendNow } from "./connection.js";

const field = at("typing");
export const focusPhone = () => field.focus({ preventScroll: true });

// Letters that come one by one are one text: in a task each gesture is a step.
const KEYS = {
  Enter: "ENTER", Backspace: "DEL", Delete: "FORWARD_DEL", Escape: "BACK", ArrowUp: "DPAD_UP", ArrowDown: "DPAD_DOWN",
  ArrowLeft: "DPAD_LEFT", ArrowRight: "DPAD_RIGHT", Home: "MOVE_HOME", End: "MOVE_END",
};
const QUESTIONS = new Set(["shown", "drag", "models", "size", "suite", "inspect", "point", "seen", "files", "yaml", "link", "recordings"]);
const PAUSE = 500;
let typing = "", timer = 0;
function flush() {
  clearTimeout(timer);
  const text = typing;
  typing = "";
  if (text && isOpen()) sendNow("type", { text });
}
beforeSending((what) => { if (!QUESTIONS.has(what)) flush(); });
function type(text) {
  if (!text) return;
  typing += text;
  clearTimeout(timer);
  timer = setTimeout(flush, PAUSE);
}
// What an input method composes stays in the field, in sight, until it is complete.
function take() {
  type(field.value);
  field.value = "";
}
field.addEventListener("compositionstart", () => field.classList.add("composing"));
field.addEventListener("compositionend", () => { field.classList.remove("composing"); take(); });
field.addEventListener("input", (event) => { if (!event.isComposing) take(); });
field.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || !KEYS[event.key]) return;
  event.preventDefault();
  send("key", { key: KEYS[event.key] });
});
field.addEventListener("paste", (event) => {
  event.preventDefault();
  const text = event.clipboardData.getData("text/plain");
  if (text) send("type", { text });
});
field.addEventListener("focus", () => at("glass").classList.add("typed-on"));
field.addEventListener("blur", () => at("glass").classList.remove("typed-on"));
at("screen").addEventListener("focus", focusPhone);

at("write").onsubmit = (event) => {
  event.preventDefault();
  const written = at("written");
  if (written.value) send("type", { text: written.value });
  else send("key", { key: "ENTER" });
  written.value = "";
};

// After a click on a key of the phone, the keyboard types on the phone again; who uses the keyboard stays on the key.
const back = (event) => { if (event.detail) focusPhone(); };
for (const button of document.querySelectorAll("[data-key]")) {
  button.onclick = (event) => { send("key", { key: button.dataset.key }); back(event); };
}
at("wait").onclick = (event) => { send("wait"); back(event); };

// "?" shows the keys, wherever nothing is typed.
at("help").onclick = () => at("shortcuts").showModal();
addEventListener("keydown", (event) => {
  if (event.key !== "?" || event.target.matches("input, select, textarea") || document.querySelector("dialog[open]")) return;
  event.preventDefault();
  at("shortcuts").showModal();
});
for (const dialog of document.querySelectorAll("dialog")) {
  dialog.addEventListener("click", ({ target }) => { if (target === dialog) dialog.close(); });
}
