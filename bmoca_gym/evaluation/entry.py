"""A leaderboard entry: one file with everything others need to check a run and to look at it."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from bmoca_gym.errors import RecordError, cut, writing
from bmoca_gym.evaluation import submission
from bmoca_gym.evaluation.folder import ResultsFolder
from bmoca_gym.evaluation.verification import Verdict
from bmoca_gym.handset.system.zip_bytes import BROKEN

#: Name and version of the format.
FORMAT, VERSION = "bmoca-entry", 1

#: End of the file's name.
SUFFIX = ".bmoca.zip"

#: The file in an entry that describes it, and the files of a results folder that every entry has.
HEAD, FILES = "entry.json", ("run.json", "episodes.jsonl", "summary.json")

#: Folders of a results folder that an entry may have.
FOLDERS = ("transcripts", "films", "responses")

#: Largest size of an entry's content, and largest number of its files.
_MOST_BYTES, _MOST_FILES = 4 << 30, 1_000_000

#: Equal runs make equal files.
_TIME = (1980, 1, 1, 0, 0, 0)


def write(
    folder: Path, out: Path, verdict: Verdict, *, name: str = "", licence: str = "", films: bool = False
) -> dict[str, Any]:
    """Write the entry of a run. Returns its description, which is also the entry's ``entry.json``.

    Args:
        folder: the results folder.
        out: the file.
        verdict: what verifying the run has found.
        name: a name for the agent in tables; by default the agent's and its model's.
        licence: the licence of the transcripts, such as ``CC-BY-4.0``. Without one they are left out.
        films: whether to include the films.

    Raises:
        RecordError: the run is not verified, or a file in its folder is malformed.
        OutputError: the file can't be written.
    """
    if not verdict.verified:
        raise RecordError(f"{folder}: the run is not verified, so it can't be submitted: {verdict.reason}")
    content, _ = submission.check(folder)
    kinds = [kind for kind, wanted in (("transcripts", bool(licence)), ("films", films)) if wanted]
    if content["answer_model"]:
        kinds.append("responses")  # without the answers of the judge's model nobody could verify the run
    paths = [folder / file for file in FILES]
    for kind in kinds:
        paths += sorted(path for path in (folder / kind).rglob("*") if path.is_file())
    described = {
        "format": FORMAT,
        "format_version": VERSION,
        "name": name or _name(content),
        "agent": content["agent"],
        "options": content["options"],
        "code": content["code"],
        "suites": content["suites"],
        "judge": content["judge"],
        "records": content["records"],
        "licence": licence or None,
        "verified": {"episodes": verdict.episodes},
        "files": {},
    }
    data = {}
    for path in paths:
        place = path.relative_to(folder).as_posix()
        data[place] = ResultsFolder(folder).inside(place).read_bytes()
        described["files"][place] = hashlib.sha256(data[place]).hexdigest()
    with writing(out), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        _add(file, HEAD, (json.dumps(described, indent=1, ensure_ascii=False) + "\n").encode())
        for place, content_of in data.items():
            _add(file, place, content_of)
    return described


def _add(file: zipfile.ZipFile, place: str, content: bytes) -> None:
    member = zipfile.ZipInfo(place, _TIME)
    member.compress_type = zipfile.ZIP_DEFLATED
    member.external_attr = 0o644 << 16
    file.writestr(member, content)


def _name(content: Mapping[str, Any]) -> str:
    """Name an agent together with its model."""
    model = content["options"].get("model")
    return f"{content['agent']} {model}" if model else str(content["agent"])


@contextmanager
def opened(path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Unpack an entry temporarily. Yields its folder and its description. A results folder is opened in place.

    Raises:
        RecordError: the file is not an entry, is too large, leads out of its folder, or does not match its own digests.
    """
    if path.is_dir():
        content, recorded = submission.check(path)
        if not recorded:
            raise RecordError(f"{path} has no episodes.jsonl, so it can't be verified.")
        yield path, {"name": _name(content), "licence": None}
        return
    with TemporaryDirectory(prefix="bmoca-entry-") as place:
        folder = Path(place)
        yield folder, _unpacked(path, folder)


def _unpacked(path: Path, folder: Path) -> dict[str, Any]:
    try:
        with zipfile.ZipFile(path) as file:
            members = file.infolist()
            if len(members) > _MOST_FILES or sum(member.file_size for member in members) > _MOST_BYTES:
                raise RecordError(f"{path} is larger than an entry may be.")
            described = json.loads(file.read(HEAD))
            files = described["files"]
            if (described["format"], described["format_version"]) != (FORMAT, VERSION):
                raise RecordError(
                    f"{path} is not an entry of version {VERSION}; write it again: bmoca submit DIR"
                )
            for place, digest in files.items():
                if not _belongs(place):
                    raise RecordError(f"{path} has the file {cut(place)}, which no entry has.")
                data = file.read(place)
                if hashlib.sha256(data).hexdigest() != digest:
                    raise RecordError(f"{path}: {place} does not have the digest that {HEAD} says.")
                target = folder / place
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(data)
    except (
        *BROKEN,
        KeyError,
        TypeError,
        AttributeError,
        RecursionError,
    ) as error:
        if isinstance(error, RecordError):
            raise
        malformed = isinstance(error, (TypeError, AttributeError, RecursionError))
        why = f"its {HEAD} is malformed" if malformed else str(error).strip("'\"")
        raise RecordError(f"{path} is not an entry: {why}. Write one with: bmoca submit DIR") from error
    if not set(FILES) <= set(files):
        raise RecordError(f"{path} lacks {', '.join(sorted(set(FILES) - set(files)))}.")
    submission.check(folder)
    return dict(described)


def _belongs(place: str) -> bool:
    """Return whether a file may be in an entry: nothing leads out of its folder."""
    parts = place.split("/")
    plain = all(part not in ("", ".", "..") for part in parts) and "\\" not in place and ":" not in parts[0]
    return plain and (place in FILES or (len(parts) > 1 and parts[0] in FOLDERS))
