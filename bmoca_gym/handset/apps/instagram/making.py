"""Handlers of a new post, of the user's own profile and of settings."""

from __future__ import annotations

from bmoca_gym.handset.apps.instagram.content import ME, Post
from bmoca_gym.handset.apps.instagram.state import KEPT, TEXT_LIMIT, Instagram, leave, open_page
from bmoca_gym.handset.effects import finish, focus, scroll_to, toast
from bmoca_gym.handset.manifest import Next, split
from bmoca_gym.handset.providers import pictures
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.value import replace


def new_post(state: Instagram, context: Context) -> Next[Instagram]:
    """Choose a picture for a new post: the newest on the phone to begin with."""
    found = pictures.photos(context.phone)
    return open_page(replace(state, chosen=found[0].path if found else ""), context, "create")


def choose(state: Instagram, context: Context, path: str) -> Instagram:
    """Choose a picture."""
    return replace(state, chosen=path)


def share(state: Instagram, context: Context) -> Next[Instagram]:
    """Share the chosen picture with the caption: on top of the feed."""
    photo = pictures.with_path(context.phone, state.chosen)
    if photo is None:
        return leave(state, context)
    post = Post(state.next_post, ME, photo.data, state.text.strip(), 0, 0, own=True)
    state = replace(
        state, own=(post, *state.own)[:KEPT], next_post=state.next_post + 1, tab="feed", text="", chosen=""
    )
    said = toast(context.res.string("instagram.shared"))
    return state, focus(""), finish(2), scroll_to("feed"), said


def show_grid(state: Instagram, context: Context, grid: str) -> Instagram:
    """Show the user's own posts ("grid"), or the pictures that the user is on ("tagged")."""
    return replace(state, grid=grid)


def edit_profile(state: Instagram, context: Context, bio: str) -> Next[Instagram]:
    """Open the editor of the profile."""
    state, effects = split(open_page(state, context, "edit"))
    return replace(state, name_draft=state.name, text=bio), *effects


def type_name(state: Instagram, context: Context, text: str) -> Instagram:
    """Take over the name."""
    return replace(state, name_draft=text[:TEXT_LIMIT])


def save_profile(state: Instagram, context: Context, bio: str) -> Next[Instagram]:
    """Save the name and the words under it. ``bio``: the words as they were."""
    words = state.text.strip()
    state = replace(state, name=state.name_draft.strip(), bio=state.bio if words == bio else words)
    return leave(state, context)


def switch_private(state: Instagram, context: Context) -> Instagram:
    """Make the account private, or public."""
    return replace(state, private=not state.private)


def switch_paused(state: Instagram, context: Context) -> Instagram:
    """Pause notifications, or let them through."""
    return replace(state, paused=not state.paused)
