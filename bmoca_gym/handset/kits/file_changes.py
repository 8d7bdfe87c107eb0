"""Changes of users' files in apps that list them: rename, copy, move and delete."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from typing import Any

from bmoca_gym.handset.errors import FileAccessError
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities, files

NAME_LIMIT = 80


def file_name(text: str) -> str:
    """Return a name that the storage accepts, without separators, controls and characters that FAT forbids."""
    kept = "".join(
        "_" if c in '"*/:<>?\\|\x7f' or c < " " or "\ud800" <= c <= "\udfff" else c for c in text.strip()
    )
    kept = kept[:NAME_LIMIT].strip()
    return "" if kept in (".", "..") else kept


def attempted(phone: Phone, failed: str, change: Callable[..., Phone], *arguments: Any) -> Phone:
    """Return the phone after a file change, or with the message ``failed`` if there is no space or the name is not
    valid.
    """
    try:
        return change(phone, *arguments)
    except FileAccessError:
        return activities.toast(phone, failed)


def if_possible(phone: Phone, change: Callable[..., Phone], *arguments: Any) -> Phone:
    """Return the phone after a file change, or unchanged if there is no space or the name is not valid."""
    try:
        return change(phone, *arguments)
    except FileAccessError:
        return phone


def free_path(phone: Phone, path: str, is_file: bool = False) -> str:
    """Return the path, with a number before its suffix if it is taken."""
    stem, suffix = posixpath.splitext(path) if is_file else (path, "")
    free, number = path, 0
    while files.exists(phone, free):
        number += 1
        free = f"{stem} ({number}){suffix}"
    return free


def takes(moved: bool, carried: tuple[str, ...], folder: str) -> bool:
    """Return whether the files can be put into a directory ("" is none): not into themselves, nor moved to where they
    are.
    """
    if not folder or any(folder == path or folder.startswith(path + "/") for path in carried):
        return False
    return not moved or all(posixpath.dirname(path) != folder for path in carried)


def carry(phone: Phone, path: str, folder: str, moved: bool) -> Phone:
    """Copy or move a file or directory into a directory, under a free name.

    Raises:
        FileAccessError: there is no space left.
    """
    if path not in phone.modified:  # it was deleted in the meantime
        return phone
    target = free_path(phone, f"{folder}/{posixpath.basename(path)}", path in phone.files)
    if moved:
        return files.rename(phone, path, target)
    if path in phone.files:
        return files.write(phone, target, phone.files[path])
    inside = sorted(name for name in phone.modified if name.startswith(path + "/"))
    phone = files.make_directory(phone, target)
    for name in inside:
        copy = target + name[len(path) :]
        if name in phone.files:
            phone = files.write(phone, copy, phone.files[name])
        elif not files.exists(phone, copy):
            phone = files.make_directory(phone, copy)
    return phone


def remove(phone: Phone, path: str) -> Phone:
    """Delete a file or a directory, if it exists."""
    if path in phone.files:
        return files.delete(phone, path)
    return files.delete_directory(phone, path) if path in phone.modified else phone
