"""Several players in threads of one process, for agents that wait for answers most of the time."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Generator, Sequence
from pathlib import Path

from bmoca_gym.evaluation.player import ExpertSteps, MakeEnvironment, OnUsage, Player
from bmoca_gym.evaluation.records import Episode, Key
from bmoca_gym.evaluation.settings import Settings

#: How long the threads are given to end when the run is stopped, in seconds. Who still waits for an answer then is left
#: behind: it writes no record, and ends with the process.
_PATIENCE = 2.0


def play_in_threads(
    jobs: Sequence[Key],
    arguments: tuple[Settings, Path, MakeEnvironment, ExpertSteps],
    count: int,
    on_usage: OnUsage | None = None,
) -> Generator[Episode, None, None]:
    """Play ``jobs`` in up to ``count`` threads, and yield each episode as it ends.

    What is done on the phones is done by one thread at a time: they compute, and share what they have computed. The
    agents wait for their answers side by side. ``on_usage``: see `Player`; it is called by any of the threads.

    Raises:
        Exception: what kept a thread from making its agent or its phone.
    """
    waiting = deque(jobs)
    told: queue.Queue[Episode | BaseException | None] = queue.Queue()
    stop, phone = threading.Event(), threading.RLock()
    players: list[Player] = []

    def work() -> None:
        try:
            player = Player(*arguments, phone=phone, on_usage=on_usage)
            players.append(player)
            try:
                while waiting and not stop.is_set():
                    told.put(player.play(waiting.popleft()))
            finally:
                player.close()
        except IndexError:  # another thread took the last one
            pass
        except BaseException as error:  # also SystemExit, which would end a thread without a word
            told.put(error)
        finally:
            told.put(None)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(min(count, len(jobs)))]
    for thread in threads:
        thread.start()
    try:
        running = len(threads)
        while running:
            answer = told.get()
            if isinstance(answer, BaseException):
                raise answer
            if answer is None:
                running -= 1
            else:
                yield answer
    finally:
        stop.set()
        for player in players:
            player.abort()
        end = time.monotonic() + _PATIENCE
        for thread in threads:
            thread.join(timeout=max(0.0, end - time.monotonic()))
