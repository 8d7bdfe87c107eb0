"""Compilation of the handset's hot modules with mypyc; all else about the package stands in setup.cfg.

A wheel holds them compiled, beside their sources (build_backend.py decides); ``python setup.py build_ext --inplace``
(``make compile``) puts them into this checkout. An editable installation is Python only. The sources are plain Python,
and `bmoca_gym.compiled` chooses which of the two runs.
"""

from __future__ import annotations

import ast
import inspect
import json
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

HERE = Path(__file__).parent
PACKAGE = HERE / "bmoca_gym"

#: What every screen goes through, as patterns below bmoca_gym/handset.
COMPILED = (
    "_values.c", "aliases.py", "assembly.py", "input.py", "metrics.py", "packages.py", "positions.py", "screen.py",
    "view.py",
    "graphics/_masks.c", "graphics/_shrinking.c",
    "graphics/bidi.py", "graphics/graphemes.py", "graphics/line_breaks.py", "graphics/masks.py", "graphics/paints.py",
    "graphics/shaping.py", "graphics/text.py",
    "render/_packing.c", "render/*.py",
    "system/activities.py", "system/battery.py", "system/clock.py", "system/intents.py", "system/keys.py",
    "system/notifications.py", "system/radios.py", "system/status_bar.py", "system/text_input.py", "system/windows.py",
    "system_ui/*.py",
    "ui/_elements.c",
    "ui/components.py", "ui/elements.py", "ui/fitting.py", "ui/hit.py", "ui/illustrations.py", "ui/linked_text.py",
    "ui/nodes.py", "ui/scrolling.py", "ui/tree.py", "ui/widgets.py",
    "apps/launcher/home.py",
)  # fmt: skip


def compiled_sources() -> list[Path]:
    """The modules that are compiled. Apps stay Python but the home screen: all take minutes, and gain little."""
    return sorted({path for pattern in COMPILED for path in (PACKAGE / "handset").glob(pattern)})


def refuse_what_is_compiled_wrongly(path: Path) -> None:
    """End the build at a construct that mypyc 2.4 compiles to something else than it means.

    ``super().method(**options)`` gives the whole dictionary to the first parameter that has a default.
    """
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        owner = node.func.value
        by_super = (
            isinstance(owner, ast.Call) and isinstance(owner.func, ast.Name) and owner.func.id == "super"
        )
        given = [*node.args, *(keyword for keyword in node.keywords if keyword.arg is not None)]
        if by_super and given and any(keyword.arg is None for keyword in node.keywords):
            raise SystemExit(
                f"{path}:{node.lineno}: super().{node.func.attr}(..., **options) is compiled wrongly by mypyc; "
                f"name the base class: Base.{node.func.attr}(self, ..., **options)"
            )


def tolerate_float_defaults() -> None:
    """Keep mypyc 2.4 from ending at a function with a float's default and ``**options``, for the sake of its docstring.

    It writes a text signature for such a function, with a parameter of its own behind the last.
    """
    initialise = inspect.Signature.__init__

    def tolerant(self: Any, parameters: Any = None, **options: Any) -> None:
        try:
            initialise(self, parameters, **options)
        except ValueError:
            initialise(self, parameters, **{**options, "__validate_parameters__": False})

    inspect.Signature.__init__ = tolerant  # type: ignore[method-assign]


#: What deallocates an object, in C that mypyc wrote.
_DEALLOCATION = re.compile(r"^\w+_dealloc\(\w+ \*self\)\n\{\n.*?^\}$", re.MULTILINE | re.DOTALL)


def keep_out_of_the_trashcan(path: Path) -> None:
    """Have objects that the cyclic collector does not know deallocated at once, in a C file that mypyc 2.4 wrote.

    Python's trashcan, which takes over where deallocations nest deeply, writes into the collector's header of an
    object. Those of acyclic classes have none: it would write over what lies before them.
    """

    def plain(found: re.Match[str]) -> str:
        if "PyObject_GC_UnTrack(self);" in found[0]:
            return found[0]
        return re.sub(r"^ *CPy_TRASHCAN_.*\n", "", found[0], flags=re.MULTILINE)

    text = path.read_text(encoding="utf-8")
    path.write_text(_DEALLOCATION.sub(plain, text), encoding="utf-8")


def extensions() -> list[Extension]:
    """The compiled modules: a small one for each source, and one that has the code of all that are in Python."""
    from mypyc.build import mypycify

    in_c = [path.relative_to(HERE) for path in compiled_sources() if path.suffix == ".c"]
    sources = [path for path in compiled_sources() if path.suffix == ".py"]
    for path in sources:
        refuse_what_is_compiled_wrongly(path)
    tolerate_float_defaults()
    made = mypycify(
        # Without the stubs of other packages: the same code comes of it wherever it is built.
        [
            "--config-file=", "--no-site-packages", "--ignore-missing-imports",
            *(str(source.relative_to(HERE)) for source in sources),
        ],
        opt_level="2",
        debug_level="0",
        multi_file=True,
        group_name="bmoca_gym",
    )  # fmt: skip
    for path in {source for extension in made for source in extension.sources}:
        keep_out_of_the_trashcan(Path(path))
    made += [Extension(".".join(path.with_suffix("").parts), [str(path)], libraries=["m"]) for path in in_c]
    for extension in made:
        extension.extra_compile_args += [
            "-fno-sanitize=all",  # zig's compiler checks arithmetic at run time unless it is told not to
            "-ffp-contract=off",  # a * b + c is rounded twice, as Python rounds it
        ]
    found: list[Extension] = made
    return found


class Build(build_ext):
    """The build of the compiled modules, two C files at a time, and the record of what they were made from."""

    def build_extensions(self) -> None:
        """Compile; every C file apart."""
        compile_all = self.compiler.compile

        def in_parallel(sources: list[str], *args: Any, **options: Any) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda source: compile_all([source], *args, **options), sources)
                return [name for names in made for name in names]

        self.compiler.compile = in_parallel
        super().build_extensions()

    def run(self) -> None:
        """Build, then write the record that `bmoca_gym.compiled` reads."""
        super().run()
        record = {
            "suffix": EXTENSION_SUFFIXES[0],
            "in_place": bool(self.inplace),
            "sources": {
                path.relative_to(PACKAGE).as_posix(): sha256(path.read_bytes()).hexdigest()
                for path in compiled_sources()
            },
        }
        write_record(PACKAGE if self.inplace else Path(self.build_lib) / PACKAGE.name, record)


class BuildPython(build_py):
    """The copy of the sources, and the record of why nothing was compiled, where build_backend.py tells of that."""

    def run(self) -> None:
        """Copy, then write the record that `bmoca_gym.compiled` reads."""
        super().run()
        failed = os.environ.get("BMOCA_GYM_COMPILING_FAILED")
        if failed:
            write_record(Path(self.build_lib) / PACKAGE.name, {"failed": failed})


def write_record(folder: Path, record: dict[str, Any]) -> None:
    """Write what `bmoca_gym.compiled` reads."""
    (folder / "compiled.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def wanted() -> bool:
    """Whether this run builds compiled modules."""
    if os.environ.get("BMOCA_GYM_PURE_PYTHON", "0") not in ("", "0") or "editable_wheel" in sys.argv:
        return False
    return any(command in sys.argv for command in ("bdist_wheel", "build_ext"))


setup(ext_modules=extensions() if wanted() else [], cmdclass={"build_ext": Build, "build_py": BuildPython})
