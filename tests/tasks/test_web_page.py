"""Tasks on web pages of one's own: what the field ``page`` stands for, how they are played, and errors."""

from __future__ import annotations

import ast
from pathlib import Path

import gymnasium as gym
import pytest

import bmoca_gym
from bmoca_gym import tasks
from bmoca_gym.errors import CatalogueError

pytest.importorskip("_quickjs")

_HEAD = "version: 1.0.0\nimage: android13\ntasks:\n"
_NAMES = ("One", "Two", "Three")
_PAGE = """<!DOCTYPE html>
<html><head><meta name="viewport" content="width=device-width"><script src="parts/numbers.js"></script></head>
<body><img src="parts/dot.svg" width="20" height="20"><script>
const wanted = numbers[Math.floor(Math.random() * 3)];
const chosen = name => console.log('reward:', name === wanted ? 1 : 0);
for (const number of numbers) {
  document.body.innerHTML += `<button onclick="chosen('${number}')">${number}</button>`;
}
console.log(`instruction: Press "${wanted}".`);
</script></body></html>"""


def _suite(folder: Path, task: str, page: str = _PAGE) -> str:
    (folder / "pages" / "parts").mkdir(parents=True)
    (folder / "pages" / "one.html").write_text(page)
    (folder / "pages" / "parts" / "numbers.js").write_text("const numbers = ['One', 'Two', 'Three'];")
    (folder / "pages" / "parts" / "dot.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "own_pages.yaml").write_text(_HEAD + f"  - {task}\n")
    return str(folder / "own_pages.yaml")


def _env(path: str) -> bmoca_gym.PhoneEnv:
    env = gym.make("BMoCA-v0", tasks=path, environments="100", action="text", observation="text")
    return env.unwrapped  # type: ignore[return-value]


def _tap(seen: str, text: str) -> str:
    """The action that taps an element with that text."""
    tag = next(one["numeric_tag"] for one in ast.literal_eval(seen) if one["text"] == text)
    return f"tap({tag})"


def test_a_page_is_a_task(tmp_path: Path) -> None:
    path = _suite(tmp_path, "{id: press_number, page: pages/one.html}")
    env = _env(path)
    wanted = set()
    for seed in range(1, 9):
        seen, info = env.reset(options={"params": {"seed": seed}})
        number = info["instruction"].removeprefix('Do what the page says: Press "').removesuffix('".')
        assert number in _NAMES
        wanted.add(number)
        _, reward, ended, _, info = env.step(_tap(seen, number))
        assert (reward, ended) == (1.0, True), seed
    assert len(wanted) > 1, "seeds differ"
    seen, again = env.reset(options={"params": {"seed": 8}})
    assert f'"{number}"' in again["instruction"], "and are repeated"
    other = next(one for one in _NAMES if one != number)
    _, reward, ended, _, _ = env.step(_tap(seen, other))
    assert (reward, ended) == (0.0, True)
    env.close()


def test_a_task_gives_its_own_fields(tmp_path: Path) -> None:
    path = _suite(
        tmp_path,
        "{id: press_number, page: pages/one.html, goal: Press two, step_limit: 5, params: {seed: {choice: [5]}}}",
    )
    task = tasks.suite(path).template("press_number").task(3)
    assert (task.instruction, task.step_limit, dict(task.params)) == ("Press two", 5, {"seed": 5})
    assert task.told is None
    assert task.corrected == task.upstream
    assert next(miss.name for miss in task.near_misses) == "a_wrong_answer"


def test_chances_follow_from_the_seed_in_any_browser(tmp_path: Path) -> None:
    path = _suite(tmp_path, "{id: press_number, page: pages/one.html}")
    steps = tasks.suite(path).template("press_number").task().set_up_steps
    files = dict(steps[0].files)  # type: ignore[attr-defined]
    assert list(files) == ["one.html", "parts/dot.svg", "parts/numbers.js"]
    text = files["one.html"].decode()
    assert text.index("Math.random =") < text.index("numbers.js"), "before the page's own scripts"
    assert text.startswith("<!DOCTYPE html>")
    assert files["parts/numbers.js"] == b"const numbers = ['One', 'Two', 'Three'];"


@pytest.mark.parametrize("name", ["../one.html", "/one.html", "one.txt", "5", "pages/two.html"])
def test_a_page_must_be_there(tmp_path: Path, name: str) -> None:
    path = _suite(tmp_path, f"{{id: press_number, page: {name}}}")
    with pytest.raises(CatalogueError, match=r"press_number.*page: "):
        tasks.suite(path)


def test_what_is_beside_a_page_is_limited(tmp_path: Path) -> None:
    path = _suite(tmp_path, "{id: press_number, page: pages/one.html}")
    (tmp_path / "pages" / "large.png").write_bytes(bytes(9 << 20))
    with pytest.raises(CatalogueError, match=r"more than 200 files or 8 MB"):
        tasks.suite(path)
