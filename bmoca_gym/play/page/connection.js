// The connection to the server. A message goes out by name; what comes back is handled by kind, and kept in `phone`.
import { at, notice } from "./dom.js";

// What the server has told: nothing here is decided by the page.
export const phone = { status: null, choices: null };

// A page keeps its phone over reloads. A proxy gets the token once; then the browser has it in a cookie.
let token = new URLSearchParams(location.search).get("token") ?? "", session = sessionStorage.getItem("session");
if (!session) sessionStorage.setItem("session", (session = Math.random().toString(36).slice(2)));

const handlers = {}, openings = [], before = [];
export const on = (kind, handler) => (handlers[kind] ??= []).push(handler);
export const opened = (handler) => openings.push(handler);
export const beforeSending = (handler) => before.push(handler);

let socket;
export const isOpen = () => socket?.readyState === WebSocket.OPEN;
export function connect() {
  const address = new URL("phone", location.href);
  address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
  address.search = new URLSearchParams({ ...(token ? { token } : {}), session });
  address.hash = "";
  socket = new WebSocket(address);
  socket.binaryType = "arraybuffer";
  wait("connect", "Starting the phone …");
  socket.onopen = () => { at("lost").hidden = true; openings.forEach((handler) => handler()); };
  socket.onmessage = ({ data }) => typeof data === "string" ? told(JSON.parse(data)) : told({ kind: "picture", data });
  socket.onclose = ({ code }) => {
    arrived(null);
    told({ kind: "closed" });
    at("lost").hidden = false;
    if (code === 4000) return (at("lost").textContent = "This phone is now open in another tab. Reload to use it here.");
    if (code === 4001) return (at("lost").textContent = "The phone can't be used. Fix the problem shown below, then reload.");
    at("lost").textContent = "Connection lost. Is bmoca play still running? Reconnecting …";
    setTimeout(connect, 2000);
  };
}
export function send(what, given = {}) {
  before.forEach((handler) => handler(what));
  if (!isOpen()) return;
  if (WAITS[what]) wait(what, WAITS[what][1]);
  sendNow(what, given);
}
export const sendNow = (what, given) => socket.send(JSON.stringify({ do: what, ...given }));

function told(message) {
  if (message.kind === "status") phone.status = message;
  if (message.kind === "choices") phone.choices = message;
  arrived(message.kind);
  for (const handler of handlers[message.kind] ?? []) handler(message);
}
on("error", ({ text }) => notice(text, true));
on("notice", ({ text }) => notice(text));
on("in_cookie", () => {
  token = "";
  const address = new URL(location.href);
  address.searchParams.delete("token");
  history.replaceState(null, "", address);
});

// What takes a while says so: by command, the kind of answer that ends the wait, and the words.
const WAITS = {
  begin: ["status", "Starting the task …"], open: ["status", "Playing up to that step …"], free: ["status", "Starting a new phone …"],
  go: ["status", "Going back …"], configure: ["status", "Changing the phone …"], icons: ["status", "Changing the phone …"],
  random: ["status", "Changing the phone …"], connect: ["status", ""], suite: ["suite", "Loading the suite's tasks …"],
  film: ["file", "Filming …"], script: ["file", "Writing the program …"], record: ["recordings", "Recording …"],
  seen: ["seen", "Drawing what an agent gets …"], files: ["files", "Reading the files …"],
  link: ["link", "Making the link …"], yaml: ["yaml", "Writing the configuration …"],
  recordings: ["recordings", "Reading the recordings …"], unrecord: ["recordings", "Deleting …"], models: ["models", ""],
};
const LATE = 200;
const waiting = new Map();
function wait(what, words) {
  if (!words || waiting.has(what)) return;
  waiting.set(what, setTimeout(() => {
    at("busy").textContent = words;
    at("busy").hidden = false;
  }, LATE));
}
function arrived(kind) {
  if (!waiting.size) return;
  for (const [what, timer] of waiting) {
    if (kind !== null && kind !== "error" && WAITS[what][0] !== kind) continue;
    clearTimeout(timer);
    waiting.delete(what);
  }
  if (!waiting.size) at("busy").hidden = true;
}
