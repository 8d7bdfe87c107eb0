"""The MiniWoB++ pages in the app: the files of the package `miniwob`, with AndroidWorld's changes.

The changes are data, ``patch.json``: texts to replace in files that are known by their digests, and pages that are
served under a second name. AndroidWorld's ``drag-item`` is the wheel's ``drag-circle``: both say the same, and show the
same circle, for equal seeds.
"""

from __future__ import annotations

from functools import cache, partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

from bmoca_gym.handset.errors import MissingLibraryError, how_to_install
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.web.files import Folder

#: The folder of the pages, and the suffix of each.
FOLDER, SUFFIX = "miniwob", ".html"
#: Name of the page that lists all others.
INDEX = "index"


class Pages:
    """The files of the pages, for `bmoca_gym.handset.web`. All are equal."""

    __slots__ = ()

    def read(self, name: str) -> bytes | None:
        """Return the contents of a file, such as ``miniwob/click-test.html``, or None if there is none.

        The index, a list of links to all pages, is written here: the package has none.

        Raises:
            MissingLibraryError: the package `miniwob` is missing, or is another release than the changes are for.
        """
        return _index() if name == path_of(INDEX) else _read(name)

    def __eq__(self, other: object) -> bool:
        return type(other) is Pages

    def __hash__(self) -> int:
        return hash(Pages)

    def __reduce__(self) -> tuple[type[Pages], tuple[()]]:
        return Pages, ()


class Wheel(Pages):
    """The files of the package, unchanged."""

    __slots__ = ()

    @property
    def root(self) -> str:
        """The folder that contains them."""
        return _wheel().root

    def read(self, name: str) -> bytes | None:
        """See `Pages.read`."""
        return _plain(name)

    def __eq__(self, other: object) -> bool:
        return type(other) is Wheel

    def __hash__(self) -> int:
        return hash(Wheel)

    def __reduce__(self) -> tuple[type[Wheel], tuple[()]]:
        return Wheel, ()


def path_of(name: str) -> str:
    """Return the file of a page: ``miniwob/click-test.html`` for ``click-test``."""
    return f"{FOLDER}/{name}{SUFFIX}"


def name_of(url: str) -> str:
    """Return the name of the page at a URL or path, or ""."""
    name = PurePosixPath(url.partition("#")[0]).name
    return name.removesuffix(SUFFIX) if name.endswith(SUFFIX) else ""


@cache
def names() -> tuple[str, ...]:
    """Return the names of all pages in alphabetical order.

    Raises:
        MissingLibraryError: see `Pages.read`.
    """
    there = {path.stem for path in Path(_wheel().root, FOLDER).glob(f"*{SUFFIX}")}
    return tuple(sorted(there | {Path(name).stem for name in _patch()["same"]}))


@cache
def _index() -> bytes:
    links = "".join(f'<li><a href="{name}{SUFFIX}">{name}</a></li>' for name in names())
    return f"<!DOCTYPE html><title>MiniWoB++</title><h1>MiniWoB++</h1><ul>{links}</ul>".encode()


@cache
def _read(name: str) -> bytes | None:
    patch = _patch()
    data = _wheel().read(patch["same"].get(name, name))
    change = patch["files"].get(name)
    if change is None or data is None:
        return data
    if sha256(data).hexdigest() != change["sha256"]:
        raise MissingLibraryError(
            f"The file {name} of the package miniwob is not that of release {patch['wheel']}: "
            f"pip install miniwob=={patch['wheel']}"
        )
    for edit in change["edits"]:
        data = data.replace(edit["old"].encode(), edit["new"].encode())
    return data


@cache
def _plain(name: str) -> bytes | None:
    return _wheel().read(_patch()["same"].get(name, name))


@cache
def _wheel() -> Folder:
    spec = find_spec("miniwob")
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    if not places:
        raise MissingLibraryError(f"The pages of MiniWoB++ are not installed: {how_to_install('web')}")
    return Folder(Path(places[0], "html"))


_patch = partial(catalogues.json_of, "miniwob", "patch")
