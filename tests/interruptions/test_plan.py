"""Kinds and levels of interruptions: what the package's files say, and how malformed ones are refused."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
import yaml

from bmoca_gym import interruptions
from bmoca_gym.errors import ArgumentError, CatalogueError
from bmoca_gym.handset import packages
from bmoca_gym.handset.images import image_named, names
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.interruptions import GROUPS, INTERRUPTIONS, kinds, levels, plan
from bmoca_gym.interruptions.phone import Alert


def test_the_package_has_kinds_of_every_group_and_three_levels() -> None:
    assert {kind.group for kind in kinds().values()} == set(GROUPS)
    assert levels() == ("calm", "daily", "hostile")
    assert plan("calm").kinds == ()
    daily, hostile = (sum(kind.chance for kind in plan(level).kinds) for level in ("daily", "hostile"))
    assert 0.5 < daily < 1.5 < 3 < hostile < 6
    assert len(INTERRUPTIONS.names()) > 20


def test_every_dialog_speaks_every_language() -> None:
    dialogs = [kind.makes.dialog for kind in kinds().values() if isinstance(kind.makes, Alert)]
    for dialog in dialogs:
        texts = (
            [f"{dialog.text}_{page}" for page in range(1, dialog.pages + 1)]
            if dialog.pages > 1
            else [dialog.text]
        )
        for key in (dialog.title, *texts, *(button.text for button in dialog.buttons)):
            for locale in LOCALES if key else ():
                assert string(locale, key, app="Clock"), (key, locale)


def test_kinds_that_are_named_come_for_certain() -> None:
    chosen = plan("call,crash")
    assert [(kind.name, kind.chance) for kind in chosen.kinds] == [("call", 1.0), ("crash", 1.0)]
    assert plan(["call", "crash"]) == chosen == plan(chosen)


def test_a_file_changes_kinds_and_adds_others(tmp_path: Path) -> None:
    path = tmp_path / "mine.yaml"
    path.write_text(
        "kinds:\n  call: {chance: 0.5, first: [2, 9], lasts: 3, steps: again}\n  blink: {}\n"
        "new:\n  blink: {group: eye, says: It blinks., does: blurred, lasts: 1}\n"
    )
    call, blink = plan(path).kinds
    assert (call.chance, call.first, call.lasts, call.steps) == (0.5, (2, 9), 3, "again")
    assert (blink.name, blink.group, blink.lasts) == ("blink", "eye", 1)
    name = plan(str(path)).name
    assert name.startswith("mine-")
    path.write_text("kinds: {call: {}}\n")
    assert plan(path).name != name


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("kinds: {cal: {}}", "there is no such kind.*Did you mean 'call'"),
        ("kinds: {call: {chance: 2}}", "chance is 2; it must be a number from 0 to 1"),
        ("kinds: {call: {chance: true}}", "it must be a number from 0 to 1"),
        ("kinds: {call: {first: [3, 1]}}", "the smaller one first"),
        ("kinds: {call: {lasts: -1}}", "it must be a whole number"),
        ("kinds: {call: {does: alert}}", "unknown field 'does'"),
        ("kind: {}", "unknown field 'kind'"),
        ("[]", "it must be a mapping"),
        ("new: {a: {group: b, says: c, does: alert}}", "group is 'b'"),
        ("new: {a: {group: eye, does: alert}}", "says is None"),
        ("new: {a: {group: eye, says: c, does: allert}}", "Did you mean 'alert'"),
        ("new: {a: {group: eye, says: c, does: blurred, options: {size: 1}}}", "size"),
        (
            "new: {a: {group: phone, says: c, does: alert, options: {name: a, shape: round}}}",
            "shape is 'round'",
        ),
        ("new: {a: {group: eye, says: c, does: blurred, spoils: x}}", "a list of patterns"),
        (
            "new: {a: {group: phone, says: c, does: volume, over: [shop]}}",
            "a list of account, ads, browser, store",
        ),
        ("new: {a: {group: phone, says: c, does: volume, over: store}}", "over is 'store'"),
        (
            "new: {a: {group: hand, says: c, does: late, over: [store]}}",
            "only for what comes on the embedded phone",
        ),
    ],
)
def test_a_malformed_file_is_refused_by_the_name_of_the_field(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "bad.yaml"
    path.write_text(text)
    with pytest.raises(CatalogueError, match=said):
        plan(path)


@pytest.mark.parametrize("given", ["hostil", "call,crsh", ["call", 3], 3, "missing.yaml"])
def test_an_unknown_level_is_refused(given: object) -> None:
    with pytest.raises((ArgumentError, CatalogueError)):
        interruptions.plan(given)  # type: ignore[arg-type]


def test_it_is_said_of_every_app_what_it_is() -> None:
    listed = yaml.safe_load((Path(interruptions.__file__).parent / "apps.yaml").read_text(encoding="utf-8"))
    images = [image_named(name) for name in names()]
    there = {image.outward(package) for image in images for package in packages.apps_of(image)}
    assert listed.keys() == there
    assert {word for words in listed.values() for word in words} == {"account", "ads", "browser", "store"}
    assert interruptions.words_of("com.example.mine") == ("store",)


@pytest.mark.parametrize(
    ("kind", "package", "comes"),
    [
        ("rate_app", "com.google.android.deskclock", True),
        ("rate_app", "com.android.settings", False),
        ("rate_app", "com.google.android.contacts", True),
        ("rate_app", "com.android.contacts", False),
        ("rate_app", "com.example.mine", True),
        ("rate_app", None, False),
        ("cookie_banner", "com.google.android.deskclock", False),
        ("cookie_banner", "com.android.chrome", True),
        ("cookie_banner", "com.Project100Pi.themusicplayer", True),
        ("signed_out", "com.google.android.gm", True),
        ("signed_out", "com.google.android.calculator", False),
        ("not_responding", "com.android.settings", True),
        ("alarm", None, True),
    ],
)
def test_an_app_shows_only_what_a_person_would_believe_of_it(
    kind: str, package: str | None, comes: bool
) -> None:
    assert kinds()[kind].comes_over(package) == comes


def test_the_table_of_the_page_is_made_from_the_data() -> None:
    place = Path(__file__).parents[2] / "docs" / "interruptions.py"
    spec = importlib.util.spec_from_file_location("interruptions_page", place)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    text = made.PAGE.read_text(encoding="utf-8")
    assert made.page(text) == text, "run python docs/interruptions.py"
