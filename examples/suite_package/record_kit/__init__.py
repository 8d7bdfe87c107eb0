"""Apps with records: a list, details and an editor for the rows of a table, made from a declaration.

`Records` declares a kind of record. `app` makes an `App` from it; the app's state has the rows and the kit's
`View`. An app with further screens calls `layers`, `created`, `back` and `closed` from its own functions.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from bmoca_gym.handset.kits import date_picker, tables, time_picker
from bmoca_gym.handset.manifest import App, Layer, dialog, layer
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.value import do
from record_kit import handlers, screens
from record_kit.declaration import Field, Ids, Order, Records, listed
from record_kit.handlers import (
    DatesChanged,
    Draft,
    TimesChanged,
    View,
    back,
    closed,
    created,
)

__all__ = ["Draft", "Field", "Ids", "Order", "Records", "View", "app", "back", "closed", "created", "layers"]


def app(kind: Records, **options: Any) -> App:
    """Make an app for one kind of record. ``options``: further fields of `App`, such as icon, state and
    files.
    """
    return App(
        name=kind.catalogue, package=kind.package, activity=kind.list, layers=partial(layers, kind),
        back=partial(back, kind), closed=partial(closed, kind), created=partial(created, kind), **options,
    )  # fmt: skip


def layers(kind: Records, phone: Phone, state: Any, activity: Activity) -> tuple[Layer, ...]:
    """Return the windows of an activity."""
    view = handlers.view_of(kind, state)
    id = activity.argument if type(activity.argument) is int else 0
    if activity.name == kind.editor:
        draft = view.draft or handlers.draft_of(state, Context(phone, activity), kind, id)
        main = layer(screens.editor_screen, kind, draft, activity.focus, phone.zone)
        return (main, *_editor_dialog(kind, phone, view, draft, activity))
    if activity.name == kind.detail:
        row = tables.with_id(kind.rows_of(state), id)
        if row is None:
            return (layer(screens.missing_screen, kind),)
        main = layer(screens.detail_screen, kind, row, phone.zone)
        return (main, dialog(screens.delete_dialog, kind, (id,))) if view.dialog == "delete" else (main,)
    rows = listed(kind, kind.rows_of(state), view.query, view.order, phone.configuration.locale)
    here = {row[0] for row in rows}
    selected = tuple(n for n in view.selected if n in here)
    main = layer(
        screens.list_screen,
        kind,
        rows,
        view.searching,
        view.query,
        activity.focus == "search",
        selected,
        phone.zone,
    )
    if view.dialog == "delete" and selected:
        return (main, dialog(screens.delete_dialog, kind, selected))
    return (main, dialog(screens.sort_dialog, kind, view.order)) if view.dialog == "sort" else (main,)


def _editor_dialog(
    kind: Records, phone: Phone, view: View, draft: Draft, activity: Activity
) -> tuple[Layer, ...]:
    close = do(handlers.close_dialog, kind)
    if view.dialog == "discard":
        return (dialog(screens.discard_dialog, kind),)
    if view.dialog == "choice":
        return (dialog(screens.choice_dialog, kind, view.at, draft),)
    if view.dialog == "date" and view.dates is not None:
        today = phone.local_minute.date()
        done = do(handlers.date_done, kind)
        return (dialog(date_picker.picker_dialog, view.dates, today, DatesChanged(kind), done, close),)
    if view.dialog == "time" and view.times is not None:
        done = do(handlers.time_done, kind)
        focus = activity.focus
        return (dialog(time_picker.picker_dialog, view.times, focus, TimesChanged(kind), done, close),)
    return ()
