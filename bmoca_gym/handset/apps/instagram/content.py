"""Instagram's initial content: invented accounts, their posts, stories and messages.

Captions and the accounts' descriptions are keys of the string catalogue (``instagram.caption_NAME``).
"""

from __future__ import annotations

from bmoca_gym.handset.resources.words import plain
from bmoca_gym.handset.value import Value, value

#: The account that is logged in.
ME = "alex.hikes"


@value
class Account(Value):
    """An account. ``about``: key of the line below its name; ``tint``: colour of its letter avatar."""

    name: str
    about: str
    tint: int
    followers: int
    following: int


@value
class Post(Value):
    """A picture with a caption. ``caption``: its key, or with ``own`` the text; ``picture``: a name or
    a file's bytes.
    """

    id: int
    author: str
    picture: str | bytes
    caption: str
    likes: int
    hours: int
    own: bool = False


@value
class Message(Value):
    """A message in the conversation with ``thread``. ``text``: a key, or with ``typed`` the text itself."""

    thread: str
    mine: bool
    text: str
    typed: bool = False


@value
class Comment(Value):
    """A comment under a post. ``text``: as of a `Message`."""

    post: int
    author: str
    text: str
    typed: bool = False


@value
class Event(Value):
    """A line of the activity screen: ``kind`` is liked (with the post) or followed."""

    account: str
    kind: str
    post: int
    hours: int


ACCOUNTS: dict[str, Account] = {
    account.name: account
    for account in (
        Account(ME, "about_me", 0xFF00796B, 148, 163),
        Account("lena.bakes", "about_bread", 0xFFD81B60, 812, 230),
        Account("milo.trails", "about_trails", 0xFF558B2F, 645, 312),
        Account("nora.paints", "about_paint", 0xFF8E24AA, 934, 187),
        Account("tidepool.diary", "about_sea", 0xFF1E88E5, 507, 96),
        Account("oskar.cycles", "about_bikes", 0xFFE65100, 389, 274),
        Account("sunny.garden", "about_garden", 0xFF6D4C41, 721, 143),
        Account("juno.strings", "about_music", 0xFF3949AB, 298, 201),
        Account("paper.lanterns", "about_paper", 0xFF00897B, 876, 158),
    )
}
OTHERS = tuple(name for name in ACCOUNTS if name != ME)
FOLLOWED = OTHERS[:5]

_CAPTIONS = {
    "lena.bakes": "bread", "milo.trails": "trails", "nora.paints": "paint", "tidepool.diary": "sea",
    "oskar.cycles": "bikes", "sunny.garden": "garden", "juno.strings": "music", "paper.lanterns": "paper",
    ME: "me",
}  # fmt: skip


#: What each account's pictures show: a subject of ``illustrations.json``, and in how many drawings.
_SUBJECTS = {
    "lena.bakes": ("bread", 5), "milo.trails": ("trail", 5), "nora.paints": ("blues", 5), "tidepool.diary": ("tide", 5),
    "oskar.cycles": ("bike", 5), "sunny.garden": ("tomatoes", 5), "juno.strings": ("music", 5),
    "paper.lanterns": ("paper", 5), ME: ("quiet", 4),
}  # fmt: skip


def _drawing(author: str, number: int) -> str:
    """The name of an account's ``number``-th picture."""
    subject, count = _SUBJECTS[author]
    return f"instagram/{subject}_{number % count + 1}"


def _posts(first: int, authors: tuple[str, ...], picture: int = 0) -> tuple[Post, ...]:
    """Posts numbered from ``first``; each account's pictures from the ``picture``-th on."""
    found = []
    for i, author in enumerate(authors):
        id = first + i
        drawn = _drawing(author, picture + authors[:i].count(author))
        likes = 37 + id * 83 % 620
        found.append(Post(id, author, drawn, f"caption_{_CAPTIONS[author]}", likes, 1 + i * 3))
    return tuple(found)


FEED = _posts(100, OTHERS[:5])
#: The grid of the search tab: a picture of each account, three times.
EXPLORE = _posts(200, (OTHERS[5:] + OTHERS[:5]) * 3, 1)
CLIPS = _posts(300, OTHERS[::-1][:6], 4)
MINE = _posts(400, (ME,) * 4)
_BY_ID = {post.id: post for post in (*FEED, *EXPLORE, *CLIPS, *MINE)}

#: Pictures of the stories, by account in the order of the tray.
STORIES: dict[str, tuple[str, ...]] = {
    name: tuple(_drawing(name, i + 2 + number) for number in range(2 + i % 2))
    for i, name in enumerate(FOLLOWED)
}

COMMENTS = (
    Comment(100, "sunny.garden", "comment_lovely"),
    Comment(100, "milo.trails", "comment_where"),
    Comment(101, "nora.paints", "comment_colors"),
    Comment(102, "tidepool.diary", "comment_lovely"),
    Comment(300, "lena.bakes", "comment_colors"),
    Comment(301, "oskar.cycles", "comment_where"),
    Comment(400, "lena.bakes", "comment_lovely"),
)
MESSAGES = (
    Message("milo.trails", False, "message_walk"),
    Message("milo.trails", True, "message_gladly"),
    Message("lena.bakes", False, "message_recipe"),
    Message("nora.paints", True, "message_gladly"),
)
EVENTS = (
    Event("lena.bakes", "liked", 400, 2),
    Event("juno.strings", "followed", 0, 5),
    Event("nora.paints", "liked", 401, 9),
    Event("sunny.garden", "followed", 0, 14),
)


def known_post(id: int) -> Post | None:
    """The built-in post with that id."""
    return _BY_ID.get(id)


def posts_of(name: str) -> tuple[Post, ...]:
    """An account's posts, newest first."""
    return MINE if name == ME else tuple(post for post in (*FEED, *EXPLORE) if post.author == name)


def accounts_matching(query: str) -> tuple[str, ...]:
    """The accounts whose names contain ``query``, except the user's own."""
    wanted = plain(query.strip())
    return tuple(name for name in OTHERS if wanted in name)
