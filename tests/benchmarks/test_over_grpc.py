"""The command that measures screenshots over gRPC runs, and leaves no process running."""

from __future__ import annotations

import pytest

from benchmarks import over_grpc


@pytest.mark.exhaustive
def test_it_measures_every_format(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("grpc", reason="needs grpcio: install the extra android")
    over_grpc.main(["--times", "1"])
    printed = capsys.readouterr().out
    assert all(
        f"{form} {size}" in printed for form in ("RGBA", "RGB", "PNG") for size in ("1080×2160", "320×640")
    )
