"""Experts for pages with text fields: the text to type is given, read, counted or looked up."""

from __future__ import annotations

import re
from collections.abc import Callable

from bmoca_gym.errors import ExpertError
from bmoca_gym.handset.gestures import Gesture, TypeText
from bmoca_gym.handset.ui.tree import UiNode
from bmoca_gym.suites.miniwob.experts.reading import (
    BUTTON,
    FIELD,
    Page,
    PageExpert,
    fill,
    inside,
    kind,
    words,
)


@kind
def quoted(expert: PageExpert, page: Page) -> Gesture | None:
    """Types the quoted texts into the fields in turn; a single one goes into all of them."""
    fields = page.all(FIELD)
    popup = next((node for node in page.all(BUTTON) if words(node) == "Cancel"), None)
    if popup is not None:  # it asks whether to leave
        return page.tap(popup)
    texts = expert.quoted if len(expert.quoted) >= len(fields) else expert.quoted * len(fields)
    return fill(page, list(zip(fields, texts, strict=False))) or page.submit()


@kind
def cased(expert: PageExpert, page: Page) -> Gesture | None:
    """Types a word in upper or lower case."""
    word = expert.quoted[0]
    text = word.upper() if "upper case" in expert.told else word.lower()
    return fill(page, [(page.all(FIELD)[0], text)]) or page.submit()


@kind
def copy(expert: PageExpert, page: Page) -> Gesture | None:
    """Types the content of a text area into the single-line field."""
    fields = page.all(FIELD)
    field = min(fields, key=lambda node: node.bounds[3] - node.bounds[1])
    areas = [node for node in fields if node is not field]
    number = re.search(r"(\d+)(st|nd|rd|th)", expert.told)
    source = areas[int(number[1]) - 1 if number else 0]
    return fill(page, [(field, source.text)]) or page.submit()


@kind
def word(expert: PageExpert, page: Page) -> Gesture | None:
    """Types a word of the text: the one at a number, or the last."""
    *areas, field = page.all(FIELD)
    number = re.search(r"(\d+)(st|nd|rd|th)", expert.told)
    text = areas[0].text if areas else " ".join(words(node) for node in page.nodes if _is_text(node))
    found = text.split()[int(number[1]) - 1 if number else -1]
    return fill(page, [(field, re.sub(r"[^a-zA-Z]", "", found))]) or page.submit()


@kind
def spelled(expert: PageExpert, page: Page) -> Gesture | None:
    """Types the letters above the field, one by one."""
    field = page.all(FIELD)[0]
    letters = [words(node) for node in page.nodes if _is_text(node) and node.bounds[1] < field.bounds[1]]
    return fill(page, [(field, "".join(letters))]) or page.submit()


class GuessExpert(PageExpert):
    """Halves the range until the number is found; the page says whether it is higher or lower."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._low, self._high = 0, 9

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        said = " ".join(words(node) for node in page.nodes)
        for pattern, change in (
            (r"higher than[\s.]+(\d)", self._above),
            (r"lower than[\s.]+(\d)", self._below),
        ):
            match = re.search(pattern, said)
            if match is not None:
                change(int(match[1]))
        guess = str((self._low + self._high) // 2)
        return fill(page, [(page.all(FIELD)[0], guess)]) or page.submit()

    def _above(self, number: int) -> None:
        self._low = max(self._low, number + 1)

    def _below(self, number: int) -> None:
        self._high = min(self._high, number - 1)


@kind
def table(expert: PageExpert, page: Page) -> Gesture | None:
    """Types values of a table by their keys: the key in the instruction, or the labels of the fields."""
    fields = page.all(FIELD)
    cells = [words(node) for node in page.nodes if _is_text(node) and node.bounds[3] <= fields[0].bounds[1]]
    if len(fields) == 1:
        keys = [expert.found(r"value of (.*) into")]
    else:
        labels = [words(node) for node in page.nodes if words(node).endswith(":") and _is_text(node)]
        keys = list(dict.fromkeys(label.removesuffix(":") for label in labels))
    found = [cells[cells.index(key) + 1] for key in keys]
    return fill(page, list(zip(fields, found, strict=True))) or page.submit()


@kind
def film(expert: PageExpert, page: Page) -> Gesture | None:
    """Types genre, director and year into the fields of these names."""
    genre, director, year = re.findall(
        r"Search for (.*) movies directed by (.*) from year (\d+)", expert.told
    )[0]
    texts = {"genre": genre, "director": director, "year": year}
    # Labels stand above, below or left of their fields, all in the same way: so both are in one order.
    labels = [_topic(words(node)) for node in page.nodes if _is_text(node)]
    topics = list(dict.fromkeys(topic for topic in labels if topic))
    wanted = [(field, texts[topic]) for field, topic in zip(page.all(FIELD), topics, strict=False)]
    return fill(page, wanted) or page.submit()


def _topic(label: str) -> str:
    """What a label about a film refers to, or ""."""
    for topic, names in (("genre", "genre"), ("director", "director"), ("year", "year|released")):
        if re.search(names, label.lower()):
            return topic
    return ""


@kind
def algebra(expert: PageExpert, page: Page) -> Gesture | None:
    """Solves an equation for x."""
    problem = _problem(page, r"=\s*\d+$")
    first, sign, second, result = re.findall(r"(x|\d+) ([-+]) (x|\d+) = (-?\d+)", problem)[0]
    known = int(second if first == "x" else first)
    total = int(result)
    answer = total - known if sign == "+" else total + known if first == "x" else known - total
    return fill(page, [(page.all(FIELD)[0], str(answer))]) or page.submit()


_SUMS: dict[str, Callable[[int, int], int]] = {
    "+": lambda one, other: one + other,
    "-": lambda one, other: one - other,
    "x": lambda one, other: one * other,
}


@kind
def arithmetic(expert: PageExpert, page: Page) -> Gesture | None:
    """Works out a sum."""
    one, sign, other = re.findall(r"(\d+) ([-+x]) (\d+)", _problem(page, r"\d+ [-+x] \d+"))[0]
    return fill(page, [(page.all(FIELD)[0], str(_SUMS[sign](int(one), int(other))))]) or page.submit()


def _problem(page: Page, pattern: str) -> str:
    for node in page.nodes:
        if re.search(pattern, words(node)):
            return words(node)
    raise ExpertError(f"The page shows no problem such as {pattern}.")


class CompleteExpert(PageExpert):
    """Types the beginning of an item and takes the suggestion with the right end."""

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        begin, end = self.quoted[0], self.quoted[1] if len(self.quoted) > 1 else ""
        field = page.all(FIELD)[0]
        if (
            field.text.startswith(begin)
            and field.text.endswith(end)
            and (end or len(field.text) > len(begin))
        ):
            return page.submit()
        for node in page.nodes:
            name = words(node)
            if node.class_name != FIELD and name.startswith(begin) and name.endswith(end) and _is_text(node):
                return page.tap(node)
        return fill(page, [(field, begin)]) or page.submit()


class SearchExpert(PageExpert):
    """Searches, turns to the page of a result, and opens it. It remembers the page; 0 before the search."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._turned = 0

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        number = int(self.found(r"click the (\d+)"))
        wanted = (number - 1) // 3 + 1
        if not self._turned:
            found = fill(page, [(page.id("search-text") or page.all(FIELD)[0], self.quoted[0])])
            self._turned = 0 if found else 1
            return found or page.tap(page.button("search"))
        if self._turned != wanted:
            self._turned = wanted
            turn = page.said(str(wanted))
            assert turn is not None
            return page.tap(turn)
        links = _titles(page)
        return page.tap(links[(number - 1) % 3])


def _titles(page: Page) -> list[UiNode]:
    """The titles of the results: the first of the three lines of each."""
    content = page.id("page-content")
    texts = [node for node in page.nodes if _is_text(node)]
    if content is not None:
        texts = [node for node in inside(page, content) if _is_text(node)]
    urls = [i for i, node in enumerate(texts) if words(node).startswith("https://")]
    return [texts[i - 1] for i in urls]


#: The name of a file in the terminal, and not a command.
_FILE = re.compile(r"(?!ls$|rm$)[A-Za-z0-9_.-]+")


class TerminalExpert(PageExpert):
    """Lists the files in the terminal and removes one with the right extension."""

    def __init__(self, told: str = "") -> None:
        super().__init__(told)
        self._listed = False

    def on_page(self, page: Page) -> Gesture | None:
        """See `PageExpert.on_page`."""
        target = next((node for node in page.nodes if node.class_name == FIELD), None)
        if target is None or not target.focused:
            terminal = page.id("terminal") or page.id("terminal-contents") or page.said("user$")
            if terminal is None:
                raise ExpertError("The page has no terminal.")
            return page.tap(terminal)
        if not self._listed:
            self._listed = True
            return TypeText("ls\n")
        match = re.search(r"extension (\.\S+)", self.told)
        lines = [words(node) for node in page.nodes if words(node)]
        greeting = next(i for i, line in enumerate(lines) if line.startswith("Last login"))
        files = [name for line in lines[greeting + 1 :] for name in line.split() if _FILE.fullmatch(name)]
        fits = [name for name in files if (name.endswith(match[1]) if match else "." not in name)]
        if not fits:
            raise ExpertError(f"None of {files} fits.")
        return TypeText(f"rm {fits[0]}\n")


def _is_text(node: UiNode) -> bool:
    """Whether an element is text of the page, and no control."""
    return bool(words(node)) and node.class_name not in (FIELD, BUTTON)


#: Experts by the names that a task's ``expert`` field uses.
VERBS = {
    "quoted": quoted, "cased": cased, "copy": copy, "word": word, "spelled": spelled, "guess": GuessExpert,
    "table": table, "film": film, "algebra": algebra, "arithmetic": arithmetic, "complete": CompleteExpert,
    "search": SearchExpert, "terminal": TerminalExpert,
}  # fmt: skip
