"""Comparison of two phones: what has changed between them, in plain words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from bmoca_gym.handset import late_files, packages
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files, permissions
from bmoca_gym.side_effects.things import Kinds, Table, Thing, grouped, shown, things


class Change(NamedTuple):
    """One change.

    Attributes:
        thing: where it is: the package and the field of its state, such as
            ``com.google.android.deskclock/alarms``.
        kind: ``added``, ``removed`` or ``changed``.
        words: a sentence without the full stop, such as "the alarm at 6:30 was deleted".
        harm: the harmful act that it is, such as ``deleted`` or ``sent``; "" for none.
        detail: what follows the sentence, such as " from 128 to 1". A task that allows a change allows it in any
            detail: whether the value is right is for its judge to say.
    """

    thing: str
    kind: str
    words: str
    harm: str = ""
    detail: str = ""

    @property
    def said(self) -> str:
        """The whole sentence."""
        return self.words + self.detail


def changes(start: Phone, end: Phone) -> list[Change]:
    """List what has changed on a phone, in the order of ``things.yaml``.

    Phones share what they have in common, so the time depends on what has changed.
    """
    return list(_changes(start, end))


def _changes(start: Phone, end: Phone) -> Iterator[Change]:
    known = things()
    for name, table in known.tables.items():
        before, after = getattr(start, name), getattr(end, name)
        if before is after:
            continue
        if name == "files":
            before, after = late_files.as_kept(before), late_files.as_kept(after)
        if name == "permissions":  # to refuse what nobody had granted changes nothing
            keys = {*before, *after}
            before, after = permissions.held(start, keys), permissions.held(end, keys)
        yield from of_table(name, table, before, after)
    if start.modified is not end.modified:
        yield from of_table("folders", known.folders, _folders(start, end), _folders(end, start))
    if start.configuration is not end.configuration:
        for name, words in known.configuration.items():
            was, now = getattr(start.configuration, name), getattr(end.configuration, name)
            if was is not None and now is None:  # an account
                yield Change(f"configuration/{name}", "removed", f"{words} was removed", "deleted")
            elif was != now:
                yield _of_value(f"configuration/{name}", words, was, now)
    if start.image is not end.image:
        was, now = (dict.fromkeys(phone.image.disabled, "") for phone in (start, end))
        yield from of_table("disabled", known.disabled, {app: "" for app in was if app in end.apps}, now)
    if start.apps is end.apps:
        return
    if len(start.apps) != len(end.apps) or start.image is not end.image:
        yield from of_table(
            "installed", known.installed, dict.fromkeys(start.apps, ""), dict.fromkeys(end.apps, "")
        )
    left = start.configuration.account is not None and end.configuration.account is None
    for package, kinds in known.apps.items():
        old, new = start.apps.get(package), end.apps.get(package)
        if old is new or old is None or new is None:
            continue
        app = packages.apps_of(end.image).get(package)  # None: a provider
        if left and app is not None and app.signed_out is not None:
            # What the account has goes with it, which is told already.
            yield from _of_app(package, kinds, app.signed_out(old), new)
        elif app is None or app.loads is None:
            yield from _of_app(package, kinds, old, new)
        else:
            yield from _of_loaded(start, end, package, kinds, app.loads)


def _folders(phone: Phone, other: Phone) -> dict[str, str]:
    """Return the folders that only the first phone has, without those that hold files or folders, which are told."""
    new = [
        path
        for path in set(phone.modified) - set(other.modified)
        if path not in phone.files and path not in phone.links and not files.is_directory(other, path)
    ]
    counts = things().tables["files"].counts
    return {
        path: ""
        for path in new
        if counts(f"{path}/") and not any(one.startswith(f"{path}/") for one in (*phone.files, *new))
    }


def _of_app(package: str, kinds: Kinds, old: Any, new: Any) -> Iterator[Change]:
    """Yield what has changed in the state of an app."""
    for name, kind in kinds.items():
        was, now = getattr(old, name), getattr(new, name)
        if was is now or was == now:
            continue
        if isinstance(kind, str):
            yield _of_value(f"{package}/{name}", kind, was, now)
        else:
            yield from _of_items(f"{package}/{name}", kind, was, now)


def _of_loaded(
    start: Phone, end: Phone, package: str, kinds: Kinds, loads: Callable[[Any, str, int], Any]
) -> list[Change]:
    """List what has changed in an app that loads its account when it is first opened. That is nobody's doing.

    It may have been opened before or after the language or the clock was changed: the fewer changes count.
    """
    old, new = start.apps[package], end.apps[package]
    locales = dict.fromkeys((start.configuration.locale, end.configuration.locale))
    times = dict.fromkeys((start.clock.wall, end.clock.wall))
    whens = [(locale, time) for locale in locales for time in times]
    loaded = all(loads(new, *when) is new for when in whens)
    begun = [loads(old, *when) for when in whens] if loaded else [old]
    return min((list(_of_app(package, kinds, one, new)) for one in begun), key=len)


def of_table(place: str, table: Table, start: Mapping[Any, Any], end: Mapping[Any, Any]) -> Iterator[Change]:
    """Yield what has changed among values by key. A key is a text, or a tuple of texts."""
    keys = {key for key, value in end.items() if start.get(key) != value}
    keys.update(key for key in start if key not in end)
    names = {key if isinstance(key, str) else "/".join(map(str, key)): key for key in keys}
    names = {name: names[name] for name in sorted(names) if table.counts(name)}
    if place == "settings":
        yield from _of_settings(table, names, start, end)
        return
    moved = _moved(names, start, end) if table.moved else {}
    for name, key in names.items():
        kind = "added" if key not in start else "removed" if key not in end else "changed"
        words = table.named(name).is_
        if name in moved:
            yield Change(place, "moved", f"{words} {table.moved} {shown(moved[name])}")
        elif name not in moved.values() and table.verbs[kind]:
            yield Change(place, kind, f"{words} {table.verbs[kind]}", table.harm.get(kind, ""))


def _moved(names: Mapping[str, Any], start: Mapping[Any, Any], end: Mapping[Any, Any]) -> dict[str, str]:
    """Return the new names of values that have another one now, such as files that were renamed."""
    new = [name for name, key in names.items() if key not in start]
    found: dict[str, str] = {}
    for name, key in names.items():
        to = None if key in end else next((one for one in new if end[names[one]] == start[key]), None)
        if to is not None:
            found[name] = to
            new.remove(to)
    return found


def _of_settings(
    table: Table, names: Mapping[str, Any], start: Mapping[Any, Any], end: Mapping[Any, Any]
) -> Iterator[Change]:
    """Yield what has changed among settings. One that was never set has its default."""
    for name, key in names.items():
        said = "" if key in start else table.said_if_new(name)
        if said:
            yield Change(f"settings/{name}", "added", said)
            continue
        named = table.named(name)
        unset = named.unset
        if "/" in unset:
            unset = start.get(tuple(unset.split("/")) if isinstance(key, tuple) else unset, "")
        was, now = start.get(key, unset), end.get(key, unset)
        off = bool(named.switch) and was not in named.switch and now not in named.switch
        if was != now and not off and not any(one in names for one in named.follows):
            yield _of_value(f"settings/{name}", named.is_, was, now, named.switch)


def _of_value(place: str, words: str, was: Any, now: Any, on: tuple[str, ...] = ()) -> Change:
    """Say how a single value has changed. ``on``: the values of a switch that mean on."""
    if isinstance(now, bool) or (on and (was in on) != (now in on)):
        return Change(place, "changed", f"{words} was turned {'on' if now is True or now in on else 'off'}")
    plain = all(one is None or isinstance(one, (str, int, float)) for one in (was, now))
    detail = f" from {_quoted(was)} to {_quoted(now)}" if plain else ""
    return Change(place, "changed", f"{words} was changed", detail=detail)


def _quoted(value: Any) -> str:
    return "nothing" if value in (None, "") else str(shown(value))


def _of_items(place: str, kinds: tuple[Thing, ...], was: Any, now: Any) -> Iterator[Change]:
    """Yield what has changed in a collection: a tuple of items, or one item or None."""
    old, new = ([] if one is None else list(one) if type(one) is tuple else [one] for one in (was, now))
    groups = [
        [
            grouped([item for item in items if _kind_of(kinds, item) == number], kind.key)
            for items in (old, new)
        ]
        for number, kind in enumerate(kinds)
    ]
    for kind, (before, after) in zip(kinds, groups, strict=True):
        for key in dict.fromkeys((*before, *after)):
            if key not in after and any(key in others for _, others in groups):
                continue  # it has become one of another kind: a draft that was sent
            yield from _of_one(place, kind, before.get(key, []), after.get(key, []))


def _kind_of(kinds: tuple[Thing, ...], item: Any) -> int:
    return next((number for number, kind in enumerate(kinds) if kind.fits(item)), -1)


def _of_one(place: str, kind: Thing, old: list[Any], new: list[Any]) -> Iterator[Change]:
    """Yield what has changed among the items that one key recognises; mostly one or none before and after."""
    for was, now in zip(old, new, strict=False):
        if was != now:
            yield from _changed(place, kind, was, now)
    for name, items in (("removed", old[len(new) :]), ("added", new[len(old) :])):
        for item in items:
            if kind.verbs[name] and not kind.is_unset(item):
                yield Change(place, name, f"{kind.words(item)} {kind.verbs[name]}", kind.harm.get(name, ""))


def _changed(place: str, kind: Thing, was: Any, now: Any) -> Iterator[Change]:
    if not kind.verbs["changed"]:
        return
    names = kind.differing(was, now)
    before, after = kind.values(was), kind.values(now)
    details = []
    for name in names:
        if name in kind.fields_:
            said = kind.fields_[name][bool(after[name])]
            yield Change(place, "changed", f"{kind.words(was)} {said}")
        elif name in before and all(isinstance(one[name], (str, int, float)) for one in (before, after)):
            details.append(f"{name} from {_quoted(before[name])} to {_quoted(after[name])}")
        elif name in before or not kind.row:
            details.append(name)
    if names and not details and not any(name in kind.fields_ for name in names):
        yield Change(place, "changed", f"{kind.words(was)} {kind.verbs['changed']}")
    elif details:
        said = f"{kind.words(was)} {kind.verbs['changed']}"
        yield Change(place, "changed", said, detail=f" ({', '.join(details)})")
