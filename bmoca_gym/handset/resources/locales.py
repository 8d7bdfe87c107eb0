"""The handset's locales: tags, scripts, catalogues and alphabetical order."""

from __future__ import annotations

import copy
import unicodedata
from collections.abc import MutableMapping
from functools import cache
from typing import Any, NamedTuple

from bmoca_gym.handset.errors import UnknownLocaleError, nearest
from bmoca_gym.handset.value import memo


class LocaleInfo(NamedTuple):
    """A locale. ``catalogue``: key of its strings; ``cldr``: its CLDR identifier."""

    tag: str
    catalogue: str
    font_language: str
    cldr: str
    rtl: bool
    name: str  # in the language itself, as Android's picker lists it
    script: str  # prefix of the Unicode names of the letters that sort first

    @property
    def babel(self) -> str:
        """Identifier for Babel's functions."""
        return _with_data_of_its_own(self.cldr)


@cache
def _with_data_of_its_own(identifier: str) -> str:
    """Return ``identifier`` after making sure that Babel has separate data for it.

    Babel stores resolved names in the data that it has loaded. If two locales shared inherited data, one
    would get the names of the other's days.
    """
    from babel import localedata

    data = localedata.load(identifier)
    data.update(_copied(data))
    return identifier


def _copied(data: dict[Any, Any]) -> dict[Any, Any]:
    """Data of a locale in which nothing is left that Babel writes to."""
    found = {}
    for name, part in data.items():
        kind = type(part)
        if kind is dict:
            part = _copied(part)
        elif kind not in _LEFT_ALONE and isinstance(part, _WRITTEN_TO):
            part = copy.deepcopy(part)
        found[name] = part
    return found


#: Kinds of most of the data, which Babel leaves as they are, and those of resolved names and of parts to be merged.
_LEFT_ALONE = frozenset({str, int, list})
_WRITTEN_TO = (tuple, MutableMapping)

_ROWS = (
    LocaleInfo("ak-GH", "ak", "ak", "ak_GH", False, "Akan (Gaana)", "LATIN"),
    LocaleInfo("ar-AE", "ar", "ar", "ar_AE", True, "العربية (الإمارات العربية المتحدة)", "ARABIC"),
    LocaleInfo("ar-EG", "ar", "ar", "ar_EG", True, "العربية (مصر)", "ARABIC"),
    LocaleInfo("de-DE", "de", "de", "de_DE", False, "Deutsch (Deutschland)", "LATIN"),
    LocaleInfo("en-US", "en", "en", "en_US", False, "English (United States)", "LATIN"),
    LocaleInfo("es-US", "es", "es", "es_US", False, "español (Estados Unidos)", "LATIN"),
    LocaleInfo("fr-CA", "fr", "fr", "fr_CA", False, "français (Canada)", "LATIN"),
    LocaleInfo("hi-IN", "hi", "hi", "hi_IN", False, "हिन्दी (भारत)", "DEVANAGARI"),
    LocaleInfo("ja-JP", "ja", "ja", "ja_JP", False, "日本語 (日本)", "LATIN"),
    LocaleInfo("ko-KR", "ko", "ko", "ko_KR", False, "한국어(대한민국)", "HANGUL"),
    LocaleInfo("pt-BR", "pt-BR", "pt", "pt_BR", False, "português (Brasil)", "LATIN"),
    LocaleInfo("pt-PT", "pt-PT", "pt", "pt_PT", False, "português (Portugal)", "LATIN"),
    LocaleInfo("ru-MD", "ru", "ru", "ru_MD", False, "русский (Молдова)", "CYRILLIC"),
    LocaleInfo("ur-PK", "ur", "ur", "ur_PK", True, "اردو (پاکستان)", "ARABIC"),
    LocaleInfo("zh-Hans-CN", "zh-Hans", "zh-Hans", "zh_Hans_CN", False, "简体中文 (中国)", "CJK"),
)

#: Every locale by its canonical tag.
LOCALES: dict[str, LocaleInfo] = {row.tag: row for row in _ROWS}

#: Keys of the string catalogues, one for each translation.
CATALOGUES: tuple[str, ...] = tuple(dict.fromkeys(row.catalogue for row in _ROWS))

_BY_LOWER = {tag.lower(): row for tag, row in LOCALES.items()} | {"zh-cn": LOCALES["zh-Hans-CN"]}

_URDU_ALPHABET = "اآبپتٹثجچحخدڈذرڑزژسشصضطظعغفقکگلمنںوؤہھءئیے"


def locale_named(tag: str) -> LocaleInfo:
    """Return the locale of a tag, in any spelling that Android accepts (``zh-hans-CN``, ``ur_PK``).

    Raises:
        UnknownLocaleError: the handset does not have this locale.
    """
    known = LOCALES.get(tag) if isinstance(tag, str) else None
    if known is None:
        key = str(tag).replace("_", "-").lower()
        known = _BY_LOWER.get(key)
    if known is None:
        raise UnknownLocaleError(
            f"locale {tag!r} has no strings; there are {', '.join(LOCALES)}.{nearest(str(tag), LOCALES)}"
        )
    return known


def sort_key(text: str, tag: str) -> tuple[tuple[int, str], ...]:
    """Return a key for the alphabetical order of the locale: its own script first, ignoring accents and case."""
    known = locale_named(tag)
    return tuple(_letter_key(letter, known) for letter in unicodedata.normalize("NFC", text))


@memo(4096, asset=True)
def _letter_key(letter: str, known: LocaleInfo) -> tuple[int, str]:
    name = unicodedata.name(letter, "")
    rank = 0 if name.startswith(known.script) else 1 if name.startswith("LATIN") else 2
    if not letter.isalpha():
        return (-1, letter)
    if known.catalogue == "ur" and letter in _URDU_ALPHABET:
        return (0, chr(_URDU_ALPHABET.index(letter)))
    if known.catalogue == "zh-Hans" and name.startswith("CJK"):
        # GB 2312 lists its common characters in the order of their pinyin.
        return (0, letter.encode("gb18030", "replace").decode("latin-1"))
    if known.catalogue == "ja" and name.startswith("CJK"):
        # JIS X 0208 lists its common characters in the order of their readings.
        return (3, letter.encode("euc_jp", "replace").decode("latin-1"))
    if known.catalogue == "ak" and letter in "ɛƐɔƆ":
        return (0, "e\uffff" if letter in "ɛƐ" else "o\uffff")
    if name.startswith(("ARABIC", "DEVANAGARI")):
        return (rank, letter)
    base = unicodedata.normalize("NFD", letter)[0] if name.startswith(("LATIN", "GREEK")) else letter
    return (rank, base.casefold())
