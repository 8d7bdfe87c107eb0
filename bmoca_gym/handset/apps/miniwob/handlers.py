"""What happens to the app: configs, episodes, Back, and its screen."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from bmoca_gym.handset import effects
from bmoca_gym.handset.apps.miniwob import desk, pages, running
from bmoca_gym.handset.apps.miniwob.state import PACKAGE, TAG, Desk, MiniWob
from bmoca_gym.handset.kits import web_dialogs
from bmoca_gym.handset.manifest import Layer, Next, layer, split
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.ui.components import page
from bmoca_gym.handset.ui.elements import Element, Spacer
from bmoca_gym.handset.value import replace
from bmoca_gym.handset.web import view
from bmoca_gym.handset.web.page import Page

#: Px of the screen a CSS px: the app asks its web view for a scale of 500 %.
ZOOM = 5.0
#: Space above the page, in dp.
_MARGIN = 10


def load(
    state: MiniWob, context: Context, name: str, seed: str, at_desk: Desk | None = None
) -> Next[MiniWob]:
    """Open the page that a config names, or the index if it names none. An unknown page shows nothing."""
    if name and name not in pages.names():
        return MiniWob()
    if at_desk is not None and name:
        opened = view.Web(
            desk.opened(name, context.phone.clock.wall), zoom=ZOOM, at=context.uptime, owner=PACKAGE
        )
        return replace(MiniWob(name=name, desk=at_desk), web=opened)
    return replace(MiniWob(name=name, seed=seed, browsing=not name), web=_opened(context, name))


def _opened(context: Context, name: str) -> view.Web:
    """A page in a new view. ``name``: "" for the index."""
    viewport = running.viewport_of(context.phone.configuration)
    page = running.opened(name or pages.INDEX, viewport, context.phone.clock.wall)
    return view.Web(page, zoom=ZOOM, at=context.uptime, owner=PACKAGE)


def reset(state: MiniWob, context: Context) -> Next[MiniWob]:
    """Start an episode."""
    if state.web is None:
        return state
    page = view.current(state.web, context)
    if state.desk is None:
        page = running.started(page, state.seed)
    else:
        page = desk.started(page, state.desk.seed, state.desk.mode, state.desk.timer)
    told = "" if state.desk is None else desk.told(page)
    after = replace(state, utterance=told, reward="", seen=None)
    return view.changed(after, context, page, left=0, top=0)


def page_text(state: MiniWob, context: Context, text: str) -> Next[MiniWob]:
    """Put text at the foot of the page; see `App.page_text`."""
    return state if state.web is None else view.footed(state, context, text)


def act(state: MiniWob, context: Context, action: Mapping[str, Any]) -> Next[MiniWob]:
    """Perform an action of MiniWoB++ on a page that is played as in a browser. Nothing happens after its end."""
    if state.web is None or state.desk is None:
        return state
    page = view.current(state.web, context)
    if desk.metadata(page)["done"]:
        return view.changed(state, context, page)
    return view.changed(state, context, desk.done(page, action, desk.fields(state.name, page)))


def look(state: MiniWob, context: Context) -> Next[MiniWob]:
    """Read the page's document, unless it has been read since it last changed."""
    if state.web is None or state.desk is None:
        return state
    page = view.current(state.web, context)
    if state.seen is not None and state.seen[0] == page:
        return state
    page, said = observed(state.name, page)
    after: Next[MiniWob] = view.changed(state, context, page)
    found, effects = split(after)
    return (replace(found, seen=(page, said)), *effects)


def observed(name: str, page: Page) -> tuple[Page, str]:
    """Return a page after asking for its document, and what it reported, as JSON.

    A page whose episode is over reports only its rewards.
    """
    about = desk.metadata(page)
    if about["done"]:
        return page, json.dumps(about)
    after, tree = desk.seen(page)
    return after, json.dumps(
        {**about, "utterance": desk.told(page), "fields": desk.fields(name, page), "dom": tree}
    )


def step(state: MiniWob, context: Context) -> Next[MiniWob]:
    """Tell the log about the episode, as the host asks with each step."""
    if state.web is None:
        return state
    told = (f"extra: utterance {state.utterance!r}", f"extra: task_name {state.name!r}")
    return (state, *[effects.log(TAG, line) for line in told])


def back(state: MiniWob, context: Context) -> Next[MiniWob]:
    """Close a dialog of the page, return to the index the page was opened from, or leave the app."""
    if state.web is not None and web_dialogs.is_open(state.web):
        return web_dialogs.closed(state, context)
    return load(state, context, "", state.seed) if state.browsing and state.name else state


def closed(state: MiniWob) -> MiniWob:
    """Forget the page, which lives only as long as the app's process."""
    return MiniWob()


def told(state: MiniWob, context: Context) -> Next[MiniWob]:
    """Let the page's timers run up to now, before the host is answered."""
    return state if state.web is None else view.ticked(state, context)


def layers(phone: Phone, state: MiniWob, activity: Activity) -> tuple[Layer, ...]:
    """The app's window, and the dialog of a control of its page."""
    if state.web is None:
        return (layer(screen, None, ""),)
    dialogs = (
        web_dialogs.layers(state.web, Context(phone).now.toordinal(), activity.focus)
        if web_dialogs.is_open(state.web)
        else ()
    )
    return (layer(screen, view.shown(state.web), activity.focus), *dialogs)


def screen(res: Resources, shown: view.Shown | None, focus: str) -> Element:
    """The page, below a small space."""
    inside = () if shown is None else (view.web_view(shown, focus, id=f"{PACKAGE}:id/webView", grow=1),)
    return page(res, Spacer(height=_MARGIN), *inside, background=0xFFFFFFFF)
