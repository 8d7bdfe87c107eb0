"""Pages of Settings, as AndroidLab's judge reads them."""

from __future__ import annotations

from bmoca_gym.suites.androidlab.compressed_tree import CompressedNode, has, parents_of

_ALLOWED, _NOT_ALLOWED, _ALLOW = "Allowed", "Not allowed", "Allow notification access"


def notification_access(tree: CompressedNode, app: str) -> dict[str, bool] | None:
    """Whether an app is ``disabled``: it is missing from the list of notification listeners, or switched off there."""
    if has(tree, _ALLOWED):
        return {"disabled": not any(_is_in(level, app) for level in parents_of(tree, _ALLOWED))}
    levels = parents_of(tree, _ALLOW)
    return {"disabled": not any(map(_is_on, levels))} if levels else None


def _is_in(level: CompressedNode, app: str) -> bool:
    """Whether the app is in a row between the two headings."""
    names = [child.key for child in level.children]
    start = next(place for place, name in enumerate(names) if _ALLOWED in name) + 1
    end = next((place for place, name in enumerate(names) if _NOT_ALLOWED in name), len(names))
    return any(app in inner.key for row in level.children[start:end] for inner in row.children)


def _is_on(level: CompressedNode) -> bool:
    """Whether the element after a switch's name is on."""
    names = [child.key for child in level.children]
    place = next(place for place, name in enumerate(names) if _ALLOW in name) + 1
    return place < len(names) and "checked" in names[place] and "unchecked" not in names[place]


def language(tree: CompressedNode, name: str, place: str) -> dict[str, bool]:
    """Whether a language is ``added``: the element after its name has its position, as it does for the ``second``."""
    levels = parents_of(tree, name)
    if not levels:
        return {"added": False, "second": False}
    rows = levels[0].children
    at = next(index for index, row in enumerate(rows) if name in row.key)
    return {"added": True, "second": place in rows[at + 1].description}
