"""Dialogs that appear over any app unasked: a crash, an offer, a tour. Their content is data."""

from __future__ import annotations

from collections.abc import Callable

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import App
from bmoca_gym.handset.resources import Resources, of_platform
from bmoca_gym.handset.state import Context, Phone, Prompt
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.ui.components import (
    corner,
    dialog_card,
    filled_button,
    icon_button,
    scrim,
    sheet,
    text_button,
)
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, stay, take_touch
from bmoca_gym.handset.ui.widgets import Arc, Icon, Text
from bmoca_gym.handset.value import Callback, Value, do, replace, value

#: The namespace of settings that keeps what the user agreed to in a dialog. The shell can't list it.
ACCEPTED = "dialogs"
#: Kind of the `Prompt` that holds a dialog.
KIND = "dialog"


@value
class Button(Value):
    """A button of a dialog.

    Attributes:
        text: key of its text in the string catalogue.
        id: its resource id.
        does: one of `DEEDS`.
    """

    text: str
    id: str
    does: str


@value
class Dialog(Value):
    """A dialog over the front app.

    Attributes:
        name: what it is; `ACCEPTED` keeps the user's consent under this name.
        shape: one of `SHAPES`.
        title: key of its title in the string catalogue, or "".
        text: key of its text, or "". With several pages the key of page n ends in ``_n``.
        buttons: its buttons, the one that closes it first.
        component: ``package/class`` of its window; "" for a window of the front app.
        app: key of the name of the app that it is about, for ``{app}`` in texts.
        glyph: its icon, or "".
        cancelable: whether Back and a touch beside it close it.
        page: the page that it shows.
        pages: number of pages.
    """

    name: str
    shape: str
    title: str = ""
    text: str = ""
    buttons: tuple[Button, ...] = ()
    component: str = ""
    app: str = ""
    glyph: str = ""
    cancelable: bool = True
    page: int = 1
    pages: int = 1


def show(phone: Phone, dialog: Dialog) -> Phone:
    """Show a dialog over the front app. The shade and the overview close, and the keyboard until it is answered."""
    return over(phone, Prompt(KIND, dialog))


def over(phone: Phone, prompt: Prompt) -> Phone:
    """Show an unrequested question; the focused field gets the focus back afterwards."""
    before = phone.top.prompt
    focus = phone.top.focus if before is None else before.focus
    return activities.ask(phone, replace(prompt, focus=focus))


def label_of(app: App) -> str:
    """Return the key of an app's name in the string catalogue."""
    return f"{app.name}.{app.label}"


def shown(phone: Phone) -> Dialog | None:
    """Return the dialog over the front app, or None."""
    prompt = phone.top.prompt
    return prompt.subject if prompt is not None and prompt.kind == KIND else None


# What buttons do


def _stop(phone: Phone, dialog: Dialog) -> Phone:
    """Close the app in front as if it were swiped away."""
    package = phone.top.package
    phone = activities.dismiss(phone)
    return phone if phone.home else activities.remove_task(phone, package)


def _restart(phone: Phone, dialog: Dialog) -> Phone:
    """Reopen the app that the dialog is about."""
    component = next(
        (app.component for app in packages.apps_of(phone.image).values() if label_of(app) == dialog.app), None
    )
    phone = activities.dismiss(phone)
    return phone if component is None else activities.start(phone, component)


def _accept(phone: Phone, dialog: Dialog) -> Phone:
    """Close the dialog, and remember that the user agreed."""
    phone = activities.dismiss(phone)
    return replace(phone, settings=phone.settings.set((ACCEPTED, dialog.name), "accepted"))


def _next(phone: Phone, dialog: Dialog) -> Phone:
    """Turn to the next page; after the last one, close."""
    if dialog.page >= dialog.pages:
        return activities.dismiss(phone)
    return show(phone, replace(dialog, page=dialog.page + 1))


def _dismiss(phone: Phone, dialog: Dialog) -> Phone:
    return activities.dismiss(phone)


#: What a button can do, by name.
DEEDS: dict[str, Callable[[Phone, Dialog], Phone]] = {
    "close": _dismiss, "accept": _accept, "next": _next, "restart": _restart, "stop": _stop,
}  # fmt: skip


def _pressed(phone: Phone, context: Context, does: str) -> Phone:
    dialog = shown(phone)
    return phone if dialog is None else DEEDS[does](phone, dialog)


def _cancel(phone: Phone, context: Context) -> Phone:
    return activities.dismiss(phone)


# How they look


class _Look:
    """The texts, buttons and callbacks of a dialog in the phone's language."""

    def __init__(self, res: Resources, dialog: Dialog) -> None:
        self.res = of_platform(res)
        self.dialog = dialog
        values = {"app": res.string(dialog.app) if dialog.app else ""}
        text = f"{dialog.text}_{dialog.page}" if dialog.pages > 1 else dialog.text
        self.title = res.string(dialog.title, **values) if dialog.title else ""
        self.text = res.string(text, **values) if text else ""
        self.dismiss: Callback = do(_cancel) if dialog.cancelable else do(stay)

    def words(self, button: Button) -> str:
        return self.res.string(button.text)

    def message(self, size: float = 16, align: str = "start") -> Element:
        return Text(
            self.text, size, self.res.colors.secondary, lines=8, width=FILL, align=align, pad=(0, 0, 0, 8),
            id="android:id/message",
        )  # fmt: skip

    def text_buttons(self) -> tuple[Element, ...]:
        made = [
            text_button(self.res, self.words(b), do(_pressed, b.does), id=b.id) for b in self.dialog.buttons
        ]
        return tuple(made)


def _alert(look: _Look) -> Element:
    """A card with its buttons in a row."""
    return dialog_card(
        look.res, look.message(), dismiss=look.dismiss, buttons=look.text_buttons(), title=look.title
    )


def _choices(look: _Look) -> Element:
    """A card with its buttons below one another, as after a crash."""
    c = look.res.colors
    rows = [
        Row(
            Icon(_GLYPHS.get(b.id, "info"), 24, c.secondary, class_name=""),
            Text(look.words(b), 16, c.text, lines=2, grow=1, class_name=""),
            width=FILL, pad=(0, 12), gap=24, align="center", tap=do(_pressed, b.does), id=b.id,
            description=look.words(b), class_name="android.widget.Button",
        )
        for b in look.dialog.buttons
    ]  # fmt: skip
    return dialog_card(
        look.res,
        *rows,
        dismiss=look.dismiss,
        title=look.title,
        pad=(24, 24 if look.res.material > 2 else 20, 24, 16),
    )


_GLYPHS = {
    "android:id/aerr_close": "close", "android:id/aerr_restart": "refresh", "android:id/aerr_wait": "schedule",
}  # fmt: skip


def _bar(look: _Look) -> Element:
    """A sheet at the bottom. The app above it stays bright, but ignores touches."""
    res = look.res
    head = Text(look.title, 18, res.colors.text, 500, 2, id="android:id/alertTitle")
    foot = Row(Spacer(grow=1, height=1), *look.text_buttons(), width=FILL, gap=4)
    return sheet(
        res, head, look.message(14), foot, dismiss=do(stay), dim=False, pad=(24, 0, 24, 8),
        id="android:id/parentPanel",
    )  # fmt: skip


def _page(look: _Look) -> Element:
    """A page that covers the app, with a small cross in its corner."""
    res, c = look.res, look.res.colors
    close, *others = look.dialog.buttons
    cross = icon_button("close", look.words(close), do(_pressed, close.does), c.secondary, id=close.id)
    buttons = [filled_button(res, look.words(b), do(_pressed, b.does), id=b.id) for b in others]
    body = (
        Icon(look.dialog.glyph or "campaign", 72, c.accent, class_name=""),
        Text(look.title, 24, c.text, 500, 3, align="center", width=FILL, id="android:id/alertTitle"),
        look.message(align="center"),
        *buttons,
    )
    return Column(
        Row(Spacer(grow=1, height=1), cross, width=FILL, class_name=""),
        Column(*body, width=FILL, grow=1, gap=16, align="center", justify="center", class_name=""),
        width=FILL, height=FILL, pad=(24, 32, 24, 24), background=c.surface, tap=do(take_touch),
        class_name="android.widget.FrameLayout", id="android:id/parentPanel",
    )  # fmt: skip


def _wait(look: _Look) -> Element:
    """A spinner that goes away by itself."""
    res, c = look.res, look.res.colors
    card = Row(
        Arc(0.3, c.accent, c.divider, width=40, height=40),
        Text(look.text, 16, c.text, lines=2, grow=1, id="android:id/message"),
        width=min(280, res.width - 24), pad=24, gap=24, align="center", background=c.card, radius=corner(res),
        class_name="android.widget.FrameLayout", id="android:id/parentPanel",
    )  # fmt: skip
    return scrim(res, card, look.dismiss)


def _skeleton(look: _Look) -> Element:
    """Grey shapes where rows will be."""
    c = look.res.colors
    rows = [
        Row(
            Spacer(width=40, height=40, radius=20, background=c.raised),
            Column(
                Spacer(width=FILL, height=12, radius=6, background=c.raised),
                Spacer(width=120, height=12, radius=6, background=c.raised),
                grow=1, gap=8, class_name="",
            ),
            width=FILL, gap=16, align="center", class_name="",
        )
        for _ in range(7)
    ]  # fmt: skip
    return Column(
        *rows, width=FILL, height=FILL, pad=(16, 48, 16, 16), gap=28, background=c.background, tap=do(take_touch),
        description=look.text, class_name="android.widget.FrameLayout", id="android:id/parentPanel",
    )  # fmt: skip


#: How a dialog can look, by name.
SHAPES: dict[str, Callable[[_Look], Element]] = {
    "alert": _alert, "bar": _bar, "choices": _choices, "page": _page, "skeleton": _skeleton, "wait": _wait,
}  # fmt: skip


def window(res: Resources, dialog: Dialog) -> Element:
    """The elements of a dialog's window."""
    return SHAPES[dialog.shape](_Look(res, dialog))
