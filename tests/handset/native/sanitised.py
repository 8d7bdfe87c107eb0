"""``make native-check``: the tests of the parts in C, compiled with AddressSanitizer and UndefinedBehaviorSanitizer.

It builds them, and nothing else, in a copy of the checkout, so that the checkout keeps what it has. Where there is no
compiler with sanitizers it says so, and exits with 0. Arguments are passed to pytest.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[3]
FLAGS = "-g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all"
#: The sanitizers' run-time libraries by compiler: Python, which is not compiled with them, has to load them first.
LIBRARIES = {"gcc": ("libasan.so", "libubsan.so"), "clang": ("libclang_rt.asan-x86_64.so",)}
TESTS = (
    "tests/handset/native", "tests/handset/test_value.py", "tests/handset/graphics/test_masks.py",
    "tests/handset/render/test_packing.py", "tests/handset/web/test_heaps.py",
)  # fmt: skip


def main() -> int:
    """Build, run, and return the tests' exit status."""
    compiler = os.environ.get("CC") or next(filter(shutil.which, ("gcc", "clang", "cc")), None)
    if compiler is None:
        return skipped("there is no C compiler; apt-get install gcc")
    version = subprocess.run([*shlex.split(compiler), "--version"], capture_output=True, text=True).stdout
    kind = "clang" if "clang" in version else "gcc"
    found = [libraries(compiler, name) for name in LIBRARIES[kind]]
    if not all(found):
        return skipped(f"{compiler} has no {' and '.join(LIBRARIES[kind])}")
    with tempfile.TemporaryDirectory() as folder:
        copy(Path(folder))
        environment = {
            **os.environ,
            "BMOCA_GYM_COMPILE": "c",
            "BMOCA_GYM_PURE_PYTHON": "0",
            "CC": compiler,
            "CFLAGS": FLAGS + (" -shared-libasan" if kind == "clang" else ""),
            "PYTHONPATH": folder,
        }
        build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
        subprocess.run(build, cwd=folder, env=environment, check=True)
        environment |= {
            "LD_PRELOAD": " ".join(found),
            # Python keeps much until it ends, and its own allocator hides what is written beyond an object.
            "ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1",
            "UBSAN_OPTIONS": "print_stacktrace=1",
            "PYTHONMALLOC": "malloc",
        }
        tests = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *sys.argv[1:], *TESTS]
        return subprocess.run(tests, cwd=folder, env=environment).returncode


def libraries(compiler: str, name: str) -> str:
    """Return the path of one of a compiler's libraries, or "" if it has none of that name."""
    asked = [*shlex.split(compiler), f"-print-file-name={name}"]
    path = subprocess.run(asked, capture_output=True, text=True).stdout.strip()
    return path if Path(path).is_absolute() else ""


def copy(folder: Path) -> None:
    """Copy what the build and the tests need."""
    leave = shutil.ignore_patterns("__pycache__", "*.so", "compiled.json")
    shutil.copytree(ROOT / "bmoca_gym", folder / "bmoca_gym", ignore=leave)
    for name in ("setup.py", "setup.cfg", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, folder)
    helpers = [path.relative_to(ROOT).as_posix() for path in (ROOT / "tests" / "handset").glob("*.py")]
    for name in {*TESTS, *helpers, "tests/conftest.py", "tests/plugin"}:
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target, ignore=leave)
        else:
            shutil.copy(ROOT / name, target)


def skipped(reason: str) -> int:
    """Say why nothing is checked."""
    print(f"native-check: skipped: {reason}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
