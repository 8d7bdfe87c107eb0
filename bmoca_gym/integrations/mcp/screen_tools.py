"""Tools that see the phone, by mobile-mcp's names: they change nothing."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Literal

from mcp.server.mcpserver import Image

from bmoca_gym.envs.app_names import names_of
from bmoca_gym.envs.pictures import png
from bmoca_gym.integrations.mcp.answers import Phone, elements, referred
from bmoca_gym.tasks.needs import packages


def screen_tools(phone: Phone) -> tuple[Callable[..., Any], ...]:
    """Return the tools."""

    def mobile_list_available_devices() -> str:
        """List the devices: there is one."""
        info = phone().device.info
        return json.dumps(
            {
                "devices": [
                    {
                        "id": info.serial,
                        "name": "bmoca_gym",
                        "platform": "android",
                        "type": "emulator",
                        "state": "online",
                    }
                ]
            }
        )

    def mobile_get_screen_size(device: str = "") -> str:
        """Say the size of the screen in px."""
        return f"Screen size is {phone().device.info.width}x{phone().device.info.height} pixels"

    def mobile_take_screenshot(device: str = "") -> Image:
        """Take a picture of the screen, at its own size."""
        return Image(data=png(phone().picture()), format="png")

    def mobile_list_elements_on_screen(device: str = "", format: Literal["text", "json"] = "text") -> str:
        """List the elements on the screen: ref, kind, words, and the box in px. A ref can be clicked."""
        if format == "text":
            return elements(phone())
        found = []
        for ref, node in referred(phone()):
            left, top, right, bottom = node.bounds
            found.append(
                {
                    "ref": ref, "type": node.class_name.rpartition(".")[2], "text": node.text,
                    "label": node.content_description, "identifier": node.resource_id,
                    "coordinates": {"x": left, "y": top, "width": right - left, "height": bottom - top},
                }
            )  # fmt: skip
        return json.dumps(found, ensure_ascii=False)

    def mobile_list_apps(device: str = "") -> str:
        """List the apps on the phone: their names and packages."""
        installed = packages(phone().device)
        names, _ = names_of(installed)
        return "\n".join(
            f"{names[package]} ({package})" for package in sorted(names) if package in (installed or names)
        )

    def mobile_get_foreground_app(device: str = "") -> str:
        """Say which app is in front."""
        tree = phone().tree()
        package = tree.nodes[0].package if tree.nodes else ""
        return json.dumps({"packageName": package})

    def mobile_get_orientation(device: str = "") -> str:
        """Say the orientation of the screen."""
        info = phone().device.info
        return f"Current device orientation is {'landscape' if info.width > info.height else 'portrait'}"

    return (
        mobile_list_available_devices, mobile_get_screen_size, mobile_take_screenshot, mobile_list_elements_on_screen,
        mobile_list_apps, mobile_get_foreground_app, mobile_get_orientation,
    )  # fmt: skip
