"""The share of an app's texts that its screens show in a language, for docs/languages.md and a test."""

from __future__ import annotations

import re
import sys
from functools import cache
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from handset_tour import retraced, tour

from bmoca_gym.handset import images, packages, resources, screen
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.state import Image, Phone

#: Screens of each app.
SCREENS = 40
#: A locale of each language but English.
SPOKEN = tuple({known.catalogue: tag for tag, known in LOCALES.items() if known.catalogue != "en"}.values())


def apps(image: Image) -> dict[str, str]:
    """The packages of the apps with a catalogue of their own, by its name."""
    found = {app.name: package for package, app in packages.apps_of(image).items()}
    return {name: package for name, package in found.items() if name != "common"}


def texts_of(phone: Phone) -> set[str]:
    """The texts and descriptions on a screen that have letters."""
    shown = {text for node in screen.ui_tree(phone) for text in (node.text, node.content_description)}
    return {text for text in shown if any(map(str.isalpha, text))}


@cache
def _own(name: str, catalogue: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Match what an app's catalogue says in English alone, and what it says alike in another language."""
    texts, same = [], []
    for key in resources.string_keys():
        if not key.startswith((f"{name}.", f"android13.{name}_")):
            continue
        entry = resources._entry(key)
        english = entry["en"] if isinstance(entry["en"], dict) else {"other": entry["en"]}
        for text in english.values():
            if any(map(str.isalpha, re.sub(r"\{\w+\}", "", text))):  # more than what is filled in
                pattern = re.sub(r"\\{\w+\\}", ".+", re.escape(text))
                (same if entry.get(catalogue) == entry["en"] else texts).append(pattern)
    return re.compile("|".join(texts)), re.compile("|".join(same) or r"(?!)")


def share(image: Image, name: str, locale: str, screens: int = SCREENS) -> tuple[int, list[str]]:
    """Return how many texts of an app's catalogue the tour shows in English, and those that a locale shows too."""
    package = apps(image)[name]
    visits = tour(package, "en-US", image, screens)
    english: set[str] = set()
    shown: set[str] = set()
    for visit, phone in zip(visits, retraced(package, locale, visits, image), strict=True):
        if phone is not None:
            english |= texts_of(visit.phone)
            shown |= texts_of(phone)
    own, same = _own(name, LOCALES[locale].catalogue)
    counted = {text for text in english if own.fullmatch(text) and not same.fullmatch(text)}
    return len(counted), sorted(counted & shown)


def table(names: tuple[str, ...] = ("android10", "android13", "androidlab")) -> str:
    """Return the shares of all apps as a table in Markdown: an app in the first image that has it, and in Android 13's
    if it has texts of its own there.
    """
    heads = [LOCALES[tag].catalogue for tag in SPOKEN]
    lines = [f"| app | texts | {' | '.join(heads)} |", f"| --- | ---: |{' ---: |' * len(heads)}"]
    done: set[str] = set()
    for image in map(images.image_named, names):
        for name in sorted(apps(image)):
            newer = any(key.startswith(f"android13.{name}_") for key in resources.string_keys())
            if name in done and not (newer and image.name == "android13"):
                continue
            cells = []
            texts = 0
            for tag in SPOKEN:
                if LOCALES[tag].catalogue not in resources.languages_of(name):
                    cells.append("–")
                    continue
                texts, left = share(image, name, tag)
                cells.append(f"{100 * (1 - len(left) / texts):.0f}" if texts else "–")
            row = f"{name}, Android 13" if name in done else name
            if texts:
                lines.append(f"| {row} | {texts} | {' | '.join(cells)} |")
            print(lines[-1], file=sys.stderr, flush=True)
            done.add(name)
    return "\n".join(lines) + "\n"
