"""The shell command ``sqlite3``: runs statements on a copy of a database file in memory, and writes it back.

The real SQLite runs them, with limits of steps and size. Access outside the file is disabled: no other
databases, no extensions, no files.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Callable, Sequence
from itertools import count

from bmoca_gym.handset.shell.call import Call, Command, CommandError, LimitError, Result, failed, printed
from bmoca_gym.handset.shell.paths import check_place, read_file, resolved
from bmoca_gym.handset.system import files, sqlite_functions
from bmoca_gym.handset.system.sqlite_bytes import editable_database, file_of, set_limits

#: Instructions of SQLite's machine between two looks at the budget, and how many looks a run may have.
_INSTRUCTIONS, _LOOKS = 100_000, 300
#: What a look takes of the work of a line, in bytes.
_LOOK_COST = 1 << 19
_SIZE_LIMIT = 64 << 20
_FORBIDDEN = {sqlite3.SQLITE_ATTACH, sqlite3.SQLITE_DETACH, sqlite3.SQLITE_CREATE_VTABLE}
_FORBIDDEN_FUNCTIONS = {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"}
_PRAGMAS = {"table_info", "index_list", "index_info", "user_version", "foreign_keys", "integrity_check", "quick_check",
            "page_count", "page_size", "encoding", "journal_mode", "table_list", "database_list", "foreign_key_list",
            "wal_checkpoint", "schema_version", "synchronous"}  # fmt: skip
_SCHEMA = (
    "SELECT name FROM sqlite_master WHERE type IN ('table','view') AND name NOT LIKE 'sqlite_%' ORDER BY 1"
)


def _allowed(
    action: int, first: str | None, second: str | None, database: str | None, trigger: str | None
) -> int:
    if action in _FORBIDDEN:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _FORBIDDEN_FUNCTIONS:
        return sqlite3.SQLITE_DENY
    if action == sqlite3.SQLITE_PRAGMA and (first or "").lower() not in _PRAGMAS:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK


class _Output:
    """Formats rows as the options and dot commands say."""

    def __init__(self) -> None:
        self.mode, self.separator, self.header, self.null = "list", "|", False, ""
        self.version = False
        self.lines: list[str] = []

    def rows(self, call: Call, cursor: sqlite3.Cursor) -> None:
        names = [column[0] for column in cursor.description or ()]
        if self.header and names and self.mode != "line":
            self.lines.append(self.separator.join(names))
        for row in cursor:
            cells = [self.cell(stored) for stored in row]
            if self.mode == "line":
                width = max(5, *map(len, names))
                self.lines += [
                    f"{name.rjust(width)} = {cell}" for name, cell in zip(names, cells, strict=True)
                ] + [""]
            else:
                self.lines.append(self.separator.join(cells))
            call.shell.spend(sum(map(len, cells)) + len(cells))

    def cell(self, stored: object) -> str:
        if stored is None:
            return self.null
        text = stored.decode("utf-8", "replace") if isinstance(stored, bytes) else str(stored)
        return (
            '"' + text.replace('"', '""') + '"'
            if self.mode == "csv" and any(c in text for c in '",\n ')
            else text
        )


class _UnknownOptionError(Exception):
    """Raised for an option that sqlite3 does not have."""


def _options(output: _Output, arguments: Sequence[str]) -> tuple[list[str], list[str]]:
    """Apply the options to the output. Returns the statements of ``-cmd``, which run first, and the operands."""
    first: list[str] = []
    words = list(arguments)
    while words and words[0].startswith("-"):
        option = words.pop(0).lstrip("-")
        if option in ("header", "noheader"):
            output.header = option == "header"
        elif option in ("csv", "line", "list", "column"):
            output.mode, output.separator = option, "," if option == "csv" else output.separator
        elif option == "separator" and words:
            output.separator = words.pop(0)
        elif option == "nullvalue" and words:
            output.null = words.pop(0)
        elif option == "cmd" and words:
            first.append(words.pop(0))
        elif option == "version":
            output.version = True
        elif option not in ("batch", "bail", "readonly", "interactive"):
            raise _UnknownOptionError(f"unknown option: -{option}")
    return first, words


def _watch(call: Call, connection: sqlite3.Connection) -> None:
    """Forbid access outside the file, and end statements that take too long or make the file too large."""
    looks = count(1)

    def over() -> bool:
        with contextlib.suppress(LimitError):
            call.shell.spend(_LOOK_COST)
            return next(looks) > _LOOKS
        return True

    connection.set_authorizer(_allowed)
    connection.set_progress_handler(over, _INSTRUCTIONS)
    page = connection.execute("PRAGMA page_size").fetchone()[0]
    connection.set_authorizer(None)
    connection.execute(f"PRAGMA max_page_count = {_SIZE_LIMIT // page}")
    connection.set_authorizer(_allowed)


def sqlite(call: Call) -> Result:
    """``sqlite3 [-header] [-csv] [-line] [-separator TEXT] [-nullvalue TEXT] FILE [SQL...]``, or SQL on the input."""
    output = _Output()
    try:
        first, words = _options(output, call.arguments)
    except _UnknownOptionError as error:
        return failed(call.phone, f"sqlite3: Error: {error}\nUse -help for a list of options.\n")
    if output.version:
        return printed(call.phone, "3.22.0 2019-09-03 18:36:11\n")
    if not words:
        raise CommandError("needs a database file of the phone")
    name, *statements = words
    path = resolved(call, name)
    tree = call.shell.tree(call.phone)
    before = read_file(call.phone, path, name) if tree.is_file(path) else b""
    if len(before) > _SIZE_LIMIT:
        raise LimitError(f"sqlite3: {name}: larger than {_SIZE_LIMIT >> 20} MiB")
    try:
        if not before:
            check_place(tree, path, name)
        connection = editable_database(before)
    except CommandError:
        return failed(call.phone, f'Error: unable to open database "{name}": unable to open database file\n')
    except sqlite3.DatabaseError:
        return failed(call.phone, "Error: file is not a database\n", 26)
    set_limits(connection)
    helper = sqlite_functions.install(connection, call.phone, before)
    try:
        _watch(call, connection)
        statements = statements or [call.stdin.decode("utf-8", "replace")]
        said = _run(call, connection, output, [*first, *statements])
        connection.set_authorizer(None)
        changed = connection.total_changes > 0 or connection.in_transaction or _wrote(connection, before)
        if connection.in_transaction:
            connection.commit()
        data = file_of(connection) if changed else before
    finally:
        connection.close()
        helper.close()
    phone = call.phone
    if data != before:
        try:
            phone = files.write(phone, path, data)
        except files.FileAccessError as wrong:
            said = said or f"Error: {wrong}\n"
    text = "".join(line + "\n" for line in output.lines)
    return Result(phone, text.encode("utf-8", "replace"), said.encode("utf-8", "replace"), int(bool(said)))


def _wrote(connection: sqlite3.Connection, before: bytes) -> bool:
    """Whether the schema was changed. SQLite does not count that as a change."""
    version = int.from_bytes(before[40:44], "big") if len(before) > 44 else 0
    user = int.from_bytes(before[60:64], "big") if len(before) > 64 else 0
    now = connection.execute("PRAGMA schema_version").fetchone()[0]
    return bool(now != version or connection.execute("PRAGMA user_version").fetchone()[0] != user)


def _run(call: Call, connection: sqlite3.Connection, output: _Output, texts: list[str]) -> str:
    """Run statements and dot commands. Returns an error message, or ""."""
    for text in texts:
        line = 0
        for statement in _statements(text):
            line += 1
            if statement.startswith("."):
                wrong = _dot(connection, output, statement)
                if wrong:
                    return wrong
                continue
            try:
                output.rows(call, connection.execute(statement))
            except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError) as error:
                if str(error) == "interrupted":
                    return "Error: interrupted: a statement takes too long\n"
                said = f"near line {line}: " if len(texts) == 1 and not call.arguments[1:] else ""
                return f"Error: {said}{error}\n"
    return ""


def _statements(text: str) -> list[str]:
    found: list[str] = []
    statement = ""
    for line in text.splitlines(keepends=True):
        if not statement.strip() and line.lstrip().startswith("."):
            found.append(line.strip())
            continue
        for piece in line.replace(";", ";\0").split("\0"):
            statement += piece
            if statement.rstrip().endswith(";") and sqlite3.complete_statement(statement):
                found.append(statement.strip())
                statement = ""
    return [s for s in [*found, statement.strip()] if s.strip("; \n\t")]


def _tables(connection: sqlite3.Connection, output: _Output, words: list[str]) -> None:
    output.lines.append("  ".join(row[0] for row in connection.execute(_SCHEMA)))


def _schema(connection: sqlite3.Connection, output: _Output, words: list[str]) -> None:
    query = "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL" + (" AND tbl_name = ?" if words else "")
    output.lines += [row[0] + ";" for row in connection.execute(query, words[:1])]


def _headers(connection: sqlite3.Connection, output: _Output, words: list[str]) -> None:
    output.header = words[0] in ("on", "yes", "1", "true")


def _mode(connection: sqlite3.Connection, output: _Output, words: list[str]) -> None:
    if words[0] not in ("csv", "line", "list"):
        raise CommandError("unknown mode")
    output.mode, output.separator = words[0], "," if words[0] == "csv" else "|"


def _separator(connection: sqlite3.Connection, output: _Output, words: list[str]) -> None:
    output.separator = words[0]


def _null_value(connection: sqlite3.Connection, output: _Output, words: list[str]) -> None:
    output.null = words[0]


def _nothing(connection: sqlite3.Connection, output: _Output, words: list[str]) -> None:
    """Ignore a command that only matters at a terminal."""


#: The dot commands: how many words each needs, and what it does.
_DOT_COMMANDS: dict[str, tuple[int, Callable[[sqlite3.Connection, _Output, list[str]], None]]] = {
    "header": (1, _headers), "headers": (1, _headers), "mode": (1, _mode), "nullvalue": (1, _null_value),
    "schema": (0, _schema), "separator": (1, _separator), "tables": (0, _tables),
    **dict.fromkeys(("bail", "exit", "quit", "timeout"), (0, _nothing)),
}  # fmt: skip


def _dot(connection: sqlite3.Connection, output: _Output, line: str) -> str:
    """Run a dot command. Returns an error message, or ""."""
    name, *words = line[1:].split()
    least, run = _DOT_COMMANDS.get(name, (0, None))
    connection.set_authorizer(None)
    try:
        if run is None or len(words) < least:
            raise CommandError("unknown")
        run(connection, output, words)
    except CommandError:
        return f'Error: unknown command or invalid arguments:  "{name}". Enter ".help" for help\n'
    finally:
        connection.set_authorizer(_allowed)
    return ""


COMMANDS: dict[str, Command] = {"sqlite3": sqlite}
