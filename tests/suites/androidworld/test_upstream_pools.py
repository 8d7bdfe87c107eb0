"""Pools of a benchmark's own code, read as data from a made-up checkout of the same shape, and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import data_files, suite_names, tasks
from bmoca_gym.errors import CatalogueError
from bmoca_gym.evaluation import settings_for
from bmoca_gym.suites.androidworld import upstream_pools

CATEGORIES = [
    "Others", "Income", "Food", "Housing", "Social", "Entertainment", "Transportation", "Clothes", "Health Care",
    "Education", "Donation",
]  # fmt: skip
FOLDERS = ["Alarms", "Documents", "Music", "Pictures"]

#: What stands in a module of the made-up checkout: it must be read, and never run.
HEAD = "import android_env\nraise SystemExit('this must never run')\n\n"


def made_up(what: str, count: int) -> list[str]:
    return [f"{what} {number}" for number in range(count)]


def call(title: str, directions: str) -> str:
    return f"schema.Recipe(title={title!r}, directions=({directions!r}))"


def modules() -> dict[str, str]:
    """The modules of a checkout of AndroidWorld that are read."""
    recipes = [call(f"Dish {i}", f"Boil the {'turnip' if i % 2 else 'quince'} well") for i in range(40)]
    return {
        "utils/user_data_generation.py": (
            f"COMMON_GIVEN_NAMES = {made_up('Given', 30)}\n_COMMON_FAMILY_NAMES: list = {made_up('Family', 4)}\n"
            f"_ADJECTIVES = {made_up('adjective', 3)}\n_NOUNS = {tuple(made_up('noun', 3))}\n"
            f"RANDOM_SENTENCES = {made_up('A made-up sentence', 6)}\n"
            f"EMULATOR_DIRECTORIES = {({name: [f'{name}_1.mp3', f'{name}_2.mp3'] for name in FOLDERS})}\n"
        ),
        "single/sms.py": f"class SimpleSmsSendReceivedAddress:\n  addresses = {made_up('Street', 3)}\n",
        "single/retro_music.py": (
            f"_SONGS = {made_up('Song', 20)}\ndef _generate_playlist_name():\n  themes = {made_up('Theme', 4)}\n"
        ),
        "single/vlc.py": (
            f"def _generate_playlist_name():\n  themes = {made_up('Film', 4)}\n  qualifiers = {made_up('List', 4)}\n"
        ),
        "single/markor.py": (
            "class MarkorMoveNote(Markor):\n  @classmethod\n  def generate_random_params(cls):\n"
            f"    subfolders = {made_up('Folder', 4)}\n    source = random.choice(subfolders)\n"
        ),
        "single/system.py": (
            "class SystemCopyToClipboard(base.Task):\n  @classmethod\n  def generate_random_params(cls):\n"
            f"    return {{'clipboard_content': random.choice({made_up('Clip', 4)})}}\n"
        ),
        "single/audio_recorder.py": (
            "class AudioRecorderRecordAudioWithFileName:\n  def generate_random_params(cls):\n"
            f"    name = {made_up('clip', 4)}\n    return name\n"
        ),
        "single/expense.py": (
            f"_EXPENSE_NAMES = {({name: made_up(name, 10) for name in reversed(CATEGORIES)})}\n"
            f"_NOTES = {made_up('Note', 3)}\n"
        ),
        "single/recipe.py": (
            f"_RECIPES = [{', '.join(recipes)}]\n_SERVINGS_OPTIONS = {made_up('serving', 4)}\n"
            f"_PREP_TIME_OPTIONS = {made_up('minute', 5)}\n_COMMON_INGREDIENTS = ['Turnip', 'nowhere', 'quince']\n"
            f"def _generate_random_recipe():\n  descriptions = {made_up('Fine', 3)}\n"
            f"  directions_additions = {made_up('Serve', 3)}\n  ingredient_descriptors = {made_up('some', 3)}\n"
        ),
        "single/calendar/events_generator.py": (
            "TITLES_PREFIXES = ['Tea with', 'Walk with', 'Talk on', 'Fair of']\n"
            f"NAMES = {made_up('Person', 4)}\nSUBJECTS = {made_up('Subject', 4)}\nACTIONS = {made_up('do', 3)}\n"
            f"SUBJECTS_DESCRIPTIONS = {made_up('thing', 3)}\nADDITIONAL_NOTES = {made_up('Mind', 3)}\n"
        ),
        "information_retrieval/task_app_utils.py": (
            f"_TASKS = {({f'To-do {i}': ('words', 'more')[0] for i in range(20)})}\n"
        ),
    }  # fmt: skip


def write(folder: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = folder / "android_world/task_evals" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(HEAD + text)
    return folder


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    return write(tmp_path / "android_world", modules())


def test_instances_are_drawn_from_a_checkout(checkout: Path) -> None:
    suite, ours = tasks.suite("androidworld", checkout), tasks.suite("androidworld")
    assert (len(suite), suite.version, ours.pools) == (len(ours), ours.version, "")

    def params(name: str) -> Mapping[str, Any]:
        return suite.template(name).task(3).params

    assert re.fullmatch(r"Given \d+ Family \d", params("contacts_add_contact")["name"])
    assert params("simple_sms_send")["message"].startswith("A made-up sentence")
    wanted = params("expense_add_single")["wanted"][0]
    assert wanted["name"].startswith(CATEGORIES[wanted["category"] - 1])
    assert wanted["note"].startswith("Note ")
    recipes = params("recipe_delete_multiple_recipes_with_constraint")
    assert recipes["ingredient"] in ("Turnip", "quince"), "a word of no recipe would leave nothing to delete"
    assert all(recipes["ingredient"].lower() in row["directions"] for row in recipes["unwanted"])
    assert {file["name"].rpartition(".")[2] for file in params("files_delete_file")["files"]} == {"mp3"}
    assert re.match(
        r"(Tea|Walk) with Person|(Talk on|Fair of) Subject",
        params("simple_calendar_delete_one_event")["unwanted"][0]["title"],
    )
    # Equal contents are equal pools, wherever they lie; an evaluation says from which its instances are.
    again = write(checkout.parent / "other", modules())
    assert tasks.suite("androidworld", again).pools == suite.pools
    settings = settings_for("noop", "androidworld/simple_sms_send", "androidworld/all", pools=checkout)
    assert settings.catalogue_version == f"androidworld {ours.version} with pools {suite.pools}"
    assert settings.tasks[0].params["message"].startswith("A made-up sentence")
    with pytest.raises(
        CatalogueError, match="pools of a checkout is 'bmoca'; it must be one of 'androidworld'"
    ):
        tasks.suite("bmoca", checkout)


USER_DATA, RECIPE = "utils/user_data_generation.py", "single/recipe.py"


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        (USER_DATA, None, "", r"user_data_generation.py: there is no such file; .* must be a checkout"),
        (USER_DATA, "RANDOM_SENTENCES", "RANDOM_SENTENCE", r"there is no 'RANDOM_SENTENCES'\. Did you mean .*RANDOM_SENTENCE"),
        (USER_DATA, "'Given 1'", "17", r"COMMON_GIVEN_NAMES\[1\]: is 17; it must be a text that is not empty"),
        (USER_DATA, "'Given 1'", "name()", r"COMMON_GIVEN_NAMES\[1\]: is an expression \(Call\); it must be a text"),
        (USER_DATA, "'Given 1'", "' '", r"COMMON_GIVEN_NAMES\[1\]: is ' '; it must be a text that is not empty"),
        (USER_DATA, "'Alarms': [", "'Alarms': x[", r"EMULATOR_DIRECTORIES\['Alarms'\]: is an expression .*; it must be a list"),
        (USER_DATA, "_NOUNS = (", "_NOUNS = f(", r"_NOUNS: is an expression \(Call\); it must be a list of texts"),
        (USER_DATA, "COMMON_GIVEN_NAMES = [", "COMMON_GIVEN_NAMES = [[", r"user_data_generation.py, line \d+: not Python"),
        (USER_DATA, str(made_up("adjective", 3)), "[]", r"_ADJECTIVES: has no value for the pool .*adjectives; .* at least one"),
        (USER_DATA, "_NOUNS = ", f"_NOUNS = {'(' * 5000}", "user_data_generation.py.*: not Python"),
        (RECIPE, "'Turnip', 'nowhere', 'quince'", "'nowhere'", r"_COMMON_INGREDIENTS: .* that stands in 'directions' of 'dishes'"),
        (RECIPE, "title='Dish 7'", "name='Dish 7'", r"_RECIPES\[7\]: is an expression \(Call\); it must be a call with title=TEXT"),
        ("single/expense.py", "'Food'", "'Foot'", r"_EXPENSE_NAMES\['Foot'\]: is not one of our keys\. Did you mean .*Food"),
        ("single/sms.py", "addresses", "address", r"there is no 'SimpleSmsSendReceivedAddress.addresses'"),
        ("single/system.py", "return {", "return [] or {", "generate_random_params: has 2 lists in it; it must have one"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_named(tmp_path: Path, file: str, old: str | None, new: str, says: str) -> None:
    files = modules()
    if old is None:
        del files[file]
    else:
        assert old in files[file]
        files[file] = files[file].replace(old, new)
    folder = suite_names.folder("androidworld")
    own = data_files.parsed(data_files.read(folder / "pools.yaml"), "pools.yaml")
    assert isinstance(own, dict)
    with pytest.raises(CatalogueError, match=says):
        upstream_pools.read(folder, write(tmp_path, files), own)


def test_pools_too_small_for_a_template_are_named(tmp_path: Path) -> None:
    files = modules()
    files[RECIPE] = (
        files[RECIPE]
        .replace(str(made_up("serving", 4)), "['one']")
        .replace(str(made_up("minute", 5)), "['1']")
    )
    with pytest.raises(
        CatalogueError, match=r"recipe_add_single_recipe.*nearly.*recipe_servings and recipe_times"
    ):
        tasks.suite("androidworld", write(tmp_path, files))
