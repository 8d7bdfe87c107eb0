"""How a small language model plays: what it reads, what it answers, and conversations made from experts' episodes.

An episode is a conversation. The first message has the task and the screen; the model answers with a text action, or,
for ``tap(5)``, with ``tap Clock 5``; the next message is the next screen, or what has changed on it if that is shorter.
The screens are in the short form, ``elements="compact"``, but with each tag after the words: repeating what followed
the same words is what language models do best. After `SCREENS` screens a new conversation begins, so that none grows
long.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from typing import Any

from bmoca_gym.agents.language import solutions
from bmoca_gym.agents.language.solutions import Source
from bmoca_gym.envs.environment import PhoneEnv

#: Most screens in a conversation.
SCREENS = 16

#: The first line of a message that has only what changed, and that of the tags whose lines are gone.
CHANGED, GONE = "Changed:", "Gone:"

#: A screen is shown whole if what changed is longer than this part of it.
WHOLE = 0.7

#: What the environment gives and takes.
ARGUMENTS: dict[str, Any] = {"action": "text", "observation": "text", "elements": "compact"}

#: An action with a tag, and an answer that stands for one.
_TOUCHES, _ANSWERS = re.compile(r"(tap|long_press)\((\d+)\)"), re.compile(r"(tap|long_press) (?:.* )?(\d+)")
#: What ends the words of an element in its line, and most characters of them in an answer.
_WORDS, _LONGEST = re.compile(r"[,=+]|: "), 24

#: A coordinate of a gesture, a part of the screen.
_COORDINATES = re.compile(r"\d+\.\d+")

#: ChatML. The answers are marked, so that only they are learnt.
TEMPLATE = (
    "{%- for message in messages %}"
    "{{- '<|im_start|>' + message.role + '\n' }}"
    "{%- if message.role == 'assistant' %}"
    "{% generation %}{{- message.content + '<|im_end|>' }}{% endgeneration %}{{- '\n' }}"
    "{%- else %}{{- message.content + '<|im_end|>\n' }}{% endif %}"
    "{%- endfor %}"
    "{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{% endif %}"
)


def first(instruction: str, screen: str) -> str:
    """The first message: the task and the screen."""
    return f"{instruction}\n\n{_words_first(screen)}"


def later(before: str, screen: str) -> str:
    """A later message: `changes` since the screen before.

    >>> print(later("2 OK\\n3 Wi-Fi: off\\n4 Add a network", "2 OK\\n3 Wi-Fi: on\\n4 Add a network"))
    Changed:
    Wi-Fi 3: on
    """
    return _words_first(changes(before, screen))


def turn(shown: str, begins: bool = True) -> str:
    """A message as the model reads it, up to where it answers. What it read before ends with its own answer."""
    opened = "" if begins else "\n"
    return f"{opened}<|im_start|>user\n{shown}<|im_end|>\n<|im_start|>assistant\n"


def changes(before: str, screen: str) -> str:
    """The lines that changed since the screen before, or the whole screen if that is clearer.

    Lines are identified by their tags. Those without one are repeated together when one of them has changed.

    >>> screen = "0 Navigate up\\n3 Wi-Fi: off\\n4 Add a network\\n5 Saved networks\\n9 Help"
    >>> print(changes(screen, screen.replace("off", "on").replace("\\n9 Help", "")))
    Changed:
    3 Wi-Fi: on
    Gone: 9
    """
    old, new = before.split("\n"), screen.split("\n")
    loose = [[line for line in lines if not _tag(line)] for lines in (old, new)]
    heads = [[line for line in lines if "_" in line] for lines in loose]
    had, tags = set(old), {_tag(line) for line in new}
    changed = [line for line in new if line not in had or (not _tag(line) and loose[0] != loose[1])]
    gone = [_tag(line) for line in old if _tag(line) not in tags]
    text = "\n".join([CHANGED, *changed, *([f"{GONE} {' '.join(gone)}"] if gone else [])])
    leans = heads[0] != heads[1] or any('"' in line for line in changed)  # on lines that would be missing
    return screen if leans or len(text) > WHOLE * len(screen) else text


def _words_first(text: str) -> str:
    """The lines of a text, with each tag behind the words of its element."""
    return "\n".join([_behind(line, _words(line)) for line in text.split("\n")])


def _behind(line: str, words: str) -> str:
    tag, _, rest = line.partition(" ")
    return f"{words} {tag}{rest[len(words) :]}" if _tag(line) and words else line


def _words(line: str) -> str:
    """The words of the element in a line with a tag, without its state."""
    return _WORDS.split(line.partition(" ")[2], maxsplit=1)[0].rstrip()


def _tag(line: str) -> str:
    """The tag of a line, or an empty text."""
    tag = line.partition(" ")[0]
    return tag if tag.isdecimal() else ""


def named(action: str, screen: str) -> str:
    """Write an answer: the action, or for one with a tag, the words of the element that it touches, then the tag.

    >>> named("tap(16)", "9 Phone\\n16 Clock: selected")
    'tap Clock 16'
    >>> named('swipe("up")', "9 Phone")
    'swipe("up")'
    """
    touched = _TOUCHES.fullmatch(action)
    if touched is None:
        return action
    verb, tag = touched.groups()
    words = next((_words(line) for line in screen.split("\n") if _tag(line) == tag), "")
    return " ".join([verb, *([words[-_LONGEST:].strip()] if words else []), tag])


def short(action: str) -> str:
    """Round an action's coordinates to a hundredth: the touch moves by a few pixels, and the model writes a third of
    the text.

    >>> short("dual-gesture(0.8125493421052632, 0.5, 0.24172697368421056, 0.5)")
    'dual-gesture(0.81, 0.5, 0.24, 0.5)'
    """
    if not action.startswith("dual-gesture("):
        return action
    return _COORDINATES.sub(lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), action)


def unnamed(answer: str) -> str:
    """The action of an answer.

    >>> unnamed("tap Clock 16")
    'tap(16)'
    """
    told = _ANSWERS.fullmatch(answer.strip())
    return f"{told[1]}({told[2]})" if told else answer.strip()


def of_expert(source: Source, seed: int = 0, steps: int | None = None) -> Iterator[list[dict[str, str]]]:
    """Make the conversations of an expert's episode, or of its first ``steps`` steps."""
    env = PhoneEnv(source.task, source.configuration, **ARGUMENTS)
    messages: list[dict[str, str]] = []
    before, action = "", None
    try:
        played = solutions.play(env, *source, seed=seed)
        for number in range(steps) if steps else itertools.count():
            try:
                screen = played.send(action)
            except StopIteration:
                break
            if number % SCREENS == 0:
                if messages:
                    yield messages
                messages = []
            text, action = screen.observation, short(screen.action)
            shown = later(before, text) if messages else first(screen.info["instruction"], text)
            before = text
            messages += [
                {"role": "user", "content": shown},
                {"role": "assistant", "content": named(action, text)},
            ]
        yield messages
    finally:
        env.close()
