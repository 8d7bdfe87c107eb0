"""Texts in an answer that a person would call the same, alone or in a list of any form."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from bmoca_gym.handset.resources.words import plain as unaccented
from bmoca_gym.success_detectors.answers import numbers
from bmoca_gym.success_detectors.answers.wording import cleaned

# Letters, and the marks of scripts whose vowels are marks.
_LETTER = r"(?:[^\W\d_]|[\u0591-\u05bd\u064b-\u065f\u0900-\u0963\u0966-\u109f\u1780-\u17ff\u3099\u309a])"
_WORD = re.compile(
    rf"(?P<number>(?:[-+](?=[\d.]))?(?:\d+ \d+/\d+|\d+(?:[.,:/']\d+)*))|(?P<word>{_LETTER}+(?:'{_LETTER}+)*\+*)"
    r"|(?P<sign>[%$€£¥₹°@](?=\w)|(?<=\w)[%$€£¥₹°@#]|#(?=\d))|(?P<and>&|(?<= )\+(?= ))"
)
_FRACTION = re.compile(r"[-+]?(?:\d+ )?\d+/\d+")
#: Marks that stand between items; those that stand between items or inside one.
_HARD, _SOFT = frozenset("\n,;|·"), frozenset(".!:\"'*_~/-•‣◦▪●→")
_SMALL = {word: str(number) for number, word in enumerate(numbers.UP_TO_TWENTY)}
_SPELLINGS = (("litre", "liter"), ("metre", "meter"), ("gramme", "gram"))


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


#: Words of which the beginning of an answer may consist, such as "The location is".
_LEAD = _set(
    "the a an my your this that these those it its is are was were here there answer final result at in on "
    "for of to called titled named name names title titles location place venue address event events task "
    "tasks todo todos item items meeting meetings activity activities category categories quantity amount "
    "value entry entries list following next first upcoming only scheduled planned due completed incomplete "
    "open high priority you i have has had need needed required recorded did do yes sure ok okay held taking "
    "takes place will be as follows calendar schedule app in with song songs album note found today tomorrow "
    "s per recipe by"
)
_NOUNS = _set(
    "location place venue address event events task tasks title titles name names activity activities "
    "category categories quantity amount value answer meeting item items"
)
_COPULAS = _set("is are was were be will")
_SAYING = _COPULAS | _set("its it called titled named at in have had need here there following")
#: Words that may not come before a value: they deny it, or name another.
_DENY = _set(
    "not no never isnt arent wasnt werent neither nor without except cannot cant dont doesnt didnt or either "
    "maybe perhaps possibly probably unless instead but and unlike besides wrong incorrect"
)
_TAIL = _set(
    "is are was were the my your a location place venue event events task tasks title titles answer only "
    "thats all it and nothing else item items activity activities category categories on list quantity amount"
)
_TAIL_BEGINS = _set("is are was were thats")
_INTERJECTIONS = _set("yes sure ok okay answer")
_JOINTS = (("and",), ("plus",), ("as", "well", "as"), ("and", "also"), ("and", "finally"), ("then",))
_LONGEST_LEAD, _LONGEST_TAIL = 20, 8
# Most ways of dividing an answer that are tried.
_MOST_STATES = 20_000


@dataclass(frozen=True, slots=True)
class _Text:
    """Words in the form in which they are compared, and the marks before each and after the last."""

    words: tuple[str, ...]
    gaps: tuple[str, ...]


@lru_cache(256)
def _read(text: str) -> _Text:
    text = unaccented(cleaned(text))
    words: list[str] = []
    gaps: list[str] = []
    place = 0
    for match in _WORD.finditer(text):
        gaps.append(text[place : match.start()])
        place = match.end()
        words.append(_canonical(match, words[-1] if words and not gaps[-1].strip(" -") else ""))
    gaps.append(text[place:])
    return _Text(tuple(words), tuple(gaps))


def _canonical(match: re.Match[str], before: str) -> str:
    if match["and"]:
        return "and"
    if match["number"]:
        return _number(match["number"])
    word = match[0].replace("'", "")
    word = _SMALL.get(word, word)
    for other, one in _SPELLINGS:
        word = word.replace(other, one)
    return _singular(word) if before[-1:].isdigit() else word


def _number(written: str) -> str:
    """A number without thousands marks and trailing zeros; others, such as "08:00", "1/2/2020", "007", as they are."""
    if ":" in written or re.match(r"[-+]?0\d", written) or len(written) > 15:
        return written
    if "/" in written and not _FRACTION.fullmatch(written):
        return written
    found = numbers.value(written)
    if math.isnan(found):
        return written
    return f"{'+' if written[0] == '+' else ''}{found:.12g}"


def _singular(word: str) -> str:
    if len(word) < 4 or not word.endswith("s") or word.endswith("ss"):
        return word
    return word[:-2] if word.endswith(("ches", "shes", "xes", "sses")) else word[:-1]


def _separates(gap: str) -> bool:
    return not _HARD.isdisjoint(gap) or not _SOFT.isdisjoint(gap.strip(" "))


def same(answer: str, wanted: Sequence[str]) -> bool:
    """Whether an answer says each of the wanted texts once, in any order, and nothing else.

    Case, accents, width, quotes, markup, sentence punctuation, marks of lists, and a short beginning such as
    "The location is" make no difference. Items are divided by lines, commas, semicolons, "and" and the like; a wanted
    text may itself contain these.
    """
    said = _read(answer)
    texts = [_read(text) for text in wanted]
    if not all(text.words for text in texts):
        return (
            len(wanted) == 1 and " ".join(answer.split()).casefold() == " ".join(wanted[0].split()).casefold()
        )
    if cleaned(answer).count("?") > sum(text.count("?") for text in wanted):
        return False
    if sum(len(text.words) for text in texts) > len(said.words):
        return False
    counts: dict[_Text, int] = {}
    for text in texts:
        counts[text] = counts.get(text, 0) + 1
    division = _Division(said, tuple(counts), len(wanted))
    starts = [
        start
        for start in range(min(_LONGEST_LEAD, len(said.words)) + 1)
        if start == 0 or _leads(said, start, len(wanted))
    ]
    return any(division.holds(start, tuple(counts.values())) for start in starts)


@dataclass(slots=True)
class _Division:
    """Search for a division of an answer into the wanted texts."""

    said: _Text
    texts: tuple[_Text, ...]
    count: int
    tried: set[tuple[int, tuple[int, ...]]] = field(default_factory=set)

    def holds(self, start: int, left: tuple[int, ...]) -> bool:
        """Whether the words from ``start`` on are the remaining texts, each ``left`` times."""
        stack = [(start, left)]
        while stack and len(self.tried) < _MOST_STATES:
            state = stack.pop()
            if state in self.tried:
                continue
            self.tried.add(state)
            place, left = state
            if not any(left):
                if self._ends(place):
                    return True
                continue
            number = self.count - sum(left) + 1
            for at in [place] if number == 1 else self._past_separator(place, number):
                for begin in self._begins(at, number):
                    stack += [
                        (begin + len(text.words), (*left[:i], left[i] - 1, *left[i + 1 :]))
                        for i, text in enumerate(self.texts) if left[i] and self._stands(text, begin)
                    ]  # fmt: skip
        return False

    def _past_separator(self, place: int, number: int) -> list[int]:
        """Where the item of that number may begin, after what separates it from the previous one."""
        words, gaps = self.said.words, self.said.gaps
        if place >= len(words):
            return []
        numbered = words[place] == str(number) and gaps[place + 1].startswith(")")  # "1) Run 2) Walk"
        here = [place] if numbered or _separates(gaps[place]) else []
        return here + [place + len(joint) for joint in _JOINTS if words[place : place + len(joint)] == joint]

    def _begins(self, place: int, number: int) -> list[int]:
        """Where an item may begin: here, or after its number in the list."""
        words, gaps = self.said.words, self.said.gaps
        numbered = (
            place + 1 < len(words) and words[place] == str(number) and gaps[place + 1][:1] in (".", ")", ":")
        )
        return [place, place + 1] if numbered else [place]

    def _stands(self, text: _Text, place: int) -> bool:
        size = len(text.words)
        if self.said.words[place : place + size] != text.words:
            return False
        inside = zip(self.said.gaps[place + 1 : place + size], text.gaps[1:size], strict=True)
        return all(_HARD.isdisjoint(gap) or _separates(own) for gap, own in inside)

    def _ends(self, place: int) -> bool:
        words = self.said.words[place:]
        if words[:1] == ("and",):
            return words == ("and", "nothing", "else")
        return not words or (
            words[0] in _TAIL_BEGINS and len(words) <= _LONGEST_TAIL and _TAIL.issuperset(words)
        )


def _leads(said: _Text, start: int, count: int) -> bool:
    """Whether the words before ``start`` are a beginning such as "The location is"."""
    words, gaps = said.words[:start], said.gaps[: start + 1]
    if words[0] in _INTERJECTIONS and not _HARD.isdisjoint(gaps[1]) and start > 1:
        return _leads(_Text(said.words[1:], said.gaps[1:]), start - 1, count)
    if words in (("yes",), ("sure",), ("ok",), ("okay",)):
        return True
    if any(not _HARD.isdisjoint(gap) for gap in gaps[1:-1]) or not _DENY.isdisjoint(words):
        return False
    on_its_own = "\n" in gaps[-1] and ":" not in gaps[-1] and words[-1] not in _COPULAS
    if on_its_own or not _HARD.isdisjoint(gaps[-1].replace("\n", "")):
        return False
    ends = (
        ":" in gaps[-1] or not _SAYING.isdisjoint(words) or {"the", "a", "an", "my", "your"}.issuperset(words)
    )
    if ends and all(word in _LEAD or word == str(count) for word in words):
        return True
    noun = next((i for i, word in enumerate(words) if word in _NOUNS), len(words))
    return (
        words[-1] in _COPULAS
        and noun + 2 < len(words)
        and words[noun + 1] in ("of", "for", "named", "titled", "called")
        and _LEAD.issuperset(words[: noun + 1])
        and len(words) - noun <= 14
    )
