"""Instagram's handlers: tabs and pages, posts, stories, search, reels, a new post, the user's profile, settings."""

from __future__ import annotations

from typing import Any

from bmoca_gym.handset.apps.instagram.content import CLIPS, ME, STORIES, Comment, Message, Post
from bmoca_gym.handset.apps.instagram.state import (
    KEPT,
    MODAL,
    PACKAGE,
    TEXT_LIMIT,
    Instagram,
    PageName,
    toggled,
)
from bmoca_gym.handset.effects import finish, focus, scroll_to, start, toast
from bmoca_gym.handset.kits.navigation import go_to, without_overlay
from bmoca_gym.handset.manifest import Next, and_then, split
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace

# Tabs and pages


def show_tab(state: Instagram, context: Context, tab: PageName) -> Next[Instagram]:
    """Go to a tab. If it is already shown, scroll its list to the top."""
    return and_then(go_to(state, context, tab), *((scroll_to(tab),) if tab == state.page else ()))


def open_page(state: Instagram, context: Context, page: str, about: Any = None) -> Next[Instagram]:
    """Open a page over the tabs."""
    state = without_overlay(state, text="")
    return state, focus(""), start(f"{PACKAGE}/{MODAL}", (page, about))


def leave(state: Instagram, context: Context) -> Next[Instagram]:
    """Go back to the previous screen."""
    return without_overlay(state, text=""), finish()


def open_profile(state: Instagram, context: Context, name: str) -> Next[Instagram]:
    """Open an account's profile. The user's own is a tab."""
    return open_page(state, context, "own" if name == ME else "account", name)


def type_text(state: Instagram, context: Context, text: str) -> Instagram:
    """Update the text of a field."""
    return replace(state, text=text[:TEXT_LIMIT])


# Posts


def like(state: Instagram, context: Context, id: int) -> Instagram:
    """Like or unlike a post."""
    return replace(state, liked=toggled(state.liked, id))


def save_post(state: Instagram, context: Context, id: int) -> Instagram:
    """Save a post, or remove it from the saved ones."""
    return replace(state, saved=toggled(state.saved, id))


def unfold(state: Instagram, context: Context, id: int) -> Instagram:
    """Expand the caption."""
    return replace(state, unfolded=(*state.unfolded, id))


def hide(state: Instagram, context: Context, id: int, said: str) -> Next[Instagram]:
    """Hide someone else's post, or delete one of the user's own."""
    state = without_overlay(state, hidden=toggled(state.hidden, id))
    effects = (toast(context.res.string(f"instagram.{said}")),)
    # The page of the post itself has nothing left to show.
    modal = context.activity is not None and context.activity.argument == ("post", id)
    return (state, *effects, finish()) if modal else (state, *effects)


def follow(state: Instagram, context: Context, name: str) -> Instagram:
    """Follow or unfollow an account."""
    return without_overlay(state, following=toggled(state.following, name))


def add_comment(state: Instagram, context: Context, id: int) -> Next[Instagram]:
    """Post the typed comment under a post."""
    text = state.text.strip()
    if not text:
        return state
    comments = (*state.comments, Comment(id, ME, text, True))[-KEPT:]
    return replace(state, comments=comments, text=""), focus("")


def send(state: Instagram, context: Context, thread: str) -> Next[Instagram]:
    """Send the typed message."""
    text = state.text.strip()
    if not text:
        return state
    return replace(state, messages=(*state.messages, Message(thread, True, text, True))[-KEPT:], text="")


def send_post(state: Instagram, context: Context, thread: str) -> Next[Instagram]:
    """Send the sheet's post to a person."""
    messages = (*state.messages, Message(thread, True, "sent_post"))[-KEPT:]
    return without_overlay(state, messages=messages), toast(context.res.string("instagram.sent"))


# Stories


def open_story(state: Instagram, context: Context, name: str) -> Next[Instagram]:
    """Open the story viewer with an account's pictures."""
    return open_page(_at_story(state, name, 0), context, "story")


def _at_story(state: Instagram, name: str, at: int) -> Instagram:
    seen = state.seen if name in state.seen else (*state.seen, name)
    return replace(state, story=(name, at), seen=seen)


def turn_story(state: Instagram, context: Context) -> Next[Instagram]:
    """Show the next picture or, after a tap on the leading third of the screen, the previous one."""
    name, at = state.story
    names = list(STORIES)
    place = 1 - context.x if context.res.rtl else context.x
    if place < 1 / 3:
        return _at_story(state, name, at - 1) if at else leave(state, context)
    if at + 1 < len(STORIES[name]):
        return _at_story(state, name, at + 1)
    following = names.index(name) + 1
    return _at_story(state, names[following], 0) if following < len(names) else leave(state, context)


# Search


def open_found(state: Instagram, context: Context, name: str) -> Next[Instagram]:
    """Open a found account, and add it to the recent searches."""
    recent = (name, *(one for one in state.recent if one != name))
    return open_profile(replace(state, recent=recent), context, name)


def forget(state: Instagram, context: Context, name: str = "") -> Instagram:
    """Remove one or all of the recent searches."""
    return replace(state, recent=tuple(one for one in state.recent if name and one != name))


def open_explored(state: Instagram, context: Context, id: int) -> Next[Instagram]:
    """Open a post of a grid."""
    return open_page(state, context, "post", id)


# Reels


def turn_clip(state: Instagram, context: Context) -> Instagram:
    """Show the next reel after a swipe up, or the previous one after a swipe down."""
    step = {"up": 1, "down": -1}.get(context.direction, 0)
    at = max(0, min(len(CLIPS) - 1, state.clip + step))
    return state if at == state.clip else replace(state, clip=at)


def switch_sound(state: Instagram, context: Context) -> Instagram:
    """Mute or unmute the reels."""
    return replace(state, muted=not state.muted)


# A new post, the user's profile, settings


def new_post(state: Instagram, context: Context) -> Next[Instagram]:
    """Start a new post, with the newest picture on the phone selected."""
    found = pictures.photos(context.phone)
    return open_page(replace(state, chosen=found[0].path if found else ""), context, "create")


def choose(state: Instagram, context: Context, path: str) -> Instagram:
    """Choose a picture."""
    return replace(state, chosen=path)


def share(state: Instagram, context: Context) -> Next[Instagram]:
    """Share the chosen picture with its caption, at the top of the feed."""
    photo = pictures.with_path(context.phone, state.chosen)
    if photo is None:
        return leave(state, context)
    post = Post(state.next_post, ME, photo.data, state.text.strip(), 0, 0, own=True)
    state = replace(
        state, own=(post, *state.own)[:KEPT], next_post=state.next_post + 1, page="feed", text="", chosen=""
    )
    said = toast(context.res.string("instagram.shared"))
    return state, focus(""), finish(2), scroll_to("feed"), said


def show_grid(state: Instagram, context: Context, grid: str) -> Instagram:
    """Show the user's own posts ("grid"), or the pictures the user is tagged in ("tagged")."""
    return replace(state, grid=grid)


def edit_profile(state: Instagram, context: Context, bio: str) -> Next[Instagram]:
    """Open the editor of the profile."""
    state, effects = split(open_page(state, context, "edit"))
    return replace(state, name_draft=state.name, text=bio), *effects


def type_name(state: Instagram, context: Context, text: str) -> Instagram:
    """Update the name."""
    return replace(state, name_draft=text[:TEXT_LIMIT])


def save_profile(state: Instagram, context: Context, bio: str) -> Next[Instagram]:
    """Save the name and bio. ``bio``: the previous bio."""
    words = state.text.strip()
    state = replace(state, name=state.name_draft.strip(), bio=state.bio if words == bio else words)
    return leave(state, context)


def switch_private(state: Instagram, context: Context) -> Instagram:
    """Make the account private, or public."""
    return replace(state, private=not state.private)


def switch_paused(state: Instagram, context: Context) -> Instagram:
    """Pause or resume notifications."""
    return replace(state, paused=not state.paused)
