"""Rule on the system log: a line that matches a regular expression was written since the episode began."""

from __future__ import annotations

from dataclasses import dataclass, field

from bmoca_gym.success_detectors import fields, patterns
from bmoca_gym.success_detectors.detector import Detection, Reading, Watch, satisfied, shown, unsatisfied

#: Android's log levels, the least severe first.
LEVELS = "VDIWEF"


@dataclass(frozen=True, slots=True)
class LogRule:
    """A log line of ``tag`` at ``min_level`` or above whose message ``regex`` matches.

    It matches from the beginning of the message, as `re.match` does, by RE2. Once such a line was seen, the rule
    holds until the episode ends: a log can't be taken back.

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
        """Watch the lines that come from now on."""
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
        # The mark is taken before the lines: one that is written in between is read twice rather than never.
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
