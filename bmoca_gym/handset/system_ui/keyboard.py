"""The on-screen keyboard: letters of the locale's script, symbols, numbers and emoji.

Its pages are the values of `Phone.keyboard_page`: "letters", with a first capital if the field asks for it;
"capitals" and "lower" for one letter; "locked", capitals until Shift is pressed again; "picked", letters after a chosen
suggestion; "latin", "kana", "symbols", "more", and "emoji0" and so on.
"""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple

from bmoca_gym.handset import resources
from bmoca_gym.handset.graphics import graphemes
from bmoca_gym.handset.providers.contacts import store as contacts
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import text_input
from bmoca_gym.handset.system.text_input import erase, submit, type_text
from bmoca_gym.handset.system_ui import composing, suggestions
from bmoca_gym.handset.system_ui.suggestions import Offer
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer, component
from bmoca_gym.handset.ui.large_screens import is_tablet
from bmoca_gym.handset.ui.widgets import FittedText, Icon
from bmoca_gym.handset.value import Callback, do, replace

_LATIN = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
_ROWS = {
    "fr": ("azertyuiop", "qsdfghjklm", "wxcvbn"),
    "de": ("qwertzuiop", "asdfghjkl", "yxcvbnm"),
    "ru": ("йцукенгшщзх", "фывапролджэ", "ячсмитьбю"),
    "ar": ("ضصثقفغعهخحج", "شسيبلاتنمكط", "ذءؤرىةوزظد"),
    "ur": ("قوعرتےءیہپٹ", "اسدفگحجکلڑ", "زشچطبنمںژ"),
    "ko": ("ㅂㅈㄷㄱㅅㅛㅕㅑㅐㅔ", "ㅁㄴㅇㄹㅎㅗㅓㅏㅣ", "ㅋㅌㅊㅍㅠㅜㅡ"),
    "ja": ("qwertyuiop", "asdfghjklー", "zxcvbnm"),
    "hi": ("ौैाीूबहगदजड", "ोे्िुपरकतचट", "ंमनवलसयश"),
}
#: On screens lower than this, dp, the keys are lower too, and the strip; on the lowest there is none.
_SHORT, _LOW = 600, 480
_SYMBOLS = {
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?"),
    "more": ("~`|•√π÷×¶∆", "£€¥^°={}\\", "%©®™✓[]<>"),
    "number": ("123", "456", "789", "-0."),
    "phone": ("123", "456", "789", "*0#"),
}


#: What a long press types in place of a letter. Other keys of the first row have the digits.
_DIGITS = "1234567890"
_HELD: dict[str, dict[str, str]] = {
    "": {"a": "à", "c": "ç", "n": "ñ", "s": "ß", "z": "ž", "l": "ł"},
    "ak": {"a": "à", "e": "ɛ", "o": "ɔ"},
    "ar": {"ا": "أ", "ي": "ئ"},
    "de": {"a": "ä", "o": "ö", "s": "ß", "u": "ü"},
    "es": {"a": "á", "c": "ç", "n": "ñ"},
    "fr": {"c": "ç", "e": "é", "i": "î", "o": "ô", "u": "ù"},
    "hi": dict(zip("ौैाीूबहगदजडोे्िुपरकतचटंमनलश", "औऐआईऊभङघधझढओएअइउफऱखथछठँणञळष", strict=True)),
    "ja": {},
    "ko": {},
    "pt": {"a": "á", "c": "ç"},
    "ru": {"е": "ё", "ь": "ъ"},
    "ur": {"ہ": "ھ", "ا": "آ", "س": "ص", "د": "ڈ", "گ": "غ", "ج": "ض", "ک": "خ", "ز": "ذ", "چ": "ث", "ط": "ظ"},
    "zh-Hans": {},
}  # fmt: skip


#: Languages whose letters make others: none of them is a capital.
_COMPOSED = frozenset({"ko", "ja", "zh-Hans"})
#: Letters that Shift makes of others where they are not large ones.
_SHIFTED = {"ko": str.maketrans("ㅂㅈㄷㄱㅅㅐㅔ", "ㅃㅉㄸㄲㅆㅒㅖ")}


_LETTERS = ("letters", "capitals", "lower", "locked", "picked")
#: Pages of letters that last for one of them.
_ONE_LETTER = ("capitals", "lower", "picked")
#: How soon, in ms, a second touch of Shift locks it (ViewConfiguration, API 29).
_DOUBLE_TAP = 300
#: `Phone.shifted` while no touch of Shift can be the first of two.
_NEVER = -1000
#: The pages over which words may be offered.
_OFFERING = (*_LETTERS, "latin", "kana")
#: Kinds of fields with letters; of the others each has its page. What the first key beside the space is in them.
_TEXTS = {"text": "", "uri": "/", "email": "@"}
_STRIP, _LOW_STRIP = 40, 34  # dp (LatinIME, API 29: config_suggestions_strip_height)
#: On a tablet (LatinIME, sw600dp): the strip; a key and the gaps between keys at the sides of each other, in dp, on its
#: side and upright; the letters; and the width of the pads of digits and kana, which don't fill the screen.
_TABLET_STRIP, _TABLET_KEYS, _TABLET_LETTER, _TABLET_PAD = 44, (47.0, 66.0), 22.0, 640
_EMOJI_COLUMNS, _TABLET_COLUMNS, _EMOJI_ROWS = 8, 11, 3
#: Class of each key.
KEY_CLASS = "android.inputmethodservice.Keyboard$Key"


#: Widths of keys between the halves of a keyboard that is parted.
_GAP = 2.0


class Typing(NamedTuple):
    """Input of a keyboard: a field's kind, a page, and the words of its strip, None for no strip.

    ``parted``: whether it is in two halves.
    """

    kind: str
    page: str
    offer: Offer | None = None
    parted: bool = False


def typing(phone: Phone, field: Any) -> Typing:
    """Keyboard for a field: with capitals if one is due, and suggested words."""
    shown = _whole(phone, field)
    return shown if phone.display is None or not phone.display.parted else shown._replace(parted=True)


def _whole(phone: Phone, field: Any) -> Typing:
    kind, page = field.kind, phone.keyboard_page
    if kind not in _TEXTS:
        return Typing(kind, kind)
    res = resources.of(phone.configuration)
    start, end = text_input.selection_of(phone, field)
    before = field.content[:start]
    cased = res.metrics.language not in _COMPOSED
    if cased and page in ("letters", "picked") and text_input.wants_capital(field.capitals, before):
        page = "capitals"
    if kind != "text" or field.password or res.height < _LOW:
        return Typing(kind, page)
    if start < end or page not in _OFFERING:
        return Typing(kind, page, Offer())
    names = suggestions.names_of(contacts.all_of(phone))
    return Typing(
        kind, page, suggestions.offered(res.metrics.language, before[-suggestions.LONGEST :], names)
    )


# Handlers


def _type(phone: Phone, context: Context, text: str) -> Phone:
    page = phone.keyboard_page
    language = context.res.metrics.language if page in _LETTERS else ""
    before = text_input.before_cursor(phone) if language in ("ko", "ja") else ""
    if page == "picked" and text.isalnum() and language not in suggestions.UNSPACED:
        text = " " + text  # between the word that was picked and the next
    if before and language == "ko":
        phone = text_input.replace_before(phone, 1, composing.hangul(before[-1], text))
    elif language == "ja" and text != " ":
        phone = text_input.replace_before(phone, *composing.kana(before, text))
    else:
        phone = type_text(phone, text)
    return replace(phone, keyboard_page="letters", shifted=_NEVER) if page in _ONE_LETTER else phone


def _flick(phone: Phone, context: Context, key: str) -> Phone:
    return type_text(phone, composing.flicked(key, context.direction))


def _modify(phone: Phone, context: Context) -> Phone:
    last = text_input.before_cursor(phone)[-1:]
    return text_input.replace_before(phone, 1, composing.modified(last)) if last else phone


def _erase(phone: Phone, context: Context) -> Phone:
    left = ""
    if context.res.metrics.language == "ko" and phone.keyboard_page in _LETTERS:
        left = composing.hangul_erased(text_input.before_cursor(phone)[-1:])
    return text_input.replace_before(phone, 1, left) if left else erase(phone)


def _move(phone: Phone, context: Context, step: int) -> Phone:
    found = text_input.focused_field(phone)
    if found is None or not found[0].cursor:
        return phone
    _, end = text_input.selection_of(phone, found[0])
    text = found[0].content
    at = graphemes.after(text, end) if step > 0 else graphemes.before(text, end)
    return text_input.select(phone, at, at)


def _enter(phone: Phone, context: Context) -> Phone:
    return submit(phone)


def _page(phone: Phone, context: Context, name: str) -> Phone:
    return replace(phone, keyboard_page=name)


def _shift(phone: Phone, context: Context, page: str) -> Phone:
    """Press Shift while ``page`` is shown. Twice in a short time locks it; the next press ends that."""
    now = context.uptime
    if page == "locked":
        return replace(phone, keyboard_page="lower")
    if now - phone.shifted < _DOUBLE_TAP:
        return _lock(phone, context)
    other = "lower" if page == "capitals" else "capitals"
    return replace(phone, keyboard_page=other, shifted=now)


def _lock(phone: Phone, context: Context) -> Phone:
    """Lock Shift, as a long press does too."""
    return replace(phone, keyboard_page="locked", shifted=_NEVER)


def _pick(phone: Phone, context: Context, count: int, word: str) -> Phone:
    phone = text_input.replace_before(phone, count, word)
    lasting = phone.keyboard_page not in _LETTERS or phone.keyboard_page == "locked"
    return phone if lasting else replace(phone, keyboard_page="picked")


def rows_of(language: str, page: str) -> tuple[str, ...]:
    """The characters of a page, row by row: letters, capitals, locked, latin, symbols, more, number, phone."""
    if page in _SYMBOLS:
        return _SYMBOLS[page]
    rows = _LATIN if page == "latin" else _ROWS.get(language, _LATIN)
    if page not in ("capitals", "locked"):
        return rows
    shifted = _SHIFTED.get(language)
    return tuple(row.upper() if shifted is None else row.translate(shifted) for row in rows)


def background(res: Resources) -> int:
    """The colour behind the keys. The navigation bar takes it on while the keyboard is open."""
    return 0xFF20232A if res.dark else 0xFFECEFF1


def keyboard(res: Resources, shown: Typing) -> Element:
    """The keyboard."""
    page = shown.page
    if page.startswith("emoji"):
        keys = _emoji(res, int(page[5:]))
    elif page == "kana":
        keys = _kana(res)
    else:
        keys = _keys(res, shown.kind, page, shown.parted)
    strip = () if shown.offer is None else (_strip(res, shown.offer),)
    # Keyboards are not mirrored: letters and digits have their places in every locale.
    return LeftToRight(
        Column(*strip, keys, width=FILL, class_name=""),
        width=FILL, background=background(res), class_name="android.inputmethodservice.KeyboardView",
    )  # fmt: skip


@component(64)
def _strip(res: Resources, offer: Offer) -> Element:
    """The strip of suggested words, with the likeliest in the middle."""
    c = res.colors
    height = _TABLET_STRIP if is_tablet(res) else _STRIP if res.height >= _SHORT else _LOW_STRIP
    if not offer.words:
        return Spacer(width=FILL, height=height)
    size, words = res.metrics.fixed(17), offer.words
    order = {1: (0,), 2: (1, 0)}.get(len(words), (1, 0, 2))
    parts: list[Element] = []
    for place in order:
        if parts:
            parts.append(Spacer(width=1, height=24, background=c.divider))
        word, weight = words[place], 500 if place == 0 else 400
        parts.append(
            FittedText(
                word, size, c.text, weight, align="center", grow=1, height=height, pad=(4, 0), description=word,
                tap=do(_pick, offer.size, word), class_name="android.widget.TextView",
            )
        )  # fmt: skip
    return Row(*parts, width=FILL, height=height, align="center", id="suggestions_strip", class_name="")


class _Style(NamedTuple):
    """Common values of all keys of a screen. ``letter``, ``small``: sizes of text; the rest dp and 0xAARRGGBB.

    ``between``: the gap between the keys of a row, ``gap``: that between rows; ``side``: the room at both sides.
    """

    letter: float
    small: float
    height: float
    gap: float
    ground: int
    strong: int
    ink: int
    accent: int
    on_accent: int
    between: float = 4.0
    side: float = 4.0


def _style(res: Resources, widest: float, rows: int = 4) -> _Style:
    # Keys do not grow with the font scale.
    letter = min(20.0, (res.width - 8 - 4 * (widest - 1)) / widest * 0.8)
    small = min(14.0, (res.width - 8 - 4 * 11) / 12 * 1.4 / 2.3)
    height, gap = (44.0, 8.0) if res.height >= _SHORT else (37.0, 6.0) if res.height >= _LOW else (33.0, 4.0)
    tablet = is_tablet(res)
    if tablet:
        letter, height = _TABLET_LETTER, _TABLET_KEYS[res.height > res.width]
    return _Style(
        res.metrics.fixed(letter), res.metrics.fixed(small), height, gap, 0xFF3A3F48 if res.dark else 0xFFFFFFFF,
        0xFF2C3038 if res.dark else 0xFFCFD8DC, res.colors.text, res.colors.accent, res.colors.on_accent,
        *((8.0, 8.0) if tablet else ()),
    )  # fmt: skip


def _narrow(res: Resources, style: _Style) -> _Style:
    """The style of a pad, which is in the middle of a tablet."""
    return style._replace(side=(res.width - _TABLET_PAD) / 2) if is_tablet(res) else style


def _key(
    style: _Style, label: str, callback: Callback, share: float = 1.0, glyph: str = "", strong: bool = False,
    flick: Callback | None = None,
) -> Element:  # fmt: skip
    key: Element
    if glyph:
        key = Icon(glyph, 22, style.ink)
    else:
        text = FittedText(label, style.letter if len(label) == 1 else style.small, style.ink)
        text.align = "center"
        key = text
    key.grow = share
    key.height = style.height
    key.radius = 5.0
    key.background = style.strong if strong else style.ground
    key.tap = callback
    key.description = label
    key.class_name = KEY_CLASS
    key.swipe = flick
    return key


def _board(style: _Style, rows: list[list[Element]]) -> Element:
    lines: list[Element] = []
    for row in rows:
        line = Row()
        line.children = tuple(row)
        line.width = FILL
        line.gap = style.between
        lines.append(line)
    board = Column()
    board.children = tuple(lines)
    board.width = FILL
    board.gap = style.gap
    board.pad = (style.side, style.gap, style.side, style.gap)
    board.class_name = ""
    return board


def _emoji_key(style: _Style) -> Element:
    return _key(style, "Emoji", do(_page, "emoji0"), 1, "emoji_emotions", True)


def _next_alphabet(language: str, page: str) -> str:
    """The page that the language key switches to; "" if the language has only one alphabet."""
    if language == "ja":
        return {"latin": "kana", "kana": "letters"}.get(page, "latin")
    own = language in _ROWS and _ROWS[language][0][0] > "z"
    return "" if not own else "letters" if page == "latin" else "latin"


@component(64)
def _keys(res: Resources, kind: str, page: str, parted: bool) -> Element:
    """The keys of a page of letters, symbols or numbers. A pad of digits is never ``parted``."""
    language = res.metrics.language
    texts = kind in _TEXTS
    parted = parted and texts
    rows = rows_of(language, page)
    widest = max(max(len(row) for row in rows), 10 if texts else 0)
    style = _style(res, widest + _GAP if parted else widest)
    if is_tablet(res) and not parted:
        if texts:
            return _board(style, _on_tablet(res, style, kind, page))
        style = _narrow(res, style)
    lines: list[list[Element]] = []
    for i, row in enumerate(rows):
        keys = [_key(style, letter, do(_type, letter)) for letter in row]
        if texts:
            _give_held(keys, rows, i, language, page)
        if texts and i == 2:
            keys[:0] = _shift_keys(style, language, page, 1.4)
            keys.append(_key(style, "Delete", do(_erase), 1.4, "backspace", True))
        if not texts and i == 3:
            keys.append(_key(style, "Delete", do(_erase), 1, "backspace", True))
            keys.append(_key(style, "Enter", do(_enter), 1, "check", True))
        short = 10 - len(row) if texts and i == 1 else 0
        side = [Spacer(grow=short / 2, height=1)] if short > 0 else []
        lines.append(_parted(keys, widest + _GAP) if parted else [*side, *keys, *side])
    if texts:
        left, space, right = _foot(res, style, kind, page)
        if parted:
            lines.append(
                [
                    *_with_space(style, left, widest / 2),
                    *reversed(_with_space(style, right[::-1], widest / 2)),
                ]
            )
            lines[-1].insert(len(left) + 1, _gap(lines[-1], widest + _GAP))
        else:
            lines.append([*left, space, *right])
    return _board(style, lines)


def _shift_keys(style: _Style, language: str, page: str, share: float) -> list[Element]:
    """The key that leads to capitals, or to other symbols, if there are any."""
    cased = rows_of(language, "letters")[0] != rows_of(language, "capitals")[0]
    if page in _LETTERS and cased:
        return [_shift_key(style, page, share)]
    if page in ("symbols", "more"):
        label, other = ("=\\<", "more") if page == "symbols" else ("?123", "symbols")
        return [_key(style, label, do(_page, other), share, strong=True)]
    return []


def _on_tablet(res: Resources, style: _Style, kind: str, page: str) -> list[list[Element]]:
    """The rows of a page on a tablet: Delete and Enter end the first two, and Shift is at both sides of the third."""
    language = res.metrics.language
    letters = rows_of(language, page)
    rows = [[_key(style, letter, do(_type, letter)) for letter in row] for row in letters]
    for number, keys in enumerate(rows):
        _give_held(keys, letters, number, language, page)
    first, second, third = rows
    comma, stop = _marks(res)
    third += [_key(style, one, do(_type, one)) for one in (comma, stop)]
    shifts = len(_shift_keys(style, language, page, 1))
    # Each row is as wide, in keys, as the one that needs most: with a key and a bit for what ends it.
    inset = 0.5 if len(second) <= len(first) else 0.0
    width = max(len(first) + 1.2, inset + len(second) + 1.2, len(third) + 2.2 * shifts)
    first.append(_key(style, "Delete", do(_erase), width - len(first), "backspace", True))
    second.append(_key(style, "Enter", do(_enter), width - inset - len(second), "keyboard_return", True))
    if inset:
        second.insert(0, Spacer(grow=inset, height=1))
    rest = (width - len(third)) / 2
    for at in (0, len(third) + 1) if rest else ():
        third[at:at] = _shift_keys(style, language, page, rest) or [Spacer(grow=rest, height=1)]
    mark = _TEXTS[kind] or "/"
    foot = [*_switches(style, language, page), _key(style, mark, do(_type, mark))]
    end = [
        _key(style, "'", do(_type, "'")),
        _key(style, "Emoji", do(_page, "emoji0"), 1.5, "emoji_emotions", True),
    ]
    space = _space(style, 1)
    # What ends a row takes what is left of it: the keys of all rows are equally wide, to the dp.
    step = int((res.width - 2 * style.side + style.between) / width)
    for key in (*first[:-1], *second[:-1], *third[:-1], *foot, *end):
        key.width, key.grow = round(key.grow * step) - style.between, 0.0
    return [first, second, third, [*foot, space, *end]]


def _shift_key(style: _Style, page: str, share: float) -> Element:
    """Shift, in the colour of what is on while it is locked."""
    locked = page == "locked"
    look = style._replace(strong=style.accent, ink=style.on_accent) if locked else style
    key = _key(look, "Caps Lock" if locked else "Shift", do(_shift, page), share, "keyboard_capslock", True)
    key.long_press = do(_lock)
    return key


def _give_held(keys: list[Element], rows: tuple[str, ...], number: int, language: str, page: str) -> None:
    """Let the keys of a row of letters type what they do in a long press: another letter, or a digit."""
    if page in _SYMBOLS:
        return
    others = _HELD.get("" if page == "latin" else language, _HELD[""])
    for place, (key, letter) in enumerate(zip(keys, rows[number], strict=True)):
        lower = letter.lower()
        held = others.get(lower, "")
        if held and letter != lower and len(held.upper()) == 1:
            held = held.upper()
        if not held and number == 0 and place < len(_DIGITS):
            held = _DIGITS[place]
        if held:
            key.long_press = do(_type, held)


def _parted(keys: list[Element], width: float) -> list[Element]:
    """The keys of a row at both sides of a gap, ``width`` keys wide with that."""
    half = sum(key.grow for key in keys) / 2
    reached = list(itertools.accumulate(key.grow for key in keys))
    # Of two equally central positions take the later one, so that "g" and "v" are in the left half.
    at = min(range(len(keys)), key=lambda place: (round(abs(reached[place] - half), 3), -place)) + 1
    return [*keys[:at], _gap(keys, width), *keys[at:]]


def _gap(keys: list[Element], width: float) -> Spacer:
    """What a row ``width`` keys wide has left for the gap."""
    return Spacer(grow=max(width - sum(key.grow for key in keys), _GAP / 2), height=1)


def _with_space(style: _Style, keys: list[Element], width: float) -> list[Element]:
    """Keys followed by a space bar that fills the rest of their half of the row."""
    return [*keys, _space(style, max(width - sum(key.grow for key in keys), 1.0))]


def _space(style: _Style, share: float) -> Element:
    return _key(style, " ", do(_type, " "), share)


def _foot(
    res: Resources, style: _Style, kind: str, page: str
) -> tuple[list[Element], Element, list[Element]]:
    """The keys at the left of the space, that, and those at its right."""
    foot = [*_switches(style, res.metrics.language, page), _emoji_key(style)]
    comma, stop = _marks(res)
    comma = _TEXTS[kind] or comma
    foot.append(_key(style, comma, do(_type, comma)))
    right = [
        _key(style, stop, do(_type, stop)),
        _key(style, "Enter", do(_enter), 1.5, "keyboard_return", True),
    ]
    return foot, _space(style, 3.5), right


def _switches(style: _Style, language: str, page: str) -> list[Element]:
    """The keys that lead to symbols, or back to letters, and to the other alphabet."""
    symbols = page in ("symbols", "more")
    other = _next_alphabet(language, page)
    switch = ("ABC", "letters") if symbols else ("?123", "symbols")
    keys = [_key(style, switch[0], do(_page, switch[1]), 1.5, strong=True)]
    if other and not symbols:
        keys.append(_key(style, "Language", do(_page, other), 1, "language", True))
    return keys


def _marks(res: Resources) -> tuple[str, str]:
    """The comma and the full stop."""
    return ("،", "۔" if res.metrics.language == "ur" else ".") if res.rtl else (",", ".")


@component(16)
def _kana(res: Resources) -> Element:
    """The twelve kana keys; a flick types one of the other four kana of a key's row."""
    style = _narrow(res, _style(res, 5))
    kana = [_key(style, five[0], do(_flick, five), 1.3, flick=do(_flick, five)) for five in composing.FLICKS]
    voiced = _key(style, "゛゜小", do(_modify), 1.3)
    before = (
        _key(style, "?123", do(_page, "symbols"), strong=True),
        _key(style, "Left", do(_move, -1), 1, "chevron_left", True),
        _emoji_key(style),
        _key(style, "Language", do(_page, _next_alphabet("ja", "kana")), 1, "language", True),
    )
    behind = (
        _key(style, "Delete", do(_erase), 1, "backspace", True),
        _key(style, "Right", do(_move, 1), 1, "chevron_right", True),
        _key(style, " ", do(_type, " "), 1, "space_bar", True),
        _key(style, "Enter", do(_enter), 1, "keyboard_return", True),
    )
    middle = (*(kana[at : at + 3] for at in (0, 3, 6)), [voiced, *kana[9:]])
    return _board(
        style, [[first, *keys, last] for first, keys, last in zip(before, middle, behind, strict=True)]
    )


@component(32)
def _emoji(res: Resources, kind: int) -> Element:
    """Emoji of a kind, and keys for the other kinds."""
    kinds: list[list[str]] = suggestions.data()["emoji"]
    columns = _TABLET_COLUMNS if is_tablet(res) else _EMOJI_COLUMNS
    style = _style(res, columns)
    emoji = kinds[kind][1][: columns * _EMOJI_ROWS]
    rows = [
        [_key(style._replace(ground=background(res)), one, do(_type, one)) for one in emoji[at : at + columns]]
        for at in range(0, len(emoji), columns)
    ]  # fmt: skip
    short = -len(emoji) % columns
    if short:
        rows[-1].append(Spacer(grow=short, height=1))
    tabs = [
        _key(style, f"Emoji {at + 1}", do(_page, f"emoji{at}"), 1, glyph, at != kind)
        for at, (glyph, _) in enumerate(kinds)
    ]
    foot = [
        _key(style, "ABC", do(_page, "letters"), 1.5, strong=True),
        *tabs,
        _key(style, "Delete", do(_erase), 1.5, "backspace", True),
    ]
    return _board(style, [*rows, foot])
