"""Reader of Cantook's pages, as AndroidLab's judge reads them: their texts."""

from __future__ import annotations

from bmoca_gym.suites.androidlab.compressed_tree import CompressedNode, matching

_BEFORE_WORDS = ";; ;;"  # of an element that can do nothing and is in no special state


def texts(root: CompressedNode) -> dict[str, object]:
    """The fields ``texts``; ``menu``: each contains Info or Read; ``library``: none contains .epub or Help."""
    found = {node.key.split(_BEFORE_WORDS)[-1].strip() for node in matching(root, "TextView")}
    return {
        "texts": tuple(sorted(found)),
        "menu": all("Info" in text or "Read" in text for text in found),
        "library": not any(".epub" in text or "Help" in text for text in found),
    }
