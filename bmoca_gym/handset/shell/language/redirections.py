"""Redirections: from files and texts, into files, and between outputs."""

from __future__ import annotations

from typing import NamedTuple

from bmoca_gym.handset.shell import paths
from bmoca_gym.handset.shell.call import Call, CommandError
from bmoca_gym.handset.shell.language import words
from bmoca_gym.handset.shell.language.syntax import Redirection
from bmoca_gym.handset.shell.streams import Input, Sink, Streams


class Written(NamedTuple):
    """A file to write when its command ends: path, name as given, the content to keep, and the new content."""

    path: str
    text: str
    before: bytes
    sink: Sink


def opened(
    running: words.Scope, redirection: Redirection, streams: Streams, written: list[Written]
) -> Streams:
    """Apply a redirection to the streams. Files to write when the command ends are added to ``written``.

    Raises:
        CommandError: a file can't be read, or will not be writable.
    """
    target = words.text(redirection.target, running)
    operator, descriptor = redirection.operator, redirection.descriptor
    if operator == "<<":
        data = target.encode("utf-8", "replace")
        running.spend(len(data))
        return streams._replace(stdin=Input(data)) if descriptor == 0 else streams
    call = Call(running.phone, "sh", [], streams, running)
    if operator == "<":
        if target in paths.INPUTS:
            return streams
        try:
            data = paths.read(call, target)
        except CommandError as error:
            raise CommandError(f"can't open {error}") from None
        return streams._replace(stdin=Input(data))
    if operator == ">&" and target in ("1", "2", "-"):
        sink = {"1": streams.output, "2": streams.error}.get(target, Sink(None, False))
    elif target in paths.OUTPUTS:
        sink = streams.output if paths.OUTPUTS[target] == 1 else streams.error
    else:
        sink = _file(running, call, target, ">>" in operator, written)
        if operator in (">&", "&>", "&>>"):
            return streams._replace(output=sink, error=sink, apart=True)
    if descriptor == 2:
        return streams._replace(error=sink)
    return streams._replace(output=sink, apart=True) if descriptor == 1 else streams


def _file(running: words.Scope, call: Call, target: str, more: bool, written: list[Written]) -> Sink:
    sink = Sink(None, False)
    if target == paths.NOTHING:
        return sink
    before = b""
    try:
        path = paths.resolved(call, target)
        tree = running.tree(running.phone)
        if more and tree.is_file(path):
            before = paths.read_file(running.phone, path, target)
        paths.check_place(tree, path, target)
    except CommandError as error:
        raise CommandError(f"can't create {error}") from None
    written.append(Written(path, target, before, sink))
    return sink
