"""A running shell: how it executes each construct of the language."""

from __future__ import annotations

import copy
import shlex
from collections.abc import Callable, Container, Sequence

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell import arrays, paths
from bmoca_gym.handset.shell import commands as shell_commands
from bmoca_gym.handset.shell.android import logcat
from bmoca_gym.handset.shell.call import (
    Call,
    CommandError,
    Interrupted,
    LimitError,
    Neighbours,
    Result,
    ShellExit,
)
from bmoca_gym.handset.shell.language import calling
from bmoca_gym.handset.shell.language import conditions as shell_conditions
from bmoca_gym.handset.shell.language import redirections as shell_redirections
from bmoca_gym.handset.shell.language import special as shell_special
from bmoca_gym.handset.shell.language import words as shell_words
from bmoca_gym.handset.shell.language.jobs import Job
from bmoca_gym.handset.shell.language.line import Line, Pause, Refill
from bmoca_gym.handset.shell.language.parser import ShellSyntaxError, parse
from bmoca_gym.handset.shell.language.special import FunctionExit, LoopExit
from bmoca_gym.handset.shell.language.state import SH, ShellState
from bmoca_gym.handset.shell.language.syntax import (
    Case,
    Command,
    Condition,
    For,
    Function,
    Group,
    If,
    Loop,
    Pipeline,
    Redirection,
    Script,
    Simple,
)
from bmoca_gym.handset.shell.streams import Input, Sink, Streams, closed
from bmoca_gym.handset.state import Phone

#: Scripts in scripts: ``su -c``, ``sh -c``, ``$(...)``, ``xargs``.
DEPTH_LIMIT = 8
#: Commands before which an assignment stays; before others it is theirs alone.
_KEEP_ASSIGNMENTS = frozenset((".", ":", "eval", "exit", "export", "return", "set", "shift", "trap", "unset"))
#: Compound commands, functions and scripts that run in each other.
NESTING_LIMIT = 64
#: Words that stand before a command and change nothing, since all runs as root and to its end.
_PREFIXES = {"toybox", "exec", "nohup", "command", "builtin"}


def _shown(word: str) -> str:
    return shlex.quote(word) if word else "''"


class Stopped(Exception):
    """A command that does not end was reached."""

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(words)
        self.words = words


class Running(ShellState):
    """A shell that runs a line, and stops at commands for which ``endless(words)`` is true.

    ``check``, ``pause`` and ``refill``: as `Line` takes them.
    """

    def __init__(
        self,
        phone: Phone,
        endless: Callable[[list[str]], bool] | None,
        check: Callable[[], object] | None = None,
        pause: Pause | None = None,
        refill: Refill | None = None,
        neighbours: Neighbours | None = None,
    ) -> None:
        super().__init__(Line(phone, check, pause, refill), neighbours)
        self._endless = endless
        #: Streams of the current command, for expansions in it.
        self._streams = closed()
        self._depth = 0
        self._nested = 0

    # What commands ask for

    @property
    def programs(self) -> Container[str]:
        """As `Shell.programs`."""
        return shell_commands.PROGRAMS

    def invoke(self, phone: Phone, words: Sequence[str], stdin: bytes | Input = b"") -> Result:
        """As `Shell.invoke`."""
        given = Input(stdin) if isinstance(stdin, bytes) else stdin
        return self._apart(phone, given, lambda streams: self._command(list(words), streams))

    def perform(self, words: Sequence[str], streams: Streams) -> int:
        """As `Shell.perform`."""
        return self._deeper(lambda: self._command(list(words), streams))

    def script(self, text: str, streams: Streams) -> int:
        """As `Shell.script`."""

        def shell() -> int:
            try:
                code = self.script_text(text, streams)
            except ShellExit as left:
                code = left.code
            except Interrupted as interrupted:
                self._trapped(interrupted, streams)
                raise
            return self.end(code, streams)

        kept = self._kept()
        self.options, self.traps, self._tested = frozenset(), {}, 0
        try:
            return self._deeper(shell)
        finally:
            self._return_to(kept)

    def _deeper(self, action: Callable[[], int]) -> int:
        """Run a command or script inside another one, and count the depth."""
        if self._depth >= DEPTH_LIMIT:
            raise LimitError("nested too deeply", 2)
        self._depth += 1
        try:
            return action()
        finally:
            self._depth -= 1

    def _apart(self, phone: Phone, stdin: Input, action: Callable[[Streams], int]) -> Result:
        """Run an action and capture its output."""
        before, self.phone = self.phone, phone
        streams = Streams(stdin, Sink(None, False), Sink(None, True), True)
        try:
            code = self._deeper(lambda: action(streams))
            return Result(self.phone, streams.output.joined(), streams.error.joined(), code)
        finally:
            self.phone = before

    def source(self, text: str, streams: Streams) -> int:
        """As `Shell.source`."""
        return self._deeper(lambda: self.script_text(text, streams))

    def _start(self, script: Script, streams: Streams) -> None:
        """Run a script in the background, in a shell of its own without input."""
        shell = copy.copy(self)
        shell.variables, shell.functions, shell.traps = dict(self.variables), dict(self.functions), {}
        shell._tested, shell._deadlines = 0, ()

        def run(job: Job) -> int:
            shell.job = job
            given = streams._replace(stdin=Input())
            try:
                return shell._script(script, given)
            except Interrupted as interrupted:
                shell._trapped(interrupted, given)
                return interrupted.code
            except (FunctionExit, LoopExit, ShellExit) as left:
                return getattr(left, "code", 0)
            except Stopped as stopped:
                self.line.stopped = stopped.words
                return 0

        self.last_job = str(self.line.start(run).pid)

    def captured(self, script: Script) -> str:
        """As `Scope.captured`."""

        def substituted(streams: Streams) -> int:
            return self._subshell(script, streams._replace(error=outer.error))

        outer = self._streams
        kept = self.phone
        try:
            result = self._apart(self.phone, outer.stdin, substituted)
            kept = result.phone
        finally:
            self.phone = kept
        self.status = result.code
        return result.output.replace(b"\0", b"").rstrip(b"\n").decode("utf-8", "replace")

    # Scripts

    def script_text(self, text: str, streams: Streams) -> int:
        """Run a line or a script in this shell. Returns its exit code."""
        try:
            script = parse(text)
        except ShellSyntaxError as error:
            self.print(streams.error, f"{SH}: syntax error: {error}\n".encode("utf-8", "replace"))
            self.status = 2
            return 2
        try:
            return self._script(script, streams)
        except LoopExit:
            return 0
        except FunctionExit as left:
            self.status = left.code
            return left.code

    def _trapped(self, interrupted: Interrupted, streams: Streams) -> None:
        """Run the ``trap`` of a signal that ends the shell."""
        self.script_text(self.traps.get(interrupted.signal, ""), streams)

    def end(self, code: int, streams: Streams) -> int:
        """Run the ``trap`` of the shell's end. Returns the exit code, by default ``code``."""
        commands = self.traps.pop("EXIT", "")
        if not commands:
            return code
        try:
            self.options -= {"e"}
            self.status = code
            self.script_text(commands, streams)
        except ShellExit as left:
            return left.code
        return code

    def _script(self, script: Script, streams: Streams) -> int:
        for item in script:
            if item.background:
                self._start((item._replace(background=False),), streams)
                self.status = 0
                continue
            last = item.pipelines[-1][1]
            for joined, pipeline in item.pipelines:
                if joined == ";" or (joined == "&&") == (self.status == 0):
                    tested = pipeline is not last or pipeline.negated
                    self._tested += tested
                    try:
                        self.status = self._pipeline(pipeline, streams)
                    finally:
                        self._tested -= tested
                    if self.status and "e" in self.options and not (tested or self._tested):
                        raise ShellExit(self.status)
        return self.status

    def _subshell(self, script: Script, streams: Streams) -> int:
        kept = self._kept()
        self.traps = {}
        try:
            try:
                code = self._script(script, streams)
            except (FunctionExit, ShellExit) as left:
                code = left.code
            except Interrupted as interrupted:
                self._trapped(interrupted, streams)
                raise
            return self.end(code, streams)
        finally:
            self._return_to(kept)

    def _pipeline(self, pipeline: Pipeline, streams: Streams) -> int:
        commands = pipeline.commands
        if len(commands) == 1:
            code = self._run(commands[0], streams)
        else:
            code = 0
            source = streams.stdin
            for at, command in enumerate(commands):
                last = at == len(commands) - 1
                sink = streams.output if last else Sink(None, False)
                kept = self._kept()
                try:
                    code = self._run(command, Streams(source, sink, streams.error, True))
                except (FunctionExit, ShellExit) as left:
                    code = left.code
                finally:
                    self._return_to(kept)
                source = streams.stdin if last else Input(sink.joined())
        return int(code == 0) if pipeline.negated else code

    def _run(self, command: Command, streams: Streams) -> int:
        self._streams = streams
        if isinstance(command, Simple):
            if command.plain is not None and "x" not in self.options:
                return self._command(list(command.plain), streams)
            return self._redirected(command.redirections, streams, lambda s: self._simple(command, s))
        self.line.step()
        if isinstance(command, Function):
            self.functions[command.name] = command.body
            return 0
        if self._nested >= NESTING_LIMIT:
            raise LimitError("nested too deeply", 2)
        self._nested += 1
        try:
            return self._redirected(command.redirections, streams, lambda s: self._compound(command, s))
        finally:
            self._nested -= 1

    def _called(self, body: Command, arguments: list[str], streams: Streams) -> int:
        """Call a function: the arguments become its parameters. Variables are shared."""
        kept, self.parameters = self.parameters, tuple(arguments)
        try:
            return self._run(body, streams)
        except FunctionExit as left:
            return left.code
        finally:
            self.parameters = kept

    def _condition(self, script: Script, streams: Streams) -> bool:
        """Run a script as a condition. Returns whether it succeeds."""
        self._tested += 1
        try:
            return self._script(script, streams) == 0
        finally:
            self._tested -= 1

    def _compound(self, command: If | Loop | For | Case | Condition | Group, streams: Streams) -> int:
        if isinstance(command, Condition):
            return shell_conditions.holds(self, command.tokens, streams)
        if isinstance(command, Case):
            subject = shell_words.text(command.word, self)
            for patterns, body in command.branches:
                if any(shell_words.matches(subject, pattern, self) for pattern in patterns):
                    return self._script(body, streams) if body else 0
            return 0
        if isinstance(command, Group):
            run = self._subshell if command.subshell else self._script
            return run(command.body, streams)
        if isinstance(command, If):
            for condition, body in command.branches:
                if self._condition(condition, streams):
                    return self._script(body, streams)
            self.status = 0
            return self._script(command.otherwise, streams)
        code = 0
        if isinstance(command, For):
            for word in shell_words.fields(command.words, self):
                self.variables[command.name] = word
                code, over = self._body(command.body, streams)
                if over:
                    break
            return code
        while self._condition(command.condition, streams) is command.wanted:
            code, over = self._body(command.body, streams)
            if over:
                break
        return code

    def _body(self, body: Script, streams: Streams) -> tuple[int, bool]:
        """Run a loop's body once. Returns its exit code, and whether to leave the loop."""
        self.line.step()
        try:
            return self._script(body, streams), False
        except LoopExit as left:
            if left.levels > 1:
                raise LoopExit(left.levels - 1, left.again) from None
            return 0, not left.again

    # Redirections

    def _redirected(
        self, redirections: tuple[Redirection, ...], streams: Streams, action: Callable[[Streams], int]
    ) -> int:
        written: list[shell_redirections.Written] = []
        outer, left, code = streams, None, 0
        try:
            for redirection in redirections:
                streams = shell_redirections.opened(self, redirection, streams, written)
            self.line.written += written
            code = action(streams)
        except (FunctionExit, Interrupted, LoopExit, ShellExit) as leaving:
            left = leaving
        except CommandError as error:
            if isinstance(error, LimitError):
                raise
            self.print(outer.error, f"{SH}: {error}\n".encode("utf-8", "replace"))
            if isinstance(error, shell_words.UnsetError):
                raise ShellExit(error.code) from None
            return error.code
        finally:
            if written:
                self.line.written = [one for one in self.line.written if one not in written]
        for path, text, before, sink in written:
            try:
                self.phone = paths.write_file(self.phone, path, before + sink.joined(), text)
            except (CommandError, HandsetError, ValueError) as error:
                self.print(outer.error, f"{SH}: can't create {text}: {error}\n".encode("utf-8", "replace"))
                code = 1
        if left is not None:
            raise left
        return code

    # Commands

    def _simple(self, command: Simple, streams: Streams) -> int:
        self._streams = streams
        status, self.status = self.status, 0
        if command.words:
            self.status = status
        words = shell_words.fields(command.words, self)
        names = [name for name, _ in command.assignments]
        kept = {name: arrays.elements(self.variables, name) for name in names} if words else {}
        for name, given in command.assignments:
            shell_words.assign(name, given, self)
        if not words:
            self.line.step()
            return self.status
        if "x" in self.options:
            self.print(streams.error, f"+ {' '.join(map(_shown, words))}\n".encode("utf-8", "replace"))
        try:
            return self._command(words, streams)
        finally:
            if words[0] not in _KEEP_ASSIGNMENTS:
                for name, elements in kept.items():
                    arrays.restore(self.variables, name, elements)

    def _command(self, words: list[str], streams: Streams) -> int:
        at, last = 0, len(words)
        leaves = False
        while at < last:
            if words[at] in _PREFIXES and at + 1 < last and not words[at + 1].startswith("-"):
                leaves = leaves or words[at] == "exec"
                at += 1
            elif words[at] == "su" and words[at + 1 : at + 2] in (["0"], ["root"], ["su"]):
                at += 1 if words[at + 1] == "su" else 2
            else:
                break
        if at >= last or words[at:] in (["exec"], ["toybox"]):
            return 0
        code = self._named(words[at], words[at + 1 :], streams)
        if leaves:
            raise ShellExit(code)
        return code

    def _named(self, written: str, arguments: list[str], streams: Streams) -> int:
        self.line.step()
        if self.job is not None:
            self.job.words = " ".join([written, *arguments])
        name = written.rpartition("/")[2] if written.startswith("/system/") else written
        function = self.functions.get(written)
        if function is not None:
            return self._called(function, arguments, streams)
        special = shell_special.COMMANDS.get(name)
        if special is not None:
            said, code = special(self, arguments, streams)
            self.print(streams.error, f"{SH}: {name}: {said}\n".encode("utf-8", "replace") if said else b"")
            return code
        found = shell_commands.COMMANDS.get(name)
        if found is None:
            return self._unknown(written, arguments, streams)
        if (self.job is not None or self._deadlines) and shell_commands.goes_on(
            Call(self.phone, name, arguments, streams, self)
        ):
            if name == "logcat":
                return calling.follow(self, logcat.request_of(self.phone, arguments), streams)
            return calling.until_ended(self, found, name, arguments, streams)
        if self._endless is not None and not streams.apart and self._endless([name, *arguments]):
            raise Stopped((name, *arguments))
        return calling.answered(self, found, name, arguments, streams)

    def _unknown(self, written: str, arguments: list[str], streams: Streams) -> int:
        """Run an executable script by its path, or print that there is no such command."""
        what, code = "inaccessible or not found", 127
        if "/" in written and "\0" not in written:
            path = paths.resolved(Call(self.phone, "sh", [], streams, self), written)
            if self.phone.modes.get(path, 0) & 0o111 and path in self.phone.files:
                return self._named("sh", [path, *arguments], streams)
            if self.tree(self.phone).exists(path):
                what, code = "can't execute: Permission denied", 126
        self.print(streams.error, f"{SH}: {written}: {what}\n".encode("utf-8", "replace"))
        return code
