"""Vector environment over several processes, and the function behind ``gym.make_vec``."""

from __future__ import annotations

import multiprocessing
import pickle
import signal
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import chain, pairwise
from multiprocessing.connection import Connection, wait
from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.error import AlreadyPendingCallError, NoAsyncCallError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import CloudpickleWrapper, batch_space
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.envs.environment import BMoCAEnv
from bmoca_gym.envs.vector import BMoCAVectorEnv, checked_mode, checked_number
from bmoca_gym.errors import ArgumentError, DeviceLostError

_SPAWN = multiprocessing.get_context("spawn")

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
    memory; texts, rewards and infos are sent through a pipe. A step takes as long as the slowest process.
    With few phones in each process, one that draws many new screens makes the others wait. With `send` and
    `recv` no process waits for another.

    Processes are spawned, so a script needs ``if __name__ == "__main__":``, as with any process pool.

    Args:
        num_envs: number of environments, at least as many as processes.
        processes: number of processes, usually one for each core.
        autoreset_mode: as for `BMoCAVectorEnv`.
        copy: return pixels as new arrays. If False, the next step overwrites them.
        kwargs: as for `BMoCAEnv`. ``device`` must not be one phone that they would share.

    Raises:
        ArgumentError: an argument is invalid. Further errors as `BMoCAEnv`.
        DeviceLostError: from any method, after a process has ended.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        **BMoCAEnv.metadata,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 2,
        processes: int = 2,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
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
        mode = checked_mode(autoreset_mode)
        alike = BMoCAEnv(**kwargs)
        self.metadata = {**alike.metadata, "autoreset_mode": mode}
        self.render_mode = alike.render_mode
        self.single_observation_space, self.single_action_space = alike.observation_space, alike.action_space
        alike.close()
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.copy = copy
        memory = _shared_memory(self.single_observation_space, self.num_envs)
        self._pixels = _arrays(self.single_observation_space, memory, slice(0, self.num_envs), self.num_envs)
        edges = [self.num_envs * number // processes for number in range(processes + 1)]
        self._shares = [
            _Share(first, end, partial(BMoCAVectorEnv, end - first, mode, **kwargs), self.num_envs, memory)
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
        if seed is None or isinstance(seed, int):
            seeds = [None if seed is None else seed + number for number in range(self.num_envs)]
        else:
            seeds = list(seed)
        self._check_length("seed", seeds)
        others = dict(options or {})
        mask = others.pop("reset_mask", None)
        if mask is not None:
            self._check_length("options['reset_mask']", mask)
            if np.asarray(mask).dtype != np.bool_ or not np.any(mask):
                raise ArgumentError(f"options['reset_mask'] is {mask!r}; it must be bool, with a True in it.")
        asked = {}
        for share in self._shares:
            mine: dict[str, Any] | None = others or None
            if mask is not None:
                if not np.any(mask[share.part]):
                    continue
                mine = others | {"reset_mask": np.asarray(mask[share.part])}
            asked[share] = ("reset", seeds[share.part], mine)
        found = self._ask(asked)
        infos = {share: infos for share, (_, infos) in found.items()}
        for share, (texts, _) in found.items():
            share.texts = texts
        return self._observations(), _joined([infos.get(share, {}) for share in self._shares], self._sizes())

    def step(self, actions: Any) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Perform a step on every phone."""
        self.step_async(actions)
        return self.step_wait()

    def step_async(self, actions: Any) -> None:
        """Start a step and return at once. `step_wait` returns its results."""
        self._check_length("actions", actions)
        self._send({share: ("step", actions[share.part]) for share in self._shares})

    def step_wait(self) -> tuple[Any, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Wait for the step that `step_async` has started, and return its results."""
        if not all(share.stepping for share in self._shares):
            raise NoAsyncCallError("No step has started: call step_async() before step_wait().", "step")
        found = self._answers(self._shares)
        for share, (texts, *_) in found.items():
            share.texts = texts
        rewards, terminated, truncated = (
            np.concatenate([answer[place] for answer in found.values()]) for place in (1, 2, 3)
        )
        infos = _joined([answer[4] for answer in found.values()], self._sizes())
        return self._observations(), rewards, terminated, truncated, infos

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
        self._send({share: ("step", actions)})

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
        share.texts, *rest = share.answer()
        space = self.single_observation_space
        pixels = _part(self._pixels, share.part)
        return number, (_observed(space, pixels, [share.texts], self.copy), *rest)

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
        self._check_length("values", values)
        self._ask({share: ("set_attr", name, values[share.part]) for share in self._shares})

    def close_extras(self, **kwargs: Any) -> None:
        """End the processes."""
        for share in self._shares:
            share.close()

    def _check_length(self, name: str, given: Any) -> None:
        if len(given) != self.num_envs:
            raise ArgumentError(
                f"{name} has {len(given)} items; there are {self.num_envs} environments, and each needs one."
            )

    def _sizes(self) -> list[int]:
        return [share.part.stop - share.part.start for share in self._shares]

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

    def _observations(self) -> Any:
        return _observed(
            self.single_observation_space,
            self._pixels,
            [share.texts for share in self._shares],
            self.copy,
        )


class _Share:
    """The environments of one process, as the main process sees them. ``part``: their indices."""

    def __init__(
        self, first: int, end: int, make: Callable[[], BMoCAVectorEnv], of: int, memory: Any
    ) -> None:
        self.part = slice(first, end)
        #: The last observations without the parts in shared memory.
        self.texts: Any = None
        #: Whether a step was started whose results were not asked for yet.
        self.stepping = False
        self.pipe, theirs = _SPAWN.Pipe()
        self._process = _SPAWN.Process(
            target=_work, args=(theirs, CloudpickleWrapper(make), memory, self.part, of), daemon=True
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


def _work(pipe: Connection, make: Callable[[], BMoCAVectorEnv], memory: Any, part: slice, of: int) -> None:
    """Main loop of a process: make its environments, then answer requests until the pipe is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the process that asks
    try:
        vector = make()
    except Exception as error:
        pipe.send((False, _sendable(error)))
        return
    room = _arrays(vector.single_observation_space, memory, part, of)
    vector._room = lambda: room  # type: ignore[method-assign]
    pipe.send((True, None))
    try:
        while True:
            (name, *arguments), options = pipe.recv()
            try:
                pipe.send((True, _done(vector, name, arguments, options)))
            except OSError:
                raise
            except Exception as error:
                pipe.send((False, _sendable(error)))
    except (EOFError, OSError):
        vector.close()


def _done(vector: BMoCAVectorEnv, name: str, arguments: Sequence[Any], options: Mapping[str, Any]) -> Any:
    if name == "reset":
        seeds, given = arguments
        observations, infos = vector.reset(seed=seeds, options=given)
        return _texts(observations), infos
    if name == "step":
        observations, *rest = vector.step(*arguments)
        return _texts(observations), *rest
    return getattr(vector, name)(*arguments, **options)


def _sendable(error: Exception) -> Exception:
    """Make an error that another process can unpickle."""
    try:
        read: Any = pickle.loads(pickle.dumps(error))
    except Exception:
        read = None
    return error if type(read) is type(error) else RuntimeError(f"{type(error).__name__}: {error}")


def _shared_memory(space: gym.Space[Any], number: int) -> Any:
    """Memory for ``number`` observations with the structure of the space; None for parts that are not arrays."""
    if isinstance(space, gym.spaces.Dict):
        return {name: _shared_memory(part, number) for name, part in space.items()}
    if isinstance(space, gym.spaces.Box):
        return _SPAWN.RawArray("b", number * int(np.prod(space.shape)) * space.dtype.itemsize)
    return None


def _arrays(space: gym.Space[Any], memory: Any, part: slice, of: int) -> Any:
    """A part of ``of`` observations, as arrays over shared memory."""
    if isinstance(space, gym.spaces.Dict):
        return {name: _arrays(inner, memory[name], part, of) for name, inner in space.items()}
    if isinstance(space, gym.spaces.Box):
        return np.frombuffer(memory, space.dtype).reshape(of, *space.shape)[part]
    return ()


def _part(arrays: Any, part: slice) -> Any:
    """The same part of every array."""
    if isinstance(arrays, dict):
        return {name: _part(inner, part) for name, inner in arrays.items()}
    return arrays[part]


def _texts(observations: Any) -> Any:
    """Observations without their arrays."""
    if isinstance(observations, dict):
        return {name: _texts(part) for name, part in observations.items()}
    return None if isinstance(observations, np.ndarray) else observations


def _observed(space: gym.Space[Any], pixels: Any, texts: Sequence[Any], copy: bool) -> Any:
    """All observations, from the arrays and the texts of the shares."""
    if isinstance(space, gym.spaces.Dict):
        return {
            name: _observed(part, pixels[name], [text[name] for text in texts], copy)
            for name, part in space.items()
        }
    if isinstance(space, gym.spaces.Box):
        return pixels.copy() if copy else pixels
    return tuple(chain.from_iterable(texts))


def _joined(infos: Sequence[dict[str, Any]], sizes: Sequence[int]) -> dict[str, Any]:
    """Merge the infos of all shares into those of one vector environment."""
    names = dict.fromkeys(chain.from_iterable(infos))
    found: dict[str, Any] = {}
    for name in names:
        parts = [info.get(name) for info in infos]
        one: Any = next(part for part in parts if part is not None)
        if isinstance(one, dict):
            found[name] = _joined([{} if part is None else part for part in parts], sizes)
            continue
        empty = None if one.dtype == object else 0
        found[name] = np.concatenate(
            [
                np.full((size, *one.shape[1:]), empty, one.dtype) if part is None else part
                for part, size in zip(parts, sizes, strict=True)
            ]
        )
    return found
