"""Input methods: the shell command ``ime``, and the broadcasts that make test programs' keyboards type."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Mapping

from bmoca_gym.handset.gestures import TypeText
from bmoca_gym.handset.input import perform
from bmoca_gym.handset.manifest import Intent
from bmoca_gym.handset.shell.android import input as shell_input
from bmoca_gym.handset.shell.call import Call, Command, Result, failed, printed, usage
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import automation_packages, text_input
from bmoca_gym.handset.system.automation_packages import KEYBOARD

#: The phone after a broadcast with these extras; None if the input method can't do it.
_Action = Callable[[Phone, Mapping[str, object]], "Phone | None"]

#: android.view.inputmethod.EditorInfo: go, search, send, next and done do what Enter does in a field of one line.
_EDITOR_ACTIONS = range(2, 7)
_LARGEST_CHARACTER = 0x10FFFF
_USAGE = "ime list [-a] [-s] | ime enable ID | ime disable ID | ime set ID | ime reset"


# What the broadcasts do


def _typed(phone: Phone, text: str) -> Phone | None:
    """Commit a text. Line ends become spaces in a single-line field, since only Enter submits it."""
    found = text_input.focused_field(phone)
    if found is None:
        return None
    return perform(phone, TypeText(text if found[0].lines != 1 else re.sub(r"\r?\n", " ", text)))


def _plain(name: str) -> _Action:
    return lambda phone, extras: _typed(phone, str(extras.get(name, "")))


def _decoded(extras: Mapping[str, object], name: str) -> str | None:
    try:
        data = base64.b64decode(str(extras.get(name, "")).encode("ascii", "replace"))
    except (binascii.Error, ValueError):
        return None
    return data.decode("utf-8", "replace")


def _coded(name: str) -> _Action:
    def action(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
        text = _decoded(extras, name)
        return None if text is None else _typed(phone, text)

    return action


def _replaced(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    text = _decoded(extras, "text")
    return None if text is None else _set(phone, text)


def _cleared(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    return _set(phone, "")


def _set(phone: Phone, text: str) -> Phone | None:
    return None if text_input.focused_field(phone) is None else text_input.set_text(phone, text)


def _characters(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    given = extras.get("chars", ())
    codes = given if isinstance(given, tuple) else (given,)
    letters = [chr(code) for code in codes if isinstance(code, int) and 0 < code <= _LARGEST_CHARACTER]
    return _typed(phone, text_input.unicode_of("".join(letters)))


def _key(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    return shell_input.pressed(phone, str(extras.get("code", "")))


def _editor_action(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    code = str(extras.get("code", ""))
    if text_input.focused_field(phone) is None or not re.fullmatch(r"\d{1,4}", code, re.ASCII):
        return None
    return text_input.act(phone) if int(code) in _EDITOR_ACTIONS else phone


def _enter(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    return None if text_input.focused_field(phone) is None else text_input.submit(phone)


def _hidden(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    return text_input.hide_keyboard(phone)


def _shown(phone: Phone, extras: Mapping[str, object]) -> Phone | None:
    return text_input.open_keyboard(phone)


#: The broadcasts that an input method hears while it is the current one, by its id.
_BROADCASTS: dict[str, dict[str, _Action]] = {
    automation_packages.ADB_KEYBOARD: {
        "ADB_INPUT_TEXT": _plain("msg"), "ADB_INPUT_B64": _coded("msg"), "ADB_INPUT_CHARS": _characters,
        "ADB_INPUT_CODE": _key, "ADB_EDITOR_CODE": _editor_action, "ADB_CLEAR_TEXT": _cleared,
    },
    automation_packages.UIAUTOMATOR_KEYBOARD: {
        "ADB_KEYBOARD_INPUT_TEXT": _coded("text"), "ADB_KEYBOARD_SET_TEXT": _replaced,
        "ADB_KEYBOARD_CLEAR_TEXT": _cleared, "ADB_KEYBOARD_EDITOR_CODE": _editor_action,
        "ADB_KEYBOARD_INPUT_KEYCODE": _key, "ADB_KEYBOARD_SMART_ENTER": _enter,
        "ADB_KEYBOARD_HIDE": _hidden, "ADB_KEYBOARD_SHOW": _shown,
    },
}  # fmt: skip
#: Input methods that tell who sent the broadcast what became of it.
_ANSWERING = (automation_packages.UIAUTOMATOR_KEYBOARD,)


def broadcast(phone: Phone, intent: Intent) -> tuple[Phone, str] | None:
    """Deliver a broadcast to the input method. Returns the next phone and what ``am`` prints, or None if
    it ignores it.
    """
    current = automation_packages.input_method(phone)
    action = _BROADCASTS.get(current, {}).get(intent.action)
    package = current.partition("/")[0]
    if action is None or (intent.component or intent.package or package).partition("/")[0] != package:
        return None
    after = action(phone, dict(intent.extras))
    if current not in _ANSWERING:
        return phone if after is None else after, "result=0"
    return (phone, "result=0") if after is None else (after, 'result=-1, data="success"')


# The command


def _listed(name: str) -> str:
    return (
        f"{name}:\n  mId={name} mSettingsActivityName=null mIsVrOnly=false\n  mIsDefaultResId=0x0\n  Service:\n"
        f"    packageName={name.partition('/')[0]}\n"
    )


def manage(call: Call) -> Result:
    """``ime list [-a] [-s]``, ``ime set|enable|disable ID``, ``ime reset``."""
    phone = call.phone
    words = [word for word in call.arguments if word not in ("--user", "0")]
    verb, rest = (words[0] if words else ""), words[1:]
    if verb == "list" and set(rest) <= {"-a", "-s", "-as", "-sa"}:
        letters = "".join(rest)
        names = (
            automation_packages.input_methods(phone)
            if "a" in letters
            else automation_packages.enabled_input_methods(phone)
        )
        return printed(phone, "".join(f"{name}\n" if "s" in letters else _listed(name) for name in names))
    if verb == "reset" and not rest:
        return printed(
            automation_packages.reset_input_methods(phone),
            f"Reset current and enabled IMEs for user #0\nNewly selected IME for user #0: {KEYBOARD}\n",
        )
    if verb in _VERBS and len(rest) == 1:
        return _VERBS[verb](phone, rest[0])
    return usage(call, _USAGE)


def _unknown(phone: Phone, name: str, done: str) -> Result:
    return failed(phone, f"Unknown input method {name} cannot be {done} for user #0\n")


def _enable(phone: Phone, name: str) -> Result:
    if name not in automation_packages.input_methods(phone):
        return _unknown(phone, name, "enabled")
    before = "already" if name in automation_packages.enabled_input_methods(phone) else "now"
    after = automation_packages.enable_input_method(phone, name)
    return printed(after, f"Input method {name}: {before} enabled for user #0\n")


def _disable(phone: Phone, name: str) -> Result:
    if name not in automation_packages.input_methods(phone):
        return _unknown(phone, name, "disabled")
    if name == KEYBOARD:
        return failed(phone, f"Input method {name} cannot be disabled: it is the phone's own\n")
    before = "now" if name in automation_packages.enabled_input_methods(phone) else "already"
    after = automation_packages.disable_input_method(phone, name)
    return printed(after, f"Input method {name}: {before} disabled for user #0\n")


def _select(phone: Phone, name: str) -> Result:
    if name not in automation_packages.enabled_input_methods(phone):
        return _unknown(phone, name, "selected")
    after = automation_packages.select_input_method(phone, name)
    return printed(after, f"Input method {name} selected for user #0\n")


_VERBS: dict[str, Callable[[Phone, str], Result]] = {"disable": _disable, "enable": _enable, "set": _select}

COMMANDS: dict[str, Command] = {"ime": manage}
