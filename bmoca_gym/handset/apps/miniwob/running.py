"""How the app opens a page, starts an episode on it, and queries it."""

from __future__ import annotations

import json

from bmoca_gym.handset.apps.miniwob.pages import Pages, path_of
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page, Start

#: Starts an episode as AndroidWorld's app does: no time limit is left, and the display of rewards is hidden.
START = """
core.startEpisodeReal();
clearTimeout(core.EP_TIMER);
clearInterval(core.CD_TIMER);
core.EP_TIMER = null;
core.CD_TIMER = null;
core.hideDisplay();
"""


def opened(name: str, viewport: Viewport, clock: int = Start._field_defaults["clock"]) -> Page:
    """Open a page. ``clock``: ms since 1970."""
    return Page(Start(Pages(), path_of(name), clock=clock, viewport=viewport))


def started(page: Page, seed: str) -> Page:
    """Start an episode on a page, with the page's randomness seeded."""
    return page.run(f"Math.seedrandom({json.dumps(seed)});{START}")


def page_of(name: str, seed: str) -> Page:
    """Return a new page at the start of an episode, on a phone of the usual size."""
    return started(opened(name, Viewport()), seed)


def viewport_of(configuration: Configuration) -> Viewport:
    """Return the window that pages are laid out in on a phone."""
    density = configuration.density / 160
    return Viewport(configuration.width / density, _HEIGHT, density)


#: Height of the window in CSS px that the pages see. None of them asks for it.
_HEIGHT = 832.0
