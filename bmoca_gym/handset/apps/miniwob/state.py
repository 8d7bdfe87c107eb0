"""MiniWoB's state: the page in its web view, and what the page has written to its console."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.miniwob import pages, running
from bmoca_gym.handset.effects import log
from bmoca_gym.handset.manifest import Next, and_then
from bmoca_gym.handset.value import Value, replace, value

PACKAGE = "com.google.androidenv.miniwob"
#: Tag of what the app says in the log.
TAG = "AndroidRLTask"


@value
class Desk(Value):
    """How a page of the package is played. See `bmoca_gym.handset.apps.miniwob.desk.started`."""

    seed: int = 1
    mode: str = "train"
    timer: bool = False


@value
class MiniWob(Value):
    """State of the app.

    Attributes:
        name: name of the page; "" for the index.
        browsing: whether the host has not named a page: links on the index are followed, and Back returns to it.
        seed: the seed of the page's randomness.
        web: the page in its view, `bmoca_gym.handset.web.view.Web`; None before the first config.
        heard: how many lines of the page's console the app has read.
        utterance: the instruction, as the page has told it.
        reward: the raw reward, as text; "" without one.
        desk: how the page is played as in a desktop browser, a `Desk`; None if it is played as AndroidWorld does.
        seen: the page whose document was last requested, and what it reported.
    """

    name: str = ""
    browsing: bool = False
    seed: str = ""
    web: Any = None
    heard: int = 0
    utterance: str = ""
    reward: str = ""
    desk: Desk | None = None
    seen: tuple[Any, str] | None = None

    def with_web(self, web: Any) -> Next[MiniWob]:
        """Return the state with another view, and log what the page has written to its console since.

        A link of the index opens its page.
        """
        name = pages.name_of(web.page.destination) if self.browsing else ""
        if name in pages.names():
            start = web.page.start
            opened = running.opened(name, start.viewport, int(web.page.time))
            return MiniWob(name, True, self.seed, replace(web, page=opened, left=0, top=0))
        said = web.page.lines
        utterance, reward = self.utterance, self.reward
        lines: list[str] = []
        for line in [line.text for line in said[self.heard :]]:
            if line.startswith("utterance"):
                utterance = line.partition(":")[2].strip()
            elif line.startswith("reward"):
                words = line.split(" ")  # reward: 0.8 (raw: 1)
                reward = words[3][:-1] if len(words) > _RAW else ""
                lines += [f"reward: {reward}", "episode_end"]
        after = replace(self, web=web, heard=len(said), utterance=utterance, reward=reward)
        return and_then(after, *[log(TAG, line) for line in lines])


#: Place of the raw reward among the words of a line.
_RAW = 3
