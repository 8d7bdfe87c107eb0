// An address that names a task, a configuration and a step: opened from `location`, and copied for others.
import { at, copy } from "./dom.js";
import { on, send } from "./connection.js";

const NAMES = ["task", "environment", "seed", "step", "moves", "episode"];
const given = Object.fromEntries([...new URLSearchParams(location.search)].filter(([name]) => NAMES.includes(name)));
const wanted = JSON.stringify(given);

// Once a visit: a reload keeps what was played since, unless the phone is a new one.
on("timeline", ({ fresh }) => {
  if (!("task" in given || "episode" in given) || (sessionStorage.getItem("opened") === wanted && !fresh)) return;
  sessionStorage.setItem("opened", wanted);
  send("open", given);
});

at("link").onclick = () => send("link");
on("link", ({ query }) => {
  const address = new URL(location.pathname, location.href);
  address.search = query;
  copy(address.href, "Copied the address of this step. It opens on any bmoca play: keep its part after “?”.", "link.txt", "text/plain");
});
