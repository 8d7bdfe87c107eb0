"""The handset's fonts, loaded from installed packages when they are first needed.

Roboto is used for Latin, Cyrillic and Greek (including Akan), Noto Sans for other scripts, Noto Emoji for
emoji in one colour, Material Icons for icons. The system's fonts are never used, so that equal texts give
equal pixels on every machine.
"""

from __future__ import annotations

import importlib.util
import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import uharfbuzz

from bmoca_gym.handset.errors import MissingLibraryError, UnknownIconError, nearest
from bmoca_gym.handset.graphics.skia_library import Font, Typeface, skia
from bmoca_gym.handset.value import memo


class FontFile(NamedTuple):
    """Where a font is: the distribution to install, its package, and the file inside it."""

    distribution: str
    package: str
    file: str

    def path(self) -> Path:
        """Return the file's path. Raises `MissingLibraryError` if its package is not installed."""
        found = package_file(self.distribution, self.package, self.file)
        if not found.is_file():
            raise MissingLibraryError(
                f"The package {self.distribution!r} is installed but has no file {self.file!r}. "
                f"Install it anew with: pip install --force-reinstall {self.distribution}"
            )
        return found


def package_file(distribution: str, package: str, file: str) -> Path:
    """Return the path of a file in an installed package, which is located but not imported.

    Raises `MissingLibraryError`, which names the ``pip`` command, if the package is not installed.
    """
    spec = importlib.util.find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise MissingLibraryError(
            f"The handset's fonts need the package {distribution!r}, which is not installed. "
            f"Install it with: pip install {distribution}"
        )
    return Path(next(iter(spec.submodule_search_locations))) / file


class Metrics(NamedTuple):
    """Height of a line above and below the base line, in em."""

    ascent: float
    descent: float


ROBOTO = {
    300: FontFile("font-roboto", "font_roboto", "files/Roboto-Light.ttf"),
    400: FontFile("font-roboto", "font_roboto", "files/Roboto-Regular.ttf"),
    500: FontFile("font-roboto", "font_roboto", "files/Roboto-Medium.ttf"),
    700: FontFile("font-roboto", "font_roboto", "files/Roboto-Bold.ttf"),
}
ARABIC = FontFile(
    "fontpkg-noto-sans-arabic", "fontpkg_noto_sans_arabic", "files/NotoSansArabic[wdth,wght].ttf"
)
DEVANAGARI = FontFile(
    "fontpkg-noto-sans-devanagari", "fontpkg_noto_sans_devanagari", "files/NotoSansDevanagari[wdth,wght].ttf"
)
CJK = FontFile("noto-cjk-sans-otc", "noto_cjk_sans_otc", "NotoSansCJK-Regular.ttc")
EMOJI = FontFile("manimgx-fonts", "manimgx_fonts", "NotoEmoji[wght].ttf")
MATERIAL_ICONS = FontFile("tkinter-icons-gmi", "tkinter_icons_gmi", "fonts/MaterialIcons-Regular.ttf")
ICON_NAMES = FontFile("tkinter-icons-gmi", "tkinter_icons_gmi", "glyphmap-baseline.json")

#: Available weights. Any other is drawn with the nearest one.
WEIGHTS = tuple(ROBOTO)

#: Noto Sans Arabic asks for lines of 2.1 em, which is room for stacked vowel marks; Android's Arabic face for
#: user interfaces fits into little more than a line of Latin text. Measured: every letter in every form and
#: weight fits into these.
ARABIC_METRICS = Metrics(0.98, 0.47)

#: The face of the CJK collection for each prefix of a language tag; the first match counts.
CJK_FACES = {"ja": 0, "ko": 1, "zh-Hant-HK": 4, "zh-HK": 4, "zh-Hant": 3, "zh-TW": 3, "": 2}


#: All loaded faces, each at the index ``number``.
FACES: list[Face] = []


class Face:
    """One font in one weight, for shaping with HarfBuzz and drawing with skia.

    ``units_per_em`` is the scale of HarfBuzz's numbers; ``metrics`` are in em.
    """

    __slots__ = ("_embolden", "_fonts", "metrics", "number", "shaper", "typeface", "units_per_em")

    def __init__(
        self,
        file: FontFile,
        index: int = 0,
        variable_weight: int | None = None,
        embolden: bool = False,
        metrics: Metrics | None = None,
    ) -> None:
        face, typeface = _loaded(file, index)
        self.units_per_em: int = face.upem
        self.shaper = uharfbuzz.Font(face)
        self.typeface: Typeface = typeface
        if variable_weight is not None:
            self.shaper.set_variations({"wght": variable_weight})
            self.typeface = _at_weight(self.typeface, variable_weight)
        if metrics is None:
            extents = self.shaper.get_font_extents("ltr")
            metrics = Metrics(extents.ascender / face.upem, -extents.descender / face.upem)
        self.metrics = metrics
        self._embolden = embolden
        self._fonts: dict[float, Font] = {}
        self.number = len(FACES)
        FACES.append(self)

    def font(self, size: float) -> Font:
        """Return the skia font of this face at ``size`` px, set up so that text looks the same at every scale."""
        font = self._fonts.get(size)
        if font is None:
            font = skia.Font(self.typeface, size)
            font.setSubpixel(True)
            font.setHinting(skia.FontHinting.kNone)
            font.setLinearMetrics(True)
            font.setBaselineSnap(False)
            font.setEdging(skia.Font.Edging.kAntiAlias)
            font.setEmbolden(self._embolden)
            if len(self._fonts) >= 256:
                self._fonts.clear()
            self._fonts[size] = font
        return font


@cache
def _loaded(file: FontFile, index: int) -> tuple[uharfbuzz.Face, Typeface]:
    """Load a font file for HarfBuzz and for skia. All weights share it: HarfBuzz parses its rules once, in 1 ms."""
    path = str(file.path())
    # Not Typeface.MakeFromFile: that starts fontconfig, which looks for the system's fonts.
    typeface = skia.FontMgr.New_Custom_Empty().makeFromFile(path, index)
    return uharfbuzz.Face(uharfbuzz.Blob.from_file_path(path), index), typeface


def _at_weight(typeface: Typeface, weight: int) -> Typeface:
    """Return the instance of a variable typeface at a weight."""
    position_type = skia.FontArguments.VariationPosition
    tag = int.from_bytes(b"wght", "big")
    # Each of these must outlive makeClone: skia keeps pointers, and silently ignores the weight if they
    # dangle.
    coordinates = position_type.Coordinates([position_type.Coordinate(tag, weight)])
    position = position_type(coordinates)
    arguments = skia.FontArguments()
    arguments.setVariationDesignPosition(position)
    return typeface.makeClone(arguments)


@cache
def nearest_weight(weight: int) -> int:
    """Return the weight of `WEIGHTS` nearest to ``weight`` (of two, the lighter one)."""
    return min(WEIGHTS, key=lambda known: (abs(known - weight), known))


@cache
def _roboto(weight: int) -> Face:
    return Face(ROBOTO[weight])


@cache
def _arabic(weight: int) -> Face:
    return Face(ARABIC, variable_weight=weight, metrics=ARABIC_METRICS)


@cache
def _devanagari(weight: int) -> Face:
    return Face(DEVANAGARI, variable_weight=weight)


@cache
def _cjk(index: int, embolden: bool) -> Face:
    return Face(CJK, index=index, embolden=embolden)


@cache
def _emoji(weight: int) -> Face:
    return Face(EMOJI, variable_weight=weight)


@cache
def icon_face() -> Face:
    """Return the face of Material Icons. Every glyph fills a square of one em that stands on the base line."""
    return Face(MATERIAL_ICONS)


#: Indices in a fallback chain.
LATIN_FACE, ARABIC_FACE, DEVANAGARI_FACE, CJK_FACE, EMOJI_FACE = range(5)
CHAIN_LENGTH = 5


def cjk_index(language: str) -> int:
    """Return the index of the face in the CJK collection for a language's ideographs."""
    return next(index for prefix, index in CJK_FACES.items() if language.startswith(prefix))


@lru_cache(maxsize=256)
def chain_face(position: int, language: str, weight: int) -> Face:
    """Return the face at an index of the fallback chain of a language and a weight of `WEIGHTS`.

    It is loaded on first use.

    Raises `MissingLibraryError` if the font's package is not installed.
    """
    if position == LATIN_FACE:
        return _roboto(weight)
    if position == ARABIC_FACE:
        return _arabic(weight)
    if position == DEVANAGARI_FACE:
        return _devanagari(weight)
    if position == EMOJI_FACE:
        return _emoji(weight)
    return _cjk(cjk_index(language), weight > 500)


def has_glyph(character: str, position: int, language: str) -> bool:
    """Return whether any face of the language's chain has a character (in any weight)."""
    return chain_face(position, language, 400).shaper.get_nominal_glyph(ord(character)) is not None


@memo(65536, asset=True)
def chain_position(character: str, language: str) -> int:
    """Return the first index in the chain whose face has the character; `LATIN_FACE` if none has it."""
    for position in range(CHAIN_LENGTH):
        if has_glyph(character, position, language):
            return position
    return LATIN_FACE


@cache
def _icon_names() -> dict[str, int]:
    """Return the code point of each Material icon by name."""
    names: dict[str, Any] = json.loads(ICON_NAMES.path().read_text(encoding="utf-8"))
    return {name: int(code, 16) for name, code in names.items()}


@memo(4096, asset=True)
def icon_glyph(name: str) -> int:
    """Return the glyph id in `icon_face` of a Material icon, such as ``"alarm"`` or ``"arrow_back"``.

    Raises `UnknownIconError`, which suggests similar names, if there is no icon of that name.
    """
    names = _icon_names()
    if name not in names:
        raise UnknownIconError(
            f"There is no Material icon {name!r}.{nearest(name, names)} "
            "All names: https://fonts.google.com/icons?icon.set=Material+Icons"
        )
    glyph: int | None = icon_face().shaper.get_nominal_glyph(names[name])
    if glyph is None:
        raise UnknownIconError(
            f"The Material icon {name!r} has a name but no drawing in this version of the font. "
            "Use another icon."
        )
    return glyph
