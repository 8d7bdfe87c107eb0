"""Writes the tables of docs/interruptions.md from the package's data: ``python docs/interruptions.py``."""

from __future__ import annotations

from pathlib import Path

from bmoca_gym import interruptions, tasks
from bmoca_gym.handset import packages
from bmoca_gym.handset.images import image_named, names
from bmoca_gym.handset.resources import string
from bmoca_gym.handset.system_ui.dialogs import label_of
from bmoca_gym.interruptions import Kind

PAGE = Path(__file__).parent / "interruptions.md"
_START, _END = "<!-- kinds -->\n", "<!-- end of kinds -->\n"
_APPS_START, _APPS_END = "<!-- apps -->\n", "<!-- end of apps -->\n"
#: The suites whose tasks the table of apps names.
_SUITES = {
    "B-MoCA": "all", "AndroidWorld": "androidworld/all", "AndroidLab": "androidlab/all",
    "MobileMiniWoB++": "miniwob/all",
}  # fmt: skip
_WHERE = {"embedded": "embedded", "all": "embedded, adb", "emulator": "embedded, emulators behind adb"}


def table() -> str:
    """The kinds, by group."""
    levels = {
        level: {kind.name: kind.chance for kind in interruptions.plan(level).kinds}
        for level in interruptions.levels()[1:]
    }
    rows = [
        f"| group | kind | what happens | phones | {' | '.join(f'in `{level}`' for level in levels)} | never in |",
        f"| --- | --- | --- | --- | {'--- | ' * len(levels)}--- |",
    ]
    for kind in interruptions.kinds().values():
        chances = [f"{100 * of[kind.name]:.0f} %" if kind.name in of else "" for of in levels.values()]
        spoils = ", ".join(f"`{pattern}`" for pattern in kind.spoils)
        cells = (kind.group, f"`{kind.name}`", kind.says, _WHERE[kind.makes.reach], *chances, spoils)
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def apps() -> str:
    """The kinds that come only over some apps, with these apps, and with the apps of the tasks in which they come."""
    kinds = interruptions.kinds().values()
    rows = ["| kinds | come over | these apps | never come in tasks of |", "| --- | --- | --- | --- |"]
    for over in dict.fromkeys(kind.over for kind in kinds if kind.over):
        alike = [kind for kind in kinds if kind.over == over]
        cells = (
            ", ".join(f"`{kind.name}`" for kind in alike), " or ".join(f"`{word}`" for word in over),
            _covered(alike[0]), _spared(alike[0]),
        )  # fmt: skip
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows) + "\n"


def _covered(kind: Kind) -> str:
    """The apps of all phones over which a kind comes, or those over which it doesn't if they are fewer."""
    comes: dict[bool, set[str]] = {True: set(), False: set()}
    for image in map(image_named, names()):
        for app in packages.apps_of(image).values():
            comes[kind.comes_over(image.outward(app.package))].add(string("en-US", label_of(app)))
    return _fewer(comes[True], comes[False] - comes[True])


def _spared(kind: Kind) -> str:
    """The tasks in which it never comes, as the apps of each suite's tasks none of which opens an app for it."""
    said = []
    for suite, chosen in _SUITES.items():
        found: dict[bool, set[str]] = {True: set(), False: set()}
        for task in tasks.select(chosen):
            found[any(map(kind.comes_over, task.packages))].add(task.app)
        some = [f"most of {app}" for app in sorted(found[False] & found[True])]
        never = [_fewer(found[False] - found[True], found[True])] if found[False] - found[True] else []
        if found[False]:
            said.append(
                f"{suite}: {', '.join(never if len(found[True]) < len(found[False]) else never + some)}"
            )
    return "; ".join(said)


def _fewer(wanted: set[str], others: set[str]) -> str:
    """The wanted names, or all others if these are fewer."""
    if not others:
        return "all"
    return ", ".join(sorted(wanted)) if len(wanted) <= len(others) else f"all but {', '.join(sorted(others))}"


def page(text: str) -> str:
    """The page with the tables as the data have them now."""
    for start, end, made in ((_START, _END, table()), (_APPS_START, _APPS_END, apps())):
        before, _, rest = text.partition(start)
        text = f"{before}{start}\n{made}\n{end}{rest.partition(end)[2]}"
    return text


if __name__ == "__main__":
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
