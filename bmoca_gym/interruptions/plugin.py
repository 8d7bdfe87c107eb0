"""Registers the package's own interruptions."""

from bmoca_gym.interruptions.interruption import register_interruption

for _module, _names in {
    "phone": (
        "Alert", "Call", "Commands", "Crash", "Keyboard", "Locked", "Message", "Notice", "Parted", "Permission",
        "Toast", "Volume",
    ),
    "hand": ("Doubled", "Dropped", "Late", "Missed", "Shifted"),
    "eye": ("Blurred", "Compressed", "Covered", "Incomplete", "Injected", "Nameless", "Noisy", "Stale"),
    "content": ("Decoy", "File", "Icons", "OnPage", "Person"),
}.items():  # fmt: skip
    for _name in _names:
        register_interruption(_name.lower(), f"bmoca_gym.interruptions.{_module}:{_name}")
