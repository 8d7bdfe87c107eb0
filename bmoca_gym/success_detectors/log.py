"""Rule on the system log: a line written in this episode matches a regular expression."""

from __future__ import annotations

from dataclasses import dataclass, field

from bmoca_gym.success_detectors import fields, patterns
from bmoca_gym.success_detectors.detector import Detection, Reading, Watch, satisfied, shown, unsatisfied

#: Android's log levels, the least severe first.
LEVELS = "VDIWEF"


@dataclass(frozen=True, slots=True)
class LogRule:
    """Log line of ``tag``, at ``min_level`` or above, whose message matches ``regex``.

    The match starts at the beginning of the message, as with `re.match`; the syntax is RE2's. Once a line
    matches, the rule holds for the rest of the episode.

    Raises:
        DetectorError: a field is malformed.
    """

    tag: str
    regex: str
    min_level: str = "V"

    def __post_init__(self) -> None:
        fields.text("tag", self.tag)
        fields.pattern("regex", self.regex)
        fields.choice("min_level", self.min_level, LEVELS)

    def start(self, reading: Reading) -> Watch:
        """Watch the lines that are written from now on."""
        levels = frozenset(LEVELS[LEVELS.index(self.min_level) :])
        absent = unsatisfied(f"log: no line of {self.tag}:{self.min_level} matches {self.regex!r}")
        return _LogWatch(self.tag, levels, self.regex, reading.log_cursor(), absent)


@dataclass(slots=True)
class _LogWatch:
    tag: str
    levels: frozenset[str]
    regex: str
    cursor: int
    absent: Detection
    found: Detection | None = field(default=None)

    def check(self, reading: Reading) -> Detection:
        if self.found is not None:
            return self.found
        # Take the position before the lines: a line written in between is then read twice, and not lost.
        newest = reading.log_cursor()
        for line in reading.log_since(self.cursor):
            if (
                line.tag == self.tag
                and line.level in self.levels
                and patterns.match(self.regex, line.message)
            ):
                self.found = satisfied(f"log: {line.tag} wrote {shown(line.message)}")
                return self.found
        self.cursor = newest
        return self.absent
