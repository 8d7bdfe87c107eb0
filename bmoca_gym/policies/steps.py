"""Store of steps for learning: screens, and the expert's actions on them."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.demonstrations.recorder import CLASSES, MASK_BYTES, NO_CLASS, Recording
from bmoca_gym.envs.actions import SWIPE_CLASSES, TAP_CLASSES
from bmoca_gym.errors import DatasetError, TrainingError

#: Pictures are uint8[256, 128, 3].
PICTURE = (256, 128, 3)

_COLUMNS: dict[str, tuple[tuple[int, ...], Any]] = {
    "labels": ((), np.int16),
    "masks": ((MASK_BYTES,), np.uint8),
    "duals": ((4,), np.float32),
    "instruction": ((), np.int32),
    "environment": ((), np.int32),
    "bounds": ((4,), np.float32),
    "sought": ((), np.int64),
    "loss": ((), np.float32),
}

#: Losses for the draw of steps: of a new step, and the limits of the others.
_NEW, _LEAST, _MOST = 1.0, 0.1, 2.0


class Batch(NamedTuple):
    """Rows of a store. ``allowed``: bool[B, 385], the right classes. ``instruction``: indices of instructions."""

    pixels: NDArray[np.uint8]
    labels: NDArray[np.int64]
    allowed: NDArray[np.bool_]
    duals: NDArray[np.float32]
    instruction: NDArray[np.int64]


class Beginning(NamedTuple):
    """First screen of a demonstration.

    ``row``: its row. ``instruction``, ``environment``: their indices. ``element``: the row of the screen with the first
    tap, which may come after swipes. ``bounds``: bounds of the tapped element, as fractions of the screen.
    """

    row: int
    instruction: int
    environment: int
    element: int
    bounds: tuple[float, ...]


class StepStore:
    """Table of steps. Its pictures are in memory, or in a memory-mapped file.

    ``capacity``: largest number of steps; after that the oldest are overwritten. ``file``: file of the pictures, 96 KB
    each; None to keep them in memory.

    Raises:
        TrainingError: the disk has no room for the file.
    """

    def __init__(self, capacity: int, file: Path | None = None) -> None:
        self.capacity = capacity
        self.file = file
        shape = (capacity, *PICTURE)
        self._new = True
        if file is None:
            self.pixels: NDArray[np.uint8] = np.zeros(shape, np.uint8)
        else:
            self._new = _reserve(file, int(np.prod(shape)))
            self.pixels = np.memmap(file, np.uint8, "r+", shape=shape)
        self._columns = {name: np.zeros((capacity, *size), kind) for name, (size, kind) in _COLUMNS.items()}
        self.instructions: list[str] = []
        self.environments: list[str] = []
        #: Number of steps that were ever added.
        self.added = 0

    def __len__(self) -> int:
        return min(self.added, self.capacity)

    def append(self, recording: Recording) -> int:
        """Add the labelled steps of an episode, without repeats of an equal screen. Returns their number."""
        start = self.added
        previous: NDArray[np.uint8] | None = None
        tapped = first_tap(recording)
        for step in range(len(recording.labels)):
            pixels = recording.pixels[step]
            labelled = recording.labels[step] != NO_CLASS
            if labelled and not (previous is not None and np.array_equal(pixels, previous)):
                self._put(recording, step)
                if step == tapped:
                    self._columns["sought"][start % self.capacity] = self.added - 1
            previous = pixels
        return self.added - start

    def _put(self, recording: Recording, step: int) -> None:
        row = self.added % self.capacity
        self.pixels[row] = recording.pixels[step]
        columns = self._columns
        columns["labels"][row] = recording.labels[step]
        columns["masks"][row] = recording.masks[step]
        columns["duals"][row] = recording.label_duals[step]
        columns["bounds"][row] = recording.bounds[step]
        columns["instruction"][row] = _number(self.instructions, recording.instruction)
        columns["environment"][row] = _number(self.environments, recording.environment)
        columns["sought"][row] = -1
        columns["loss"][row] = _NEW
        self.added += 1

    def beginnings(self) -> list[Beginning]:
        """List the first screens of demonstrations, with the element that was tapped first."""
        columns = self._columns
        found = []
        for row in np.flatnonzero(columns["sought"][: len(self)] >= 0).tolist():
            sought = int(columns["sought"][row])
            if sought >= self.added - self.capacity:
                element = sought % self.capacity
                instruction, environment = int(columns["instruction"][row]), int(columns["environment"][row])
                bounds = tuple(columns["bounds"][element].tolist())
                found.append(Beginning(row, instruction, environment, element, bounds))
        return found

    def batch(self, rows: NDArray[np.int64]) -> Batch:
        """Return the steps of some rows."""
        columns = self._columns
        allowed = np.unpackbits(columns["masks"][rows], axis=1)[:, :CLASSES].astype(np.bool_)
        return Batch(
            np.asarray(self.pixels[rows]),
            columns["labels"][rows].astype(np.int64),
            allowed,
            columns["duals"][rows],
            columns["instruction"][rows].astype(np.int64),
        )

    def draw(self, rng: np.random.Generator, size: int, hard: float) -> NDArray[np.int64]:
        """Draw rows with replacement: with probability ``hard`` in proportion to the last loss, else uniformly."""
        losses = self._columns["loss"][: len(self)]
        chances = hard * losses / losses.sum(dtype=np.float64) + (1 - hard) / len(self)
        found = np.searchsorted(np.cumsum(chances), rng.random(size))
        return np.minimum(found, len(self) - 1)

    def remember(self, rows: NDArray[np.int64], losses: NDArray[np.float32]) -> None:
        """Store the losses of some rows for `draw`."""
        self._columns["loss"][rows] = losses.clip(_LEAST, _MOST)

    def rows_of(self, environments: Sequence[str]) -> NDArray[np.int64]:
        """Return the rows of the steps in these environments."""
        numbers = [number for number, name in enumerate(self.environments) if name in set(environments)]
        return np.flatnonzero(np.isin(self._columns["environment"][: len(self)], numbers))

    def forget(self, added: int) -> None:
        """Drop the steps after the first ``added``, which belong to an unfinished round.

        Steps that they overwrote in a full store come back when the round is repeated: it gives the same steps.

        Raises:
            DatasetError: there are fewer steps.
        """
        if added > self.added:
            raise DatasetError(f"{self.file} has {self.added} steps, but the run's state needs {added}.")
        self.added = added

    def save(self, path: Path) -> None:
        """Write everything except the pictures, which are in their own file.

        Raises:
            TrainingError: the file can't be written, for instance because the disk is full.
        """
        if isinstance(self.pixels, np.memmap):
            self.pixels.flush()
        names = json.dumps({"instructions": self.instructions, "environments": self.environments})
        partial = path.with_suffix(".partial")
        columns: dict[str, Any] = {name: column[: len(self)] for name, column in self._columns.items()}
        try:
            with partial.open("wb") as file:
                np.savez(file, added=self.added, names=names, capacity=self.capacity, **columns)
            partial.replace(path)
        except OSError as error:
            partial.unlink(missing_ok=True)
            raise TrainingError(
                f"{path} can't be written ({error}). Make room, then give the same command again to resume."
            ) from error

    def load(self, path: Path) -> None:
        """Read a file of `save`.

        Raises:
            DatasetError: the store had another capacity, the file is damaged, or the pictures are missing.
        """
        if self._new:
            raise DatasetError(
                f"{self.file}, the pictures of {path}, is missing. Start the run from the beginning."
            )
        try:
            with np.load(path) as data:
                if int(data["capacity"]) != self.capacity:
                    raise DatasetError(f"{path} holds up to {data['capacity']} steps, not {self.capacity}.")
                self.added = int(data["added"])
                names = json.loads(str(data["names"]))
                for name, column in self._columns.items():
                    column[: len(self)] = data[name]
        except (OSError, ValueError, KeyError) as error:
            raise (
                error if isinstance(error, DatasetError) else DatasetError(f"{path} is damaged: {error}")
            ) from error
        self.instructions, self.environments = names["instructions"], names["environments"]


def _reserve(file: Path, size: int) -> bool:
    """Reserve the file's size on the disk: a full disk under a mapped file would kill the process without a message.

    Returns:
        Whether the file is new.
    """
    if file.exists() and file.stat().st_size == size:
        return False
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("wb") as opened:
            if hasattr(os, "posix_fallocate"):
                os.posix_fallocate(opened.fileno(), 0, size)
            else:
                opened.truncate(size)
    except OSError as error:
        file.unlink(missing_ok=True)
        raise TrainingError(
            f"{file} needs {size / 1e9:.1f} GB, which the disk does not have ({error.strerror}). Make room, or lower "
            "capacity."
        ) from error
    return True


def first_tap(recording: Recording) -> int | None:
    """Return the step of the first tap of a demonstration, if it hits an element and only swipes precede it."""
    for step in range(len(recording.noise)):
        if recording.noise[step] or recording.labels[step] == NO_CLASS:
            return None
        if recording.labels[step] in TAP_CLASSES:
            return step if np.isfinite(recording.bounds[step]).all() else None
        if recording.labels[step] not in SWIPE_CLASSES:
            return None
    return None


def _number(names: list[str], name: str) -> int:
    if name not in names:
        names.append(name)
    return names.index(name)
