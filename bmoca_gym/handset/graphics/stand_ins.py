"""Stand-ins for system libraries that the wheel of skia-python asks for, so that `import skia` works without OpenGL.

The wheel is linked with ``libGL.so.1``, ``libEGL.so.1`` and ``libexpat.so.1``, and the loader refuses it where one is
absent, as in slim containers and on many servers, whose users can't install system packages. Drawing into memory
never calls OpenGL, and fonts that are opened by path never call fontconfig (which needs expat). So a library with the
right name, whose functions all return 0, is enough.

How it works, at the only call of `ensure_libraries`, before skia is imported: each library is tried first, and a real
one is always preferred. For an absent one, this module writes the smallest valid ELF image into memory: its name, the
functions that skia's own files leave undefined, and one machine instruction that returns 0. Nothing is written to disk
where the system has ``memfd_create``, and nothing is compiled. To have the real libraries, run
`APT_COMMAND`. Where no stand-in can be made (another system or processor), the error of skia's import names it.

It was tried on x86-64. The image for aarch64 follows from the same tables and is checked byte by byte, but was not run.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import platform
import re
import struct
import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from bmoca_gym.handset.errors import MissingLibraryError

#: System libraries that the wheel needs, in the order they are loaded, and how the names of their functions
#: begin.
LIBRARIES = {
    "libEGL.so.1": re.compile(r"egl[A-Z]"),
    "libGL.so.1": re.compile(r"gl[A-Z]"),
    "libexpat.so.1": re.compile(r"XML_"),
}

#: The command that installs the real ones.
APT_COMMAND = "apt-get install -y libgl1 libegl1 libexpat1"


class Machine(NamedTuple):
    """The facts about a processor that a stub needs."""

    elf_number: int
    return_zero: bytes


MACHINES = {
    "x86_64": Machine(62, bytes.fromhex("31c0c3")),  # xor eax, eax; ret
    "aarch64": Machine(183, bytes.fromhex("000080d2c0035fd6")),  # mov x0, #0; ret
}


def ensure_libraries() -> None:
    """Load the libraries that skia needs, or stand-ins for absent ones; to be called before ``import skia``.

    Does nothing on systems other than Linux, or on processors without a known stand-in.
    """
    machine = MACHINES.get(platform.machine())
    if not sys.platform.startswith("linux") or machine is None:
        return
    absent = [name for name in LIBRARIES if not _load(name)]
    if not absent:
        return
    wanted = _symbols_wanted_by_skia()
    for name in absent:
        _load_image(stub_library(name, filter(LIBRARIES[name].match, wanted), machine))


def missing_library(cause: ImportError) -> MissingLibraryError:
    """The error to raise when skia can't be imported: it says what failed, and gives the one command that fixes it."""
    if isinstance(cause, ModuleNotFoundError):
        return MissingLibraryError(
            f"The handset draws with skia, which is not installed ({cause}). "
            "Install it with: pip install skia-python"
        )
    return MissingLibraryError(
        f"skia can't be loaded: {cause}. Install the system libraries that it is linked with: {APT_COMMAND}"
    )


def _load(name: str) -> bool:
    """Load a library for later ones to link with; return whether that worked."""
    try:
        ctypes.CDLL(name, mode=ctypes.RTLD_GLOBAL)
    except OSError:
        return False
    return True


def _load_image(image: bytes) -> None:
    """Load a library from memory, or from a temporary file. Where both are forbidden nothing happens."""
    try:
        # No temporary file at first: its directory may be read-only, or mounted "noexec". The descriptor
        # stays open for good: the loader remembers libraries by path, and would take the next file that is
        # given this number for the same one.
        descriptor = os.memfd_create("skia-stub")
        os.write(descriptor, image)
        if _load(f"/proc/self/fd/{descriptor}"):
            return
    except (AttributeError, OSError):  # builds for old systems, conda's among them, lack memfd_create
        pass
    with suppress(OSError), TemporaryDirectory() as directory:
        file = Path(directory) / "skia-stub.so"
        file.write_bytes(image)
        _load(str(file))


def _symbols_wanted_by_skia() -> list[str]:
    """Names of all functions that skia and the libraries inside its wheel expect from elsewhere, sorted."""
    spec = importlib.util.find_spec("skia")
    if spec is None or spec.origin is None:
        return []
    extension = Path(spec.origin)
    files = [extension, *sorted((extension.parent / "skia_python.libs").glob("*.so*"))]
    return sorted(set().union(*(undefined_symbols(file.read_bytes()) for file in files)))


# --- ELF, as far as it is needed (System V ABI, chapters 4 and 5)
# ------------------------------------------------------

_HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
_PROGRAM_HEADER = struct.Struct("<IIQQQQQQ")
_SECTION_HEADER = struct.Struct("<IIQQQQIIQQ")
_SYMBOL = struct.Struct("<IBBHQQ")
_DYNAMIC_ENTRY = struct.Struct("<QQ")

_ELF64_LITTLE_ENDIAN = b"\x7fELF\x02\x01\x01".ljust(16, b"\0")
_SHARED_OBJECT = 3
_SECTION_DYNAMIC_SYMBOLS = 11
_SEGMENT_LOAD, _SEGMENT_DYNAMIC, _SEGMENT_STACK = 1, 2, 0x6474E551
_EXECUTE, _WRITE, _READ = 1, 2, 4
_GLOBAL_FUNCTION = 0x12
_PAGE = 0x10000  # of the largest size that aarch64 kernels use
_DT_HASH, _DT_STRTAB, _DT_SYMTAB, _DT_STRSZ, _DT_SYMENT, _DT_SONAME, _DT_NULL = 4, 5, 6, 10, 11, 14, 0


def undefined_symbols(image: bytes) -> set[str]:
    """Names that a 64-bit little-endian ELF library uses and does not define."""
    header = _HEADER.unpack_from(image)
    offset, count = header[6], header[12]
    sections = [_SECTION_HEADER.unpack_from(image, offset + _SECTION_HEADER.size * i) for i in range(count)]
    names = set()
    for _, kind, _, _, start, size, link, *_ in sections:
        if kind != _SECTION_DYNAMIC_SYMBOLS:
            continue
        strings = sections[link][4]
        for name, _, _, section, _, _ in _SYMBOL.iter_unpack(image[start : start + size]):
            if name and section == 0:
                names.add(image[strings + name : image.index(b"\0", strings + name)].decode())
    return names


def stub_library(soname: str, symbols: Iterable[str], machine: Machine) -> bytes:
    """The image of a shared library called ``soname`` in which every symbol is a function that returns 0."""
    symbols = sorted(symbols)
    names = b"\0"
    name_offsets = []
    for name in [soname, *symbols]:
        name_offsets.append(len(names))
        names += name.encode() + b"\0"

    parts: list[bytes] = []

    def place(part: bytes) -> int:
        """Append one part, aligned to 16 bytes. Returns its offset."""
        parts.append(part.ljust(-(-len(part) // 16) * 16, b"\0"))
        return sum(map(len, parts[:-1]))

    place(b"\0" * (_HEADER.size + 4 * _PROGRAM_HEADER.size))
    code = place(machine.return_zero)
    entries = b"".join(
        _SYMBOL.pack(name, _GLOBAL_FUNCTION, 0, 1, code, len(machine.return_zero))
        for name in name_offsets[1:]
    )
    symbol_table = place(b"\0" * _SYMBOL.size + entries)
    hash_table = place(_hash_table(symbols))
    name_table = place(names)
    text_size = sum(map(len, parts))
    # The loader writes to the dynamic section, so it lies in a segment, hence a page, of its own.
    place(b"\0" * (-text_size % _PAGE))
    dynamic_entries = {
        _DT_SONAME: name_offsets[0],
        _DT_HASH: hash_table,
        _DT_STRTAB: name_table,
        _DT_SYMTAB: symbol_table,
        _DT_STRSZ: len(names),
        _DT_SYMENT: _SYMBOL.size,
        _DT_NULL: 0,
    }
    dynamic_section = b"".join(_DYNAMIC_ENTRY.pack(*entry) for entry in dynamic_entries.items())
    dynamic = place(dynamic_section)

    size = len(dynamic_section)
    parts[0] = b"".join(
        [
            _HEADER.pack(
                _ELF64_LITTLE_ENDIAN,
                _SHARED_OBJECT,
                machine.elf_number,
                1,
                0,
                _HEADER.size,
                0,
                0,
                _HEADER.size,
                _PROGRAM_HEADER.size,
                4,
                _SECTION_HEADER.size,
                0,
                0,
            ),
            _PROGRAM_HEADER.pack(_SEGMENT_LOAD, _READ | _EXECUTE, 0, 0, 0, text_size, text_size, _PAGE),
            _PROGRAM_HEADER.pack(_SEGMENT_LOAD, _READ | _WRITE, dynamic, dynamic, dynamic, size, size, _PAGE),
            _PROGRAM_HEADER.pack(_SEGMENT_DYNAMIC, _READ | _WRITE, dynamic, dynamic, dynamic, size, size, 8),
            # A library that does not say otherwise is taken to need an executable stack, which newer loaders
            # refuse.
            _PROGRAM_HEADER.pack(_SEGMENT_STACK, _READ | _WRITE, 0, 0, 0, 0, 0, 16),
        ]
    ).ljust(len(parts[0]), b"\0")
    return b"".join(parts)


def _hash_table(symbols: list[str]) -> bytes:
    """The System V hash table of the symbols; symbol 0 is the empty one that every table begins with."""
    buckets = [0] * max(1, len(symbols))
    chains = [0] * (len(symbols) + 1)
    for index, symbol in enumerate(symbols, 1):
        bucket = _symbol_hash(symbol) % len(buckets)
        chains[index], buckets[bucket] = buckets[bucket], index
    numbers = [len(buckets), len(chains), *buckets, *chains]
    return struct.pack(f"<{len(numbers)}I", *numbers)


def _symbol_hash(symbol: str) -> int:
    """The hash function of the System V ABI."""
    value = 0
    for byte in symbol.encode():
        value = (value << 4) + byte
        high = value & 0xF0000000
        value = (value ^ high >> 24) & ~high & 0xFFFFFFFF
    return value
