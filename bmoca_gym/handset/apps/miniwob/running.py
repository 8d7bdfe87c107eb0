"""How the app opens a page, starts an episode on it, and asks it something."""

from __future__ import annotations

from bmoca_gym.handset.apps.miniwob.pages import Pages, path_of
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.web.nodes import Viewport
from bmoca_gym.handset.web.page import Page

#: Starts an episode as AndroidWorld's app does: no time limit is left, and the display of rewards is hidden.
START = """
core.startEpisodeReal();
clearTimeout(core.EP_TIMER);
clearInterval(core.CD_TIMER);
core.EP_TIMER = null;
core.CD_TIMER = null;
core.hideDisplay();
"""


def opened(name: str, seed: str, viewport: Viewport) -> Page:
    """Open a page. Its chances come from the seed."""
    return Page(Pages(), path_of(name), seed, viewport=viewport)


def started(page: Page) -> Page:
    """Start an episode on a page."""
    return page.run(START)


def viewport_of(configuration: Configuration) -> Viewport:
    """Return the window that pages are laid out in on a phone."""
    density = configuration.density / 160
    return Viewport(configuration.width / density, _HEIGHT, density)


#: Height of the window in CSS px that the pages see. None of them asks for it.
_HEIGHT = 832.0
