"""``content query`` and ``content insert``: the rows of providers, as Android's own command prints and takes them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bmoca_gym.handset.errors import ContentError
from bmoca_gym.handset.system import contacts_content, messages
from bmoca_gym.handset.system.messages_database import messages_database
from bmoca_gym.handset.system.sqlite_bytes import read_database

if TYPE_CHECKING:
    from bmoca_gym.handset.phone import Phone

USAGE = "content query --uri URI [--projection NAME:NAME] [--where CONDITION] [--sort 'NAME [ASC|DESC]']"
INSERT_USAGE = "content insert --uri URI --bind NAME:TYPE:VALUE [--bind ...]; TYPE: b, s, i, l, f, d, n"

#: Columns in the order in which the provider gives them (Android 10).
_COLUMNS = (
    "_id", "thread_id", "address", "person", "date", "date_sent", "protocol", "read", "status", "type",
    "reply_path_present", "subject", "body", "service_center", "locked", "sub_id", "error_code", "creator", "seen",
)  # fmt: skip
_BOXES = {
    "inbox": messages.INBOX,
    "sent": messages.SENT,
    "draft": messages.DRAFT,
    "outbox": messages.OUTBOX,
    "failed": messages.FAILED,
    "queued": messages.QUEUED,
}
_OPTIONS = ("--uri", "--projection", "--where", "--sort", "--user")
_COMPARISON = re.compile(
    r"""\s*(?P<column>\w+)\s*(?P<operator>=|==|!=|<>|<=|>=|<|>|\bLIKE\b)\s*
    (?:'(?P<quoted>(?:[^']|'')*)'|"(?P<double>[^"]*)"|(?P<plain>[-+\w]+))\s*(?P<more>\bAND\b|$)""",
    re.IGNORECASE | re.VERBOSE,
)


def query(phone: Phone, words: list[str]) -> str:
    """The rows that ``content query`` prints for its options ``words``, newest first where no order is given.

    Providers: ``content://sms``, ``content://sms/ID`` and ``content://sms/BOX`` (inbox, sent, draft, outbox, failed,
    queued).

    Raises:
        ContentError: an option, URI, column, condition or order that is not known.
    """
    options = _options(words)
    conditions, values = _of_uri(options.get("--uri", ""))
    names = tuple(options["--projection"].split(":")) if "--projection" in options else _COLUMNS
    for name in names:
        _column(name)
    if "--where" in options:
        for condition, literal in _of_where(options["--where"]):
            conditions.append(condition)
            values.append(literal)
    order = _order(options.get("--sort", "date DESC"))
    connection = read_database(messages_database(messages.store_of(phone)))
    try:
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        rows = connection.execute(
            f"SELECT {', '.join(names)} FROM sms{where} ORDER BY {order}", values
        ).fetchall()
    finally:
        connection.close()
    if not rows:
        return "No result found.\n"
    return "".join(
        f"Row: {i} {', '.join(f'{n}={_shown(v)}' for n, v in zip(names, row, strict=True))}\n"
        for i, row in enumerate(rows)
    )


#: Providers that take rows, by authority.
_TAKERS = {contacts_content.AUTHORITY: contacts_content.insert}


def insert(phone: Phone, words: list[str]) -> Phone:
    """The phone after ``content insert`` with the options ``words``. Providers: ``content://com.android.contacts``.

    Raises:
        ContentError: an option, URI or binding that is not known, or a row that the provider does not take.
    """
    uri, values = "", {}
    left = list(words)
    while left:
        option = left.pop(0)
        if option not in ("--uri", "--bind", "--user") or not left:
            raise ContentError(f"{option!r} is no option, or has no value; usage: {INSERT_USAGE}")
        given = left.pop(0)
        if option == "--bind":
            name, value = _binding(given)
            values[name] = value
        elif option == "--uri":
            uri = given
    scheme, _, path = uri.partition("://")
    authority, _, table = path.strip("/").partition("/")
    taker = _TAKERS.get(authority)
    if scheme != "content" or taker is None:
        raise ContentError(
            f"could not find provider of {uri!r}; there is content://{', content://'.join(_TAKERS)}"
        )
    return taker(phone, table, values)


def _binding(text: str) -> tuple[str, str | int | float | bool | None]:
    """A column and its value; an empty text is one, ``n`` is NULL, as in Android's command."""
    name, _, rest = text.partition(":")
    kind, _, value = rest.partition(":")
    try:
        if name and kind == "s":
            return name, value
        if name and kind == "n":
            return name, None
        if name and kind == "b" and value in ("true", "false"):
            return name, value == "true"
        if name and kind in ("i", "l"):
            return name, int(value)
        if name and kind in ("f", "d"):
            return name, float(value)
    except ValueError:
        pass
    raise ContentError(f"binding {text!r} is not understood; usage: {INSERT_USAGE}")


def _shown(stored: object) -> str:
    return "NULL" if stored is None else str(stored)


def _options(words: list[str]) -> dict[str, str]:
    options: dict[str, str] = {}
    left = list(words)
    while left:
        option = left.pop(0)
        if option not in _OPTIONS:
            raise ContentError(f"unsupported argument {option!r}; usage: {USAGE}")
        if not left:
            raise ContentError(f"no value after {option}; usage: {USAGE}")
        options[option] = left.pop(0)
    return options


def _of_uri(uri: str) -> tuple[list[str], list[str | int]]:
    """The conditions that a URI stands for, and their values."""
    scheme, _, path = uri.partition("://")
    authority, _, part = path.strip("/").partition("/")
    if scheme != "content" or authority != "sms":
        raise ContentError(f"could not find provider of {uri!r}; there is content://sms[/BOX|/ID]")
    if not part:
        return [], []
    if part in _BOXES:
        return ["type = ?"], [_BOXES[part]]
    if part.isdecimal() and part.isascii() and len(part) < 18:
        return ["_id = ?"], [int(part)]
    raise ContentError(f"unknown URI {uri!r}; after content://sms/ comes an id or one of {', '.join(_BOXES)}")


def _column(name: str) -> str:
    if name not in _COLUMNS:
        raise ContentError(f"no such column: {name!r}; there are {', '.join(_COLUMNS)}")
    return name


def _of_where(text: str) -> list[tuple[str, str]]:
    """(condition with a placeholder, value) for every comparison of a condition joined by AND."""
    found = []
    at = 0
    while True:
        comparison = _COMPARISON.match(text, at)
        if comparison is None:
            raise ContentError(
                f"condition {text!r} is not understood from {text[at:]!r}; write COLUMN OPERATOR VALUE, joined by AND, "
                "with = != < <= > >= or LIKE and texts in quotes"
            )
        column = _column(comparison["column"])
        literal = comparison["quoted"]
        literal = (
            literal.replace("''", "'") if literal is not None else comparison["double"] or comparison["plain"]
        )
        found.append((f"{column} {comparison['operator']} ?", literal or ""))
        at = comparison.end()
        if not comparison["more"]:
            return found


def _order(text: str) -> str:
    name, _, direction = text.strip().partition(" ")
    way = direction.strip().upper() or "ASC"
    if way not in ("ASC", "DESC"):
        raise ContentError(f"order {text!r} is not understood; write a column and ASC or DESC")
    return f"{_column(name)} {way}, _id {way}"
