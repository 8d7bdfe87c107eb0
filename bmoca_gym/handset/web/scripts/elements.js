// Elements: attributes, inline style, form controls, SVG, canvas; and the document.

const dashedNames = new Map();

function camelToDash(name) {
  let dashed = dashedNames.get(name);
  if (dashed !== undefined) return dashed;
  dashed = name === 'cssFloat' ? 'float' : name.replace(/[A-Z]/g, letter => '-' + letter.toLowerCase());
  if (dashedNames.size < MOST_QUOTED && name.length < 60) dashedNames.set(name, dashed);
  return dashed;
}

// ---- Inline style

const UNITLESS = /^(opacity|z-index|zoom|line-height|font-weight|flex|flex-grow|flex-shrink|order|orphans|widows|tab-size|fill-opacity|stroke.*|column-count|columns|grid-.*|aspect-ratio|scale|(-webkit-)?line-clamp|--.*)$/;
const NOT_NEGATIVE = /^(width|height|padding|padding-.*|min-.*|max-.*|border-.*width)$/;
const VENDOR = /^(webkit|moz|ms|o)[A-Z]/;

/** Returns whether a browser would take a value: a length needs a unit, a size is not negative. */
function isValid(name, value) {
  if (/^-?[\d.]+$/.test(value) && +value !== 0 && !UNITLESS.test(name)) return false;
  if (NOT_NEGATIVE.test(name) && value[0] === '-') return false;
  return !/NaN|undefined|Infinity/.test(value);
}

/** Returns a value as style gives it back: colours as rgb(). */
function normalized(name, value) {
  const hex = /color$|^background$|^fill$|^stroke$/.test(name) && /^#([\da-f]{3}|[\da-f]{6})$/i.exec(value);
  if (!hex) return value;
  const digits = hex[1].length === 3 ? [...hex[1]].map(digit => digit + digit).join('') : hex[1];
  return `rgb(${[0, 2, 4].map(at => parseInt(digits.slice(at, at + 2), 16)).join(', ')})`;
}

class CSSStyleDeclaration {
  constructor(element) {
    this._element = element;
    this._values = new Map();
  }
  getPropertyValue(name) {
    const entry = this._values.get(name);
    return entry ? entry.value : '';
  }
  getPropertyPriority(name) {
    const entry = this._values.get(name);
    return entry && entry.important ? 'important' : '';
  }
  setProperty(name, value, priority) {
    const text = value === null || value === undefined ? '' : String(value).trim();
    if (!text) this._values.delete(name);
    else if (isValid(name, text)) this._values.set(name, { value: normalized(name, text), important: priority === 'important' });
    else return;
    this._write();
  }
  removeProperty(name) {
    const old = this.getPropertyValue(name);
    if (this._values.delete(name)) this._write();
    return old;
  }
  get cssText() {
    let text = '';
    for (const [name, { value, important }] of this._values) text += `${text && ' '}${name}: ${value}${important ? ' !important' : ''};`;
    return text;
  }
  set cssText(text) {
    this._read(String(text ?? ''));
    this._write();
  }
  get length() { return this._values.size; }
  item(index) { return [...this._values.keys()][index] || ''; }
  _read(text) {
    this._values.clear();
    for (const declaration of splitDeclarations(text)) {
      const colon = declaration.indexOf(':');
      if (colon < 1) continue;
      const name = declaration.slice(0, colon).trim();
      const important = /\s*!\s*important\s*$/i;
      const written = declaration.slice(colon + 1).trim();
      const value = written.replace(important, '');
      const key = name.startsWith('--') ? name : name.toLowerCase();
      if (value && isValid(key, value)) this._values.set(key, { value: normalized(key, value), important: important.test(written) });
    }
  }
  _write() {
    const attributes = this._element._attributes;
    const oldValue = attributes.get('style') ?? null;
    const text = this._values.size || oldValue !== null ? this.cssText : null;
    if (text !== null) attributes.set('style', text);
    if (text !== oldValue) touch(this._element);
    if (watchers.size) record('attributes', this._element, { attributeName: 'style', oldValue });
  }
}

/** Splits the text of a style attribute at semicolons outside of brackets and quotes. */
function splitDeclarations(text) {
  if (!/[("']/.test(text)) return text.split(';');
  return text.match(/(?:[^;("']|\([^)]*\)?|"[^"]*"?|'[^']*'?)+/g) || [];
}

const STYLE_TRAPS = {
  get(style, name) {
    if (typeof name !== 'string' || name in style) return Reflect.get(style, name, style);
    if (/^\d+$/.test(name)) return style.item(+name);
    return style.getPropertyValue(camelToDash(name));
  },
  set(style, name, value) {
    if (typeof name !== 'string' || name === 'cssText' || name[0] === '_') return Reflect.set(style, name, value, style);
    style.setProperty(camelToDash(name), value);
    return true;
  },
  has(style, name) { return name in style || (typeof name === 'string' && !VENDOR.test(name)); },
};

class DOMTokenList {
  constructor(element) { this._element = element; }
  get length() { return this._element._classes().length; }
  get value() { return this._element.getAttribute('class') || ''; }
  set value(text) { this._element.setAttribute('class', text); }
  item(index) { return this._element._classes()[index] || null; }
  contains(name) { return this._element._classes().includes(name); }
  add(...names) {
    const added = names.filter(name => !this.contains(name));
    if (added.length) this._element.setAttribute('class', [...this._element._classes(), ...added].join(' '));
  }
  remove(...names) {
    if (names.some(name => this.contains(name))) this._element.setAttribute('class', this._element._classes().filter(name => !names.includes(name)).join(' '));
  }
  toggle(name, force) {
    const wanted = force === undefined ? !this.contains(name) : !!force;
    if (wanted) this.add(name);
    else this.remove(name);
    return wanted;
  }
  replace(old, name) {
    if (!this.contains(old)) return false;
    this.remove(old);
    this.add(name);
    return true;
  }
  forEach(visit, self) { this._element._classes().forEach(visit, self); }
  toString() { return this.value; }
  [Symbol.iterator]() { return this._element._classes()[Symbol.iterator](); }
}
// Scripts read classes by their indices too, such as those of text-editor. Nobody writes more than that.
for (let index = 0; index < 64; index++) {
  Object.defineProperty(DOMTokenList.prototype, index, { get() { return this._element._classes()[index]; }, configurable: true });
}

const DATASET_TRAPS = {
  get: (element, name) => (typeof name === 'string' ? (element._attributes.get('data-' + camelToDash(name)) ?? undefined) : undefined),
  set(element, name, value) {
    element.setAttribute('data-' + camelToDash(name), value);
    return true;
  },
  has: (element, name) => element._attributes.has('data-' + camelToDash(name)),
  deleteProperty(element, name) {
    element.removeAttribute('data-' + camelToDash(name));
    return true;
  },
  ownKeys: element => [...element._attributes.keys()].filter(key => key.startsWith('data-'))
    .map(key => key.slice(5).replace(/-([a-z])/g, (_, letter) => letter.toUpperCase())),
  getOwnPropertyDescriptor(element, name) {
    const value = this.get(element, name);
    return value === undefined ? undefined : { value, enumerable: true, configurable: true, writable: true };
  },
};

/** An attribute as a node: what getAttributeNode and attributes give. */
class Attr {
  constructor(element, name) {
    this.ownerElement = element;
    this.name = this.nodeName = this.localName = name;
    this.nodeType = 2;
    this.specified = true;
    this._own = '';
  }
  get value() { return this.ownerElement ? this.ownerElement.getAttribute(this.name) ?? '' : this._own; }
  set value(text) {
    if (this.ownerElement) this.ownerElement.setAttribute(this.name, text);
    else this._own = String(text);
  }
  get nodeValue() { return this.value; }
  set nodeValue(text) { this.value = text; }
}

class Element extends Node {
  constructor(name, namespace, owner) {
    super(1, owner);
    this._number = ++lastNumber;
    this.localName = name;
    this.namespaceURI = namespace;
    this.prefix = null;
    this._attributes = new Map();
    this._names = null; // words of the class attribute
    this._style = null;
    this._scroll = null;
    this._measured = 0; // version of _measure
    this._measure = null;
  }
  get tagName() { return this.namespaceURI === HTML ? this.localName.toUpperCase() : this.localName; }
  get nodeName() { return this.tagName; }
  _name(name) { return this.namespaceURI === HTML ? String(name).toLowerCase() : String(name); }
  getAttribute(name) { return this._attributes.get(this._name(name)) ?? null; }
  setAttribute(name, value) {
    if (!/^[^\s"'<>\/=]+$/.test(String(name))) throw failure('InvalidCharacterError', `'${name}' is not a valid attribute name.`);
    this._setAttribute(this._name(name), String(value));
  }
  _setAttribute(name, value) {
    const known = this._attributes.get(name);
    const oldValue = known ?? null;
    if (known === value) { // animations set again and again what is there
      this._attributeChanged(name);
      if (watchers.size) record('attributes', this, { attributeName: name, oldValue });
      return;
    }
    this._attributes.set(name, value);
    if (name === 'class') this._names = null;
    else if (name === 'id') {
      structure++;
      hold(value, this);
      nameOnWindow(value);
    }
    else if (name === 'style' && this._style) this._style._read(value);
    this._attributeChanged(name);
    touch(this);
    if (watchers.size) record('attributes', this, { attributeName: name, oldValue });
  }
  _attributeChanged(name) {}
  removeAttribute(given) {
    const name = this._name(given);
    const oldValue = watchers.size ? this._attributes.get(name) ?? null : null;
    if (!this._attributes.delete(name)) return;
    if (name === 'class') this._names = null;
    else if (name === 'id') structure++;
    else if (name === 'style' && this._style) this._style._values.clear();
    this._attributeChanged(name);
    touch(this);
    if (watchers.size) record('attributes', this, { attributeName: name, oldValue });
  }
  hasAttribute(name) { return this._attributes.has(this._name(name)); }
  toggleAttribute(name, force) {
    const wanted = force === undefined ? !this.hasAttribute(name) : !!force;
    if (wanted) { if (!this.hasAttribute(name)) this.setAttribute(name, ''); } else this.removeAttribute(name);
    return wanted;
  }
  hasAttributes() { return this._attributes.size > 0; }
  getAttributeNames() { return [...this._attributes.keys()]; }
  getAttributeNS(_, name) { return this.getAttribute(name); }
  setAttributeNS(_, name, value) { this.setAttribute(name, value); }
  removeAttributeNS(_, name) { this.removeAttribute(name); }
  hasAttributeNS(_, name) { return this.hasAttribute(name); }
  getAttributeNode(name) { return this.hasAttribute(name) ? new Attr(this, this._name(name)) : null; }
  setAttributeNode(attribute) {
    this.setAttribute(attribute.name, attribute.value);
    attribute.ownerElement = this;
    return null;
  }
  removeAttributeNode(attribute) {
    this.removeAttribute(attribute.name);
    return attribute;
  }
  get attributes() {
    const all = [...this._attributes.keys()].map(name => new Attr(this, name));
    for (const attribute of [...all]) if (!(attribute.name in all)) Object.defineProperty(all, attribute.name, { value: attribute });
    all.item = index => all[index] || null;
    all.getNamedItem = name => all.find(attribute => attribute.name === name) || null;
    return all;
  }
  get id() { return this._attributes.get('id') ?? ''; }
  set id(value) { this.setAttribute('id', value); }
  get className() { return this._attributes.get('class') ?? ''; }
  set className(value) { this.setAttribute('class', value); }
  get classList() { return this._tokens || (this._tokens = new DOMTokenList(this)); }
  set classList(value) { this.className = value; }
  _classes() { return this._names || (this._names = words(this._attributes.get('class') ?? '')); }
  get style() {
    if (!this._style) {
      this._style = new CSSStyleDeclaration(this);
      if (this._attributes.has('style')) this._style._read(this._attributes.get('style'));
      this._styleProxy = new Proxy(this._style, STYLE_TRAPS);
    }
    return this._styleProxy;
  }
  set style(text) { this.style.cssText = text; }
  get dataset() { return new Proxy(this, DATASET_TRAPS); }
  get innerHTML() { return serializeChildren(this); }
  set innerHTML(html) {
    this._empty();
    parseInto(this, html === null ? '' : html);
  }
  get outerHTML() { return serialize(this); }
  set outerHTML(html) {
    this.insertAdjacentHTML('beforebegin', html);
    this.remove();
  }
  insertAdjacentHTML(where, html) {
    const holder = this.ownerDocument.createElement(/^before(begin)$|^after(end)$/.test(where) && this.parentNode ? this.parentNode.localName || 'div' : this.localName);
    parseInto(holder, html);
    for (const child of where === 'afterbegin' || where === 'afterend' ? [...holder.childNodes].reverse() : [...holder.childNodes]) {
      this.insertAdjacentElement(where, child);
    }
  }
  insertAdjacentElement(where, node) {
    switch (String(where).toLowerCase()) {
      case 'beforebegin': this.parentNode.insertBefore(node, this); break;
      case 'afterbegin': this.insertBefore(node, this.firstChild); break;
      case 'beforeend': this.appendChild(node); break;
      case 'afterend': this.parentNode.insertBefore(node, this._next); break;
      default: throw syntaxError(where);
    }
    return node;
  }
  insertAdjacentText(where, text) { this.insertAdjacentElement(where, this.ownerDocument.createTextNode(text)); }
  get innerText() { return this.textContent; }
  set innerText(text) { this.textContent = text; }
  matches(selector) { return compile(selector)(this, this); }
  closest(selector) {
    const matches = compile(selector);
    for (let element = this; element && element.nodeType === 1; element = element.parentNode) if (matches(element, this)) return element;
    return null;
  }
  get nextElementSibling() { return elementAfter(this); }
  get previousElementSibling() { return elementBefore(this); }
  _copy() {
    const copy = this.ownerDocument.createElementNS(this.namespaceURI, this.localName);
    for (const [name, value] of this._attributes) copy._setAttribute(name, value);
    return copy;
  }

  // Places: see bridge.js.
  getBoundingClientRect() { return rectangle(measure(this)?.box ?? NOWHERE, true); }
  getClientRects() { return (measure(this)?.rects ?? []).map(box => rectangle(box, true)); }
  get clientWidth() { return insideSize(this, 2, [1, 3]); }
  get clientHeight() { return insideSize(this, 3, [0, 2]); }
  get clientLeft() { return Math.round(measure(this)?.borders[3] ?? 0); }
  get clientTop() { return Math.round(measure(this)?.borders[0] ?? 0); }
  get scrollWidth() { return Math.round(measure(this)?.scroll[0] ?? 0); }
  get scrollHeight() { return Math.round(measure(this)?.scroll[1] ?? 0); }
  get scrollLeft() { return scrollOf(this).x; }
  set scrollLeft(value) { scrollElement(this, +value || 0, this.scrollTop); }
  get scrollTop() { return scrollOf(this).y; }
  set scrollTop(value) { scrollElement(this, this.scrollLeft, +value || 0); }
  scrollTo(x, y) {
    if (typeof x === 'object') scrollElement(this, x.left ?? this.scrollLeft, x.top ?? this.scrollTop);
    else scrollElement(this, +x || 0, +y || 0);
  }
  scroll(x, y) { this.scrollTo(x, y); }
  scrollBy(x, y) {
    if (typeof x === 'object') this.scrollTo(this.scrollLeft + (x.left || 0), this.scrollTop + (x.top || 0));
    else this.scrollTo(this.scrollLeft + x, this.scrollTop + y);
  }
  scrollIntoView() { scrollIntoView(this); }

  focus() { moveFocus(this); }
  blur() { if (focused === this) moveFocus(null); }
  click() { click(this, {}); }
  getRootNode() { return Node.prototype.getRootNode.call(this); }
  requestFullscreen() { return Promise.reject(failure('NotAllowedError')); }
  setPointerCapture() {}
  releasePointerCapture() {}
  animate() { return { cancel() {}, finish() {}, play() {}, pause() {}, onfinish: null, finished: Promise.resolve() }; }
}

// ---- HTML elements

/** Defines properties that mirror attributes: as text, or as a switch. */
function mirror(type, texts, switches = []) {
  for (const name of texts) {
    const attribute = { htmlFor: 'for', className: 'class', vAlign: 'valign', cellPadding: 'cellpadding' }[name] || name.toLowerCase();
    Object.defineProperty(type.prototype, name, {
      configurable: true,
      enumerable: true,
      get() { return this._attributes.get(attribute) ?? ''; },
      set(value) { this._setAttribute(attribute, String(value)); },
    });
  }
  for (const name of switches) {
    const attribute = { readOnly: 'readonly', noValidate: 'novalidate', defaultChecked: 'checked', defaultSelected: 'selected' }[name] || name;
    Object.defineProperty(type.prototype, name, {
      configurable: true,
      enumerable: true,
      get() { return this._attributes.has(attribute); },
      set(value) { this.toggleAttribute(attribute, !!value); },
    });
  }
}

/** Reads an attribute that has few values: anything else, and a missing one, counts as `standard`; an empty one as `empty`. */
function said(element, name, values, standard, empty = standard) {
  const value = element._attributes.get(name)?.toLowerCase();
  return values.includes(value) ? value : value === '' ? empty : standard;
}

class HTMLElement extends Element {
  get offsetWidth() { return Math.round(measure(this)?.box[2] ?? 0); }
  get offsetHeight() { return Math.round(measure(this)?.box[3] ?? 0); }
  get offsetParent() { return offsetParent(this); }
  get offsetLeft() { return offsetFrom(this, 0); }
  get offsetTop() { return offsetFrom(this, 1); }
  get tabIndex() {
    const index = parseInt(this.getAttribute('tabindex'), 10);
    return Number.isNaN(index) ? (isFocusable(this) ? 0 : -1) : index;
  }
  set tabIndex(value) { this.setAttribute('tabindex', value); }
  get draggable() {
    const said = this._attributes.get('draggable')?.toLowerCase();
    return said === 'true' || (said !== 'false' && (this.localName === 'img' || (this.localName === 'a' && this._attributes.has('href'))));
  }
  set draggable(value) { this.setAttribute('draggable', String(!!value)); }
  get contentEditable() { return said(this, 'contenteditable', ['true', 'false', 'plaintext-only'], 'inherit', 'true'); }
  set contentEditable(value) { this.setAttribute('contenteditable', value); }
  get isContentEditable() {
    for (let one = this; one && one.nodeType === 1; one = one.parentNode) {
      if (isEditable(one)) return true;
      if (one._attributes.get('contenteditable')?.toLowerCase() === 'false') return false;
    }
    return false;
  }
  get form() { return this.closest('form'); }
  get dir() { return said(this, 'dir', ['ltr', 'rtl', 'auto'], ''); }
  set dir(value) { this.setAttribute('dir', value); }
}
mirror(HTMLElement, ['title', 'lang', 'align', 'vAlign', 'bgColor', 'accessKey', 'name'], ['hidden', 'disabled']);

class HTMLInputElement extends HTMLElement {
  get type() {
    const type = (this.getAttribute('type') || 'text').toLowerCase();
    return INPUT_TYPES.has(type) ? type : 'text';
  }
  set type(value) { this.setAttribute('type', value); }
  get value() {
    if (this._value !== undefined && !keepsValueInAttribute(this)) return this._value;
    return this.getAttribute('value') ?? (isTick(this) ? 'on' : this.type === 'color' ? '#000000' : this.type === 'range' ? rangeStart(this) : '');
  }
  set value(given) {
    const text = given === null || given === undefined ? '' : String(given);
    if (keepsValueInAttribute(this)) {
      this.setAttribute('value', text);
      return;
    }
    this._value = sanitized(this, text);
    setSelection(this, this._value.length, this._value.length);
  }
  get checked() { return this._checked ?? this.hasAttribute('checked'); }
  set checked(value) {
    this._checked = !!value;
    if (value && this.type === 'radio') {
      for (const other of radioGroup(this)) {
        if (other === this || !other.checked) continue;
        other._checked = false;
        touch(other);
      }
    }
    touch(this);
  }
  get valueAsNumber() { return this.type === 'number' || this.type === 'range' ? parseFloat(this.value) : NaN; }
  set valueAsNumber(value) { this.value = String(value); }
  get labels() { return labelsOf(this); }
  get width() { return this.offsetWidth; }
  get height() { return this.offsetHeight; }
  stepUp(count = 1) { this.value = String((parseFloat(this.value) || 0) + count * (parseFloat(this.step) || 1)); }
  stepDown(count = 1) { this.stepUp(-count); }
}
const INPUT_TYPES = new Set(('text password search tel url email number range date time month week datetime-local color checkbox radio ' +
  'file hidden submit reset button image').split(' '));
mirror(HTMLInputElement, ['placeholder', 'min', 'max', 'step', 'pattern', 'src', 'alt', 'accept', 'autocomplete', 'defaultValue'], ['readOnly', 'required', 'multiple', 'autofocus', 'defaultChecked']);
Object.defineProperty(HTMLInputElement.prototype, 'defaultValue', {
  configurable: true,
  get() { return this.getAttribute('value') ?? ''; },
  set(value) { this.setAttribute('value', value); },
});

const isTick = element => element.localName === 'input' && (element.type === 'checkbox' || element.type === 'radio');
const keepsValueInAttribute = input => /^(checkbox|radio|button|submit|reset|image|hidden)$/.test(input.type);

function rangeStart(input) {
  const least = parseFloat(input.min || '0');
  const most = parseFloat(input.max || '100');
  return String(most < least ? least : (least + most) / 2);
}

/** Returns what a field of its type makes of a text. */
function sanitized(input, text) {
  switch (input.type) {
    case 'number': return /^-?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text) ? text : '';
    case 'date': return /^\d{4,}-\d\d-\d\d$/.test(text) ? text : '';
    case 'time': return /^\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? text : '';
    case 'color': return /^#[\da-f]{6}$/i.test(text) ? text.toLowerCase() : '#000000';
    case 'range': {
      const value = parseFloat(text);
      if (Number.isNaN(value)) return rangeStart(input);
      const least = parseFloat(input.min || '0');
      return String(Math.max(least, Math.min(value, parseFloat(input.max || '100'))));
    }
    default: return text.replace(/[\r\n]/g, '');
  }
}

function radioGroup(input) {
  const group = [];
  const name = input.name;
  if (!name) return [input];
  const form = input.form;
  walk(form || input.getRootNode(), one => {
    if (one.localName === 'input' && one.type === 'radio' && one.name === name && one.form === form) group.push(one);
  });
  return group;
}

function labelsOf(control) {
  const labels = [];
  if (control.id) walk(control.getRootNode(), one => { if (one.localName === 'label' && one.htmlFor === control.id) labels.push(one); });
  const around = control.closest('label');
  if (around && !labels.includes(around)) labels.push(around);
  return list(labels);
}

class HTMLTextAreaElement extends HTMLElement {
  get type() { return 'textarea'; }
  get value() { return this._value ?? this.textContent; }
  set value(text) {
    this._value = text === null ? '' : String(text).replace(/\r\n?/g, '\n');
    setSelection(this, this._value.length, this._value.length);
  }
  get defaultValue() { return this.textContent; }
  set defaultValue(text) { this.textContent = text; }
  get textLength() { return this.value.length; }
  get labels() { return labelsOf(this); }
}
mirror(HTMLTextAreaElement, ['placeholder', 'rows', 'cols', 'wrap'], ['readOnly', 'required', 'autofocus']);

for (const type of [HTMLInputElement, HTMLTextAreaElement]) {
  Object.defineProperties(type.prototype, {
    selectionStart: { configurable: true, get() { return selectionIn(this)[0]; }, set(at) { setSelection(this, at, Math.max(at, selectionIn(this)[1])); } },
    selectionEnd: { configurable: true, get() { return selectionIn(this)[1]; }, set(at) { setSelection(this, Math.min(at, selectionIn(this)[0]), at); } },
    selectionDirection: { configurable: true, get() { return 'none'; } },
    maxLength: {
      configurable: true,
      get() {
        const most = parseInt(this.getAttribute('maxlength'), 10);
        return most >= 0 ? most : -1;
      },
      set(value) { this.setAttribute('maxlength', value); },
    },
    size: { configurable: true, get() { return Math.max(0, parseInt(this.getAttribute('size'), 10)) || 20; }, set(value) { this.setAttribute('size', value); } },
    select: { configurable: true, writable: true, value: function select() { setSelection(this, 0, this.value.length); fire(this, 'select'); } },
    setSelectionRange: { configurable: true, writable: true, value: function setSelectionRange(start, end) { setSelection(this, start, end); } },
    checkValidity: { configurable: true, writable: true, value: function checkValidity() { return !this.required || this.value !== ''; } },
    setCustomValidity: { configurable: true, writable: true, value: function setCustomValidity() {} },
    validity: { configurable: true, get() { return { valid: this.checkValidity(), valueMissing: !this.checkValidity() }; } },
  });
}

function selectionIn(field) {
  const length = field.value.length;
  const [start, end] = field._selection || [length, length];
  return [Math.min(start, length), Math.min(end, length)];
}

function setSelection(field, start, end) {
  const length = field.value.length;
  const last = Math.max(0, Math.min(end >>> 0, length));
  field._selection = [Math.max(0, Math.min(start >>> 0, last)), last];
  touch(field);
}

class HTMLOptionElement extends HTMLElement {
  get text() { return this.textContent.replace(/\s+/g, ' ').trim(); }
  set text(text) { this.textContent = text; }
  get value() { return this.getAttribute('value') ?? this.text; }
  set value(value) { this.setAttribute('value', value); }
  get label() { return this.getAttribute('label') || this.text; }
  get selected() {
    const select = this.closest('select');
    if (!select || select.multiple) return this._selected ?? this.hasAttribute('selected');
    return select._chosen() === this;
  }
  set selected(value) {
    const select = this.closest('select');
    if (select && !select.multiple) {
      if (value) for (const option of select.options) option._selected = option === this;
      else this._selected = false;
    } else this._selected = !!value;
    touch(this);
    if (select) touch(select);
  }
  get index() {
    const select = this.closest('select');
    return select ? select.options.indexOf(this) : 0;
  }
}
mirror(HTMLOptionElement, [], ['defaultSelected']);

class HTMLSelectElement extends HTMLElement {
  get type() { return this.multiple ? 'select-multiple' : 'select-one'; }
  get options() {
    const options = this.getElementsByTagName('option');
    options.add = (option, before) => this.add(option, before);
    return options;
  }
  get length() { return this.options.length; }
  set length(count) { for (const option of this.options.slice(count)) option.remove(); }
  get size() { return Math.max(0, parseInt(this.getAttribute('size'), 10)) || 0; }
  set size(value) { this.setAttribute('size', value); }
  get selectedOptions() { return list(this.options.filter(option => option.selected)); }
  /** Returns the option of `selectedIndex`, found once as long as the document is the same. */
  _chosen() {
    if (this._chosenAt !== version) {
      this._chosenOption = this.options[this.selectedIndex] || null;
      this._chosenAt = version;
    }
    return this._chosenOption;
  }
  get selectedIndex() {
    const options = this.options;
    if (this.multiple) return options.findIndex(option => option.selected);
    let index = options.findIndex(option => option._selected === true);
    if (index < 0) index = options.findLastIndex(option => option._selected === undefined && option.hasAttribute('selected'));
    if (index >= 0 || this.size > 1 || this._none) return index;
    return options.findIndex(option => !option.disabled);
  }
  set selectedIndex(index) {
    this._none = +index < 0;
    this.options.forEach((option, place) => { option._selected = place === +index; touch(option); });
    touch(this);
  }
  get value() {
    const option = this.options[this.selectedIndex];
    return option ? option.value : '';
  }
  set value(value) { this.selectedIndex = this.options.findIndex(option => option.value === String(value)); }
  get labels() { return labelsOf(this); }
  item(index) { return this.options[index] || null; }
  add(option, before) { this.insertBefore(option, typeof before === 'number' ? this.options[before] || null : before || null); }
  remove(index) {
    if (index === undefined) super.remove();
    else this.options[index]?.remove();
  }
}
mirror(HTMLSelectElement, [], ['multiple', 'required']);

class HTMLAnchorElement extends HTMLElement {
  get href() { return this.hasAttribute('href') ? absolute(this.getAttribute('href')) : ''; }
  set href(value) { this.setAttribute('href', value); }
  toString() { return this.href; }
}
for (const name of ['protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'hash', 'origin']) {
  Object.defineProperty(HTMLAnchorElement.prototype, name, { configurable: true, get() { return urlParts(this.href)[name]; } });
}
mirror(HTMLAnchorElement, ['target', 'rel', 'download']);

class HTMLButtonElement extends HTMLElement {
  get type() {
    const type = (this.getAttribute('type') || '').toLowerCase();
    return type === 'button' || type === 'reset' ? type : 'submit';
  }
  set type(value) { this.setAttribute('type', value); }
  get labels() { return labelsOf(this); }
}
mirror(HTMLButtonElement, ['value']);

class HTMLLabelElement extends HTMLElement {
  get control() {
    const id = this.getAttribute('for');
    if (id !== null) return elementById(this.getRootNode(), id);
    return this.querySelector('button,input:not([type=hidden]),select,textarea');
  }
}
mirror(HTMLLabelElement, ['htmlFor']);

class HTMLImageElement extends HTMLElement {
  get complete() { return true; }
  get src() { return this.hasAttribute('src') ? absolute(this.getAttribute('src')) : ''; }
  set src(value) { this.setAttribute('src', value); }
  get width() { return this.isConnected ? this.offsetWidth : +this.getAttribute('width') || 0; }
  set width(value) { this.setAttribute('width', value); }
  get height() { return this.isConnected ? this.offsetHeight : +this.getAttribute('height') || 0; }
  set height(value) { this.setAttribute('height', value); }
  get naturalWidth() { return this.width; }
  get naturalHeight() { return this.height; }
  _attributeChanged(name) { if (name === 'src') later(() => fire(this, 'load', { bubbles: false }, Event)); }
}
mirror(HTMLImageElement, ['alt', 'useMap']);

class HTMLFormElement extends HTMLElement {
  get elements() { return this.querySelectorAll('button,fieldset,input,output,select,textarea'); }
  get length() { return this.elements.length; }
  get method() { return said(this, 'method', ['get', 'post', 'dialog'], 'get'); }
  set method(value) { this.setAttribute('method', value); }
  get enctype() { return said(this, 'enctype', ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'], 'application/x-www-form-urlencoded'); }
  set enctype(value) { this.setAttribute('enctype', value); }
  submit() { navigate(this.getAttribute('action') || location.href); }
  requestSubmit() { submit(this); }
  reset() {
    if (!fire(this, 'reset')) return;
    for (const element of this.elements) {
      delete element._value;
      delete element._checked;
      delete element._selection;
      if (element.localName === 'select') for (const option of element.options) delete option._selected;
      touch(element);
    }
  }
  checkValidity() { return this.elements.every(element => !element.checkValidity || element.checkValidity()); }
}
mirror(HTMLFormElement, ['action', 'target'], ['noValidate']);

class HTMLScriptElement extends HTMLElement {
  get text() { return this.textContent; }
  set text(text) { this.textContent = text; }
  get src() { return this.getAttribute('src') ?? ''; }
  set src(value) { this.setAttribute('src', value); }
}
mirror(HTMLScriptElement, ['type', 'charset'], ['async', 'defer']);

class HTMLTableElement extends HTMLElement {
  get rows() { return this.querySelectorAll(':scope > tr, :scope > tbody > tr, :scope > thead > tr, :scope > tfoot > tr'); }
  get tBodies() { return this.querySelectorAll(':scope > tbody'); }
  get tHead() { return this.querySelector(':scope > thead'); }
  insertRow(index = -1) { return insertInto(this.tBodies[0] || this.appendChild(this.ownerDocument.createElement('tbody')), 'tr', index); }
  deleteRow(index) { this.rows.at(index)?.remove(); }
}
class HTMLTableSectionElement extends HTMLElement {
  get rows() { return this.querySelectorAll(':scope > tr'); }
  insertRow(index = -1) { return insertInto(this, 'tr', index); }
}
class HTMLTableRowElement extends HTMLElement {
  get cells() { return this.querySelectorAll(':scope > td, :scope > th'); }
  get rowIndex() {
    const table = this.closest('table');
    return table ? table.rows.indexOf(this) : -1;
  }
  insertCell(index = -1) { return insertInto(this, 'td', index); }
  deleteCell(index) { this.cells.at(index)?.remove(); }
}
class HTMLTableCellElement extends HTMLElement {
  get cellIndex() { return this.parentNode ? this.parentNode.children.indexOf(this) : -1; }
  get colSpan() { return parseInt(this.getAttribute('colspan'), 10) || 1; }
  set colSpan(value) { this.setAttribute('colspan', value); }
  get rowSpan() { return parseInt(this.getAttribute('rowspan'), 10) || 1; }
  set rowSpan(value) { this.setAttribute('rowspan', value); }
}

function insertInto(parent, name, index) {
  const before = index < 0 ? null : parent.children[index] || null;
  return parent.insertBefore(parent.ownerDocument.createElement(name), before);
}

class HTMLTemplateElement extends HTMLElement {
  get content() {
    const fragment = this.ownerDocument.createDocumentFragment();
    for (const child of this.childNodes) fragment.appendChild(child.cloneNode(true));
    return fragment;
  }
}
class HTMLDivElement extends HTMLElement {}
class HTMLSpanElement extends HTMLElement {}
class HTMLBodyElement extends HTMLElement {}
class HTMLHtmlElement extends HTMLElement {}
class HTMLHeadElement extends HTMLElement {}
class HTMLParagraphElement extends HTMLElement {}
class HTMLUListElement extends HTMLElement {}
class HTMLLIElement extends HTMLElement {}
class HTMLStyleElement extends HTMLElement {
  get sheet() { return { cssRules: [], insertRule: rule => this.append(rule) }; }
}
class HTMLLinkElement extends HTMLElement {}
mirror(HTMLLinkElement, ['href', 'rel', 'type', 'media']);
mirror(HTMLTableElement, ['border', 'cellPadding', 'width']);

// ---- Canvas: calls are recorded, and drawn when the page is painted

const CANVAS_METHODS = ('save restore scale rotate translate transform setTransform resetTransform clearRect fillRect strokeRect beginPath closePath ' +
  'moveTo lineTo bezierCurveTo quadraticCurveTo arc arcTo ellipse rect roundRect fill stroke clip fillText strokeText setLineDash putImageData').split(' ');
const CANVAS_PROPERTIES = {
  fillStyle: '#000000', strokeStyle: '#000000', lineWidth: 1, lineCap: 'butt', lineJoin: 'miter', miterLimit: 10, lineDashOffset: 0,
  font: '10px sans-serif', textAlign: 'start', textBaseline: 'alphabetic', globalAlpha: 1, globalCompositeOperation: 'source-over',
  shadowBlur: 0, shadowColor: 'rgba(0, 0, 0, 0)', shadowOffsetX: 0, shadowOffsetY: 0, imageSmoothingEnabled: true, direction: 'ltr',
};
const MAX_CALLS = 100000;

class CanvasGradient {
  constructor(kind, places) { this._paint = { kind, places, stops: [] }; }
  addColorStop(at, color) { this._paint.stops.push([+at, String(color)]); }
}

class CanvasRenderingContext2D {
  constructor(canvas) {
    this.canvas = canvas;
    this._clear();
  }
  _clear() {
    this._calls = [];
    this._values = { ...CANVAS_PROPERTIES };
    this._saved = [];
  }
  _record(name, given) {
    if (this._calls.length >= MAX_CALLS) throw new RangeError('Too much is drawn on a canvas.');
    const canvas = this.canvas;
    // A clear of everything begins a new record: what was drawn before does not show any more.
    if (name === 'clearRect' && !this._saved.length && !this._moved && given[0] <= 0 && given[1] <= 0 &&
      given[0] + given[2] >= canvas.width && given[1] + given[3] >= canvas.height) {
      this._calls = Object.entries(this._values).filter(([key, value]) => value !== CANVAS_PROPERTIES[key])
        .map(([key, value]) => ['=', [key, value instanceof CanvasGradient ? value._paint : value]]);
    } else {
      if (/^(translate|scale|rotate|transform|setTransform|clip)$/.test(name)) this._moved = true;
      this._calls.push([name, given.map(one => (one instanceof ImageData ? [one.width, one.height, [...one.data]] : one))]);
    }
    touch(canvas);
  }
  drawImage(image, ...places) { this._record('drawImage', [image.localName === 'canvas' ? image._number : image.getAttribute('src') || '', ...places.map(Number)]); }
  createLinearGradient(...places) { return new CanvasGradient('linear', places.map(Number)); }
  createRadialGradient(...places) { return new CanvasGradient('radial', places.map(Number)); }
  createPattern() { return 'rgba(0, 0, 0, 0)'; }
  createImageData(width, height) { return new ImageData(width, height); }
  getImageData(x, y, width, height) {
    const image = new ImageData(width, height);
    image.data.set(pixels(this.canvas, x | 0, y | 0, image.width, image.height));
    return image;
  }
  measureText(text) { return { width: textWidth(this.font, String(text)), actualBoundingBoxLeft: 0 }; }
  getLineDash() { return []; }
  isPointInPath() { return false; }
}
for (const name of CANVAS_METHODS) {
  CanvasRenderingContext2D.prototype[name] = {
    [name](...given) {
      if (name === 'save') this._saved.push({ ...this._values });
      if (name === 'restore' && this._saved.length) this._values = this._saved.pop();
      this._record(name, given.map(one => (typeof one === 'object' && one !== null ? one : typeof one === 'string' || typeof one === 'boolean' ? one : +one)));
    },
  }[name];
}
for (const name of Object.keys(CANVAS_PROPERTIES)) {
  Object.defineProperty(CanvasRenderingContext2D.prototype, name, {
    configurable: true,
    get() { return this._values[name]; },
    set(value) {
      if (this._values[name] === value) return;
      this._values[name] = value;
      this._record('=', [name, value instanceof CanvasGradient ? value._paint : typeof value === 'object' ? '' : value]);
    },
  });
}

class ImageData {
  constructor(given, width, height) {
    const data = typeof given === 'number' ? null : given;
    this.width = Math.abs(data ? width : given) | 0;
    this.height = Math.abs(data ? height ?? data.length / 4 / width : width) | 0;
    if (!(this.width * this.height <= 1 << 22)) throw new RangeError('The image is too large.');
    this.data = data || new Uint8ClampedArray(this.width * this.height * 4);
  }
}

class HTMLCanvasElement extends HTMLElement {
  get width() { return sizeOr(this.getAttribute('width'), 300); }
  set width(value) { this.setAttribute('width', value); }
  get height() { return sizeOr(this.getAttribute('height'), 150); }
  set height(value) { this.setAttribute('height', value); }
  _attributeChanged(name) {
    if (!this._context || (name !== 'width' && name !== 'height')) return;
    this._context._clear();
    touch(this);
  }
  getContext(kind) {
    if (kind !== '2d') return null;
    return this._context || (this._context = new CanvasRenderingContext2D(this));
  }
  toDataURL() { return 'data:,'; }
}

function sizeOr(text, otherwise) {
  const size = parseInt(text, 10);
  return size >= 0 ? size : otherwise;
}

// ---- SVG

class SVGMatrix {
  constructor(a = 1, b = 0, c = 0, d = 1, e = 0, f = 0) { Object.assign(this, { a, b, c, d, e, f }); }
  multiply(m) {
    return new SVGMatrix(
      this.a * m.a + this.c * m.b, this.b * m.a + this.d * m.b,
      this.a * m.c + this.c * m.d, this.b * m.c + this.d * m.d,
      this.a * m.e + this.c * m.f + this.e, this.b * m.e + this.d * m.f + this.f);
  }
  inverse() {
    const { a, b, c, d, e, f } = this;
    const area = a * d - b * c;
    if (!area) throw failure('InvalidStateError', 'The matrix is not invertible.');
    return new SVGMatrix(d / area, -b / area, -c / area, a / area, (c * f - d * e) / area, (b * e - a * f) / area);
  }
  translate(x, y) { return this.multiply(new SVGMatrix(1, 0, 0, 1, x, y)); }
  scale(by) { return this.multiply(new SVGMatrix(by, 0, 0, by, 0, 0)); }
  scaleNonUniform(x, y) { return this.multiply(new SVGMatrix(x, 0, 0, y, 0, 0)); }
  rotate(degrees) {
    const cos = Math.cos(degrees * Math.PI / 180);
    const sin = Math.sin(degrees * Math.PI / 180);
    return this.multiply(new SVGMatrix(cos, sin, -sin, cos, 0, 0));
  }
}

class SVGPoint {
  constructor(x = 0, y = 0) { Object.assign(this, { x, y }); }
  matrixTransform(m) { return new SVGPoint(m.a * this.x + m.c * this.y + m.e, m.b * this.x + m.d * this.y + m.f); }
}

/** The list of transforms of an element, enough for d3.transform: what is set is joined to one matrix. */
class SVGTransformList {
  constructor(element) { this._element = element; }
  get numberOfItems() { return this._element.hasAttribute('transform') ? 1 : 0; }
  consolidate() { return this.numberOfItems ? { type: 1, matrix: readTransform(this._element.getAttribute('transform')) } : null; }
  getItem() { return this.consolidate(); }
  clear() { this._element.removeAttribute('transform'); }
  appendItem() {}
}

function readTransform(text) {
  let matrix = new SVGMatrix();
  for (const [, name, written] of text.matchAll(/(\w+)\s*\(([^)]*)\)/g)) {
    const values = (written.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) || []).map(Number);
    if (name === 'translate') matrix = matrix.translate(values[0] || 0, values[1] || 0);
    else if (name === 'scale') matrix = matrix.scaleNonUniform(values[0] ?? 1, values[1] ?? values[0] ?? 1);
    else if (name === 'rotate') {
      const [angle = 0, x = 0, y = 0] = values;
      matrix = matrix.translate(x, y).rotate(angle).translate(-x, -y);
    } else if (name === 'matrix' && values.length === 6) matrix = matrix.multiply(new SVGMatrix(...values));
    else if (name === 'skewX') matrix = matrix.multiply(new SVGMatrix(1, 0, Math.tan((values[0] || 0) * Math.PI / 180), 1, 0, 0));
    else if (name === 'skewY') matrix = matrix.multiply(new SVGMatrix(1, Math.tan((values[0] || 0) * Math.PI / 180), 0, 1, 0, 0));
  }
  return matrix;
}

/** A value of an attribute that SVG can animate, such as `className.baseVal` and `r.baseVal.value`. */
function animated(element, name) {
  return {
    get baseVal() {
      const text = element.getAttribute(name) ?? '';
      return name === 'class' || name === 'href' ? text : { value: parseFloat(text) || 0, valueAsString: text };
    },
    set baseVal(value) { element.setAttribute(name, value); },
    get animVal() { return this.baseVal; },
    toString() { return element.getAttribute(name) ?? ''; },
  };
}

class SVGElement extends Element {
  get className() { return animated(this, 'class'); }
  set className(value) { this.setAttribute('class', value); }
  get tabIndex() { return parseInt(this.getAttribute('tabindex'), 10) || -1; }
  get ownerSVGElement() {
    const parent = this.parentElement;
    return parent ? parent.closest('svg') : null;
  }
  get viewportElement() { return this.ownerSVGElement; }
  get nearestViewportElement() { return this.ownerSVGElement; }
  get transform() { return { baseVal: new SVGTransformList(this), animVal: new SVGTransformList(this) }; }
  getBBox() {
    const [x, y, width, height] = measure(this)?.local ?? NOWHERE;
    return { x, y, width, height };
  }
  getScreenCTM() {
    const [a, b, c, d, e, f] = measure(this)?.matrix ?? [1, 0, 0, 1, 0, 0];
    return new SVGMatrix(a, b, c, d, e - scrolled.x, f - scrolled.y);
  }
  getCTM() {
    const root = this.ownerSVGElement;
    return root ? root.getScreenCTM().inverse().multiply(this.getScreenCTM()) : new SVGMatrix();
  }
  getTransformToElement(other) { return other.getScreenCTM().inverse().multiply(this.getScreenCTM()); }
  getComputedTextLength() { return this.getBBox().width; }
  getTotalLength() { return 0; }
  getPointAtLength() { return new SVGPoint(); }
  createSVGMatrix() { return new SVGMatrix(); }
  createSVGPoint() { return new SVGPoint(); }
  createSVGRect() { return { x: 0, y: 0, width: 0, height: 0 }; }
  createSVGTransformFromMatrix(matrix) { return { type: 1, matrix }; }
}
for (const name of ['x', 'y', 'width', 'height', 'cx', 'cy', 'r', 'rx', 'ry', 'x1', 'y1', 'x2', 'y2', 'href']) {
  Object.defineProperty(SVGElement.prototype, name, { configurable: true, get() { return animated(this, name); }, set(value) { this.setAttribute(name, value); } });
}

// ---- The document

class HTMLDialogElement extends HTMLElement {
  get open() { return this.hasAttribute('open'); }
  set open(value) { this.toggleAttribute('open', !!value); }
  show() { this.setAttribute('open', ''); }
  showModal() {
    this._modal = true;
    touch(this);
    this.setAttribute('open', '');
    const first = this.querySelector('[autofocus]') || [...this.querySelectorAll('*')].find(isFocusable);
    if (first) moveFocus(first);
  }
  close(value) {
    if (!this.open) return;
    if (value !== undefined) this.returnValue = String(value);
    this._modal = false;
    this.removeAttribute('open');
    later(() => fire(this, 'close', { bubbles: false, cancelable: false }, Event));
  }
}
HTMLDialogElement.prototype.returnValue = '';

class HTMLDetailsElement extends HTMLElement {
  get open() { return this.hasAttribute('open'); }
  set open(value) {
    if (!!value === this.open) return;
    this.toggleAttribute('open', !!value);
    later(() => fire(this, 'toggle', { bubbles: false, cancelable: false }, Event));
  }
}

const ELEMENTS = {
  dialog: HTMLDialogElement, details: HTMLDetailsElement,
  a: HTMLAnchorElement, area: HTMLAnchorElement, body: HTMLBodyElement, button: HTMLButtonElement, canvas: HTMLCanvasElement, div: HTMLDivElement,
  form: HTMLFormElement, head: HTMLHeadElement, html: HTMLHtmlElement, img: HTMLImageElement, input: HTMLInputElement, label: HTMLLabelElement,
  li: HTMLLIElement, link: HTMLLinkElement, option: HTMLOptionElement, p: HTMLParagraphElement, script: HTMLScriptElement, select: HTMLSelectElement,
  span: HTMLSpanElement, style: HTMLStyleElement, table: HTMLTableElement, tbody: HTMLTableSectionElement, thead: HTMLTableSectionElement,
  tfoot: HTMLTableSectionElement, tr: HTMLTableRowElement, td: HTMLTableCellElement, th: HTMLTableCellElement, template: HTMLTemplateElement,
  textarea: HTMLTextAreaElement, ul: HTMLUListElement,
};
Object.setPrototypeOf(ELEMENTS, null);

const EVENT_KINDS = {
  event: Event, events: Event, htmlevents: Event, uievent: UIEvent, uievents: UIEvent, mouseevent: MouseEvent, mouseevents: MouseEvent,
  keyboardevent: KeyboardEvent, customevent: CustomEvent, touchevent: TouchEvent, focusevent: FocusEvent, mutationevents: Event,
};

class Document extends Node {
  constructor() {
    super(9, null);
    this.defaultView = null;
    this.compatMode = 'CSS1Compat';
    this.contentType = 'text/html';
    this.characterSet = this.charset = 'UTF-8';
    this.readyState = 'loading';
    this.visibilityState = 'visible';
    this.hidden = false;
    this.cookie = '';
    this.referrer = '';
    this.domain = '';
    this.designMode = 'off';
    this.currentScript = null;
  }
  get nodeName() { return '#document'; }
  get documentElement() { return this.childNodes.find(child => child.nodeType === 1) || null; }
  get head() { return this._part('head'); }
  get body() { return this._part('body'); }
  _part(name) {
    const root = this.documentElement;
    return (root && root.childNodes.find(child => child.localName === name)) || null;
  }
  get doctype() { return { name: 'html', publicId: '', systemId: '', nodeType: 10 }; }
  get URL() { return location.href; }
  get documentURI() { return location.href; }
  get location() { return location; }
  set location(url) { navigate(url); }
  get title() {
    const title = this.querySelector('title');
    return title ? title.textContent.replace(/\s+/g, ' ').trim() : '';
  }
  set title(text) {
    const title = this.querySelector('title') || (this.head && this.head.appendChild(this.createElement('title')));
    if (title) title.textContent = text;
  }
  get activeElement() { return (this === document && focused) || this.body; }
  get scrollingElement() { return this.documentElement; }
  get styleSheets() { return list([]); }
  get forms() { return this.getElementsByTagName('form'); }
  get images() { return this.getElementsByTagName('img'); }
  get links() { return this.querySelectorAll('a[href]'); }
  get scripts() { return this.getElementsByTagName('script'); }
  get all() { return this.getElementsByTagName('*'); }
  get implementation() {
    return {
      hasFeature: () => true,
      createHTMLDocument: title => {
        const made = new Document();
        parseInto(made, `<html><head><title>${escapeText(String(title ?? ''))}</title></head><body></body></html>`);
        return made;
      },
      createDocument: () => new Document(),
    };
  }
  createElement(name) { return this.createElementNS(HTML, String(name).toLowerCase()); }
  createElementNS(namespace, given) {
    const name = String(given);
    if (!/^[^\s<>\/="']+$/.test(name)) throw failure('InvalidCharacterError', `'${name}' is not a valid name.`);
    countNode();
    if (namespace === SVG) return new SVGElement(name.replace(/^svg:/, ''), SVG, this);
    if (namespace !== HTML && namespace) return new Element(name, namespace, this);
    return new (ELEMENTS[name] || HTMLElement)(name, HTML, this);
  }
  createTextNode(text) {
    countNode();
    return new Text(3, text, this);
  }
  createComment(text) {
    countNode();
    return new Comment(8, text, this);
  }
  createDocumentFragment() { return new DocumentFragment(this); }
  createAttribute(name) { return new Attr(null, String(name).toLowerCase()); }
  createEvent(kind) { return new (EVENT_KINDS[String(kind).toLowerCase()] || Event)(''); }
  createRange() { return new Range(); }
  createTreeWalker(root, show = 0xffffffff) { return new TreeWalker(root, show); }
  getElementById(id) { return elementById(this, id); }
  getElementsByName(name) {
    const found = [];
    walk(this, element => { if (element._attributes.get('name') === String(name)) found.push(element); });
    return list(found);
  }
  elementFromPoint(x, y) { return elementAt(x, y); }
  elementsFromPoint(x, y) {
    const path = [];
    for (let one = elementAt(x, y); one && one.nodeType === 1; one = one.parentNode) path.push(one);
    return path;
  }
  importNode(node, deep) { return node.cloneNode(deep); }
  adoptNode(node) {
    node.remove();
    return node;
  }
  hasFocus() { return true; }
  getSelection() { return selection; }
  execCommand() { return false; }
  queryCommandSupported() { return false; }
  open() { return this; }
  close() {}
  write(...texts) { writeDocument(texts.join('')); }
  writeln(...texts) { writeDocument(texts.join('') + '\n'); }
  _copy() { return new Document(); }
}

class TreeWalker {
  constructor(root, show) {
    this.root = this.currentNode = root;
    this._show = show;
  }
  nextNode() {
    for (let node = this.currentNode; node;) {
      if (node.firstChild) node = node.firstChild;
      else {
        while (node && node !== this.root && !node._next) node = node.parentNode;
        if (!node || node === this.root) return null;
        node = node._next;
      }
      if (this._show & (1 << (node.nodeType - 1))) return (this.currentNode = node);
    }
    return null;
  }
}

/** A range: enough for selections and for HTML fragments. */
class Range {
  constructor() {
    this.startContainer = this.endContainer = document;
    this.startOffset = this.endOffset = 0;
  }
  get collapsed() { return this.startContainer === this.endContainer && this.startOffset === this.endOffset; }
  get commonAncestorContainer() {
    let node = this.startContainer;
    while (node && !node.contains(this.endContainer)) node = node.parentNode;
    return node;
  }
  setStart(node, offset) {
    Object.assign(this, { startContainer: node, startOffset: offset });
    if (comparePlaces(this.startContainer, this.startOffset, this.endContainer, this.endOffset) > 0) this.collapse(true);
  }
  setEnd(node, offset) {
    Object.assign(this, { endContainer: node, endOffset: offset });
    if (comparePlaces(this.startContainer, this.startOffset, this.endContainer, this.endOffset) > 0) this.collapse(false);
  }
  selectNode(node) { this._set(node.parentNode, node.parentNode.childNodes.indexOf(node), node.parentNode, node.parentNode.childNodes.indexOf(node) + 1); }
  selectNodeContents(node) { this._set(node, 0, node, node.nodeType === 3 ? node.length : node.childNodes.length); }
  _set(startContainer, startOffset, endContainer, endOffset) { Object.assign(this, { startContainer, startOffset, endContainer, endOffset }); }
  collapse(toStart) {
    if (toStart) Object.assign(this, { endContainer: this.startContainer, endOffset: this.startOffset });
    else Object.assign(this, { startContainer: this.endContainer, startOffset: this.endOffset });
  }
  cloneRange() { return Object.assign(new Range(), this); }
  detach() {}
  toString() { return textBetween(this); }
  deleteContents() {}
  insertNode(node) { this.startContainer.insertBefore(node, this.startContainer.childNodes[this.startOffset] || null); }
  createContextualFragment(html) {
    const fragment = document.createDocumentFragment();
    parseInto(fragment, html);
    return fragment;
  }
  getClientRects() {
    const range = textRange(this);
    return range ? textBoxes(range).map(box => rectangle(box, true)) : [];
  }
  getBoundingClientRect() { return this.getClientRects()[0] || rectangle(NOWHERE, true); }
}
