"""Vector environment over several processes, and the function behind ``gym.make_vec``."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from math import ceil
from multiprocessing.connection import Connection, wait
from typing import Any

import numpy as np
from gymnasium.error import AlreadyPendingCallError, NoAsyncCallError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import CloudpickleWrapper, batch_space
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs import infos
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.infos import Column
from bmoca_gym.envs.shared_pixels import (
    Loans,
    SharedPixels,
    together,
    with_pixels,
    without_pixels,
    write_pixels,
)
from bmoca_gym.envs.vector import (
    BMoCAVectorEnv,
    check_length,
    checked_mode,
    checked_number,
    reset_arguments,
)
from bmoca_gym.errors import ArgumentError, DeviceLostError

_SPAWN = multiprocessing.get_context("spawn")

#: Batches of pixels that there is memory for. A loop holds one while the next is made. The pixels of the last one are
#: always copied, so it is always free.
_BATCHES = 3

#: Last observations of episodes that there is memory for, as a share of the environments. Others go through the pipe.
_ENDING = 0.25

#: Requests that make observations; their first argument is the batch.
_OBSERVING = ("reset", "step")

#: Seconds that a process gets to end by itself; then it is killed.
_PATIENCE = 10.0


def make_vector(num_envs: int = 1, processes: int = 1, **kwargs: Any) -> VectorEnv[Any, Any, Any]:
    """Make a `BMoCAVectorEnv`, or a `BMoCAAsyncVectorEnv` if ``processes`` is above 1, for ``gym.make_vec``."""
    if checked_number("processes", processes) == 1:
        return BMoCAVectorEnv(num_envs, **kwargs)
    return BMoCAAsyncVectorEnv(num_envs, processes, **kwargs)


class BMoCAAsyncVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` environments in several processes, stepped together.

    ``gym.make_vec("BMoCA-Alarm-v0", num_envs=256, processes=2)`` makes one. Its results equal those of a
    `BMoCAVectorEnv`, bit for bit.

    Each process has a `BMoCAVectorEnv` with its share of the environments. Pixels are written into shared
    memory; texts, rewards and infos are sent through a pipe. Pixels that you hold are never overwritten: while
    you hold those of two steps or more, new ones are copied, which takes time. A step takes as long as the
    slowest process. With few phones in each process, one that draws many new screens makes the others wait.
    With `send` and `recv` no process waits for another.

    Processes are spawned, so a script needs ``if __name__ == "__main__":``, as with any process pool.

    Args:
        num_envs: number of environments, at least as many as processes.
        processes: number of processes, usually one for each core.
        autoreset_mode: as for `BMoCAVectorEnv`.
        kwargs: as for `PhoneEnv`. ``device`` must not be one phone that they would share.

    Raises:
        ArgumentError: an argument is invalid. Further errors as `PhoneEnv`.
        DeviceLostError: from any method, after a process has ended.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        **PhoneEnv.metadata,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 2,
        processes: int = 2,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        **kwargs: Any,
    ) -> None:
        super().__init__()
        self.closed = True  # until there is something to close
        self.num_envs = checked_number("num_envs", num_envs)
        if checked_number("processes", processes) > self.num_envs:
            raise ArgumentError(
                f"processes is {processes}, more than the {num_envs} environments; it must be from 1 to num_envs."
            )
        device = kwargs.get("device")
        if isinstance(device, Device) and not isinstance(device, type):
            raise ArgumentError(
                "A given phone can't move to another process; give a function that makes a device, or processes=1."
            )
        self.autoreset_mode = mode = checked_mode(autoreset_mode)
        alike = PhoneEnv(**kwargs)
        self.metadata = {**alike.metadata, "autoreset_mode": mode}
        self.render_mode = alike.render_mode
        self.single_observation_space, self.single_action_space = alike.observation_space, alike.action_space
        alike.close()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._pixels = SharedPixels(self.single_observation_space, _BATCHES, self.num_envs, _SPAWN)
        edges = [self.num_envs * number // processes for number in range(processes + 1)]
        self._shares = [
            _Share(
                slice(first, end),
                partial(_Part, autoreset_mode=mode, **kwargs),
                self._pixels,
                SharedPixels(self.single_observation_space, _BATCHES, ceil(_ENDING * (end - first)), _SPAWN),
            )
            for first, end in pairwise(edges)
        ]
        self.closed = False
        try:
            self._answers(self._shares)
        except Exception:
            self.close()
            raise

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Start an episode on every phone, or only on those with True in ``options["reset_mask"]``.

        ``seed``: the seed of the first environment; the others have the numbers that follow. Or a list with
        one for each.
        """
        seeds, mask, others = reset_arguments(self.num_envs, seed, options)
        batch, asked = self._free_batch(self._shares), {}
        for share in self._shares:
            mine = mask[share.part]
            if mine.any():
                given = {"seed": seeds[share.part], "options": {**others, "reset_mask": mine}}
                asked[share] = ("reset", batch, given)
            else:
                share.stay(batch)
        found = self._ask(asked)
        for share, (seen, _) in found.items():
            share.seen = seen
        told = [(share.part.start, entries) for share, (_, entries) in found.items()]
        return self._observations(), infos.arrays(told, self.num_envs)

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Perform a step on every phone."""
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Start a step and return at once. `step_wait` returns its results."""
        check_length("actions", actions, self.num_envs)
        batch = self._free_batch(self._shares)
        self._send({share: ("step", batch, actions[share.part]) for share in self._shares})

    def step_wait(self) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Wait for the step that `step_async` has started, and return its results."""
        if not all(share.stepping for share in self._shares):
            raise NoAsyncCallError("No step has started: call step_async() before step_wait().", "step")
        found = self._answers(self._shares)
        for share, (seen, *_) in found.items():
            share.seen = seen
        rewards, terminated, truncated = (
            np.concatenate([answer[place] for answer in found.values()]) for place in (1, 2, 3)
        )
        told = [(share.part.start, share.with_finals(answer[4])) for share, answer in found.items()]
        return self._observations(), rewards, terminated, truncated, infos.arrays(told, self.num_envs)

    @property
    def parts(self) -> tuple[slice, ...]:
        """The environments of each process."""
        return tuple(share.part for share in self._shares)

    def send(self, number: int, actions: Any) -> None:
        """Start a step of the environments of one process, ``parts[number]``. `recv` returns its results."""
        share = self._shares[number]
        if len(actions) != share.part.stop - share.part.start:
            raise ArgumentError(
                f"actions has {len(actions)} items; process {number} needs one for each of its environments."
            )
        self._send({share: ("step", self._free_batch([share]), actions)})

    def recv(
        self,
    ) -> tuple[int, tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]]:
        """Wait for the first of the steps that `send` has started; return the process's number and the step's
        results.

        No process waits for another this way.
        """
        stepping = {share.pipe: number for number, share in enumerate(self._shares) if share.stepping}
        if not stepping:
            raise NoAsyncCallError("No step has started: call send() before recv().", "step")
        number = stepping[wait([*stepping])[0]]  # type: ignore[index]
        share = self._shares[number]
        share.seen, rewards, terminated, truncated, entries = share.answer()
        pixels = self._pixels.array(share.batch, share.part)
        observations = together(share.seen, _own(pixels, share.batch, [share]))
        told = infos.arrays([(0, share.with_finals(entries))], share.part.stop - share.part.start)
        return number, (observations, rewards, terminated, truncated, told)

    def render(self) -> tuple[Any, ...]:
        """Return the screen of every phone at native size."""
        return self._every("render")

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call the method ``name`` of each environment, or read its attribute of that name."""
        return self._every("call", name, *args, **kwargs)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of each environment."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set an attribute of each environment: to the items of a list or tuple, or all to the same value."""
        if not isinstance(values, (list, tuple)):
            values = [values] * self.num_envs
        check_length("values", values, self.num_envs)
        self._ask({share: ("set_attr", name, values[share.part]) for share in self._shares})

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes."""
        for share in self._shares:
            share.close()

    def _every(self, *command: Any, **options: Any) -> tuple[Any, ...]:
        found = self._ask(dict.fromkeys(self._shares, command), options)
        return tuple(chain.from_iterable(found.values()))

    def _ask(
        self, commands: Mapping[_Share, tuple[Any, ...]], options: Mapping[str, Any] = {}
    ) -> dict[_Share, Any]:
        self._send(commands, options)
        return self._answers(commands)

    def _send(self, commands: Mapping[_Share, tuple[Any, ...]], options: Mapping[str, Any] = {}) -> None:
        if any(share.stepping for share in commands):
            raise AlreadyPendingCallError("A step was begun: call step_wait() or recv() first.", "step")
        for share, command in commands.items():
            share.send(command, options)

    def _answers(self, shares: Any) -> dict[_Share, Any]:
        """The answer of each share. If some raised errors, the first one is raised after all have answered."""
        found, errors = {}, []
        for share in shares:
            try:
                found[share] = share.answer()
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        return found

    def _free_batch(self, shares: Sequence[_Share]) -> int:
        """The first batch of which the caller holds no pixels."""
        return next(batch for batch in range(_BATCHES) if all(share.loans.free(batch) for share in shares))

    def _observations(self) -> Any:
        """The last observations of all shares, which are in one batch."""
        batch = self._shares[0].batch
        pixels = _own(self._pixels.array(batch), batch, self._shares)
        return together([*chain.from_iterable(share.seen for share in self._shares)], pixels)


def _own(pixels: NDArray[Any], batch: int, shares: Sequence[_Share]) -> NDArray[Any]:
    """A copy of a batch's pixels for the caller."""
    if batch == _BATCHES - 1:
        own: NDArray[Any] = pixels.copy()
        return own
    for share in shares:
        share.loans.lend(batch, pixels)
    return pixels


class _Share:
    """The environments of one process, as the main process sees them. ``part``: their indices."""

    def __init__(
        self, part: slice, make: Callable[..., _Part], pixels: SharedPixels, finals: SharedPixels
    ) -> None:
        self.part = part
        #: The last observations, without pixels. These are in ``batch``.
        self.seen: list[Any] = []
        self.batch = 0
        self.loans = Loans(_BATCHES)
        #: Whether a step was started whose results were not asked for yet.
        self.stepping = False
        self._pixels, self._finals = pixels, finals
        self.pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(
            target=_work, args=(theirs, CloudpickleWrapper(make), pixels, finals, part), daemon=True
        )
        self._process.start()
        theirs.close()

    def send(self, command: tuple[Any, ...], options: Mapping[str, Any]) -> None:
        """Send a request. `answer` returns its result."""
        try:
            self.pipe.send((command, dict(options)))
        except OSError:
            raise self._lost() from None
        self.stepping = command[0] == "step"
        if command[0] in _OBSERVING:
            self.batch = command[1]

    def stay(self, batch: int) -> None:
        """Move the last observations to a free batch."""
        if batch != self.batch:
            self._pixels.array(batch, self.part)[:] = self._pixels.array(self.batch, self.part)
            self.batch = batch

    def with_finals(self, entries: dict[str, Column]) -> dict[str, Column]:
        """Complete the infos of a step with the pixels of the last observations of episodes."""
        if "final_obs" in entries:
            last: Any = entries["final_obs"].values
            pixels = _own(self._finals.array(self.batch), self.batch, [self])
            for place, (observation, own) in enumerate(zip(last, pixels, strict=False)):
                last[place] = with_pixels(observation, own)
        return entries

    def answer(self) -> Any:
        """Return the result of the last request, or raise its error."""
        self.stepping = False
        try:
            worked, found = self.pipe.recv()
        except (EOFError, OSError):
            raise self._lost() from None
        if not worked:
            raise found
        return found

    def close(self) -> None:
        """End the process, whatever its state."""
        self.pipe.close()  # which it takes as a request to end
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def _lost(self) -> DeviceLostError:
        self._process.join(_PATIENCE)
        return DeviceLostError(
            f"The process with environments {self.part.start} to {self.part.stop - 1} has ended with exit code "
            f"{self._process.exitcode}; close this vector environment and make another."
        )


class _Part(BMoCAVectorEnv):
    """The environments of one process, as that process sees them: `BMoCAVectorEnv` with the pixels in shared memory
    and infos as columns. ``batch``: where the pixels of the next reset or step belong.
    """

    def __init__(self, pixels: SharedPixels, finals: SharedPixels, part: slice, **kwargs: Any) -> None:
        super().__init__(part.stop - part.start, **kwargs)
        self.batch = 0
        self._pixels = [pixels.array(batch, part) for batch in range(_BATCHES)]
        self._finals = [finals.array(batch) for batch in range(_BATCHES)]

    def answer(self, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
        """Perform a request."""
        if name not in _OBSERVING:
            return getattr(self, name)(*arguments, **options)
        self.batch, given = arguments
        return self.step(given) if name == "step" else self.reset(**given)

    def _batch(self) -> Any:
        """The last observations without their pixels, which are written into shared memory."""
        for observation, place in zip(self._env_obs, self._pixels[self.batch], strict=True):
            write_pixels(observation, place)
        return [without_pixels(observation) for observation in self._env_obs]

    def _gathered(self, entries: dict[str, Column]) -> dict[str, Any]:
        if "final_obs" in entries:
            last: Any = entries["final_obs"].values
            for place, (observation, room) in enumerate(zip(last, self._finals[self.batch], strict=False)):
                write_pixels(observation, room)
                last[place] = without_pixels(observation)
        return entries


def _work(
    pipe: Connection, wrapped: CloudpickleWrapper, pixels: SharedPixels, finals: SharedPixels, part: slice
) -> None:
    """Main loop of a process: make its environments, then answer requests until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    try:
        make: Any = wrapped.fn
        vector: _Part = make(pixels, finals, part)
    except Exception as error:
        pipe.send((False, _sendable(error)))
        return
    pipe.send((True, None))
    try:
        while True:
            (name, *arguments), options = pipe.recv()
            try:
                pipe.send((True, vector.answer(name, arguments, options)))
            except OSError:
                raise
            except Exception as error:
                pipe.send((False, _sendable(error)))
    except (EOFError, OSError):
        vector.close()


def _sendable(error: Exception) -> Exception:
    """Make an error that another process can unpickle."""
    try:
        read: Any = pickle.loads(pickle.dumps(error))
    except Exception:
        read = None
    return error if type(read) is type(error) else RuntimeError(f"{type(error).__name__}: {error}")
