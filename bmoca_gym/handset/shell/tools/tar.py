"""The shell command ``tar``: creates, lists and extracts archives."""

from __future__ import annotations

import io
import posixpath
import tarfile
import zlib

from bmoca_gym.handset.errors import HandsetError
from bmoca_gym.handset.shell.call import Call, Command, CommandError, LimitError, Options, Result, options
from bmoca_gym.handset.shell.paths import (
    attributes,
    check_place,
    link_text,
    read,
    read_file,
    resolved,
    time_of,
    user_name,
    write_file,
)
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import files

#: Entries of an archive that are looked at.
_MOST = 10_000


def tar(call: Call) -> Result:
    """``tar -c|-x|-t [-zvO] [-f FILE] [-C FOLDER] [NAME...]``. A first word without a dash is read as options."""
    words = list(call.arguments)
    if words and not words[0].startswith("-"):
        words[0] = "-" + words[0]
    found = options(call._replace(arguments=words), "cxtzvOpko", "fCX")
    verbs = [letter for letter in "cxt" if letter in found]
    if len(verbs) != 1:
        raise CommandError("needs -t, -x, or -c" if not verbs else "-c, -x and -t do not go together")
    folder = resolved(call, found.get("C", call.shell.folder))
    if not call.shell.tree(call.phone).is_directory(folder):
        raise CommandError(f"{found.get('C', folder)}: No such file or directory")
    if verbs == ["c"]:
        return _packed(call, found, folder)
    data = read(call, found.get("f", "-"))
    try:
        with tarfile.open(fileobj=io.BytesIO(_plain(call, data)), mode="r:") as archive:
            return _unpacked(call, archive, found, folder)
    except LimitError:
        raise
    except (EOFError, OSError, tarfile.TarError, zlib.error, OverflowError, ValueError) as error:
        if isinstance(error, HandsetError):
            raise
        raise CommandError("bad header: this is not an archive") from None


def _plain(call: Call, data: bytes) -> bytes:
    """The archive, decompressed up to a limit."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    result = call.shell.invoke(call.phone, ["gunzip"], data)
    if result.code:
        raise CommandError("corrupt data")
    return result.output


def _packed(call: Call, found: Options, folder: str) -> Result:
    names = found.operands
    if not names:
        raise CommandError("empty archive")
    tree = call.shell.tree(call.phone)
    written = io.BytesIO()
    listed = ""
    with tarfile.open(fileobj=written, mode="w:", format=tarfile.GNU_FORMAT) as archive:
        for name in names:
            given = posixpath.join(folder, name)
            named = link_text(call, given)
            start = given if named is not None else resolved(call, given)
            if not tree.exists(tree.real(start, named is None)) and named is None:
                raise CommandError(f"{name}: No such file or directory")
            deeper = tree.below(start) if named is None and tree.is_directory(start) else []
            for path in (start, *deeper):
                shown = (name.rstrip("/") + path[len(start.rstrip("/")) :]).lstrip("/") or "."
                about = attributes(call.phone, tree, path, follow=path == start and named is None)
                assert about is not None
                entry = tarfile.TarInfo(shown)
                entry.mode, entry.mtime = about.mode & 0o7777, time_of(call.phone, path, False) // 1000
                entry.uid, entry.gid = about.uid, about.gid
                entry.uname, entry.gname = user_name(about.uid), user_name(about.gid)
                data = b""
                if about.is_directory:
                    entry.type = tarfile.DIRTYPE
                elif about.is_link:
                    entry.type, entry.linkname = tarfile.SYMTYPE, tree.link(path) or ""
                else:
                    data = read_file(call.phone, path, shown)
                    entry.size = len(data)
                call.shell.spend(len(data) + 512)
                archive.addfile(entry, io.BytesIO(data))
                listed += shown + "\n"
    made = written.getvalue()
    if "z" in found:
        made = call.shell.invoke(call.phone, ["gzip"], made).output
    if found.get("f", "-") == "-":
        return Result(call.phone, made, listed.encode("utf-8", "replace") if "v" in found else b"")
    phone = write_file(call.phone, resolved(call, found["f"]), made, found["f"])
    return Result(phone, listed.encode("utf-8", "replace") if "v" in found else b"")


def _unpacked(call: Call, archive: tarfile.TarFile, found: Options, folder: str) -> Result:
    """List or extract: only files, folders and symbolic links, and nothing outside ``folder``."""
    phone = call.phone
    listed: list[bytes] = []
    wanted = [name.rstrip("/") for name in found.operands]
    for at, entry in enumerate(archive):
        if at >= _MOST:
            raise CommandError(f"more than {_MOST} entries")
        name = entry.name.lstrip("/")
        if wanted and not any(name == one or name.startswith(one + "/") for one in wanted):
            continue
        shown = name + ("/" if entry.isdir() and not name.endswith("/") else "")
        if "t" in found or "v" in found:
            listed.append(shown.encode("utf-8", "replace") + b"\n")
        if "t" in found:
            continue
        path = "/"
        if "\0" not in name:  # an archive may hold a link that leads out, and a file behind it
            path = files.located(phone, posixpath.join(folder, name), follow=entry.isdir())
        if not (path == folder or path.startswith(folder.rstrip("/") + "/")):
            raise CommandError(f"'{name}' not under '{folder}'")
        if entry.isdir():
            phone = phone if "O" in found else _with_folder(call, phone, path)
            continue
        if entry.issym():
            if "O" not in found:
                phone = _with_folder(call, phone, posixpath.dirname(path))
                phone = files.delete(phone, path) if path in phone.links or path in phone.files else phone
                phone = files.make_link(phone, path, entry.linkname)
            continue
        stream = archive.extractfile(entry) if entry.isreg() else None
        if stream is None:
            raise CommandError(f"{name}: hard links and devices are not supported")
        call.shell.spend(entry.size)
        data = stream.read(entry.size)
        if "O" in found:
            listed.append(data)
            continue
        phone = files.delete(phone, path) if path in phone.links else phone
        phone = write_file(_with_folder(call, phone, posixpath.dirname(path)), path, data, name)
        phone = files.set_modified(phone, path, min(max(0, int(entry.mtime)), 1 << 40) * 1000)
    return Result(phone, b"".join(listed))


def _with_folder(call: Call, phone: Phone, path: str) -> Phone:
    tree = call.shell.tree(phone)
    if tree.is_directory(path):
        return phone
    above = path
    while not tree.exists(posixpath.dirname(above)):
        above = posixpath.dirname(above)
    check_place(tree, above, path, folder=True)
    return files.make_directory(phone, path)


COMMANDS: dict[str, Command] = {"tar": tar}
