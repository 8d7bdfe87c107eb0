// The panels around the phone: each folds and can be resized, the browser remembers how. Tabs, and the full screen.
import { at, press, recall, remember } from "./dom.js";
import { readFiles } from "./files.js";
import { inspect } from "./inspector.js";

// A panel by name: the side that its splitter moves to, its least and greatest size in px, and the usual one, in a wide window another.
const PANELS = {
  task: { along: "x", sign: 1, least: 220, usual: [300, 400], most: 620 },
  side: { along: "x", sign: -1, least: 240, usual: [330, 460], most: 760 },
  time: { along: "y", sign: -1, least: 84, usual: [104, 104], most: 460 },
};
const wide = matchMedia("(min-width: 1600px)"), usual = (name) => PANELS[name].usual[Number(wide.matches)];
const kept = recall("panels", {}), main = document.querySelector("main");
const keep = (name, changes) => { kept[name] = { ...kept[name], ...changes }; remember("panels", kept); show(name); };
function show(name) {
  const { least, most } = PANELS[name], { size = usual(name), folded = false } = kept[name] ?? {}, splitter = at(`${name}-split`);
  main.style.setProperty(`--${name}`, `${size}px`);
  main.classList.toggle(`no-${name}`, folded);
  press(`${name}-fold`, !folded);
  for (const [key, value] of Object.entries({ valuemin: least, valuemax: most, valuenow: size })) splitter.setAttribute(`aria-${key}`, value);
}
wide.onchange = () => Object.keys(PANELS).forEach(show);
for (const [name, { along, sign, least, most }] of Object.entries(PANELS)) {
  const splitter = at(`${name}-split`), size = () => kept[name]?.size ?? usual(name);
  const resize = (to) => keep(name, { size: Math.round(Math.min(most, Math.max(least, to))) });
  let from = null;
  show(name);
  at(`${name}-fold`).onclick = () => keep(name, { folded: !kept[name]?.folded });
  splitter.onpointerdown = (event) => { splitter.setPointerCapture(event.pointerId); from = [event[along], size()]; };
  splitter.onpointermove = (event) => { if (from) resize(from[1] + sign * (event[along] - from[0])); };
  splitter.onpointerup = splitter.onpointercancel = () => { from = null; };
  splitter.ondblclick = () => keep(name, { size: undefined });
  splitter.onkeydown = (event) => {
    const by = { ArrowRight: 20, ArrowDown: 20, ArrowLeft: -20, ArrowUp: -20 }[event.key];
    if (!by) return;
    event.preventDefault();
    resize(size() + sign * by);
  };
}

at("full").hidden = !document.fullscreenEnabled;
at("full").onclick = () => document.fullscreenElement ? document.exitFullscreen() : at("phone").requestFullscreen();
document.addEventListener("fullscreenchange", () => press("full", !!document.fullscreenElement));

const tabs = [...document.querySelectorAll("[role=tab]")];
tabs.forEach((tab, number) => {
  tab.onclick = () => {
    for (const other of tabs) {
      other.setAttribute("aria-selected", other === tab);
      other.tabIndex = other === tab ? 0 : -1;
      at(other.getAttribute("aria-controls")).hidden = other !== tab;
    }
    inspect();
    readFiles(true);
  };
  tab.onkeydown = ({ key }) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
    if (by) { const next = tabs[(number + by + tabs.length) % tabs.length]; next.focus(); next.click(); }
  };
  tab.tabIndex = number ? -1 : 0;
});
