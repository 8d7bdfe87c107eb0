"""Several players in threads of one process, for agents that mostly wait for answers."""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Generator, Sequence
from pathlib import Path

from bmoca_gym.episodes.records import Episode, Key
from bmoca_gym.evaluation.player import ExpertSteps, MakeEnvironment, OnUsage, Player
from bmoca_gym.evaluation.settings import Settings

#: Time for the threads to end when the run is stopped, in seconds. A thread that still waits for an answer then is
#: abandoned: it writes no record, and ends with the process.
_PATIENCE = 2.0


def play_in_threads(
    jobs: Sequence[Key],
    arguments: tuple[Settings, Path, MakeEnvironment, ExpertSteps],
    count: int,
    on_usage: OnUsage | None = None,
) -> Generator[Episode, None, None]:
    """Play ``jobs`` in up to ``count`` threads, and yield each episode as it ends.

    One thread at a time uses the phones, because phones compute and share caches. The agents wait for their answers at
    the same time. ``on_usage``: see `Player`; any thread may call it.

    Raises:
        Exception: a thread could not make its agent or its phone.
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
        except BaseException as error:  # also SystemExit, which would end a thread silently
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
