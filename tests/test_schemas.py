"""The JSON schemas for editors: current, wide enough for every file of the package, and narrow enough for mistakes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from bmoca_gym import cli
from bmoca_gym.cli.generated import SCHEMAS, schemas

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "bmoca_gym"

FILES = {
    "tasks": ["bmoca_gym/suites/*/tasks/*.yaml"],
    "suite": ["bmoca_gym/suites/*/catalogue.yaml", "examples/**/catalogue.yaml"],
    "environments": ["bmoca_gym/suites/*/environments.yaml", "bmoca_gym/suites/*/validation.yaml"],
    "recipe": ["bmoca_gym/agents/language/generic/recipes/*.yaml"],
    "bc": ["bmoca_gym/configs/bc.yaml"],
    "dagger": ["bmoca_gym/configs/dagger.yaml"],
    "ppo": ["bmoca_gym/configs/ppo*.yaml"],
    "sweep": ["bmoca_gym/configs/sweep.yaml"],
}
CASES = [
    (kind, path)
    for kind, patterns in FILES.items()
    for pattern in patterns
    for path in sorted(ROOT.glob(pattern))
]


def validator(kind: str) -> Draft7Validator:
    return Draft7Validator(json.loads((SCHEMAS / f"{kind}.json").read_text(encoding="utf-8")))


def as_json(value: Any) -> Any:
    """Plain data with the keys that JSON has: texts."""
    if isinstance(value, dict):
        return {str(key): as_json(item) for key, item in value.items()}
    return [as_json(item) for item in value] if isinstance(value, list) else value


def mistakes(kind: str, text: str) -> list[str]:
    data = as_json(yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    return [
        f"{list(error.absolute_path)}: {error.message[:200]}" for error in validator(kind).iter_errors(data)
    ]


def test_the_schemas_are_current_and_valid(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    made = dict(schemas())
    assert set(made) == {path.name for path in SCHEMAS.glob("*")} == {f"{kind}.json" for kind in FILES}
    for name, text in made.items():
        assert (SCHEMAS / name).read_text(encoding="utf-8") == text, "run: bmoca schemas"
        Draft7Validator.check_schema(json.loads(text))
    assert cli.main(["schemas", str(tmp_path / "new"), "--check"]) == 1
    assert cli.main(["schemas", str(tmp_path / "new")]) == 0
    assert cli.main(["schemas", str(tmp_path / "new"), "--check"]) == 0
    assert {path.name: path.read_text(encoding="utf-8") for path in (tmp_path / "new").iterdir()} == made


@pytest.mark.parametrize(
    ("kind", "path"), CASES, ids=lambda value: value.stem if isinstance(value, Path) else value
)
def test_every_file_of_the_package_fits_its_schema(kind: str, path: Path) -> None:
    assert mistakes(kind, path.read_text(encoding="utf-8")) == []


def test_files_were_found() -> None:
    assert len(CASES) > 55
    assert {kind for kind, _ in CASES} == set(FILES)


TASK = "id: a, goal: Wake me., step_limit: 5, clock: {time: 2024-05-01 10:00:00, frozen: true}"


@pytest.mark.parametrize(
    ("kind", "text", "where"),
    [
        ("tasks", f"tasks: [{{{TASK}, stepp_limit: 3, corrected: {{ui: {{text: x}}}}}}]", "stepp_limit"),
        ("tasks", f"tasks: [{{{TASK}, representative: often}}]", "representative"),
        ("tasks", "tasks: [{id: a, step_limit: 0}]", "step_limit"),
        ("tasks", f"tasks: [{{{TASK}, ends: sometimes}}]", "ends"),
        ("tasks", f"tasks: [{{{TASK}, corrected: {{uii: {{text: x}}}}}}]", "corrected"),
        ("tasks", f"tasks: [{{{TASK}, corrected: {{ui: {{txt: x}}}}}}]", "corrected"),
        ("tasks", f"tasks: [{{{TASK}, corrected: {{all: []}}}}]", "corrected"),
        ("tasks", f"tasks: [{{{TASK}, corrected: {{all: [{{not: {{ui: {{exists: 3}}}}}}]}}}}]", "corrected"),
        ("tasks", f"tasks: [{{{TASK}, corrected: {{setting: {{}}}}}}]", "corrected"),
        ("tasks", f"tasks: [{{{TASK}, set_up: [{{shel: ls}}]}}]", "set_up"),
        ("tasks", f"tasks: [{{{TASK}, near_misses: [{{how: {{}}}}]}}]", "near_misses"),
        ("tasks", f"tasks: [{{{TASK}, params: {{hour: {{integr: [1, 2]}}}}}}]", "params"),
        ("tasks", "version: 1.0.0\ntasks: []", "version"),
        ("tasks", "templates: {}", "tasks"),
        ("suite", "prefix: Mine\ntasks: []", "version"),
        ("suite", "version: 1.0\ntasks: []", "version"),
        ("suite", "version: 1.0.0\nprefix: mine", "prefix"),
        ("environments", "layouts: {}", "environments"),
        ("environments", "environments: [{id: a, dark: true}]", "dark"),
        ("bc", "epochs: many", "epochs"),
        ("ppo", "network: {widthh: 3}", "widthh"),
        ("sweep", "executor: slurm", "executor"),
    ],
)  # fmt: skip
def test_mistakes_are_marked(kind: str, text: str, where: str) -> None:
    found = mistakes(kind, text)
    assert found
    assert where in found[0]
