"""Languages of the phone: the user's list, and the languages that the picker offers."""

from __future__ import annotations

import json
from functools import lru_cache
from importlib import resources as package_files
from typing import NamedTuple

from bmoca_gym.handset.errors import UnknownLocaleError
from bmoca_gym.handset.resources.locales import LOCALES, locale_named
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.value import memo, replace

_CHOSEN = ("system", "chosen_locales")


class Language(NamedTuple):
    """A language of the picker: its tag, its name in that language, and its pairs of locale tag and region name."""

    tag: str
    name: str
    regions: tuple[tuple[str, str], ...]


@lru_cache(maxsize=1)
def languages() -> dict[str, Language]:
    """Return all languages of the picker by tag: those in CLDR whose scripts the handset can draw."""
    file = package_files.files("bmoca_gym.handset.system") / "language_names.json"
    entries = json.loads(file.read_text(encoding="utf-8"))
    return {tag: Language(tag, e["name"], tuple(e["regions"].items())) for tag, e in entries.items()}


@memo(256, asset=True)
def name_of(tag: str) -> str:
    """Return a locale's name in its own language, as in ``English (United States)``, or the tag if it is unknown."""
    known = LOCALES.get(tag)
    if known is not None:
        return known.name[:1].upper() + known.name[1:]
    language = languages().get(tag.rpartition("-")[0])
    region = dict(language.regions).get(tag) if language else None
    return f"{language.name} ({region})" if language and region else tag


@memo(256, asset=True)
def spoken_as(tag: str) -> str | None:
    """Return the locale whose strings are shown for a chosen one, or None if the handset does not have the language."""
    try:
        return locale_named(tag).tag
    except UnknownLocaleError:
        language = tag.rpartition("-")[0]
        return next((known for known in LOCALES if known.rpartition("-")[0] == language), None)


def chosen(phone: Phone) -> tuple[str, ...]:
    """Return the user's languages, the preferred one first."""
    locale = phone.configuration.locale
    kept = tuple(tag for tag in phone.settings.get(_CHOSEN, "").split(",") if tag)
    if _resolved(kept) == locale:
        return kept
    # The locale was changed in another way than by the list: it replaces the first one.
    return (locale, *(tag for tag in kept[1:] if tag != locale))


def _canonical(tag: str) -> str:
    try:
        return locale_named(tag).tag
    except UnknownLocaleError:
        return tag.strip().replace("_", "-")


def _resolved(tags: tuple[str, ...]) -> str | None:
    return next((spoken for spoken in map(spoken_as, tags) if spoken), None)


def choose(phone: Phone, tags: tuple[str, ...]) -> Phone:
    """Set the user's languages. The phone uses the first one that it has, or stays in its own."""
    tags = tuple(dict.fromkeys(_canonical(tag) for tag in tags if tag))
    locale = _resolved(tags)
    if locale is None:
        return phone
    phone = replace(phone, settings=phone.settings.set(_CHOSEN, ",".join(tags)))
    if locale == phone.configuration.locale:
        return phone
    return replace(phone, configuration=replace(phone.configuration, locale=locale))
