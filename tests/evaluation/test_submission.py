"""``summary.json``: its content, and refusals that name file, field and expected value."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bmoca_gym import cli
from bmoca_gym.errors import RecordError
from bmoca_gym.evaluation import evaluate, report, submission
from bmoca_gym.evaluation.provenance import code_in_use


def test_a_summary_is_checked(results: Path, make_settings: Any, make_env: Any, script: Any) -> None:
    evaluate(make_settings(script(0, 2, 1, 0, 0), seeds=2), results, make_env=make_env)
    report.write(results)
    content, recorded = submission.check(results)
    assert recorded
    assert content["code"] == [code_in_use()]
    assert (content["agent"], content["suites"], content["judge"]) == ("script", "1", "corrected")
    assert (content["seeds"], content["missing"], content["robustness"]) == ([0, 1], 0, None)
    assert list(content["environments"]) == ["000", "100"]
    assert {name: (one["successes"], one["episodes"]) for name, one in content["tasks"].items()} == {
        "back": (4, 4),
        "other": (0, 4),
    }
    assert content["total"]["wilson"] == pytest.approx([0.2152, 0.7848], abs=1e-4)

    # Durations are no part of the digest of records.
    records = results / "episodes.jsonl"
    lines = [json.loads(line) for line in records.read_text(encoding="utf-8").splitlines()]
    records.write_text(
        "".join(json.dumps(line | {"seconds": 7.5}) + "\n" for line in lines), encoding="utf-8"
    )
    assert submission.check(results) == (content, True)
    records.write_text("".join(json.dumps(line | {"steps": 7}) + "\n" for line in lines), encoding="utf-8")
    with pytest.raises(RecordError, match="records is"):
        submission.check(results)
    records.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")

    # What the records don't bear out is refused; without them only the file itself is held to the format.
    file = results / submission.FILE
    other = json.loads(json.dumps(content))
    other["tasks"]["other"]["mean_steps"] = 3.0
    file.write_text(json.dumps(other))
    with pytest.raises(
        RecordError, match=r"summary\.json: tasks\.other\.mean_steps is 3\.0; .* must be None"
    ):
        submission.check(file)
    alone = results.parent / "alone.json"
    alone.write_text(json.dumps(other))
    assert submission.check(alone) == (other, False)

    for change, told in (
        ({"seeds": [1, 0]}, "seeds is [1, 0]; it must be a list of whole numbers, ascending, each once."),
        ({"judge": ""}, "judge is ''; it must be a text that is not empty."),
        ({"format_version": 1}, "format_version is 1; it must be 2, the version that this package reads;"),
        (
            {"code": [{"version": "1", "commit": "abc", "modified": None}]},
            "code[0].commit is 'abc'; it must be 40 hex",
        ),
        ({"robustness": "105"}, "robustness is '105'; it must be one of the environments, or null."),
        (
            {"total": content["total"] | {"successes": 5}},
            "total.success_rate is 0.5; it must be successes / episodes, 0.625.",
        ),
        ({"total": content["total"] | {"errors": 1}}, "total.errors is 1; it must be 0, the sum over tasks."),
        ({"total": {}}, "has no field total.episodes; it must be a whole number, 0 or more."),
        ({"tasks": {"back": 1}}, "tasks.back is 1; it must be an object."),
    ):
        alone.write_text(json.dumps(content | change))
        with pytest.raises(RecordError) as refused:
            submission.check(alone)
        assert f"alone.json: {told}" in str(refused.value)
    for text in ("[]", "{", '{"total": NaN}'):
        alone.write_text(text)
        with pytest.raises(RecordError, match=r"alone\.json"):
            submission.check(alone)


def test_the_command(
    results: Path, make_settings: Any, make_env: Any, script: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    evaluate(make_settings(script(0, 2, 1, 0, 0)), results, make_env=make_env)
    report.write(results)
    assert cli.main(["check-summary", str(results)]) == 0
    told = capsys.readouterr().out
    assert "script on 1, judge corrected: 2 of 4 episodes" in told
    assert "agrees with its records" in told
    assert cli.main(["check-summary", str(results / "none.json")]) == 2
    assert "bmoca report DIR" in capsys.readouterr().err
