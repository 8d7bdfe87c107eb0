"""Content of apps in the phone's language: mails, pages, videos, names of places.

A package keeps its content in English, in JSON files, and beside them a folder ``languages`` with a file a catalogue of
`locales` (``ko.json``): an object of the English texts and what stands in their place in that language. A text, or a
language, that is not there is in English: a phone in Akan shows the web of Ghana, which is in English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources as package_files
from typing import Any

from bmoca_gym.handset.locales import CATALOGUES, locale_named

#: The folder of a package's translations.
LANGUAGES = "languages"
#: Packages whose content is remembered in every language.
_PACKAGES = 8


@lru_cache(_PACKAGES * len(CATALOGUES))
def translations(package: str, catalogue: str) -> Mapping[str, str]:
    """Translations of a package's English texts, by the key of its catalogue; empty if it has none."""
    file = package_files.files(package) / LANGUAGES / f"{catalogue}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


def text(package: str, locale: str, english: str, **values: object) -> str:
    """A text of a package's content in the language of ``locale``, with ``{placeholders}`` filled in."""
    found = translations(package, locale_named(locale).catalogue).get(english, english)
    return found.format(**values) if values else found


def read(package: str, file: str, locale: str, texts: frozenset[str]) -> Any:
    """The content of a package's JSON file in the language of ``locale``.

    ``texts``: the names of the members that hold texts, or lists of them; all others stay as they are.
    """
    content = json.loads((package_files.files(package) / file).read_text(encoding="utf-8"))
    known = translations(package, locale_named(locale).catalogue)
    return _in_language(content, known, texts, False) if known else content


def _in_language(part: Any, known: Mapping[str, str], texts: frozenset[str], text: bool) -> Any:
    """A part of a file's content; ``text``: its strings are texts."""
    if isinstance(part, str):
        return known.get(part, part) if text else part
    if isinstance(part, list):
        return [_in_language(one, known, texts, text) for one in part]
    if isinstance(part, dict):
        return {name: _in_language(one, known, texts, name in texts) for name, one in part.items()}
    return part
