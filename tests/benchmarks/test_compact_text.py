"""The command that measures the compact text, on one short task, and what it asks of a text."""

from __future__ import annotations

import pytest

from benchmarks import compact_text as benchmark

TEXT = """\
0 Title: focused = Lunch
1 Volume 80.0: x 0.10 to 0.90, y 0.50
2 More
3 More
4 Row +
scrolls"""


@pytest.mark.parametrize(
    ("action", "text", "expected"),
    [
        ("tap(1)", TEXT, [benchmark.NAMED]),
        ("tap(2)", TEXT, [benchmark.NAMED, benchmark.TWIN]),
        ("tap(5)", TEXT, [benchmark.MISSED]),
        ("long_press(4)", TEXT, [benchmark.NAMED, benchmark.HOLD]),
        ("long_press(0)", TEXT, [benchmark.NAMED, benchmark.HOLD]),
        (
            "long_press(2)",
            TEXT.replace("4 Row +", "- _ +"),
            [benchmark.NAMED, benchmark.TWIN, benchmark.HOLD],
        ),
        ("long_press(1)", TEXT.replace(" +", ""), [benchmark.MISSED]),
        ("dual-gesture(0.5, 0.3, 0.5, 0.3)", TEXT, [benchmark.PLACED]),
        ("dual-gesture(0.8, 0.3, 0.8, 0.3)", TEXT, [benchmark.MISSED]),
        ("dual-gesture(0.8, 0.5, 0.2, 0.5)", TEXT, [benchmark.SCROLLED]),
        ("dual-gesture(0.8, 0.5, 0.2, 0.5)", "0 Row", [benchmark.MISSED]),
        ('type("a")', TEXT, [benchmark.TYPED]),
        ('type("a")', "0 Title =", [benchmark.MISSED]),
        ('press("HOME")', "", [benchmark.FREE]),
    ],
)
def test_what_a_step_needs(action: str, text: str, expected: list[str]) -> None:
    assert list(benchmark.needs(action, text)) == expected


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    benchmark.main(["--suites", "bmoca", "--tasks", "turn_on_airplane_mode", "--instances", "1"])
    said = capsys.readouterr().out
    assert "bmoca: 2 episodes solved, 0 not." in said
    assert f"{benchmark.MISSED} " in said
