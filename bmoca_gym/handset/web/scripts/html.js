// HTML: the parser, which stops at each script of the page, and the serializer.

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noscript', 'iframe', 'noframes']);
const ESCAPABLE = new Set(['textarea', 'title']);
const ENDS_PARAGRAPH = new Set(('address article aside blockquote center details dir div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 ' +
  'header hr main menu nav ol p pre section summary table ul').split(' '));
// Attributes of SVG have capitals, however they are written (HTML standard, "adjust SVG attributes").
const SVG_ATTRIBUTES = new Map(('viewBox preserveAspectRatio gradientUnits gradientTransform spreadMethod patternUnits patternTransform textLength lengthAdjust ' +
  'pathLength clipPathUnits maskUnits markerWidth markerHeight markerUnits refX refY startOffset stdDeviation').split(' ').map(name => [name.toLowerCase(), name]));
// As in Chromium, an element that is nested deeper becomes the last one's sibling.
const MAX_NESTED = 512;
const IN_HEAD = new Set(['title', 'meta', 'link', 'script', 'style', 'base', 'noscript', 'template']);
const TABLE_PART = new Set(['table', 'tbody', 'thead', 'tfoot', 'tr']);
const SECTION = new Set(['tbody', 'thead', 'tfoot']);

const ENTITIES = {
  amp: 38, lt: 60, gt: 62, quot: 34, apos: 39, nbsp: 160, block: 9608, iexcl: 161, cent: 162, pound: 163, curren: 164, yen: 165, sect: 167, copy: 169,
  laquo: 171, not: 172, shy: 173, reg: 174, deg: 176, plusmn: 177, sup2: 178, sup3: 179, acute: 180, micro: 181, para: 182, middot: 183,
  raquo: 187, frac14: 188, frac12: 189, frac34: 190, iquest: 191, Agrave: 192, Aacute: 193, Acirc: 194, Atilde: 195, Auml: 196, Aring: 197,
  AElig: 198, Ccedil: 199, Egrave: 200, Eacute: 201, Ecirc: 202, Euml: 203, Ntilde: 209, Oacute: 211, Ocirc: 212, Ouml: 214, times: 215,
  Oslash: 216, Uacute: 218, Uuml: 220, szlig: 223, agrave: 224, aacute: 225, acirc: 226, atilde: 227, auml: 228, aring: 229, aelig: 230,
  ccedil: 231, egrave: 232, eacute: 233, ecirc: 234, euml: 235, igrave: 236, iacute: 237, icirc: 238, iuml: 239, ntilde: 241, ograve: 242,
  oacute: 243, ocirc: 244, otilde: 245, ouml: 246, divide: 247, oslash: 248, ugrave: 249, uacute: 250, ucirc: 251, uuml: 252, yuml: 255,
  ensp: 8194, emsp: 8195, thinsp: 8201, zwnj: 8204, zwj: 8205, ndash: 8211, mdash: 8212, lsquo: 8216, rsquo: 8217, sbquo: 8218, ldquo: 8220,
  rdquo: 8221, bdquo: 8222, dagger: 8224, bull: 8226, hellip: 8230, permil: 8240, prime: 8242, lsaquo: 8249, rsaquo: 8250, euro: 8364,
  trade: 8482, larr: 8592, uarr: 8593, rarr: 8594, darr: 8595, harr: 8596, rArr: 8658, minus: 8722, infin: 8734, asymp: 8776, ne: 8800,
  le: 8804, ge: 8805, loz: 9674, spades: 9824, clubs: 9827, hearts: 9829, diams: 9830, check: 10003, alpha: 945, beta: 946, gamma: 947,
  delta: 948, epsilon: 949, lambda: 955, mu: 956, pi: 960, sigma: 963, tau: 964, omega: 969, Delta: 916, Sigma: 931, Omega: 937,
};

function decode(text) {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#[xX]([\da-fA-F]+)|#(\d+)|(\w+));?/g, (whole, hex, decimal, name) => {
    const code = hex ? parseInt(hex, 16) : decimal ? +decimal : Object.hasOwn(ENTITIES, name) ? ENTITIES[name] : -1;
    return code < 0 ? whole : code === 0 || code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}

const TAG = new RegExp(
  '<!--(?:>|->|([\\s\\S]*?)(?:-->|--!>|$))|<![^>]*>|<\\?[^>]*>|</([a-zA-Z][^\\s/>]*)[^>]*>' +
  '|<([a-zA-Z][^\\s/>]*)((?:\\s+|/(?!>)|[^\\s=>/"\'][^\\s=>/]*(?:\\s*=\\s*(?:"[^"]*"|\'[^\']*\'|[^\\s>"\'][^\\s>]*))?|["\'])*)(/?)>', 'g');
const ATTRIBUTE = /([^\s=>\/"'][^\s=>\/]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"'][^\s>]*)))?/g;

/** Parses HTML into a root: a document, or an element or fragment for innerHTML. Call next() until it returns null. */
class Parser {
  constructor(text, root) {
    this.text = text;
    this.position = 0;
    this.root = root;
    this.document = root.nodeType === 9 ? root : root.ownerDocument;
    this.whole = root.nodeType === 9;
    this.open = [root];
  }

  get top() { return this.open[this.open.length - 1]; }

  /** Goes on to the end of the next script of a document and returns it, or null at the end of the text. */
  next() {
    while (this.position < this.text.length) {
      TAG.lastIndex = this.position;
      const token = TAG.exec(this.text);
      if (!token) break;
      if (token.index > this.position) this.addText(this.text.slice(this.position, token.index));
      this.position = TAG.lastIndex;
      if (token[3] !== undefined) {
        const script = this.start(token[3], token[4], token[5] === '/');
        if (script && this.whole) return script;
      } else if (token[2] !== undefined) this.end(token[2].toLowerCase());
      else if (token[1] !== undefined && this.top.nodeType !== 9) this.top.appendChild(this.document.createComment(token[1]));
    }
    if (this.position < this.text.length) this.addText(this.text.slice(this.position));
    this.position = this.text.length;
    if (this.whole) this.ensureBody();
    return null;
  }

  addText(raw) {
    const text = decode(raw);
    const blank = !/[^ \t\n\f\r]/.test(text);
    if (this.top.nodeType === 9 || (this.whole && /^(html|head)$/.test(this.top.localName))) {
      if (blank) {
        if (this.top.localName === 'head') this.top.appendChild(this.document.createTextNode(text));
        return;
      }
      this.ensureBody();
    }
    if (TABLE_PART.has(this.top.localName)) {
      if (blank) return;
      const table = this.open.findLast(one => one.localName === 'table');
      if (table && table.parentNode) {
        table.parentNode.insertBefore(this.document.createTextNode(text), table);
        return;
      }
    }
    const last = this.top.lastChild;
    if (last && last.nodeType === 3) last.data += text;
    else this.top.appendChild(this.document.createTextNode(text));
  }

  /** Opens what a document has in any case, and stands in its body. */
  ensureBody() {
    const html = this.document.documentElement || this.create('html', [], this.root);
    if (!this.document.head) this.create('head', [], html);
    const body = this.document.body || this.create('body', [], html);
    if (!this.open.includes(body)) this.open = [this.root, html, body];
  }

  create(name, attributes, parent, namespace = HTML) {
    const element = this.document.createElementNS(namespace, name);
    for (const [key, value] of attributes) element._setAttribute(key, value);
    parent.appendChild(element);
    return element;
  }

  /** Pops elements up to and with one of a name. */
  close(name) {
    const index = this.open.findLastIndex((one, place) => place > 0 && one.localName === name);
    if (index > 0) this.open.length = index;
    return index > 0;
  }

  /** Returns whether an element of a name is open, with none of the others between. */
  inScope(name, others) {
    for (let index = this.open.length - 1; index > 0; index--) {
      if (this.open[index].localName === name) return true;
      if (others.includes(this.open[index].localName)) return false;
    }
    return false;
  }

  start(written, attributeText, selfClosing) {
    const foreign = this.top.namespaceURI === SVG && this.top.localName !== 'foreignObject';
    const name = foreign ? written : written.toLowerCase();
    const attributes = [];
    for (const found of attributeText.matchAll(ATTRIBUTE)) {
      let key = found[1].toLowerCase();
      if (foreign || name === 'svg') key = SVG_ATTRIBUTES.get(key) || found[1];
      attributes.push([key, decode(found[2] ?? found[3] ?? found[4] ?? '')]);
    }
    if (foreign || name === 'svg') {
      if (!foreign) this.prepare(name);
      const element = this.create(name, attributes, this.top, SVG);
      if (!selfClosing && this.open.length < MAX_NESTED) this.open.push(element);
      return null;
    }
    if (name === 'html' || name === 'head' || name === 'body') {
      this.startFrame(name, attributes);
      return null;
    }
    this.prepare(name);
    const element = this.create(name, attributes, this.top);
    if (VOID.has(name)) return null;
    if (RAW.has(name)) return this.rawText(element, name);
    if (this.open.length < MAX_NESTED) this.open.push(element);
    return null;
  }

  /** Takes html, head or body of a document: one of each, whose attributes add up. */
  startFrame(name, attributes) {
    if (!this.whole) return;
    const html = this.document.documentElement || this.create('html', [], this.root);
    let element = html;
    if (name !== 'html') {
      if (name === 'body' && !this.document.head) this.create('head', [], html);
      element = this.document[name] || this.create(name, [], html);
    }
    for (const [key, value] of attributes) if (!element.hasAttribute(key)) element._setAttribute(key, value);
    if (!this.open.includes(element)) this.open = name === 'html' ? [this.root, html] : [this.root, html, element];
  }

  /** Closes and opens what a start tag implies. */
  prepare(name) {
    if (this.whole) {
      if (IN_HEAD.has(name) && !this.document.body) {
        if (this.top.localName !== 'head' && !this.open.some(one => one.localName === 'head')) this.startFrame('head', []);
      } else if (this.top.nodeType === 9 || /^(html|head)$/.test(this.top.localName)) this.ensureBody();
    }
    if (ENDS_PARAGRAPH.has(name) && this.inScope('p', ['button', 'td', 'th', 'table'])) this.close('p');
    if (/^h[1-6]$/.test(name) && /^h[1-6]$/.test(this.top.localName || '')) this.open.pop();
    if (name === 'li' && this.inScope('li', ['ul', 'ol'])) this.close('li');
    else if (name === 'dt' || name === 'dd') {
      for (const open of ['dt', 'dd']) if (this.inScope(open, ['dl'])) this.close(open);
    } else if (name === 'option' || name === 'optgroup') {
      if (this.top.localName === 'option') this.open.pop();
      if (name === 'optgroup' && this.top.localName === 'optgroup') this.open.pop();
    } else if (name === 'button' && this.inScope('button', [])) this.close('button');
    else if (name === 'a' && this.inScope('a', ['td', 'th', 'table'])) this.close('a');
    else if (name === 'td' || name === 'th') {
      for (const open of ['td', 'th']) if (this.inScope(open, ['tr', 'table'])) this.close(open);
      if (this.top.localName === 'table') this.open.push(this.create('tbody', [], this.top));
      if (SECTION.has(this.top.localName)) this.open.push(this.create('tr', [], this.top));
    } else if (name === 'tr') {
      if (this.inScope('tr', ['table'])) this.close('tr');
      if (this.top.localName === 'table') this.open.push(this.create('tbody', [], this.top));
    } else if (SECTION.has(name)) {
      for (const open of SECTION) if (this.inScope(open, ['table'])) this.close(open);
    }
  }

  /** Takes the text of an element that holds nothing else. Returns it if it is a script. */
  rawText(element, name) {
    const end = new RegExp('</' + name + '(?=[\\s/>])[^>]*>', 'gi');
    end.lastIndex = this.position;
    const found = end.exec(this.text);
    let text = this.text.slice(this.position, found ? found.index : this.text.length);
    this.position = found ? end.lastIndex : this.text.length;
    if (name === 'textarea') text = text.replace(/^\n/, '');
    if (ESCAPABLE.has(name)) text = decode(text);
    if (text) element.appendChild(this.document.createTextNode(text));
    return name === 'script' ? element : null;
  }

  end(name) {
    if (name === 'html' || name === 'body') return;
    if (name === 'head') {
      if (this.whole && this.document.head) this.open.length = Math.min(this.open.length, 2);
      return;
    }
    if (name === 'br') {
      this.start('br', '', false);
      return;
    }
    if (name === 'p' && !this.inScope('p', ['button', 'td', 'th', 'table'])) {
      this.start('p', '', false);
      this.open.pop();
      return;
    }
    if (/^h[1-6]$/.test(name)) {
      const heading = this.open.findLast((one, place) => place > 0 && /^h[1-6]$/.test(one.localName));
      if (heading) this.close(heading.localName);
      return;
    }
    const index = this.open.findLastIndex((one, place) => place > 0 && (one.localName === name || one.localName.toLowerCase() === name));
    if (index <= 0) return;
    // A stray end tag inside of a cell does not close what is around the table.
    if (!TABLE_PART.has(name) && name !== 'td' && name !== 'th' && this.open.slice(index + 1).some(one => /^(td|th)$/.test(one.localName))) return;
    if (this.open[index].localName === 'body' || this.open[index].localName === 'html') return;
    this.open.length = index;
  }
}

/** Parses a piece of HTML into an element or fragment. Its scripts don't run. */
function parseInto(root, text) {
  const parser = new Parser(String(text), root);
  while (parser.next());
}

const escapeText = text => text.replace(/&/g, '&amp;').replace(/\u00a0/g, '&nbsp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const escapeValue = text => text.replace(/&/g, '&amp;').replace(/\u00a0/g, '&nbsp;').replace(/"/g, '&quot;');

/** Returns a node as HTML. */
function serialize(node) {
  switch (node.nodeType) {
    case 3: return node.parentNode && RAW.has(node.parentNode.localName) && !ESCAPABLE.has(node.parentNode.localName) ? node.data : escapeText(node.data);
    case 8: return `<!--${node.data}-->`;
    case 1: {
      let tag = '<' + node.localName;
      for (const [name, value] of node._attributes) tag += ` ${name}="${escapeValue(value)}"`;
      return VOID.has(node.localName) && node.namespaceURI === HTML ? tag + '>' : `${tag}>${serializeChildren(node)}</${node.localName}>`;
    }
    default: return serializeChildren(node);
  }
}

function serializeChildren(node) {
  return node.childNodes.map(serialize).join('');
}
