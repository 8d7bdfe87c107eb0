// A page's life: loading, and what Python can ask for. This file is the last: its value is what Python calls.

const document = new Document();
document.defaultView = window;
let parser = null;
const waiting = []; // scripts with defer
let written = null; // the parser of document.write while a page loads

/** Opens a page's HTML. */
function open(html) {
  parser = new Parser(html, document);
}

const SCRIPT_TYPE = /^(|text\/javascript|application\/javascript|application\/x-javascript|text\/ecmascript|module)$/i;

/** Goes on to the next script of the page: [file name or null, text, number], or null once the document is whole. */
function nextScript() {
  for (;;) {
    const script = parser && parser.next();
    if (!script) break;
    if (!SCRIPT_TYPE.test(script.type.trim())) continue;
    const from = script.getAttribute('src');
    const found = [from, from === null ? script.textContent : '', script];
    if (script.defer && from !== null) {
      waiting.push(found);
      continue;
    }
    document.currentScript = script;
    return found.slice(0, 2);
  }
  parser = null;
  const late = waiting.shift();
  document.currentScript = late ? late[2] : null;
  return late ? late.slice(0, 2) : null;
}

/** Tells the page that it has loaded. */
function finish() {
  document.currentScript = null;
  document.readyState = 'interactive';
  fire(document, 'DOMContentLoaded', { cancelable: false });
  document.readyState = 'complete';
  fire(document, 'readystatechange', { bubbles: false, cancelable: false });
}

function loaded() {
  fire(window, 'load', { bubbles: false, cancelable: false });
  fire(window, 'pageshow', { bubbles: false, cancelable: false });
}

/** Parses what document.write writes, where the page is being read; after loading, in the place of the document. */
function writeDocument(text) {
  if (parser) {
    parser.text = parser.text.slice(0, parser.position) + text + parser.text.slice(parser.position);
    return;
  }
  if (!written) {
    document._empty();
    written = true;
  }
  if (document.body) parseInto(document.body, text);
  else parseInto(document, text);
}

/** Runs the scripts that other scripts insert. */
function inserted(element) {
  if (element.localName !== 'script' || parser || element._ran || !element.isConnected) return;
  const from = element.getAttribute('src');
  if ((from === null && !element.textContent) || !SCRIPT_TYPE.test(element.type.trim())) return;
  element._ran = true;
  if (from === null) {
    try {
      (0, eval)(element.textContent);
    } catch (error) {
      report(error);
    }
    return;
  }
  later(() => {
    const text = parseText(ask('file', quoteText(from)));
    if (text === null) {
      fire(element, 'error', { bubbles: false });
      return;
    }
    try {
      (0, eval)(text);
    } catch (error) {
      report(error);
    }
    fire(element, 'load', { bubbles: false });
  });
}

/** Returns an element of the document by its number. */
function byNumber(number) {
  let found = elementsByNumber.get(number) || null;
  if (!found) walk(document, element => element._number === number && ((found = element), true));
  return found;
}

/** What Python can call. Arguments are values as JSON has them. */
const entrances = {
  open,
  next_script: nextScript,
  finish,
  loaded,
  snapshot,
  failed: message => report(message),
  run_timer: runTimer,
  touch_start: touchStart,
  touch_move: touchMove,
  touch_end: touchEnd,
  drag,
  tap(x, y) {
    if (touchStart(x, y)) touchEnd();
  },
  long_press: longPress,
  mouse_move: mouseMove,
  mouse_down: mouseDown,
  mouse_up: mouseUp,
  wheel,
  press: (key, modifiers) => press(key, Object.fromEntries(modifiers)),
  type: typeText,
  edit(number, text) {
    const field = byNumber(number);
    if (isTextField(field)) edit(field, text);
  },
  insert(text) { if (isTextField(focused)) insertText(focused, text); },
  choose(number, indices) {
    const select = byNumber(number);
    if (select && select.localName === 'select') choose(select, indices);
  },
  set_value(number, value) {
    const control = byNumber(number);
    if (control && 'value' in control) setByUser(control, value);
  },
  select_text: selectText,
  clear_selection: () => selection.removeAllRanges(),
  selected_text: selectedText,
  copy,
  paste,
  focus: number => moveFocus(byNumber(number)),
  click(number) {
    const element = byNumber(number);
    if (element) click(element, {});
  },
  scroll_to(number, x, y) {
    if (!number) scrollWindow(x, y);
    else if (byNumber(number)) scrollElement(byNumber(number), x, y);
  },
  evaluate: code => {
    const value = (0, eval)(code);
    return value === undefined || typeof value === 'function' || value instanceof Node ? null : value;
  },
};
toNull(entrances, null);

makeWindow(viewport);

/**
 * Calls an entrance. The first of what is given is the time that has come. Returns the entrance's answer, the clock,
 * when the next timer is due, and whether the document has changed since the last snapshot, as JSON.
 */
return (name, given) => {
  const values = parseText(given);
  if (values[0] > time) time = values[0];
  const rest = toNull([], null);
  for (let index = 1; index < values.length; index++) rest[index - 1] = values[index];
  const answer = applyFunction(entrances[name], null, rest);
  if (name === 'snapshot') return answer;
  return join(['[', name === 'evaluate' ? quoteText(answer) ?? 'null' : quote(answer), ',', quoteText(time), ',', quoteText(nextTimer()?.due ?? null), snapshotVersion === version ? ',0]' : ',1]']);
};
