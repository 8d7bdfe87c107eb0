"""Counts what of each app's texts is shown in each language: ``python docs/languages.py`` writes languages.md."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
PAGE = HERE / "languages.md"

_HEAD = """\
# Languages

The phone speaks thirteen languages in fifteen locales. An app has the languages that the real one has, and is
otherwise in English, as on a real phone. What comes from files, messages and servers stays as it is.

Texts of Android's own apps, Settings and the system follow Android's. Those of other apps were written here, by one
translator per language, who translated every tenth text back into English: of a hundred, 0 to 3 had changed their
meaning, and were corrected. Akan is the least certain.

`python docs/languages.py` writes the table. It walks through up to 40 screens of each app in English, and takes the
same path in each other language. **texts** is the number of different texts of the app's catalogue that were seen in
English. The other columns give the percentage of them that the language's screens do not show in English. Names,
formats and other texts that are the same in the language as in English do not count. An app that does not speak a
language has a dash.

In one configuration of each language but English (`bmoca evaluate --agent expert --suite androidworld --environments
FILE`: a Pixel 3 at 440 dpi, in Arabic 330, in Russian 550, with no icons but the hotseat's), AndroidWorld's experts
solve all of its 116 tasks: 1,508 of 1,508. AndroidLab's (`--suite androidlab`) solve 1,793 of 1,794; the other one adds
the language that the phone has already. Questions may be answered in the phone's language
([Tasks](tasks.md#answer-the-agents-answer)).

"""


def main() -> None:
    """Write the page."""
    sys.path.insert(0, str(HERE.parent / "tests" / "handset"))
    languages = importlib.import_module("handset_languages")
    PAGE.write_text(_HEAD + languages.table(), encoding="utf-8")


if __name__ == "__main__":
    main()
