"""An app's navigation as a table: its pages, what opens over them, its search, and what it keeps when closed.

An app declares one `Navigation`. From it the kit derives the windows (`Navigation.layers`), what Back does
(`Navigation.back`) and the state of the closed app (`Navigation.closed`). The handlers of this module, such as
`open_overlay`, look the table up by the type of the app's state. The state has the field ``overlay`` ("" or the name of
what is open over the page) and, as far as the app uses them, ``page``, ``searching`` and ``query``. An app that keeps a
value instead of a name for what is open gives ``over``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import Any, Generic, NamedTuple, TypeVar

from bmoca_gym.handset import resources
from bmoca_gym.handset.effects import finish, focus, scroll_to, start
from bmoca_gym.handset.kits import panes, rails
from bmoca_gym.handset.manifest import Effects, Layer, Next, Step, and_then
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Activity, Context, Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.components import icon_button
from bmoca_gym.handset.ui.elements import Element
from bmoca_gym.handset.value import Callback, Value, replace, value

S = TypeVar("S")


class Place(NamedTuple):
    """The context of a screen: what it may depend on besides the app's state."""

    phone: Phone
    activity: Activity
    #: For a list beside which something is open: what the activity of that was started with.
    opened: Any = None

    @property
    def focus(self) -> str:
        """Key of the text field that has the focus, or ""."""
        return self.activity.focus

    @property
    def argument(self) -> Any:
        """What the activity was started with."""
        return self.activity.argument

    @property
    def page(self) -> tuple[Any, ...]:
        """See `argument_page`."""
        return argument_page(self.activity)

    @property
    def locale(self) -> str:
        """The phone's locale."""
        return self.phone.configuration.locale

    @property
    def res(self) -> Resources:
        """The phone's resources, for arguments that are texts in its language."""
        return resources.of(self.phone.configuration)

    @property
    def zone(self) -> str:
        """The phone's time zone."""
        return self.phone.zone

    @property
    def today(self) -> int:
        """The phone's date as an ordinal."""
        return self.phone.local_minute.toordinal()


def argument_page(activity: Activity | None) -> tuple[Any, ...]:
    """Return the page that an activity was started for: its name and what it shows; () if it has no such argument.

    For an app that shows many pages with one activity, see `open_page`.
    """
    found = None if activity is None else activity.argument
    return found if type(found) is tuple else ()


def nothing(state: object, place: Place) -> tuple[Any, ...]:
    """The arguments of a screen without any."""
    return ()


@value
class Page(Value, Generic[S]):
    """A screen that fills the app's window.

    Attributes:
        screen: function from `Resources` and ``arguments`` to the elements.
        arguments: function from state and place to the arguments of ``screen``; None if it can't be shown now, because
            what it shows is gone. The page below it is then shown.
        activity: class of the activity that shows it; "" for a page that ``Navigation.where`` names.
        back: handler that Back calls first. If it changes nothing and has no effects, Back does what it does on any
            page.
        up: name of the page to which Back leads; "" leaves the activity.
        kind: kind of its window, see `Layer`; as ``bars``, ``foot`` and ``wide``.
        bars: may also be a function from state and place.
    """

    screen: Callable[..., Element]
    arguments: Callable[[S, Place], tuple[Any, ...] | None] = nothing
    activity: str = ""
    back: Callable[[S, Context], Next[S]] | None = None
    up: str = ""
    kind: str = "app"
    bars: str | Callable[[S, Place], str] = "auto"
    foot: str = ""
    wide: bool = False


@value
class Overlay(Value, Generic[S]):
    """A dialog, menu, sheet, drawer or picker over a page.

    Attributes:
        builder: function from `Resources` and ``arguments`` to the elements.
        arguments: function from state and place to the arguments of ``builder``; None if it can't be shown now.
        on: names of the pages over which it opens; () for all.
        takes: fields of the state that get the further arguments of `open_overlay`.
        under: name of the overlay from which it was opened. Closing it leads back there.
        covers: whether it takes the place of ``under``, which is otherwise still seen.
        focus: key of its text field that gets the focus when it opens; "" for none; None leaves the focus where it is.
        back: handler that Back calls; without it, Back closes the overlay.
        menu: whether it is a menu at the top of its page. Beside details, that of a list opens over the list.
    """

    builder: Callable[..., Element]
    arguments: Callable[[S, Place], tuple[Any, ...] | None] = nothing
    on: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    under: str = ""
    covers: bool = False
    focus: str | None = ""
    back: Callable[[S, Context], Next[S]] | None = None
    menu: bool = False


@value
class Search(Value):
    """The search of an app: the fields ``searching`` and ``query`` of its state.

    ``on``: names of the pages that have it, () for all; ``limit``: maximum length of a query; ``key``: of its field.
    """

    on: tuple[str, ...] = ()
    limit: int = 200
    key: str = "search"


@value
class Selection(Value):
    """Selected items: the state's field with their ids, and the pages that have a selection, () for all."""

    field: str = "selected"
    on: tuple[str, ...] = ()


@value
class Beside(Value):
    """A list shown beside the pages it opens, if the screen is wide enough.

    Attributes:
        page: name of the page that has the list.
        when: function from place to whether there is room for both.
        width: function from resources to the width of the list in dp.
        alone: names of pages that take the entire screen.
    """

    page: str
    when: Callable[[Place], bool]
    width: Callable[[Resources], int]
    alone: tuple[str, ...] = ()


@value
class ListDetail(Value):
    """Lists that stand beside the details they open, on a large screen that is at least `panes.EXPANDED` dp wide.

    The list stays the page of its own activity, and the details are those of another one over it; both are shown in
    one window. Before something is opened, a glyph stands there. See `open_detail`.

    Attributes:
        lists: classes of the activities with a list.
        details: names of the pages that stand beside it. All others have the whole screen.
        glyph: what is shown in the place of details while nothing is open.
        ids: resource ids of the layout around both, of the list's pane, and of the details' pane.
        class_name: class of that layout.
    """

    lists: tuple[str, ...]
    details: tuple[str, ...]
    glyph: str
    ids: tuple[str, str, str]
    class_name: str = panes.SLIDING_PANE_LAYOUT


class Navigation(Generic[S]):
    """Pages, overlays, search and selection of an app whose state is of the type ``state``.

    Attributes:
        pages: the pages by their names. The first one is shown where no other can be.
        overlays: the overlays by their names.
        where: function from state and place to the name of the page that is shown, where the activity shows no page of
            its own. Without it, that is the field ``page`` of the state, or the first page if it has no such field.
        over: function from state to the name of what is open over the page, or "". It is not needed for a state with
            the field ``overlay``.
        kept: fields of the state that are kept when the app is closed.
        passing: fields of the state that belong to overlays. They get their defaults when an overlay is closed.
        scroll: key of a list that begins at its top when another page is shown or the search changes; "" for none.
        beside: the list that stands beside other pages on a wide screen; None for none.
        list_detail: the lists that stand beside their details on a wide screen; None for none.
        rail: names of the pages whose tabs stand in a rail at the side on a large screen, see `rails`.
        has_rail: function from the phone to whether they do.

    Raises:
        ValueError: a table names a page, an overlay or a field that does not exist.
    """

    def __init__(
        self,
        state: type[S],
        pages: Mapping[str, Page[S]],
        overlays: Mapping[str, Overlay[S]],
        *,
        where: Callable[[S, Place], str] | None = None,
        over: Callable[[S], str] | None = None,
        kept: tuple[str, ...] = (),
        passing: tuple[str, ...] = (),
        search: Search | None = None,
        selection: Selection | None = None,
        scroll: str = "",
        beside: Beside | None = None,
        list_detail: ListDetail | None = None,
        rail: tuple[str, ...] = (),
        has_rail: Callable[[Phone], bool] = rails.has_rail,
    ) -> None:
        self.state, self.pages, self.overlays = state, pages, overlays
        self.kept, self.search, self.selection = kept, search, selection
        self.beside, self.list_detail, self.rail, self._has_rail = beside, list_detail, rail, has_rail
        self.over: Callable[[S], str] = over or attrgetter("overlay")
        fresh = state()
        #: What the fields of a state with nothing over its page have.
        self.passing = {
            name: getattr(fresh, name) for name in ("overlay", *passing) if over is None or name != "overlay"
        }
        self.scrolled: Effects = (scroll_to(scroll),) if scroll else ()
        self._scroll = scroll
        self._check(fresh)
        self._of_activity = {page.activity: name for name, page in pages.items() if page.activity}
        self._first = next(iter(pages))
        self.where = where or self._page
        _tables[state] = self

    def _check(self, fresh: S) -> None:
        ups = [page.up for page in self.pages.values() if page.up]
        on = [name for overlay in self.overlays.values() for name in overlay.on]
        for part in (self.search, self.selection):
            on += part.on if part is not None else ()
        if self.beside is not None:
            on += (self.beside.page, *self.beside.alone)
        if self.list_detail is not None:
            on += self.list_detail.details
        on += self.rail
        fields = [*self.kept, *(name for overlay in self.overlays.values() for name in overlay.takes)]
        fields += ["searching", "query"] if self.search is not None else []
        fields += [self.selection.field] if self.selection is not None else []
        for kind, names, known in (
            ("page", (*ups, *on), tuple(self.pages)),
            ("overlay", [one.under for one in self.overlays.values() if one.under], tuple(self.overlays)),
            ("field", fields, tuple([name for name in fields if hasattr(fresh, name)])),
        ):
            unknown = [name for name in names if name not in known]
            if unknown:
                raise ValueError(
                    f"navigation of {self.state.__name__} names the unknown {kind} {unknown[0]!r}"
                )

    def _page(self, state: S, place: Place) -> str:
        page: str = getattr(state, "page", self._first)
        return page

    # What is shown

    def shown(self, state: S, place: Place) -> tuple[str, Page[S], tuple[Any, ...]]:
        """Return the shown page's name, the page itself, and the arguments of its screen."""
        name = self._of_activity.get(place.activity.name, "")
        if name:
            page = self.pages[name]
            arguments = page.arguments(state, place)
            if arguments is not None:
                return name, page, arguments
        name = self.where(state, place)
        page = self.pages[name]
        arguments = page.arguments(state, place)
        if arguments is None:
            name = self._first
            page = self.pages[name]
            arguments = page.arguments(state, place)
        return name, page, arguments or ()

    def layers(self, phone: Phone, state: S, activity: Activity) -> tuple[Layer, ...]:
        """Return the windows of an activity, for `App.layers`."""
        place = Place(phone, activity)
        name, page, arguments = self.shown(state, place)
        bars = page.bars if isinstance(page.bars, str) else page.bars(state, place)
        function: Callable[..., Element] = page.screen
        beside = self.beside
        if beside is not None and name not in (beside.page, *beside.alone) and beside.when(place):
            first = self.pages[beside.page]
            of_first = first.arguments(state, place) or ()
            arguments = (beside.width(place.res), first.screen, of_first, page.screen, arguments)
            function = panes.two_panes
        if self.rail and name in self.rail and self._has_rail(phone):
            function, arguments = rails.railed, (function, arguments)
        overlay = self.over(state)
        both = self.list_detail
        if both is not None and panes.has_room(phone):
            listed = self._list_beside(state, place, name)
            if listed is not None:
                at, of_list, of_first = listed
                opened = (function, arguments) if name in both.details else None
                shown = (self.pages[of_list].screen, of_first)
                rail = of_list in self.rail and self._has_rail(phone)
                main = Layer(panes.list_detail, (both.class_name, both.ids, both.glyph, shown, opened, rail))
                over = self._over_panes(overlay, name, of_list, state, place, at, rail) if overlay else ()
                return (main, *over)
        main = Layer(function, arguments, page.kind, bars, "", page.foot, page.wide)
        return (main, *self._over(overlay, name, state, place)) if overlay else (main,)

    def _over(self, name: str, page: str, state: S, place: Place) -> tuple[Layer, ...]:
        overlay = self.overlays.get(name)
        if overlay is None or (overlay.on and page not in overlay.on):
            return ()
        below = self._over(overlay.under, page, state, place) if overlay.under and not overlay.covers else ()
        arguments = overlay.arguments(state, place)
        return below if arguments is None else (*below, Layer(overlay.builder, arguments, "dialog"))

    # A list and its details beside each other

    def _list_beside(self, state: S, place: Place, name: str) -> tuple[Place, str, tuple[Any, ...]] | None:
        """The list that stands beside the page ``name``, or is that page: where it is, its page and its arguments.

        None for a page that has the whole screen.
        """
        both = self.list_detail
        at = None if both is None else _list_at(both.lists, place)
        if both is None or at is None:
            return None
        first, _, arguments = self.shown(state, at)
        return (at, first, arguments) if name == first or name in both.details else None

    def _over_panes(
        self, overlay: str, name: str, first: str, state: S, place: Place, at: Place, rail: bool
    ) -> tuple[Layer, ...]:
        """What is open over the page ``name``, or over the list ``first`` beside it, which is ``at`` a place and has a
        ``rail`` or none.
        """
        opened = self.overlays.get(overlay)
        if opened is None or (opened.on and first not in opened.on):
            return self._over(overlay, name, state, place)
        over = self._over(overlay, first, state, at)
        if not opened.menu:
            return over
        return tuple(
            [layer._replace(function=panes.over_list, arguments=(CLOSE, rail, *layer[:2])) for layer in over]
        )

    def kept_lists(self, phone: Phone) -> tuple[str, ...]:
        """Key of the list that stays beside what it opens, for `App.kept_lists`."""
        return (self._scroll,) if self._scroll and self.list_detail and panes.has_room(phone) else ()

    def details_open(self, state: S, context: Context) -> int:
        """How many activities lie over the list that stands beside the page in front; 0 if none stands there."""
        both, phone = self.list_detail, context.phone
        if both is None or not panes.has_room(phone):
            return 0
        place = Place(phone, phone.top)
        if self._list_beside(state, place, self.shown(state, place)[0]) is None:
            return 0
        found = [activity.name in both.lists for activity in reversed(phone.tasks[-1].activities)]
        return found.index(True)

    # Back, and the end

    def back(self, state: S, context: Context) -> Next[S]:
        """Handler of Back: close the overlay, do what the page says, end the selection, end the search, or go up, in
        that order."""
        name = self.over(state)
        if name:
            overlay = self.overlays.get(name)
            if overlay is not None and overlay.back is not None:
                return overlay.back(state, context)
            return close_overlay(state, context)
        place = Place(context.phone, context.activity or context.phone.top)
        name, page, _ = self.shown(state, place)
        if page.back is not None:
            after = page.back(state, context)
            if after is not state and after != state:
                return after
        names: tuple[str, ...] = (name,)
        if self.list_detail is not None and panes.has_room(context.phone):
            beside = self._list_beside(state, place, name)
            names = names if beside is None else (name, beside[1])
        if (
            self.selection is not None
            and _is_on(self.selection, names)
            and getattr(state, self.selection.field)
        ):
            return unmark(state, context)
        if self.search is not None and _is_on(self.search, (name,)) and state.searching:  # type: ignore[attr-defined]
            return close_search(state, context)
        return replace(state, page=page.up) if page.up else state

    def closed(self, state: S) -> S:
        """Return the state after the app was closed, for `App.closed`."""
        return self.state(**{name: getattr(state, name) for name in self.kept})


#: The tables by the types of apps' states.
_tables: dict[type[Any], Navigation[Any]] = {}


def tables() -> tuple[Navigation[Any], ...]:
    """Return the tables of all apps that were imported."""
    return tuple(_tables.values())


def _list_at(lists: tuple[str, ...], place: Place) -> Place | None:
    """The place of the list whose details an activity may show: that of itself, or of the next list below it."""
    front = place.activity
    if front.name in lists:
        return place
    task = next((task for task in place.phone.tasks if task.package == front.package), None)
    for activity in reversed(() if task is None else task.activities):
        if activity.name in lists:
            return Place(place.phone, replace(activity, focus=front.focus), front.argument)
    return None


def _is_on(part: Search | Selection, pages: tuple[str, ...]) -> bool:
    return not part.on or any(page in part.on for page in pages)


def without_overlay(state: S, **changes: Any) -> S:
    """Return the state with nothing open over the page, and with further changes."""
    return replace(state, **(_tables[type(state)].passing | changes))


def finished(state: S, **changes: Any) -> S:
    """Return the state after an action: with nothing open over the page, nothing selected, and further changes."""
    selection = _tables[type(state)].selection
    return without_overlay(state, **({} if selection is None else {selection.field: ()}), **changes)


# Handlers


def go_to(state: S, context: Context, page: str) -> Step[S]:
    """Show a page, closing what is open over the current one and ending search and selection."""
    table = _tables[type(state)]
    changes: dict[str, Any] = {"page": page}
    if table.selection is not None:
        changes[table.selection.field] = ()
    if table.search is not None:
        changes |= {"searching": False, "query": ""}
    return and_then(without_overlay(state, **changes), focus(""), *table.scrolled)


def open_page(state: S, context: Context, component: str, *page: Any) -> Step[S]:
    """Start an activity for a page, which `argument_page` then names, and close what is open over the page in front."""
    return without_overlay(state), focus(""), start(component, page)


def open_detail(
    state: S, context: Context, component: str, argument: Any, action: str = ""
) -> tuple[Callback, ...]:
    """Return the effects that open details from a list; beside it, they take the place of those that are open."""
    over = _tables[type(state)].details_open(state, context)
    return focus(""), *((finish(over),) if over else ()), start(component, argument, action)


def leave_page(state: S, context: Context) -> Step[S]:
    """Finish the activity in front and go back to the one before it."""
    return without_overlay(state), focus(""), finish()


def open_overlay(state: S, context: Context, name: str, *values: Any) -> Step[S]:
    """Open an overlay. ``values``: for the fields that it takes."""
    opened = _tables[type(state)].overlays[name]
    taken = dict(zip(opened.takes, values, strict=False))
    return replace(state, overlay=name, **taken), *_focus_of(opened)


def _focus_of(overlay: Overlay[Any]) -> Effects:
    return () if overlay.focus is None else (focus(overlay.focus),)


def close_overlay(state: S, context: Context) -> Step[S]:
    """Close the overlay, or lead back to the one from which it was opened."""
    table = _tables[type(state)]
    overlay = table.overlays.get(table.over(state))
    if overlay is None:
        return without_overlay(state), focus("")
    changes = {"overlay": overlay.under} if overlay.under else {}
    return without_overlay(state, **changes), *(() if overlay.focus is None else (focus(""),))


def focus_field(state: S, context: Context, key: str) -> Step[S]:
    """Put the cursor into the text field ``key``."""
    return state, focus(key)


def open_search(state: S, context: Context) -> Step[S]:
    """Open the search field, which is empty."""
    return replace(state, searching=True, query=""), focus(_search_of(state).key)


def close_search(state: S, context: Context) -> Step[S]:
    """Close the search field and show everything again."""
    return and_then(replace(state, searching=False, query=""), focus(""), *_tables[type(state)].scrolled)


def type_query(state: S, context: Context, text: str) -> Step[S]:
    """Search for a text."""
    table = _tables[type(state)]
    return and_then(replace(state, query=text[: _search_of(state).limit]), *table.scrolled)


def _search_of(state: object) -> Search:
    return _tables[type(state)].search or Search()


def mark(state: S, context: Context, id: Any) -> S:
    """Select an item, or deselect it."""
    field = _selection_of(state)
    selected: tuple[Any, ...] = getattr(state, field)
    after = tuple([one for one in selected if one != id]) if id in selected else (*selected, id)
    return replace(state, **{field: after})


def unmark(state: S, context: Context) -> S:
    """Select nothing."""
    return replace(state, **{_selection_of(state): ()})


def _selection_of(state: object) -> str:
    return (_tables[type(state)].selection or Selection()).field


def with_first_page(phone: Phone, component: str) -> Phone:
    """Return the phone with the app's first page in front, see `open_page`. ``component``: of its activity."""
    phone = activities.start(phone, component)
    while phone.top.argument:
        phone = activities.finish(phone)
    return phone


def page_step(context: Context) -> int:
    """Return what a sideways swipe asks for: 1 for the next page, -1 for the previous one, 0 for neither."""
    if context.direction not in ("left", "right"):
        return 0
    return 1 if (context.direction == "left") != context.res.rtl else -1


#: What leads back to the activity before this one: the tap of an arrow in a bar.
LEAVE: Callback = (leave_page, ())
#: What closes the overlay: the tap of a button to cancel, or of what is around a dialog.
CLOSE: Callback = (close_overlay, ())


def up(res: Resources, color: int) -> tuple[Element, ...]:
    """Return the arrow of a bar that leads back to the list, or nothing where that stands beside the page."""
    if res.beside_list:
        return ()
    return (icon_button("arrow_back", res.string("common.navigate_up"), LEAVE, color),)
