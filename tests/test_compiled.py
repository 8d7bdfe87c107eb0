"""Compiled modules: which of the two runs, that nothing outdated runs, and that both play the same episodes bit for
bit.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import pytest

from bmoca_gym import compiled
from bmoca_gym.devices import doctor

ROOT = Path(__file__).parents[1]
SUFFIX = EXTENSION_SUFFIXES[0]


@pytest.fixture
def package(tmp_path, monkeypatch):
    """A package of one module, compiled in place."""
    monkeypatch.delenv(compiled.SWITCH, raising=False)
    (tmp_path / "screen.py").write_text("windows = 1\n")
    record(tmp_path)
    return tmp_path


def record(package, suffix=SUFFIX, in_place=True):
    digest = sha256((package / "screen.py").read_bytes()).hexdigest()
    written = {"suffix": suffix, "in_place": in_place, "sources": {"screen.py": digest}}
    (package / "compiled.json").write_text(json.dumps(written))


def test_what_is_compiled_from_its_source_runs(package):
    assert compiled.chosen(package) == (True, "1 modules are compiled")


def test_nothing_compiled(tmp_path, monkeypatch):
    monkeypatch.delenv(compiled.SWITCH, raising=False)
    assert compiled.chosen(tmp_path) == (False, "this installation has no compiled modules")
    assert compiled.changed_sources(tmp_path) == []


def test_the_switch_has_the_sources_run(package, monkeypatch):
    monkeypatch.setenv(compiled.SWITCH, "1")
    assert compiled.chosen(package) == (False, "the environment variable BMOCA_GYM_PURE_PYTHON is set")
    monkeypatch.setenv(compiled.SWITCH, "0")
    assert compiled.chosen(package).compiled


def test_another_python(package):
    record(package, suffix=".cpython-27.so")
    assert compiled.chosen(package) == (False, "the compiled modules are for another Python (.cpython-27.so)")


def test_a_failure_to_compile_is_told_of(package):
    (package / "compiled.json").write_text(json.dumps({"failed": "no Python.h"}))
    assert compiled.chosen(package) == (False, "compiling failed when it was installed: no Python.h")
    assert compiled.changed_sources(package) == []


def test_a_changed_source_is_never_passed_over_in_silence(package):
    (package / "screen.py").write_text("windows = 2\n")
    with pytest.warns(
        UserWarning, match=r"screen\.py has changed since it was compiled; compile again: make compile"
    ):
        assert not compiled.chosen(package).compiled
    assert compiled.changed_sources(package) == ["screen.py"]
    record(package, in_place=False)
    (package / "screen.py").unlink()
    assert compiled.changed_sources(package) == ["screen.py"]


def test_the_doctor_says_what_runs(monkeypatch):
    (check,) = doctor.embedded()
    assert check.state == ("wrong" if compiled.changed_sources() else "ok")
    monkeypatch.setattr(compiled, "changed_sources", lambda: ["handset/screen.py"])
    (check,) = doctor.embedded()
    assert (check.state, check.mend) == ("wrong", "make compile")


def test_no_compiled_module_here_is_stale():
    assert compiled.changed_sources() == []


DIGESTS = """
import json, sys
from benchmarks.digests import episode, random_steps
from bmoca_gym import compiled
found = {name: episode(*name.split("@")) for name in sys.argv[1].split()}
found["random"] = random_steps("109", 60)
print(json.dumps([compiled.MODE.compiled, found]))
"""

#: One in each part of the phone: a dialog and a text, the shade, a list; in English, in Arabic and on a tablet.
EPISODES = "create_alarm_at_17_30_pm@000 turn_on_airplane_mode@109 open_the_file_manager_app@102"


def played(pure):
    """Whether it ran compiled, and the digests of frames, trees, logs and scores of some episodes."""
    environment = {**os.environ, compiled.SWITCH: pure}
    done = subprocess.run(
        [sys.executable, "-c", DIGESTS, EPISODES],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.skipif(
    not (ROOT / "bmoca_gym" / "compiled.json").exists(), reason="nothing is compiled here: make compile"
)
def test_both_modes_play_the_same_episodes():
    ran_compiled, found = played("0")
    ran_python, expected = played("1")
    assert (ran_compiled, ran_python) == (True, False)
    assert found == expected


#: The smallest part that shows how modules are built: they import next to nothing.
PART = ("value.py", "metrics.py", "graphics/bidi.py", "graphics/graphemes.py", "graphics/line_breaks.py")

TEXTS = [
    "",
    "Wecker 7:30",
    "ساعة 10:30 (AM) تنبيه",
    "हिन्दी क्षेत्र",
    "한국어 각 👨‍👩‍👧 🇺🇸🇩🇪",
    "日本語。 12 時間\nnext – line",
]

OF_TEXTS = """
import json, sys
from bmoca_gym.handset.graphics import bidi, graphemes, line_breaks
texts = json.loads(sys.argv[1])
print(json.dumps([
    [not module.__file__.endswith(".py") for module in (bidi, graphemes, line_breaks)],
    [
        [
            bidi.embedding_levels(text, False), bidi.embedding_levels(text, True), graphemes.boundaries(text),
            [graphemes.word_at(text, at) for at in range(len(text))], line_breaks.breakable_words(text),
        ]
        for text in texts
    ],
]))
"""


#: Objects that the cyclic collector does not know end inside of tuples, at every depth up to 120.
DEEPLY = """
from bmoca_gym.handset import metrics
assert not metrics.__file__.endswith(".py")
for depth in range(120):
    held = metrics.Metrics(1.0, 1.0, False, "en")
    for _ in range(depth):
        held = (held,)
    del held
"""


def of_texts(folder):
    """The modules of `PART` that run compiled in a folder, and their result for `TEXTS`."""
    done = subprocess.run(
        [sys.executable, "-c", OF_TEXTS, json.dumps(TEXTS)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.exhaustive
@pytest.mark.skipif(shutil.which("cc") is None, reason="needs a C compiler")
def test_a_part_is_built_as_the_whole_is_and_does_what_its_sources_do(tmp_path):
    pytest.importorskip("mypyc")
    package = tmp_path / "bmoca_gym"
    (package / "handset" / "graphics").mkdir(parents=True)
    for folder in (package, package / "handset", package / "handset" / "graphics"):
        (folder / "__init__.py").write_text("")
    shutil.copy(ROOT / "bmoca_gym" / "compiled.py", package)
    in_c = [path.name for path in (ROOT / "bmoca_gym" / "handset").glob("*.c")]  # what value.py needs
    for name in (*PART, *in_c):
        shutil.copy(ROOT / "bmoca_gym" / "handset" / name, package / "handset" / name)
    shutil.copy(ROOT / "setup.py", tmp_path)
    ran_compiled, expected = of_texts(tmp_path)
    assert ran_compiled == [False, False, False]
    subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
    )
    assert len(compiled.changed_sources(package)) == 0
    assert compiled.chosen(package).reason == f"{4 + len(in_c)} modules are compiled"
    ran_compiled, found = of_texts(tmp_path)
    assert ran_compiled == [True, True, True]
    assert found == expected
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONMALLOC": "debug"}
    subprocess.run([sys.executable, "-c", DEEPLY], cwd=tmp_path, env=environment, check=True)
