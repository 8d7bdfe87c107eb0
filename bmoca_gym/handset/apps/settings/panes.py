"""Settings on a large screen in Android 12L and later: the first screen beside the page opened from it."""

from __future__ import annotations

from bmoca_gym.handset import resources
from bmoca_gym.handset.apps.settings.releases import home_of
from bmoca_gym.handset.apps.settings.state import PACKAGE, SettingsState
from bmoca_gym.handset.effects import finish
from bmoca_gym.handset.manifest import Next
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.value import Callback, do

#: The first API level with two panes, and the least width and shorter side of the screen in dp
#: (ActivityEmbeddingUtils).
_SINCE, _WIDTH, _SHORTER = 33, 720, 600
#: The part of the width that the first screen has (config_activity_embed_split_ratio).
_SHARE = 0.3636
#: The page beside the first screen as the app opens.
FIRST = "network"
_HOME = "com.android.settings.Settings"


def two_panes(phone: Phone) -> bool:
    """Whether the phone has room for two panes."""
    res = resources.of(phone.configuration)
    return phone.image.api_level >= _SINCE and res.width >= _WIDTH and min(res.width, res.height) >= _SHORTER


def list_width(res: Resources) -> int:
    """Width of the first screen in dp."""
    return int(res.width * _SHARE)


def _activities(phone: Phone) -> tuple[Activity, ...]:
    """The open activities, bottom to top."""
    task = next((task for task in phone.tasks if task.package == PACKAGE), None)
    return () if task is None else task.activities


def _over_first(phone: Phone) -> tuple[Activity, ...]:
    """The open activities over the first screen; none if that was not opened."""
    found = _activities(phone)
    return found[1:] if found and found[0].name == _HOME else ()


def _pages(phone: Phone) -> tuple[Activity, ...]:
    """The open activities without the first screen."""
    return _over_first(phone) or tuple([one for one in _activities(phone) if one.name != _HOME])


def opened(phone: Phone) -> str:
    """Key of the topic whose page is open."""
    pages = _pages(phone)
    page = pages[0].argument if pages else FIRST
    return next((topic.key for topic in home_of(phone.image.api_level) if topic.page == page), "")


def leads_up(phone: Phone) -> bool:
    """Whether the page in front was opened from another page, not from the first screen."""
    return not two_panes(phone) or len(_pages(phone)) > 1


def back_from_first(state: SettingsState, context: Context) -> Next[SettingsState]:
    """Handler: Back on a page opened from the first screen leaves both."""
    if leads_up(context.phone) or not _over_first(context.phone):
        return state
    return state, finish(2)


def beside(tap: Callback | None) -> Callback | None:
    """Return the handler for a tap on a topic: its page replaces the open ones."""
    return None if tap is None else do(_open_beside, tap)


def _open_beside(state: SettingsState, context: Context, tap: Callback) -> Next[SettingsState]:
    """Handler: open a page, replacing those open over the first screen."""
    function, arguments = tap
    over = _over_first(context.phone)
    after, *effects = function(state, context, *arguments)
    return after, *((finish(len(over)),) if over else ()), *effects


def lists(phone: Phone) -> tuple[str, ...]:
    """Key of the first screen's list, if it stays beside opened pages."""
    return ("home",) if two_panes(phone) else ()
