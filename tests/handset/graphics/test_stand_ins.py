"""Tests of `bmoca_gym.handset.graphics.stand_ins`."""

from __future__ import annotations

import ctypes
import os
import platform
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from bmoca_gym.handset.errors import HandsetError, MissingLibraryError
from bmoca_gym.handset.graphics import stand_ins

ON_LINUX = sys.platform.startswith("linux") and platform.machine() in stand_ins.MACHINES
linux_only = pytest.mark.skipif(not ON_LINUX, reason="stubs are made on Linux only")


def stub(path: Path, soname: str, symbols: list[str]) -> Path:
    path.write_bytes(stand_ins.stub_library(soname, symbols, stand_ins.MACHINES[platform.machine()]))
    return path


@linux_only
def test_every_symbol_of_a_stub_is_a_function_that_returns_zero(tmp_path: Path) -> None:
    symbols = [f"glFunction{number}" for number in range(300)]
    library = ctypes.CDLL(str(stub(tmp_path / "many.so", "libMany.so.1", symbols)))
    assert [getattr(library, symbol)(7) for symbol in symbols] == [0] * 300
    with pytest.raises(AttributeError):
        _ = library.glFunction300


@linux_only
def test_a_stub_without_symbols_loads(tmp_path: Path) -> None:
    ctypes.CDLL(str(stub(tmp_path / "empty.so", "libEmpty.so.1", [])))


@linux_only
def test_a_loaded_stub_is_found_by_its_name(tmp_path: Path) -> None:
    name = "libNoSuchLibraryAnywhere.so.1"
    with pytest.raises(OSError, match=name):
        ctypes.CDLL(name)
    ctypes.CDLL(str(stub(tmp_path / "named.so", name, ["one"])))
    assert ctypes.CDLL(name).one() == 0


@linux_only
def test_a_stub_does_not_make_the_stack_executable(tmp_path: Path) -> None:
    ctypes.CDLL(str(stub(tmp_path / "stack.so", "libStack.so.1", ["two"])))
    stacks = [line for line in Path("/proc/self/maps").read_text().splitlines() if line.endswith("[stack]")]
    assert stacks
    assert all("x" not in line.split()[1] for line in stacks)


@pytest.mark.parametrize("machine", list(stand_ins.MACHINES))
def test_stub_layout_is_that_of_the_elf_standard(machine: str) -> None:
    known = stand_ins.MACHINES[machine]
    image = stand_ins.stub_library("libX.so.1", ["b", "a"], known)
    assert image[:7] == b"\x7fELF\x02\x01\x01"
    assert int.from_bytes(image[18:20], "little") == known.elf_number
    assert known.return_zero in image
    headers = [stand_ins._PROGRAM_HEADER.unpack_from(image, 64 + 56 * index) for index in range(4)]
    assert [header[0] for header in headers] == [1, 1, 2, 0x6474E551]
    assert not headers[3][1] & 1  # the stack
    for _, _, offset, address, _, size, memory_size, alignment in headers[:2]:
        assert offset % alignment == address % alignment
        assert offset + size <= len(image)
        assert size == memory_size
    # No page is both written and executed.
    assert headers[0][2] + headers[0][5] <= headers[1][2] // 0x10000 * 0x10000


def test_a_stub_does_not_depend_on_the_order_of_symbols() -> None:
    machine = stand_ins.MACHINES["x86_64"]
    assert stand_ins.stub_library("l", ["a", "b"], machine) == stand_ins.stub_library(
        "l", ["b", "a"], machine
    )


@linux_only
def test_skia_wants_what_the_stubs_offer() -> None:
    wanted = stand_ins._symbols_wanted_by_skia()
    for pattern, example in zip(
        stand_ins.LIBRARIES.values(), ["eglGetProcAddress", "glDrawArrays", "XML_Parse"], strict=True
    ):
        assert example in filter(pattern.match, wanted)
    assert "malloc" in wanted
    assert not any(pattern.match("glob") for pattern in stand_ins.LIBRARIES.values())


def test_other_systems_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(name: str) -> bool:
        raise AssertionError(name)

    monkeypatch.setattr(stand_ins, "_load", forbidden)
    monkeypatch.setattr(sys, "platform", "darwin")
    stand_ins.ensure_libraries()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    stand_ins.ensure_libraries()


def test_the_error_names_the_command_that_mends_it() -> None:
    error = stand_ins.missing_library(ImportError("libGL.so.1: cannot open shared object file"))
    assert isinstance(error, MissingLibraryError)
    assert isinstance(error, HandsetError)
    assert "libGL.so.1" in str(error)
    assert "apt-get install -y libgl1 libegl1 libexpat1" in str(error)
    assert "pip install skia-python" in str(
        stand_ins.missing_library(ModuleNotFoundError("No module named 'skia'"))
    )


def without_the_libraries(code: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    """Run Python where the loader finds an unusable file in place of each library, in a mount namespace."""
    if os.geteuid() != 0 or shutil.which("unshare") is None or shutil.which("ldconfig") is None:
        pytest.skip("needs root, unshare and ldconfig")
    lines = subprocess.run(["ldconfig", "-p"], capture_output=True, text=True, check=True).stdout.splitlines()
    files = sorted(
        {str(Path(line.split()[-1]).resolve()) for line in lines if line.split()[0] in stand_ins.LIBRARIES}
    )
    broken = tmp_path / "broken.so"
    broken.write_bytes(b"not a library")
    binds = " && ".join(["true", *(f"mount --bind '{broken}' '{file}'" for file in files)])
    script = f"({binds}) || exit 77; exec '{sys.executable}' -c \"$0\""
    result = subprocess.run(
        ["unshare", "-m", "sh", "-c", script, textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    if result.returncode == 77 or "unshare" in result.stderr:
        pytest.skip("mounts are not allowed here")
    return result


DRAW = """
    import importlib
    try:
        importlib.import_module("skia")
    except ImportError:
        print("absent")
    from bmoca_gym.handset.graphics.skia_library import skia
    from bmoca_gym.handset.graphics.text import paragraph
    import numpy
    pixels = numpy.zeros((40, 200, 4), numpy.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kOpaque_AlphaType)
    for language, text in (("en", "Alarm"), ("ar", "منبه"), ("ja", "追加")):
        line = paragraph(text, 20.0, language=language).lines[0]
        surface.getCanvas().drawTextBlob(line.blob, 2, 30, skia.Paint(Color=0xFFFFFFFF))
    print(int(pixels[..., :3].sum()) > 10000)
"""
FORBID_MEMORY_FILES = """
    import os
    def forbidden(name):
        raise PermissionError(name)
    os.memfd_create = forbidden
"""
FORBID_TEMPORARY_FILES = """
    import tempfile
    tempfile.tempdir = "/no/such/directory"
"""


@linux_only
@pytest.mark.parametrize("hindrance", ["", FORBID_MEMORY_FILES, FORBID_TEMPORARY_FILES])
def test_skia_draws_text_without_the_system_libraries(tmp_path: Path, hindrance: str) -> None:
    result = without_the_libraries(hindrance + DRAW, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["absent", "True"]


@linux_only
def test_a_failed_import_is_a_typed_error(tmp_path: Path) -> None:
    code = """
    from bmoca_gym.handset.errors import MissingLibraryError
    try:
        import bmoca_gym.handset.graphics.skia_library
    except MissingLibraryError as error:
        print("apt-get install -y libgl1 libegl1 libexpat1" in str(error))
    """
    result = without_the_libraries(FORBID_MEMORY_FILES + FORBID_TEMPORARY_FILES + code, tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout.split() == ["True"]
