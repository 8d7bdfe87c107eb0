// The border to layout: snapshots of what has changed, answers about places, scrolling, selected text.

// ---- Snapshots

// Short texts as JSON: names, and what attributes and elements say again and again.
const quotedTexts = new Map();
const MOST_QUOTED = 1000;

/** Returns a text as JSON. */
function quoted(text) {
  if (typeof text !== 'string' || text.length > 60) return quoteText(text);
  let known = applyFunction(getFromMap, quotedTexts, [text]);
  if (known === undefined) {
    known = quoteText(text);
    if (quotedTexts.size < MOST_QUOTED) applyFunction(setInMap, quotedTexts, [text, known]);
  }
  return known;
}

/** Returns a map of strings as JSON. */
function mapText(map) {
  let text = '';
  applyFunction(eachInMap, map, [(value, name) => { text += (text === '' ? '{' : ',') + quoted(name) + ':' + quoted(value); }]);
  return text === '' ? '{}' : text + '}';
}

function controlOf(element) {
  switch (element.localName) {
    case 'input': case 'textarea': {
      const [start, end] = element.localName === 'input' && keepsValueInAttribute(element) ? [0, 0] : selectionIn(element);
      return [element.value, element.localName === 'input' && isTick(element) && element.checked ? 1 : 0, isDisabled(element) ? 1 : 0, start, end];
    }
    case 'select': {
      const option = element.options[element.selectedIndex];
      return [option ? option.text : '', 0, isDisabled(element) ? 1 : 0, 0, 0];
    }
    case 'option': return [element.text, element.selected ? 1 : 0, isDisabled(element) ? 1 : 0, 0, 0];
    case 'button': return [element.textContent, 0, isDisabled(element) ? 1 : 0, 0, 0];
    default: return null;
  }
}

/** Appends to `out` an element that has changed, after those below it that have. */
function writeElement(element, depth, out, count) {
  element._dirty = false;
  const number = element._number;
  elementsByNumber.set(number, element);
  if (++count.elements > limits.elements) endPage('The page has too many elements.');
  if (isSheet(element) || depth >= limits.depth) sheetsMoved = true;
  let children = '';
  for (let child = element.childNodes[0]; child; child = child._next) {
    if (child.nodeType === 3) {
      if (element.localName !== 'script') children += (children === '' ? '' : ',') + quoted(child._data);
    } else if (child.nodeType === 1 && depth < limits.depth) {
      if (child._dirty) writeElement(child, depth + 1, out, count);
      children += (children === '' ? '' : ',') + child._number;
    }
  }
  let style = '';
  if (element._attributes.has('style')) {
    element.style; // reads the attribute
    for (const [name, { value, important }] of element._style._values) style += (style === '' ? '[' : ',[') + quoted(name) + ',' + quoted(important ? value + ' !important' : value) + ']';
  }
  const control = controlOf(element);
  const scroll = element._scroll;
  const size = out.length;
  out[size] = (size > 1 ? ',[' : '[') + number + ',' + quoted(element.localName) + (element.namespaceURI === SVG ? ',1,' : ',0,') + mapText(element._attributes) +
    ',[' + style + '],[' + children + '],' +
    (control ? '[' + quoteText(control[0]) + ',' + control[1] + ',' + control[2] + ',' + control[3] + ',' + control[4] + ']' : 'null') + ',' +
    ((element === focused ? 1 : 0) + (isHovered(element) ? 2 : 0) + (hears(element) ? 4 : 0) + (element._modal ? 8 : 0)) + ',' +
    (scroll ? '[' + scroll.x + ',' + scroll.y + ']' : 'null') + ',' + (element._context ? quote(element._context._calls) : 'null') + ']';
}

function isHovered(element) {
  for (let index = 0; index < hovered.length; index++) if (hovered[index] === element) return true;
  return false;
}

let snapshotVersion = 0;
let snapshotSheets = '';
let measuredVersion = 0;

/** Returns what has changed since the last snapshot, as JSON; an empty text if nothing has. */
function snapshot() {
  if (snapshotVersion === version) return '';
  const root = document.documentElement;
  const out = toNull(['['], null);
  out.length = 1;
  if (root && root._dirty) writeElement(root, 1, out, { elements: 0 });
  document._dirty = false;
  out[out.length] = ']';
  const told = sheetsMoved ? sheetsText() : snapshotSheets;
  const text = join(['{"changed":', join(out), ',"root":', root ? root._number : 0, ',"sheets":', told === snapshotSheets ? 'null' : told, ',"focus":', focused ? focused._number : 0,
    ',"selection":', quote(textRange(selection._range)), ',"title":', quoteText(document.title), ',"scroll":', quote([scrolled.x, scrolled.y]), '}']);
  snapshotVersion = version;
  snapshotSheets = told;
  sheetsMoved = false;
  return text;
}

/** Returns the style sheets in their order as JSON: an address, or a text. */
function sheetsText() {
  const sheets = [];
  walk(document, element => {
    if (element.localName === 'style') sheets.push(['', element.textContent]);
    else if (element.localName === 'link' && /\bstylesheet\b/i.test(element.rel)) sheets.push([element.getAttribute('href') ?? '', '']);
  });
  return quote(sheets);
}

/** Sends changes to layout, so that its answers are true. It is told once a version, whoever has looked before: that counts. */
function synchronize() {
  if (measuredVersion === version) return;
  ask('changed', snapshot());
  measuredVersion = version;
}

// ---- Places

const NOWHERE = [0, 0, 0, 0];

/** Returns how an element is laid out (see nodes.Measure), or null if it has no box. */
function measure(element) {
  if (element._measured === version && element._dirty === false) return element._measure;
  if (!element.isConnected || element.getRootNode() !== document) return null;
  synchronize();
  element._measure = parseText(ask('measure', element._number));
  element._measured = version;
  return element._measure;
}

function rectangle([x, y, width, height], inWindow) {
  const left = inWindow ? x - scrolled.x : x;
  const top = inWindow ? y - scrolled.y : y;
  return { left, top, x: left, y: top, width, height, right: left + width, bottom: top + height, toJSON() { return { ...this }; } };
}

/** Returns clientWidth or clientHeight: the box without borders. */
function insideSize(element, side, borders) {
  if (element === document.documentElement) return Math.round(viewport[side - 2]);
  const measured = measure(element);
  return measured ? Math.round(measured.box[side] - measured.borders[borders[0]] - measured.borders[borders[1]]) : 0;
}

function offsetParent(element) {
  if (element.localName === 'body' || !measure(element) || styleOf(element, 'position') === 'fixed') return null;
  for (let one = element.parentElement; one; one = one.parentElement) {
    if (one.localName === 'body' || styleOf(one, 'position') !== 'static' || /^(td|th|table)$/.test(one.localName)) return one;
  }
  return null;
}

function offsetFrom(element, axis) {
  const measured = measure(element);
  if (!measured) return 0;
  const parent = offsetParent(element);
  if (!parent || (parent.localName === 'body' && styleOf(parent, 'position') === 'static')) return Math.round(measured.box[axis]);
  const around = measure(parent);
  return Math.round(measured.box[axis] - around.box[axis] - around.borders[axis === 0 ? 3 : 0] + scrollOf(parent)[axis === 0 ? 'x' : 'y']);
}

let lastHit = { x: 0, y: 0, version: 0, found: null };

/** Returns the topmost element at a place of the document. */
function elementUnder(x, y) {
  if (lastHit.version === version && lastHit.x === x && lastHit.y === y) return lastHit.found;
  synchronize();
  const found = elementsByNumber.get(ask('hit', x, y)) || document.documentElement;
  lastHit = { x, y, version, found };
  return found;
}

/** Returns the topmost element at a place of the window. */
function elementAt(x, y) {
  return x >= 0 && y >= 0 && x < viewport[0] && y < viewport[1] ? elementUnder(x + scrolled.x, y + scrolled.y) : null;
}

const pixels = (canvas, x, y, width, height) => {
  synchronize();
  return canvas.isConnected && width && height ? parseText(ask('pixels', flat(quote([canvas._number, x, y, width, height])))) : [];
};
const textWidth = (font, text) => ask('text_width', flat(quote([font, text.slice(0, MAX_LINE)])));
const textBoxes = range => {
  synchronize();
  return parseText(ask('text_boxes', flat(quote(range))));
};

// ---- Computed style

const styleAnswers = new Map();
let styleVersion = 0;

function styleOf(element, name, pseudo = '') {
  if (!element.isConnected) return '';
  synchronize();
  if (styleVersion !== version) {
    styleAnswers.clear();
    styleVersion = version;
  }
  const key = element._number + ' ' + name + ' ' + pseudo;
  let value = styleAnswers.get(key);
  if (value === undefined) styleAnswers.set(key, (value = ask('style', element._number, name, pseudo)));
  return value;
}

/** What a computed style lists. Scripts look there for a browser's prefix, or copy all of it. */
const COMPUTED_NAMES = ('background-color background-image border-bottom-color border-bottom-width border-collapse border-left-color ' +
  'border-left-width border-right-color border-right-width border-top-color border-top-width box-shadow box-sizing clear color cursor direction ' +
  'display float font-family font-size font-style font-weight height left letter-spacing line-height list-style-type margin-bottom margin-left ' +
  'margin-right margin-top opacity overflow-x overflow-y padding-bottom padding-left padding-right padding-top position right text-align ' +
  'text-indent text-transform top transform vertical-align visibility white-space width word-spacing z-index -webkit-line-clamp ' +
  '-webkit-user-select').split(' ');

const COMPUTED_TRAPS = {
  get(target, name) {
    if (typeof name !== 'string') return undefined;
    if (name in target) return target[name];
    if (/^\d+$/.test(name)) return COMPUTED_NAMES[+name];
    return styleOf(target._element, camelToDash(name), target._pseudo);
  },
  has: (target, name) => typeof name === 'string' && !VENDOR.test(name),
  set: () => true,
};

function computedStyle(element, pseudo) {
  if (!(element instanceof Element)) throw new TypeError("Failed to execute 'getComputedStyle': parameter 1 is not of type 'Element'.");
  const kind = pseudo ? String(pseudo).replace(/^::?/, '') : '';
  const target = {
    _element: element,
    _pseudo: kind === 'before' || kind === 'after' ? kind : '',
    getPropertyValue: name => styleOf(element, String(name), target._pseudo),
    getPropertyPriority: () => '',
    length: COMPUTED_NAMES.length,
    item: index => COMPUTED_NAMES[index] ?? '',
    cssText: '',
  };
  return new Proxy(target, COMPUTED_TRAPS);
}

// ---- Scrolling

const scrolled = { x: 0, y: 0 };

function scrollOf(element) {
  if (element === document.documentElement || (element === document.body && !element._scroll)) return element === document.documentElement ? scrolled : { x: 0, y: 0 };
  return element._scroll || { x: 0, y: 0 };
}

/** Scrolls an element as far as it goes. */
function scrollElement(element, x, y) {
  if (element === document.documentElement) {
    scrollWindow(x, y);
    return;
  }
  if (element === document.body) return; // In standards mode the window scrolls, not the body.
  const measured = measure(element);
  const [width, height] = measured ? measured.scroll : [0, 0];
  const to = { x: Math.max(0, Math.min(x, width - element.clientWidth)), y: Math.max(0, Math.min(y, height - element.clientHeight)) };
  const old = scrollOf(element);
  if (to.x === old.x && to.y === old.y) return;
  element._scroll = to;
  touch(element);
  later(() => fire(element, 'scroll', { bubbles: false, cancelable: false }, Event));
}

function scrollWindow(x, y) {
  if (x === scrolled.x && y === scrolled.y) return;
  const root = document.documentElement;
  const [width, height] = (root && measure(root)?.scroll) || viewport;
  const to = { x: Math.max(0, Math.min(x, width - viewport[0])), y: Math.max(0, Math.min(y, height - viewport[1])) };
  if (to.x === scrolled.x && to.y === scrolled.y) return;
  Object.assign(scrolled, to);
  version++;
  later(() => fire(document, 'scroll', { bubbles: true, cancelable: false }, Event));
}

function scrollIntoView(element) {
  const measured = measure(element);
  if (!measured) return;
  for (let one = element.parentElement; one && one !== document.body; one = one.parentElement) {
    if (!canScroll(one, 'y')) continue;
    const around = measure(one);
    scrollElement(one, one.scrollLeft, one.scrollTop + measured.box[1] - around.box[1] - around.borders[0]);
  }
  const box = measure(element).box;
  if (box[1] < scrolled.y || box[1] + box[3] > scrolled.y + viewport[1]) scrollWindow(scrolled.x, box[1]);
}

/** Returns whether a finger can scroll an element along an axis. */
function canScroll(element, axis) {
  if (element === document.documentElement || element === document.body) return false;
  const measured = measure(element);
  if (!measured) return false;
  const room = axis === 'y' ? measured.scroll[1] - element.clientHeight : measured.scroll[0] - element.clientWidth;
  return room > 0.5 && (element.localName === 'textarea' || /^(auto|scroll)$/.test(styleOf(element, 'overflow-' + axis)));
}

// ---- Selected text

class Selection {
  constructor() { this._range = null; }
  get rangeCount() { return this._range ? 1 : 0; }
  get isCollapsed() { return !this._range || this._range.collapsed; }
  get type() { return !this._range ? 'None' : this._range.collapsed ? 'Caret' : 'Range'; }
  get anchorNode() { return this._range ? this._range.startContainer : null; }
  get anchorOffset() { return this._range ? this._range.startOffset : 0; }
  get focusNode() { return this._range ? this._range.endContainer : null; }
  get focusOffset() { return this._range ? this._range.endOffset : 0; }
  getRangeAt(index) {
    if (index !== 0 || !this._range) throw failure('IndexSizeError', `${index} is not a valid index.`);
    return this._range;
  }
  addRange(range) { if (!this._range) this._to(range); }
  removeRange() { this._to(null); }
  removeAllRanges() { this._to(null); }
  empty() { this._to(null); }
  collapse(node, offset = 0) {
    const range = new Range();
    range._set(node, offset, node, offset);
    this._to(node ? range : null);
  }
  selectAllChildren(node) {
    const range = new Range();
    range.selectNodeContents(node);
    this._to(range);
  }
  setBaseAndExtent(start, startOffset, end, endOffset) {
    const range = new Range();
    range._set(start, startOffset, end, endOffset);
    this._to(range);
  }
  containsNode(node) { return !!this._range && this._range.commonAncestorContainer.contains(node); }
  toString() { return this._range ? textBetween(this._range) : ''; }
  _to(range) {
    if (!range && !this._range) return;
    this._range = range;
    version++;
    fire(document, 'selectionchange', { bubbles: false, cancelable: false }, Event);
  }
}
const selection = new Selection();

function comparePlaces(node, offset, other, otherOffset) {
  if (node === other) return offset - otherOffset;
  return node.compareDocumentPosition(other) & 2 ? 1 : -1;
}

/** Returns the texts of a range with what is selected of each: [text node, start, end]. */
function textsIn(range) {
  const pieces = [];
  const edge = (node, offset) => (node.nodeType === 3 ? node : node.childNodes[offset] || null);
  const first = edge(range.startContainer, range.startOffset);
  const last = edge(range.endContainer, range.endOffset);
  let inside = false;
  let done = false;
  const visit = node => {
    if (done) return;
    if (node === first) inside = true;
    if (node === last && node.nodeType !== 3) { done = true; return; }
    if (node.nodeType === 3) {
      if (inside) pieces.push([node, node === range.startContainer ? range.startOffset : 0, node === range.endContainer ? range.endOffset : node.length]);
      if (node === last) done = true;
      return;
    }
    for (const child of node.childNodes) visit(child);
    if (node === range.endContainer && !last) done = true;
    if (node === range.startContainer && !first) inside = true;
  };
  visit(range.commonAncestorContainer || document);
  return pieces.filter(([, start, end]) => end > start);
}

const BLOCK = /^(address|article|blockquote|br|center|dd|div|dl|dt|fieldset|form|h[1-6]|hr|li|ol|p|pre|section|table|tr|ul)$/;

/** Returns the text of a range as it is copied: a line for each block. */
function textBetween(range) {
  if (!range || range.collapsed) return '';
  let text = '';
  let block = null;
  for (const [node, start, end] of textsIn(range)) {
    let own = node.parentNode;
    while (own && !BLOCK.test(own.localName)) own = own.parentNode;
    const piece = node.data.slice(start, end);
    if (block && own !== block && piece.trim()) text = text.trimEnd() + '\n';
    if (piece.trim()) block = own;
    text += own && own.localName === 'pre' ? piece : piece.replace(/\s+/g, ' ');
  }
  return text.replace(/ +\n/g, '\n').replace(/\n +/g, '\n');
}

/** Returns a range as nodes.TextRange: [[element, which text, offset], …], or null without text. */
function textRange(range) {
  const pieces = range && !range.collapsed ? textsIn(range) : [];
  if (!pieces.length) return null;
  const place = (node, offset) => [node.parentNode._number, node.parentNode.childNodes.filter(one => one.nodeType === 3).indexOf(node), offset];
  const last = pieces[pieces.length - 1];
  return [place(pieces[0][0], pieces[0][1]), place(last[0], last[2])];
}

function textNodeAt([number, index]) {
  const element = byNumber(number);
  return element ? element.childNodes.filter(one => one.nodeType === 3)[index] || null : null;
}

/** Selects text between two places as layout gives them. */
function selectText(start, end) {
  const first = textNodeAt(start);
  const last = textNodeAt(end);
  if (!first || !last) return;
  const range = new Range();
  range._set(first, Math.min(start[2], first.length), last, Math.min(end[2], last.length));
  if (comparePlaces(range.startContainer, range.startOffset, range.endContainer, range.endOffset) > 0) range._set(range.endContainer, range.endOffset, range.startContainer, range.startOffset);
  selection._to(range);
}
