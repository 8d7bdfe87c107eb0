"""Contacts as vCards: written as Android does (version 2.1), read in any version."""

from __future__ import annotations

import re
from datetime import date

from bmoca_gym.handset.providers.contacts.store import (
    ALL_KINDS,
    CONTACT_LIMIT,
    Contact,
    Detail,
    in_order,
    split_name,
)
from bmoca_gym.handset.value import replace

#: MIME type of the files.
TYPE = "text/x-vcard"
#: The most bytes of a file that are read, and the most details of a contact and letters of a text.
_BYTES, _DETAILS, _LETTERS = 1 << 20, 50, 500

_PROPERTIES = {
    "phone": "TEL", "email": "EMAIL", "address": "ADR", "website": "URL", "company": "ORG", "notes": "NOTE",
}  # fmt: skip
_KINDS = {name: kind for kind, name in _PROPERTIES.items()} | {"NICKNAME": "nickname"}
#: Parameters of types, by kind and by Android's numbers.
_PLACES = {1: "HOME", 2: "WORK"}
_TYPES: dict[str, dict[int, str]] = {
    "phone": {4: "WORK;FAX", 5: "HOME;FAX", 2: "CELL", 1: "HOME", 3: "WORK", 6: "PAGER", 7: "VOICE"},
    "email": {4: "CELL", **_PLACES},
    "address": _PLACES,
}
_BIRTHDAY = 3
#: What vCards have no property for, as Android writes it.
_CUSTOM = "X-ANDROID-CUSTOM"


def written(people: tuple[Contact, ...]) -> bytes:
    """Return contacts as a file."""
    lines: list[str] = []
    for person in people:
        lines += ["BEGIN:VCARD", "VERSION:2.1", _line("N", person.family, person.given, "", "", "")]
        lines.append(_line("FN", person.name))
        lines += [_detail(detail) for detail in person.details if detail.kind != "label"]
        lines.append("END:VCARD")
    return "".join(f"{line}\r\n" for line in lines).encode()


def _line(head: str, *fields: str) -> str:
    text = ";".join(re.sub(r"([\\;])", r"\\\1", field) for field in fields)
    if text.isascii() and text.isprintable():
        return f"{head}:{text}"
    coded = "".join(f"={byte:02X}" for byte in text.encode("utf-8", "replace"))
    return f"{head};CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:{coded}"


def _detail(detail: Detail) -> str:
    if detail.kind == "event" and detail.type == _BIRTHDAY:
        return _line("BDAY", detail.text)
    if detail.kind not in _PROPERTIES:
        custom = (ALL_KINDS[detail.kind].mimetype, detail.text, str(detail.type), detail.label)
        return _line(_CUSTOM, *custom)
    head = _PROPERTIES[detail.kind]
    type_ = _TYPES.get(detail.kind, {}).get(detail.type, "")
    if not type_ and detail.label.isascii() and detail.label.isalnum():
        type_ = f"X-{detail.label}"
    fields = ("", "", detail.text, "", "", "", "") if detail.kind == "address" else (detail.text,)
    return _line(f"{head};{type_}" if type_ else head, *fields)


def read(data: bytes) -> tuple[Contact, ...]:
    """Return the contacts of a file, without ids; none if it is not one of vCards."""
    found: list[Contact] = []
    person: Contact | None = None
    for line in _lines(data):
        head, _, text = line.partition(":")
        name, *parameters = head.upper().split(";")
        name = name.rpartition(".")[2].strip()
        if name == "BEGIN":
            person = Contact()
        elif name == "END" and person is not None:
            if person.name:
                found.append(in_order(person))
            person = None
            if len(found) == CONTACT_LIMIT:
                break
        elif person is not None:
            person = _with(person, name, parameters, _fields(text, parameters), head)
    return tuple(found)


def _lines(data: bytes) -> list[str]:
    """The lines of a file. A line that is too long goes on in the next one, after a space or after ``=``."""
    text = data[:_BYTES].decode("utf-8", "replace").removeprefix("\ufeff")
    text = re.sub(r"\r?\n[ \t]", "", text)
    lines: list[str] = []
    parts: list[str] = []
    coded = False
    for line in text.splitlines():
        if not parts:
            coded = "QUOTED-PRINTABLE" in line.partition(":")[0].upper()
        if coded and line.endswith("="):
            parts.append(line[:-1])
        else:
            lines.append("".join([*parts, line]))
            parts = []
    return [*lines, "".join(parts)]


def _fields(text: str, parameters: list[str]) -> list[str]:
    if any("QUOTED-PRINTABLE" in one for one in parameters):
        coded = re.sub(rb"=([0-9A-Fa-f]{2})", lambda found: bytes([int(found[1], 16)]), text.encode())
        text = coded.decode("utf-8", "replace")
    plain = [""]
    for escaped, letter in re.findall(r"(?s)\\(.)|(.)", text):
        if letter == ";":
            plain.append("")
        else:
            plain[-1] += letter or ("\n" if escaped in "nN" else escaped)
    return ["".join(c for c in one if c == "\n" or c.isprintable()).strip()[:_LETTERS] for one in plain]


def _with(person: Contact, name: str, parameters: list[str], fields: list[str], head: str) -> Contact:
    """A contact with what a line says about it."""
    fields += [""] * 4
    if name == "N":
        return replace(person, family=fields[0], given=fields[1])
    if name == "FN":
        given, family = split_name(fields[0])
        return person if person.given or person.family else replace(person, given=given, family=family)
    detail = _read_detail(name, parameters, fields, head)
    if detail is None or not detail.text or len(person.details) == _DETAILS:
        return person
    return replace(person, details=(*person.details, detail))


def _read_detail(name: str, parameters: list[str], fields: list[str], head: str) -> Detail | None:
    if name == _CUSTOM:
        kind = next((kind for kind, about in ALL_KINDS.items() if about.mimetype == fields[0]), "label")
        number = int(fields[2]) if fields[2].isdecimal() else 0
        return None if kind == "label" else _valid(Detail(kind, fields[1], number, fields[3]))
    if name == "BDAY":
        return _valid(Detail("event", fields[0], _BIRTHDAY))
    kind = _KINDS.get(name, "")
    if not kind:
        return None
    text = ", ".join(one for one in fields if one) if kind == "address" else fields[0]
    words = {word for one in parameters for word in one.removeprefix("TYPE=").replace('"', "").split(",")}
    types = _TYPES.get(kind, {})
    number = next((number for number, type_ in types.items() if words >= set(type_.split(";"))), 0)
    label = re.search(r";X-(\w+)", head, re.IGNORECASE)
    if not number and types and not label:
        number = ALL_KINDS[kind].types[-1][0] if kind != "email" else 3
    return Detail(kind, text, number, label[1] if label and not number else "")


def _valid(detail: Detail) -> Detail | None:
    """The detail, or None for a date that is none."""
    if detail.kind != "event":
        return detail
    try:
        return replace(detail, text=date.fromisoformat(detail.text[:10]).isoformat())
    except ValueError:
        return None
