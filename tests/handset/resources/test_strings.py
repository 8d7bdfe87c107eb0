"""The string catalogues: every text in every language, the same placeholders, nothing unused, nothing missing."""

from __future__ import annotations

import json
import os
import re
import string
from functools import cache, lru_cache
from importlib import resources as package_files
from pathlib import Path

import pytest
from babel import Locale
from handset_tour import SHADE, retraced, tour

from bmoca_gym.handset import packages, resources, screen
from bmoca_gym.handset.apps.clock.places import zone_city
from bmoca_gym.handset.apps.clock.screens.world_clock import ZONES
from bmoca_gym.handset.apps.gmail.content import first_mails
from bmoca_gym.handset.apps.wikipedia.articles import LANGUAGES as WIKIPEDIAS
from bmoca_gym.handset.apps.youtube.videos import handle
from bmoca_gym.handset.images import ANDROID10
from bmoca_gym.handset.kits import web
from bmoca_gym.handset.resources.accounts import ALEX
from bmoca_gym.handset.resources.locales import CATALOGUES, LOCALES
from bmoca_gym.handset.resources.translations import translations
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system.languages import languages

PACKAGE = Path(str(package_files.files("bmoca_gym")))
ENTRIES = {key: resources._entry(key) for key in resources.string_keys()}
#: Without the module that names experts' verbs, which are written as keys are.
SOURCES = sorted(file for file in PACKAGE.rglob("*.py") if file.name != "upstream_calls.py")
LITERAL = re.compile(r'"((?:[a-z_][a-z0-9_]*)\.[A-Za-z0-9_]+)"')
FORMATTED = re.compile(r'f"([a-z_][a-z0-9_]*|\{[^}]*\})\.([^"]*\{[^"]*)"')

#: Terms that are written in all Latin, and often in other, letters as in English.
TERMS = {
    "Bluetooth",
    "Bluetooth, NFC",
    "Chrome",
    "DEG",
    "Gmail",
    "Google",
    "Instagram",
    "NFC",
    "OK",
    "OFF",
    "PIN",
    "SMS",
    "ON",
    "RAD",
    "Reels",
    "VPN",
    "Shorts",
    "Walmart",
    "Wi‑Fi",
    "Wikipedia",
    "YouTube",
    "+1:00",
    ", ",
    "JPG {percent}%",
    "Snapseed",
    "Maps",
    "{number} km",
    "{number} m",
    "{number} {street}, {town}",
}

#: English texts that are the language's own too, such as names of products, by catalogue.
SAME = json.loads(Path(__file__).with_name("same_as_english.json").read_text(encoding="utf-8"))

#: Texts that no catalogue has, and that are the same on a phone of any language; an app and a locale that show one.
ANYWHERE = (
    (r"(sin|cos|tan)(⁻¹)?|ln|log|e|eˣ|10ˣ|x²|π|AC|INV", "calculator ur-PK", "keys of the calculator"),
    (r"[0-9],[A-Z]{3,4}", "dialer ur-PK", "keys of the dial pad"),
    (r"[A-Za-z]", "wikipedia ur-PK", "the first letter of a name or a weekday, or a unit"),
    (r"([0-9:]+ )?[AP]M( – [0-9:]+ [AP]M)?", "calendar ur-PK", "CLDR's halves of the day, in Urdu"),
    (r"[0-9.,]+ ?(B|kB|MB|GB|GHz)", "settings ur-PK", "CLDR's units"),
    (r"(January|April|August|September|November) [0-9]{4}", "calendar de-DE", "CLDR's months"),
    (r"([0-9]{2}[hms] ?)+", "clock de-DE", "CLDR's hours, minutes, seconds"),
    (r"\u2066?GMT[+-][0-9:]+\u2069?", "settings ur-PK", "a time zone's offset"),
    (r"PNG|Drama [12]|LOOKS|TOOLS", "snapseed ur-PK", "a format, and words of Snapseed's that some languages keep"),
    (r"[a-z]+(\.[a-z0-9]+)+", "instagram ur-PK", "the name of a package or a site"),
    (r"Seekwell|Findling|Chrome [0-9.]+", "chrome ur-PK", "search engines, and Chrome's version"),
    (r"([0-9a-f]{2}:){5}[0-9a-f]{2}|QSR1[.0-9]+|(Wi.Fi,)?Android.*|2\.7\.[0-9]+-r-[-0-9]+", "settings ur-PK", "names of the device and its software"),
    (r"Exchange", "settings ak-GH", "a type of account"),
    (r"@[a-z]+|[a-z.]+@[a-z.]+", "gmail ur-PK", "accounts, of people and of channels"),
    (r"(https?://)?[a-z]+\.(example)?/\S*|example", "chrome ur-PK", "addresses, as they stand in the bar, whole or half erased"),
    (r"(/storage/emulated/0/[A-Za-z/]+/)?(99_Colosseum|IMG_[0-9_]+)\.jpg", "photos ur-PK", "pictures of the storage"),
    (r"Alarms|Camera|DCIM|Download|Movies|Music|Notifications|Pictures|Podcasts|Ringtones", "photos ur-PK", "folders of the storage"),
)  # fmt: skip


def forms(translation: str | dict[str, str]) -> dict[str, str]:
    return translation if isinstance(translation, dict) else {"other": translation}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


# The catalogues


def test_every_text_is_translated_into_every_language() -> None:
    assert resources.missing_translations() == []


def test_no_catalogue_has_a_language_that_no_locale_speaks() -> None:
    for key, entry in ENTRIES.items():
        spoken = set(resources.languages_of(key.partition(".")[0]))
        assert {"en"} <= spoken <= set(CATALOGUES)
        assert set(entry) == spoken, key


@pytest.mark.parametrize(
    ("locale", "text"), [("es-US", "1 artículo"), ("ko-KR", "1 item"), ("ar-EG", "1 item")]
)
def test_an_app_that_does_not_speak_a_language_is_in_english(locale: str, text: str) -> None:
    """Also in the plural: Korean has no separate singular form."""
    assert resources.languages_of("walmart") == ("en", "es")
    assert resources.string(locale, "walmart.results", count=1) == text


@pytest.mark.parametrize("catalogue", CATALOGUES)
def test_translations_keep_the_placeholders(catalogue: str) -> None:
    for key, entry in ENTRIES.items():
        if catalogue not in entry:
            continue
        wanted = set().union(*(placeholders(text) for text in forms(entry["en"]).values()))
        for form, text in forms(entry[catalogue]).items():
            found = placeholders(text)
            # A form for one or two of something may say the number in words.
            spelled_out = isinstance(entry[catalogue], dict) and form in ("zero", "one", "two")
            assert found <= wanted, f"{key} [{catalogue}, {form}]: {text}"
            assert found == wanted or spelled_out, f"{key} [{catalogue}, {form}]: {text}"


@pytest.mark.parametrize("locale", LOCALES)
def test_plurals_have_the_forms_of_the_language(locale: str) -> None:
    known = LOCALES[locale]
    rule = Locale.parse(known.babel).plural_form
    needed = {rule(number) for number in range(1000)}
    for key, entry in ENTRIES.items():
        translation = entry.get(known.catalogue)
        if isinstance(translation, dict):
            assert isinstance(entry["en"], dict), f"{key} has no plural forms in English"
            assert needed | {"other"} <= set(translation), (
                f"{key} [{locale}] lacks {needed - set(translation)}"
            )
            assert set(translation) <= set(rule.tags) | {"other"}, (
                f"{key} [{locale}] has {set(translation) - needed}"
            )


@pytest.mark.parametrize("catalogue", [name for name in CATALOGUES if name != "en"])
def test_a_translation_like_the_english_text_is_so_on_purpose(catalogue: str) -> None:
    same = {
        text
        for entry in ENTRIES.values()
        for form, text in forms(entry.get(catalogue, {})).items()
        if forms(entry["en"]).get(form) == text
    }
    known = set(SAME.get(catalogue, ()))
    assert same - TERMS - known == set(), "translate these, or list them in same_as_english.json"


def test_no_text_begins_or_ends_with_space_and_none_is_of_another_script() -> None:
    scripts = {"ar": "\u0600-\u06ff", "ur": "\u0600-\u06ff", "hi": "\u0900-\u097f", "ko": "\uac00-\ud7a3", "ru": "\u0400-\u04ff",
               "zh-Hans": "\u4e00-\u9fff", "ja": "\u3040-\u30ff\u4e00-\u9fff"}  # fmt: skip
    for key, entry in ENTRIES.items():
        for catalogue, translation in entry.items():
            for text in forms(translation).values():
                assert text == text.strip() or key == "common.list_separator", (
                    f"{key} [{catalogue}]: {text!r}"
                )
                for other, letters in scripts.items():
                    if catalogue not in (
                        other,
                        *{"ar": ("ur",), "ur": ("ar",), "zh-Hans": ("ja",), "ja": ("zh-Hans",)}.get(
                            other, ()
                        ),
                    ):
                        assert not re.search(f"[{letters}]", text), (
                            f"{key} [{catalogue}] has letters of {other}: {text!r}"
                        )


def test_no_arabic_text_begins_with_a_latin_word() -> None:
    """The first letter gives a line its direction: such a text would be read from the left."""
    for key, entry in ENTRIES.items():
        for text in forms(entry.get("ar", "")).values():
            letters = "".join(letter for letter in re.sub(r"\{[^}]*\}", "", text) if letter.isalpha())
            assert not re.match("[A-Za-z]+[\u0600-\u06ff]", letters), f"{key}: {text!r}"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_app_has_its_name(locale: str) -> None:
    names = [
        resources.string(locale, f"{app.name}.{app.label}") for app in packages.apps_of(ANDROID10).values()
    ]
    assert all(names)
    assert len(set(names)) == len(names), "two apps of one name can't be told apart in the drawer"


# What the source asks for


@cache
def used_keys() -> tuple[set[str], list[re.Pattern[str]], set[str]]:
    """Keys in the source, patterns of composed keys, and all names that only occur in the source."""
    literal: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    names: set[str] = set()
    for path in SOURCES:
        source = path.read_text(encoding="utf-8")
        literal |= set(LITERAL.findall(source))
        names |= set(re.findall(r'"([A-Za-z0-9_]+)"', source))
        for app, rest in FORMATTED.findall(source):
            parts = re.split(r"\{[^}]*\}", rest)
            name = r"[a-z_]+" if app.startswith("{") else app
            patterns.append(re.compile(name + r"\." + r"\w+".join(map(re.escape, parts))))
    return literal, patterns, names


def test_no_key_is_missing() -> None:
    catalogues = {key.partition(".")[0] for key in ENTRIES}
    literal, _, _ = used_keys()
    unknown = {key for key in literal if key.partition(".")[0] in catalogues and key not in ENTRIES}
    files = re.compile(r"\.(db|json|xml|py|yaml|txt|html|css|js|png|jpg)$")
    prefixes = {key for key in unknown if key.endswith("_") and any(k.startswith(key) for k in ENTRIES)}
    others = {"google.navigation", "google.genai", "miniwob.fields"}  # a scheme of addresses, and modules
    assert {key for key in unknown if not files.search(key)} - prefixes - others == set()


def test_no_string_is_of_a_catalogue_that_does_not_exist() -> None:
    call = re.compile(r"\.string\(\s*\"(\w+\.\w+)\"\s*[,)]")
    named = {key for path in PACKAGE.rglob("*.py") for key in call.findall(path.read_text(encoding="utf-8"))}
    assert named <= set(ENTRIES), sorted(named - set(ENTRIES))


def test_no_key_is_unused() -> None:
    literal, patterns, names = used_keys()
    for key in ENTRIES:
        direct = key in literal or any(pattern.fullmatch(key) for pattern in patterns)
        # Pages that are data name a string without its catalogue.
        assert direct or key.partition(".")[2] in names, f"{key} is used nowhere"


# What the screens show


def texts_of(phone: Phone) -> set[str]:
    found = {text for node in screen.ui_tree(phone) for text in (node.text, node.content_description)}
    return {text for text in (*found, phone.toast) if any(map(str.isalpha, text))}


PACKAGES = [*packages.apps_of(ANDROID10), SHADE]


def name_of(package: str) -> str:
    """The catalogue with an app's strings."""
    return "system_ui" if package == SHADE else packages.apps_of(ANDROID10)[package].name


@lru_cache(4)
def seen(package: str, locale: str) -> tuple[frozenset[str], float]:
    """All texts on the screens of an app's English tour in a language, and the share of the screens that is reached."""
    visits = tour(package, "en-US")
    phones = [visit.phone for visit in visits] if locale == "en-US" else retraced(package, locale, visits)
    reached = [phone for phone in phones if phone is not None]
    return frozenset().union(*(texts_of(phone) for phone in reached)), len(reached) / len(visits)


@cache
def article_text() -> str:
    """All articles of the offline encyclopedia in all languages, without their markup, and the pages of the web."""

    def strings(data: object) -> list[str]:
        if isinstance(data, str):
            return [re.sub(r"\[\[(?:[^\]|]*\|)?([^\]]*)\]\]", r"\1", data)]
        inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
        return [text for part in inside for text in strings(part)]

    folders = [PACKAGE / "handset" / "apps" / name for name in ("chrome", "wikipedia")]
    files = sorted(file for folder in folders for file in folder.rglob("*.json"))
    files.append(PACKAGE / "handset" / "kits" / "pages.json")
    return "\n".join(text for file in files for text in strings(json.loads(file.read_text(encoding="utf-8"))))


@cache
def walmart_text() -> set[str]:
    """Text from the shop's servers, which is English in every language of the phone."""
    file = PACKAGE / "handset" / "apps" / "walmart" / "assortment.json"

    def strings(data: object) -> list[str]:
        if isinstance(data, str):
            return [data]
        inside = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
        return [text for part in inside for text in strings(part)]

    sent = json.loads(file.read_text(encoding="utf-8"))
    zones = {f"{zone['code']} {zone['name']}".strip() for zone in sent["zones"]}
    return {*strings(sent), *zones, *(f"“{text}”" for text in sent["popular"])}


@cache
def maps_text() -> re.Pattern[str]:
    """Matches names and addresses in an invented town."""
    town = json.loads((PACKAGE / "handset" / "apps" / "maps" / "town.json").read_text(encoding="utf-8"))
    streets = "|".join(re.escape(street["name"]) for street in town["streets"])
    names = [re.escape(place["name"]) for place in town["places"]]
    return re.compile("|".join([*names, rf"[0-9]+ ({streets}), {town['areas'][0]['name']}"]))


@cache
def gmail_text() -> set[str]:
    """The mails of a phone in a language without its own."""
    file = PACKAGE / "handset" / "apps" / "gmail" / "mails.json"
    mails = json.loads(file.read_text(encoding="utf-8"))
    written = {text for mail in mails for text in mail.values() if isinstance(text, str)}
    snippets = {" ".join(text.split())[:200] for text in written}
    answers = {f"{kind}: {text}" for text in written for kind in ("Re", "Fwd")}
    quoted = {"\n".join(f"> {line}".rstrip() for line in text.split("\n")) for text in written}
    return {*ALEX, *written, *snippets, *answers, *quoted}


#: Packages with content that is in the phone's language, see ``test_content.py``.
WITH_CONTENT = (
    "bmoca_gym.handset.kits",
    *(f"bmoca_gym.handset.apps.{name}" for name in ("gmail", "maps", "youtube")),
)


def gmail_names() -> set[str]:
    """The people that write mails."""
    return {mail.name for mail in first_mails("en-US") if mail.address.endswith("@example.com")}


@cache
def youtube_text() -> set[str]:
    """The videos of a phone in a language without its own."""
    file = PACKAGE / "handset" / "apps" / "youtube" / "videos.json"
    sent = json.loads(file.read_text(encoding="utf-8"))
    entries = [entry for part in sent.values() for entry in (part if isinstance(part, list) else [part])]
    return {
        text
        for entry in entries
        for text in (entry.values() if isinstance(entry, dict) else [entry])
        if isinstance(text, str)
    }


@cache
def names_in_their_own_language() -> set[str]:
    found = {known.name for known in LOCALES.values()} | set(WIKIPEDIAS.values())
    for language in languages().values():
        found |= {language.name, *(f"{language.name} ({region})" for _, region in language.regions)}
    return found | {name[:1].upper() + name[1:] for name in found}


@cache
def same_in_both(catalogue: str) -> re.Pattern[str]:
    """Matches texts of the catalogue that are the same in English."""
    same = [
        re.sub(r"\\{\w+\\}", ".*", re.escape(text))
        for key, entry in ENTRIES.items()
        # The name of an app that does not speak the language stands on the home screen in English.
        for form, text in forms(
            entry.get(catalogue, entry["en"] if key.endswith(".app_name") else {})
        ).items()
        if forms(entry["en"]).get(form) == text
    ]
    return re.compile("|".join([*same, *(pattern for pattern, _, _ in ANYWHERE)]))


def spoken_abroad(package: str) -> list[str]:
    """Three languages of an app in turn, and those with an exception for it; not Arabic.

    A text that is English in one language is English in all others: translations are compared above.
    BMOCA_EVERYTHING=1: all.
    """
    place, name = PACKAGES.index(package), name_of(package)
    spoken = [
        tag
        for tag, locale in LOCALES.items()
        if tag not in ("en-US", "ar-EG") and locale.catalogue in resources.languages_of(name)
    ]
    if os.environ.get("BMOCA_EVERYTHING"):
        return spoken
    excepted = {where.partition(" ")[2] for _, where, _ in ANYWHERE if where.startswith(f"{name} ")}
    return [tag for tag in spoken if tag in {*spoken[place % 5 :: 5], *excepted}]


def test_no_screen_shows_english(toured: str) -> None:
    if LOCALES["ar-EG"].catalogue in resources.languages_of(name_of(toured)):
        check_no_english(toured, "ar-EG")


@pytest.mark.exhaustive
def test_no_screen_shows_english_in_other_languages(toured: str) -> None:
    for locale in spoken_abroad(toured):
        check_no_english(toured, locale)


def check_no_english(package: str, locale: str) -> None:
    """Every text that a screen shows both in another language and in English is known to be the same in both."""
    name = name_of(package)
    english, _ = seen(package, "en-US")
    own, reached = seen(package, locale)
    assert reached > 0.7, f"{locale}: the same touches lead to the same screens"
    known = same_in_both(LOCALES[locale].catalogue)
    cities = {zone_city(locale, zone) for zone in ZONES} & {zone_city("en-US", zone) for zone in ZONES}
    shown = (
        {text for text in own & english if not known.fullmatch(text)} - cities - names_in_their_own_language()
    )
    if package == "com.android.chrome":
        # The bar for translations shows a page in English on any phone.
        shown -= {text for page in web.pages(web.ENGLISH).values() for text in page.texts}
    if package == "com.walmart.android":
        shown -= walmart_text()
    shown -= {*ALEX, handle()}
    if package == "com.google.android.gm":
        shown -= gmail_names()
    if package == "org.wikipedia":
        # A result of a search is the page's address and its first words.
        shown = {text for text in shown if text.rpartition(" — ")[2] not in article_text()}
    content = [translations(folder, LOCALES[locale].catalogue) for folder in WITH_CONTENT]
    shown -= {text for told in content for text, said in told.items() if text == said}
    if not any(content):
        shown -= gmail_text() | youtube_text()
        shown = {
            t for t in shown if t.rpartition(" — ")[2] not in article_text() and not maps_text().fullmatch(t)
        }
    assert shown == set(), locale
    # An exception that is needed nowhere any more would hide the next untranslated text.
    for pattern, where, reason in ANYWHERE:
        if where == f"{name} {locale}":
            assert any(re.fullmatch(pattern, text) for text in english & own), f"{reason}: {pattern}"


def test_every_text_that_is_the_same_on_purpose_is_there() -> None:
    for catalogue, texts in SAME.items():
        present = {text for entry in ENTRIES.values() for text in forms(entry.get(catalogue, {})).values()}
        assert set(texts) <= present, (catalogue, set(texts) - present)
