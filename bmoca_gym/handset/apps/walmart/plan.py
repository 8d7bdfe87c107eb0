"""Where a store's plan is on the screen."""

from __future__ import annotations

from bmoca_gym.handset.apps.walmart.assortment import PLAN_HEIGHT, PLAN_WIDTH, Zone
from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT

#: How much larger than the whole plan each step of the zoom is.
FACTORS = (1.0, 1.6, 2.4, 3.4)
#: Heights in dp of what stands above and below the plan.
BAR_HEIGHT, CONTROLS_HEIGHT, CARD_HEIGHT = 60, 56, 108


def room(res: Resources, card: bool) -> tuple[float, float]:
    """The part of the screen that shows the plan: width and height in dp."""
    taken = STATUS_HEIGHT + BAR_HEIGHT + res.foot + CONTROLS_HEIGHT + (CARD_HEIGHT if card else 0)
    return float(res.width), float(max(120, res.height - taken))


def unit_of(res: Resources, zoom: int) -> float:
    """The size in dp of a unit of the plan."""
    width, height = room(res, False)
    return min(width / PLAN_WIDTH, height / PLAN_HEIGHT) * FACTORS[zoom]


def middle(zone: Zone) -> tuple[float, float]:
    """The middle of a zone, as fractions of the plan."""
    return (zone.x + zone.width / 2) / PLAN_WIDTH, (zone.y + zone.height / 2) / PLAN_HEIGHT
