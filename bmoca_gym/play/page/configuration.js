// The phone's configuration: device, density, text size, language, wallpaper, icons, theme.
import { at, copy, options } from "./dom.js";
import { on, phone, send } from "./connection.js";

on("choices", (choices) => {
  const form = at("configuration").elements;
  options(form.icons, [["", "as it is now"], ...choices.icons.map((id) => [id, `as in environment ${id}`])]);
  options(form.device, choices.devices.map(({ name, words }) => [name, words]));
  options(form.locale, choices.locales.map(({ tag, words }) => [tag, words]));
  options(form.wallpaper, choices.wallpapers.map((name) => [name, name]));
});
on("status", ({ environment: now, embedded, task }) => {
  const form = at("configuration").elements;
  const name = typeof now.device === "string" ? now.device : now.device.name;
  if (![...form.device.options].some(({ value }) => value === name)) form.device.add(new Option(name, name));
  if (![...form.wallpaper.options].some(({ value }) => value === now.wallpaper)) form.wallpaper.add(new Option(now.wallpaper, now.wallpaper));
  form.device.value = name;
  for (const field of ["density", "font_scale", "locale", "wallpaper"]) form[field].value = now[field];
  form.dark_theme.checked = now.dark_theme;
  form.icons.value = "";
  showOutputs();
  at("changes").textContent = !embedded ? "The configuration of a real phone can't be changed here."
    : task ? "A change restarts the task." : "Changes apply at once.";
  for (const field of form) field.disabled = !embedded && field.id !== "yaml";
});
function showOutputs() {
  for (const field of at("configuration").querySelectorAll("input[type=range]")) {
    field.previousElementSibling.value = field.name === "density" ? `${field.value} dpi` : `× ${field.value}`;
  }
}
at("configuration").oninput = showOutputs;
at("configuration").onchange = ({ target }) => {
  const given = target.type === "checkbox" ? target.checked : target.type === "range" ? Number(target.value) : target.value;
  if (target.name === "icons") { if (given) send("icons", { environment: given }); }
  else if (target.name === "device") {
    const device = phone.choices.devices.find(({ name }) => name === given);
    send("configure", { fields: device ? { device: given, density: device.densities[0] } : { device: given } });
  } else send("configure", { fields: { [target.name]: given } });
};
at("configuration").onsubmit = (event) => event.preventDefault();
at("random").onclick = () => send("random", { seed: Math.floor(Math.random() * 2 ** 31) });
at("yaml").onclick = () => send("yaml");
on("yaml", ({ text }) => copy(text, "Copied the configuration as YAML.", "environment.yaml", "text/yaml"));
