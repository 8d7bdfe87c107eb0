"""Rules for every file of the repository: docstrings, imports between layers, no paths, no hosts."""

from __future__ import annotations

import ast
import configparser
import hashlib
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
from fnmatch import fnmatchcase
from importlib import resources
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import yaml

from bmoca_gym import __version__, cli
from bmoca_gym.handset.graphics import fonts

ROOT = Path(__file__).parents[1]

#: No part of the repository: what tools leave behind, and results.
LEFT_OUT = {".git", ".venv", ".venv-312", "runs", "results", "build", "dist", "node_modules", "browse"}

#: Files that people write, by suffix ("": Makefile, run, LICENSE, .gitignore).
TEXT_SUFFIXES = {
    "",
    ".py",
    ".md",
    ".toml",
    ".cfg",
    ".txt",
    ".yaml",
    ".yml",
    ".json",
    ".html",
    ".css",
    ".js",
    ".in",
}

#: Where package registries live, in two parts, so that this file does not name them either.
REGISTRY_HOSTS = [
    ".".join(parts)
    for parts in [
        ("pypi", "org"),
        ("pythonhosted", "org"),
        ("download", "pytorch", "org"),
        ("deb", "debian", "org"),
        ("npmjs", "org"),
        ("anaconda", "org"),
    ]
]

#: A path of somebody's machine. A phone has other folders, and what follows a word is part of a longer path.
MACHINE_PATH = re.compile(r"(?<![\w/.~}-])/(?:home|root|work|Users|opt)/\w")


def files(folder: Path = ROOT) -> list[Path]:
    found = []
    for path in sorted(folder.iterdir()):
        if path.name in LEFT_OUT or path.name.endswith((".egg-info", "_cache", "__pycache__")):
            continue
        if path.name == ".hypothesis":
            continue
        found += files(path) if path.is_dir() else [path]
    return found


FILES = files()
SETUP = configparser.ConfigParser()
SETUP.read(ROOT / "setup.cfg", encoding="utf-8")
TEXTS = [path for path in FILES if path.suffix in TEXT_SUFFIXES]
MODULES = [path for path in FILES if path.suffix == ".py"]


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def test_the_walk_finds_the_repository() -> None:
    names = {name(path) for path in FILES}
    assert {"setup.cfg", "Makefile", ".ci/run", "bmoca_gym/__init__.py", "tests/test_house.py"} <= names


@pytest.mark.exhaustive
def test_every_module_says_what_lives_in_it_and_makes_no_code_from_text() -> None:
    """No ``eval`` and no ``exec``, under their own names or as attributes of builtins."""
    wrong = []
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        tree = ast.parse(source)
        docstring = ast.get_docstring(tree) or ""
        if not docstring.split("\n\n")[0].endswith((".", "?", ":")):
            wrong.append(f"{name(path)}: no docstring, or one that does not begin with a sentence")
        wrong += [
            f"{name(path)}:{node.lineno}: {node.id}"
            for node in (ast.walk(tree) if re.search(r"\b(eval|exec)\b", source) else ())
            if isinstance(node, ast.Name) and node.id in {"eval", "exec"}
        ]
    assert wrong == []


def test_no_path_of_a_machine_and_no_registry() -> None:
    """Package clients are set up elsewhere."""
    wrong = []
    for path in TEXTS:
        text = path.read_text(encoding="utf-8")
        wrong += [
            f"{name(path)}: {text[found.start() : found.start() + 60]!r}"
            for found in MACHINE_PATH.finditer(text)
        ]
        wrong += [f"{name(path)}: {host}" for host in REGISTRY_HOSTS if host in text]
    assert wrong == []


def test_each_folder_with_modules_is_a_package() -> None:
    folders = {path.parent for path in MODULES if ROOT / "bmoca_gym" in path.parents}
    assert [name(folder) for folder in sorted(folders) if not (folder / "__init__.py").exists()] == []


def test_licence_and_changelog() -> None:
    licence = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in licence
    assert "Version 2.0, January 2004" in licence
    assert "END OF TERMS AND CONDITIONS" in licence
    assert (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").startswith("# Changelog")


def test_each_layer_imports_only_from_layers_below() -> None:
    pytest.importorskip("importlinter", reason="needs import-linter: install the extra lint")
    finished = subprocess.run(
        [sys.executable, "-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())"],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert finished.returncode == 0, finished.stdout + finished.stderr
    assert "0 broken" in finished.stdout


def test_the_handset_hides_no_import() -> None:
    """Imports of the package are at the top of each module: none hides a circle."""
    hidden = []
    for path in MODULES:
        source = path.read_text(encoding="utf-8")
        # Most files are not parsed: none of their imports is indented.
        if ROOT / "bmoca_gym" / "handset" in path.parents and re.search(
            r"^[^#\n]*[ \t;]from\s+bmoca_gym", source, re.MULTILINE
        ):
            tree = ast.parse(source)
            hidden += [
                f"{name(path)}:{node.lineno}"
                for node in ast.walk(tree)
                if isinstance(node, ast.ImportFrom)
                and node not in tree.body
                and (node.module or "").startswith("bmoca_gym")
            ]
    assert hidden == []


def test_every_data_file_is_in_the_wheel() -> None:
    patterns = {line.strip() for line in SETUP["options.package_data"]["bmoca_gym"].splitlines() if line}
    packed = {pattern.removeprefix("**/*") for pattern in patterns if pattern.startswith("**/*.")}
    made = (".so", ".py")  # what compiling leaves in a checkout, and modules
    data = [path for path in FILES if ROOT / "bmoca_gym" in path.parents and path.suffix not in made]
    assert [
        name(path)
        for path in data
        if path.suffix not in packed and path.name not in {*patterns, "compiled.json"}
    ] == []


def test_the_notice_names_every_picture_and_font_with_its_hash() -> None:
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    drawn = re.findall(r"^  (\S+)\n    drawn by (\S+)$", notice, re.M)
    bundled = [path for path in FILES if ROOT / "bmoca_gym" in path.parents]
    for path in bundled:
        if path.suffix.lower() in {
            ".jpg",
            ".jpeg",
            ".png",
            ".webp",
            ".svg",
            ".ttf",
            ".otf",
            ".ttc",
            ".woff2",
        }:
            authors = [author for places, author in drawn if fnmatchcase(name(path), places)]
            assert len(authors) == 1, path
            assert (ROOT / authors[0]).exists(), path
    pinned = re.findall(r"^(\S+==\S+)$", SETUP["options"]["install_requires"], re.M)
    assert pinned
    assert pinned == re.findall(r"^  (\S+==\S+)$", notice, re.M)
    hashes = dict(re.findall(r"^    ([0-9a-f]{64})  (\S+)$", notice, re.M))
    read = [one for one in vars(fonts).values() if isinstance(one, fonts.FontFile)] + [*fonts.ROBOTO.values()]
    assert {f"{one.package}/{one.file}" for one in read} == set(hashes.values())
    for digest, path in hashes.items():
        folder, _, file = path.partition("/")
        content = (resources.files(folder) / file).read_bytes()
        assert hashlib.sha256(content).hexdigest() == digest, path


def test_every_dependency_is_pinned() -> None:
    """What setup.cfg asks for has a line in constraints.txt."""
    asked = [SETUP["options"]["install_requires"], *dict(SETUP["options.extras_require"]).values()]
    names = {
        re.split(r"[\[<>=!~ ;]", line)[0].lower().replace("_", "-")
        for block in asked
        for line in block.splitlines()
        if line.strip() and not line.startswith("#")
    }
    pinned = set(
        re.findall(r"^([a-z0-9.-]+)==", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.M)
    )
    assert names - pinned == {"bmoca-gym"}


def test_the_changelog_has_a_section_for_this_version_and_one_for_what_comes_next() -> None:
    sections = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert sections[0] == "Unreleased"
    assert re.fullmatch(rf"{re.escape(__version__)}, \d{{4}}-\d\d-\d\d", sections[1])


def test_hosted_workflows_call_the_scripts_of_the_repository() -> None:
    """What runs on a host runs on anybody's machine."""
    runs = {}
    for path in sorted((ROOT / ".github/workflows").iterdir()):
        jobs = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
        runs[path.stem] = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    assert ".ci/run" in runs["ci"]
    assert any(line.startswith("make release") for line in runs["release"])
    assert all(line.startswith(("make ", ".ci/", "git config ")) for lines in runs.values() for line in lines)
    assert os.access(ROOT / ".ci/run", os.X_OK)
    assert os.access(ROOT / ".ci/release", os.X_OK)


def test_issue_forms_have_fields_with_labels() -> None:
    forms = [path for path in (ROOT / ".github/ISSUE_TEMPLATE").iterdir() if path.stem != "config"]
    assert forms
    for path in forms:
        form = yaml.safe_load(path.read_text(encoding="utf-8"))
        fields = [field for field in form["body"] if field["type"] != "markdown"]
        assert form["name"], path
        assert form["description"], path
        assert fields, path
        assert all(field["id"] and field["attributes"]["label"] for field in fields), path


def test_hooks_run_the_pinned_programs() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"]
    assert [repo["repo"] for repo in hooks] == ["local"]
    assert all(hook["entry"].startswith(".venv/bin/") for repo in hooks for hook in repo["hooks"])


def test_images_run_without_root_and_the_dev_container_is_one_of_them() -> None:
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    stages = re.split(r"^FROM ", text, flags=re.MULTILINE)[1:]
    named = {stage.split()[2]: stage for stage in stages if stage.split()[1:2] == ["AS"]}
    container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text(encoding="utf-8"))
    for stage in (stages[-1], named[container["build"]["target"]]):
        assert re.findall(r"^USER (\w+)$", stage, re.MULTILINE)[-1:] == [container["remoteUser"]]
        assert container["remoteUser"] != "root"


def test_an_image_keeps_what_is_used_and_the_languages_of_the_phone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slim = runpy.run_path(str(ROOT / ".ci/slim.py"))
    here = slim["main"].__globals__
    for name, line, needed, asked in (
        ("tkinter_icons", "Pillow>=9", "pillow", False),
        ("gymnasium", 'pillow; extra == "x"', "pillow", False),
        ("matplotlib", "pillow>=9", "pillow", True),
        ("bmoca-gym", "lxml>=5.0", "lxml", False),
        ("uiautomator2", "lxml", "lxml", True),
    ):
        package = SimpleNamespace(metadata={"Name": name}, requires=[line])
        monkeypatch.setitem(here, "distributions", lambda package=package: [package])
        assert slim["asks_for"](needed) is asked
    kept = [f"babel/locale-data/{name}.dat" for name in ("root", "en_001", "fr", "fr_CA", "zh_Hant")]
    kept += ["numpy/lib/io.py", "lxml/etree.cpython-311-x86_64-linux-gnu.so", "_quickjs.abi3.so"]
    if_used = ["PIL/Image.py", "lxml/objectify.cpython-311-x86_64-linux-gnu.so", "lxml/html/diff.py"]
    gone = [
        "babel/locale-data/pl.dat", "babel/locale-data/pl_PL.dat", "babel/__pycache__/core.pyc", "pip/main.py",
        "numpy/lib/tests/test_io.py", "numpy/_core/_simd.cpython-311-x86_64-linux-gnu.so",
        "numpy/_core/_umath_tests.cpython-311-x86_64-linux-gnu.so",
    ]  # fmt: skip
    for name in (*kept, *if_used, *gone):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    program = tmp_path / "bin/pip3"
    program.parent.mkdir()
    program.touch()
    stripped: list[Path] = []

    def strip(words: list[Any], check: bool) -> None:
        shutil.copy(words[-1], words[-2])
        stripped.append(words[-1])

    monkeypatch.setattr(sys, "executable", str(tmp_path / "bin/python"))
    monkeypatch.setattr(subprocess, "run", strip)
    monkeypatch.setitem(here, "SITE", tmp_path)
    for used, left in ((True, if_used), (False, [])):
        monkeypatch.setitem(here, "asks_for", lambda package, used=used: used)
        slim["main"]()
        assert {name for name in (*kept, *if_used, *gone) if (tmp_path / name).exists()} == {*kept, *left}
    assert {*stripped} == {tmp_path / "_quickjs.abi3.so"}
    assert not program.exists()


def test_a_release_is_tried_with_readmes_program_and_only_if_each_file_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    script = runpy.run_path(str(ROOT / ".ci/try_installs.py"))
    here = script["main"].__globals__
    assert 'gym.make("BMoCA-Alarm-v0"' in script["first_program"]()
    tried: list[tuple[str, str]] = []
    monkeypatch.setitem(
        here, "tried", lambda file, python, folder: tried.append((file.name, python)) or (file.name,)
    )
    tag = f"cp{sys.version_info[0]}{sys.version_info[1]}"
    wheel, source = f"bmoca_gym-1.0-{tag}-{tag}-manylinux_2_17_x86_64.whl", "bmoca_gym-1.0.tar.gz"
    for name in (wheel, source, "bmoca_gym-1.0-cp39-cp39-manylinux_2_17_x86_64.whl"):
        (tmp_path / name).touch()
    monkeypatch.setattr(sys, "argv", ["try_installs.py", str(tmp_path), sys.executable])
    script["main"]()
    assert tried == [(wheel, sys.executable), (source, sys.executable)]
    (tmp_path / wheel).unlink()
    with pytest.raises(SystemExit, match=rf"0 files bmoca_gym-\*-{tag}-"):
        script["main"]()


def test_the_commands_of_containers_are_ones_that_this_version_has() -> None:
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    ours = {name: service["command"] for name, service in services.items() if "build" in service}
    assert sorted(ours) == ["evaluate", "play"]
    for program, *command in ours.values():
        assert program == "bmoca"
        cli.build_parser().parse_args(command)  # exits if an option is unknown
    assert ours["play"][ours["play"].index("--host") + 1] == "0.0.0.0"  # and so with a token
    assert "--token" in ours["play"]


def test_every_decision_has_the_same_headings_and_a_line_in_the_index() -> None:
    folder = ROOT / "docs/decisions"
    index = (folder / "index.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[(\d+)\. (.+)\]\((.+)\) \|", index, re.MULTILINE)
    assert {page for _, _, page in listed} == {path.name for path in folder.glob("*.md")} - {"index.md"}
    for number, title, page in listed:
        text = (folder / page).read_text(encoding="utf-8")
        assert text.startswith(f"# {number}. {title}\n")
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
            "Context", "Decision", "What it costs", "What was tried or weighed", "Status",
        ]  # fmt: skip
