"""Apps of a virtual device: expected APKs, their installation, and their first-run screens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from bmoca_gym import data_files
from bmoca_gym.devices.device import Device, is_handset, run
from bmoca_gym.errors import CatalogueError, DeviceError, SettingsError
from bmoca_gym.handset.gestures import PressKey, Tap
from bmoca_gym.handset.system.zip_bytes import holds
from bmoca_gym.handset.ui.tree import UiNode, UiTree

FILE = "apps.yaml"

_ON_THE_PHONE = "/data/local/tmp/bmoca.apk"

#: Tries to find an element of a first-run screen, and seconds between them; apps ask one question after another.
_POLLS, _POLL_SECONDS = 5, 2.0
_STARTING = 5.0


class App(NamedTuple):
    """An app that needs an APK.

    Attributes:
        name: its name.
        package: its package.
        version: its expected version; "" if the version code is enough.
        code: its expected version code; 0: any.
        other_codes: version codes of builds that are accepted too.
        file: beginning of the APK's file name, if that is not the package.
    """

    name: str
    package: str
    version: str = ""
    code: int = 0
    other_codes: tuple[int, ...] = ()
    file: str = ""

    @property
    def expected(self) -> str:
        """The expectation in words."""
        codes = " or ".join(map(str, filter(None, (self.code, *self.other_codes))))
        version = f"version {self.version}" if self.version else f"version code {codes}"
        return f"{self.file or self.package}*.apk" + (f", {version}" if self.version or codes else "")

    def is_version(self, code: int, name: str) -> bool:
        """Whether a version code and a version meet the expectation."""
        if self.code:
            return code in (self.code, *self.other_codes)
        return not self.version or name == self.version


class Element(NamedTuple):
    """Element of a first-run screen, given by resource id, content description, or text in any case."""

    id: str = ""
    desc: str = ""
    text: str = ""

    def among(self, tree: UiTree) -> UiNode | None:
        """Return its node in a tree, or None."""
        for node in tree:
            if (
                (self.id and node.resource_id == self.id)
                or (self.desc and node.content_description == self.desc)
                or (self.text and node.text.casefold() == self.text.casefold())
            ):
                return node
        return None


class FirstRun(NamedTuple):
    """Elements to tap when an app runs for the first time, in this order; missing ones are skipped.

    ``shell``: shell lines to run before, such as permissions that the installation does not give.
    """

    package: str
    taps: tuple[Element, ...] = ()
    shell: tuple[str, ...] = ()


class AppData(NamedTuple):
    """Content of an ``apps.yaml``.

    Attributes:
        system_image: system image of the virtual devices; "" for B-MoCA's.
        disabled: packages of the system image to disable, because they disturb.
        shell: shell lines to run on a new device.
        pictures: files of the handset's android10 image to copy to the device.
        emulator: shell lines that `bmoca-emulator -suite` runs on its first phone, to leave what the set-up of the
            benchmark's own programs leaves.
    """

    apps: tuple[App, ...]
    first_run: tuple[FirstRun, ...]
    disabled: tuple[str, ...] = ()
    system_image: str = ""
    shell: tuple[str, ...] = ()
    pictures: tuple[str, ...] = ()
    emulator: tuple[str, ...] = ()


@lru_cache(maxsize=4)
def app_data(path: Path | None = None) -> AppData:
    """Return the apps of B-MoCA's tasks, or those of another suite's ``apps.yaml``.

    Raises:
        CatalogueError: the file can't be read, or is malformed.
    """
    if path is not None:
        return parse(data_files.read(path), str(path))
    return parse((resources.files("bmoca_gym.devices.avd.building") / FILE).read_text("utf-8"))


def parse(text: str, source: str = FILE) -> AppData:
    """Parse such a file.

    Raises:
        CatalogueError: it is malformed.
    """
    try:
        data = yaml.safe_load(text)
        first_run = [
            FirstRun(
                row["package"],
                tuple(Element(**tap) for tap in row.get("taps", ())),
                _texts(row.get("shell", ())),
            )
            for row in data.pop("first_run")
        ]
        apps = [App(**{**row, "other_codes": tuple(row.get("other_codes", ()))}) for row in data.pop("apps")]
        for name in ("disabled", "shell", "pictures", "emulator"):
            data[name] = _texts(data.get(name, ()))
        return AppData(tuple(apps), tuple(first_run), **data)
    except (yaml.YAMLError, KeyError, TypeError, AttributeError) as error:
        raise CatalogueError(f"{source} is malformed: {error}") from error


def _texts(values: Any) -> tuple[str, ...]:
    if not all(isinstance(value, str) for value in values):
        raise TypeError(f"{values!r} is not a list of texts")
    return tuple(values)


def find_apks(folder: Path, apps: Iterable[App]) -> dict[str, Path]:
    """Find the APKs of apps in a folder, by package.

    Raises:
        SettingsError: it is not a folder, an app has several APKs, or a file is not an APK.
    """
    if not folder.is_dir():
        raise SettingsError(
            f"--apks {str(folder)!r} is not a folder; it must be one with files such as org.wikipedia.apk in it."
        )
    files = sorted(path for path in folder.iterdir() if path.is_file())
    found = {}
    for app in apps:
        # The package must not go on: org.wikipedia.beta is another app.
        named = re.compile(
            re.escape(app.file or app.package) + r"(?:(?:[-_ (]|\.\d).*)?\.(apk|apkm|xapk|apks)", re.I
        )
        fitting = [path for path in files if named.fullmatch(path.name)]
        marks = [*app.version.split()[:1], *map(str, filter(None, (app.code, *app.other_codes)))]
        exact = [path for path in fitting if any(mark in path.name for mark in marks)]
        chosen = exact if len(exact) == 1 else fitting
        if len(chosen) > 1:
            raise SettingsError(
                f"--apks: {app.name} has several files, {', '.join(path.name for path in chosen)}; leave one: "
                f"{app.expected}."
            )
        if chosen:
            found[app.package] = _checked(chosen[0])
    return found


def _checked(path: Path) -> Path:
    if path.suffix.lower() != ".apk":
        raise SettingsError(
            f"--apks: {path.name} is a bundle of several APKs, which `pm install` does not take; get the single APK."
        )
    if not holds(path, "AndroidManifest.xml"):
        raise SettingsError(
            f"--apks: {path.name} is not an APK (a ZIP file with AndroidManifest.xml in it); download it again."
        )
    return path


def packages(device: Device) -> frozenset[str]:
    """Return the packages that are installed on a device."""
    lines = run(device, "pm list packages").splitlines()
    return frozenset(line.strip().removeprefix("package:") for line in lines if line.strip())


def version_of(device: Device, package: str) -> tuple[int, str]:
    """Return version code and version of an installed package; 0 and "" if the device does not say."""
    said = device.shell(f"dumpsys package {package}").output
    code, name = (re.search(pattern, said) for pattern in (r"versionCode=(\d{1,12})", r"versionName=(\S+)"))
    return int(code[1]) if code else 0, name[1] if name else ""


def install(device: Device, apks: Mapping[str, Path]) -> None:
    """Install each APK with all its permissions, and check that the package is there.

    Raises:
        DeviceError: the phone refuses one, or the file has another package than its name says.
    """
    for package, path in apks.items():
        device.write_file(_ON_THE_PHONE, path.read_bytes())
        answer = device.shell(f"pm install -r -g {_ON_THE_PHONE}")
        device.shell(f"rm -f {_ON_THE_PHONE}")
        if answer.exit_code != 0 or "Success" not in answer.output:
            said = " ".join(answer.output.split())
            hint = (
                " It has no code for this image: get the x86_64 or the universal variant."
                if "ABIS" in said
                else ""
            )
            raise DeviceError(f"{path.name} was not installed: {said}.{hint}")
        if package not in packages(device):
            raise DeviceError(
                f"{path.name} was installed, but {package} is not on the phone: it is another app"
            )


def disable(device: Device, names: Iterable[str]) -> None:
    """Disable installed apps, and check it.

    Raises:
        DeviceError: one is still enabled.
    """
    there = packages(device)
    wanted = [name for name in names if name in there]
    for name in wanted:
        run(device, f"pm disable-user --user 0 {name}")
    off = run(device, "pm list packages -d") if wanted else ""
    for name in wanted:
        if f"package:{name}\n" not in off + "\n":
            raise DeviceError(f"{name} is still on after `pm disable-user`")


def pass_first_run(device: Device, first_run: FirstRun) -> None:
    """Start an app, tap through its first-run screens, and check that they don't return. Missing apps are
    skipped.

    Raises:
        DeviceError: the app does not start, or still shows such a screen.
    """
    if first_run.package not in packages(device):
        return
    handset = is_handset(device)
    for line in first_run.shell:
        run(device, line)
    _started(device, first_run.package, handset)
    for element in first_run.taps:
        tree = _awaited(device, element, handset)
        node = element.among(tree)
        if node is not None:
            x, y = node.center
            device.perform(Tap(x / tree.width, y / tree.height))
    tree = _started(device, first_run.package, handset)
    left = [element for element in first_run.taps if element.among(tree)]
    if left:
        raise DeviceError(
            f"{first_run.package} still shows {''.join(left[0])!r} after it was tapped: this version asks in "
            "another way. Answer its questions by hand (bmoca avd build --window --pause), or use the expected version"
        )
    device.perform(PressKey("HOME"))


def _awaited(device: Device, element: Element, handset: bool) -> UiTree:
    """Return the screen once the element is on it, or after the last try."""
    for _ in range(0 if handset else _POLLS):
        tree = device.ui_tree()
        if element.among(tree):
            return tree
        device.wait(_POLL_SECONDS)
    return device.ui_tree()


def _started(device: Device, package: str, handset: bool) -> UiTree:
    """Stop and start an app; return its screen."""
    run(device, f"am force-stop {package}")
    run(device, f"monkey -p {package} -c android.intent.category.LAUNCHER 1")
    tree = None
    for _ in range(1 if handset else _POLLS):
        device.wait(0 if handset else _STARTING)
        tree = device.ui_tree()
        if any(node.package == package for node in tree):
            return tree
    shown = sorted({node.package for node in tree or ()})
    raise DeviceError(
        f"{package} does not show up when it is started; the screen is of {', '.join(shown) or 'none'}"
    )
