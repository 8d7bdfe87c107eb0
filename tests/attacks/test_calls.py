"""Calls of test programs with parameters of the wrong kind: each gets a clear error, and none breaks the server."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from bmoca_gym.handset import images
from bmoca_gym.handset.servers.http import Request
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.uiautomator2.server import UiAutomator2Server
from bmoca_gym.handset.shell import session

ANY = {"mask": 0}


@pytest.mark.parametrize(
    ("method", "parameters"),
    [
        ("pressKey", [{}]),
        ("pressKey", [[]]),
        ("childByInstance", ["", ANY, 0]),
        ("childByInstance", [ANY, 5, 0]),
        ("childByInstance", [{**ANY, "childOrSiblingSelector": 5}, ANY, 0]),
        ("childByInstance", [ANY, ANY, {}]),
        ("childByText", [ANY, [], "x"]),
        ("setText", [ANY, 5]),
        ("dragTo", [ANY, [], []]),
        ("injectInputEvent", [{}, 1, 1, 0]),
        (
            "openNotification",
            [{}],
        ),  # which was taken for a part of the phone, and no screen could be made any more
        ("setOrientation", [[]]),
    ],
)
def test_parameters_of_the_wrong_kind_are_refused(method: str, parameters: list[Any]) -> None:
    served = ServedPhone(images.boot())
    server = UiAutomator2Server(served)
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": parameters}).encode()
    answer = asyncio.run(server.answer(Request("POST", "/jsonrpc/0", body)))
    assert json.loads(answer.body)["error"]["code"] < 0
    assert hash(served.phone) == hash(images.boot())


def test_a_version_that_is_no_number_is_not_believed() -> None:
    for text in ("x", "9" * 5000, "''"):
        served = ServedPhone(session.run(images.boot(), f"setprop ro.build.version.sdk {text}")[0])
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "deviceInfo"}).encode()
        answer = asyncio.run(UiAutomator2Server(served).answer(Request("POST", "/jsonrpc/0", body)))
        assert json.loads(answer.body)["result"]["sdkInt"] == 29
