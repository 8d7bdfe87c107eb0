"""The shell commands ``bugreport`` and ``bugreportz``, which ``adb bugreport`` runs."""

from __future__ import annotations

import io
import zipfile

from bmoca_gym.handset.shell.call import Call, Command, Result, options, printed
from bmoca_gym.handset.shell.paths import write_file
from bmoca_gym.handset.system import clock

_VERSION = "1.1"
#: The place of reports, without the links through which Android names it.
_FOLDER = "/data/local/tmp/bugreports"
_SECTIONS = (["getprop"], ["ps", "-A"], ["dumpsys"], ["logcat", "-d", "-v", "threadtime"])


def report(call: Call) -> Result:
    """``bugreport``: the report as text."""
    options(call, "", most=0)
    return printed(call.phone, _text(call))


def zipped_report(call: Call) -> Result:
    """``bugreportz [-h|-p|-v]``: write the report as a ZIP file and print its name. ``-p`` also prints the progress."""
    found = options(call, "hpv", most=0)
    if "h" in found:
        return printed(call.phone, "usage: bugreportz [-h | -v]\n  -h: to display this help\n  -p: display progress\n"
                       "  -v: to display the version\n")  # fmt: skip
    if "v" in found:
        return Result(call.phone, b"", f"{_VERSION}\n".encode())
    phone = call.phone
    now = clock.local_time(phone)
    names = [phone.properties.get(key, "unknown") for key in ("ro.product.device", "ro.build.id")]
    name = f"bugreport-{names[0]}-{names[1]}-{now:%Y-%m-%d-%H-%M-%S}"
    made = io.BytesIO()
    parts = (
        ("version.txt", "2.0"),
        ("main_entry.txt", f"{name}.txt"),
        (f"{name}.txt", _text(call)),
    )
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as file:
        for entry, text in parts:
            stamp = (max(1980, now.year), now.month, now.day, now.hour, now.minute, now.second)
            info = zipfile.ZipInfo(entry, stamp)
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, text.encode("utf-8", "replace"))
    path = f"{_FOLDER}/{name}.zip"
    made_folder = call.shell.invoke(phone, ["mkdir", "-p", _FOLDER]).phone
    phone = write_file(made_folder, path, made.getvalue(), path)
    said = f"BEGIN:{path}\nPROGRESS:100/100\n" if "p" in found else ""
    return printed(phone, f"{said}OK:{path}\n")


def _text(call: Call) -> str:
    now = clock.local_time(call.phone)
    parts = [f"{'=' * 56}\n== dumpstate: {now:%Y-%m-%d %H:%M:%S}\n{'=' * 56}\n\n"]
    for words in _SECTIONS:
        told = call.shell.invoke(call.phone, words).output.decode("utf-8", "replace")
        call.shell.spend(len(told))
        parts.append(f"------ {' '.join(words).upper()} ({' '.join(words)}) ------\n{told}\n")
    return "".join(parts)


COMMANDS: dict[str, Command] = {"bugreport": report, "bugreportz": zipped_report}
