"""Reports of recorded runs on the phone's page: each step of an episode leads to the phone at that step."""

from __future__ import annotations

import base64
import hashlib
import re
from urllib.parse import quote

from bmoca_gym.errors import ArgumentError
from bmoca_gym.evaluation import report, transcripts
from bmoca_gym.evaluation.summary import summarise
from bmoca_gym.play.runs import Runs

#: Files of a run that a report shows, and their types. The report itself is always made anew, by this version's script.
_PICTURE = re.compile(r"(?:films|transcripts)/[^\0]+\.(webp|png)")
_TRANSCRIPT = re.compile(rf"(transcripts/[^\0]+)/{re.escape(transcripts.PAGE_FILE)}")

_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)


def page(runs: Runs, run: str, query: str) -> tuple[str, str]:
    """Make the report of a run, to be shown at ``reports/RUN/``.

    Args:
        runs: the runs.
        run: the name of one.
        query: "" or "?token=...", which authorises a request.

    Returns:
        The page, and its content security policy, which allows only its own script.

    Raises:
        ArgumentError: there is no such run.
        RecordError: the run is malformed.
    """
    folder = runs.folder(run)
    description, episodes = folder.description(), folder.episodes()
    phone = {"episode": f"../../{query}{'&' if query else '?'}episode={quote(run, safe='')}/", "query": query}
    text = report.render(description, episodes, summarise(episodes, description), folder.path, phone)
    scripts = " ".join(
        f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"
        for script in _SCRIPT.findall(text)
    )
    return text, (
        f"default-src 'none'; script-src 'self' {scripts}; style-src 'unsafe-inline'; img-src 'self' data:; "
        "frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    )


def file(runs: Runs, run: str, name: str) -> tuple[bytes, str]:
    """Return the content and the MIME type of a file that the report of a run shows: a picture or a transcript.

    Raises:
        ArgumentError: there is no such run or file.
        RecordError: a file is a link that leads out of the folder, or a malformed transcript.
    """
    folder = runs.folder(run)
    picture, transcript = _PICTURE.fullmatch(name), _TRANSCRIPT.fullmatch(name)
    path = folder.inside(name)
    if picture is not None and path.is_file():
        return path.read_bytes(), f"image/{picture[1]}"
    if transcript is not None and path.is_file():
        text = transcripts.for_page(folder.inside(transcript[1]), transcript[1])
        return text.encode(errors="replace"), "text/javascript"
    raise ArgumentError(f"The report of {run} shows no such file.")
