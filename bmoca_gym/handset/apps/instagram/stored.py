"""The keys and values that Instagram's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.instagram.content import ACCOUNTS, COMMENTS, MESSAGES, Comment, Message


def are_comments(comments: tuple[Comment, ...]) -> bool:
    """Whether known accounts wrote the comments."""
    return all(one in COMMENTS or (one.typed and one.author in ACCOUNTS) for one in comments)


def are_messages(messages: tuple[Message, ...]) -> bool:
    """Whether the messages are in conversations with known accounts."""
    return all(one in MESSAGES or (one.typed and one.thread in ACCOUNTS) for one in messages)
