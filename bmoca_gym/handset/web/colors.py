"""Colours as CSS writes them."""

from __future__ import annotations

import re
from colorsys import hls_to_rgb
from functools import cache
from typing import Final

from bmoca_gym.handset.value import memo

BLACK: Final = 0xFF000000
CLEAR: Final = 0

_NAMES: Final = """
aliceblue f0f8ff  antiquewhite faebd7  aqua 00ffff  aquamarine 7fffd4  azure f0ffff  beige f5f5dc
bisque ffe4c4  black 000000  blanchedalmond ffebcd  blue 0000ff  blueviolet 8a2be2  brown a52a2a
burlywood deb887  cadetblue 5f9ea0  chartreuse 7fff00  chocolate d2691e  coral ff7f50  cornflowerblue 6495ed
cornsilk fff8dc  crimson dc143c  cyan 00ffff  darkblue 00008b  darkcyan 008b8b  darkgoldenrod b8860b
darkgray a9a9a9  darkgreen 006400  darkgrey a9a9a9  darkkhaki bdb76b  darkmagenta 8b008b
darkolivegreen 556b2f  darkorange ff8c00  darkorchid 9932cc  darkred 8b0000  darksalmon e9967a
darkseagreen 8fbc8f  darkslateblue 483d8b  darkslategray 2f4f4f  darkslategrey 2f4f4f  darkturquoise 00ced1
darkviolet 9400d3  deeppink ff1493  deepskyblue 00bfff  dimgray 696969  dimgrey 696969  dodgerblue 1e90ff
firebrick b22222  floralwhite fffaf0  forestgreen 228b22  fuchsia ff00ff  gainsboro dcdcdc  ghostwhite f8f8ff
gold ffd700  goldenrod daa520  gray 808080  green 008000  greenyellow adff2f  grey 808080  honeydew f0fff0
hotpink ff69b4  indianred cd5c5c  indigo 4b0082  ivory fffff0  khaki f0e68c  lavender e6e6fa
lavenderblush fff0f5  lawngreen 7cfc00  lemonchiffon fffacd  lightblue add8e6  lightcoral f08080
lightcyan e0ffff  lightgoldenrodyellow fafad2  lightgray d3d3d3  lightgreen 90ee90  lightgrey d3d3d3
lightpink ffb6c1  lightsalmon ffa07a  lightseagreen 20b2aa  lightskyblue 87cefa  lightslategray 778899
lightslategrey 778899  lightsteelblue b0c4de  lightyellow ffffe0  lime 00ff00  limegreen 32cd32  linen faf0e6
magenta ff00ff  maroon 800000  mediumaquamarine 66cdaa  mediumblue 0000cd  mediumorchid ba55d3
mediumpurple 9370db  mediumseagreen 3cb371  mediumslateblue 7b68ee  mediumspringgreen 00fa9a
mediumturquoise 48d1cc  mediumvioletred c71585  midnightblue 191970  mintcream f5fffa  mistyrose ffe4e1
moccasin ffe4b5  navajowhite ffdead  navy 000080  oldlace fdf5e6  olive 808000  olivedrab 6b8e23
orange ffa500  orangered ff4500  orchid da70d6  palegoldenrod eee8aa  palegreen 98fb98  paleturquoise afeeee
palevioletred db7093  papayawhip ffefd5  peachpuff ffdab9  peru cd853f  pink ffc0cb  plum dda0dd
powderblue b0e0e6  purple 800080  rebeccapurple 663399  red ff0000  rosybrown bc8f8f  royalblue 4169e1
saddlebrown 8b4513  salmon fa8072  sandybrown f4a460  seagreen 2e8b57  seashell fff5ee  sienna a0522d
silver c0c0c0  skyblue 87ceeb  slateblue 6a5acd  slategray 708090  slategrey 708090  snow fffafa
springgreen 00ff7f  steelblue 4682b4  tan d2b48c  teal 008080  thistle d8bfd8  tomato ff6347  turquoise 40e0d0
violet ee82ee  wheat f5deb3  white ffffff  whitesmoke f5f5f5  yellow ffff00  yellowgreen 9acd32
"""
#: System colours that pages can name.
_SYSTEM: Final = {
    "buttonface": 0xFFEFEFEF,
    "buttontext": BLACK,
    "canvas": 0xFFFFFFFF,
    "canvastext": BLACK,
    "field": 0xFFFFFFFF,
    "fieldtext": BLACK,
    "graytext": 0xFF808080,
    "highlight": 0xFFB5D5FF,
    "highlighttext": BLACK,
    "threedface": 0xFFC0C0C0,
    "windowtext": BLACK,
    "window": 0xFFFFFFFF,
}
_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]*)\)")


@cache
def _named() -> dict[str, int]:
    words = _NAMES.split()
    known = {name: 0xFF000000 | int(code, 16) for name, code in zip(words[::2], words[1::2], strict=True)}
    return {**known, **_SYSTEM, "transparent": CLEAR}


def _channel(text: str) -> int:
    value = float(text[:-1]) * 2.55 if text.endswith("%") else float(text)
    return max(0, min(255, round(value)))


def _share(text: str) -> float:
    value = float(text[:-1]) / 100 if text.endswith("%") else float(text)
    return max(0.0, min(1.0, value))


@memo(2048, asset=True)
def parse_color(text: str) -> int | None:
    """Return a colour as 0xAARRGGBB; None if it is not understood or is ``currentcolor`` or ``none``."""
    text = text.strip().lower()
    if text.startswith("#"):
        digits = text[1:]
        if len(digits) in (3, 4):
            digits = "".join([digit * 2 for digit in digits])
        if len(digits) not in (6, 8) or not re.fullmatch(r"[0-9a-f]+", digits):
            return None
        alpha = digits[6:] or "ff"
        return int(alpha + digits[:6], 16)
    found = _FUNCTION.fullmatch(text)
    if found is None:
        return _mixed(text) if text.startswith("color-mix(") else _named().get(text)
    words = [word for word in re.split(r"[\s,/]+", found[2].strip()) if word]
    try:
        alpha_value = _share(words[3]) if len(words) > 3 else 1.0
        if found[1].startswith("hsl"):
            hue = float(words[0].removesuffix("deg")) % 360 / 360
            red, green, blue = [
                round(one * 255) for one in hls_to_rgb(hue, _share(words[2]), _share(words[1]))
            ]
        else:
            red, green, blue = [_channel(word) for word in words[:3]]
    except (ValueError, IndexError, OverflowError):
        return None
    return round(alpha_value * 255) << 24 | red << 16 | green << 8 | blue


_MIX = re.compile(r"color-mix\(\s*in\s+[\w -]+?,(.*)\)$", re.DOTALL)
_PART = re.compile(r"(?:([\d.]+)%\s+)?(.+?)(?:\s+([\d.]+)%)?$", re.DOTALL)


def _mixed(text: str) -> int | None:
    """Return two colours mixed in sRGB, whatever space is named."""
    found = _MIX.match(text)
    if found is None:
        return None
    parts, depth, start = [], 0, 0
    for at, character in enumerate(found[1]):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if character == "," and not depth:
            parts.append(found[1][start:at])
            start = at + 1
    parts.append(found[1][start:])
    if len(parts) != 2 or len(text) > 400:
        return None
    colors: list[int] = []
    shares: list[float | None] = []
    for part in parts:
        read = _PART.match(part.strip())
        color = parse_color(read[2]) if read is not None else None
        if read is None or color is None:
            return None
        colors.append(color)
        share = read[1] or read[3]
        shares.append(None if share is None or share.count(".") > 1 else float(share) / 100)
    first = shares[0] if shares[0] is not None else 0.5 if shares[1] is None else 1 - shares[1]
    second = shares[1] if shares[1] is not None else 1 - first
    total = first + second
    if total <= 0:
        return None
    first, second = first / total, second / total
    alphas = [(color >> 24) / 255 for color in colors]
    alpha = alphas[0] * first + alphas[1] * second
    channels = []
    for place in (16, 8, 0):
        one, other = (colors[0] >> place & 255) * alphas[0], (colors[1] >> place & 255) * alphas[1]
        channels.append(round((one * first + other * second) / alpha) if alpha > 0 else 0)
    alpha *= min(1.0, total)
    return round(alpha * 255) << 24 | channels[0] << 16 | channels[1] << 8 | channels[2]


def color_text(color: int) -> str:
    """Return a colour as computed style reports it: ``rgb(0, 0, 0)``."""
    alpha, red, green, blue = color >> 24, color >> 16 & 255, color >> 8 & 255, color & 255
    if alpha == 255:
        return f"rgb({red}, {green}, {blue})"
    return f"rgba({red}, {green}, {blue}, {_shortest(alpha)})"


def _shortest(alpha: int) -> str:
    """Return the shortest decimal from 0 to 1 that stands for an alpha from 0 to 255."""
    for digits in (2, 3):
        share = round(alpha / 255, digits)
        if round(share * 255) == alpha:
            break
    return f"{share:g}"
