"""A shell that runs: its variables, its folder, and how it runs each construct of its language."""

from __future__ import annotations

import copy
import shlex
from collections.abc import Callable, Container, Sequence

from bmoca_gym.handset import aliases
from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell import arrays, paths
from bmoca_gym.handset.shell import commands as shell_commands
from bmoca_gym.handset.shell.android import logcat
from bmoca_gym.handset.shell.call import (
    BackgroundJob,
    Call,
    CommandError,
    Interrupted,
    LimitError,
    Neighbours,
    Result,
    ShellExit,
    Signalled,
)
from bmoca_gym.handset.shell.language import conditions as shell_conditions
from bmoca_gym.handset.shell.language import redirections as shell_redirections
from bmoca_gym.handset.shell.language import special as shell_special
from bmoca_gym.handset.shell.language import words as shell_words
from bmoca_gym.handset.shell.language.jobs import NEVER, Job
from bmoca_gym.handset.shell.language.line import Line, Pause, Refill
from bmoca_gym.handset.shell.language.parser import ShellSyntaxError, parse
from bmoca_gym.handset.shell.language.special import FunctionExit, LoopExit
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
from bmoca_gym.handset.shell.streams import Input, InputNeeded, Printed, Sink, Streams, closed
from bmoca_gym.handset.state import Phone

#: Scripts in scripts: ``su -c``, ``sh -c``, ``$(...)``, ``xargs``.
DEPTH_LIMIT = 8
#: Commands that take and tell packages and components, which an image may have under other names.
_NAME_PACKAGES = frozenset(
    (
        "am",
        "appops",
        "cmd",
        "dumpsys",
        "kill",
        "killall",
        "monkey",
        "pgrep",
        "pidof",
        "pkill",
        "pm",
        "ps",
        "service",
    )
)
#: Commands before which an assignment stays; before others it is theirs alone.
_KEEP_ASSIGNMENTS = frozenset((".", ":", "eval", "exit", "export", "return", "set", "shift", "trap", "unset"))
#: Compound commands, functions and scripts that run in each other.
NESTING_LIMIT = 64
SH = "/system/bin/sh"
_FIRST_VARIABLES = {
    "ANDROID_ASSETS": "/system/app", "ANDROID_DATA": "/data", "ANDROID_ROOT": "/system", "ANDROID_STORAGE": "/storage",
    "EXTERNAL_STORAGE": "/sdcard", "HOME": "/", "HOSTNAME": "generic_x86_64", "LOGNAME": "root", "SHELL": SH,
    "PATH": "/sbin:/system/sbin:/product/bin:/apex/com.android.runtime/bin:/system/bin:/system/xbin:/odm/bin:"
    "/vendor/bin",
    "TERM": "dumb", "TMPDIR": "/data/local/tmp", "USER": "root",
}  # fmt: skip
#: Milliseconds between two looks of a command that follows; later a part of the time that it has followed already.
_GLANCE_MILLISECONDS, _GLANCE_PART = 1000, 64
#: Words that stand before a command and change nothing, since all runs as root and to its end.
_PREFIXES = {"toybox", "exec", "nohup", "command", "builtin"}


#: Variables, folder, parameters, functions, options, traps, and how many constructs test what runs.
_Kept = tuple[dict[str, str], str, tuple[str, ...], dict[str, Command], frozenset[str], dict[str, str], int]


def _shown(word: str) -> str:
    return shlex.quote(word) if word else "''"


class Stopped(Exception):
    """A command that does not end was reached."""

    def __init__(self, words: tuple[str, ...]) -> None:
        super().__init__(words)
        self.words = words


class _Deadline:
    """A time of the line after which a command is ended. ``over``: it was."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.over = False


class _DeadlineError(Interrupted):
    """A command waited beyond its deadline."""

    def __init__(self, deadline: _Deadline) -> None:
        super().__init__("TERM")
        self.deadline = deadline


class Running:
    """A shell that runs a line. ``endless``: of which words (with the name) it stops.

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
        self.line = Line(phone, check, pause, refill)
        self._neighbours = neighbours
        #: The background job that this shell is, and the process of the last one that it started.
        self.job: Job | None = None
        self.last_job = ""
        self._deadlines: tuple[_Deadline, ...] = ()
        self.folder = "/"
        self.user = "root"
        self.variables = dict(_FIRST_VARIABLES)
        self.parameters: tuple[str, ...] = ()
        self.functions: dict[str, Command] = {}
        self.options: frozenset[str] = frozenset()
        self.traps: dict[str, str] = {}
        self._tested = 0
        self._endless = endless
        #: Of what runs now: what is expanded in it reads and complains there.
        self._streams = closed()
        self.status = 0
        self._depth = 0
        self._nested = 0

    def go_on_from(self, before: Running) -> None:
        """Take over what one line in a shell leaves to the next: folder, variables, functions, the last exit code."""
        self.folder, self.variables = before.folder, dict(before.variables)
        self.parameters, self.functions = before.parameters, dict(before.functions)
        self.options, self.traps = before.options, dict(before.traps)
        self.status, self.last_job = before.status, before.last_job

    # What commands ask for

    @property
    def programs(self) -> Container[str]:
        """As `Shell.programs`."""
        return shell_commands.PROGRAMS

    @property
    def phone(self) -> Phone:
        """How far the line has made the phone."""
        return self.line.phone

    @phone.setter
    def phone(self, phone: Phone) -> None:
        self.line.phone = phone

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
        """Run a command or a script in another one."""
        if self._depth >= DEPTH_LIMIT:
            raise LimitError("nested too deeply", 2)
        self._depth += 1
        try:
            return action()
        finally:
            self._depth -= 1

    def _apart(self, phone: Phone, stdin: Input, action: Callable[[Streams], int]) -> Result:
        """The output of an action, kept apart from the line's own output."""
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

    def check(self) -> None:
        """As `Shell.check`."""
        self.line.check()

    def spend(self, size: int) -> None:
        """As `Shell.spend`."""
        self.line.spend(size)

    def tree(self, phone: Phone) -> paths.Tree:
        """As `Shell.tree`."""
        return self.line.tree(phone)

    def report(self, event: object) -> None:
        """As `Shell.report`."""
        self.line.events.append(event)

    # Time, input and jobs

    def sleep(self, phone: Phone, milliseconds: int) -> Phone:
        """As `Shell.sleep`."""
        self.phone = phone
        until = self.line.elapsed + milliseconds
        deadline = min(self._deadlines, key=lambda one: one.at, default=None)
        end = until if deadline is None else min(until, deadline.at)
        if self.job is not None:
            self.job.wait(end)
        else:
            self.line.advance(end)
        if deadline is not None and end < until:
            deadline.over = True
            raise _DeadlineError(deadline)
        return self.phone

    def last(self, phone: Phone, milliseconds: int) -> Phone:
        """As `Shell.last`."""
        return self.sleep(phone, milliseconds) if self.line.clocked else phone

    def within(self, milliseconds: int, action: Callable[[], int]) -> int | None:
        """As `Shell.within`."""
        kept, deadline = self._deadlines, _Deadline(self.line.elapsed + milliseconds)
        self._deadlines += (deadline,)
        try:
            code = action()
            return None if deadline.over else code
        except _DeadlineError as error:
            if error.deadline is not deadline:
                raise
            return None
        finally:
            self._deadlines = kept

    def await_input(self, given: Input, needed: InputNeeded) -> bool:
        """Wait until an input holds what a command asked for; False where that took longer than it waits."""
        return self.line.await_input(given, needed)

    def jobs(self) -> list[BackgroundJob]:
        """As `Shell.jobs`."""
        return self.line.listed()

    def neighbours(self) -> list[BackgroundJob]:
        """As `Shell.neighbours`."""
        return [] if self._neighbours is None else self._neighbours.listed()

    def signal(self, pid: int, name: str) -> bool:
        """As `Shell.signal`."""
        if self.line.signal(pid, name):
            return True
        return self._neighbours is not None and self._neighbours.send(pid, name)

    def wait_for(self, pids: Sequence[int]) -> int:
        """Let time pass until background jobs are over, or all of them; the exit code of the last one."""
        jobs = [job for job in self.line.jobs if (job.pid in pids if pids else job is not self.job)]
        if self.job is not None:
            if any(not job.over for job in jobs):
                self.job.wait(NEVER, tuple(jobs))
        else:
            deadline = min(self._deadlines, key=lambda one: one.at, default=None)
            self.line.wait_for(jobs, None if deadline is None else deadline.at)
            if deadline is not None and any(not job.over for job in jobs):
                deadline.over = True
                raise _DeadlineError(deadline)
        return (jobs[-1].code if jobs else 127) if pids else 0

    def _start(self, script: Script, streams: Streams) -> None:
        """Run a script in the background: in a shell of its own, which reads nothing."""
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

    # What words are expanded with

    def value(self, name: str) -> str | None:
        """As `Scope.value`, the shell's own ones among them: ``$?``, ``$#``, ..."""
        if name == "?":
            return str(self.status)
        if name in ("$", "!", "-"):
            return {"$": "4711", "!": self.last_job, "-": ""}[name]
        if name in ("#", "@", "*"):
            return str(len(self.parameters)) if name == "#" else " ".join(self.parameters)
        if name == "0":
            return "sh"
        if name.isdecimal():
            return (
                self.parameters[int(name) - 1]
                if len(name) < 6 and int(name) <= len(self.parameters)
                else None
            )
        if name == "PWD":
            return self.folder
        return self.variables.get(name)

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
        """Run a line or a script in this shell; its exit code."""
        try:
            script = parse(text)
        except ShellSyntaxError as error:
            self._print(streams.error, f"{SH}: syntax error: {error}\n".encode("utf-8", "replace"))
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
        """Run what ``trap`` has for a signal that ends the shell."""
        self.script_text(self.traps.get(interrupted.signal, ""), streams)

    def end(self, code: int, streams: Streams) -> int:
        """Run what ``trap`` has for the end of the shell, which would end with that code; returns its exit code."""
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

    def _print(self, sink: Sink, data: bytes) -> None:
        if data:
            self.spend(len(data))
            sink.chunks.append(Printed(data, sink.error))

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

    def _kept(self) -> _Kept:
        """The state that a shell within this one may change without this one seeing it."""
        return (
            dict(self.variables), self.folder, self.parameters, dict(self.functions), self.options, self.traps,
            self._tested,
        )  # fmt: skip

    def _return_to(self, kept: _Kept) -> None:
        (
            self.variables, self.folder, self.parameters, self.functions, self.options, self.traps, self._tested,
        ) = kept  # fmt: skip

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
        """Run a function: its arguments are its parameters; variables are everybody's."""
        kept, self.parameters = self.parameters, tuple(arguments)
        try:
            return self._run(body, streams)
        except FunctionExit as left:
            return left.code
        finally:
            self.parameters = kept

    def _condition(self, script: Script, streams: Streams) -> bool:
        """Whether a script that is only asked succeeds."""
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
        """A loop's body run once: its exit code, and whether the loop is over."""
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
            self._print(outer.error, f"{SH}: {error}\n".encode("utf-8", "replace"))
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
                self._print(outer.error, f"{SH}: can't create {text}: {error}\n".encode("utf-8", "replace"))
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
            self._print(streams.error, f"+ {' '.join(map(_shown, words))}\n".encode("utf-8", "replace"))
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
            self._print(streams.error, f"{SH}: {name}: {said}\n".encode("utf-8", "replace") if said else b"")
            return code
        found = shell_commands.COMMANDS.get(name)
        if found is None:
            return self._unknown(written, arguments, streams)
        if (self.job is not None or self._deadlines) and shell_commands.goes_on(
            Call(self.phone, name, arguments, streams, self)
        ):
            if name == "logcat":
                return self._follow(logcat.request_of(self.phone, arguments), streams)
            return self._until_ended(found, name, arguments, streams)
        if self._endless is not None and not streams.apart and self._endless([name, *arguments]):
            raise Stopped((name, *arguments))
        return self._answered(found, name, arguments, streams)

    def _until_ended(
        self, found: shell_commands.Command, name: str, arguments: list[str], streams: Streams
    ) -> int:
        """Run a command that only a signal or a deadline ends: what it tells by then is the same at its end."""
        try:
            self.sleep(self.phone, NEVER)
        except Interrupted:
            self._answered(found, name, arguments, streams)
            raise
        return 0

    def _follow(self, request: logcat.Request, streams: Streams) -> int:
        """Print the log as it is written, until a signal or a deadline comes or ``-m`` is reached."""
        follower = logcat.Follower(request)
        began, cursor = self.line.elapsed, self.phone.log.end
        self.phone = follower.put(self.phone, follower.begun(self.phone), streams.output, self.spend)
        while not follower.over:
            interrupted: Interrupted | None = None
            try:
                self._glance(max(_GLANCE_MILLISECONDS, (self.line.elapsed - began) // _GLANCE_PART))
            except Interrupted as signal:
                interrupted = signal
            lines, cursor = self.phone.log.since(cursor), self.phone.log.end
            news = follower.more(self.phone, lines)
            self.phone = follower.put(self.phone, news, streams.output, self.spend)
            if interrupted is not None:
                raise interrupted
        return follower.code

    def _glance(self, milliseconds: int) -> None:
        """Wait as `sleep` does, but have nobody wait for it."""
        if self.job is not None:
            self.job.glances = True
        try:
            self.sleep(self.phone, milliseconds)
        finally:
            if self.job is not None:
                self.job.glances = False

    def _answered(
        self, found: shell_commands.Command, name: str, arguments: list[str], streams: Streams
    ) -> int:
        """Run a command of the table, and print what it says."""
        image = self.phone.image
        outer = self.line.words
        if self.job is None:
            self.line.words = " ".join([name, *arguments])
        renamed = bool(image.aliases) and name in _NAME_PACKAGES
        if renamed:
            arguments = [aliases.inward(image, word) for word in arguments]
        try:
            self.phone, output, error, code = self._result(found, name, arguments, streams)
        except ShellExit as left:
            self._print(streams.output, left.output)
            raise
        except Signalled as signal:
            output, error, code = b"", signal.said(), signal.code
        except CommandError as wrong:
            if isinstance(wrong, LimitError):
                raise
            output, error, code = b"", f"{name}: {wrong}\n".encode("utf-8", "replace"), wrong.code
        except HandsetError as wrong:
            output, error, code = b"", f"{name}: {wrong}\n".encode("utf-8", "replace"), 1
        except (LookupError, OverflowError, ValueError) as wrong:
            said = f"{name}: bad arguments {' '.join(arguments)!r}: {wrong}\n"
            output, error, code = b"", said.encode("utf-8", "replace"), 1
        if renamed:
            output, error = (
                aliases.outward(image, data.decode("utf-8", "surrogateescape")).encode(
                    "utf-8", "surrogateescape"
                )
                for data in (output, error)
            )
        self.line.words = outer
        self._print(streams.output, output)
        self._print(streams.error, error)
        return code

    def _result(
        self, found: shell_commands.Command, name: str, arguments: list[str], streams: Streams
    ) -> Result:
        """A command's result. One that asks for input that has not come is called again once it has."""
        if name == "cat" and not arguments:
            self._copy(streams)
        while True:
            at = streams.stdin.at
            try:
                return found(Call(self.phone, name, arguments, streams, self))
            except InputNeeded as needed:
                needed.skip = streams.stdin.at - at
                streams.stdin.at = at
                if not self.await_input(streams.stdin, needed):
                    streams.stdin.ended = True  # nobody brings more

    def _copy(self, streams: Streams) -> None:
        """Print input as it comes, until it ends."""
        given = streams.stdin
        while not given.ended:
            if not self.await_input(given, InputNeeded(lambda data, at: len(data) > at)):
                given.ended = True
            self._print(streams.output, given.available())

    def _unknown(self, written: str, arguments: list[str], streams: Streams) -> int:
        """Run a script that may be executed, by its path, or say that there is no such command."""
        what, code = "inaccessible or not found", 127
        if "/" in written and "\0" not in written:
            path = paths.resolved(Call(self.phone, "sh", [], streams, self), written)
            if self.phone.modes.get(path, 0) & 0o111 and path in self.phone.files:
                return self._named("sh", [path, *arguments], streams)
            if self.tree(self.phone).exists(path):
                what, code = "can't execute: Permission denied", 126
        self._print(streams.error, f"{SH}: {written}: {what}\n".encode("utf-8", "replace"))
        return code
