// Selectors: compiled to functions of an element and the scope.

const compiled = new Map();
const IDENTIFIER = '(?:[\\w\\u00a0-\\uffff-]|\\\\[\\s\\S])+';
const TOKEN = new RegExp(
  '\\s*([>+~])\\s*|(\\s+)|#(' + IDENTIFIER + ')|\\.(' + IDENTIFIER + ')' +
  '|\\[\\s*([\\w:-]+)\\s*(?:([~|^$*]?=)\\s*(?:"([^"]*)"|\'([^\']*)\'|([^\\]\\s]+)))?\\s*(?:i\\s*)?\\]' +
  '|::?([\\w-]+)|(\\*)|(' + IDENTIFIER + ')', 'y');

/** Compiles a selector list to a function (element, scope) → boolean. */
function compile(selector) {
  const text = String(selector);
  let matches = compiled.get(text);
  if (matches) return matches;
  const alternatives = splitOutside(text, ',').map(complex);
  matches = alternatives.length === 1 ? alternatives[0] : (element, scope) => alternatives.some(one => one(element, scope));
  if (compiled.size > 2000) compiled.clear();
  compiled.set(text, matches);
  return matches;
}

function syntaxError(selector) {
  return failure('SyntaxError', `'${selector}' is not a valid selector.`);
}

/** Splits a text at a character that is outside of quotes and brackets. */
function splitOutside(text, separator) {
  const parts = [];
  let depth = 0;
  let quote = '';
  let start = 0;
  for (let index = 0; index < text.length; index++) {
    const letter = text[index];
    if (letter === '\\') index++;
    else if (quote) {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(' || letter === '[') depth++;
    else if (letter === ')' || letter === ']') depth--;
    else if (letter === separator && depth === 0) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  if (depth !== 0 || quote) throw syntaxError(text);
  parts.push(text.slice(start));
  return parts;
}

const unescapeName = name => name.replace(/\\([0-9a-f]{1,6})\s?|\\([\s\S])/gi, (_, code, letter) => code ? String.fromCodePoint(parseInt(code, 16) % 0x110000) : letter);

/** Compiles one selector: compounds and the combinators between them. */
function complex(given) {
  const text = given.trim();
  if (!text) throw syntaxError(given);
  const parts = [{ combinator: ' ', tests: [] }];
  let position = 0;
  while (position < text.length) {
    TOKEN.lastIndex = position;
    const token = TOKEN.exec(text);
    if (!token) throw syntaxError(given);
    position = TOKEN.lastIndex;
    const last = parts[parts.length - 1];
    if (token[1] || token[2]) {
      const combinator = token[1] || ' ';
      if (!last.tests.length) {
        if (combinator === ' ') continue;
        if (parts.length > 1) throw syntaxError(given);
        last.tests.push((element, scope) => element === scope); // of :has(> x)
      }
      parts.push({ combinator, tests: [] });
    } else if (token[10] !== undefined) {
      let argument = null;
      if (text[position] === '(') {
        const end = closing(text, position);
        if (end < 0) throw syntaxError(given);
        argument = text.slice(position + 1, end);
        position = end + 1;
      }
      last.tests.push(pseudo(token[10].toLowerCase(), argument, given));
    } else last.tests.push(simple(token));
  }
  if (!parts[parts.length - 1].tests.length) throw syntaxError(given);
  return (element, scope) => matchFrom(parts, parts.length - 1, element, scope);
}

/** Returns the index of the bracket that closes the one at a place, or -1. */
function closing(text, start) {
  let depth = 0;
  let quote = '';
  for (let index = start; index < text.length; index++) {
    const letter = text[index];
    if (letter === '\\') index++;
    else if (quote) {
      if (letter === quote) quote = '';
    } else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '(') depth++;
    else if (letter === ')' && --depth === 0) return index;
  }
  return -1;
}

function matchFrom(parts, index, element, scope) {
  if (!element || element.nodeType !== 1) return false;
  for (const test of parts[index].tests) if (!test(element, scope)) return false;
  if (index === 0) return true;
  switch (parts[index].combinator) {
    case '>': return matchFrom(parts, index - 1, element.parentNode, scope);
    case '+': return matchFrom(parts, index - 1, elementBefore(element), scope);
    case '~':
      for (let one = elementBefore(element); one; one = elementBefore(one)) if (matchFrom(parts, index - 1, one, scope)) return true;
      return false;
    default:
      for (let one = element.parentNode; one; one = one.parentNode) if (matchFrom(parts, index - 1, one, scope)) return true;
      return false;
  }
}

/** Attributes whose values HTML compares without case. */
const ANY_CASE = new Set(('accept accept-charset align alink axis bgcolor charset checked clear codetype color compact declare defer dir ' +
  'direction disabled enctype face frame hreflang http-equiv lang language link media method multiple nohref noresize noshade nowrap ' +
  'readonly rel rev rules scope scrolling selected shape target text type valign valuetype vlink').split(' '));

/** Compiles an id, a class, an attribute, a tag or `*`. */
function simple(token) {
  if (token[3] !== undefined) {
    const id = unescapeName(token[3]);
    return element => element._attributes.get('id') === id;
  }
  if (token[4] !== undefined) {
    const name = unescapeName(token[4]);
    return element => element._classes().includes(name);
  }
  if (token[5] !== undefined) return attributeTest(token[5], token[6], token[7] ?? token[8] ?? token[9]);
  if (token[11]) return () => true;
  const tag = unescapeName(token[12]).toLowerCase();
  return element => element.localName === tag || element.localName.toLowerCase() === tag;
}

function attributeTest(name, operator, given) {
  const anyCase = ANY_CASE.has(name.toLowerCase());
  let wanted = given === undefined ? '' : unescapeName(given);
  if (anyCase) wanted = wanted.toLowerCase();
  const tests = {
    '=': value => value === wanted,
    '~=': value => words(value).includes(wanted),
    '^=': value => wanted !== '' && value.startsWith(wanted),
    '$=': value => wanted !== '' && value.endsWith(wanted),
    '*=': value => wanted !== '' && value.includes(wanted),
    '|=': value => value === wanted || value.startsWith(wanted + '-'),
  };
  const test = operator ? tests[operator] : () => true;
  return element => {
    const value = element.getAttribute(name);
    return value !== null && test(anyCase ? value.toLowerCase() : value);
  };
}

/** Reads an+b. Returns a function of a 1-based position. */
function nth(argument, selector) {
  const text = (argument || '').trim().toLowerCase();
  if (text === 'odd') return position => position % 2 === 1;
  if (text === 'even') return position => position % 2 === 0;
  const parts = /^([+-]?\d*)n\s*(?:([+-])\s*(\d+))?$/.exec(text);
  if (!parts) {
    if (!/^[+-]?\d+$/.test(text)) throw syntaxError(selector);
    return position => position === +text;
  }
  const step = parts[1] === '' || parts[1] === '+' ? 1 : parts[1] === '-' ? -1 : +parts[1];
  const offset = parts[3] ? (parts[2] === '-' ? -parts[3] : +parts[3]) : 0;
  return position => (step === 0 ? position === offset : (position - offset) % step === 0 && (position - offset) / step >= 0);
}

const siblingsOf = element => (element.parentNode ? element.parentNode.childNodes.filter(one => one.nodeType === 1) : [element]);
const typedSiblings = element => siblingsOf(element).filter(one => one.localName === element.localName);
const isDisableable = element => /^(button|input|select|textarea|option|optgroup|fieldset)$/.test(element.localName);

function pseudo(name, argument, selector) {
  switch (name) {
    case 'first-child': return element => !elementBefore(element);
    case 'last-child': return element => !elementAfter(element);
    case 'only-child': return element => !elementBefore(element) && !elementAfter(element);
    case 'first-of-type': return element => typedSiblings(element)[0] === element;
    case 'last-of-type': return element => typedSiblings(element).pop() === element;
    case 'only-of-type': return element => typedSiblings(element).length === 1;
    case 'nth-child': return positionTest(nth(argument, selector), siblingsOf, false);
    case 'nth-last-child': return positionTest(nth(argument, selector), siblingsOf, true);
    case 'nth-of-type': return positionTest(nth(argument, selector), typedSiblings, false);
    case 'nth-last-of-type': return positionTest(nth(argument, selector), typedSiblings, true);
    case 'empty': return element => !element.childNodes.some(child => child.nodeType === 1 || child.length);
    case 'root': return element => element === element.ownerDocument.documentElement;
    case 'scope': return (element, scope) => element === (scope.nodeType === 9 ? scope.documentElement : scope);
    case 'checked': return element => (element.localName === 'option' ? element.selected : element.localName === 'input' && isTick(element) && element.checked);
    case 'disabled': return element => isDisableable(element) && isDisabled(element);
    case 'enabled': return element => isDisableable(element) && !isDisabled(element);
    case 'focus': case 'focus-visible': return element => element === focused;
    case 'focus-within': return element => !!focused && element.contains(focused);
    case 'hover': return element => hovered.includes(element);
    case 'link': case 'any-link': return element => element.localName === 'a' && element.hasAttribute('href');
    case 'active': case 'visited': case 'target': case 'before': case 'after': case 'first-line': case 'first-letter': case 'placeholder':
      return () => false;
    case 'required': return element => element.hasAttribute('required');
    case 'optional': return element => !element.hasAttribute('required');
    case 'read-only': return element => element.hasAttribute('readonly');
    case 'not': {
      const matches = compile(argument ?? '');
      return (element, scope) => !matches(element, scope);
    }
    case 'is': case 'where': case 'matches': return compile(argument ?? '');
    case 'has': {
      const relative = splitOutside(argument ?? '', ',');
      const down = relative.every(one => !/^\s*[+~]/.test(one));
      const matches = compile(relative.map(one => (/^\s*[>+~]/.test(one) ? one : ':scope ' + one)).join(','));
      return element => {
        const root = down ? element : element.parentNode;
        return !!root && walk(root, one => matches(one, element));
      };
    }
    case 'lang': return () => true;
    default: throw syntaxError(selector);
  }
}

function positionTest(test, siblings, fromEnd) {
  return element => {
    const among = siblings(element);
    const index = among.indexOf(element);
    return test(fromEnd ? among.length - index : index + 1);
  };
}
