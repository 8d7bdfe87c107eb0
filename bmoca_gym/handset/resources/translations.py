"""Content of apps in the phone's language: mails, pages, videos, names of places.

A package has its content in English, in JSON files. Its folder ``languages`` has a file for each catalogue of
`locales` (``ko.json``), an object of English texts and their translations. Texts and languages without a
translation stay English: a phone in Akan shows Ghana's web, which is in English.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources as package_files
from typing import Any

from bmoca_gym.handset.resources.locales import CATALOGUES, locale_named

#: Folder of a package's translations.
LANGUAGES = "languages"
#: Most packages whose content is cached, in every language.
_PACKAGES = 8


@lru_cache(_PACKAGES * len(CATALOGUES))
def translations(package: str, catalogue: str) -> Mapping[str, str]:
    """Return the translations of a package's English texts for a catalogue; empty if there are none."""
    file = package_files.files(package) / LANGUAGES / f"{catalogue}.json"
    found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return found


@lru_cache(_PACKAGES * len(CATALOGUES))
def _texts_of(package: str, locale: str) -> Mapping[str, str]:
    return translations(package, locale_named(locale).catalogue)


def text(package: str, locale: str, english: str, **values: object) -> str:
    """Return a text of a package's content in the language of ``locale``, with ``{placeholders}`` filled in."""
    found = _texts_of(package, locale).get(english, english)
    return found.format(**values) if values else found


def read(package: str, file: str, locale: str, texts: frozenset[str]) -> Any:
    """Return the content of a package's JSON file in the language of ``locale``.

    ``texts``: names of the members that are translated, texts or lists of texts.
    """
    content = json.loads((package_files.files(package) / file).read_text(encoding="utf-8"))
    known = _texts_of(package, locale)
    return _in_language(content, known, texts, False) if known else content


def _in_language(part: Any, known: Mapping[str, str], texts: frozenset[str], text: bool) -> Any:
    """A part of a file's content. ``text``: whether its strings are translated."""
    if isinstance(part, str):
        return known.get(part, part) if text else part
    if isinstance(part, list):
        return [_in_language(one, known, texts, text) for one in part]
    if isinstance(part, dict):
        return {name: _in_language(one, known, texts, name in texts) for name, one in part.items()}
    return part
