"""Pages of a site that are too long or too heavy are found."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("uvicorn", reason="needs bmoca-gym[play]")
pytest.importorskip("websockets", reason="needs bmoca-gym[play]")

from benchmarks import pages
from benchmarks.browser import PROGRAM, Browser

pytestmark = [
    pytest.mark.exhaustive,
    pytest.mark.skipif(PROGRAM is None, reason="needs chromium (apt-get install chromium)"),
]


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[Browser]:
    made = Browser(tmp_path / "profile")
    yield made
    made.close()


def test_long_and_heavy_pages_are_named_and_faults_are_asked_of_axe(browser: Browser, tmp_path: Path) -> None:
    site = tmp_path / "site"
    site.mkdir()
    head = "<!doctype html><title>a</title><link rel='icon' href='data:,'>"
    (site / "long.html").write_text(f"{head}<p style='height: 12000px'>long</p>")
    (site / "index.html").write_text(f"{head}<img><script src='big.js'></script>")
    (site / "big.js").write_text("\n" * pages.HEAVIEST)
    # What is asked of axe, by one that finds pictures without words.
    axe = """globalThis.axe = {run: async () => ({violations: [...document.querySelectorAll("img:not([alt])")].map(
        () => ({id: "image-alt", nodes: [{target: ["img"]}]}))})}"""
    said = pages.look_at_site(browser, site, axe, every=1)
    assert said[0].startswith("index.html: 2,000,")
    assert said[1] == "index.html: image-alt: img"
    assert said[2].startswith("long.html: 12,0")
    assert len(said) == 3
