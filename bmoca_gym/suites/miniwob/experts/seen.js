// What a person sees on pages whose answer is in no text: colours, shapes, angles. One function a page, by its name.
//
// Each is called with the seed in a copy of the page, and returns the moves that solve it: {tap: [x, y]} in CSS px,
// {press: [x, y]} for long, {drag: [x, y, toX, toY]}, {type: text}.
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
    const {left, right, top, bottom} = document.querySelector('svg').getBoundingClientRect();
    for (let x = Math.ceil(left); x < right; x++) {
      for (let y = Math.ceil(top) - TOP; y < bottom - TOP; y++) {
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
  // Selects a part of a text: its first word by a long press, the rest by the handle at the end of the word.
  const select = (text, from, to) => {
    const boxes = (start, end) => {
      const range = document.createRange();
      range.setStart(text, start);
      range.setEnd(text, end);
      return [...range.getClientRects()];
    };
    const length = text.data.slice(from, to).match(/^\w+/)[0].length;
    const word = boxes(from, from + length)[0];
    const press = {press: [word.left + 3, word.top + 3]};
    if (from + length === to) return [press];
    const last = boxes(to - 1, to).pop();
    const grip = [word.right + 4, word.bottom + 4];
    const end = [grip[0] + last.right - word.right + 1, grip[1] + last.top - word.top];
    return [press, {drag: [...grip, ...end]}];
  };
  const highlight = (element) => {
    const text = element.firstChild;
    return [...select(text, 0, text.data.trimEnd().length), submit()];
  };
  // Turns the cube of drag-cube as a finger does that is drawn from its middle by (dx, dy) in 300 ms, and lets it come to rest.
  // `state`: what its viewport is like before that; `late`: ms until its clock of 20 ms ticks. Returns what it is like then.
  const turned = (state, dx, dy, late) => {
    const viewport = Object.assign(cube.viewport, state);
    const [steps, middle] = [Math.ceil(Math.hypot(dx, dy) / 10), cubeMiddle()];
    const point = (step) => ['X', 'Y'].forEach((axis, at) => {
      viewport['mouse' + axis] = (middle[at] + ([dx, dy][at] * step) / steps) / viewport.touchSensivity;
    });
    point(0);
    Object.assign(viewport, {down: true, lastX: viewport.mouseX, lastY: viewport.mouseY});
    let tick = late;
    for (let step = 1; step <= steps; step++) {
      for (; tick <= (300 * step) / steps; tick += viewport.fps) viewport.animate();
      point(step);
    }
    viewport.down = false;
    for (let more = 0; more < 100; more++) viewport.animate();
    return Object.fromEntries(Object.entries(viewport).filter(([, value]) => typeof value !== 'object'));
  };
  const cubeMiddle = () => [80, 122];
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
    // The shortest game that is won, of all games. The opponent draws its squares from the seed too, and answers as the
    // page's own code does, without the drawing.
    'tic-tac-toe': (seed) => {
      Math.seedrandom(seed);
      const drawn = Array.from({length: 40}, () => Math.random());
      let at = 0;
      Math.random = () => drawn[at++];
      genProblem();
      const squares = all('.ttt-row span').map(center);
      let over = false;
      $ = () => ({addClass() {}});
      callLoss = callDraw = () => (over = true);
      let games = [{moves: [], board: gameState, free: freeSpaces, at}];
      while (games.length > 0) {
        const longer = [];
        for (const game of games) for (const move of game.free) {
          gameState = game.board.slice();
          freeSpaces = game.free.filter((one) => one !== move);
          [at, over] = [game.at, false];
          gameState[move] = 1;
          const moves = [...game.moves, move];
          if (checkWinner(1)) return moves.map((one) => squares[one]);
          if (freeSpaces.length === 0) continue;
          computerMove('mark-x', 1, 'mark-o', -1);
          if (!over) longer.push({moves, board: gameState, free: freeSpaces, at});
        }
        games = longer;
      }
      return [];
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
    // The page pays for points that are about as far from the dot as each other, and 20 px apart both ways.
    'draw-circle': () => {
      const {x, y} = dot(document.getElementById('circ'));
      const [right, below] = [x < 80 ? 1 : -1, y < 60 ? 1 : -1];
      const [near, far] = [14.5, 42];
      const {left, top} = document.querySelector('svg').getBoundingClientRect(); // its border is 1 px wide
      const place = (across, down) => [left + 1 + x + right * across, top + 1 + y + below * down];
      const line = [...place(near, far), ...place(far, near)];
      return [{drag: line}, center(document.querySelector('#controls button'))];
    },
    // The shortest way to turn the number to the front, however late the cube's clock ticks.
    'drag-cube': () => {
      const wanted = +told().match(/"(\d)"/)[1];
      const start = Object.fromEntries(Object.entries(cube.viewport).filter(([, value]) => typeof value !== 'object'));
      const sides = [[45, 0], [-45, 0], [0, 45], [0, -45], [30, 0], [0, 30]];
      let ways = [{drags: [], states: [1, 6, 11, 16].map((late) => ({...start, currentSide: 6, late}))}];
      while (ways[0].drags.length < 4) {
        const done = ways.find(({states}) => states.every((state) => state.currentSide === wanted));
        if (done) {
          const [x, y] = cubeMiddle();
          return [...done.drags.map(([dx, dy]) => ({drag: [x, y, x + dx, y + dy]})), submit()];
        }
        ways = ways.flatMap(({drags, states}) => sides.map((side) => ({
          drags: [...drags, side], states: states.map((state) => ({...turned(state, ...side, state.late), late: state.late})),
        })));
      }
      return [];
    },
    'text-editor': () => {
      const text = document.querySelector('.ql-editor p').firstChild;
      const word = (told().match(/give the text (\S+) the/) || [])[1];
      const from = word ? ` ${text.data} `.indexOf(` ${word} `) : 0;
      const [, kind, name] = told().match(/ the (style|color) (\w+)/);
      const marked = select(text, from, word ? from + word.length : text.data.length);
      // The editor looks at the selection when a finger that has touched it is lifted. Nothing scrolls to the right.
      const {left, bottom} = document.querySelector('.ql-editor').getBoundingClientRect();
      if (marked.length > 1) marked.push({drag: [left + 30, bottom - 6, left + 60, bottom - 6]});
      const save = submit();
      if (kind === 'style') {
        return [...marked, center(document.querySelector('.ql-' + {bold: 'bold', italics: 'italic', underlined: 'underline'}[name])), save];
      }
      const picker = document.querySelector('.ql-picker');
      picker.classList.add('ql-expanded');
      const color = center(all('.ql-picker-item').find((item) => COLOR_MAP[name].includes(item.dataset.value)));
      picker.classList.remove('ql-expanded');
      return [...marked, center(picker.querySelector('.ql-picker-label')), color, save];
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
