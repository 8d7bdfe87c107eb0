"""scrcpy's control messages, in both directions."""

from __future__ import annotations

import struct
import time
from collections.abc import Callable

from bmoca_gym.handset import accessibility_actions
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import Gesture, PressKey, Swipe
from bmoca_gym.handset.servers.grpc.touch import NEVER_EXPIRE, Fingers
from bmoca_gym.handset.servers.served import ServedPhone
from bmoca_gym.handset.servers.ui_automator import actions
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import display, settings, status_bar, text_input

_CLIPBOARD, _ACKNOWLEDGED = 0, 1
_DOWN, _UP, _MOVE, _CANCEL = 0, 1, 2, 3
_LONGEST_TEXT, _LONGEST_CLIPBOARD = 300, (1 << 18) - 14
#: Dp that a view scrolls by one notch of a wheel.
_NOTCH_DP = 64
_SCROLL_SECONDS = 0.5
_BYTE = struct.Struct(">B")


class Control:
    """Carries out control messages in order.

    ``notches``: how many notches of a wheel the largest number in a message stands for.
    """

    def __init__(self, served: ServedPhone, notches: int) -> None:
        self._served = served
        self._notches = notches
        self._fingers = Fingers(time.monotonic)
        self._waiting = b""
        self._answers = b""
        #: By type: the fixed part, the place of the length of what follows it in that part (-1: nothing follows),
        #: the longest that may follow, and what to do.
        self._messages: dict[int, tuple[struct.Struct, int, int, Callable[..., None]]] = {
            0: (struct.Struct(">BIII"), -1, 0, self._key), 1: (struct.Struct(">I"), 0, _LONGEST_TEXT, self._type),
            2: (struct.Struct(">BQiiHHHII"), -1, 0, self._touch), 3: (struct.Struct(">iiHHhhI"), -1, 0, self._scroll),
            4: (_BYTE, -1, 0, self._back), 5: (struct.Struct(""), -1, 0, lambda: self._expand(False)),
            6: (struct.Struct(""), -1, 0, lambda: self._expand(True)), 7: (struct.Struct(""), -1, 0, self._collapse),
            8: (_BYTE, -1, 0, self._tell_clipboard), 9: (struct.Struct(">QBI"), 2, _LONGEST_CLIPBOARD, self._copy),
            10: (_BYTE, -1, 0, lambda on: None), 11: (struct.Struct(""), -1, 0, self._rotate),
            15: (struct.Struct(""), -1, 0, lambda: None), 16: (_BYTE, 0, 255, self._start),
            17: (struct.Struct(""), -1, 0, lambda: None),
        }  # fmt: skip

    def feed(self, data: bytes) -> bytes | None:
        """Carry out complete messages. Returns the answer to the client, or None if a message is invalid."""
        waiting, at = self._waiting + data, 0
        self._answers = b""
        while at < len(waiting):
            known = self._messages.get(waiting[at])
            if known is None:
                return None
            fixed, place, longest, act = known
            end = at + 1 + fixed.size
            if len(waiting) < end:
                break
            fields = fixed.unpack_from(waiting, at + 1)
            size = fields[place] if place >= 0 else 0
            if size > longest:
                return None
            if len(waiting) < end + size:
                break
            text = waiting[end : end + size].decode("utf-8", "replace")
            at = end + size
            act(*fields[:place], text) if place >= 0 else act(*fields)
        self._waiting = waiting[at:]
        return self._answers

    @staticmethod
    def clipboard_message(text: str) -> bytes:
        """The message that sends the clipboard's text to a client."""
        data = text.encode("utf-8", "replace")[:_LONGEST_CLIPBOARD]
        return struct.pack(">BI", _CLIPBOARD, len(data)) + data

    def _perform(self, *gestures: Gesture) -> None:
        for gesture in gestures:
            self._served.apply(inputs.perform, gesture)

    def _key(self, action: int, code: int, repeat: int, meta: int) -> None:
        if action == _DOWN:
            self._served.apply(lambda phone: session.run(phone, f"input keyevent {code}")[0])

    def _type(self, text: str) -> None:
        self._served.apply(text_input.type_text, text)

    def _touch(
        self,
        action: int,
        pointer: int,
        x: int,
        y: int,
        width: int,
        height: int,
        pressure: int,
        button: int,
        held: int,
    ) -> None:
        if action not in (_DOWN, _UP, _MOVE, _CANCEL) or not (width and height):
            return
        phone, mark = self._served.look()
        config = phone.configuration
        lifted = action in (_UP, _CANCEL)
        place = round(x * config.width / width), round(y * config.height / height)
        # A finger moves to where it is lifted first.
        touches = [actions.Touch(*place, pointer, 1, NEVER_EXPIRE)]
        touches += [actions.Touch(*place, pointer, 0, NEVER_EXPIRE)] if lifted else []
        self._perform(*self._fingers.handle(touches, config, mark.loads))

    def _scroll(self, x: int, y: int, width: int, height: int, across: int, up: int, held: int) -> None:
        if not (width and height):
            return
        config = self._served.phone.configuration
        notches = across / 0x7FFF * self._notches, up / 0x7FFF * self._notches
        start = _within(x / width, y / height)
        step = _NOTCH_DP * config.density / 160
        end = _within(
            start[0] - notches[0] * step / config.width, start[1] + notches[1] * step / config.height
        )
        if start != end:
            self._perform(Swipe(*start, *end, _SCROLL_SECONDS))

    def _back(self, action: int) -> None:
        if action != _DOWN:
            return
        if display.of(self._served.phone).asleep:
            self._served.apply(display.wake)
        else:
            self._perform(PressKey("BACK"))

    def _expand(self, quick: bool) -> None:
        self._served.apply(status_bar.expand, quick)

    def _collapse(self) -> None:
        self._served.apply(lambda phone: session.run(phone, "cmd statusbar collapse")[0])

    def _tell_clipboard(self, copy_key: int) -> None:
        if copy_key:
            self._served.apply(lambda phone: session.run(phone, f"input keyevent {277 + (copy_key == 1)}")[0])
        self._answers += self.clipboard_message(self._served.phone.clipboard)

    def _copy(self, sequence: int, paste: int, text: str) -> None:
        self._served.apply(accessibility_actions.put_on_clipboard, text)
        if paste:
            self._served.apply(text_input.paste)
        if sequence:
            self._answers += struct.pack(">BQ", _ACKNOWLEDGED, sequence)

    def _rotate(self) -> None:
        self._served.apply(
            lambda phone: settings.fix_rotation(phone, 0 if display.rotation(phone) % 2 else 1)
        )

    def _start(self, name: str) -> None:
        package = name.removeprefix("+").strip()

        def opened(phone: Phone) -> Phone:
            return session.run(phone, f"monkey -p '{package}' -c android.intent.category.LAUNCHER 1")[0]

        if package.replace(".", "").replace("_", "").isalnum():
            self._served.apply(opened)


def _within(x: float, y: float) -> tuple[float, float]:
    return min(max(x, 0.0), 0.999), min(max(y, 0.0), 0.999)
