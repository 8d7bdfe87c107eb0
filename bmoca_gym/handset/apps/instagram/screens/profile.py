"""Profiles: the user's own, as a tab, and others; the user's profile editor, saved posts, settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.instagram import handlers
from bmoca_gym.handset.apps.instagram.content import ACCOUNTS, ME, Account, Post
from bmoca_gym.handset.apps.instagram.screens.parts import avatar, bar, button, grid, message
from bmoca_gym.handset.apps.instagram.screens.tabs import tab_bar
from bmoca_gym.handset.apps.instagram.state import ID
from bmoca_gym.handset.kits.navigation import open_overlay
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import icon_button, list_row, page, scrolling, toolbar
from bmoca_gym.handset.ui.elements import FILL, Column, Element, Row, Spacer, Stack
from bmoca_gym.handset.ui.widgets import Icon, Switch, Text, TextField
from bmoca_gym.handset.value import Callback, do


def bio_of(res: Resources, bio: str | None) -> str:
    """The user's bio: the initial one until it is changed."""
    return res.string("instagram.about_me") if bio is None else bio


def _count(res: Resources, number: int, label: str, id: str) -> Element:
    c = res.colors
    return Column(
        Text(res.digits(str(number)), 16, c.text, 700, align="center",
             id=f"{ID}row_profile_header_textview_{id}_count"),
        Text(res.string(f"instagram.{label}"), 12 if res.width >= 320 else 10, c.text, align="center", lines=2),
        grow=1, align="center", class_name="",
    )  # fmt: skip


def _header(
    res: Resources, account: Account, posts: int, name: str, bio: str, followers: int, following: int
) -> Element:
    c = res.colors
    face = avatar(account.name, 72)
    counts = (
        _count(res, posts, "posts", "post"),
        _count(res, followers, "followers", "followers"),
        _count(res, following, "following_count", "following"),
    )
    return Column(
        *((Row(face, *counts, width=FILL, gap=4, align="center", class_name=""),) if res.width >= 320 else
          (face, Row(*counts, width=FILL, class_name=""))),
        *((Text(name, 14, c.text, 500, lines=2, id=ID + "profile_header_full_name"),) if name else ()),
        *((Text(bio, 14, c.text, lines=6, id=ID + "profile_header_bio_text"),) if bio else ()),
        width=FILL, pad=(16, 8, 16, 8), gap=8, id=ID + "profile_header_container",
    )  # fmt: skip


def _grid_tabs(res: Resources, chosen: str) -> Element:
    c = res.colors

    def tab(name: str, glyph: str, label: str) -> Element:
        on = name == chosen
        line = Spacer(width=FILL, height=2 if on else 1, background=c.text if on else c.divider)
        return Column(
            Stack(Icon(glyph, 24, c.text if on else c.secondary, class_name=""), width=FILL, height=44,
                  align="center", justify="center", class_name=""),
            line, grow=1, height=46, tap=do(handlers.show_grid, name), selected=on, id=ID + "profile_tab_icon_view",
            description=res.string(f"instagram.{label}"),
        )  # fmt: skip

    return Row(
        tab("grid", "grid_on", "grid_view"), tab("tagged", "assignment_ind", "photos_of_you"), width=FILL,
        id=ID + "profile_tabs_container",
    )  # fmt: skip


def own(
    res: Resources, posts: tuple[Post, ...], name: str, bio: str | None, following: int, shown: str, tab: bool
) -> Element:
    """The user's own profile, as a tab or, from a post, as a page."""
    c = res.colors
    about = bio_of(res, bio)
    account = ACCOUNTS[ME]
    buttons = Row(
        button(res, res.string("instagram.edit_profile"), do(handlers.edit_profile, about), "edit_profile", grow=1,
               lines=2),
        width=FILL, pad=(16, 4, 16, 12), class_name="",
    )  # fmt: skip
    if shown == "tagged":
        body: Element = message(res, res.string("instagram.no_tagged"), "assignment_ind")
    else:
        body = grid(res, posts) if posts else message(res, res.string("instagram.no_posts"), "photo_camera")
    rows = scrolling(
        _header(res, account, len(posts), name, about, account.followers, following),
        buttons, _grid_tabs(res, shown), body, key="profile", id=ID + "profile_viewpager",
    )  # fmt: skip
    actions = (
        icon_button(
            "add_box",
            res.string("instagram.create"),
            do(handlers.new_post),
            c.text,
            id=ID + "creation_button",
        ),
        icon_button(
            "menu",
            res.string("instagram.options"),
            do(open_overlay, "options"),
            c.text,
            id=ID + "menu_button",
        ),
    )
    if not tab:
        return page(res, bar(res, ME, *actions), rows)
    head = toolbar(res, ME, *actions, title_id=ID + "action_bar_large_title", id=ID + "action_bar")
    return page(res, head, rows, tab_bar(res, "profile"))


def account(res: Resources, name: str, posts: tuple[Post, ...], followed: bool) -> Element:
    """Another person's profile."""
    known = ACCOUNTS[name]
    about = res.string(f"instagram.{known.about}")
    label = res.string("instagram.following" if followed else "instagram.follow")
    buttons = Row(
        button(res, label, do(handlers.follow, name), "profile_header_follow_button", not followed, grow=1),
        button(res, res.string("instagram.message"), do(handlers.open_page, "thread", name),
               "profile_header_message_button", grow=1),
        width=FILL, pad=(16, 4, 16, 12), gap=8, class_name="",
    )  # fmt: skip
    rows = scrolling(
        _header(res, known, len(posts), "", about, known.followers + followed, known.following), buttons,
        grid(res, posts), key="account", id=ID + "profile_viewpager",
    )  # fmt: skip
    return page(res, bar(res, name), rows)


def edit(res: Resources, name: str, text: str, bio: str | None, focus: str) -> Element:
    """The editor of the user's name and bio. ``bio``: the previous bio."""
    c = res.colors
    head = Row(
        icon_button("close", res.string("common.cancel"), do(handlers.leave), c.text),
        Text(res.string("instagram.edit_profile"), 20 if res.width >= 320 else 14, c.text, 500, lines=2, grow=1,
             pad=(8, 0)),
        icon_button("check", res.string("instagram.done"), do(handlers.save_profile, bio_of(res, bio)), c.accent,
                    id=ID + "action_bar_button_action"),
        width=FILL, least=56, pad=(4, 0), align="center", id=ID + "action_bar",
    )  # fmt: skip
    rows = scrolling(
        Column(avatar(ME, 88), width=FILL, pad=(0, 16), align="center", class_name=""),
        _field(res, "name", name, do(handlers.type_name), focus), _field(res, "bio", text, do(handlers.type_text),
               focus),
        key="edit", id=ID + "edit_profile_fields",
    )  # fmt: skip
    return page(res, head, rows)


def _field(res: Resources, which: str, text: str, typed: Callback, focus: str) -> Element:
    c = res.colors
    label = res.string(f"instagram.{which}")
    on = focus == which
    return Column(
        Text(label, 12, c.secondary),
        TextField(text, which, typed, focused=on, hint=label, hint_color=c.disabled, accent=c.accent, color=c.text,
                  size=16, width=FILL, height=44, id=f"{ID}{which}_edit_text",
                  capitals="words" if which == "name" else "sentences"),
        Spacer(width=FILL, height=2 if on else 1, background=c.accent if on else c.divider),
        width=FILL, pad=(16, 8), class_name="",
    )  # fmt: skip


def saved(res: Resources, posts: tuple[Post, ...]) -> Element:
    """The posts that the user saved."""
    body = grid(res, posts) if posts else message(res, res.string("instagram.no_saved"), "bookmark_border")
    return page(
        res, bar(res, res.string("instagram.saved")), scrolling(body, key="saved", id=ID + "recycler_view")
    )


def settings(res: Resources, private: bool, paused: bool) -> Element:
    """The settings: privacy, notifications, saved posts."""

    def switch(title: str, below: str, on: bool, tap: Callback, glyph: str) -> Element:
        state = res.string("common.on" if on else "common.off")
        mark = Switch(on, state, color=res.colors.accent, off_color=res.colors.disabled, tap=tap,
                      id=ID + "row_menu_item_switch", description=res.string(f"instagram.{title}"))  # fmt: skip
        return list_row(res, res.string(f"instagram.{title}"), res.string(f"instagram.{below}"), tap=tap, icon=glyph,
                        end=mark)  # fmt: skip

    return page(
        res, bar(res, res.string("instagram.settings")),
        scrolling(
            list_row(res, res.string("instagram.saved"), icon="bookmark_border", tap=do(handlers.open_page, "saved")),
            switch("private_account", "private_about", private, do(handlers.switch_private), "lock"),
            switch("pause_all", "pause_about", paused, do(handlers.switch_paused), "notifications"),
            key="settings", id=ID + "recycler_view",
        ),
    )  # fmt: skip
