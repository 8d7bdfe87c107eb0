"""The page of a video: player, description, channel, comments, and next videos."""

from __future__ import annotations

from bmoca_gym.handset.apps.youtube.handlers.pages import (
    add_comment,
    dislike,
    like,
    open_page,
    save,
    show_panel,
    type_text,
)
from bmoca_gym.handset.apps.youtube.screens import player
from bmoca_gym.handset.apps.youtube.screens.parts import (
    age,
    cards,
    counted,
    letter,
    look,
    mark,
    subscribe_button,
)
from bmoca_gym.handset.apps.youtube.state import ID, YouTube
from bmoca_gym.handset.apps.youtube.videos import (
    Comment,
    channels,
    comments_on,
    following,
    told,
    videos,
)
from bmoca_gym.handset.kits.google_bars import account_face
from bmoca_gym.handset.kits.navigation import CLOSE
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.ui.components import divider, icon_button, page, scrolling
from bmoca_gym.handset.ui.elements import (
    FILL,
    Column,
    Element,
    Row,
    Scroll,
    Spacer,
    Stack,
    component,
    take_touch,
)
from bmoca_gym.handset.ui.widgets import Icon, Text, TextField
from bmoca_gym.handset.value import Callback, Value, do, value

_TINT = 0xFF6D4C41
#: A screen is low below these heights, in dp: an upright one, and one that is wide, with its larger picture.
_LOW, _LOW_WIDE = 640, 720


@value
class Shown(Value):
    """The user's actions on a video, and its comments: the page's content except for the time."""

    id: int
    liked: bool
    disliked: bool
    saved: bool
    subscribed: bool
    comments: tuple[Comment, ...]
    panel: str
    text: str
    focused: bool


def shown(state: YouTube, id: int, focused: bool) -> Shown:
    """The current content of a video's page."""
    channel = videos()[id].channel
    return Shown(
        id, id in state.liked, id in state.disliked, id in state.later, channel in state.subscribed,
        comments(state, id), state.panel, state.text, focused,
    )  # fmt: skip


def comments(state: YouTube, id: int) -> tuple[Comment, ...]:
    """The comments on a video or a Short, the user's own first."""
    return (*(one for one in state.comments if one.id == id), *comments_on(id))


def watch(
    res: Resources, dark: bool, about: Shown, second: int, playing: bool, controls: bool, autoplay: bool
) -> Element:
    """The page. The player is its only part that changes over time."""
    res = look(res, dark)
    # The keyboard leaves no room for the picture on a low screen.
    top = (player.player(res, about.id, second, playing, controls, autoplay),)
    low = res.height < (_LOW_WIDE if res.width > res.height else _LOW)
    parts = () if about.focused and low else top
    return page(res, *parts, _below(res, about), bar=0xFF000000, id=ID + "watch_while_layout")


@component(8)
def _below(res: Resources, about: Shown) -> Element:
    if about.panel == "comments":
        return Column(
            _panel_head(res, "comments", do(show_panel, "")),
            scrolling(*comment_rows(res, about.comments), key="comments", id=ID + "results"),
            composer(res, about.id, about.text, about.focused),
            width=FILL, grow=1, id=ID + "engagement_panel_content",
        )  # fmt: skip
    if about.panel == "description":
        return Column(
            _panel_head(res, "description", do(show_panel, "")),
            scrolling(*_description(res, about.id), key="description", id=ID + "results"),
            width=FILL, grow=1, id=ID + "engagement_panel_content",
        )  # fmt: skip
    parts = (_title(res, about), _channel(res, about), _actions(res, about), _comments(res, about))
    return scrolling(
        *parts, cards(res, following(about.id)), Spacer(width=1, height=24), key="below", id=ID + "watch_list"
    )


def _title(res: Resources, about: Shown) -> Element:
    c = res.colors
    video = videos()[about.id]
    title = told(res.locale, video.title)
    facts = f"{counted(res, 'views', video.views)} · {age(res, video.days)}"
    return Column(
        Text(title, 18, c.text, 500, lines=None, id=ID + "title"),
        Row(Text(facts, 12, c.secondary, lines=2, id=ID + "metadata", grow=1),
            Text(res.string("youtube.more"), 12, c.text, 500, class_name=""), width=FILL, gap=8, align="center",
            class_name=""),
        width=FILL, pad=(14, 8), gap=4, tap=do(show_panel, "description"),
        description=f"{title} {facts}", class_name="android.view.ViewGroup", id=ID + "video_metadata",
    )  # fmt: skip


def _channel(res: Resources, about: Shown) -> Element:
    c = res.colors
    channel = channels()[videos()[about.id].channel]
    name = told(res.locale, channel.name)
    who = Row(
        mark(res, channel.key, 36),
        Column(
            Text(name, 14, c.text, 500, lines=2, id=ID + "channel_name"),
            Text(counted(res, "subscribers", channel.subscribers), 12, c.secondary, lines=2), grow=1, class_name="",
        ),
        grow=1, gap=10, align="center", tap=do(open_page, "channel", channel.key), id=ID + "channel_bar",
        description=res.string("youtube.go_to_channel", name=name), class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Row(who, subscribe_button(res, channel.key, about.subscribed), width=FILL, pad=(14, 6), gap=8,
               align="center", class_name="")  # fmt: skip


def _actions(res: Resources, about: Shown) -> Element:
    c = res.colors
    likes = res.digits(str(videos()[about.id].likes + about.liked))

    def button(glyph: str, label: str, tap: Callback, name: str, said: str, on: bool) -> Element:
        texts = (Text(label, 14, c.text, 500),) if label else ()
        return Row(
            Icon(glyph, 20, c.text, class_name=""), *texts, height=36, pad=(14, 0), gap=8, align="center", radius=18,
            background=c.raised, tap=tap, id=ID + name, selected=on, description=said,
        )  # fmt: skip

    save_label = res.string("youtube.saved" if about.saved else "youtube.save")
    row = Row(
        button("thumb_up" if about.liked else "thumb_up_off_alt", likes, do(like, about.id), "like_button",
               res.string("youtube.like"), about.liked),
        button("thumb_down" if about.disliked else "thumb_down_off_alt", "", do(dislike, about.id),
               "dislike_button", res.string("youtube.dislike"), about.disliked),
        button("watch_later" if about.saved else "playlist_add", save_label, do(save, about.id),
               "save_to_playlist_button", res.string("youtube.remove_later" if about.saved else "youtube.save_later"),
               about.saved),
        pad=(14, 6), gap=8, class_name="",
    )  # fmt: skip
    return Scroll(row, key="actions", axis="x", width=FILL, id=ID + "video_action_bar")


def _comments(res: Resources, about: Shown) -> Element:
    c = res.colors
    first = about.comments[0]
    head = Row(
        Text(res.string("youtube.comments"), 14, c.text, 500),
        Text(res.digits(str(len(about.comments))), 14, c.secondary, grow=1, id=ID + "comments_count"),
        width=FILL, gap=8, class_name="",
    )  # fmt: skip
    teaser = Row(letter(first.author[1:2].upper(), _TINT, 24), Text(words_of(res, first), 13, c.text, lines=2, grow=1),
                 width=FILL, gap=10, align="center", class_name="")  # fmt: skip
    card = Column(
        head, teaser, width=FILL, pad=12, gap=8, radius=12, background=c.raised, tap=do(show_panel, "comments"),
        id=ID + "comments_entry_point", class_name="android.view.ViewGroup",
    )  # fmt: skip
    return Column(card, width=FILL, pad=(14, 8, 14, 16), class_name="")


# Panels


def _panel_head(res: Resources, title: str, close: Callback) -> Element:
    c = res.colors
    return Column(
        Row(
            Text(res.string(f"youtube.{title}"), 18, c.text, 500, grow=1, id=ID + "title"),
            icon_button("close", res.string("youtube.close"), close, c.text, id=ID + "close_button"),
            width=FILL, height=48, pad=(14, 0, 4, 0), align="center", class_name="",
        ),
        divider(res), width=FILL, class_name="",
    )  # fmt: skip


def _description(res: Resources, id: int) -> tuple[Element, ...]:
    c = res.colors
    video = videos()[id]
    facts = f"{counted(res, 'views', video.views)} · {age(res, video.days)}"
    return (
        Text(told(res.locale, video.title), 18, c.text, 500, lines=None, pad=(14, 12, 14, 6)),
        Text(facts, 13, c.secondary, lines=2, pad=(14, 0)),
        Text(told(res.locale, video.about), 14, c.text, lines=None, pad=(14, 12), id=ID + "description"),
    )


def words_of(res: Resources, comment: Comment) -> str:
    """The text of a comment: the user's own as typed."""
    return comment.text if comment.id else told(res.locale, comment.text)


def comment_rows(res: Resources, said: tuple[Comment, ...]) -> list[Element]:
    """The comments, each with its author."""
    c = res.colors
    rows: list[Element] = []
    for one in said:
        new = (f" · {res.string('youtube.now')}",) if one.id else ()
        rows.append(
            Row(
                account_face(res, 32) if one.id else letter(one.author[1:2].upper(), _TINT, 32),
                Column(
                    Text("".join((one.author, *new)), 12, c.secondary, id=ID + "comment_author"),
                    Text(words_of(res, one), 14, c.text, lines=None, id=ID + "comment_text"),
                    grow=1, gap=2, class_name="",
                ),
                width=FILL, pad=(14, 8), gap=14, id=ID + "comment_thread", class_name="android.view.ViewGroup",
            )
        )  # fmt: skip
    return rows


def composer(res: Resources, id: int, text: str, focused: bool) -> Element:
    """The field for a comment, and the button that sends it."""
    c = res.colors
    submit = do(add_comment, id)
    field = TextField(
        text, "comment", do(type_text), focused=focused, hint=res.string("youtube.add_comment"),
        hint_color=c.secondary, accent=c.accent, color=c.text, size=14, grow=1, height=48, on_submit=submit,
        capitals="sentences", id=ID + "comment_composer_input",
    )  # fmt: skip
    send: tuple[Element, ...] = ()
    if text.strip():
        send = (icon_button("send", res.string("youtube.send"), submit, c.accent,
                            id=ID + "comment_composer_submit_button"),)  # fmt: skip
    return Column(
        divider(res),
        Row(account_face(res, 28), field, *send, width=FILL, pad=(14, 2, 4, 2), gap=12, align="center",
            class_name=""),
        width=FILL, class_name="",
    )  # fmt: skip


def comments_sheet(
    res: Resources, dark: bool, id: int, said: tuple[Comment, ...], text: str, focused: bool
) -> Element:
    """A sheet with the comments on a Short, over it."""
    res = look(res, dark)
    card = Column(
        _panel_head(res, "comments", CLOSE),
        scrolling(*comment_rows(res, said), key="comments", id=ID + "results"),
        composer(res, id, text, focused),
        width=min(res.width, 560), grow=1, background=res.colors.surface, tap=do(take_touch),
        id=ID + "engagement_panel_content",
    )  # fmt: skip
    room = Spacer(width=FILL, height=48 if focused else res.height * 0.35)
    return Stack(
        Column(room, card, width=FILL, height=FILL, align="center", class_name=""), width=FILL, height=FILL,
        background=res.colors.scrim, tap=CLOSE, class_name="",
    )  # fmt: skip
