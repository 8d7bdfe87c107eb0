// What a person sees on pages whose answer is in no text: colours, shapes, angles. One function a page, by its name.
//
// Each is called with the seed in a copy of the page, and returns the moves that solve it: {tap: [x, y]} in CSS px,
// {press: [x, y]} for long, {drag: [x, y, toX, toY]}, {type: text}. A search that is not over returns {again: what is left}, with
// which it is called again, since a page's scripts may only go so far at once.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const center = (element) => {
    const box = element.getBoundingClientRect();
    return {tap: [box.left + box.width / 2, box.top + box.height / 2]};
  };
  const submit = () => center(document.getElementById('subbtn') || document.getElementById('submit'));
  // On the instruction: what a field has opened over the page closes.
  const away = {tap: [80, 40]};
  const told = () => document.getElementById('query').textContent;
  const dot = (circle) => ({x: +circle.getAttribute('cx'), y: +circle.getAttribute('cy')});

  // The page marks the point (pageX, pageY - 50) in its drawing; getBBox() of a mark is its upper left corner.
  const TOP = 50;
  // A tap's mouse events are on the nearest whole px.
  const point = (x, y) => [{tap: [x, y + TOP]}, submit()];
  // The point of the drawing with the best score.
  const best = (score) => {
    let found = {value: -Infinity};
    for (let x = 4; x <= 150; x++) {
      for (let y = 4; y <= 130; y++) {
        const value = score(x, y);
        if (value > found.value) found = {x, y, value};
      }
    }
    return point(found.x, found.y);
  };
  const length = (a, b) => Math.sqrt(Math.pow(b.x - a.x, 2) + Math.pow(b.y - a.y, 2));
  // As the pages compute it, rounding included: they compare it with exact numbers.
  const angle = (a, b, vertex) => {
    const [va, vb, ab] = [length(a, vertex), length(b, vertex), length(a, b)];
    return (Math.acos((vb * vb + va * va - ab * ab) / (2 * vb * va)) * 180) / Math.PI;
  };
  const corner = (x, y, radius) => ({x: x - radius, y: y - radius});

  const shapesOf = () => all('#area_svg > *').map((element) => {
    const tag = element.localName;
    const text = tag === 'text' ? element.textContent : {rect: 'rectangle', circle: 'circle', polygon: 'triangle'}[tag];
    const size = tag === 'text' ? parseFloat(element.getAttribute('font-size')) : element.getBoundingClientRect().width;
    const type = tag !== 'text' ? 'shape' : /\d/.test(text) ? 'digit' : 'letter';
    return {element, text, type, color: element.getAttribute('fill'), size: size > 15 ? 1 : 0};
  });
  // The shapes that the instruction describes: size, colour, kind.
  const described = () => {
    const parts = told().replace(/How many|are there\?|Click on a/g, '').trim().split(/\s+/);
    const fits = (shape, word) => {
      const one = word.replace(/s$/, '');
      if (word === 'large' || word === 'small') return shape.size === (word === 'large' ? 1 : 0);
      if (shapes.COLORS.includes(word)) return shape.color === word;
      if (word === 'item' || word === 'items') return true;
      return [word, one].some((kind) => kind === shape.text || kind === shape.type);
    };
    return shapesOf().filter((shape) => parts.every((word) => fits(shape, word)));
  };
  // Selects the text of an element: its first word by a long press, the rest by the handle at the end of the word.
  const highlight = (element) => {
    const text = element.firstChild;
    const boxes = (start, end) => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      return [...range.getClientRects()];
    };
    const length = text.data.trimEnd().length;
    const word = boxes(0, text.data.match(/^\w+/)[0].length)[0];
    const last = boxes(length - 1, length).pop();
    const grip = [word.right + 4, word.bottom + 4];
    const end = [grip[0] + last.right - word.right + 1, grip[1] + last.top - word.top];
    return [{press: [word.left + 3, word.top + 3]}, {drag: [...grip, ...end]}, submit()];
  };
  // Drags shapes into a box of the drawing, by its number.
  const dropped = (each, number) => {
    const [x, y] = center(all('#shape-container')[number]).tap;
    return each.map((shape) => ({drag: [...center(shape).tap, x, y]}));
  };
  const button = (text) => center(all('button').find((one) => one.textContent === String(text)));

  return {
    'click-color': () => [center(all('#area .color').find((box) => core.getUtterance().includes(` ${box.dataset.color} `)))],
    'highlight-text': () => highlight(document.getElementById('randomText')),
    'highlight-text-2': () => highlight(all('#randomText p')[parseInt(told().match(/(\d)(st|nd|rd) /)[1]) - 1]),
    'click-shades': () => {
      const color = told().match(/shades of (\w+)/)[1];
      return [...all('#area span').filter((span) => span.dataset.color === color).map(center), submit()];
    },
    'click-shape': () => [center(described()[0].element)],
    'count-shape': () => [button(described().length)],
    'count-sides': (seed) => {
      const context = document.getElementById('c').getContext('2d');
      let sides = 0;
      context.lineTo = () => sides++;
      Math.seedrandom(seed);
      genProblem();
      return [button(sides)];
    },
    // The shortest game that is won: the opponent draws its squares from the seed too.
    'tic-tac-toe': (seed, games = [[]]) => {
      const squares = () => all('.ttt-row span');
      const played = (moves) => {
        Math.seedrandom(seed);
        genProblem();
        WOB_RAW_REWARD_GLOBAL = 0;
        moves.forEach((move) => squares()[move].click());
        return WOB_RAW_REWARD_GLOBAL;
      };
      const left = [...games];
      for (const game of left.splice(0, 8)) {
        played(game);
        const free = squares().map((square, i) => (square.className === '' ? i : -1)).filter((i) => i >= 0);
        for (const move of free) {
          const reward = played([...game, move]);
          if (reward === 1) {
            played([]);
            return [...game, move].map((i) => center(squares()[i]));
          }
          if (reward === 0) left.push([...game, move]);
        }
      }
      return left.length > 0 ? {again: left} : [];
    },
    'simon-says': (seed) => {
      let sequence = [];
      window.animateButtons = (given) => (sequence = given);
      Math.seedrandom(seed);
      genProblem();
      return sequence.map((number) => center(document.getElementById(`button-${number}`)));
    },
    // The word beside the icon of the instruction; "" if it says the word itself.
    'click-menu-2': () => {
      const icon = document.querySelector('#query .ui-icon');
      const same = icon === null ? null : all('#menu .ui-icon').find((one) => one.className === icon.className);
      return [{type: same === null ? '' : same.parentNode.textContent}];
    },
    'identify-shape': () => {
      const shape = shapesOf()[0];
      const kind = shape.type === 'shape' ? shape.text : shape.type;
      return [center(all('#area-buttons button').find((one) => one.dataset.type === kind))];
    },
    'visual-addition': () => [
      center(document.getElementById('math-answer')), {type: String(all('.addition-block').length)}, submit(),
    ],
    'use-colorwheel': () => {
      const hex = ui_utils.colorNameToHex(told().match(/Select (\w+) with/)[1]).slice(1);
      return [center(document.getElementById('col')), {type: hex}, away, submit()];
    },
    'use-colorwheel-2': () => {
      const style = document.querySelector('.cc').getAttribute('style');
      return [center(document.getElementById('col')), {type: style.match(/#([0-9a-f]{6})/)[1]}, away, submit()];
    },
    // The numbers are hidden once the first is pressed: squares stand where they were.
    'ascending-numbers': () => all('svg text').map(center),
    'hot-cold': (seed) => {
      const drawn = [];
      const randi = core.randi;
      core.randi = (min, max) => {
        drawn.push(randi(min, max));
        return drawn[drawn.length - 1];
      };
      Math.seedrandom(seed);
      genProblem();
      core.randi = randi;
      return [{tap: [drawn[0], drawn[1] + TOP]}];
    },
    'number-checkboxes': () => {
      const pattern = PATTERNS[told().match(/"(\d)"/)[1]].flat();
      return [...all('#checkboxes input').filter((box, at) => pattern[at]).map(center), submit()];
    },
    'draw-line': () => {
      const {x, y} = dot(document.getElementById('circ'));
      // 60 px through the dot, within the drawing.
      const begin = (at, last) => Math.max(6, Math.min(at - 30, last - 66));
      const [left, top] = [begin(x, 160), begin(y, 120) + TOP];
      const line = told().includes('horizontal') ? [left, y + TOP, left + 60, y + TOP] : [x, top, x, top + 60];
      return [{drag: line}, center(document.querySelector('#controls button'))];
    },
    'drag-single-shape': () => {
      const [x, y] = center(document.querySelector('.black-shape')).tap;
      const [across, down] = {left: [-36, 0], right: [36, 0], up: [0, -36], down: [0, 36]}[told().match(/item (\w+)/)[1]];
      return [{drag: [x, y, x + across, y + down]}, submit()];
    },
    'drag-shapes': () => {
      const tag = {rectangles: 'rect', circles: 'circle', triangles: 'polygon'}[told().match(/all (\w+)/)[1]];
      return [...dropped(all(`#area_svg ${tag}:not(#shape-container)`), 0), submit()];
    },
    'drag-shapes-2': () => {
      const word = told().match(/all (\w+)/)[1];
      const tag = {rectangles: 'rect', circles: 'circle', triangles: 'polygon'}[word];
      const fits = (shape) => (tag ? shape.localName === tag : shape.getAttribute('fill') === word);
      const each = all('#area_svg > *:not(#shape-container)');
      return [...dropped(each.filter(fits), 0), ...dropped(each.filter((shape) => !fits(shape)), 1), submit()];
    },
    'circle-center': () => {
      const {x, y} = dot(document.querySelector('circle'));
      return best((px, py) => -length({x: px, y: py}, {x: x + 0.5, y: y + 0.5}));
    },
    'find-midpoint': () => {
      const [a, b] = all('circle').map(dot);
      const middle = {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2};
      return best((x, y) => -length({x, y}, middle));
    },
    'right-angle': () => {
      const black = dot(document.getElementById('init-black'));
      const blue = dot(document.getElementById('init-blue'));
      const [a, vertex] = [corner(black.x, black.y, 3.5), corner(blue.x, blue.y, 3.5)];
      return best((x, y) => (90 - Math.abs(90 - angle(a, corner(x, y, 3), vertex))) / 90);
    },
    'bisect-angle': () => {
      const [a, b] = all('.init-black').map(dot).map(({x, y}) => corner(x, y, 3.5));
      const blue = dot(document.querySelector('.init-blue'));
      const vertex = corner(blue.x, blue.y, 3.5);
      const whole = angle(a, b, vertex);
      return best((x, y) => {
        const c = corner(x, y, 3.5);
        const larger = Math.max(angle(a, c, vertex), angle(b, c, vertex));
        return (whole - larger) / (whole / 2);
      });
    },
  };
})()
