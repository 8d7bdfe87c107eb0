"""Fuzzes the shell: lines of commands, paths, operators and noise; each ends with an exit code, and the screen shows."""

from __future__ import annotations

import numpy as np

from bmoca_gym.handset import images, screen
from bmoca_gym.handset.shell import session
from bmoca_gym.handset.shell.commands import COMMANDS

_OPERATORS = ("|", ";", "&&", "||", "&", ">", ">>", "<", "<<E", "2>&1", "$(", ")", "`", "(", "{", "}", "\n", "'", '"', "if", "then", "fi", "while",
              "do", "done", "for i in", "case", "esac", "!", "$((", "))", "${x:-", "[", "]", "*", "?", "\\")  # fmt: skip
_WORDS = ("/sdcard", "/data/local/tmp/x", "/", "..", "/data/data", "-l", "-R", "-n", "-r", "-k2", "a*b", "s/a/b/g", "(a+)+$", "x=1", "$x", "$i", "1", "-1",
          "99999999999999999999", "\ud800", "\0", "é", "tap", "system", "font_scale", "1.3", "%s", "%9999999d", "select random()", "/sdcard/x.db",
          "with recursive n(x) as (select 1 union all select x+1 from n) select count(*) from n", "com.android.settings")  # fmt: skip


def attempt(random: np.random.Generator) -> None:
    """Run one made-up line."""
    names = sorted(set(COMMANDS) - {"sleep"})
    parts: list[str] = []
    for _ in range(random.integers(1, 10)):
        kind = random.random()
        pool = names if kind < 0.35 else _OPERATORS if kind < 0.55 else _WORDS
        parts.append(pool[random.integers(len(pool))])
    phone, _, code = session.run(images.boot(), " ".join(parts))
    assert isinstance(code, int)
    screen.ui_tree(phone)
