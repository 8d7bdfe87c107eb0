"""Figures of a training run, for the terminal, a file of JSON lines, TensorBoard, and Weights & Biases."""

from __future__ import annotations

import importlib
import importlib.util
import json
import shlex
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    TaskProgressColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from bmoca_gym import tasks
from bmoca_gym.errors import MissingLibraryError, writing
from bmoca_gym.heartbeat import Heartbeat, duration
from bmoca_gym.policies import base_settings
from bmoca_gym.policies.settings import RunSettings

Report = Callable[[dict[str, Any]], None]


class Metrics:
    """Writer of a run's figures: a line for each epoch, round or evaluation.

    Args:
        file: file of JSON lines. Lines after the first ``done`` are dropped, since the run resumes there.
        done: number of lines to keep.
        settings: settings of the run.
        checkpoint: path of the policy, printed at the start and at the end with the command that evaluates it.
        report: called with each line.
        events: whether to write events for TensorBoard, in ``tensorboard`` beside the file, if it is installed and the
            settings ask for it.
        learnt: names of the trained tasks, for the command that evaluates the policy.
        totals: the last values of numbers that count, such as ``{"epoch": 40}``, printed as "epoch 3 of 40".

    Raises:
        MissingLibraryError: the settings name a project of Weights & Biases, but it is not installed.
    """

    def __init__(
        self,
        file: Path,
        done: int,
        settings: RunSettings,
        checkpoint: Path,
        report: Report | None = None,
        events: bool = True,
        learnt: Sequence[str] = ("representative",),
        totals: Mapping[str, int] | None = None,
    ) -> None:
        self._file, self._report, self._quiet = file, report, settings.quiet
        self._next = f"bmoca evaluate --agent {checkpoint}{_playing(learnt)}"
        self._wandb = _project(settings, file.parent) if settings.wandb else None
        lines = file.read_text(encoding="utf-8").splitlines()[:done] if file.exists() else []
        with writing(file):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        curves = file.parent / "tensorboard"
        kept = settings.tensorboard and importlib.util.find_spec("tensorboard") is not None
        self._events: Any = None
        if kept and events:
            self._events = importlib.import_module("torch.utils.tensorboard").SummaryWriter(
                str(curves), purge_step=done
            )
        self._number = done
        self._totals = totals or {}
        self._began = self._since = time.monotonic()
        self._first: float | None = None
        self._share = 0.0
        self._doing = "training"
        self._saying = threading.Lock()
        self._heartbeat = Heartbeat(self._beat)
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn(),
            TextColumn("left"), TimeRemainingColumn(), console=Console(stderr=True), disable=settings.quiet,
            transient=True,
        )  # fmt: skip
        self._task = self._bar.add_task("training", total=1.0)
        if not settings.quiet:
            print(f"The policy will be saved as {checkpoint}. To evaluate it: {self._next}")
            print(f"Curves: tensorboard --logdir {curves}" if kept else f"Figures: {file}", flush=True)

    def __enter__(self) -> Metrics:
        """Show the bar, or where there is no terminal, a line after ten seconds of silence."""
        if self._bar.console.is_terminal:
            self._bar.start()
        elif not self._quiet:
            self._heartbeat.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        """Call `close`, also after an error: a running bar hides the terminal's cursor."""
        self.close()
        if exception[0] is None and not self._quiet:
            print(f"Next: {self._next}", flush=True)

    def at(self, share: float, doing: str = "training") -> None:
        """Show the progress of the run: in the bar, or in the next line after ten seconds of silence.

        ``share``: from 0 to 1; ``doing``: what the run is doing.
        """
        self._share = min(1.0, share)
        if self._first is None:
            self._first, self._began = self._share, time.monotonic()
        if doing != self._doing:
            self._doing, self._since = doing, time.monotonic()
        self._bar.update(self._task, completed=self._share, description=doing)

    def _beat(self) -> None:
        """Say what the run is doing, for how long, and the time that is left."""
        so_far = f"{duration(time.monotonic() - self._since)} so far"
        self.say("  ".join(filter(None, (self._doing, so_far, self._left()))))

    def say(self, text: str) -> None:
        """Print a line, unless the run is quiet."""
        self._heartbeat.said()
        if not self._quiet:
            with self._saying:
                print(text, flush=True)

    def _left(self) -> str:
        """Write the expected remaining time, such as ``about 2 min left``; "" if nothing is known or left."""
        done = self._share - (self._first or 0.0)
        if done <= 0 or self._share >= 1:
            return ""
        seconds = (time.monotonic() - self._began) * (1 - self._share) / done
        return f"about {duration(seconds)} left"

    def write(self, line: dict[str, Any]) -> None:
        """Add a line, and print it."""
        self._number += 1
        with writing(self._file), self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        if self._report is not None:
            self._report(line)
        figures = {name: value for name, value in line.items() if isinstance(value, (int, float))}
        if self._events is not None:
            for name, value in figures.items():
                self._events.add_scalar(name, value, self._number)
            self._events.flush()
        if self._wandb is not None:
            self._wandb.log(figures, step=self._number)
        shown = [self._shown(name, value) for name, value in line.items()]
        self.say("  ".join(filter(None, (*shown, self._left()))))

    def _shown(self, name: str, value: object) -> str:
        if name in self._totals:
            return f"{name} {value} of {self._totals[name]}"
        return f"{name} {value:.4g}" if isinstance(value, float) else f"{name} {value}"

    def close(self) -> None:
        """Close the bar and all writers."""
        self._heartbeat.stop()
        self._bar.stop()
        if self._events is not None:
            self._events.close()
        if self._wandb is not None:
            self._wandb.finish()


def _project(settings: RunSettings, folder: Path) -> Any:
    """Open the run in Weights & Biases. It has the folder's name, and is resumed."""
    try:
        wandb = importlib.import_module("wandb")
    except ImportError as error:
        raise MissingLibraryError(
            f"wandb={settings.wandb} needs Weights & Biases, which can't be loaded: {error}. Install it with: "
            "pip install wandb, or leave the field empty."
        ) from error
    return wandb.init(
        project=settings.wandb, name=folder.name, id=folder.name, resume="allow", dir=str(folder),
        config=base_settings.to_mapping(settings),
    )  # fmt: skip


def _playing(learnt: Sequence[str]) -> str:
    """Write the option ``--tasks`` of an evaluation, if it differs from the default."""
    six = [task.id for task in tasks.select("representative")]
    if [*learnt] in (["representative"], six) or len(learnt) > len(six):
        return ""
    return f" --tasks {shlex.quote(','.join(learnt))}"
