// Nodes and events: the tree that scripts change, and how events travel through it.
//
// All files of this folder run as one function (see engine.py). A name that begins with an underscore is the host's.

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';
const window = globalThis;
// For libraries that are known (libraries.py): where the host has no C, they do all by themselves.
if (draw) Object.defineProperty(window, ' draw', { value: draw });

// ---- Private copies of what a page could tamper with, for what crosses the border

const quoteText = JSON.stringify;
const parseText = JSON.parse;
const applyFunction = Reflect.apply;
const joinFunction = Array.prototype.join;
const isArray = Array.isArray;
const toNull = Object.setPrototypeOf;
const getFromMap = Map.prototype.get;
const setInMap = Map.prototype.set;
const eachInMap = Map.prototype.forEach;

/** Joins texts to one flat text. (A text that was made by adding is a rope, which Python can't read.) */
const join = parts => applyFunction(joinFunction, parts, ['']);

/** Returns a value as JSON. Arrays are written here, since JSON.stringify would ask a toJSON that a page has given them. */
function quote(value) {
  if (!isArray(value)) return quoteText(value) ?? 'null';
  const parts = toNull([], null);
  for (let index = 0; index < value.length; index++) parts[index] = quote(value[index]);
  return '[' + applyFunction(joinFunction, parts, [',']) + ']';
}
const flat = text => join([text]);

// ---- What has changed since the last snapshot

// Moves with every change that can be seen in the document.
let version = 1;
const elementsByNumber = new Map();
// Elements are numbered as they are made: looking at a page must not change what its next input means.
let lastNumber = 0;

/** Notes that a node has changed: it and all above it are sent with the next snapshot. */
function touch(node) {
  version++;
  for (let one = node; one && !one._dirty; one = one.parentNode) one._dirty = true;
}

// Whether style sheets may have come, changed or gone since the last snapshot.
let sheetsMoved = true;
const isSheet = element => element.localName === 'style' || element.localName === 'link';

/** Notes that a subtree has left its parent: if it comes back, all of it is sent again. */
function forget(node) {
  node._dirty = true;
  if (isSheet(node)) sheetsMoved = true;
  elementsByNumber.delete(node._number);
  for (const child of node.childNodes) if (child.nodeType === 1) forget(child);
}

// ---- Events

const windowListeners = new Map();
const listenersOf = target => (target === window ? windowListeners : target._listeners);

function isCapture(options) {
  return typeof options === 'object' && options !== null ? !!options.capture : !!options;
}

function listen(target, type, listener, options) {
  if (!listener) return;
  let listeners = listenersOf(target);
  if (!listeners) Object.defineProperty(target, '_listeners', { value: (listeners = new Map()) });
  const capture = isCapture(options);
  const once = typeof options === 'object' && options !== null && !!options.once;
  const known = listeners.get(String(type)) || [];
  if (known.some(one => one.listener === listener && one.capture === capture)) return;
  listeners.set(String(type), [...known, { listener, capture, once }]);
  if (target.nodeType === 1 && PRESSES.has(String(type))) touch(target);
}

/** What makes an element one to be pressed, for the UI tree. */
const PRESSES = new Set(['click', 'mousedown', 'mouseup']);

function isHeard(listeners, type) {
  const known = listeners.get(type);
  return known !== undefined && known.length > 0;
}

/** Whether an element's own listeners hear presses. */
function hears(element) {
  const listeners = listenersOf(element);
  if (listeners && (isHeard(listeners, 'click') || isHeard(listeners, 'mousedown') || isHeard(listeners, 'mouseup'))) return true;
  if (typeof element.onclick === 'function' || typeof element.onmousedown === 'function' || typeof element.onmouseup === 'function') return true;
  const attributes = element._attributes;
  return attributes.size > 0 && (attributes.has('onclick') || attributes.has('onmousedown') || attributes.has('onmouseup'));
}

function unlisten(target, type, listener, options) {
  const listeners = listenersOf(target);
  const known = listeners && listeners.get(String(type));
  if (!known) return;
  const capture = isCapture(options);
  listeners.set(String(type), known.filter(one => one.listener !== listener || one.capture !== capture));
  if (target.nodeType === 1 && PRESSES.has(String(type))) touch(target);
}

/** Returns the handler of an attribute such as onclick, compiled in the scope that browsers give it. */
function attributeHandler(element, name) {
  const code = element.getAttribute(name);
  if (code === null) return null;
  const known = element._handlers || (element._handlers = new Map());
  const old = known.get(name);
  if (old && old.code === code) return old.handler;
  let handler = null;
  try {
    handler = new Function('event', `with (document) { with (this.form || {}) { with (this) { ${code}\n} } }`);
  } catch (error) {
    report(error);
  }
  known.set(name, { code, handler });
  return handler;
}

function handlerOf(target, name) {
  const own = target[name];
  if (typeof own === 'function') return own;
  if (target.nodeType === 1) return target._attributes.has(name) ? attributeHandler(target, name) : null;
  if (target === window && document.body && document.body.hasAttribute(name)) return attributeHandler(document.body, name);
  return null;
}

/** Calls what listens to an event at one target. Errors are reported, and the others still hear it. */
function invoke(target, event, phase, name) {
  if (event._stopped) return;
  const listeners = listenersOf(target);
  const known = listeners && listeners.get(event.type);
  if (known) {
    event.currentTarget = target;
    event.eventPhase = phase;
    for (const one of known) {
      if (phase !== 2 && one.capture !== (phase === 1)) continue;
      if (one.once) unlisten(target, event.type, one.listener, one.capture);
      try {
        if (typeof one.listener === 'function') one.listener.call(target, event);
        else one.listener.handleEvent(event);
      } catch (error) {
        report(error);
      }
      if (event._stoppedNow) return;
    }
  }
  if (phase === 1) return;
  const handler = handlerOf(target, name);
  if (!handler) return;
  event.currentTarget = target;
  event.eventPhase = phase;
  try {
    if (handler.call(target, event) === false) event.preventDefault();
  } catch (error) {
    report(error);
  }
}

/** Whether nothing on an event's way listens to it: then the host needn't make it. */
function isUnheard(target, type) {
  const name = 'on' + type;
  let body = null;
  let one = target;
  for (; one && one.nodeType === 1; one = one.parentNode) {
    const listeners = one._listeners;
    if ((listeners && listeners.has(type)) || typeof one[name] === 'function' || one._attributes.has(name)) return false;
    if (one.localName === 'body') body = one;
  }
  for (; one; one = one.parentNode || (one.nodeType === 9 ? one.defaultView : null)) {
    const listeners = listenersOf(one);
    if ((listeners && listeners.has(type)) || typeof one[name] === 'function') return false;
    if (one === window && !body) {
      body = document.body; // its attributes are the window's handlers
      if (body && body._attributes.has(name)) return false;
    }
  }
  return true;
}

/** Sends an event down to its target and up again. Returns whether its default action is to happen. */
function dispatch(target, event) {
  const path = [];
  for (let one = target; one; one = one.parentNode || (one.nodeType === 9 ? one.defaultView : null)) path.push(one);
  const before = window.event;
  window.event = event;
  event.target = event.srcElement = target;
  const name = 'on' + event.type;
  try {
    for (let index = path.length - 1; index > 0; index--) if (listenersOf(path[index])) invoke(path[index], event, 1, name);
    invoke(target, event, 2, name);
    if (event.bubbles) for (let index = 1; index < path.length; index++) invoke(path[index], event, 3, name);
  } finally {
    window.event = before;
  }
  event.currentTarget = null;
  event.eventPhase = 0;
  return !event.defaultPrevented;
}

class EventTarget {
  addEventListener(type, listener, options) { listen(this, type, listener, options); }
  removeEventListener(type, listener, options) { unlisten(this, type, listener, options); }
  dispatchEvent(event) { return dispatch(this, event); }
}

class Event {
  constructor(type, options) {
    this.type = String(type);
    this.bubbles = false;
    this.cancelable = false;
    this.defaultPrevented = false;
    this.target = this.srcElement = this.currentTarget = null;
    this.eventPhase = 0;
    this.timeStamp = now() - started;
    this.isTrusted = false;
    Object.assign(this, options);
  }
  preventDefault() { if (this.cancelable) this.defaultPrevented = true; }
  stopPropagation() { this._stopped = true; }
  stopImmediatePropagation() { this._stopped = this._stoppedNow = true; }
  composedPath() {
    const path = [];
    for (let one = this.target; one; one = one.parentNode) path.push(one);
    return path;
  }
  initEvent(type, bubbles, cancelable) { Object.assign(this, { type, bubbles: !!bubbles, cancelable: !!cancelable }); }
  initUIEvent(type, bubbles, cancelable, view, detail) {
    this.initEvent(type, bubbles, cancelable);
    Object.assign(this, { view, detail });
  }
  initMouseEvent(type, bubbles, cancelable, view, detail, screenX, screenY, clientX, clientY,
    ctrlKey, altKey, shiftKey, metaKey, button, relatedTarget) {
    this.initUIEvent(type, bubbles, cancelable, view, detail);
    Object.assign(this, { screenX, screenY, clientX, clientY, ctrlKey, altKey, shiftKey, metaKey, button, relatedTarget });
  }
  initCustomEvent(type, bubbles, cancelable, detail) { this.initUIEvent(type, bubbles, cancelable, null, detail); }
  get returnValue() { return !this.defaultPrevented; }
  set returnValue(value) { if (!value) this.preventDefault(); }
  get cancelBubble() { return !!this._stopped; }
  set cancelBubble(value) { if (value) this._stopped = true; }
}

class UIEvent extends Event {
  constructor(type, options) { super(type, { view: window, detail: 0, ...options }); }
}

/** Pointer events on whole px, as all events of a mouse are. */
const WHOLE = new Set(['click', 'auxclick', 'contextmenu']);

class MouseEvent extends UIEvent {
  constructor(type, options) {
    super(type, {
      clientX: 0, clientY: 0, screenX: 0, screenY: 0, button: 0, buttons: 0, which: 1, relatedTarget: null,
      ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...options,
    });
    if (this instanceof PointerEvent && !WHOLE.has(this.type)) return;
    for (const name of ['clientX', 'clientY', 'screenX', 'screenY']) this[name] = Math.floor(this[name]);
  }
  get pageX() { return this.clientX + Math.floor(scrolled.x); }
  get pageY() { return this.clientY + Math.floor(scrolled.y); }
  get x() { return this.clientX; }
  get y() { return this.clientY; }
  get offsetX() { return this.target && this.target.nodeType === 1 ? this.clientX - this.target.getBoundingClientRect().left : this.clientX; }
  get offsetY() { return this.target && this.target.nodeType === 1 ? this.clientY - this.target.getBoundingClientRect().top : this.clientY; }
}

class KeyboardEvent extends UIEvent {
  constructor(type, options) {
    super(type, {
      key: '', code: '', keyCode: 0, which: 0, charCode: 0, location: 0, repeat: false,
      ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...options,
    });
  }
}

class TouchEvent extends UIEvent {
  constructor(type, options) {
    super(type, { ctrlKey: false, altKey: false, shiftKey: false, metaKey: false, ...options });
    for (const name of ['touches', 'targetTouches', 'changedTouches']) this[name] = list(this[name] || []);
  }
}

class CustomEvent extends Event {
  constructor(type, options) { super(type, { detail: null, ...options }); }
}
class FocusEvent extends UIEvent {}
class InputEvent extends UIEvent {}
class PointerEvent extends MouseEvent {}
class HashChangeEvent extends Event {}
class DragEvent extends MouseEvent {}
class WheelEvent extends MouseEvent {}

// ---- Nodes

/** A list of nodes as getElementsBy… and querySelectorAll return it. It does not follow later changes. */
class NodeList extends Array {
  static get [Symbol.species]() { return Array; }
  item(index) { return this[index] || null; }
  namedItem(name) { return this.find(one => one.id === name || one.getAttribute('name') === name) || null; }
}

function list(nodes) {
  return Object.setPrototypeOf(nodes, NodeList.prototype);
}

/** Calls a function for every element below a node in document order, until one returns true. */
function walk(root, visit) {
  let node = root.childNodes[0];
  while (node) {
    if (node.nodeType === 1) {
      if (visit(node) === true) return true;
      const first = node.childNodes[0];
      if (first) {
        node = first;
        continue;
      }
    }
    while (node && !node._next) {
      node = node.parentNode;
      if (node === root || !node) return false;
    }
    if (node) node = node._next;
  }
  return false;
}

const ONLY_ID = /^#[A-Za-z_][\w-]*$/;

function asNode(owner, given) {
  return given instanceof Node ? given : owner.createTextNode(given);
}

function failure(name, message) {
  return new DOMException(message || name, name);
}

class Node extends EventTarget {
  constructor(type, owner) {
    super();
    this.nodeType = type;
    this.ownerDocument = owner;
    this.parentNode = null;
    this.childNodes = list([]);
    this._next = this._previous = null;
    this._dirty = true;
  }
  get firstChild() { return this.childNodes[0] || null; }
  get lastChild() { return this.childNodes[this.childNodes.length - 1] || null; }
  get nextSibling() { return this._next; }
  get previousSibling() { return this._previous; }
  get parentElement() {
    const parent = this.parentNode;
    return parent && parent.nodeType === 1 ? parent : null;
  }
  get isConnected() { return this.getRootNode().nodeType === 9; }
  get baseURI() { return location.href; }
  getRootNode() {
    let node = this;
    while (node.parentNode) node = node.parentNode;
    return node;
  }
  hasChildNodes() { return this.childNodes.length > 0; }
  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  isSameNode(other) { return this === other; }
  isEqualNode(other) { return !!other && this.nodeType === other.nodeType && serialize(this) === serialize(other); }
  compareDocumentPosition(other) {
    if (other === this) return 0;
    if (this.nodeType === 1 && other.nodeType === 1 && (orderedAt === structure || isSorting())) {
      const from = places[this._number];
      const to = places[other._number];
      if (ordered[from] === this && ordered[to] === other) {
        if (from < to) return to < ends[this._number] ? 16 | 4 : 4;
        return from < ends[other._number] ? 8 | 2 : 2;
      }
    }
    let deeper = 0;
    for (let node = this; node; node = node.parentNode) deeper++;
    for (let node = other; node; node = node.parentNode) deeper--;
    // What is around each of them as far from the root as the other one is.
    let mine = this;
    let others = other;
    for (let steps = deeper; steps > 0; steps--) mine = mine.parentNode;
    for (let steps = deeper; steps < 0; steps++) others = others.parentNode;
    if (mine === others) return deeper < 0 ? 16 | 4 : 8 | 2;
    while (mine.parentNode !== others.parentNode) {
      mine = mine.parentNode;
      others = others.parentNode;
    }
    if (!mine.parentNode) return 1 | 32 | 4;
    for (let node = mine; node; node = node._next) if (node === others) return 4;
    return 2;
  }
  insertBefore(node, before) {
    if (!(node instanceof Node)) throw new TypeError('parameter 1 is not of type Node');
    if (node.nodeType === 11) {
      for (const child of [...node.childNodes]) this.insertBefore(child, before);
      return node;
    }
    if (node === before) return node;
    if (node === this || (node.childNodes.length && node.contains(this))) throw failure('HierarchyRequestError', 'The new child contains the parent.');
    if (before && before.parentNode !== this) throw failure('NotFoundError', 'The node before which to insert is no child.');
    if (node.parentNode) node.parentNode.removeChild(node);
    const children = this.childNodes;
    if (before) {
      children.splice(children.indexOf(before), 0, node);
      node._previous = before._previous;
      node._next = before;
      before._previous = node;
    } else {
      node._previous = children[children.length - 1] || null;
      children[children.length] = node;
    }
    if (node._previous) node._previous._next = node;
    node.parentNode = this;
    if (node.nodeType === 1) structure++;
    touch(this);
    if (watchers.size) record('childList', this, { addedNodes: list([node]), previousSibling: node._previous, nextSibling: node._next });
    if (node.nodeType === 1 && this.nodeType !== 11) inserted(node);
    return node;
  }
  appendChild(node) { return this.insertBefore(node, null); }
  removeChild(node) {
    if (!node || node.parentNode !== this) throw failure('NotFoundError', 'The node to be removed is not a child of this node.');
    const beside = { previousSibling: node._previous, nextSibling: node._next };
    this.childNodes.splice(this.childNodes.indexOf(node), 1);
    if (node._previous) node._previous._next = node._next;
    if (node._next) node._next._previous = node._previous;
    node._previous = node._next = node.parentNode = null;
    touch(this);
    if (watchers.size) record('childList', this, { removedNodes: list([node]), ...beside });
    if (node.nodeType === 1) {
      structure++;
      forget(node);
      if (focused && node.contains(focused)) focused = null;
    }
    return node;
  }
  replaceChild(node, old) {
    this.insertBefore(node, old);
    return this.removeChild(old);
  }
  remove() { if (this.parentNode) this.parentNode.removeChild(this); }
  append(...nodes) { for (const node of nodes) this.appendChild(asNode(this.ownerDocument || this, node)); }
  prepend(...nodes) {
    const first = this.firstChild;
    for (const node of nodes) this.insertBefore(asNode(this.ownerDocument || this, node), first);
  }
  before(...nodes) { for (const node of nodes) this.parentNode.insertBefore(asNode(this.ownerDocument, node), this); }
  after(...nodes) {
    const next = this._next;
    for (const node of nodes) this.parentNode.insertBefore(asNode(this.ownerDocument, node), next);
  }
  replaceWith(...nodes) {
    this.before(...nodes);
    this.remove();
  }
  replaceChildren(...nodes) {
    this._empty();
    this.append(...nodes);
  }
  _empty() { while (this.childNodes.length) this.removeChild(this.childNodes[this.childNodes.length - 1]); }
  normalize() {
    for (const child of [...this.childNodes]) {
      if (child.nodeType === 1) child.normalize();
      else if (child.nodeType === 3) {
        if (!child.data) child.remove();
        else if (child._previous && child._previous.nodeType === 3) {
          child._previous.data += child.data;
          child.remove();
        }
      }
    }
  }
  get textContent() {
    if (this.nodeType === 9) return null;
    const texts = [];
    const collect = node => {
      for (const child of node.childNodes) {
        if (child.nodeType === 3) texts.push(child.data);
        else if (child.nodeType === 1) collect(child);
      }
    };
    collect(this);
    return texts.join('');
  }
  set textContent(value) {
    this._empty();
    const text = value === null || value === undefined ? '' : String(value);
    if (text) this.appendChild(this.ownerDocument.createTextNode(text));
  }
  get nodeValue() { return null; }
  set nodeValue(value) {}
  cloneNode(deep) {
    const copy = this._copy();
    if (deep) for (const child of this.childNodes) copy.appendChild(child.cloneNode(true));
    return copy;
  }
  get children() {
    const found = [];
    for (let child = this.childNodes[0]; child; child = child._next) if (child.nodeType === 1) found.push(child);
    return list(found);
  }
  get firstElementChild() {
    for (let child = this.childNodes[0]; child; child = child._next) if (child.nodeType === 1) return child;
    return null;
  }
  get lastElementChild() { return this.childNodes.findLast(child => child.nodeType === 1) || null; }
  get childElementCount() { return this.children.length; }
  getElementsByTagName(name) {
    const wanted = String(name).toLowerCase();
    const found = [];
    const all = below(this);
    for (let index = firstBelow, end = endBelow; index < end; index++) {
      const element = all[index];
      if (element.localName === wanted || wanted === '*' || element.localName.toLowerCase() === wanted) found.push(element);
    }
    return list(found);
  }
  getElementsByTagNameNS(_, name) { return this.getElementsByTagName(name); }
  getElementsByClassName(names) {
    const wanted = words(names);
    const found = [];
    if (!wanted.length) return list(found);
    const [first, ...others] = wanted;
    const all = below(this);
    for (let index = firstBelow, end = endBelow; index < end; index++) {
      const element = all[index];
      if (element._attributes.size === 0) continue;
      const names = element._classes();
      if (names.length && names.includes(first) && others.every(name => names.includes(name))) found.push(element);
    }
    return list(found);
  }
  querySelectorAll(selector) {
    const matches = compile(selector);
    const found = [];
    const all = below(this);
    for (let index = firstBelow, end = endBelow; index < end; index++) if (matches(all[index], this)) found.push(all[index]);
    return list(found);
  }
  querySelector(selector) {
    if (this === document && typeof selector === 'string' && ONLY_ID.test(selector)) return elementById(this, selector.slice(1));
    const matches = compile(selector);
    let found = null;
    walk(this, element => {
      if (!matches(element, this)) return false;
      found = element;
      return true;
    });
    return found;
  }
}
const NODE_TYPES = {
  ELEMENT_NODE: 1, ATTRIBUTE_NODE: 2, TEXT_NODE: 3, COMMENT_NODE: 8, DOCUMENT_NODE: 9, DOCUMENT_TYPE_NODE: 10, DOCUMENT_FRAGMENT_NODE: 11,
  DOCUMENT_POSITION_DISCONNECTED: 1, DOCUMENT_POSITION_PRECEDING: 2, DOCUMENT_POSITION_FOLLOWING: 4,
  DOCUMENT_POSITION_CONTAINS: 8, DOCUMENT_POSITION_CONTAINED_BY: 16,
};
Object.assign(Node, NODE_TYPES);
Object.assign(Node.prototype, NODE_TYPES);

const SPACES = /[ \t\n\f\r]/;
function words(given) {
  const text = String(given);
  if (text === '') return [];
  return SPACES.test(text) ? text.split(/[ \t\n\f\r]+/).filter(Boolean) : [text];
}

class CharacterData extends Node {
  constructor(type, data, owner) {
    super(type, owner);
    this._data = String(data);
  }
  get data() { return this._data; }
  set data(value) {
    const oldValue = this._data;
    this._data = value === null ? '' : String(value);
    if (this.parentNode) touch(this.parentNode);
    if (watchers.size) record('characterData', this, { oldValue });
  }
  get length() { return this._data.length; }
  get nodeValue() { return this._data; }
  set nodeValue(value) { this.data = value; }
  get textContent() { return this._data; }
  set textContent(value) { this.data = value; }
  substringData(start, count) { return this._data.substr(start, count); }
  appendData(more) { this.data += more; }
  insertData(at, more) { this.data = this._data.slice(0, at) + more + this._data.slice(at); }
  deleteData(at, count) { this.data = this._data.slice(0, at) + this._data.slice(at + count); }
  replaceData(at, count, more) { this.data = this._data.slice(0, at) + more + this._data.slice(at + count); }
  get nextElementSibling() { return elementAfter(this); }
  get previousElementSibling() { return elementBefore(this); }
}

function elementAfter(node) {
  for (node = node._next; node && node.nodeType !== 1;) node = node._next;
  return node;
}

function elementBefore(node) {
  for (node = node._previous; node && node.nodeType !== 1;) node = node._previous;
  return node;
}

class Text extends CharacterData {
  get nodeName() { return '#text'; }
  get wholeText() { return this._data; }
  splitText(at) {
    const rest = this.ownerDocument.createTextNode(this._data.slice(at));
    this.data = this._data.slice(0, at);
    if (this.parentNode) this.parentNode.insertBefore(rest, this._next);
    return rest;
  }
  _copy() { return this.ownerDocument.createTextNode(this._data); }
}

class Comment extends CharacterData {
  get nodeName() { return '#comment'; }
  _copy() { return this.ownerDocument.createComment(this._data); }
}

class DocumentFragment extends Node {
  constructor(owner) { super(11, owner); }
  get nodeName() { return '#document-fragment'; }
  getElementById(id) { return elementById(this, id); }
  _copy() { return this.ownerDocument.createDocumentFragment(); }
}

// Moves when an element gets another place or id. Until then, what ids have led to in the document is known.
let structure = 0;
let idsStructure = -1;
const byId = new Map();

// The elements that were ever given an id, null where these are several. So one is found, or known to be missing, without a search.
const holders = new Map();
const MOST_HOLDERS = 5000;

/** Notes that an element gets an id. */
function hold(id, element) {
  if (holders.size > MOST_HOLDERS) return;
  const known = holders.get(id);
  if (known === undefined) holders.set(id, element);
  else if (known !== element) holders.set(id, null);
}

function elementById(root, id) {
  const wanted = String(id);
  if (root !== document) return firstWithId(root, wanted);
  if (holders.size <= MOST_HOLDERS) {
    const only = holders.get(wanted);
    if (only === undefined) return null;
    if (only !== null) return only._attributes.get('id') === wanted && only.getRootNode() === document ? only : null;
  }
  if (idsStructure !== structure || byId.size > 1000) {
    byId.clear();
    idsStructure = structure;
  }
  let found = byId.get(wanted);
  if (found === undefined) byId.set(wanted, (found = firstWithId(root, wanted)));
  return found;
}

function firstWithId(root, wanted) {
  let found = null;
  walk(root, element => {
    if (element._attributes.get('id') !== wanted) return false;
    found = element;
    return true;
  });
  return found;
}

// ---- The order of the document

// All elements of the document in their order, as they were when `structure` had the value `orderedAt`: where each of them stands, and
// behind what is in it, by number.
let ordered = [];
let places = new Int32Array(0);
let ends = places;
let orderedAt = -1;
// How often places have been compared since something moved.
let compared = 0;
let comparedAt = -1;

/** Finds the order of the document's elements, if it is not known. */
function order() {
  if (orderedAt === structure) return;
  ordered = [];
  places = new Int32Array(lastNumber + 1);
  ends = new Int32Array(lastNumber + 1);
  let count = 0;
  let node = document.childNodes[0];
  while (node) {
    if (node.nodeType === 1) {
      places[node._number] = count;
      ordered[count++] = node;
      const first = node.childNodes[0];
      if (first) {
        node = first;
        continue;
      }
      ends[node._number] = count;
    }
    while (node && !node._next) {
      node = node.parentNode;
      if (!node || node === document) node = null;
      else ends[node._number] = count;
    }
    if (node) node = node._next;
  }
  orderedAt = structure;
}

/** Returns where an element stands in the order that is known, or -1. */
function placeIn(element) {
  const place = places[element._number];
  return ordered[place] === element ? place : -1;
}

/** Whether places are compared so often that it is worth finding the order of all elements, which is then known. */
function isSorting() {
  if (comparedAt !== structure) {
    comparedAt = structure;
    compared = 0;
  }
  if (++compared < 16) return false;
  order();
  return true;
}

let firstBelow = 0;
let endBelow = 0;

/** Returns an array of elements; those below a node are the ones from `firstBelow` up to `endBelow`, in document order. */
function below(root) {
  if (root === document) {
    order();
    firstBelow = 0;
    endBelow = ordered.length;
    return ordered;
  }
  if (orderedAt === structure && root.nodeType === 1) {
    const place = placeIn(root);
    if (place >= 0) {
      firstBelow = place + 1;
      endBelow = ends[root._number];
      return ordered;
    }
  }
  const found = [];
  walk(root, element => { found[found.length] = element; });
  firstBelow = 0;
  endBelow = found.length;
  return found;
}

// ---- Observers of changes

// Observers that watch something. While there is none, a change costs nothing.
const watchers = new Set();
let delivers = false;

/** Tells those who watch a node or what is around it of a change. */
function record(type, target, more) {
  if (!watchers.size) return;
  for (const observer of watchers) {
    for (const [watched, options] of observer._watched) {
      if (watched !== target && !(options.subtree && watched.contains(target))) continue;
      if (!options[type] || (type === 'attributes' && options.attributeFilter && !options.attributeFilter.includes(more.attributeName))) continue;
      const nothing = { addedNodes: list([]), removedNodes: list([]), previousSibling: null, nextSibling: null, attributeName: null, attributeNamespace: null, oldValue: null };
      const old = options[type === 'attributes' ? 'attributeOldValue' : 'characterDataOldValue'] ? more.oldValue : null;
      observer._records.push({ type, target, ...nothing, ...more, oldValue: old });
      break;
    }
  }
  if (delivers) return;
  delivers = true;
  Promise.resolve().then(() => {
    delivers = false;
    for (const observer of [...watchers]) {
      const records = observer.takeRecords();
      if (!records.length) continue;
      try {
        observer._callback.call(observer, records, observer);
      } catch (error) {
        report(error);
      }
    }
  });
}

class MutationObserver {
  constructor(callback) {
    this._callback = callback;
    this._watched = new Map();
    this._records = [];
  }
  observe(node, options = {}) {
    const wanted = { ...options };
    if (wanted.attributes === undefined && (wanted.attributeFilter || wanted.attributeOldValue)) wanted.attributes = true;
    if (wanted.characterData === undefined && wanted.characterDataOldValue) wanted.characterData = true;
    if (!wanted.childList && !wanted.attributes && !wanted.characterData) throw new TypeError('The options object must ask for something.');
    this._watched.set(node, wanted);
    watchers.add(this);
  }
  disconnect() {
    this._watched.clear();
    this._records = [];
    watchers.delete(this);
  }
  takeRecords() {
    const records = this._records;
    this._records = [];
    return records;
  }
}

/** Calls back once for each element that is observed: it is there, and has a size. */
class SizeObserver {
  constructor(callback) {
    this._callback = callback;
    this._watched = new Set();
  }
  observe(element) {
    this._watched.add(element);
    later(() => {
      if (!this._watched.has(element)) return;
      const box = element.getBoundingClientRect();
      const sizes = [{ inlineSize: box.width, blockSize: box.height }];
      const seen = { target: element, contentRect: box, borderBoxSize: sizes, contentBoxSize: sizes, boundingClientRect: box, intersectionRect: box };
      this._callback.call(this, [{ ...seen, isIntersecting: true, intersectionRatio: 1, time: now() - started }], this);
    });
  }
  unobserve(element) { this._watched.delete(element); }
  disconnect() { this._watched.clear(); }
  takeRecords() { return []; }
}
