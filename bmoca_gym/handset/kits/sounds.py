"""The sounds of Android: ringtones, and those of notifications and alarms, by their addresses in Android's media."""

from __future__ import annotations

from urllib.parse import parse_qs, quote, urlsplit

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
_FIRST_IDS = {"ringtone": 120, "notification": 60, "alarm": 20}


def address_of(kind: str, name: str) -> str:
    """Return the address of a sound, as Android's media has it."""
    number = _FIRST_IDS[kind] + SOUNDS[kind].index(name)
    return f"content://media/internal/audio/media/{number}?title={quote(name)}&canonical=1"


def title_of(address: str) -> str:
    """Return the name in an address, or "" if there is none."""
    return parse_qs(urlsplit(address).query).get("title", [""])[0]
