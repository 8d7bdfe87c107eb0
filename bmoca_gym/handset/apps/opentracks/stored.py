"""The keys and values that OpenTracks's preferences file may have."""

from __future__ import annotations

from bmoca_gym.handset.apps.opentracks.state import Recording


def is_recording(recording: Recording | None) -> bool:
    """Whether no track is recorded, or one for a time that can be shown."""
    return recording is None or (0 <= recording.since < 1 << 53 and 0 <= recording.before < 1 << 53)
