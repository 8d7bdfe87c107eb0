"""Compiled modules: which of the two versions runs, that nothing outdated runs, and that both play the same episodes
bit for bit.
"""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys
import warnings
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path

import gymnasium
import pytest

from bmoca_gym import compiled
from bmoca_gym.devices import doctor

ROOT = Path(__file__).parents[1]
HANDSET = ROOT / "bmoca_gym" / "handset"
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


def test_sources_leave_a_folder_without_modules_to_python():
    """Else `importlib.resources` refuses its files: Google's contacts keep their strings in one."""
    folder = str(HANDSET / "apps" / "contacts")
    assert compiled._Sources.find_spec("bmoca_gym.handset.apps.contacts.google", [folder]) is None
    found = compiled._Sources.find_spec("bmoca_gym.handset.apps.contacts.state", [folder])
    assert found is not None
    assert found.origin == str(HANDSET / "apps" / "contacts" / "state.py")


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
        UserWarning, match=r"screen\.py has changed since it was compiled; compile again: make fast"
    ):
        assert not compiled.chosen(package).compiled
    assert compiled.changed_sources(package) == ["screen.py"]
    record(package, in_place=False)
    (package / "screen.py").unlink()
    assert compiled.changed_sources(package) == ["screen.py"]


@pytest.mark.parametrize(
    ("mode", "switch", "state", "said", "mend"),
    [
        (compiled.Mode(True, "24 modules are compiled"), "0", "ok", "compiled: 24 modules are compiled", ""),
        (compiled.Mode(False, "the switch"), "1", "ok", "pure Python: the switch", ""),
        (compiled.Mode(False, "none"), "0", "slow", "pure Python, 2.3 times slower: none", "make fast"),
    ],
)
def test_the_doctor_says_what_runs(monkeypatch, mode, switch, state, said, mend):
    monkeypatch.setattr(compiled, "MODE", mode)
    monkeypatch.setenv(compiled.SWITCH, switch)
    assert doctor.embedded() == [doctor.Check("embedded phone", state, said, mend)]
    assert doctor.healthy(doctor.embedded())


def test_what_to_do_depends_on_where_the_package_is(tmp_path):
    assert compiled.advice() == "make fast"
    assert "pip install" in compiled.advice(tmp_path / "site-packages" / "bmoca_gym")


def test_the_first_environment_of_a_pure_installation_says_so_once(monkeypatch, caplog):
    monkeypatch.setattr(compiled, "MODE", compiled.Mode(False, "no Python.h"))
    monkeypatch.setenv(compiled.SWITCH, "0")
    compiled.tell_if_slow.cache_clear()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for _ in range(2):
            gymnasium.make("BMoCA-Alarm-v0").close()
    assert caplog.messages == ["slow: pure Python, 2.3 times slower (no Python.h): make fast"]
    caplog.clear()
    monkeypatch.setenv(compiled.SWITCH, "1")
    compiled.tell_if_slow.cache_clear()
    gymnasium.make("BMoCA-Alarm-v0").close()
    assert caplog.messages == []


def listed():
    """The modules in Python that setup.py compiles."""
    lines = (HANDSET / "native" / "compiled.txt").read_text().split("\n")
    patterns = [line for line in lines if line and not line.startswith("#")]
    assert all(any(HANDSET.glob(pattern)) for pattern in patterns), "a pattern that no file has"
    return sorted(path for pattern in patterns for path in HANDSET.glob(pattern) if path.suffix == ".py")


def wrong_for_mypyc(source):
    """The lines of what mypyc 2.4.1 compiles to something else than it means, or ends at: see native/README.md."""
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            options = any(keyword.arg is None for keyword in node.keywords)
            given = len(node.args) + len(node.keywords) > 1
            if options and given and ast.unparse(node.func.value) == "super()":
                found.append(node.lineno)
        if isinstance(node, ast.FunctionDef) and node.args.kwarg:
            named = [*node.args.posonlyargs, *node.args.args]
            defaults = [(name, True) for name in named[len(named) - len(node.args.defaults) :]]
            defaults += zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
            annotations = [ast.unparse(name.annotation or name) for name, default in defaults if default]
            if "float" in annotations:
                found.append(node.lineno)
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation).startswith("Final"):
            first = node.value.elts[:1] if isinstance(node.value, ast.Tuple) else []
            if any(isinstance(one, ast.Constant) and isinstance(one.value, float) for one in first):
                found.append(node.lineno)
    return found


def test_no_compiled_module_has_what_mypyc_compiles_wrongly():
    assert wrong_for_mypyc("def f(**o):\n    super().m(1, **o)") == [2]
    assert wrong_for_mypyc("def f(a, b: float = 0, /, **o):\n    super().m(**o)") == [1]
    assert wrong_for_mypyc("def f(a, *, b: float = 0, **o):\n    super().m(**o)") == [1]
    assert wrong_for_mypyc("A: Final = (0.0, 1)\nB: Final = (1, 0.0)\nC: Final[D] = (0.5,)\nE = (0.0,)") == [
        1,
        3,
    ]
    assert {path.name: wrong_for_mypyc(path.read_text()) for path in listed()} == {
        path.name: [] for path in listed()
    }


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
    not (ROOT / "bmoca_gym" / "compiled.json").exists(), reason="nothing is compiled here: make fast"
)
def test_both_modes_play_the_same_episodes():
    ran_compiled, found = played("0")
    ran_python, expected = played("1")
    assert (ran_compiled, ran_python) == (True, False)
    assert found == expected


#: The smallest part that shows how modules are built: they import next to nothing.
PART = (
    "value.py",
    "resources/metrics.py",
    "graphics/bidi.py",
    "graphics/graphemes.py",
    "graphics/line_breaks.py",
)

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
def test_a_part_is_built_as_the_whole_is_and_does_what_its_sources_do(tmp_path, monkeypatch):
    pytest.importorskip("mypyc")
    monkeypatch.delenv(compiled.SWITCH, raising=False)
    package = tmp_path / "bmoca_gym"
    (package / "handset" / "graphics").mkdir(parents=True)
    (package / "handset" / "native").mkdir()
    (package / "handset" / "resources").mkdir()
    for folder in ("", "handset", "handset/graphics", "handset/resources"):
        (package / folder / "__init__.py").write_text("")
    shutil.copy(ROOT / "bmoca_gym" / "compiled.py", package)
    in_c = ["native/__init__.py", "native/values.c"]  # what value.py needs
    for name in (*PART, *in_c, "native/mypy.ini", "native/trashcan.h"):
        shutil.copy(HANDSET / name, package / "handset" / name)
    (package / "handset" / "native" / "compiled.txt").write_text("\n".join((*PART[1:], in_c[1])))
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
    assert compiled.chosen(package).reason == "5 modules are compiled"
    ran_compiled, found = of_texts(tmp_path)
    assert ran_compiled == [True, True, True]
    assert found == expected
