"""The photographs by name, each with the function that draws it."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from bmoca_gym.handset.graphics.photographs import (
    food,
    goods,
    lands,
    materials,
    night,
    plants,
    scenes,
    shores,
    still_lifes,
    studio,
    views,
)
from bmoca_gym.handset.graphics.photographs.close_ups import moon
from bmoca_gym.handset.graphics.photographs.rooms import Look, bedroom, sitting_room
from bmoca_gym.handset.graphics.photographs.streets import Town, house, skyline
from bmoca_gym.handset.graphics.photographs.textures import cloth, tiles, wood
from bmoca_gym.handset.graphics.photographs.tracer import Scene, photograph

QUALITY = 80
#: They have more grain and hide more faults.
_QUALITY_OF_VIEWS = 74
#: What is on white shows them.
_QUALITY_OF_GOODS = 72

_OAK, _WALNUT, _PALE = wood(0xB58A5C), wood(0x7D5638), wood(0xCFB48E)
_CARPET, _SLATE = cloth(0x8B8478, 30), tiles(0xB9AFA2, 0x8D857A, 0.6)

_BEIJING = Town((0xA9A39A, 0xB7AE9F, 0x8F8B86), (0x4A4E52, 1.8), (2, 3), trim=0x8C3A2E, trees=0x6B8C4A,
                towers=((62, 16), (88, 18), (54, 20)))  # fmt: skip
_SHANGHAI = Town((0x8C95A0, 0xA9A8A6, 0x6F7B88), (0x3E444A, 1.0), (5, 9), window=(1.9, 1.3, 1.9), lit=0.42,
                 towers=((150, 22), (110, 18), (128, 20), (90, 16)), clouds=0.7)  # fmt: skip
_PARIS = Town(
    (0xE2D6BF, 0xD9CBB1, 0xE8DECA), (0x5E6670, 2.6), (5, 6), window=(2.2, 1.05, 2.2), trees=0x6E8F50
)
_ROME = Town((0xD79A5E, 0xC98550, 0xE0B27C, 0xC46F4A), (0xA65A3C, 1.6), (3, 5), window=(2.8, 1.0, 1.7),
             trim=0xEADFC8, trees=0x4E7444, clouds=0.25)  # fmt: skip
_LONDON = Town((0x9C5B45, 0xA86A50, 0xE6E1D6), (0x4A4B50, 1.9), (3, 5), window=(2.3, 1.0, 1.8), brick=True,
               trees=0x5A7F45, clouds=0.95, sun=(0.5, 0.55, -0.5))  # fmt: skip
_LISBON = Town((0xEFE7D8, 0xE7C66E, 0x9FC3CF, 0xE6A79B), (0xB5603C, 1.7), (3, 5), window=(2.2, 1.0, 1.9),
               trim=0xF3EEE2, paving=0xB4ADA2, clouds=0.2)  # fmt: skip

PHOTOGRAPHS: dict[str, Callable[[], Scene]] = {
    "beijing": lambda: skyline(_BEIJING, 1),
    "shanghai": lambda: skyline(_SHANGHAI, 2),
    "paris": lambda: skyline(_PARIS, 3),
    "rome": lambda: skyline(_ROME, 4),
    "london": lambda: skyline(_LONDON, 5),
    "lisbon": lambda: skyline(_LISBON, 6),
    "jade": lambda: bedroom(Look(0xDAD8CC, _WALNUT, (0xF2EFE8, 0x3F6B5C, 0xB08D57), 0x4E6B60, 0xC9BFA8,
                                 (0x2F5D50, 0xD9CFB4, 0xA9793B), feature=0xA9B5A4)),
    "hutong": lambda: house(_BEIJING._replace(walls=(0x8E8B86, 0xA19B92, 0x97928A), storeys=(1, 2)), 11),
    "lotus": lambda: bedroom(Look(0xECE7DA, _PALE, (0xE9D9C4, 0xC77F4E, 0x6F8F73), 0xB9936A, 0xE6D8BF,
                                  (0xC4693F, 0xE9D8B6, 0x6C8C6E), size=(4.0, 4.2))),
    "bund": lambda: bedroom(Look(0xB9B4AE, _CARPET, (0xF4F2EE, 0x4A4E63, 0xB79A66), 0x3E4150, 0x6A6D7E,
                                 (0x20293F, 0xA8A29B, 0xC49A55), evening=True, size=(5.0, 5.2))),
    "plane": lambda: sitting_room(Look(0xE8E4DC, _OAK, (0x8C9AA3, 0xD8CBB6, 0xC98A4B), 0, 0xDAD2C4,
                                       (0x35506B, 0xDCCDB0, 0xC2573A))),
    "garden": lambda: house(_SHANGHAI._replace(walls=(0xB0674F, 0xC9B79C, 0xB9AA94), storeys=(3, 4), lit=0.0,
                                               roof=(0x5A4038, 2.0), brick=True, clouds=0.6), 12),
    "marais": lambda: bedroom(Look(0xE9DDD0, _OAK, (0xF5F1EA, 0x8E4F55, 0xC9A27E), 0x8C5A5C, 0xD3BFAE,
                                   (0x7A3D46, 0xE3CFB9, 0x4F6273), feature=0xC9AFA0, size=(4.2, 4.4))),
    "canal": lambda: sitting_room(Look(0xF0ECE4, _PALE, (0xCFC6B8, 0x6F8894, 0x3F5F73), 0, 0xE9E4DA,
                                       (0x2E5E7E, 0xE4DCCB, 0xD0A24C), sun=(-0.8, 0.42, 0.1))),
    "lilas": lambda: house(_PARIS, 13),
    "forum": lambda: bedroom(Look(0xEEDFC4, _SLATE, (0xF6F0E3, 0xB5653B, 0xD9A441), 0x9A5E38, 0xE7D2AA,
                                  (0xB4552F, 0xEBD8AE, 0x7C3B2B), feature=0xD9B98A)),
    "trastevere": lambda: house(_ROME, 14),
    "pines": lambda: sitting_room(Look(0xECE6D8, _SLATE, (0xE4DCCB, 0x7E9473, 0xA9693F), 0, 0xDFD6C0,
                                       (0x5E7C4E, 0xE8DDBF, 0xB8763E), land=0x3F6B3C)),
    "harbour": lambda: bedroom(Look(0xD5DBDF, _CARPET, (0xF3F3F1, 0x2F4A66, 0xB9473F), 0x34506B, 0x8FA0AE,
                                    (0x24405E, 0xDAD9D2, 0xB5443A), feature=0x8FA3B2)),
    "mews": lambda: house(_LONDON, 15),
    "bridge": lambda: bedroom(Look(0xE6E3DF, _PALE, (0xDADCE0, 0x47586B, 0xD6A13C), 0x5A6672, 0xC6CBD0,
                                   (0x33475B, 0xDFDAD0, 0xD39A33), size=(3.8, 4.2), evening=True)),
    "tagus": lambda: bedroom(Look(0xF1EEE6, _PALE, (0xF7F5EF, 0x3F86A6, 0xE3B75B), 0x5F97AE, 0xDDE7EA,
                                  (0x2F7FA3, 0xF0E6CC, 0xE0A94A), sun=(-0.66, 0.6, 0.12))),
    "alfama": lambda: house(_LISBON._replace(walls=(0x9FC3CF, 0xEFE7D8, 0xE7C66E)), 16),
    "graca": lambda: sitting_room(Look(0xF3EFE6, _OAK, (0xD9B08A, 0x7FA5A8, 0x3F6E78), 0, 0xEDE4D2,
                                       (0x3C7C8A, 0xF0E2C4, 0xD8843F), evening=True, size=(4.4, 4.6))),
}  # fmt: skip


#: Those that apps show in the place of drawings, see `ui/photographs.json`: scenes, and what is computed by itself.
SCENES: dict[str, Callable[[], Scene]] = {
    "moon": moon,
    "pottery": still_lifes.pottery,
}
TRACED = {**PHOTOGRAPHS, **SCENES}
#: Those that are computed point by point.
VIEWS: dict[str, Callable[[], NDArray[np.uint8]]] = {
    one.__name__: one
    for one in (
        views.firs, views.lake, views.ridges, views.saturn, views.stars, lands.canyon, lands.peak, lands.volcano,
        shores.harbour, shores.lighthouse, shores.railway, shores.ripples, shores.sunset, shores.surf, shores.wheels,
        plants.blossom, plants.leaf, plants.log, plants.tomatoes, food.bread, food.coffee, food.garlic, food.soup,
        materials.books, materials.folds, materials.ink, materials.strings, materials.wash, night.lanterns,
        night.lights, night.pane, scenes.bee, scenes.chess, scenes.press, scenes.snail,
    )
}  # fmt: skip
#: What Walmart sells, each by its own name in the app's folder.
GOODS = tuple([f"walmart/{name}" for name in goods.names()])
ALL = (*TRACED, *VIEWS, *GOODS)


def jpeg(name: str) -> bytes:
    """Return a photograph as a JPEG file."""
    if name in GOODS:
        picture, quality = studio.photograph(goods.shot(name.partition("/")[2])), _QUALITY_OF_GOODS
    elif name in VIEWS:
        picture, quality = VIEWS[name](), _QUALITY_OF_VIEWS
    else:
        picture, quality = photograph(TRACED[name](), list(TRACED).index(name)), QUALITY
    done, file = cv2.imencode(".jpg", picture[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])
    assert done
    return bytes(file)
