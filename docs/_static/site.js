// What the site does in the browser: the filter of the gallery, a button to copy each block of code, films, and folds.

const make = (tag, properties = {}, ...inside) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...inside);
  return made;
};

// --- the gallery: a filter, and no more cards at once than fit on a screen ---

const AT_ONCE = 10;
const FACETS = { suite: "Suite", app: "App", difficulty: "Difficulty", capability: "Capability" };
const DIFFICULTIES = ["easy", "medium", "hard"];

function fillGallery(list) {
  const cards = [...list.children].map((item) => ({
    item,
    words: item.textContent.toLowerCase(),
    of: Object.fromEntries(Object.keys(FACETS).map((facet) => [facet, item.dataset[facet].split("|")])),
  }));
  const search = make("input", { type: "search", placeholder: "Search: words or an id", ariaLabel: "Search the tasks" });
  const choices = Object.fromEntries(Object.entries(FACETS).map(([facet, title]) => [facet, make("select", { ariaLabel: title })]));
  const count = make("output");
  const more = make("button", { type: "button" });
  let shown = AT_ONCE;

  const fits = (card, but) => search.value.toLowerCase().split(/\s+/).every((word) => card.words.includes(word))
    && Object.entries(choices).every(([facet, { value }]) => facet === but || !value || card.of[facet].includes(value));

  // Each list offers what the other choices leave.
  function offer(facet) {
    const values = new Set(cards.filter((card) => fits(card, facet)).flatMap((card) => card.of[facet]).filter(Boolean));
    const order = facet === "difficulty" ? DIFFICULTIES.filter((one) => values.has(one)) : [...values].sort();
    const { value } = choices[facet];
    choices[facet].replaceChildren(
      make("option", { value: "", textContent: `${FACETS[facet]}: all` }),
      ...order.map((one) => make("option", { value: one, textContent: one, selected: one === value })),
    );
  }

  function show() {
    Object.keys(FACETS).forEach(offer);
    const found = cards.filter((card) => fits(card));
    for (const { item } of cards) item.hidden = true;
    for (const { item } of found.slice(0, shown)) item.hidden = false;
    count.textContent = `${found.length} of ${cards.length} tasks`;
    more.hidden = found.length <= shown;
    more.textContent = `Show ${Math.min(found.length - shown, 4 * AT_ONCE)} more`;
  }

  const choose = () => { shown = AT_ONCE; show(); };
  search.addEventListener("input", choose);
  for (const choice of Object.values(choices)) choice.addEventListener("change", choose);
  more.addEventListener("click", () => { shown += 4 * AT_ONCE; show(); });
  list.before(make("div", { className: "gallery-filter", role: "search", ariaLabel: "Filter the tasks" }, search, ...Object.values(choices), count));
  list.after(make("p", { className: "gallery-more" }, more));
  list.classList.add("filtered");
  list.removeAttribute("tabindex");
  show();
}

document.querySelectorAll("ul.gallery").forEach(fillGallery);

// --- blocks of code: a button that copies the block; the code itself can be scrolled with the keyboard ---

for (const block of document.querySelectorAll("div.highlight")) {
  const code = block.querySelector("pre");
  const button = make("button", { type: "button", className: "copy", textContent: "Copy" });
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = "Copied";
    } catch {  // the page is not served over HTTPS, or the browser forbids it
      getSelection().selectAllChildren(code);
      button.textContent = "Selected";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  block.append(button);
  if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
}

// --- films: a picture that leads to one becomes a player, which loads nothing before it is started ---

for (const picture of document.querySelectorAll("a[href$='.mp4'] img")) {
  const link = picture.closest("a");
  link.replaceWith(make("video", {
    src: link.href, poster: picture.src, ariaLabel: picture.alt, controls: true, preload: "none", className: "film",
  }));
}

// --- what Sphinx and Furo leave out for screen readers and the keyboard ---

document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "Site");
document.querySelector(".toc-drawer")?.setAttribute("aria-label", "This page");
document.querySelector("[role=main] [role=main]")?.removeAttribute("role");  // of the index
for (const list of document.querySelectorAll("dt.sig dl")) {  // the arguments of a long signature: no list of definitions
  list.replaceWith(make("div", { className: "arguments" }, ...[...list.children].map((one) => make("div", {}, ...one.childNodes))));
}
for (const head of document.querySelectorAll("th")) if (!head.textContent.trim()) head.replaceWith(make("td"));
for (const table of document.querySelectorAll(".table-wrapper")) if (table.scrollWidth > table.clientWidth) table.tabIndex = 0;

// --- folded sections: a link into one opens it, in browsers too that don't do that themselves ---

function openFold() {
  const place = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const fold = place && (place.closest("details") || place.querySelector(":scope > details"));
  if (fold && !fold.open) {
    fold.open = true;
    place.scrollIntoView();
  }
}

window.addEventListener("hashchange", openFold);
openFold();
