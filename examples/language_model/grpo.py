"""Continues from a fine-tuned model with reinforcement learning: GRPO, on a processor or a GPU, without a server.

    python grpo.py --model runs/alarm --tasks Alarm --environments sampled.yaml --out runs/grpo
    python grpo.py --model runs/alarm --tasks Alarm --reward expert_distance --by step --out runs/grpo

A group begins in one state. Its members' answers are sampled, and each answer is reinforced by how much better it did
than the group's mean, in standard deviations.

``--by episode`` plays each member to its end and compares what the episodes have earned. ``--by step`` forks the phone
at every screen, compares what the members' answers have earned there, and continues from the best: this needs a reward
that distinguishes steps, as ``expert_distance`` does. Only answers that earned something are reinforced, and an episode
ends where no answer has earned anything on four screens in a row.

Answers that are equal lead to equal phones, so a group is a tree: what members share is written, read and learnt once.
The run writes a checkpoint every ten minutes; give the command again to resume from the last one.
"""

from __future__ import annotations

import argparse
import copy
import json
import math
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import torch
from conversation import ARGUMENTS, SCREENS, first, later, turn, unnamed
from finetune import begin, save
from player import LONGEST
from transformers import DynamicCache

from bmoca_gym import splits
from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.envs.environment import PhoneEnv
from bmoca_gym.envs.episode_state import EpisodeState
from bmoca_gym.errors import BmocaError

#: Most tokens that are learnt from at once: activations take some 1.5 MB a token.
MOST = 1500
#: By step, an episode ends after so many screens in a row at which no answer earned anything.
LOST = 4


class Part(NamedTuple):
    """Tokens of a conversation, and the number of the part before them, or -1."""

    tokens: tuple[int, ...]
    before: int


class Episode(NamedTuple):
    """How an episode ended, how many members played it, and the parts that are its answers."""

    earned: float
    success: bool
    members: int
    answers: tuple[int, ...]


@dataclass
class Group:
    """What the members of a group have read and written, a tree of parts, and the advantages of their answers.

    Attributes:
        parts: each after the one that it continues.
        advantages: of answers, by part: the sum over the members who gave the answer.
        episodes: how the episodes ended.
        learnt: tokens of the answers with an advantage, each member's counted.
        steps: steps that the members took.
        nearer: those of them that earned something.
    """

    parts: list[Part] = field(default_factory=list)
    advantages: dict[int, float] = field(default_factory=dict)
    episodes: list[Episode] = field(default_factory=list)
    learnt: int = 0
    steps: int = 0
    nearer: int = 0

    def add(self, tokens: Sequence[int], before: int) -> int:
        """Add a part. Return its number."""
        self.parts.append(Part(tuple(tokens), before))
        return len(self.parts) - 1

    def learn(self, part: int, advantage: float, members: int) -> None:
        """Give an answer of some members an advantage."""
        if advantage:
            self.advantages[part] = self.advantages.get(part, 0.0) + advantage * members
            self.learnt += members * len(self.parts[part].tokens)

    def compare(self) -> None:
        """Give the answers of each episode an advantage by how much better it did than the mean."""
        found = advantages(
            [episode.earned for episode in self.episodes], [episode.members for episode in self.episodes]
        )
        for episode, advantage in zip(self.episodes, found, strict=True):
            for part in episode.answers:
                self.learn(part, advantage, episode.members)

    def chunks(self, most: int = MOST) -> Iterator[tuple[list[int], list[int]]]:
        """The parts that are read together, and the answers learnt there, branch after branch.

        Each has at most ``most`` tokens, or one conversation if that is longer, so that little is read twice.
        """
        parts: set[int] = set()
        answers: list[int] = []
        for answer in sorted(self.advantages, key=lambda part: sorted(self._path(part))):
            path = self._path(answer)
            both = parts | path
            if answers and self._length(both) > max(most, self._length(path)):
                yield sorted(parts), sorted(answers)
                both, answers = path, []
            parts = both
            answers.append(answer)
        if answers:
            yield sorted(parts), sorted(answers)

    def _length(self, parts: set[int]) -> int:
        """Tokens of parts."""
        return sum(len(self.parts[part].tokens) for part in parts)

    def _path(self, part: int) -> set[int]:
        """A part, and all before it."""
        found = set()
        while part >= 0:
            found.add(part)
            part = self.parts[part].before
        return found


class Node(NamedTuple):
    """A screen that members have reached: their phone, what they have read, and what they have not read yet.

    ``lost``: by step, the number of screens just before it at which no answer earned anything.
    """

    state: EpisodeState
    observation: str
    cache: Any
    unread: list[int]
    part: int
    screens: int
    members: int
    earned: float
    answers: tuple[int, ...]
    lost: int = 0


class Step(NamedTuple):
    """An answer, how many members gave it, its part, and its outcome."""

    answer: tuple[int, ...]
    members: int
    part: int
    earned: float
    over: bool
    success: bool
    observation: str
    state: EpisodeState


def advantages(earned: Sequence[float], members: Sequence[int]) -> list[float]:
    """How much better each did than the mean of all members, in standard deviations; 0 if all did the same.

    >>> advantages([1.0, 0.0], [2, 2])
    [1.0, -1.0]
    """
    count = sum(members)
    mean = sum(value * some for value, some in zip(earned, members, strict=True)) / count
    spread = math.sqrt(
        sum((value - mean) ** 2 * some for value, some in zip(earned, members, strict=True)) / count
    )
    return [(value - mean) / spread if spread > 1e-6 else 0.0 for value in earned]


class Begun(NamedTuple):
    """The beginning of an answer at a screen, given by the screen's index, and how often it was written."""

    place: int
    answer: tuple[int, ...]
    members: int


@dataclass
class Game:
    """A group while it is played: its phone, its random generators, and the screens at which members are to answer."""

    env: PhoneEnv
    instruction: str
    group: Group
    chance: random.Random
    generator: torch.Generator
    waiting: list[Node]


class Players:
    """Plays groups with a model.

    Args:
        model: the model.
        tokenizer: its tokenizer.
        by: ``"episode"`` or ``"step"``, what is compared.
        size: members of a group.
        reward: what a step earns, as of `PhoneEnv`.
        temperature: of the answers. 0: the likeliest is written.
        longest: longest answer, in tokens.
    """

    def __init__(
        self, model: Any, tokenizer: Any, by: str, size: int, reward: str, temperature: float, longest: int
    ) -> None:
        self._model, self._tokenizer, self._by, self._size = model, tokenizer, by, size
        self._reward, self._temperature, self._longest = reward, temperature, longest
        self._stop = int(tokenizer.convert_tokens_to_ids("<|im_end|>"))

    def _tokens(self, text: str) -> list[int]:
        return list(self._tokenizer(text, add_special_tokens=False)["input_ids"])

    @torch.inference_mode()
    def play(self, starts: Sequence[tuple[Source, int]]) -> list[Group]:
        """Play groups, each from the start of an episode and with a seed of its own. All write at the same time."""
        with ExitStack() as stack:
            games = [self._begin(source, seed, stack) for source, seed in starts]
            while nodes := [(game, node) for game in games for node in game.waiting]:
                asked = [self._size if self._by == "step" else node.members for _, node in nodes]
                written = self._answers(
                    [node for _, node in nodes], asked, [game.generator for game, _ in nodes]
                )
                for game in games:
                    game.waiting = []
                for (game, node), answers in zip(nodes, written, strict=True):
                    game.waiting += self._go_on(game, node, answers)
        groups = [game.group for game in games]
        if self._by == "episode":
            for group in groups:
                group.compare()
        return groups

    def _begin(self, source: Source, seed: int, stack: ExitStack) -> Game:
        """Begin a group. Its phone is closed with the stack."""
        env = stack.enter_context(
            PhoneEnv(source.task, source.configuration, reward=self._reward, **ARGUMENTS)
        )
        observation, info = env.reset(seed=0)
        begun = self._tokens(turn(first(info["instruction"], observation)))
        cache = DynamicCache(config=self._model.config)
        members = self._size if self._by == "episode" else 1
        group = Group()
        part = group.add(begun, -1)
        node = Node(env.save_state(), observation, cache, begun, part, 1, members, 0.0, ())
        generator = torch.Generator(self._model.device).manual_seed(seed)
        return Game(env, info["instruction"], group, random.Random(seed), generator, [node])

    def _go_on(self, game: Game, node: Node, written: Counter[tuple[int, ...]]) -> list[Node]:
        """Let the members at a screen act. Return the screens that they reach."""
        env, group, by_step = game.env, game.group, self._by == "step"
        found: list[Step] = []
        for answer, members in written.items():
            text = str(self._tokenizer.decode(answer, skip_special_tokens=True))
            env.restore_state(node.state)
            observation, reward, terminated, truncated, info = env.step(unnamed(text) or " ")
            over, state = terminated or truncated, env.save_state()
            part = group.add(answer, node.part)
            found.append(
                Step(answer, members, part, float(reward), over, bool(info["success"]), observation, state)
            )
        group.steps += written.total()
        group.nearer += sum(step.members for step in found if step.earned > 0)
        if by_step:
            told = advantages([step.earned for step in found], [step.members for step in found])
            for step, advantage in zip(found, told, strict=True):
                # An answer that earned nothing is not reinforced because others were worse.
                group.learn(step.part, advantage if step.earned > 0 else min(advantage, 0.0), step.members)
            most = max(step.earned for step in found)
            found = [game.chance.choice([step for step in found if step.earned == most])._replace(members=1)]
        reached = []
        for step in found:
            lost = node.lost + 1 if by_step and step.earned <= 0 else 0
            earned, answers = node.earned + step.earned, (*node.answers, step.part)
            if step.over or lost == LOST:
                group.episodes.append(Episode(earned, step.success, step.members, answers))
                continue
            if node.screens % SCREENS == 0:
                unread = self._tokens(turn(first(game.instruction, step.observation)))
                cache, part = DynamicCache(config=self._model.config), group.add(unread, -1)
            else:
                closed = [] if step.answer[-1] == self._stop else [self._stop]
                shown = closed + self._tokens(turn(later(node.observation, step.observation), begins=False))
                cache, part = copy.deepcopy(node.cache), group.add(shown, step.part)
                unread = [*step.answer, *shown]
            reached.append(
                Node(step.state, step.observation, cache, unread, part, node.screens + 1, step.members, earned,
                     answers, lost)
            )  # fmt: skip
        return reached

    def _answers(
        self, nodes: Sequence[Node], counts: Sequence[int], generators: Sequence[torch.Generator]
    ) -> list[Counter[tuple[int, ...]]]:
        """Read screens, and write the given number of answers at each. Returns how often each was written."""
        device = self._model.device
        done = [Counter[tuple[int, ...]]() for _ in nodes]
        read = [
            self._model(
                torch.tensor([node.unread], device=device), past_key_values=node.cache, logits_to_keep=1
            ).logits[:, -1]
            for node in nodes
        ]
        logits = torch.cat(read)
        cache, sees = side_by_side([node.cache for node in nodes], self._model)
        begun = [Begun(place, (), count) for place, count in enumerate(counts)]
        while True:
            chances = self._chances(logits.float())
            longer: list[Begun] = []
            rows: list[int] = []
            for row, (place, answer, some) in enumerate(begun):
                chosen = torch.multinomial(
                    chances[row], some, replacement=True, generator=generators[place]
                ).tolist()
                for token, often in Counter(chosen).items():
                    more = (*answer, token)
                    if token == self._stop or len(more) >= self._longest:
                        done[place][more] += often
                    else:
                        longer.append(Begun(place, more, often))
                        rows.append(row)
            if not longer:
                return done
            if rows != [*range(len(begun))]:
                kept = torch.tensor(rows, device=device)
                cache.batch_select_indices(kept)
                sees = sees[kept]
            begun = longer
            sees = torch.cat([sees, sees.new_ones(len(begun), 1)], 1)
            logits = self._model(
                torch.tensor([[one.answer[-1]] for one in begun], device=device),
                past_key_values=cache,
                attention_mask=sees,
                position_ids=sees.sum(1, keepdim=True) - 1,
            ).logits[:, -1]

    def _chances(self, logits: torch.Tensor) -> torch.Tensor:
        if not self._temperature:
            return torch.nn.functional.one_hot(logits.argmax(-1), logits.shape[-1]).float()
        return torch.softmax(logits / self._temperature, -1)


def side_by_side(caches: Sequence[Any], model: Any) -> tuple[Any, torch.Tensor]:
    """Combine what conversations have read into one cache with a row for each, and its attention mask.

    Shorter ones are padded on the left; the padding is masked.
    """
    lengths = [cache.get_seq_length() for cache in caches]
    most = max(lengths)
    both = DynamicCache(config=model.config)
    for number in range(model.config.num_hidden_layers):
        both.update(
            *(
                torch.cat([
                    torch.nn.functional.pad(getattr(cache.layers[number], name), (0, 0, most - length, 0))
                    for cache, length in zip(caches, lengths, strict=True)
                ])
                for name in ("keys", "values")
            ),
            number,
        )  # fmt: skip
    sees = torch.zeros(len(caches), most, dtype=torch.long, device=model.device)
    for row, length in enumerate(lengths):
        sees[row, most - length :] = 1
    return both, sees


def probabilities(
    model: Any, group: Group, parts: Sequence[int], answers: Sequence[int], temperature: float = 1.0
) -> tuple[torch.Tensor, torch.Tensor]:
    """The log-probabilities of the answers' tokens, and the answers' advantages.

    The parts are one sequence, in which each sees only those before it in its own conversation.
    """
    ids: list[int] = []
    positions: list[int] = []
    last: dict[int, int] = {}
    places: list[int] = []
    wanted: list[int] = []
    weights: list[float] = []
    length = sum(len(group.parts[number].tokens) for number in parts)
    sees = torch.zeros(length, length, dtype=torch.bool)
    for number in parts:
        tokens, before = group.parts[number]
        start, end = len(ids), len(ids) + len(tokens)
        if before >= 0:
            sees[start:end] = sees[last[before]]
        sees[start:end, start:end] = torch.ones(len(tokens), len(tokens), dtype=torch.bool).tril()
        begins = positions[last[before]] + 1 if before >= 0 else 0
        positions += range(begins, begins + len(tokens))
        ids += tokens
        last[number] = end - 1
        if number in answers:
            places += [last[before], *range(start, end - 1)]
            wanted += tokens
            weights += [group.advantages[number]] * len(tokens)
    device = model.device
    hidden = model.model(
        input_ids=torch.tensor([ids], device=device), position_ids=torch.tensor([positions], device=device),
        attention_mask=sees[None, None].to(device), use_cache=False,
    ).last_hidden_state[0]  # fmt: skip
    logits = model.lm_head(hidden[places]).float() / temperature
    told = -torch.nn.functional.cross_entropy(logits, torch.tensor(wanted, device=device), reduction="none")
    return told, torch.tensor(weights, device=device)


def learn(model: Any, groups: Sequence[Group], temperature: float = 1.0) -> int:
    """Add up the gradients of groups. Return how many tokens were read to do so.

    There is one update for what was played, so the ratio of GRPO's loss to the model that played is 1.
    """
    count, read = sum(group.learnt for group in groups), 0
    for group in groups:
        for parts, answers in group.chunks():
            told, weights = probabilities(model, group, parts, answers, temperature)
            (-(told * weights).sum() / count).backward()
            read += sum(len(group.parts[number].tokens) for number in parts)
    return read


def drawn(sources: Sequence[Source], number: int, seed: int) -> Source:
    """The start of a group, by its number: all in a random order, then all in another."""
    epoch, place = divmod(number, len(sources))
    return random.Random(f"{seed} {epoch}").sample(sources, len(sources))[place]


def main(arguments: list[str]) -> list[dict[str, float]]:
    """Train, and write the model. Returns a row for each update."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add = parser.add_argument
    add("--model", required=True, help="folder of finetune.py")
    add("--out", type=Path, required=True, help="where checkpoints and the model are written")
    add("--tasks", default="Alarm", help="tasks, as of bmoca evaluate (default: Alarm)")
    add("--environments", default="train", help="configurations, as of bmoca evaluate (default: train)")
    add("--instances", type=int, default=1, help="instances of each task with parameters (default: 1)")
    add("--reward", default="success", help="as of gym.make (default: success)")
    add("--by", choices=["episode", "step"], default="episode", help="what is compared (default: episode)")
    add("--group", type=int, default=8, help="members of a group (default: 8)")
    add("--groups", type=int, default=4, help="groups to an update (default: 4)")
    add("--updates", type=int, default=50)
    add("--learning-rate", type=float, default=2e-5)
    add("--temperature", type=float, default=1.0, help="of the answers (default: 1)")
    add("--answer-tokens", type=int, default=LONGEST, help=f"longest answer (default: {LONGEST})")
    add("--frozen", type=int, default=0, help="lowest layers that stay as they are (default: 0)")
    add("--minutes", type=float, default=10, help="between checkpoints (default: 10)")
    add("--most-minutes", type=float, default=math.inf, help="ends the training earlier (default: no limit)")
    add("--threads", type=int, default=0, help="of PyTorch (default: all cores)")
    add("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    try:
        configurations = splits.training_environments(given.environments.split(","))
        sources = solutions.chosen(given.tasks.split(","), configurations, given.instances)
    except BmocaError as error:
        raise SystemExit(str(error)) from None
    if given.threads:
        torch.set_num_threads(given.threads)
    learner = begin(given.model, given.out, given.frozen, given.learning_rate, weight_decay=0.0)
    tokenizer, model, learnt, optimizer, log = learner
    for options in optimizer.param_groups:
        options["lr"] = given.learning_rate  # that of the checkpoint otherwise
    players = Players(
        model, tokenizer, given.by, given.group, given.reward, given.temperature, given.answer_tokens
    )
    begun = saved = time.monotonic()
    worked = time.process_time()
    before, worked_before, episodes, steps = (
        [log[-1][key] for key in ("minutes", "processor_minutes", "episodes", "steps")] if log else [0] * 4
    )
    given.out.mkdir(parents=True, exist_ok=True)
    (given.out / "log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in log))
    for update in range(len(log), given.updates):
        if before + (time.monotonic() - begun) / 60 >= given.most_minutes:
            break
        started = time.monotonic()
        numbers = range(update * given.groups, (update + 1) * given.groups)
        groups = players.play(
            [(drawn(sources, number, given.seed), 1_000_003 * given.seed + number) for number in numbers]
        )
        played = time.monotonic()
        read = learn(model, groups, given.temperature)
        if read:
            torch.nn.utils.clip_grad_norm_(learnt, 1.0)
            optimizer.step()
            optimizer.zero_grad()
        ended = [episode for group in groups for episode in group.episodes]
        members = sum(episode.members for episode in ended)
        episodes, steps = episodes + members, steps + sum(group.steps for group in groups)
        row = {
            "update": update + 1,
            "success": sum(episode.members for episode in ended if episode.success) / members,
            "reward": sum(episode.earned * episode.members for episode in ended) / members,
            "nearer": sum(group.nearer for group in groups) / sum(group.steps for group in groups),
            "differ": sum(bool(group.advantages) for group in groups),
            "episodes": episodes,
            "steps": steps,
            "tokens": read,
            "played": played - started,
            "learnt": time.monotonic() - played,
            "minutes": before + (time.monotonic() - begun) / 60,
            "processor_minutes": worked_before + (time.process_time() - worked) / 60,
        }
        log.append(row)
        with (given.out / "log.jsonl").open("a") as file:
            file.write(json.dumps(row) + "\n")
        print(
            f"update {update + 1}, minute {row['minutes']:.1f}: {row['success']:.0%} of {members} episodes solved, "
            f"reward {row['reward']:.2f}, {row['nearer']:.0%} of steps earned something, {row['differ']} of "
            f"{len(groups)} groups differ; {steps} steps, {read} tokens learnt from, {row['played']:.0f} and "
            f"{row['learnt']:.0f} s",
            file=sys.stderr,
        )
        if time.monotonic() - saved >= 60 * given.minutes:
            save(model, tokenizer, optimizer, log, given.out)
            saved = time.monotonic()
    model.save_pretrained(given.out)
    tokenizer.save_pretrained(given.out)
    return log


if __name__ == "__main__":
    main(sys.argv[1:])
