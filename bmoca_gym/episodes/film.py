"""Films of episodes: small pictures of the screens, with the agent's actions drawn on them."""

from __future__ import annotations

import itertools
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bmoca_gym.devices.device import Device
from bmoca_gym.devices.embedded import EmbeddedDevice
from bmoca_gym.envs.actions import Command, Gestures, OpenApp, Several, Wait
from bmoca_gym.errors import ArgumentError, MissingLibraryError, SettingsError, writing
from bmoca_gym.handset.gestures import Gesture, LongPress, Pinch, PressKey, Swipe, Tap, TypeText
from bmoca_gym.handset.state import Phone

#: Height of a frame in px; the width follows the screen's shape.
HEIGHT = 256

#: Width of a large frame in px, on which a person can read small text. It takes about 14 KB.
LARGE_WIDTH = 360

#: WebP quality, 0 to 100: text of a phone's screen stays readable, a frame takes about 5 KB.
QUALITY = 80

#: Suffixes of picture files, and of animation files.
SUFFIXES = (".png", ".jpg", ".jpeg", ".webp")
ANIMATIONS = (".gif", ".webp", ".mp4")

#: Height of an animation's frames in px; how long each frame is shown, and the last one, in ms.
ANIMATION_HEIGHT, _SHOWN, _LAST_SHOWN = 560, 900, 2700

#: Pictures a second of a video.
_VIDEO_RATE = 10

Frame = NDArray[np.uint8]

_MARK, _WRONG, _EDGE = (255, 64, 129), (211, 47, 47), (255, 255, 255)


Done = Gesture | Gestures | OpenApp | Command | Several


def describe(
    gesture: Done | None,
    wrong_format: str | None = None,
    finished: str | None = None,
    answer: str | None = None,
) -> str:
    """Describe a step in words: ``tap 0.500 0.930``. Coordinates are fractions of the screen.

    ``answer``: the answer, if this step gave a new one.
    """
    if wrong_format:
        return f"wrong format: {wrong_format}"
    if finished is not None:
        return f"finish {finished!r}"
    if isinstance(gesture, Tap):
        return f"tap {gesture.x:.3f} {gesture.y:.3f}"
    if isinstance(gesture, LongPress):
        return f"long press {gesture.x:.3f} {gesture.y:.3f}"
    if isinstance(gesture, Swipe):
        return f"swipe {gesture.x0:.3f} {gesture.y0:.3f} to {gesture.x1:.3f} {gesture.y1:.3f}"
    if isinstance(gesture, Pinch):
        first = f"{gesture.x0:.3f} {gesture.y0:.3f} to {gesture.x1:.3f} {gesture.y1:.3f}"
        return f"two fingers {first}, {gesture.x2:.3f} {gesture.y2:.3f} to {gesture.x3:.3f} {gesture.y3:.3f}"
    if isinstance(gesture, PressKey):
        return f"press {gesture.key}"
    if isinstance(gesture, TypeText):
        return f"type {gesture.text!r}"
    if isinstance(gesture, OpenApp):
        return f"open app {gesture.name!r}"
    if isinstance(gesture, Command):
        return gesture.words
    if isinstance(gesture, Gestures):
        # Dozens of keys may clear a field: equal gestures are counted.
        runs = [(describe(one), len([*equal])) for one, equal in itertools.groupby(gesture.gestures)]
        return ", ".join(words if times == 1 else f"{words} × {times}" for words, times in runs)
    if isinstance(gesture, Several):
        return ", ".join("wait" if isinstance(deed, Wait) else describe(deed) for deed in gesture.deeds)
    return "wait" if answer is None else f"answer {answer!r}"


def draw(frame: Frame, gesture: Done | None, wrong_format: str | None = None, scale: float = 1) -> Frame:
    """Draw a step's action on a copy of ``frame`` (uint8[H, W, 3], RGB).

    A tap is a circle, a long press a double circle, a swipe an arrow, a pinch two.
    Keys, text and wrong formats are labels.
    ``scale``: size of the circles relative to those on a film's frame.
    """
    drawn: Frame = np.ascontiguousarray(frame).copy()
    height, width = drawn.shape[:2]

    def at(x: float, y: float) -> tuple[int, int]:
        return round(x * (width - 1)), round(y * (height - 1))

    if wrong_format:
        _label(drawn, "WRONG FORMAT", _WRONG)
    elif isinstance(gesture, (Tap, LongPress)):
        _circle(drawn, at(gesture.x, gesture.y), round(12 * scale))
        if isinstance(gesture, LongPress):
            _circle(drawn, at(gesture.x, gesture.y), round(17 * scale))
    elif isinstance(gesture, Swipe):
        _arrow(drawn, at(gesture.x0, gesture.y0), at(gesture.x1, gesture.y1))
    elif isinstance(gesture, Pinch):
        _arrow(drawn, at(gesture.x0, gesture.y0), at(gesture.x1, gesture.y1))
        _arrow(drawn, at(gesture.x2, gesture.y2), at(gesture.x3, gesture.y3))
    elif isinstance(gesture, PressKey):
        _label(drawn, gesture.key.replace("_", " "), _MARK)
    elif isinstance(gesture, TypeText):
        _label(drawn, "TEXT", _MARK)
    elif isinstance(gesture, OpenApp):
        _label(drawn, "OPEN APP", _MARK)
    elif isinstance(gesture, Command):
        _label(drawn, gesture.words.partition(" ")[0].replace("_", " "), _MARK)
    elif isinstance(gesture, Gestures):
        for one in dict.fromkeys(one for one in gesture.gestures if not isinstance(one, PressKey)):
            drawn = draw(drawn, one, scale=scale)
    elif isinstance(gesture, Several):
        for deed in gesture.deeds:
            drawn = draw(drawn, None if isinstance(deed, Wait) else deed, scale=scale)
    return drawn


class Film:
    """Film of one episode. Call `shoot` before each step and at the end, `act` after each step, then `save`.

    Args:
        height: height of a frame in px; the width follows the screen's shape.
        keeps_phones: keep the state of an embedded phone at each frame, which costs next to nothing, for `enlarge`.
    """

    def __init__(self, height: int = HEIGHT, keeps_phones: bool = False) -> None:
        self._height = height
        self._frames: list[Frame] = []
        self._keeps_phones = keeps_phones
        self._phones: list[Phone] = []
        self._acts: list[tuple[Done | None, str | None]] = []

    def shoot(self, device: Device) -> None:
        """Add the current screen."""
        info = device.info
        width = max(1, round(self._height * info.width / info.height))
        self._frames.append(device.screenshot((width, self._height)))
        if self._keeps_phones and isinstance(device, EmbeddedDevice):
            self._phones.append(device.phone)

    def add(self, frame: Frame) -> None:
        """Add a stored screen (uint8[H, W, 3], RGB), scaled to the film's height."""
        cv2 = _cv2()
        width = max(1, round(self._height * frame.shape[1] / frame.shape[0]))
        self._frames.append(cv2.resize(frame, (width, self._height), interpolation=cv2.INTER_AREA))

    @property
    def frames(self) -> Sequence[Frame]:
        """The frames so far, uint8[H, W, 3] RGB."""
        return self._frames

    def act(self, gesture: Done | None, wrong_format: str | None) -> None:
        """Draw an action on the newest frame."""
        self._frames[-1] = draw(self._frames[-1], gesture, wrong_format)
        self._acts.append((gesture, wrong_format))

    def enlarge(self) -> None:
        """Draw the frames again, `LARGE_WIDTH` px wide. The film of a phone that is not embedded stays as it is."""
        if not self._phones:
            return
        device, acts = EmbeddedDevice(), [*self._acts, (None, None)]
        for number, phone in enumerate(self._phones):
            device.phone = phone
            height = max(1, round(LARGE_WIDTH * device.info.height / device.info.width))
            self._frames[number] = draw(device.screenshot((LARGE_WIDTH, height)), *acts[number], scale=2)

    def save(self, folder: Path) -> None:
        """Write the frames as ``000.webp``, ``001.webp``, …. An older film in the folder is replaced.

        Raises:
            OutputError: the folder can't be written.
        """
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            for old in folder.glob("*.webp"):
                old.unlink()
            for number, frame in enumerate(self._frames):
                (folder / f"{number:03}.webp").write_bytes(encode(frame, ".webp"))

    def animation(self, suffix: str) -> bytes:
        """Encode the frames as an animation. ``suffix``: the kind of file, one of `ANIMATIONS`.

        Raises:
            SettingsError: the suffix is unknown.
            MissingLibraryError: OpenCV is missing, or can't write MP4.
        """
        check_animation(suffix)
        cv2 = _cv2()
        if suffix.lower() == ".mp4":
            return self._video(cv2)
        animation = cv2.Animation()
        animation.frames = [np.ascontiguousarray(frame[:, :, ::-1]) for frame in self._frames]
        animation.durations = [_SHOWN] * (len(self._frames) - 1) + [_LAST_SHOWN]
        # OpenCV's default for GIFs loses strokes and tints white. These options keep every pixel near its colour.
        options = [cv2.IMWRITE_GIF_QUALITY, 8, cv2.IMWRITE_GIF_DITHER, 3, cv2.IMWRITE_GIF_COLORTABLE, 1]
        if suffix.lower() == ".webp":
            options = [cv2.IMWRITE_WEBP_QUALITY, QUALITY]
        _, data = cv2.imencodeanimation(suffix.lower(), animation, options)
        content: bytes = data.tobytes()
        return content

    def _video(self, cv2: Any) -> bytes:
        """Encode the frames as MPEG-4 video with ten pictures a second; frames are repeated while they are shown."""
        height, width = (size // 2 * 2 for size in self._frames[0].shape[:2])  # the codec needs even sizes
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "film.mp4")
            writer = cv2.VideoWriter(str(path), cv2.VideoWriter_fourcc(*"mp4v"), _VIDEO_RATE, (width, height))
            if not writer.isOpened():
                raise MissingLibraryError(
                    "This OpenCV can't write MP4. Install opencv-python-headless, or give a .gif or .webp file."
                )
            for number, frame in enumerate(self._frames):
                shown = _SHOWN if number + 1 < len(self._frames) else _LAST_SHOWN
                for _ in range(shown * _VIDEO_RATE // 1000):
                    writer.write(np.ascontiguousarray(frame[:height, :width, ::-1]))
            writer.release()
            return path.read_bytes()


def encode(picture: Frame, suffix: str) -> bytes:
    """Encode ``picture`` (uint8[H, W, 3], RGB). ``suffix``: the kind of file, one of `SUFFIXES`.

    Raises:
        SettingsError: the suffix is unknown.
        MissingLibraryError: OpenCV is missing.
    """
    check_suffix(suffix)
    cv2 = _cv2()
    options = [cv2.IMWRITE_WEBP_QUALITY, QUALITY] if suffix.lower() == ".webp" else []
    _, data = cv2.imencode(suffix.lower(), np.ascontiguousarray(picture[:, :, ::-1]), options)
    content: bytes = data.tobytes()
    return content


def decode(path: Path) -> Frame:
    """Read a picture file as uint8[H, W, 3], RGB.

    Raises:
        ArgumentError: it is not a picture.
        MissingLibraryError: OpenCV is missing.
    """
    cv2 = _cv2()
    data = np.frombuffer(path.read_bytes(), np.uint8)
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise ArgumentError(f"{path} is not a picture.")
    frame: Frame = picture[:, :, ::-1]
    return frame


def check_suffix(suffix: str) -> None:
    """Check that `encode` can write pictures with this suffix.

    Raises:
        SettingsError: the suffix is not in `SUFFIXES`; case does not matter.
    """
    if suffix.lower() not in SUFFIXES:
        raise SettingsError(f"Unknown kind of picture {suffix!r}. Use one of {', '.join(SUFFIXES)}.")


def check_animation(suffix: str) -> None:
    """Check that `Film.animation` can write files with this suffix.

    Raises:
        SettingsError: the suffix is not in `ANIMATIONS`; case does not matter.
    """
    if suffix.lower() not in ANIMATIONS:
        raise SettingsError(f"Unknown kind of film {suffix!r}. Use one of {', '.join(ANIMATIONS)}.")


def _cv2() -> Any:
    """Import OpenCV. Runs without films do not need it."""
    try:
        import cv2
    except ImportError as error:
        raise MissingLibraryError(
            f"OpenCV, which draws and writes pictures, can't be loaded: {error}. "
            "Install it with: pip install opencv-python-headless"
        ) from error
    return cv2


def _circle(frame: Frame, centre: tuple[int, int], radius: int) -> None:
    cv2 = _cv2()
    cv2.circle(frame, centre, radius, _EDGE, 4, cv2.LINE_AA)
    cv2.circle(frame, centre, radius, _MARK, 2, cv2.LINE_AA)


def _arrow(frame: Frame, start: tuple[int, int], end: tuple[int, int]) -> None:
    cv2 = _cv2()
    length = max(1.0, float(np.hypot(end[0] - start[0], end[1] - start[1])))
    for colour, thickness in ((_EDGE, 4), (_MARK, 2)):
        cv2.arrowedLine(frame, start, end, colour, thickness, cv2.LINE_AA, tipLength=12 / length)
    cv2.circle(frame, start, 3, _MARK, -1, cv2.LINE_AA)


def _label(frame: Frame, text: str, colour: tuple[int, int, int]) -> None:
    """Draw a band with a word in the upper third, away from status and navigation bar."""
    cv2 = _cv2()
    height, width = frame.shape[:2]
    font, scale = cv2.FONT_HERSHEY_SIMPLEX, 0.42
    (text_width, text_height), _ = cv2.getTextSize(text, font, scale, 1)
    scale *= min(1.0, (width - 8) / max(1, text_width))
    (text_width, text_height), _ = cv2.getTextSize(text, font, scale, 1)
    top = height // 3
    cv2.rectangle(frame, (0, top), (width, top + text_height + 12), colour, -1)
    place = ((width - text_width) // 2, top + text_height + 6)
    cv2.putText(frame, text, place, font, scale, _EDGE, 1, cv2.LINE_AA)
