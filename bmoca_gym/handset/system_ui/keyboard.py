"""The on-screen keyboard: letters of the locale's script, symbols, numbers; every key types into the focused field."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Context, Phone
from bmoca_gym.handset.system import text_input
from bmoca_gym.handset.system.text_input import erase, submit, type_text
from bmoca_gym.handset.system_ui import composing
from bmoca_gym.handset.ui.elements import FILL, Column, Element, LeftToRight, Row, Spacer
from bmoca_gym.handset.ui.widgets import Icon, Text
from bmoca_gym.handset.value import do, replace

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
#: On screens lower than this, dp, the keys are lower too.
_LOW = 480
_SYMBOLS = {
    "symbols": ("1234567890", "@#$_&-+()/", "*\"':;!?"),
    "more": ("~`|•√π÷×¶∆", "£€¥^°={}\\", "%©®™✓[]<>"),
    "number": ("123", "456", "789", "-0."),
    "phone": ("123", "456", "789", "*0#"),
}


#: Letters that Shift makes of others where they are not large ones.
_SHIFTED = {"ko": str.maketrans("ㅂㅈㄷㄱㅅㅐㅔ", "ㅃㅉㄸㄲㅆㅒㅖ")}


def _type(phone: Phone, context: Context, text: str) -> Phone:
    language = context.res.metrics.language if phone.keyboard_page in ("letters", "capitals") else ""
    before = text_input.before_cursor(phone) if language in ("ko", "ja") else ""
    if before and language == "ko":
        phone = text_input.replace_before(phone, 1, composing.hangul(before[-1], text))
    elif language == "ja" and text != " ":
        phone = text_input.replace_before(phone, *composing.kana(before, text))
    else:
        phone = type_text(phone, text)
    return replace(phone, keyboard_page="letters") if phone.keyboard_page == "capitals" else phone


def _erase(phone: Phone, context: Context) -> Phone:
    left = ""
    if context.res.metrics.language == "ko" and phone.keyboard_page in ("letters", "capitals"):
        left = composing.hangul_erased(text_input.before_cursor(phone)[-1:])
    return text_input.replace_before(phone, 1, left) if left else erase(phone)


def _enter(phone: Phone, context: Context) -> Phone:
    return submit(phone)


def _page(phone: Phone, context: Context, name: str) -> Phone:
    return replace(phone, keyboard_page=name)


def rows_of(language: str, page: str) -> tuple[str, ...]:
    """The characters of a page, row by row. Pages: letters, capitals, latin, symbols, more, number, phone."""
    if page in _SYMBOLS:
        return _SYMBOLS[page]
    rows = _LATIN if page == "latin" else _ROWS.get(language, _LATIN)
    if page != "capitals":
        return rows
    shifted = _SHIFTED.get(language)
    return tuple(row.upper() if shifted is None else row.translate(shifted) for row in rows)


def background(res: Resources) -> int:
    """The colour behind the keys; the navigation bar under an open keyboard takes it on."""
    return 0xFF20232A if res.dark else 0xFFECEFF1


def keyboard(res: Resources, kind: str, page: str) -> Element:
    """The keyboard for a field of ``kind`` (text, number, phone) on its ``page``."""
    language = res.metrics.language
    if kind != "text":
        page = kind
    rows = rows_of(language, page)
    c = res.colors
    widest = max(max(len(row) for row in rows), 10 if kind == "text" else 0)
    # Keys do not grow with the font scale, and the wide letters of Arabic script fit their keys on any screen.
    letter = (
        min(20.0, (res.width - 8 - 4 * (widest - 1)) / widest * 0.8) * res.metrics.scale / res.metrics.font
    )
    key_room = (res.width - 8 - 4 * 11) / 12 * 1.4
    height, gap = (44, 8) if res.height >= _LOW else (33, 4)
    small = min(14.0, key_room / 2.3) * res.metrics.scale / res.metrics.font
    key_ground = 0xFF3A3F48 if res.dark else 0xFFFFFFFF

    def key(
        label: str, callback: object, share: float = 1.0, glyph: str = "", strong: bool = False
    ) -> Element:
        tone = (0xFF2C3038 if res.dark else 0xFFCFD8DC) if strong else key_ground
        options: dict[str, Any] = {
            "grow": share, "height": height, "radius": 5, "background": tone, "tap": callback, "description": label,
            "class_name": "android.inputmethodservice.Keyboard$Key",
        }  # fmt: skip
        if glyph:
            return Icon(glyph, 22, c.text, **options)
        return Text(label, letter if len(label) == 1 else small, c.text, align="center", **options)

    lines: list[Element] = []
    for i, row in enumerate(rows):
        keys = [key(letter, do(_type, letter)) for letter in row]
        if kind == "text" and i == 2:
            if (
                page in ("letters", "capitals")
                and rows_of(language, "letters")[0] != rows_of(language, "capitals")[0]
            ):
                other = "letters" if page == "capitals" else "capitals"
                keys.insert(0, key("Shift", do(_page, other), 1.4, "keyboard_capslock", True))
            elif page in ("symbols", "more"):
                other = "more" if page == "symbols" else "symbols"
                keys.insert(
                    0, key("=\\<" if page == "symbols" else "?123", do(_page, other), 1.4, strong=True)
                )
            keys.append(key("Delete", do(_erase), 1.4, "backspace", True))
        if kind != "text" and i == 3:
            keys.append(key("Delete", do(_erase), 1, "backspace", True))
            keys.append(key("Enter", do(_enter), 1, "check", True))
        short = 10 - len(row) if kind == "text" and i == 1 else 0
        side = [Spacer(grow=short / 2, height=1)] if short > 0 else []
        lines.append(Row(*side, *keys, *side, width=FILL, gap=4))
    if kind == "text":
        symbols = page in ("symbols", "more")
        own = language == "ja" or (language in _ROWS and _ROWS[language][0][0] > "z")
        foot = [
            key(
                "ABC" if symbols else "?123", do(_page, "letters" if symbols else "symbols"), 1.5, strong=True
            )
        ]
        if own and not symbols:
            foot.append(
                key("Language", do(_page, "letters" if page == "latin" else "latin"), 1, "language", True)
            )
        comma, stop = ("،", "۔" if language == "ur" else ".") if res.rtl else (",", ".")
        foot += [
            key(comma, do(_type, comma)),
            key(" ", do(_type, " "), 4.5),
            key(stop, do(_type, stop)),
            key("Enter", do(_enter), 1.5, "keyboard_return", True),
        ]
        lines.append(Row(*foot, width=FILL, gap=4))
    # Keyboards are not mirrored: letters and digits have their places in every locale.
    return LeftToRight(
        Column(*lines, width=FILL, gap=gap, pad=(4, gap), class_name=""),
        width=FILL, background=background(res), class_name="android.inputmethodservice.KeyboardView",
    )  # fmt: skip
