// The world around a page: virtual clock, timers, dates, seeded chance, console, storage, location.

// `setup` (what the page's value says) and `ask` (calls Python) are arguments of the function that all files form.
const { seed, clock, offset, language, url, agent, limits } = setup;

// ---- Limits

let nodesMade = 0;
function countNode() {
  if (++nodesMade > limits.nodes) endPage('The page makes too many nodes.');
}

/** Ends the page, whatever its scripts catch: Python does not let it run on. */
function endPage(why) {
  ask('end', quoteText(why));
  throw new RangeError(why);
}

// Loops of the interpreter itself don't count as steps. So what they go over must not be long.
const MAX_LENGTH = 1e7;
const LOOPS = ('indexOf lastIndexOf includes forEach map filter some every find findIndex findLast findLastIndex reduce reduceRight fill reverse join sort ' +
  'splice shift unshift copyWithin').split(' ');
for (const name of LOOPS) {
  const native = Array.prototype[name];
  const guarded = { [name](...given) {
    if (this !== null && this !== undefined && this.length > MAX_LENGTH) throw new RangeError('The array is too long.');
    return applyFunction(native, this, given);
  } }[name];
  Object.defineProperty(Array.prototype, name, { value: guarded, writable: true, configurable: true });
}
for (const name of ['indexOf', 'lastIndexOf', 'includes', 'split', 'replaceAll', 'replace']) {
  const native = String.prototype[name];
  const guarded = { [name](...given) {
    if (typeof given[0] === 'string' && given[0].length > 1000 && this.length > 1e5) throw new RangeError('The text is too long.');
    return applyFunction(native, this, given);
  } }[name];
  Object.defineProperty(String.prototype, name, { value: guarded, writable: true, configurable: true });
}

// ---- Clock

let time = clock; // ms since 1970
const started = clock;
const now = () => Math.floor(time);

const NativeDate = Date;
const machineOffset = NativeDate.prototype.getTimezoneOffset; // which must not be seen
const ZONE = offset * 60000; // ms ahead of UTC
const shifted = date => new NativeDate(NativeDate.prototype.getTime.call(date) + ZONE);
const hasZone = text => /(?:Z|GMT|UTC|[+-]\d\d:?\d\d)\s*(?:\(.*\))?\s*$/.test(text) || /^\s*[+-]?\d{4,6}-\d\d(?:-\d\d)?\s*$|^\s*\d{4}\s*$/.test(text);

/** Reads a date as text. Without a zone of its own it means the page's zone, not that of this machine. */
function parseDate(text) {
  const value = NativeDate.parse(text);
  if (Number.isNaN(value) || hasZone(String(text))) return value;
  return value - machineOffset.call(new NativeDate(value)) * 60000 - ZONE;
}

function fromParts(year, month, day = 1, hour = 0, minute = 0, second = 0, ms = 0) {
  return NativeDate.UTC(year, month, day, hour, minute, second, ms) - ZONE;
}

function PageDate(...given) {
  if (!new.target) return new PageDate().toString();
  let value;
  if (given.length === 0) value = now();
  else if (given.length > 1) value = fromParts(...given);
  else if (given[0] instanceof NativeDate) value = given[0].getTime();
  else {
    const primitive = typeof given[0] === 'object' && given[0] !== null ? given[0].valueOf() : given[0];
    value = typeof primitive === 'string' ? parseDate(primitive) : Number(primitive);
  }
  return Reflect.construct(NativeDate, [value], new.target);
}
PageDate.prototype = NativeDate.prototype;
PageDate.now = () => now();
PageDate.parse = text => parseDate(text);
PageDate.UTC = NativeDate.UTC;
Object.defineProperty(PageDate, 'name', { value: 'Date' });
NativeDate.prototype.constructor = PageDate;

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const two = number => String(number).padStart(2, '0');
const isBad = date => Number.isNaN(NativeDate.prototype.getTime.call(date));

for (const part of ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds']) {
  const read = NativeDate.prototype['getUTC' + part];
  const write = NativeDate.prototype['setUTC' + part];
  NativeDate.prototype['get' + part] = function () { return read.call(shifted(this)); };
  if (write) {
    NativeDate.prototype['set' + part] = function (...values) {
      const moved = shifted(this);
      write.apply(moved, values);
      return this.setTime(moved.getTime() - ZONE);
    };
  }
}

/** Formats numbers as en-US writes a date: what toLocaleDateString makes of its options. */
function dateText(date, options) {
  const { weekday, year, month, day } = options;
  const parts = [];
  const asText = month === 'long' || month === 'short';
  const monthText = month === 'long' ? MONTHS[date.getMonth()] : month === 'short' ? MONTHS[date.getMonth()].slice(0, 3) : month === '2-digit' ? two(date.getMonth() + 1) : date.getMonth() + 1;
  const dayText = day === '2-digit' ? two(date.getDate()) : date.getDate();
  const yearText = year === '2-digit' ? two(date.getFullYear() % 100) : date.getFullYear();
  if (weekday) parts.push(weekday === 'long' ? DAYS[date.getDay()] : DAYS[date.getDay()].slice(0, 3));
  if (asText) {
    parts.push([monthText, day && dayText].filter(Boolean).join(' '));
    if (year) parts.push(yearText);
  } else {
    const numbers = [month && monthText, day && dayText, year && yearText].filter(Boolean).join('/');
    if (numbers) parts.push(numbers);
  }
  return parts.join(', ');
}

function timeText(date, options) {
  const { hour = 'numeric', minute = '2-digit', second, hour12 = true } = options;
  const hours = hour12 ? date.getHours() % 12 || 12 : date.getHours();
  const shown = [hour === '2-digit' || !hour12 ? two(hours) : hours];
  if (minute) shown.push(two(date.getMinutes()));
  if (second) shown.push(two(date.getSeconds()));
  return shown.join(':') + (hour12 ? (date.getHours() < 12 ? ' AM' : ' PM') : '');
}

const DATE_PARTS = ['weekday', 'year', 'month', 'day'];
const TIME_PARTS = ['hour', 'minute', 'second'];
const asks = (options, names) => names.some(name => options[name] !== undefined);
const zoneText = () => 'GMT' + (offset < 0 ? '-' : '+') + two(Math.floor(Math.abs(offset) / 60)) + two(Math.abs(offset) % 60);

Object.assign(NativeDate.prototype, {
  getTimezoneOffset() { return -offset; },
  getYear() { return this.getFullYear() - 1900; },
  toDateString() { return isBad(this) ? 'Invalid Date' : `${DAYS[this.getDay()].slice(0, 3)} ${MONTHS[this.getMonth()].slice(0, 3)} ${two(this.getDate())} ${String(this.getFullYear()).padStart(4, '0')}`; },
  toTimeString() { return isBad(this) ? 'Invalid Date' : `${two(this.getHours())}:${two(this.getMinutes())}:${two(this.getSeconds())} ${zoneText()}`; },
  toString() { return isBad(this) ? 'Invalid Date' : `${this.toDateString()} ${this.toTimeString()}`; },
  toLocaleDateString(_, options) {
    if (isBad(this)) return 'Invalid Date';
    return dateText(this, options && asks(options, DATE_PARTS) ? options : { year: 'numeric', month: 'numeric', day: 'numeric' });
  },
  toLocaleTimeString(_, options) {
    if (isBad(this)) return 'Invalid Date';
    const all = { hour: 'numeric', minute: '2-digit', second: '2-digit' };
    return timeText(this, options && asks(options, TIME_PARTS) ? options : { ...all, ...options });
  },
  toLocaleString(_, options = {}) {
    if (isBad(this)) return 'Invalid Date';
    const dates = asks(options, DATE_PARTS);
    const times = asks(options, TIME_PARTS);
    const shown = [];
    if (dates || !times) shown.push(this.toLocaleDateString(_, options));
    if (times || !dates) shown.push(this.toLocaleTimeString(_, options));
    return shown.join(', ');
  },
});

// ---- Timers

const timers = new Map();
let firstTimer; // what nextTimer has found, until timers come, go or move; else undefined
let lastTimer = 0;
let timerDepth = 0;

function schedule(callback, delay, rest, repeated) {
  if (timers.size >= limits.timers) throw new RangeError('The page sets too many timers.');
  let wait = Math.max(0, Math.min(+delay || 0, 2147483647));
  // As browsers do: a timer that timers have set, five deep, waits for 4 ms at least.
  if (timerDepth >= 5) wait = Math.max(4, wait);
  const timer = { id: ++lastTimer, due: time + wait, callback, rest, every: repeated ? Math.max(1, wait) : 0, depth: timerDepth + 1 };
  timers.set(timer.id, timer);
  firstTimer = undefined;
  return timer.id;
}

/** Returns the timer that is due first, of equals the oldest. */
function nextTimer() {
  if (firstTimer !== undefined) return firstTimer;
  let first = null;
  for (const timer of timers.values()) if (!first || timer.due < first.due || (timer.due === first.due && timer.id < first.id)) first = timer;
  firstTimer = first;
  return first;
}

function clearTimer(id) {
  if (timers.delete(+id)) firstTimer = undefined;
}

/** Runs the first timer that is due by a time. Returns whether there was one; if not, the time has come. */
function runTimer(until) {
  const timer = nextTimer();
  if (!timer || timer.due > until) {
    time = Math.max(time, until);
    return false;
  }
  time = Math.max(time, timer.due);
  if (timer.every) timer.due = time + Math.max(timer.every, timer.depth > 5 ? 4 : 1);
  else timers.delete(timer.id);
  firstTimer = undefined;
  const before = timerDepth;
  timerDepth = timer.depth++;
  try {
    if (typeof timer.callback === 'function') timer.callback.apply(window, timer.frame ? [time - started] : timer.rest);
    else (0, eval)(String(timer.callback));
  } catch (error) {
    report(error);
  }
  timerDepth = before;
  return true;
}

/** Calls a function of the host as soon as the script that runs has ended. */
const later = callback => schedule(callback, 0, [], false);

const FRAME = 1000 / 60;

// ---- Chance: Park and Miller's generator, from the page's seed

let chance = (((seed - 1) % 2147483646) + 2147483646) % 2147483646 + 1;
function random() {
  chance = (chance * 16807) % 2147483647;
  return chance / 2147483647;
}

// ---- Console and errors

let lines = 0;
const MAX_LINE = 4096;

function show(value) {
  if (typeof value === 'string') return value;
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  try {
    return typeof value === 'object' && value !== null && !(value instanceof Node) ? JSON.stringify(value) ?? String(value) : String(value);
  } catch {
    return '[object]';
  }
}

function log(level, values) {
  if (++lines > limits.lines) return;
  ask('log', flat(quote([level, values.map(show).join(' ').slice(0, MAX_LINE)])));
}

/** Reports an error of a page's script: to window.onerror and the console. */
function report(error) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (typeof window.onerror === 'function') {
    try {
      if (window.onerror('Uncaught ' + message, url, 0, 0, error) === true) return;
    } catch {
      // An error in the handler is not reported again.
    }
  }
  const place = error instanceof Error && typeof error.stack === 'string' ? error.stack.trim().split('\n')[0].trim() : '';
  log('error', [`Uncaught ${message}${place && ' ' + place}`]);
}

// ---- Location and navigation

/** Returns the parts of a URL, of the forms that pages of files have. */
function urlParts(text) {
  const [, protocol = '', authority = '', path = '', search = '', hash = ''] = /^([a-z][\w+.-]*:)?(?:\/\/([^/?#]*))?([^?#]*)(\?[^#]*)?(#.*)?$/is.exec(text) || [];
  const [hostname, port = ''] = authority.split(':');
  return {
    protocol, host: authority, hostname, port, pathname: path, search: search === '?' ? '' : search, hash: hash === '#' ? '' : hash,
    origin: protocol === 'file:' || !authority ? 'null' : `${protocol}//${authority}`,
  };
}

/** Returns a reference as a whole URL. */
function absolute(reference) {
  const text = String(reference).trim();
  if (/^[a-z][\w+.-]*:/i.test(text)) return text;
  const base = urlParts(location.href);
  const root = `${base.protocol}//${base.host}`;
  if (text.startsWith('//')) return base.protocol + text;
  if (text.startsWith('#')) return location.href.split('#')[0] + text;
  if (text.startsWith('?')) return root + base.pathname + text;
  if (!text) return location.href;
  const [, path, rest] = /^([^?#]*)(.*)$/s.exec(text);
  const steps = [];
  for (const step of (path.startsWith('/') ? path : base.pathname.replace(/[^/]*$/, '') + path).split('/')) {
    if (step === '..') { if (steps.length > 1) steps.pop(); } else if (step !== '.') steps.push(step);
  }
  if (/(^|\/)\.\.?$/.test(path)) steps.push('');
  return root + steps.join('/') + rest;
}

let href = url;

/** Goes to a URL: within the page by its fragment; anything else is left to the app that shows the page. */
function navigate(to) {
  const target = absolute(to);
  if (/^javascript:/i.test(target)) {
    try {
      (0, eval)(decodeURIComponent(target.slice(11)));
    } catch (error) {
      report(error);
    }
    return;
  }
  const [page, hash] = [target.split('#')[0], target.includes('#')];
  if (hash && page === href.split('#')[0]) {
    if (target === href) return;
    const oldURL = href;
    href = target;
    later(() => fire(window, 'hashchange', { oldURL, newURL: target, bubbles: false }, HashChangeEvent));
    return;
  }
  ask('navigate', quoteText(target.slice(0, 65536)));
}

const location = {
  get href() { return href; },
  set href(to) { navigate(to); },
  assign(to) { navigate(to); },
  replace(to) { navigate(to); },
  reload() { navigate(href.split('#')[0]); },
  toString() { return href; },
};
for (const name of ['protocol', 'host', 'hostname', 'port', 'pathname', 'search', 'origin']) Object.defineProperty(location, name, { get: () => urlParts(href)[name] });
Object.defineProperty(location, 'hash', { get: () => urlParts(href).hash, set: to => navigate('#' + String(to).replace(/^#/, '')) });

// ---- Storage

class Storage {
  constructor() { Object.defineProperty(this, '_items', { value: new Map() }); }
  get length() { return this._items.size; }
  key(index) { return [...this._items.keys()][index] ?? null; }
  getItem(name) { return this._items.get(String(name)) ?? null; }
  setItem(name, value) {
    if (this._items.size >= 1000 || String(value).length > 1 << 20) throw failure('QuotaExceededError', 'The storage is full.');
    this._items.set(String(name), String(value));
  }
  removeItem(name) { this._items.delete(String(name)); }
  clear() { this._items.clear(); }
}
const newStorage = () => new Proxy(new Storage(), {
  get: (storage, name) => (name in storage ? (typeof storage[name] === 'function' ? storage[name].bind(storage) : storage[name]) : storage.getItem(name) ?? undefined),
  set(storage, name, value) {
    storage.setItem(name, value);
    return true;
  },
  deleteProperty(storage, name) {
    storage.removeItem(name);
    return true;
  },
});

// ---- Native dialogs: Python knows the answer, or stops the script here and repeats it when it is known

function dialog(kind, message, otherwise) {
  const words = [message, otherwise].map(text => (text === undefined ? '' : String(text).slice(0, MAX_LINE)));
  synchronize();
  const found = parseText(ask('dialog', flat(quote([kind, ...words, time]))));
  if (!found) throw new Error('The script waits.');
  const [answer, at] = found;
  time = Math.max(time, at);
  return answer;
}

// ---- The names of the window

/** Lets scripts name an element by its id alone, unless the name means something else. */
function nameOnWindow(id) {
  if (!/^[A-Za-z_$][\w$]*$/.test(id) || id in window) return;
  Object.defineProperty(window, id, {
    get: () => document.getElementById(id) ?? undefined,
    set: value => Object.defineProperty(window, id, { value, writable: true, configurable: true, enumerable: true }),
    configurable: true,
  });
}

const NATIVE = '[native code]\n}'; // how the text of a native function ends

function copyOf(value) {
  if (typeof value !== 'object' || value === null) return value;
  return JSON.parse(JSON.stringify(value));
}

function makeWindow(viewport) {
  const sizes = { innerWidth: viewport[0], innerHeight: viewport[1], outerWidth: viewport[0], outerHeight: viewport[1], devicePixelRatio: viewport[2] };
  for (const name of ['window', 'self', 'top', 'parent', 'frames']) Object.defineProperty(window, name, { value: window, writable: name !== 'window', configurable: true });
  Object.defineProperty(window, 'location', { get: () => location, set: to => navigate(to), configurable: true });
  for (const [name, axis] of [['pageXOffset', 'x'], ['pageYOffset', 'y'], ['scrollX', 'x'], ['scrollY', 'y']]) {
    Object.defineProperty(window, name, { get: () => scrolled[axis], configurable: true });
  }
  Object.defineProperties(window, Object.fromEntries(Object.entries({ document, ...sizes }).map(([name, value]) => [name, { value, writable: true, configurable: true, enumerable: true }])));
  const functions = {
    addEventListener: (type, listener, options) => listen(window, type, listener, options),
    removeEventListener: (type, listener, options) => unlisten(window, type, listener, options),
    dispatchEvent: event => dispatch(window, event),
    setTimeout: (callback, delay, ...rest) => schedule(callback, delay, rest, false),
    setInterval: (callback, delay, ...rest) => schedule(callback, delay, rest, true),
    clearTimeout: id => clearTimer(id),
    clearInterval: id => clearTimer(id),
    requestAnimationFrame: callback => {
      const past = time - started;
      const id = schedule(callback, 0, [], false);
      const timer = timers.get(id);
      timer.frame = true;
      // A time of today has 0.0002 ms for its last bit: a frame that has just begun must not be taken for the next.
      timer.due = started + (Math.floor(past / FRAME + 0.01) + 1) * FRAME;
      firstTimer = undefined;
      return id;
    },
    cancelAnimationFrame: id => clearTimer(id),
    requestIdleCallback: callback => schedule(callback, 1, [{ didTimeout: false, timeRemaining: () => 10 }], false),
    setImmediate: (callback, ...rest) => schedule(callback, 0, rest, false),
    getComputedStyle: (element, pseudo) => computedStyle(element, pseudo),
    getSelection: () => selection,
    scrollTo: (x, y) => (typeof x === 'object' ? scrollWindow(x.left ?? scrolled.x, x.top ?? scrolled.y) : scrollWindow(+x || 0, +y || 0)),
    scroll: (x, y) => window.scrollTo(x, y),
    scrollBy: (x, y) => (typeof x === 'object' ? scrollWindow(scrolled.x + (x.left || 0), scrolled.y + (x.top || 0)) : scrollWindow(scrolled.x + x, scrolled.y + y)),
    matchMedia: query => ({ matches: parseText(ask('media', String(query))), media: String(query), onchange: null, addListener() {}, removeListener() {}, addEventListener() {}, removeEventListener() {} }),
    alert: message => { dialog('alert', message); },
    confirm: message => dialog('confirm', message),
    prompt: (message, otherwise) => dialog('prompt', message, otherwise),
    open: to => (navigate(to), null),
    close() {},
    focus() {},
    blur() {},
    print() {},
    stop() {},
    postMessage: data => { later(() => fire(window, 'message', { data: copyOf(data), bubbles: false })); },
    structuredClone: copyOf,
    fetch: () => Promise.reject(new TypeError('Failed to fetch')),
  };
  const levels = ['log', 'info', 'warn', 'error', 'debug'];
  const things = {
    console: Object.assign(Object.fromEntries(levels.map(level => [level, (...values) => log(level, values)])), {
      assert: (holds, ...values) => { if (!holds) log('error', ['Assertion failed:', ...values]); },
      dir: value => log('log', [value]),
      trace() {}, time() {}, timeEnd() {}, group() {}, groupEnd() {}, table: value => log('log', [value]), count() {}, clear() {},
    }),
    navigator: {
      userAgent: agent, appVersion: agent.replace('Mozilla/', ''), appName: 'Netscape', appCodeName: 'Mozilla', product: 'Gecko', platform: 'Linux armv81',
      vendor: 'Google Inc.', language, languages: [language], onLine: false, cookieEnabled: true, maxTouchPoints: 5, hardwareConcurrency: 4,
      plugins: list([]), mimeTypes: list([]), webdriver: false, javaEnabled: () => false, vibrate: () => true, sendBeacon: () => false,
    },
    screen: { width: viewport[0], height: viewport[1], availWidth: viewport[0], availHeight: viewport[1], colorDepth: 24, pixelDepth: 24, orientation: { type: 'portrait-primary', angle: 0 } },
    performance: { now: () => time - started, timeOrigin: started, timing: { navigationStart: started }, mark() {}, measure() {}, getEntriesByType: () => [] },
    history: { length: 1, state: null, back() {}, forward() {}, go() {}, pushState(state, _, to) { this.state = state; if (to) href = absolute(to); }, replaceState(state, _, to) { this.pushState(state, _, to); } },
    localStorage: newStorage(),
    sessionStorage: newStorage(),
    crypto: {
      getRandomValues(array) {
        for (let index = 0; index < array.length; index++) array[index] = Math.floor(random() * 4294967296);
        return array;
      },
      randomUUID: () => 'xxxxxxxx-xxxx-4xxx-8xxx-xxxxxxxxxxxx'.replace(/x/g, () => Math.floor(random() * 16).toString(16)),
    },
    customElements: { define() {}, get() {} },
    CSS: { supports: () => true, escape: text => String(text).replace(/[^\w\u0080-\uffff-]/g, '\\$&') },
    Intl: makeIntl(),
    event: undefined,
    onload: null,
    onclick: null,
    onkeydown: null,
    onscroll: null,
    ontouchstart: null,
  };
  const classes = {
    EventTarget, Event, UIEvent, MouseEvent, PointerEvent, KeyboardEvent, TouchEvent, CustomEvent, FocusEvent, InputEvent, HashChangeEvent, DragEvent,
    WheelEvent, Node, NodeList, HTMLCollection: NodeList, CharacterData, Text, Comment, DocumentFragment, Document, HTMLDocument: Document, Element,
    HTMLElement, SVGElement, SVGSVGElement: SVGElement, SVGGraphicsElement: SVGElement, SVGMatrix, SVGPoint, Attr, DOMTokenList, CSSStyleDeclaration,
    Range, MutationObserver, Storage, ImageData, CanvasRenderingContext2D, CanvasGradient, XMLHttpRequest, FormData, TreeWalker,
    ResizeObserver: SizeObserver, IntersectionObserver: SizeObserver,
  };
  for (const type of new Set(Object.values(ELEMENTS))) classes[type.name] = type;
  for (const [name, value] of Object.entries({ ...functions, ...things, ...classes })) {
    Object.defineProperty(window, name, { value, writable: true, configurable: true, enumerable: typeof value !== 'function' });
  }
  Object.defineProperty(window, 'Date', { value: PageDate, writable: true, configurable: true });
  Math.random = random;
  window.Image = function Image(width, height) {
    const image = document.createElement('img');
    if (width !== undefined) image.width = width;
    if (height !== undefined) image.height = height;
    return image;
  };
  window.Option = function Option(text = '', value, selectedByDefault, selected) {
    const option = document.createElement('option');
    option.textContent = text;
    if (value !== undefined) option.value = value;
    if (selectedByDefault) option.setAttribute('selected', '');
    if (selected) option._selected = true;
    return option;
  };
  // The host's functions have no text (see interpreter.py), so they look native, as Sizzle wants.
  const functionText = Function.prototype.toString;
  Function.prototype.toString = function toString() {
    const text = applyFunction(functionText, this, []);
    return text.slice(-NATIVE.length) === NATIVE ? `function ${this.name}() { ${NATIVE.slice(0, -2)} }` : text;
  };
}

/** What pages use of Intl: en-US. */
function makeIntl() {
  return {
    Segmenter: class { segment(text) { return [...text].map(segment => ({ segment })); } },
    Collator: class { compare(a, b) { return a < b ? -1 : a > b ? 1 : 0; } },
    DateTimeFormat: class {
      constructor(_, options) { this._options = options; }
      format(date) { return new PageDate(date).toLocaleDateString('en-US', this._options); }
      resolvedOptions() { return { locale: language, timeZone: offset ? 'Etc/' + zoneText() : 'UTC' }; }
    },
    NumberFormat: class { format(number) { return Number(number).toLocaleString(); } },
  };
}
Number.prototype.toLocaleString = function (_, { minimumFractionDigits = 0, maximumFractionDigits = Math.max(3, minimumFractionDigits) } = {}) {
  if (!Number.isFinite(+this)) return String(+this);
  const [whole, part = ''] = Math.abs(+this).toFixed(Math.min(maximumFractionDigits, 20)).split('.');
  let fraction = part.replace(/0+$/, '');
  fraction = fraction.padEnd(minimumFractionDigits, '0');
  return (+this < 0 ? '-' : '') + whole.replace(/\B(?=(\d{3})+$)/g, ',') + (fraction && '.' + fraction);
};

/** Requests of pages always fail: there is no network. */
class XMLHttpRequest extends EventTarget {
  open() { this.readyState = 1; }
  setRequestHeader() {}
  abort() {}
  getAllResponseHeaders() { return ''; }
  getResponseHeader() { return null; }
  send() {
    later(() => {
      Object.assign(this, { readyState: 4, status: 0, statusText: '', responseText: '' });
      for (const type of ['readystatechange', 'error', 'loadend']) dispatch(this, new Event(type));
    });
  }
}

class FormData {
  constructor(form) { this._entries = form ? form.elements.filter(one => one.name && !one.disabled && (!isTick(one) || one.checked)).map(one => [one.name, one.value]) : []; }
  append(name, value) { this._entries.push([name, String(value)]); }
  get(name) { return (this._entries.find(entry => entry[0] === name) || [null, null])[1]; }
  has(name) { return this._entries.some(entry => entry[0] === name); }
  entries() { return this._entries[Symbol.iterator](); }
  [Symbol.iterator]() { return this.entries(); }
}
