"""The accessibility forwarder:

AndroidEnv's own server and wrapper receive the screen, and nothing else is contacted.
"""

from __future__ import annotations

import contextlib
import json
import os
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from adb_host import Host
from lxml import etree
from make_apk import apk
from real_adb import PROGRAMS, Adb, needs_adb
from test_avd import make_avd

from bmoca_gym.handset import images
from bmoca_gym.handset.screen import ui_tree
from bmoca_gym.handset.servers.accessibility import messages
from bmoca_gym.handset.servers.adb.daemon import AdbDaemon
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.system import text_input
from tests.ports import free_port

grpc = pytest.importorskip("grpc", reason="grpcio is not installed")
pytest.importorskip("android_env", reason="android-env is not installed")

ROOT = Path(__file__).parents[3]
PACKAGE = "com.google.androidenv.accessibilityforwarder"
ENABLE = f"settings put secure enabled_accessibility_services {PACKAGE}/{PACKAGE}.AccessibilityForwarder"
ACTION = "am broadcast -a accessibility_forwarder.intent.action."
TREES = f"{ACTION}ENABLE_ACCESSIBILITY_TREE_LOGS -n {PACKAGE}/{PACKAGE}.FlagsBroadcastReceiver"


def install(host: Host) -> None:
    data = apk(PACKAGE, 3, "1.2")
    stream = host.open(f"exec:cmd package 'install' '-r' '-t' '-g' -S {len(data)}")
    assert stream is not None
    for start in range(0, len(data), 100_000):
        stream.write(data[start : start + 100_000])
    assert stream.read_all() == b"Success\n"


def run(served: ServedPhone, line: str) -> str:
    return served.run(lambda phone: session.run(phone, line)[:2])


def until(condition: Callable[[], Any], seconds: float = 10.0) -> Any:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        found = condition()
        if found:
            return found
        time.sleep(0.01)
    raise AssertionError("it did not come about")


class Collector:
    """AndroidEnv's own servicer on a port of its own."""

    def __init__(self) -> None:
        from android_env.proto.a11y import a11y_pb2_grpc
        from android_env.wrappers.a11y import a11y_servicer

        self.servicer = a11y_servicer.A11yServicer(latest_forest_only=False)
        self.workers = ThreadPoolExecutor(4)
        self.server = grpc.server(self.workers)
        a11y_pb2_grpc.add_A11yServiceServicer_to_server(self.servicer, self.server)
        self.port = self.server.add_secure_port("127.0.0.1:0", grpc.local_server_credentials())
        self.server.start()
        self.servicer.resume()

    def close(self) -> None:
        self.server.stop(0).wait()
        self.workers.shutdown()


@pytest.fixture
def collector() -> Iterator[Collector]:
    made = Collector()
    yield made
    made.close()


def test_forests_and_events(daemon: AdbDaemon, host: Host, served: ServedPhone, collector: Collector) -> None:
    servicer = collector.servicer
    install(host)
    assert f"package:{PACKAGE}\n" in run(served, "pm list packages")
    run(served, ENABLE)
    run(served, TREES)
    time.sleep(0.15)
    assert not servicer.gather_forests(), "nobody has told it where to"
    said = run(served, f'{ACTION}SET_GRPC --ei "port" {collector.port} --es "host" 10.0.2.2')
    assert said.endswith("Broadcast completed: result=0\n")
    (window,) = [w for w in until(servicer.gather_forests)[-1].windows if w.is_active]
    nodes = ui_tree(served.phone).nodes
    assert len(window.tree.nodes) == len(nodes)
    by_id = {node.unique_id: node for node in window.tree.nodes}
    assert by_id[0].depth == 0
    walked: list[Any] = []

    def walk(number: int) -> None:
        walked.append(by_id[number])
        for child in by_id[number].child_ids:
            walk(child)

    walk(0)
    for told, node in zip(walked, nodes, strict=True):
        box = told.bounds_in_screen
        assert (box.left, box.top, box.right, box.bottom) == node.bounds
        assert (told.class_name, told.text, told.content_description) == (
            node.class_name, node.text, node.content_description
        )  # fmt: skip
        assert (told.is_clickable, told.is_scrollable, told.depth) == (
            node.clickable,
            node.scrollable,
            node.depth,
        )
        assert told.view_id_resource_name == node.resource_id
        assert told.is_visible_to_user

    for _ in range(3):
        assert until(servicer.gather_forests), "again and again, as the app does"
    servicer.gather_events()
    run(served, "monkey -p com.google.android.deskclock -c android.intent.category.LAUNCHER 1")
    event = dict(until(servicer.gather_events)[0].event)
    assert event["event_type"] == "TYPE_WINDOW_STATE_CHANGED"
    assert event["event_package_name"] == "com.google.android.deskclock"
    assert event["source_class_name"] == "com.android.deskclock.DeskClock"

    run(served, TREES.replace("ENABLE", "DISABLE"))
    time.sleep(0.2)
    servicer.gather_forests()
    time.sleep(0.25)
    assert not servicer.gather_forests()
    run(served, "am start -a android.settings.SETTINGS")
    until(servicer.gather_events), "events go on"
    run(served, "settings put secure enabled_accessibility_services null")
    time.sleep(0.2)
    servicer.gather_events()
    run(served, "input keyevent HOME")
    time.sleep(0.2)
    assert not servicer.gather_events()


def test_it_is_silent_until_installed(daemon: AdbDaemon, served: ServedPhone, collector: Collector) -> None:
    run(served, ENABLE)
    run(served, TREES)
    run(served, f"{ACTION}SET_GRPC --ei port {collector.port}")
    time.sleep(0.3)
    assert not collector.servicer.gather_forests()
    assert not served.phone.automation


def test_edited_texts_and_toasts_are_told(
    daemon: AdbDaemon, host: Host, served: ServedPhone, collector: Collector
) -> None:
    install(host)
    run(served, f"{ENABLE}; {ACTION}SET_GRPC --ei port {collector.port}")
    run(served, "am start -a android.settings.SETTINGS")
    bar = next(n for n in ui_tree(served.phone) if "Search" in n.text or "Search" in n.content_description)
    run(served, "input tap {:.0f} {:.0f}".format(*bar.center))
    field = next(n for n in ui_tree(served.phone) if n.class_name.endswith("EditText"))
    run(served, "input tap {:.0f} {:.0f}".format(*field.center))
    time.sleep(0.2)
    collector.servicer.gather_events()
    run(served, "input text wifi")
    events = [dict(event.event) for event in until(collector.servicer.gather_events)]
    (typed,) = [event for event in events if event["event_type"] == "TYPE_VIEW_TEXT_CHANGED"]
    assert typed["event_text"] == typed["source_text"] == "wifi"
    assert typed["source_class_name"] == "android.widget.EditText"


def test_a_server_that_is_not_there_is_logged_and_called_again(
    daemon: AdbDaemon, host: Host, served: ServedPhone, collector: Collector
) -> None:
    def complaints() -> list[str]:
        return [
            line.message
            for line in served.phone.log.since(0)
            if line.tag == "AndroidRLTask" and "exception" in line.message
        ]

    install(host)
    run(served, f"{ENABLE}; {TREES}; {ACTION}SET_GRPC --ei port {free_port()}")
    until(complaints)
    assert all(
        text.startswith("extra: exception ['io.grpc.StatusException: UNAVAILABLE") for text in complaints()
    )
    run(served, f"{ACTION}SET_GRPC --ei port {collector.port} --es host 203.0.113.1")
    until(lambda: "203.0.113.1" in complaints()[-1]), "no other machine is ever called"
    run(served, f"{ACTION}SET_GRPC --ei port {collector.port}; svc wifi disable; svc data disable")
    count = len(complaints())
    until(lambda: len(complaints()) > count), "a phone without a network reaches nobody"
    assert not collector.servicer.gather_forests()
    run(served, "svc wifi enable")
    until(collector.servicer.gather_forests)
    for port in ("0", "-1", "99999", "99999999999999999999", "x", "''"):
        run(served, f"{ACTION}SET_GRPC --ei port {port}")
    time.sleep(0.15)
    collector.servicer.gather_forests()
    time.sleep(0.25)
    assert not collector.servicer.gather_forests()


def test_a_selection_and_its_toolbar_are_in_the_forest() -> None:
    phone = images.boot()
    for line in (
        "am start -a android.settings.SETTINGS",
        "input tap 540 200",
        "input tap 540 140",
        "input text one%stwo",
    ):
        phone = session.run(phone, line)[0]
    field = next(n for n in ui_tree(phone) if n.editable)
    assert (field.text, field.hint != "", field.visible) == ("one two", True, True)
    phone = text_input.select_word(phone, 5)
    forest = messages.message_classes()["AndroidAccessibilityForest"].FromString(messages.forest(phone))
    app, toolbar = (window for window in forest.windows if window.tree.nodes)
    (node,) = (n for n in app.tree.nodes if n.is_editable)
    assert (node.text, node.text_selection_start, node.text_selection_end) == ("one two", 4, 7)
    assert node.hint_text == field.hint
    assert [n.text for n in toolbar.tree.nodes if n.text] == ["Cut", "Copy", "Select all"]
    assert (app.is_active, toolbar.is_active) == (True, False)
    (changed,) = (
        {entry.key: entry.value for entry in event.event}
        for event in map(
            messages.message_classes()["EventRequest"].FromString,
            messages.events(phone, text_input.type_text(text_input.select(phone, 3, 3), "!")),
        )
        if any(entry.value == "TYPE_VIEW_TEXT_CHANGED" for entry in event.event)
    )
    assert (changed["from_index"], changed["added_count"], changed["removed_count"]) == ("3", "1", "0")


def test_the_messages_are_android_envs() -> None:
    names = ("a11y", "android_accessibility_action", "android_accessibility_forest", "android_accessibility_node_info",
             "android_accessibility_tree", "android_accessibility_window_info", "rect")  # fmt: skip
    theirs = {}
    for name in names:
        theirs |= import_module(f"android_env.proto.a11y.{name}_pb2").DESCRIPTOR.message_types_by_name
    theirs["EventEntry"] = theirs["EventRequest"].nested_types[0]
    for name, made in messages.message_classes().items():
        for field in made.DESCRIPTOR.fields:
            other = theirs[name].fields_by_name[field.name]
            kind = field.TYPE_INT32 if other.type == field.TYPE_ENUM else other.type
            assert (field.number, field.type, field.is_repeated) == (other.number, kind, other.is_repeated), (
                field.name
            )


@needs_adb
def test_android_envs_wrapper(tmp_path: Path) -> None:
    make_avd(tmp_path / "avd", "Phone")
    adb = Adb(PROGRAMS.get("adbutils") or PROGRAMS["path"], tmp_path)
    try:
        adb.start()
        done = subprocess.run(
            [sys.executable, str(Path(__file__).parent / "android_env_session.py"), str(tmp_path), adb.program,
             str(adb.port), "accessibility"],
            cwd=ROOT, env=os.environ | {"HOME": str(tmp_path), "PYTHONPATH": str(ROOT)}, capture_output=True,
            text=True, timeout=120, check=False,
        )  # fmt: skip
    finally:
        adb.close()
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-4000:]
    came = json.loads(done.stdout.splitlines()[-1])
    dump = etree.fromstring(came["dump"].partition("UI hierchary")[0].encode())
    assert sorted(came["home"]) == sorted(n.get("text") or n.get("content-desc") for n in dump.iter("node"))
    assert "Phone" in came["home"]
    assert len(came["drawer"]) > len(came["home"])
    assert came["drawer"] != came["home"]
    assert came["windows"].count(1) == 1, "one window of an app; the others are the system's"
    assert came["events"]
    assert all(kind.startswith("TYPE_WINDOW_") for kind in came["events"])


def test_servers_that_answer_nonsense_or_nothing(daemon: AdbDaemon, host: Host, served: ServedPhone) -> None:
    """The phone may connect to anything that listens on this machine."""
    stop = threading.Event()
    heard: list[int] = []

    def answer(listener: socket.socket, data: bytes) -> None:
        listener.settimeout(0.05)
        held = []
        while not stop.is_set():
            with contextlib.suppress(OSError):
                client, _ = listener.accept()
                heard.append(len(data))
                client.sendall(data)
                held.append(client) if not data else client.close()
        for client in held:
            client.close()

    noise = bytes(range(256)) * 100
    listeners = [socket.create_server(("127.0.0.1", 0)) for _ in range(2)]
    threads = [
        threading.Thread(target=answer, args=pair) for pair in zip(listeners, (noise, b""), strict=True)
    ]
    for thread in threads:
        thread.start()
    try:
        install(host)
        run(served, f"{ENABLE}; {TREES}")
        for listener in listeners:
            heard.clear()
            run(served, f"{ACTION}SET_GRPC --ei port {listener.getsockname()[1]}")
            until(lambda: heard)
            count = served.phone.log.end
            until(lambda n=count: served.phone.log.end > n)
            assert host.shell("echo on") == (b"on\n", b"", 0)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
        for listener in listeners:
            listener.close()


def test_a_restart_forgets_where_to(
    daemon: AdbDaemon, host: Host, served: ServedPhone, collector: Collector
) -> None:
    install(host)
    run(served, f"{ENABLE}; {TREES}; {ACTION}SET_GRPC --ei port {collector.port}")
    until(collector.servicer.gather_forests)
    run(served, "reboot")
    time.sleep(0.2)
    collector.servicer.gather_forests()
    time.sleep(0.25)
    assert not collector.servicer.gather_forests()
    assert served.phone.automation[PACKAGE].flags == ()
