"""Experts in place of models: an endpoint with scripted answers, and episodes that take the full path."""

from __future__ import annotations

import json
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, NamedTuple

from bmoca_gym import agents
from bmoca_gym.agents.agent import Agent
from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.formats.styles import STYLES
from bmoca_gym.agents.language.formats.writing import LackingError
from bmoca_gym.agents.language.generic.agent import RECIPES as GENERIC
from bmoca_gym.agents.language.generic.agent import turn
from bmoca_gym.agents.language.generic.writing import written_by
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.agents.language.vendors.agent import VENDORS
from bmoca_gym.envs.actions import GestureActions
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.errors import BmocaError, DatasetError, writing

#: Name of the player that makes the gestures themselves, without a grammar.
EXPERT = "expert"

#: The agents that an expert can speak for.
PLAYERS = (*STYLES, *VENDORS, *GENERIC)

#: Largest request that the endpoint reads, in bytes.
_LARGEST = 64 * 1024 * 1024


class Outcome(NamedTuple):
    """How an episode ended.

    Attributes:
        player: name of the agent, or `EXPERT`.
        task, seed, environment: the episode.
        solved: whether the task was solved.
        steps: number of steps.
        reason: why it was not solved: what the grammar lacks, or where it diverged from the expert.
    """

    player: str
    task: str
    seed: int
    environment: str
    solved: bool
    steps: int
    reason: str = ""


class ScriptedEndpoint:
    """Endpoint on a free port of the loopback interface, for any protocol and path. A context manager.

    Attributes:
        answer: the body that the next request gets.
        asked: number of requests so far.
        url: the address, as ``base_url``.
    """

    def __init__(self) -> None:
        self.answer: dict[str, Any] = {}
        self.asked = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (_Handler,), {"endpoint": self}))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}/v1"
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True
        )

    def __enter__(self) -> ScriptedEndpoint:
        self._thread.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    endpoint: ScriptedEndpoint

    def log_message(self, *arguments: object) -> None:
        """Print nothing."""

    def do_POST(self) -> None:
        """Answer a request."""
        length = int(self.headers.get("Content-Length") or 0)
        if not 0 < length <= _LARGEST:
            self.send_error(413)
            return
        self.rfile.read(length)
        self.endpoint.asked += 1
        body = json.dumps(self.endpoint.answer).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def completion(text: str, calls: Sequence[tuple[str, str]] = ()) -> dict[str, Any]:
    """Make the body of a chat completion. ``calls``: function calls, their name and arguments as JSON."""
    message: dict[str, Any] = {"role": "assistant", "content": text}
    if calls:
        message = turn(text, calls, [str(number) for number in range(len(calls))])
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls" if calls else "stop"}
    return {"id": "1", "object": "chat.completion", "created": 0, "model": "", "choices": [choice]}


class Speaker:
    """Plays tasks as an expert that speaks a grammar; prompt, picture, HTTP, parser and action mode are those of a
    model.

    Args:
        player: name of an agent of `PLAYERS`, or `EXPERT` for the gestures themselves.
        endpoint: the endpoint that speaks for the expert.
        options: options of the agents. Each uses the ones it knows.
        cache: folder for responses.
    """

    def __init__(self, player: str, endpoint: ScriptedEndpoint, options: dict[str, Any], cache: str) -> None:
        self.player = player
        self._endpoint = endpoint
        self._agent: Agent | None = None
        if player == EXPERT:
            self._env = PhoneEnv(observation="pixels", resolution=(27, 60))
            self._env.action_mode = GestureActions()
            return
        known = {option.name for option in agents.options_of(player)}
        given = {name: value for name, value in options.items() if name in known}
        given |= {"model": "expert", "base_url": endpoint.url, "cache": cache}
        self._options = agents.options(player, given)
        self._agent = agents.create(player, given)
        self._env = PhoneEnv(**agents.environment_arguments(player, self._options))

    def play(self, source: Source, seed: int = 0) -> Outcome:
        """Play an episode."""
        steps, refused, reason = 0, "", ""
        played = solutions.play(self._env, *source, seed=seed)
        said: str | None = None
        try:
            while True:
                screen = played.send(said)
                refused = refused or str(screen.info["wrong_format"] or "")
                if self._agent is not None:
                    if not steps:
                        self._agent.reset(self._env, screen.info, seed)
                    self._endpoint.answer = self._body(screen)
                    said = self._agent.act(screen.observation, screen.info)
                steps += 1
        except StopIteration:
            pass
        except LackingError as error:
            reason = f"lacks {error.lacks}"
        except BmocaError as error:
            reason = f"refused: {refused}" if refused else str(error)
        task, configuration = source
        return Outcome(self.player, task.id, task.task_seed, configuration.id, not reason, steps, reason)

    def _body(self, screen: solutions.Screen) -> dict[str, Any]:
        """The response of a model that performs the expert's action."""
        if self.player in VENDORS:
            return VENDORS[self.player].body(json.loads(screen.action))
        if self.player in GENERIC:
            recipe = GENERIC[self.player].recipe(self._options)
            return completion(*written_by(recipe, screen.action, screen.thought))
        return completion(screen.action)

    def close(self) -> None:
        """Close the phone and the connections."""
        self._env.close()
        close = getattr(self._agent, "close", None)
        if close is not None:
            close()


@contextmanager
def speakers(players: Sequence[str], options: dict[str, Any]) -> Iterator[list[Speaker]]:
    """Make the players that share an endpoint, and close them all at the end.

    Raises:
        SettingsError: an option is invalid, or there is no such agent.
    """
    made: list[Speaker] = []
    with ScriptedEndpoint() as endpoint, tempfile.TemporaryDirectory() as folder:
        try:
            for player in players:
                made.append(Speaker(player, endpoint, options, folder))
            yield made
        finally:
            for one in made:
                one.close()


def check(
    players: Sequence[str], sources: Sequence[Source], options: dict[str, Any], out: Path | None = None
) -> Iterator[Outcome]:
    """Play every source with the expert itself, and then with each player if the expert solves it.

    Args:
        players: names of agents of `PLAYERS`.
        sources: tasks and configurations.
        options: options of the agents.
        out: a file with a JSON line for each outcome. What it already has is not played again.

    Raises:
        SettingsError: an option is invalid, or there is no such agent.
        OutputError: the file can't be written.
        DatasetError: the file has other lines.
    """
    kept = {} if out is None else {one[:4]: one for one in read(out)}
    with speakers((EXPERT, *players), options) as made:
        for source in sources:
            for speaker in made:
                key = speaker.player, source.task.id, source.task.task_seed, source.configuration.id
                outcome = kept.get(key)
                if outcome is None:
                    outcome = speaker.play(source)
                    if out is not None:
                        with writing(out), out.open("a", encoding="utf-8") as file:
                            file.write(json.dumps(outcome, ensure_ascii=False) + "\n")
                yield outcome
                if speaker.player == EXPERT and not outcome.solved:
                    break


def read(file: Path) -> list[Outcome]:
    """Read the outcomes in a file; none if there is no file.

    Raises:
        DatasetError: a line is malformed.
    """
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
        return [Outcome(*json.loads(line)) for line in lines]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, TypeError) as error:
        raise DatasetError(f"{file} is not a file of this command: {error}") from error


class Score(NamedTuple):
    """How many of the episodes the expert solves a player also solves, and why not more: each reason with its count."""

    player: str
    solved: int
    of: int
    reasons: tuple[tuple[str, int], ...]


def scores(outcomes: Iterable[Outcome]) -> list[Score]:
    """Count outcomes by player."""
    by_player: dict[str, list[Outcome]] = {}
    for one in outcomes:
        by_player.setdefault(one.player, []).append(one)
    return [
        Score(
            player, sum(one.solved for one in own), len(own),
            tuple(Counter(one.reason for one in own if not one.solved).most_common()),
        )
        for player, own in by_player.items()
    ]  # fmt: skip
