// Input: focus, clicks and their default actions, forms, keys, text, and touch as Android's Chrome makes events of it.
// Places that fingers touch are CSS px of the document, wherever the window is scrolled to.

let focused = null;
let hovered = []; // the element that was touched last and all around it
let hoveredVersion = 0; // the document's, before scripts heard of the hover
let viewport = setup.viewport;

/** Sends an event of the user's (or the host's) making. Returns whether its default action is to happen. */
function fire(target, type, options = {}, Kind = Event) {
  if (isUnheard(target, type)) return true;
  const event = new Kind(type, { bubbles: true, cancelable: true, ...options });
  event.isTrusted = true;
  return dispatch(target, event);
}

// ---- Focus

function isDisabled(element) {
  if (element._attributes.has('disabled')) return true;
  const group = element.localName === 'option' ? 'optgroup' : 'fieldset';
  for (let one = element; one && one.nodeType === 1; one = one.parentNode) if (one.localName === group && one._attributes.has('disabled')) return true;
  return false;
}

function isFocusable(element) {
  const tag = element.localName;
  if (element._attributes.has('tabindex')) return true;
  if (tag === 'input' || tag === 'button' || tag === 'select' || tag === 'textarea') return !isDisabled(element) && element.type !== 'hidden';
  return (tag === 'a' && element._attributes.has('href')) || tag === 'summary' || isEditable(element);
}

const EDITABLE = new Set(['', 'true', 'plaintext-only']);
function isEditable(element) {
  return EDITABLE.has(element._attributes.get('contenteditable')?.toLowerCase());
}
const isTextField = element => !!element && (element.localName === 'textarea' || (element.localName === 'input' && TEXT_TYPES.has(element.type)));
const TEXT_TYPES = new Set(['text', 'password', 'search', 'tel', 'url', 'email', 'number']);

function moveFocus(element) {
  if (element && (!element.isConnected || !isFocusable(element) || isHidden(element))) return;
  const old = focused;
  if (old === element) return;
  focused = element;
  if (old) {
    touch(old);
    commit(old);
    fire(old, 'blur', { bubbles: false, cancelable: false, relatedTarget: element }, FocusEvent);
    fire(old, 'focusout', { cancelable: false, relatedTarget: element }, FocusEvent);
  }
  if (!element || focused !== element) return;
  touch(element);
  if (isTextField(element)) element._before = element.value;
  fire(element, 'focus', { bubbles: false, cancelable: false, relatedTarget: old }, FocusEvent);
  fire(element, 'focusin', { cancelable: false, relatedTarget: old }, FocusEvent);
}

const isHidden = element => element.isConnected && styleOf(element, 'display') === 'none';

/** Sends the change event of a text field that the user has changed. */
function commit(element) {
  if (!isTextField(element) || !element._edited) return;
  element._edited = false;
  if (element.value !== element._before) {
    element._before = element.value;
    fire(element, 'change', { cancelable: false }, Event);
  }
}

/** Returns the element that takes the focus when something in it is touched. */
function focusableAround(element) {
  for (let one = element; one && one.nodeType === 1; one = one.parentNode) if (isFocusable(one)) return one;
  return null;
}

// ---- Clicks

const CONTROLS = new Set(['button', 'input', 'select', 'textarea', 'option']);

/** Returns the control that an element is, or is in; null if there is none. */
function controlAround(element) {
  for (let one = element; one && one.nodeType === 1; one = one.parentNode) if (CONTROLS.has(one.localName)) return one;
  return null;
}

/** Returns the link, label or summary that an element is, or is in; null if there is none. */
function activeAround(element) {
  for (let one = element; one && one.nodeType === 1; one = one.parentNode) {
    const tag = one.localName;
    if (tag === 'label' || tag === 'summary' || ((tag === 'a' || tag === 'area') && one._attributes.has('href'))) return one;
  }
  return null;
}

/** Clicks an element: sends the event and does what a browser then does. */
function click(element, options) {
  const control = controlAround(element);
  if (control && isDisabled(control)) return;
  const tick = element.localName === 'input' && isTick(element) ? element : null;
  const before = tick && { checked: tick.checked, group: tick.type === 'radio' ? radioGroup(tick).find(one => one.checked) : null };
  if (tick) tick.checked = tick.type === 'radio' || !tick.checked;
  if (!isUnheard(element, 'click') && !fire(element, 'click', { detail: 1, ...options }, PointerEvent)) {
    if (tick) {
      tick.checked = before.checked;
      if (before.group) before.group.checked = true;
    }
    return;
  }
  if (tick) {
    if (tick.checked !== before.checked && tick.isConnected) {
      fire(tick, 'input', { cancelable: false }, Event);
      fire(tick, 'change', { cancelable: false }, Event);
    }
    return;
  }
  if (control) {
    const form = control.form;
    if (form && (control.localName === 'button' || control.localName === 'input')) {
      if (control.type === 'submit' || control.type === 'image') submit(form, control);
      else if (control.type === 'reset') form.reset();
    }
    if (control.localName !== 'option') return;
  }
  const active = activeAround(element);
  if (!active) return;
  if (active.localName === 'label') {
    const labelled = active.control;
    if (labelled && !labelled.contains(element)) {
      moveFocus(isFocusable(labelled) ? labelled : focused);
      click(labelled, {});
    }
  } else if (active.localName === 'summary') {
    const details = active.parentElement;
    if (details && details.localName === 'details') {
      const others = details.hasAttribute('name') && !details.open ? [...document.querySelectorAll('details[open]')] : [];
      for (const other of others) if (other.getAttribute('name') === details.getAttribute('name')) other.removeAttribute('open');
      details.toggleAttribute('open');
      fire(details, 'toggle', { bubbles: false, cancelable: false }, Event);
    }
  } else navigate(active.getAttribute('href'));
}

/** Submits a form as a button does: by its event, then by leaving the page. */
function submit(form, submitter = null) {
  if (!form.isConnected) return;
  if (!form.noValidate && !(submitter && submitter.hasAttribute('formnovalidate')) && !form.checkValidity()) return;
  if (!fire(form, 'submit', { submitter }, Event)) return;
  const dialog = form.closest('dialog');
  if (dialog && (form.getAttribute('method') || '').toLowerCase() === 'dialog') dialog.close(submitter ? submitter.getAttribute('value') ?? undefined : undefined);
  else form.submit();
}

/** Submits the form of a field in which Enter was pressed: by its first submit button, or if it is the only field. */
function submitImplicitly(field) {
  const form = field.form;
  if (!form) return;
  const button = form.elements.find(one => (one.localName === 'button' || one.localName === 'input') && (one.type === 'submit' || one.type === 'image'));
  if (button) click(button, {});
  else if (form.elements.filter(isTextField).length === 1) submit(form);
}

// ---- Keys and text

const KEYS = {
  Backspace: 8, Tab: 9, Enter: 13, Shift: 16, Control: 17, Alt: 18, Escape: 27, ' ': 32, PageUp: 33, PageDown: 34, End: 35, Home: 36,
  ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40, Delete: 46,
};
const SIGNS = {
  ';': 186, ':': 186, '=': 187, '+': 187, ',': 188, '<': 188, '-': 189, _: 189, '.': 190, '>': 190, '/': 191, '?': 191, '`': 192, '~': 192, '[': 219, '{': 219,
  '\\': 220, '|': 220, ']': 221, '}': 221, "'": 222, '"': 222, '!': 49, '@': 50, '#': 51, $: 52, '%': 53, '^': 54, '&': 55, '*': 56, '(': 57, ')': 48,
};

function keyCode(key) {
  if (key in KEYS) return KEYS[key];
  if (/^[a-z0-9]$/i.test(key)) return key.toUpperCase().charCodeAt(0);
  return SIGNS[key] ?? 0;
}

/** Presses and releases a key with the focus where it is: a letter, or a name as KeyboardEvent.key has it. */
function press(key, modifiers = {}) {
  const target = focused || document.body || document.documentElement;
  if (!target) return;
  const code = keyCode(key);
  const letter = [...key].length === 1 || key === 'Enter' ? (key === 'Enter' ? 13 : key.codePointAt(0)) : 0;
  const options = { key, keyCode: code, which: code, code: /^[a-z]$/i.test(key) ? 'Key' + key.toUpperCase() : /^\d$/.test(key) ? 'Digit' + key : key === ' ' ? 'Space' : key, ...modifiers };
  let going = fire(target, 'keydown', options, KeyboardEvent);
  const typing = letter && !modifiers.ctrlKey && !modifiers.altKey && !modifiers.metaKey;
  if (going && typing) going = fire(focused || target, 'keypress', { ...options, keyCode: letter, which: letter, charCode: letter }, KeyboardEvent);
  if (going) keyAction(key, modifiers, typing);
  fire(focused || target, 'keyup', options, KeyboardEvent);
}

function keyAction(key, modifiers, typing) {
  const target = focused;
  if (key === 'Tab') {
    moveFocusBy(modifiers.shiftKey ? -1 : 1);
    return;
  }
  if (!target) return;
  if (modifiers.ctrlKey && /^[cxv]$/.test(key)) {
    if (key === 'v') paste(cut);
    else cut = copy(key === 'x');
    return;
  }
  if (target.localName === 'select' && typing && key !== 'Enter') {
    seek(target, key);
    return;
  }
  if (isTextField(target)) {
    if (key === 'Enter') {
      if (target.localName === 'textarea') insertText(target, '\n');
      else {
        commit(target);
        submitImplicitly(target);
      }
    } else if (typing) insertText(target, key);
    else if (modifiers.ctrlKey) {
      if (key === 'a') target.select();
    } else editField(target, key, modifiers.shiftKey);
    return;
  }
  if (isEditable(target) && typing) {
    target.append(key === 'Enter' ? '\n' : key);
    fire(target, 'input', { data: key, cancelable: false }, InputEvent);
    return;
  }
  if (key === 'Enter' || key === ' ') {
    if (target.localName === 'button' || (target.localName === 'input' && (key === ' ' || !isTick(target))) || (target.localName === 'a' && key === 'Enter') || target.localName === 'summary') click(target, { detail: 0 });
    else if (key === 'Enter' && isTick(target)) submitImplicitly(target);
  } else if (target.localName === 'select' && /^Arrow(Up|Down)$/.test(key)) {
    const index = target.selectedIndex + (key === 'ArrowDown' ? 1 : -1);
    if (target.options[index]) choose(target, [index]);
  } else if (target.localName === 'input' && target.type === 'range' && key.startsWith('Arrow')) {
    const step = parseFloat(target.step) || 1;
    setByUser(target, String(parseFloat(target.value) + (key === 'ArrowRight' || key === 'ArrowUp' ? step : -step)));
  }
}

let cut = ''; // what the keys of the clipboard have taken
let sought = { select: null, text: '', time: 0 };

/** Selects the next option that begins with what has been typed into a select within a second. */
function seek(select, letter) {
  const goes = sought.select === select && time - sought.time < 1000;
  sought = { select, text: (goes ? sought.text : '') + letter.toLowerCase(), time };
  const options = select.options;
  const first = select.selectedIndex + (sought.text.length === 1 ? 1 : 0);
  for (let step = 0; step < options.length; step++) {
    const index = (first + step + options.length) % options.length;
    if (!options[index].disabled && options[index].text.toLowerCase().startsWith(sought.text)) {
      choose(select, [index]);
      return;
    }
  }
}

function moveFocusBy(direction) {
  const stops = document.querySelectorAll('*').filter(one => isFocusable(one) && one.tabIndex >= 0 && !isHidden(one));
  if (!stops.length) return;
  const index = focused ? stops.indexOf(focused) : direction > 0 ? -1 : 0;
  moveFocus(stops[(index + direction + stops.length) % stops.length]);
}

/** Puts text in the place of a field's selection. */
function insertText(field, text, kind = 'insertText') {
  if (field.readOnly || isDisabled(field)) return;
  const [start, end] = selectionIn(field);
  const old = field.value;
  let added = text;
  if (field.maxLength >= 0) added = added.slice(0, Math.max(0, field.maxLength - old.length + end - start));
  if (field.localName === 'input' && field.type === 'number') added = added.replace(/[^\d.eE+-]/g, '');
  if (!added && start === end) return;
  if (!fire(field, 'beforeinput', { data: added, inputType: kind }, InputEvent)) return;
  replaceText(field, old.slice(0, start) + added + old.slice(end), start + added.length, added, kind);
}

function replaceText(field, value, caret, data, kind) {
  field._value = value;
  field._selection = [caret, caret];
  field._edited = true;
  touch(field);
  fire(field, 'input', { data, inputType: kind, cancelable: false }, InputEvent);
}

/** Deletes or moves the caret by a key. */
function editField(field, key, extend) {
  const [start, end] = selectionIn(field);
  const value = field.value;
  const back = index => Math.max(0, index - (/[\udc00-\udfff]/.test(value[index - 1] || '') ? 2 : 1));
  const on = index => Math.min(value.length, index + (/[\ud800-\udbff]/.test(value[index] || '') ? 2 : 1));
  if (key === 'Backspace' || key === 'Delete') {
    if (field.readOnly) return;
    const from = start < end ? start : key === 'Backspace' ? back(start) : start;
    const to = start < end ? end : key === 'Backspace' ? start : on(start);
    if (from < to) replaceText(field, value.slice(0, from) + value.slice(to), from, null, key === 'Backspace' ? 'deleteContentBackward' : 'deleteContentForward');
    return;
  }
  const moved = { ArrowLeft: start < end && !extend ? start : back(extend ? end : start), ArrowRight: start < end && !extend ? end : on(end), Home: 0, End: value.length, ArrowUp: 0, ArrowDown: value.length }[key];
  if (moved !== undefined) setSelection(field, extend ? Math.min(start, moved) : moved, extend ? Math.max(start, moved) : moved);
}

/** Gives a field another text as a keyboard does: keys for what is new, Backspace for what is gone. */
function edit(field, text) {
  moveFocus(field);
  if (focused !== field) return;
  const old = field.value;
  let before = 0;
  while (before < old.length && before < text.length && old[before] === text[before]) before++;
  let after = 0;
  while (after < old.length - before && after < text.length - before && old[old.length - 1 - after] === text[text.length - 1 - after]) after++;
  setSelection(field, before, old.length - after);
  const added = text.slice(before, text.length - after);
  if (!added && before < old.length - after) press('Backspace');
  typeText(added);
}

/** Presses the keys of a text, one after the other, wherever they lead the focus. */
function typeText(text) {
  for (const letter of text) press(letter === '\n' ? 'Enter' : letter);
}

// ---- What native dialogs set

/** Selects options of a select by their indices, as its dialog does. */
function choose(select, indices) {
  const options = select.options;
  const before = options.map(option => option.selected).join();
  if (select.multiple) options.forEach((option, index) => { option._selected = indices.includes(index); touch(option); });
  else select.selectedIndex = indices[0] ?? -1;
  touch(select);
  if (select.options.map(option => option.selected).join() === before) return;
  fire(select, 'input', { cancelable: false }, Event);
  fire(select, 'change', { cancelable: false }, Event);
}

/** Gives a control a value, as a picker of dates, times or colours does. */
function setByUser(control, value) {
  const before = control.value;
  control.value = value;
  if (control.value === before) return;
  fire(control, 'input', { cancelable: false }, Event);
  fire(control, 'change', { cancelable: false }, Event);
}

// ---- Touch

let finger = null; // what a finger that is down has touched
const MOST_TIMERS = 1000; // that run while a finger is drawn
let lastTap = { x: 0, y: 0, time: -1e9, count: 0 };

const pointOf = (x, y) => ({ clientX: x - scrolled.x, clientY: y - scrolled.y, screenX: x - scrolled.x, screenY: y - scrolled.y });

function fireTouch(type, target, x, y) {
  if (isUnheard(target, type)) return true;
  const point = { identifier: 0, target, ...pointOf(x, y), pageX: x, pageY: y, radiusX: 1, radiusY: 1, force: 1 };
  const down = type === 'touchend' || type === 'touchcancel' ? [] : [point];
  return fire(target, type, { touches: down, targetTouches: down, changedTouches: [point], cancelable: type !== 'touchcancel' }, TouchEvent);
}

function firePointer(type, target, x, y, pressed, pointerType = 'touch') {
  return isUnheard(target, type) || fire(target, type, { ...pointOf(x, y), pointerId: 1, pointerType, isPrimary: true, button: type === 'pointermove' ? -1 : 0, buttons: pressed ? 1 : 0, pressure: pressed ? 0.5 : 0 }, PointerEvent);
}

/** Puts a finger down. */
function touchStart(x, y) {
  const target = elementUnder(x, y);
  if (!target) {
    finger = null;
    return false;
  }
  finger = { target, x, y, moved: false, scrollers: null, prevented: false, scrolledBy: 0 };
  firePointer('pointerdown', target, x, y, true);
  finger.prevented = !fireTouch('touchstart', target, x, y);
  return true;
}

/**
 * Moves the finger: touch events for the element where it began, and unless scripts prevent it, scrolling. As in Chromium
 * touch events go on while it scrolls, pointer events don't.
 */
function touchMove(x, y) {
  if (!finger) return;
  const [dx, dy] = [finger.x - x, finger.y - y];
  Object.assign(finger, { x, y });
  if (finger.scrollers) {
    fireTouch('touchmove', finger.target, x, y);
    if (finger) pan(dx, dy);
    return;
  }
  const allowed = fireTouch('touchmove', finger.target, x, y) && !finger.prevented;
  if (!finger.moved && allowed && !stopsPanning(finger.target)) {
    finger.scrollers = scrollersAround(finger.target);
    firePointer('pointercancel', finger.target, x, y, false);
    pan(dx, dy);
  } else firePointer('pointermove', finger.target, x, y, true);
  finger.moved = true;
}

function stopsPanning(element) {
  for (let one = element; one && one.nodeType === 1; one = one.parentNode) if (styleOf(one, 'touch-action') === 'none') return true;
  return false;
}

function scrollersAround(element) {
  const scrollers = [];
  for (let one = element; one && one.nodeType === 1; one = one.parentNode) if (canScroll(one, 'y') || canScroll(one, 'x')) scrollers.push(one);
  return scrollers;
}

/** Scrolls what is under the finger, the innermost first. */
function pan(dx, dy) {
  for (const scroller of finger.scrollers) {
    const [left, top] = [scroller.scrollLeft, scroller.scrollTop];
    scrollElement(scroller, left + dx, top + dy);
    finger.scrolledBy += Math.abs(scroller.scrollLeft - left) + Math.abs(scroller.scrollTop - top);
    dx -= scroller.scrollLeft - left;
    dy -= scroller.scrollTop - top;
  }
}

/**
 * Draws a finger along a line in `ms`, in which timers run. Returns whether the page has used it: its scripts, or elements
 * that have scrolled.
 */
function drag(startX, startY, endX, endY, ms) {
  if (!touchStart(startX, startY)) return false;
  const steps = Math.max(2, Math.min(20, Math.ceil(Math.hypot(endX - startX, endY - startY) / 10)));
  const begun = time;
  let timersLeft = MOST_TIMERS;
  for (let step = 1; step <= steps; step++) {
    while (ms && timersLeft-- > 0 && runTimer(begun + ms * step / steps));
    touchMove(startX + (endX - startX) * step / steps, startY + (endY - startY) * step / steps);
    if (!finger) return true;
  }
  const used = !finger.scrollers || finger.scrolledBy > 0;
  touchEnd();
  return used;
}

/** Lifts the finger. If it has not moved, that is a tap: mouse events and a click, unless touch events were prevented. */
function touchEnd() {
  if (!finger) return;
  const { target, x, y, moved, prevented, scrollers } = finger;
  finger = null;
  if (scrollers) {
    fireTouch('touchend', target, x, y);
    return;
  }
  firePointer('pointerup', target, x, y, false);
  const allowed = fireTouch('touchend', target, x, y);
  if (!moved && allowed && !prevented) mouse(x, y);
}

/**
 * Whether a tap leaves the document's selection alone, as Chromium's does: on a control without text of its own, on a
 * link, and on the selected text itself.
 */
function keepsSelection(target, x, y) {
  if (selection.isCollapsed) return true;
  const control = target.closest('button,input,select,a[href]');
  if (control) return !isTextField(control);
  return selection.getRangeAt(0).getClientRects().some(box => x >= box.left && x < box.right && y >= box.top && y < box.bottom);
}

/** Sends the mouse events of a tap. Chromium has them on the nearest whole px; a mouse's own are on the px before. */
function mouse(x, y) {
  const target = elementUnder(x, y);
  if (!target) return;
  const whole = pointOf(Math.round(x), Math.round(y));
  const again = time - lastTap.time < 300 && Math.hypot(x - lastTap.x, y - lastTap.y) < 20;
  const count = again ? lastTap.count + 1 : 1;
  lastTap = { x, y, time, count };
  hover(target, Math.round(x), Math.round(y));
  const options = { ...whole, detail: count };
  if (!isUnheard(target, 'mousemove')) fire(target, 'mousemove', { ...options, detail: 0 }, MouseEvent);
  // Scripts that listen to the movement may have put something else there.
  const pressed = version === hoveredVersion ? target : elementUnder(x, y) || target;
  const control = controlAround(pressed);
  const disabled = control && isDisabled(control);
  if (disabled) return;
  if (isUnheard(pressed, 'mousedown') || fire(pressed, 'mousedown', { ...options, buttons: 1 }, MouseEvent)) pressOn(pressed, x, y);
  fire(pressed, 'mouseup', options, MouseEvent);
  if (pressed.isConnected) click(pressed, options);
  if (count === 2) fire(pressed, 'dblclick', options, MouseEvent);
}

/** Does what a press does unless scripts prevent it: the selection, the focus, the caret, a slider. */
function pressOn(target, x, y) {
  if (!keepsSelection(target, x, y)) selection.removeAllRanges();
  const next = focusableAround(target);
  if (next !== focused || !isTextField(next)) moveFocus(next);
  if (isTextField(next) && target === next) placeCaret(next, x, y);
  if (isSlider(target)) slideTo(target, x);
}

const isSlider = element => element.localName === 'input' && element.type === 'range';

// ---- A mouse. Its places are CSS px of the window.

let held = null; // what the mouse's button has been pressed on
let pointer = null; // where the mouse is

/** Moves the mouse to a place, in one step. What is pressed there slides, or text is selected. */
function mouseMove(x, y) {
  [x, y] = [x + scrolled.x, y + scrolled.y];
  const target = elementUnder(x, y);
  if (!target) return;
  hover(target, x, y);
  if (pointer && pointer.x === x && pointer.y === y) return;
  pointer = { x, y };
  firePointer('pointermove', target, x, y, !!held, 'mouse');
  fire(target, 'mousemove', { ...pointOf(x, y), buttons: held ? 1 : 0 }, MouseEvent);
  if (!held) return;
  if (held.slides) slideTo(held.target, x);
  if (!held.selects || Math.hypot(x - held.x, y - held.y) < 1) return;
  const [from, to] = [parseText(ask('text_at', held.x, held.y)), parseText(ask('text_at', x, y))];
  if (!from || !to) return;
  if (isTextField(held.target)) {
    if (from[0] === held.target._number && to[0] === from[0]) setSelection(held.target, Math.min(from[2], to[2]), Math.max(from[2], to[2]));
  } else if (styleOf(held.target, 'user-select') !== 'none' && (held.started || fire(held.target, 'selectstart'))) {
    held.started = true;
    selectText(from, to);
  }
}

/** Presses the mouse's button at a place. */
function mouseDown(x, y) {
  mouseMove(x, y);
  [x, y] = [x + scrolled.x, y + scrolled.y];
  const target = elementUnder(x, y);
  if (!target) return;
  const again = time - lastTap.time < 500 && x === lastTap.x && y === lastTap.y;
  const count = again ? lastTap.count + 1 : 1;
  lastTap = { x, y, time, count };
  held = { target, x, y, count, selects: false, slides: false, started: false };
  firePointer('pointerdown', target, x, y, true, 'mouse');
  const control = controlAround(target);
  if (control && isDisabled(control)) return;
  if (!fire(target, 'mousedown', { ...pointOf(x, y), detail: count, buttons: 1 }, MouseEvent)) return;
  pressOn(target, x, y);
  held.slides = isSlider(target);
  held.selects = !control || isTextField(control);
  const list = target.localName === 'option' ? target.closest('select') : null;
  if (list) choose(list, [list.options.indexOf(target)]);
}

/** Releases the mouse's button at a place: a click if it was pressed on the same element, or on one around both. */
function mouseUp(x, y) {
  mouseMove(x, y);
  const was = held;
  held = null;
  [x, y] = [x + scrolled.x, y + scrolled.y];
  const target = elementUnder(x, y);
  if (!target) return;
  firePointer('pointerup', target, x, y, false, 'mouse');
  const options = { ...pointOf(x, y), detail: was ? was.count : 0 };
  const control = controlAround(target);
  if (!control || !isDisabled(control)) fire(target, 'mouseup', options, MouseEvent);
  if (!was || !was.target.isConnected || !target.isConnected) return;
  let common = target;
  while (common && !common.contains(was.target)) common = common.parentElement;
  if (!common) return;
  click(common, options);
  if (was.count === 2 && common.isConnected) fire(common, 'dblclick', options, MouseEvent);
}

/** Turns the mouse's wheel at a place: down by so many CSS px. */
function wheel(x, y, amount) {
  const target = elementUnder(x + scrolled.x, y + scrolled.y);
  if (!target) return;
  const options = { ...pointOf(x + scrolled.x, y + scrolled.y), deltaX: 0, deltaY: amount, deltaMode: 0 };
  if (!fire(target, 'wheel', options, WheelEvent)) return;
  for (const scroller of scrollersAround(target)) {
    const before = scroller.scrollTop;
    scrollElement(scroller, scroller.scrollLeft, before + amount);
    if (scroller.scrollTop !== before) return;
  }
  scrollWindow(scrolled.x, Math.max(0, scrolled.y + amount));
}

/** Moves the hover to an element, with the events of a mouse that gets there. */
function hover(target, x, y) {
  const path = [];
  for (let one = target; one && one.nodeType === 1; one = one.parentNode) path.push(one);
  const before = hovered;
  const options = pointOf(x, y);
  hoveredVersion = version;
  if (before[0] !== target) {
    hovered = path;
    for (const one of before) if (!path.includes(one)) touch(one);
    for (const one of path) if (!before.includes(one)) touch(one);
    hoveredVersion = version;
    const send = (to, type, relatedTarget, bubbles) => isUnheard(to, type) || fire(to, type, { ...options, bubbles, relatedTarget }, MouseEvent);
    if (before[0] && before[0].isConnected) send(before[0], 'mouseout', target, true);
    for (const one of before) if (!path.includes(one) && one.isConnected) send(one, 'mouseleave', target, false);
    send(target, 'mouseover', before[0] || null, true);
    for (let index = path.length - 1; index >= 0; index--) if (!before.includes(path[index])) send(path[index], 'mouseenter', before[0] || null, false);
  }
}

/** Puts the caret of a text field where it was touched. */
function placeCaret(field, x, y) {
  const place = parseText(ask('text_at', x, y));
  if (place && place[0] === field._number) setSelection(field, place[2], place[2]);
}

/** Moves the thumb of a slider to where it was touched. */
function slideTo(input, x) {
  const { left, width } = input.getBoundingClientRect();
  const least = parseFloat(input.min || '0');
  const most = parseFloat(input.max || '100');
  const step = parseFloat(input.step) || 1;
  const share = Math.max(0, Math.min(1, (x - scrolled.x - left - 8) / Math.max(1, width - 16)));
  setByUser(input, String(Math.min(most, least + Math.round(share * (most - least) / step) * step)));
}

/**
 * Holds a finger at a place: a context menu, and if that is allowed, the word there is selected. Chromium moves its mouse
 * there first (`GestureManager::SendContextMenuEventForGesture`).
 */
function longPress(x, y) {
  const target = elementUnder(x, y);
  if (!target) return;
  const allowed = fireTouch('touchstart', target, x, y);
  hover(target, Math.round(x), Math.round(y));
  fire(target, 'mousemove', { ...pointOf(Math.round(x), Math.round(y)), detail: 0 }, MouseEvent);
  const menu = fire(target, 'contextmenu', { ...pointOf(x, y), button: 0, which: 1 }, PointerEvent);
  fireTouch(menu ? 'touchcancel' : 'touchend', target, x, y);
  if (!allowed || !menu) return;
  const place = parseText(ask('text_at', x, y));
  if (isTextField(target)) {
    moveFocus(target);
    const at = place && place[0] === target._number ? place[2] : target.value.length;
    setSelection(target, ...wordAround(target.value, at));
  } else if (place && !/^(button|select|option)$/.test(target.localName) && styleOf(target, 'user-select') !== 'none') {
    const node = textNodeAt(place);
    if (!node) return;
    const [start, end] = wordAround(node.data, place[2]);
    const editor = target.closest('[contenteditable]');
    if (editor && isEditable(editor)) moveFocus(editor);
    if (start < end && fire(target, 'selectstart')) selectText([place[0], place[1], start], [place[0], place[1], end]);
  }
}

/** Returns the bounds of the word at a place in a text. */
function wordAround(text, at) {
  const isWord = letter => letter !== undefined && /[\p{L}\p{N}_'’]/u.test(letter);
  let start = Math.min(at, Math.max(0, text.length - 1));
  let end = start;
  if (!isWord(text[start]) && isWord(text[start - 1])) start--;
  if (!isWord(text[start])) return [start, Math.min(text.length, start + 1)];
  while (isWord(text[start - 1])) start--;
  for (end = start; isWord(text[end]);) end++;
  return [start, end];
}

// ---- The clipboard

/** Returns what is selected: of the field that has the focus, or of the document. */
function selectedText() {
  if (isTextField(focused)) {
    const [start, end] = selectionIn(focused);
    if (start < end) return focused.value.slice(start, end);
  }
  return selection.toString();
}

function fireClipboard(type, text) {
  const clipboardData = { getData: () => text, setData() {}, types: ['text/plain'] };
  return fire(focused || document.body, type, { clipboardData });
}

function copy(cut) {
  const text = selectedText();
  fireClipboard(cut ? 'cut' : 'copy', text);
  if (cut && isTextField(focused)) {
    const [start, end] = selectionIn(focused);
    if (start < end) insertText(focused, '', 'deleteByCut');
  }
  return text;
}

function paste(text) {
  if (!isTextField(focused) || !fireClipboard('paste', text)) return;
  insertText(focused, focused.localName === 'input' ? text.replace(/[\r\n]/g, '') : text, 'insertFromPaste');
}
