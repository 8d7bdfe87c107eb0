"""The console's commands in one table, with their help."""

from __future__ import annotations

from bmoca_gym.handset.servers.console import device, input, place, power, telephony
from bmoca_gym.handset.servers.console.command import Command, Emulator, Refusal

#: Commands that the connection itself answers.
OWN = {
    "help|h|?": "print a list of commands; help COMMAND: of one",
    "ping": "check if the emulator is alive",
    "auth": "user authentication for the emulator console",
    "kill": "terminate the emulator",
    "quit|exit": "quit control session",
}

#: All others by name and sub-command, "" where they have none. The help lists them in alphabetical order.
COMMANDS: dict[str, dict[str, Command]] = dict(
    sorted(
        {
            **device.COMMANDS,
            **input.COMMANDS,
            **place.COMMANDS,
            **power.COMMANDS,
            **telephony.COMMANDS,
        }.items()
    )
)


def answer(emulator: Emulator, name: str, rest: str) -> str:
    """Run a command. Returns its answer, with OK.

    Raises:
        Refusal: it can't be done.
    """
    verbs = COMMANDS.get(name)
    if verbs is None:
        raise Refusal("unknown command, try 'help'")
    if "" in verbs:
        return verbs[""].run(emulator, rest) + "OK"
    verb, _, arguments = rest.partition(" ")
    if verb not in verbs:
        raise Refusal(f"missing or unknown sub-command, try 'help {name}'")
    return verbs[verb].run(emulator, arguments.strip()) + "OK"


def help_of(name: str = "") -> str:
    """The help of one command, or of all.

    Raises:
        Refusal: there is no such command.
    """
    own = next((known for known in OWN if name in known.split("|")), name)
    if name and own not in OWN and name not in COMMANDS:
        raise Refusal(f"unknown command '{name[:40]}', try 'help'")
    lines = [] if name else ["Android console commands:", ""]
    for known in (own,) if name else (*OWN, *COMMANDS):
        if known in OWN:
            lines.append(f"    {known:<34} {OWN[known]}")
        for verb, command in COMMANDS.get(known, {}).items():
            words = " ".join(word for word in (known, verb, command.usage) if word)
            lines.append(f"    {words:<34} {command.help}")
    return "\n".join(lines) + "\n"
