"""Dialogs of the system over an app: the choice of an app for an intent, the share sheet, permissions, and others."""

from __future__ import annotations

import posixpath

from bmoca_gym.handset import packages
from bmoca_gym.handset.manifest import SHORTCUT, App, DirectTarget, Intent, Layer
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import SYSTEM, Context, Phone, Prompt
from bmoca_gym.handset.system import activities, clipboard, documents, intents, permissions, windows
from bmoca_gym.handset.system import tours as system_tours
from bmoca_gym.handset.system_ui import dialogs, tours
from bmoca_gym.handset.system_ui.shade.android13 import colors
from bmoca_gym.handset.ui.components import app_icon, corner, divider, scrim, scrolling, sheet
from bmoca_gym.handset.ui.elements import (
    FILL,
    Column,
    Element,
    Grid,
    LeftToRight,
    Row,
    Spacer,
    Stack,
    take_touch,
)
from bmoca_gym.handset.ui.large_screens import RESOLVER, SHARE_SHEET
from bmoca_gym.handset.ui.widgets import FittedText, Icon, Picture, Text
from bmoca_gym.handset.value import Callback, do, replace

_FRAMEWORK = "android"
PERMISSION_CONTROLLER = "com.android.permissioncontroller"
_ID = "android:id/"
_PERMISSION_ID = f"{PERMISSION_CONTROLLER}:id/"
#: The activities that show these windows on Android, by the kind of a prompt.
COMPONENTS = {
    "open": f"{_FRAMEWORK}/com.android.internal.app.ResolverActivity",
    "share": f"{_FRAMEWORK}/com.android.internal.app.ChooserActivity",
    "permission": f"{PERMISSION_CONTROLLER}/{PERMISSION_CONTROLLER}.permission.ui.GrantPermissionsActivity",
}
_GLYPHS = {
    "camera": "photo_camera", "location": "location_on", "microphone": "mic", "contacts": "contacts",
    "calendar": "event", "storage": "folder", "sms": "sms", "phone": "call", "notifications": "notifications",
    "sensors": "favorite",
}  # fmt: skip
_ONE_TIME_SINCE = 30  # API level at which permissions can be granted for one time
_ROWS_SINCE = 31  # API level at which the answers to questions about permissions are filled rows
_SPLASH_SINCE = 31  # API level at which apps show their icon while they start


def layer_of(phone: Phone, prompt: Prompt) -> Layer:
    """The window of a question over the front activity, in the system's colours."""
    found = _layer_of(phone, prompt)
    if phone.configuration.material == 2 or prompt.kind == activities.STARTING:
        return found
    return windows.in_its_colors((found,), colors.DIALOGS, phone.configuration.dark)[0]


def _layer_of(phone: Phone, prompt: Prompt) -> Layer:
    level = phone.image.api_level
    if prompt.kind == "permission":
        app = packages.apps_of(phone.image)[phone.top.package]
        group = permissions.GROUPS.get(prompt.subject[0], "")
        asked = (app, prompt.subject[0], group, level >= _ONE_TIME_SINCE)
        return Layer(_permission_13 if level >= _ROWS_SINCE else _permission, asked, "dialog", owner=SYSTEM)
    if prompt.kind == system_tours.KIND:
        return tours.layer_of(phone, packages.apps_of(phone.image)[phone.top.package], prompt)
    if prompt.kind == dialogs.KIND:
        return Layer(dialogs.window, (prompt.subject,), "dialog", owner=SYSTEM)
    if prompt.kind == activities.STARTING:
        app = packages.apps_of(phone.image)[phone.top.package]
        return Layer(_starting, (app if level >= _SPLASH_SINCE else None,), "dialog", owner=SYSTEM)
    found = intents.answers(phone, prompt.subject)
    if prompt.kind == "share":
        path = documents.path_of(next(iter(intents.streams(prompt.subject)), ""))
        modern = level >= _ONE_TIME_SINCE
        direct = tuple(
            [(app, t) for app in found if modern and app.targets is not None for t in app.targets(phone)]
        )
        sent = (found, prompt.subject, path, phone.files.get(path, b""), modern, direct)
        return Layer(_share_sheet, sent, "dialog", owner=SYSTEM)
    return Layer(_chooser, (found, prompt.chosen), "dialog", owner=SYSTEM)


def component_of(phone: Phone, prompt: Prompt) -> str:
    """The ``package/class`` of a question's window over the front activity."""
    if prompt.kind == activities.STARTING:
        return phone.top.component
    if prompt.kind == dialogs.KIND:
        return prompt.subject.component or phone.top.component
    if prompt.kind == system_tours.KIND:
        step = packages.apps_of(phone.image)[phone.top.package].tour[prompt.subject]
        package = tours.PACKAGES.get(step.kind)
        return phone.top.component if package is None else f"{package}/{package}.{step.kind}"
    return COMPONENTS[prompt.kind]


def package_of(phone: Phone, prompt: Prompt) -> str:
    """The package that a question's window belongs to."""
    return component_of(phone, prompt).partition("/")[0]


def _close(phone: Phone, context: Context) -> Phone:
    return intents.cancel(phone)


def _starting(res: Resources, app: App | None) -> Element:
    """The window of an app that is starting: its icon since Android 12, nothing before that."""
    icon = [] if app is None else [app_icon(res, app, 108)]
    return Stack(
        *icon, width=FILL, height=FILL, background=res.colors.background, align="center", justify="center",
        tap=do(take_touch), class_name="android.widget.FrameLayout",
    )  # fmt: skip


# Which app opens something


def _mark(phone: Phone, context: Context, package: str) -> Phone:
    """A first touch marks an app, a second one opens it."""
    prompt = phone.top.prompt
    if prompt is None or prompt.chosen == package:
        return intents.choose(phone, package)
    return activities.ask(phone, replace(prompt, chosen=package))


def _choose(phone: Phone, context: Context, package: str, always: bool) -> Phone:
    return intents.choose(phone, package, always)


def _choosing(res: Resources, chosen: str, key: str, id: str, always: bool) -> Element:
    ink = res.colors.accent if chosen else res.colors.disabled
    return Text(
        res.string(f"system_ui.{key}"), 14, ink, 500, pad=(16, 14), tap=do(_choose, chosen, always), id=_ID + id,
        enabled=bool(chosen), class_name="android.widget.Button",
    )  # fmt: skip


def _chooser(res: Resources, found: tuple[App, ...], chosen: str) -> Element:
    c = res.colors
    title = Text(
        res.string("system_ui.open_with"), 18, c.text, 500, pad=(20, 4, 20, 12), width=FILL, id=_ID + "title"
    )
    rows = [
        Row(
            app_icon(res, app, 40), Text(app.title(res), 16, c.text, lines=2, grow=1, id=_ID + "text1"),
            width=FILL, pad=(20, 10), gap=20, align="center", tap=do(_mark, app.package),
            selected=app.package == chosen, background=c.raised if app.package == chosen else None,
            class_name="android.widget.LinearLayout",
        )
        for app in found
    ]  # fmt: skip

    foot = Row(
        Spacer(grow=1, height=1), _choosing(res, chosen, "just_once", "button_once", False),
        _choosing(res, chosen, "always", "button_always", True), width=FILL, pad=(8, 4), gap=8, id=_ID + "button_bar",
    )  # fmt: skip
    body = scrolling(
        *rows,
        key="resolver",
        grow=0,
        most=res.height / 2,
        id=_ID + "resolver_list",
        class_name="android.widget.ListView",
    )
    return sheet(res, title, body, foot, dismiss=do(_close), id=_ID + "contentPanel", widest=RESOLVER)


# Whom something is shared with


def _copy(phone: Phone, context: Context, text: str) -> Phone:
    return activities.dismiss(clipboard.put(phone, text))


def _share_with(phone: Phone, context: Context, package: str) -> Phone:
    return intents.choose(phone, package)


def _share_to(phone: Phone, context: Context, package: str, target: str) -> Phone:
    """Share with a direct share target."""
    prompt = phone.top.prompt
    if prompt is None:
        return phone
    subject: Intent = prompt.subject
    told = subject._replace(extras=(*subject.extras, (SHORTCUT, target)))
    return intents.choose(activities.ask(phone, replace(prompt, subject=told)), package)


def _direct(res: Resources, app: App, target: DirectTarget, side: float) -> Element:
    """A direct share target: a picture with the app's icon in its corner, and both names."""
    c = res.colors
    mark: Element = (
        Text(target.letter, 22, 0xFFFFFFFF, 500, class_name="")
        if target.letter
        else Icon("person", 28, 0xFFFFFFFF, class_name="")
    )
    face = Stack(
        mark,
        width=48,
        height=48,
        radius=24,
        background=target.color,
        align="center",
        justify="center",
        class_name="",
    )
    name = Text(target.name, 12, c.text, lines=2, align="center", width=FILL, id=_ID + "text1")
    badge = Stack(app_icon(res, app, 20), width=54, height=52, align="end", justify="end", class_name="")
    return Column(
        Stack(face, badge, width=54, height=52, id=_ID + "icon", class_name="android.widget.ImageView"),
        name if any(map(str.isalpha, target.name)) else LeftToRight(name, width=FILL),
        Text(app.title(res), 12, c.secondary, align="center", width=FILL, id=_ID + "text2"),
        width=side, pad=(4, 10), gap=4, align="center", tap=do(_share_to, app.package, target.id),
        description=res.string("common.list_separator").join((target.name, app.title(res))),
        class_name="android.widget.LinearLayout",
    )  # fmt: skip


def _share_sheet(
    res: Resources, found: tuple[App, ...], intent: Intent, path: str, data: bytes, icon_row: bool,
    direct: tuple[tuple[App, DirectTarget], ...] = (),
) -> Element:  # fmt: skip
    c = res.colors
    title = Text(
        res.string("system_ui.share"),
        18,
        c.text,
        500,
        width=FILL,
        align="center",
        pad=(20, 0, 20, 8),
        id=_ID + "title",
    )
    columns = 4 if res.width >= 300 else 3
    side = (min(res.width, SHARE_SHEET) - 24) / columns
    targets = [
        Column(
            app_icon(res, app, 48),
            FittedText(app.title(res), 12, c.text, lines=2, align="center", width=FILL, id=_ID + "text1"),
            width=side, pad=(4, 10), gap=8, align="center", tap=do(_share_with, app.package),
            description=app.title(res), class_name="android.widget.LinearLayout",
        )
        for app in found
    ]  # fmt: skip
    if targets:
        people = [_direct(res, app, target, side) for app, target in direct[:columns]]
        above: list[Element] = (
            [Row(*people, width=FILL, id=_ID + "direct_share_row"), divider(res)] if people else []
        )
        body = scrolling(
            *above, Grid(*targets, columns=columns, width=FILL, class_name=""), key="share", grow=0,
            pad=(12, 4, 12, 16), most=res.height / 2, id=_ID + "resolver_list",
        )  # fmt: skip
    else:
        body = Text(
            res.string("system_ui.no_app"),
            14,
            c.secondary,
            lines=3,
            align="center",
            width=FILL,
            pad=(24, 24),
            id=_ID + "empty",
        )
    return sheet(res, title, _preview(res, intent, path, data, icon_row), body, dismiss=do(_close),
                 id=_ID + "contentPanel", widest=SHARE_SHEET)  # fmt: skip


def _preview(res: Resources, intent: Intent, path: str, data: bytes, icon_row: bool) -> Element:
    """A preview of the shared content: the picture, the file's name, or the text with a button that copies it."""
    c = res.colors
    if path:
        kind = intent.type.partition("/")[0]
        shown: Element = (
            Picture(data, width=56, height=56, radius=8, id=_ID + "content_preview_image_1_large")
            if kind == "image" and data
            else Icon("insert_drive_file", 24, c.secondary, id=_ID + "content_preview_file_icon")
        )
        name = Text(
            posixpath.basename(path), 14, c.text, lines=2, grow=1, id=_ID + "content_preview_filename"
        )
        parts = [shown, name]
    else:
        text = intent.extra(intents.TEXT, "")
        copy = Icon(
            "content_copy", 24, c.accent, width=48, height=48, tap=do(_copy, text),
            description=res.string("system_ui.copy"), id=_ID + ("chooser_copy_button" if icon_row else "copy_button"),
            class_name="android.widget.Button",
        )  # fmt: skip
        parts = [Text(text, 14, c.text, lines=3, grow=1, id=_ID + "content_preview_text"), copy]
    return Row(
        *parts,
        width=FILL,
        pad=(20, 10),
        gap=16,
        align="center",
        background=c.raised,
        id=_ID + "content_preview_container",
    )


# What an app may do


def _decide(phone: Phone, context: Context, allowed: bool, once: bool = False) -> Phone:
    return intents.decide(phone, allowed, once)


def _nothing(phone: Phone, context: Context) -> Phone:
    """A touch beside the dialog decides nothing."""
    return phone


def _question(
    res: Resources, app: App, name: str, group: str, one_time: bool
) -> tuple[str, list[tuple[str, str, Callback]]]:
    """What is asked, and the answers: key of the string, resource id, and what it does."""
    label = app.title(res)
    asked = res.string(
        f"system_ui.allow_{permissions.asked_as(name)}", app=label, permission=name.rpartition(".")[2]
    )
    buttons: list[tuple[str, str, Callback]] = [("allow", "permission_allow_button", do(_decide, True))]
    if one_time and group in permissions.WHILE_IN_USE:
        buttons = [
            ("while_using", "permission_allow_foreground_only_button", do(_decide, True)),
            ("only_once", "permission_allow_one_time_button", do(_decide, True, True)),
        ]
    buttons.append(("deny" if not one_time else "do_not_allow", "permission_deny_button", do(_decide, False)))
    return asked, buttons


def _permission(res: Resources, app: App, name: str, group: str, one_time: bool) -> Element:
    c = res.colors
    asked, buttons = _question(res, app, name, group, one_time)
    rows = [
        Text(
            res.string(f"system_ui.{key}"), 16, c.accent, 500, align="center", width=FILL, pad=(12, 14), lines=2,
            tap=tap, id=_PERMISSION_ID + id, class_name="android.widget.Button",
        )
        for key, id, tap in buttons
    ]  # fmt: skip
    card = Column(
        Icon(_GLYPHS.get(permissions.asked_as(name), "security"), 28, c.accent, id=_PERMISSION_ID + "permission_icon"),
        Text(asked, 18, c.text, lines=6, align="center", width=FILL, pad=(8, 12, 8, 16),
             id=_PERMISSION_ID + "permission_message"),
        *rows, width=min(320, res.width - 24), pad=(16, 24, 16, 12), align="center", background=c.surface, radius=12,
        tap=do(take_touch), id=_PERMISSION_ID + "grant_dialog", class_name="android.widget.LinearLayout",
    )  # fmt: skip
    return scrim(res, card, do(_nothing))


#: dp: the radius of the corners of a stack of answers, and of those between them.
_END, _INNER = 20, 4


def _answer(text: Text, first: bool, last: bool) -> Element:
    """An answer of a stack, whose corners are round at its ends."""
    if not (first or last):
        text.radius = _INNER
        return text
    text.radius = _END
    square = Spacer(width=FILL, height=_END + _INNER, radius=_INNER, background=text.background)
    return Stack(square, text, width=FILL, justify="end" if first else "start", class_name="")


def _permission_13(res: Resources, app: App, name: str, group: str, one_time: bool) -> Element:
    """The question of Android 12 and later: the icon above it, the answers as filled rows that touch each other."""
    c = res.colors
    asked, buttons = _question(res, app, name, group, one_time)
    rows = [
        _answer(
            Text(
                res.string(f"system_ui.{key}"), 14, colors.BLACK, 500, 2, align="center", width=FILL, pad=(16, 18),
                tap=tap, background=colors.ACCENT, id=_PERMISSION_ID + id, class_name="android.widget.Button",
            ),
            number == 0, number == len(buttons) - 1,
        )
        for number, (key, id, tap) in enumerate(buttons)
    ]  # fmt: skip
    card = Column(
        Icon(_GLYPHS.get(permissions.asked_as(name), "security"), 24, c.accent, id=_PERMISSION_ID + "permission_icon"),
        Text(asked, 18, c.text, lines=6, align="center", width=FILL, pad=(8, 16, 8, 24),
             id=_PERMISSION_ID + "permission_message"),
        *rows, width=min(340, res.width - 48), pad=(24, 24, 24, 24), gap=2, align="center",
        background=c.card, radius=corner(res), tap=do(take_touch), id=_PERMISSION_ID + "grant_dialog",
        class_name="android.widget.LinearLayout",
    )  # fmt: skip
    return scrim(res, card, do(_nothing))
