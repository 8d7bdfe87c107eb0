"""Settings: files, command lines and code follow the same rules; every error names the mistake."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym import __version__
from bmoca_gym.errors import OutputError, ResumeError, SettingsError
from bmoca_gym.policies import base_settings, training
from bmoca_gym.policies.base_settings import Settings, field
from bmoca_gym.policies.settings import CloningSettings, DaggerSettings


class Part(Settings):
    depth: int = field(2, "how deep", low=1, high=9)


class Example(Settings):
    name: str = field("a", "what it is called")
    kind: Literal["x", "y"] = field("x", "which")
    share: float = field(0.5, "how much", low=0, high=1)
    flag: bool = field(False, "whether")
    limit: int | None = field(None, "at most", low=1)
    names: tuple[str, ...] = field(("one",), "several")
    sizes: tuple[int, ...] = field((), "numbers")
    part: Part = field(Part(), "a part")


def test_a_command_line_overrides_a_file_which_overrides_the_defaults(tmp_path: Path) -> None:
    file = tmp_path / "example.yaml"
    file.write_text("name: b\nshare: 1e-1\npart:\n  depth: 3\nnames: [p, q]\n")
    found = base_settings.command_line(
        Example,
        ["--config", str(file), "--share", "0.25", "flag=true", "--part.depth=4", "limit=7", "sizes=1,2"],
    )
    assert found == Example(
        name="b", share=0.25, flag=True, part=Part(depth=4), limit=7, names=("p", "q"), sizes=(1, 2)
    )
    assert base_settings.command_line(Example, ["limit=none", "names="]) == Example(names=())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["shar=1"], "Did you mean 'share'"),
        (["part.dept=1"], "part.depth"),
        (["--share"], "has no value"),
        (["share"], "is not an option"),
        (["share=much"], "share is 'much'; it must be a number from 0 to 1"),
        (["share=2"], "from 0 to 1"),
        (["share=nan"], "must be a number"),
        (["kind=z"], "one of x, y"),
        (["flag=yes"], "true or false"),
        (["part.depth=10"], "part.depth is 10"),
        (["limit=0"], "from 1 on, or none"),
        (["sizes=1,two"], "sizes is 'two'"),
        (["--config", "/nowhere/at/all.yaml"], "can't be read"),
    ],
)
def test_wrong_arguments(arguments: list[str], message: str) -> None:
    with pytest.raises(SettingsError, match=message.replace("(", r"\(")):
        base_settings.command_line(Example, arguments)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("sharp: 1", "sharp is not a field.*Did you mean 'share'"),
        ("part: {dep: 1}", "part.dep is not a field"),
        ("part: 3", "part is 3; it must be a mapping"),
        ("share: [1]", "share is"),
        ("flag: 1", "flag is 1; it must be true or false"),
        ("limit: true", "limit is True"),
        ("- a", "must be a mapping"),
        ("share: 1\nshare: 2", "appears twice"),
        ("names: one", "names is 'one'; it must be a list"),
    ],
)
def test_wrong_files_are_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "broken.yaml"
    file.write_text(text)
    with pytest.raises(SettingsError, match=f"broken.yaml.*{message}"):
        base_settings.load(Example, file)


@given(
    share=st.floats(0, 1), depth=st.integers(1, 9), names=st.lists(st.text(max_size=5), max_size=3).map(tuple),
    limit=st.none() | st.integers(1, 10**6), name=st.text(max_size=20),
)  # fmt: skip
def test_what_is_saved_is_read_back(
    tmp_path_factory: pytest.TempPathFactory,
    share: float,
    depth: int,
    names: tuple[str, ...],
    limit: int | None,
    name: str,
) -> None:
    made = Example(share=share, part=Part(depth=depth), names=names, limit=limit, name=name)
    file = tmp_path_factory.mktemp("saved") / "config.yaml"
    base_settings.save(made, file)
    assert base_settings.load(Example, file) == made
    assert base_settings.read(file)[base_settings.VERSION_KEY] == __version__


def test_a_folder_is_held_to_what_was_saved_and_keeps_it_where_nothing_can_be_written(tmp_path: Path) -> None:
    file = tmp_path / "config.yaml"
    base_settings.claim(Example(part=Part(depth=3)), file)
    before = file.read_bytes()
    with pytest.raises(ResumeError, match=r"config\.yaml has part\.depth=3, but now it is 4"):
        base_settings.claim(Example(part=Part(depth=4)), file)
    (tmp_path / "config.yaml.partial").mkdir()  # in the way of what would be written
    with pytest.raises(OutputError, match=r"config\.yaml can't be written"):
        base_settings.claim(Example(part=Part(depth=3), name="b"), file, ("name",))
    assert file.read_bytes() == before


@pytest.mark.parametrize("algorithm", list(training.ALGORITHMS))
def test_every_algorithm_has_a_file_of_its_own_and_help_for_every_field(
    algorithm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cls = training._named(training.ALGORITHMS[algorithm].settings)
    assert base_settings.load(cls, algorithm)
    assert training.main([algorithm, "--help"]) == 0
    text = capsys.readouterr().out
    for each in base_settings.fields(cls):
        assert f"--{each.name} " in text
        assert each.meaning, f"{each.name} has no meaning"
        assert each.meaning in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80


def test_the_command_refuses_what_it_does_not_know(capsys: pytest.CaptureFixture[str]) -> None:
    assert training.main(["dager"]) == 2
    assert "Did you mean 'dagger'" in capsys.readouterr().err
    assert training.main([]) == 0
    pytest.importorskip("torch", reason="needs the extra learning")
    assert training.main(["bc", "epochs=-1"]) == 2
    assert "epochs is -1" in capsys.readouterr().err


def test_settings_are_those_that_an_algorithm_uses() -> None:
    names = {
        cls: {each.name for each in base_settings.fields(cls)} for cls in (CloningSettings, DaggerSettings)
    }
    assert {"epochs", "collage"} <= names[CloningSettings] - names[DaggerSettings]
    assert {"rounds", "hard"} <= names[DaggerSettings] - names[CloningSettings]
    with pytest.raises(SettingsError, match="epochs"):
        base_settings.load(DaggerSettings, "dagger", ["epochs=3"])


def test_neither_the_package_nor_the_help_imports_torch() -> None:
    code = (
        "import sys, bmoca_gym\nfrom bmoca_gym.policies import training\n"
        "assert training.main(['bc', '--help']) == 0\nassert 'torch' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
