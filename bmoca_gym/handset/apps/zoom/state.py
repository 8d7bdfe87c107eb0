"""Zoom's state without an account: the form to join a meeting, settings; and the handlers of its screens."""

from __future__ import annotations

from bmoca_gym.handset.effects import finish, focus, schedule, scroll_to, show, start
from bmoca_gym.handset.manifest import Intent, Next
from bmoca_gym.handset.state import Context
from bmoca_gym.handset.system import radios
from bmoca_gym.handset.value import Value, do, replace, value

PACKAGE = "us.zoom.videomeetings"
ID = PACKAGE + ":id/"
_CLASSES = "com.zipow.videobox."
LAUNCHER, JOIN, MEETING = (
    _CLASSES + "LauncherActivity",
    _CLASSES + "JoinConfActivity",
    _CLASSES + "ConfActivityNormal",
)
LOGIN, SIMPLE = _CLASSES + "LoginActivity", _CLASSES + "SimpleActivity"
#: The pages of settings by their fragments, which `SIMPLE` shows.
FRAGMENTS = {
    _CLASSES + "fragment.SettingFragment": "settings",
    _CLASSES + "fragment.SettingMeetingFragment": "meetings",
    _CLASSES + "fragment.AutoConnectAudioFragment": "audio",
    _CLASSES + "fragment.MeetingReactionSkinToneFragment": "tone",
    _CLASSES + "fragment.AboutFragment": "about",
}
#: The pages of the welcome.
WELCOMES = {"start": "videocam", "share": "screen_share", "message": "chat", "zooming": "devices"}
AUDIO = ("off", "any")
TONES = ("default", "light", "medium_light", "medium", "medium_dark", "dark")
#: The switches of the page about meetings, by their groups.
SWITCHES = {
    "audio_group": ("mute_mic", "original_audio"),
    "video_group": ("not_open_camera", "preview", "show_no_video"),
    "general_group": ("driving_mode", "copy_link", "closed_caption", "show_timer", "join_leave_tip"),
}
#: Ids of meetings have 9 to 11 digits, names of personal links 5 to 40 letters.
LEAST_DIGITS, MOST_DIGITS = 9, 11
_LEAST_LINK, _MOST_LINK, _NAME_LIMIT, _TEXT_LIMIT = 5, 40, 64, 128
_CONNECTING_MILLISECONDS = 5000


@value
class Zoom(Value):
    """The app's state. ``number``: the digits of the meeting id; ``by_link``: the form asks for a personal link
    instead.

    ``failed``: the meeting could not be reached. ``overlay``: "" or the dialog that is open. ``audio``: one of `AUDIO`;
    ``tone``: one of `TONES`; ``switches``: the names of those that are on.
    """

    welcome: int = 0
    number: str = ""
    link: str = ""
    by_link: bool = False
    name: str = ""
    no_audio: bool = False
    no_video: bool = False
    failed: bool = False
    overlay: str = ""
    email: str = ""
    password: str = ""
    audio: str = "off"
    tone: str = "default"
    switches: tuple[str, ...] = ("preview", "show_no_video", "driving_mode", "closed_caption")


def formatted(digits: str) -> str:
    """The id of a meeting in groups: ``123 456 7890``, one of 11 digits as ``123 4567 8901``."""
    second = 7 if len(digits) >= MOST_DIGITS else 6
    return " ".join(filter(None, (digits[:3], digits[3:second], digits[second:])))


def can_join(state: Zoom) -> bool:
    """Whether the form says enough to join."""
    if not state.name.strip():
        return False
    if state.by_link:
        return _LEAST_LINK <= len(state.link) <= _MOST_LINK and state.link[0].isalpha()
    return len(state.number) >= LEAST_DIGITS


# The welcome


def turn(state: Zoom, context: Context) -> Zoom:
    """Show the next page of the welcome, or the one before, as one swipes."""
    if context.direction not in ("left", "right"):
        return state
    by = 1 if (context.direction == "left") != context.res.rtl else -1
    return replace(state, welcome=min(max(state.welcome + by, 0), len(WELCOMES) - 1))


def open_form(state: Zoom, context: Context) -> Next[Zoom]:
    """Open the form to join a meeting."""
    return state, start(f"{PACKAGE}/{JOIN}")


def open_login(state: Zoom, context: Context) -> Next[Zoom]:
    """Open the form to sign in."""
    return state, start(f"{PACKAGE}/{LOGIN}")


def sign_up(state: Zoom, context: Context) -> Next[Zoom]:
    """Open the page to sign up in the browser."""
    return state, show(Intent("android.intent.action.VIEW", "https://zoom.us/signup"))


def open_page(state: Zoom, context: Context, page: str) -> Next[Zoom]:
    """Open a page of the settings."""
    return state, start(f"{PACKAGE}/{SIMPLE}", page)


def leave(state: Zoom, context: Context) -> Next[Zoom]:
    """Go back to the screen before."""
    return replace(state, overlay=""), focus(""), finish()


# The form


def type_number(state: Zoom, context: Context, text: str) -> Zoom:
    """Take over the digits of the meeting's id."""
    digits = "".join(str(int(letter)) for letter in text if letter.isdecimal())
    return replace(state, number=digits[:MOST_DIGITS])


def type_link(state: Zoom, context: Context, text: str) -> Zoom:
    """Take over the name of a personal link."""
    return replace(state, link="".join(text.split())[:_MOST_LINK])


def type_name(state: Zoom, context: Context, text: str) -> Zoom:
    """Take over the name that others see."""
    return replace(state, name=text[:_NAME_LIMIT])


def ask_for_link(state: Zoom, context: Context, by_link: bool) -> Next[Zoom]:
    """Ask for a personal link, or for the meeting's id."""
    return replace(state, by_link=by_link), focus("link" if by_link else "number")


def toggle(state: Zoom, context: Context, name: str) -> Zoom:
    """Turn an option of the form round: no_audio or no_video."""
    return replace(state, **{name: not getattr(state, name)})


def submit(state: Zoom, context: Context) -> Next[Zoom]:
    """Join on the Enter key where the form says enough, else close the keyboard."""
    return join(state, context) if can_join(state) else (state, focus(""))


def join(state: Zoom, context: Context) -> Next[Zoom]:
    """Try to join the meeting, which no network here leads to."""
    if not can_join(state):
        return state
    if not radios.connection(context.phone):
        return replace(state, overlay="join_failed"), focus("")
    later = context.uptime + _CONNECTING_MILLISECONDS
    return (
        replace(state, failed=False), focus(""), start(f"{PACKAGE}/{MEETING}"),
        schedule(PACKAGE, "connecting", later, do(unreached), "uptime"),
    )  # fmt: skip


def unreached(state: Zoom, context: Context) -> Zoom:
    """Say that the meeting can't be reached."""
    return replace(state, failed=True)


def close_dialog(state: Zoom, context: Context) -> Zoom:
    """Close the open dialog or menu."""
    return replace(state, overlay="")


# Signing in


def type_sign_in(state: Zoom, context: Context, name: str, text: str) -> Zoom:
    """Take over the email or the password."""
    return replace(state, **{name: text[:_TEXT_LIMIT]})


def go_on(state: Zoom, context: Context, key: str) -> Next[Zoom]:
    """Go on to another field, "" for none."""
    return state, focus(key)


def sign_in(state: Zoom, context: Context) -> Next[Zoom]:
    """Try to sign in, which nobody here answers."""
    if not (state.email and state.password):
        return state
    return replace(state, overlay="sign_in_failed"), focus("")


# The settings


def choose(state: Zoom, context: Context, name: str, chosen: str) -> Zoom:
    """Choose when audio is connected (``audio``), or the colour of reactions (``tone``)."""
    return replace(state, **{name: chosen})


def switch(state: Zoom, context: Context, name: str) -> Zoom:
    """Turn a switch of the page about meetings round."""
    on = state.switches
    return replace(state, switches=tuple([n for n in on if n != name]) if name in on else (*on, name))


# The app


def created(state: Zoom, context: Context) -> Next[Zoom]:
    """Begin with an empty form, and with the cursor in it."""
    name = "" if context.activity is None else context.activity.name
    if name == JOIN:
        empty = replace(state, number="", link="", by_link=False, no_audio=False,
                        no_video="not_open_camera" in state.switches, overlay="")  # fmt: skip
        return empty, focus("number")
    if name == LOGIN:
        return replace(state, email="", password="", overlay=""), focus("email")
    return replace(state, failed=False), scroll_to("settings")


def back(state: Zoom, context: Context) -> Zoom:
    """Close the dialog that is open; a screen is left by the system."""
    return replace(state, overlay="") if state.overlay else state


def closed(state: Zoom) -> Zoom:
    """The state after the app is closed: its settings are kept."""
    return Zoom(audio=state.audio, tone=state.tone, switches=state.switches)
