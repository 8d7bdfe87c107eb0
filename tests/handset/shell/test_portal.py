"""The content provider of droidrun's and mobilerun's Portal."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from bmoca_gym.handset import images, screen
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import automation_packages
from bmoca_gym.handset.system.apk import Manifest

EDITOR = "am start -a android.intent.action.INSERT -t vnd.android.cursor.dir/contact"


def after(phone: Phone, *lines: str) -> Phone:
    for line in lines:
        phone, output, code = session.run(phone, line)
        assert code == 0, output
    return phone


def installed(package: str) -> Phone:
    return automation_packages.install(images.boot(), Manifest(package, 7, "0.7.1"))


def switched_on(package: str) -> Phone:
    line = f"settings put secure enabled_accessibility_services x/y:{package}/{package}.service.Service"
    return after(installed(package), line)


def asked(phone: Phone, package: str, path: str) -> Any:
    """The provider's answer, read as mobilerun reads it."""
    _, output, code = session.run(phone, f"content query --uri 'content://{package}/{path}'")
    assert (code, output.count("\n")) == (0, 1), output
    assert output.startswith("Row: 0 result=")
    return json.loads(output.partition("result=")[2])


def typed(phone: Phone) -> str:
    return next(node.text for node in screen.ui_tree(phone).nodes if node.focused)


@pytest.mark.parametrize("package", automation_packages.PORTALS)
def test_what_the_portal_tells(package: str) -> None:
    _, output, code = session.run(images.boot(), f"content query --uri content://{package}/state")
    assert (code, "could not find provider" in output) == (1, True), "it is not installed"
    phone = installed(package)
    assert asked(phone, package, "version") == {"status": "success", "result": "0.7.1"}
    for path in ("state", "ping"):
        assert asked(phone, package, path)["error"] == "Accessibility service not available"

    phone = after(switched_on(package), EDITOR)
    nodes = screen.ui_tree(phone).nodes
    assert asked(phone, package, "ping")["result"] == "pong"
    state = json.loads(asked(phone, package, "state")["result"])
    assert state["a11y_tree"] == json.loads(asked(phone, package, "a11y_tree")["result"])
    assert state["phone_state"] == json.loads(asked(phone, package, "phone_state")["result"])
    assert (state["phone_state"]["currentApp"], state["phone_state"]["isEditable"]) == ("Contacts", True)
    assert state["phone_state"]["keyboardVisible"]
    numbered, left = [], list(state["a11y_tree"])
    while left:
        numbered.append(left.pop(0))
        left = [*numbered[-1]["children"], *left]
    assert [element["index"] for element in numbered] == [*range(1, len(numbered) + 1)]
    assert {element["text"] for element in numbered} >= {
        node.text for node in nodes if node.clickable and node.text
    }

    full = asked(phone, package, "state_full?filter=false")["result"]
    assert full["device_context"]["screen_bounds"] == {"width": 1080, "height": 2160}
    flat, left = [], [full["a11y_tree"]]
    while left:
        flat.append(left.pop(0))
        left = [*flat[-1]["children"], *left]
    assert [(one["resourceId"], one["text"]) for one in flat] == [
        (node.resource_id, node.text) for node in nodes
    ]
    assert full["a11y_tree"] == json.loads(asked(phone, package, "a11y_tree_full?filter=false")["result"])
    names = {one["packageName"]: one["label"] for one in asked(phone, package, "packages")["result"]}
    assert names["com.android.settings"] == "Settings"
    assert asked(phone, package, "nothing")["error"] == "Unknown endpoint: /nothing"


def test_what_the_portal_does() -> None:
    uri = "content insert --uri content://com.mobilerun.portal/"
    phone = after(switched_on("com.mobilerun.portal"), EDITOR)
    text = base64.b64encode("Größe 表".encode()).decode()
    phone = after(phone, f'{uri}keyboard/input --bind base64_text:s:"{text}" --bind clear:b:true')
    assert typed(phone) == "Größe 表"
    phone = after(phone, f"{uri}keyboard/input --bind base64_text:s:QQ== --bind clear:b:false")
    assert typed(phone) == "Größe 表A"
    phone = after(phone, f"{uri}keyboard/key --bind key_code:i:67")
    assert typed(phone) == "Größe 表"
    phone = after(phone, f"{uri}overlay_visible --bind visible:b:false", f"{uri}keyboard/clear")
    assert "Größe" not in typed(phone)
    for bound, put in ((f"text_base64:s:{text}", "Größe 表"), ("text:s:plain", "plain"), ("text:s:", "")):
        phone = after(phone, f"{uri}clipboard/set --bind {bound}")
        assert asked(phone, "com.mobilerun.portal", "clipboard/get")["result"] == put == phone.clipboard
    home = after(phone, f"{uri}keyboard/key --bind key_code:i:3")
    assert home.home
    for wrong in (
        "keyboard/key",
        "keyboard/input --bind base64_text:s:%%",
        "toggle_socket_server --bind enabled:b:true",
    ):
        after_it, output, code = session.run(phone, uri + wrong)
        assert (code, output.startswith("content: ")) == (1, True), wrong
        assert after_it == phone
    assert session.run(installed("com.mobilerun.portal"), f"{uri}keyboard/clear")[2] == 1
