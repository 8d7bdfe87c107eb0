"""Android's sounds: ringtones and notification and alarm sounds, by their addresses in Android's media; and which
sounds a phone is making.
"""

from __future__ import annotations

from typing import NamedTuple
from urllib.parse import parse_qs, quote, urlsplit

from bmoca_gym.handset import packages, resources
from bmoca_gym.handset.manifest import Rings
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import audio, settings, telephony

#: Names by what they are for. Those of alarms are complete, in the order of their ids; of the others, there are more.
SOUNDS = {
    "ringtone": (
        "Andromeda", "Aquila", "Argo Navis", "Atria", "Bell Phone", "Bootes", "Canis Major", "Carina", "Cassiopeia",
        "Centaurus", "Chimey Phone", "Cygnus", "Digital Phone", "Draco", "Eridani", "Flutey Phone", "Girtab", "Hydra",
        "Kuma", "Machina", "Orion", "Pegasus", "Perseus", "Pyxis", "Rigel", "Scarabaeus", "Sceptrum", "Solarium",
        "Testudo", "Ursa Minor", "Vespa", "Zeta",
    ),
    "notification": (
        "Adara", "Aldebaran", "Altair", "Antares", "Arcturus", "Bellatrix", "Betelgeuse", "Canopus", "Capella",
        "Castor", "Cricket", "Deneb", "Doink", "Drip", "Electra", "Fomalhaut", "Heaven", "Highwire", "Merope",
        "Pixie Dust", "Pizzicato", "Polaris", "Pollux", "Procyon", "Proxima", "Shaula", "Spica", "Talitha", "Tejat",
        "Tinkerbell", "Vega",
    ),
    "alarm": (
        "Argon", "Barium", "BeeBeep Alarm", "Beep-Beep-Beep Alarm", "Buzzer Alarm", "Carbon", "Cesium", "Fluorine",
        "Gallium", "Hassium", "Helium", "Krypton", "Neon", "Neptunium", "Nobelium", "Osmium", "Oxygen", "Piezo Alarm",
        "Platinum", "Plutonium", "Promethium", "Ringing Alarm", "Rooster Alarm", "Scandium",
    ),
}  # fmt: skip
#: What is heard until another one is chosen.
DEFAULTS = {"ringtone": "Flutey Phone", "notification": "Pixie Dust", "alarm": "Cesium"}
#: The system settings with the addresses of what was chosen.
SETTINGS = {"ringtone": "ringtone", "notification": "notification_sound", "alarm": "alarm_alert"}
_FIRST_IDS = {"ringtone": 120, "notification": 60, "alarm": 20}


def address_of(kind: str, name: str) -> str:
    """Return the address of a sound in Android's media."""
    number = _FIRST_IDS[kind] + SOUNDS[kind].index(name)
    return f"content://media/internal/audio/media/{number}?title={quote(name)}&canonical=1"


def title_of(address: str) -> str:
    """Return the name in an address, or "" if there is none."""
    return parse_qs(urlsplit(address).query).get("title", [""])[0]


def chosen(phone: Phone, kind: str) -> str:
    """Return the address of the sound that is chosen in Settings; "" is silence."""
    found = settings.get(phone, "system", SETTINGS[kind])
    return address_of(kind, DEFAULTS[kind]) if found is None else found


def chosen_name(phone: Phone, res: Resources, kind: str) -> str:
    """Return the name of the sound that is chosen in Settings."""
    return name_of(res, chosen(phone, kind))


def name_of(res: Resources, address: str) -> str:
    """Return the name of the sound at an address; "" is silence."""
    if not address:
        return res.string("android13.clock_silent")
    return title_of(address) or res.string("android13.clock_unknown_sound")


class Heard(NamedTuple):
    """An audible sound: its package, Android's number of its audio stream, and its name."""

    package: str
    stream: int
    name: str


_RING, _MUSIC = 2, 3
_STREAMS = {"ringtone": _RING, "alarm": 4}


def heard(phone: Phone) -> tuple[Heard, ...]:
    """Return the audible sounds: a ringing call or alarm, and playing media. Silent ones are left out."""
    found = []
    call = telephony.call_of(phone)
    for package, app in packages.enabled_of(phone.image).items():
        rings = None if app.rings is None else app.rings(phone)
        if app.telephone is not None and call is not None and call.state == "ringing":
            rings = Rings("ringtone")
        if rings is not None:
            address = chosen(phone, rings.kind) if rings.address is None else rings.address
            if rings.name or address:
                name = rings.name or name_of(resources.of(phone.configuration), address)
                found.append(Heard(package, _STREAMS[rings.kind], name))
        session = None if app.media_session is None else app.media_session(phone)
        if session is not None and session.playing:
            found.append(Heard(package, _MUSIC, session.title))
    return tuple([one for one in found if audio.volume(phone, one.stream) > 0])
