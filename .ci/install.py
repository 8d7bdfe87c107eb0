#!/usr/bin/env python3
"""Install into the environment of the Python that runs this: ``.venv/bin/python .ci/install.py -e ".[test]"``.

By uv, which downloads and unpacks several packages at once: a sixth of pip's time for all extras. uv does not read
pip's configuration, so indexes, folders of wheels, constraints and certificates are passed on from there. Where uv
can't be had, or can't do it, pip installs.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys

PIP = [sys.executable, "-m", "pip"]

#: Options of pip, and the variables that say the same to uv.
OPTIONS = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "constraint": "UV_CONSTRAINT",
    "cert": "SSL_CERT_FILE",
    "trusted-host": "UV_INSECURE_HOST",
    "no-index": "UV_NO_INDEX",
    "proxy": "ALL_PROXY",
    "default-timeout": "UV_HTTP_TIMEOUT",
    "timeout": "UV_HTTP_TIMEOUT",
}


def pip_options() -> dict[str, str]:
    """What pip's configuration says, files and ``PIP_…`` variables alike, as the variables of uv."""
    listed = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True, check=True).stdout
    found: dict[str, str] = {}
    for line in listed.splitlines():
        name, equals, value = line.partition("=")
        variable = OPTIONS.get(name.rpartition(".")[2])
        if equals and variable is not None:
            found[variable] = str(ast.literal_eval(value))
    return found


def by_uv(arguments: list[str]) -> bool:
    """Whether uv has installed it."""
    if subprocess.run(
        [*PIP, "install", "-qq", "--disable-pip-version-check", "--no-compile", "uv"]
    ).returncode:
        return False
    settings = pip_options() | {"UV_NO_PROGRESS": "1", "UV_SYSTEM_CERTS": "1"}
    # As pip: the newest release of all indexes, not the newest of the first one that has the package.
    settings.setdefault("UV_INDEX_STRATEGY", "unsafe-best-match")
    command = [sys.executable, "-m", "uv", "pip", "install", "-q", "--python", sys.executable, *arguments]
    return subprocess.run(command, env=settings | dict(os.environ)).returncode == 0


def main() -> int:
    """Install what the command line names; the status of pip if uv did not do it."""
    # What --no-deps installs is a list of pins of its own.
    pins = [] if "--no-deps" in sys.argv else ["-c", "constraints.txt"]
    arguments = [*pins, *sys.argv[1:]]
    if by_uv(arguments):
        return 0
    print("uv could not do it; pip installs.", file=sys.stderr)
    return subprocess.run(
        [*PIP, "install", "-qq", "--disable-pip-version-check", "--no-compile", *arguments]
    ).returncode


if __name__ == "__main__":
    sys.exit(main())
