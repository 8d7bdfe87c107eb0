"""The visible part of the map: size, zoom, and the area that nothing covers."""

from __future__ import annotations

from bmoca_gym.handset.apps.maps import town
from bmoca_gym.handset.apps.maps.town import Point
from bmoca_gym.handset.kits.map_view import size
from bmoca_gym.handset.resources import Resources

#: dp a metre at each zoom.
SCALES: tuple[float, ...] = (0.075, 0.15, 0.3, 0.6, 1.2, 2.4)
CLOSEST, FIRST_ZOOM = len(SCALES) - 1, 3
#: From this width on, in dp, sheets lie beside what they are about, not over the lower half of the screen.
WIDE = 700
PANEL = 420  # width of a sheet on a wide screen, dp


def sheet_height(res: Resources) -> int:
    """The height in dp of what is at the foot of the map."""
    return size(res)[1] * 46 // 100


def free(res: Resources, directions: bool) -> tuple[int, int, int, int]:
    """The uncovered part: left, top, right, bottom in dp. ``directions``: whether a route is shown rather than
    places."""
    width, height = size(res)
    if res.width >= WIDE:
        return (
            (24, 40, width - PANEL - 24, height - 24)
            if res.rtl
            else (PANEL + 24, 40, width - 24, height - 24)
        )
    top, bottom = (200, 140) if directions else (96, sheet_height(res))
    # A way keeps clear of the buttons at the map's end; places in their number may lie under them.
    left, right = (76, 24) if directions and res.rtl else (24, 76) if directions else (24, 24)
    return left, top, width - right, max(top + 60, height - bottom - 16)


def centre(res: Resources, x: int, y: int, zoom: int, directions: bool = False) -> Point:
    """The map's centre in metres that puts (x, y) in the middle of the uncovered part."""
    width, height = size(res)
    left, top, right, bottom = free(res, directions)
    k = SCALES[zoom]
    return x + round((width - left - right) / 2 / k), y + round((height - top - bottom) / 2 / k)


def fit(res: Resources, points: tuple[Point, ...], directions: bool = False) -> tuple[int, int, int]:
    """The map's centre in metres and the largest zoom, at most 4, at which all points are visible."""
    xs, ys = [x for x, _ in points], [y for _, y in points]
    left, top, right, bottom = free(res, directions)
    near = 0
    for zoom in range(1, 5):
        k = SCALES[zoom]
        if (max(xs) - min(xs)) * k <= right - left and (max(ys) - min(ys)) * k <= bottom - top - 24:
            near = zoom
    x, y = centre(res, (min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2, near, directions)
    edges = town.EDGES
    return min(max(x, edges[0]), edges[2]), min(max(y, edges[1]), edges[3]), near
