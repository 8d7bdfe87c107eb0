"""Makes the pictures of the pages that docs/browse.py writes: screens of apps, starts of tasks, films of experts."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import cv2
import pictures

from bmoca_gym import randomization, tasks
from bmoca_gym.episodes.film import Film, draw, encode
from bmoca_gym.handset import images
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.value import replace

#: Width of a picture in px, and of one in the gallery.
WIDTH, SMALL_WIDTH = 240, 144
#: Where the gallery's pictures go. Sphinx copies all that is in the first of these folders to the site.
COPIED, GALLERY = "copied", "gallery"
#: How many screens of an app are shown, light and dark.
SCREENS = 4
#: The environment that each suite's pictures are made in.
ENVIRONMENTS = {
    "bmoca": "100",
    "androidworld": "androidworld/pixel_6",
    "androidlab": "androidlab/pixel_7_pro",
}
#: So few are made in this process: each other one takes four seconds of processor time to begin.
_FEW = 50


class Job(NamedTuple):
    """A task whose expert is filmed, or an app whose screens are shown.

    Attributes:
        folder: where the pictures go.
        task: the task's name, with its suite before it; of an app, one that fills the app.
        package: the app's; "" for a film of the task.
    """

    folder: Path
    task: str
    package: str = ""

    @property
    def first(self) -> Path:
        """The first picture: the app's first screen, or the start of the task."""
        return self.folder / ("screen-0.webp" if self.package else f"{self.task.rpartition('/')[2]}-0.webp")

    @property
    def film(self) -> Path:
        """The film of the task's expert."""
        return self.folder / f"{self.task.rpartition('/')[2]}.webp"

    @property
    def small(self) -> Path:
        """The picture for the gallery: the last screen of the film."""
        suite, name = self.task.split("/")
        return self.folder.parents[1] / COPIED / GALLERY / suite / f"{name}.webp"

    @property
    def is_made(self) -> bool:
        """Whether the pictures are there, and nothing in the package has changed since."""
        made = [self.first] if self.package else [self.first, self.small]
        return all(file.exists() and file.stat().st_mtime > _last_change() for file in made)


def make(jobs: Iterable[Job], workers: int) -> int:
    """Make the pictures that are missing or out of date, and count for how many jobs."""
    missing = [job for job in jobs if not job.is_made]
    if len(missing) < _FEW:
        for job in missing:
            _make(job)
    else:
        # Neighbours are tasks of an app, which share what is remembered.
        with multiprocessing.get_context("spawn").Pool(workers) as pool:
            pool.map(_make, missing, chunksize=4)
    return len(missing)


@cache
def _last_change() -> float:
    package = Path(tasks.__file__).parents[1]
    return max(path.stat().st_mtime for path in package.rglob("*") if path.suffix != ".pyc")


def _make(job: Job) -> None:
    job.folder.mkdir(parents=True, exist_ok=True)
    if job.package:
        for number, picture in reversed([*enumerate(_screens(job))]):
            job.first.with_stem(f"screen-{number}").write_bytes(picture)
    else:
        shown = [*pictures.played(_environment(job), job.task, WIDTH)]
        film = Film(len(shown[0][0]))
        for screen, done in shown:
            film.add(draw(screen, done))
        job.film.write_bytes(film.animation(".webp"))
        job.small.parent.mkdir(parents=True, exist_ok=True)
        last = shown[-1][0]
        size = SMALL_WIDTH, round(last.shape[0] * SMALL_WIDTH / last.shape[1])
        job.small.write_bytes(encode(cv2.resize(last, size, interpolation=cv2.INTER_AREA), ".webp"))
        job.first.write_bytes(encode(shown[0][0], ".webp"))  # last: it says that all are made


def _screens(job: Job) -> Iterator[bytes]:
    """An app's screens, light and then dark."""
    package = images.image_named(tasks.get(job.task).image).inward(job.package)
    configuration = Configuration(**_environment(job).screen_configuration())
    led = pictures.ways(package, SCREENS - 1, job.task, configuration)
    height = round(WIDTH * configuration.height / configuration.width)
    for dark in (False, True):
        for phone in pictures.walked(replace(configuration, dark=dark), package, led, job.task):
            yield encode(phone.screenshot((WIDTH, height)), ".webp")


def _environment(job: Job) -> randomization.DeviceConfiguration:
    return randomization.get(ENVIRONMENTS[job.task.partition("/")[0]])
