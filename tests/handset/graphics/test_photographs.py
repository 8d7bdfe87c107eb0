"""Photographs: the files that apps show, and the light in what draws them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256

import cv2
import numpy as np
import pytest
from handset_hand import Hand

from bmoca_gym.handset import screen
from bmoca_gym.handset.apps.booking import places
from bmoca_gym.handset.graphics.photographs import still_lifes, textures, tracer
from bmoca_gym.handset.graphics.photographs.catalogue import CLOSE_UPS, PHOTOGRAPHS, WIDE
from bmoca_gym.handset.graphics.photographs.tracer import Scene, Solid
from bmoca_gym.handset.ui import illustrations
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.illustrations import Illustration, picture
from bmoca_gym.handset.ui.widgets import Picture

#: Most bytes of a photograph.
MOST = 32_000
WHITE = textures.paint(0xFFFFFF, 0.0)


def small(scene: Scene, width: int = 42, height: int = 30) -> Scene:
    """A scene as a picture of few points with little light."""
    return replace(scene, size=(width, height), samples=4)


def test_every_city_and_property_has_a_photograph_of_its_own() -> None:
    names = (*places.cities(), *places.properties())
    assert set(names) == set(PHOTOGRAPHS)
    files = [places.photograph(name) for name in names]
    assert len({sha256(file).hexdigest() for file in files}) == len(names) == 24
    for file in files:
        picture = np.asarray(cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        assert picture.shape == (tracer.HEIGHT, tracer.WIDTH, 3)
        assert len(file) < MOST


def test_photographs_have_light_and_shade() -> None:
    for name in places.properties():
        picture = np.asarray(
            cv2.imdecode(np.frombuffer(places.photograph(name), np.uint8), cv2.IMREAD_GRAYSCALE), np.uint8
        )
        dark, bright = np.percentile(picture, (4, 96))
        assert bright - dark > 90, name
        assert len(np.unique(picture)) > 180, name  # a drawing has few tones


@pytest.mark.parametrize("name", ["jade", "graca", "rome", "mews"])
def test_a_scene_gives_the_same_picture_each_time(name: str) -> None:
    first, second = (tracer.photograph(small(PHOTOGRAPHS[name]()), 3) for _ in range(2))
    assert first.shape == (30, 42, 3)
    assert np.array_equal(first, second)
    assert first.std() > 20


@pytest.mark.parametrize("subject", CLOSE_UPS)
def test_shorts_show_the_close_ups(subject: str) -> None:
    shown = picture(f"youtube/{subject}")
    assert isinstance(shown, Picture)
    file = illustrations.photograph("youtube", subject)
    found = np.asarray(cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    assert found.shape == (CLOSE_UPS[subject]().size[1], CLOSE_UPS[subject]().size[0], 3)
    assert len(np.unique(found)) > 180
    assert len(file) < MOST


def test_other_pictures_stay_drawings() -> None:
    assert isinstance(picture("youtube/cello", 3), Illustration)


def test_every_wide_photograph_stands_for_a_drawing() -> None:
    assert set(illustrations.PHOTOGRAPHED.values()) == set(WIDE)
    for name in illustrations.PHOTOGRAPHED:
        assert illustrations.has_drawing(*name.split("/")), name
        assert isinstance(picture(name), Illustration), "Android 10 has the drawing"
        assert isinstance(picture(name, 3), Picture)


@pytest.mark.parametrize("subject", WIDE)
def test_wide_photographs_have_many_tones(subject: str) -> None:
    file = illustrations.photograph("common", subject)
    found = np.asarray(cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    assert found.shape == (still_lifes.SIZE[1], still_lifes.SIZE[0], 3)
    assert len(np.unique(found)) > 120
    assert len(file) < MOST
    assert WIDE[subject]().size == still_lifes.SIZE


@pytest.mark.parametrize("image", ["android13", "androidlab"])
@pytest.mark.parametrize("app", ["youtube", "google", "chrome"])
def test_first_screens_show_photographs(make_hand: Callable[..., Hand], image: str, app: str) -> None:
    hand = make_hand(image)
    hand.open(app)
    shown = [
        box.element
        for surface in screen.surfaces(hand.phone)
        for box in boxes(surface.box)
        if isinstance(box.element, Picture | Illustration)
    ]
    assert len(shown) >= 4
    assert all(isinstance(element, Picture) for element in shown[:4])


def boxes(box: Box) -> Iterator[Box]:
    yield box
    for child in box.inside:
        yield from boxes(child)


def test_a_bowl_is_open_above() -> None:
    bowl = Solid("ball", (0.0, 0.0, 4.0), (1.0, 1.0, 1.0), WHITE, cut=0.0)
    eyes = np.array([[0, 5, 4], [0, -5, 4], [0, 0.5, 0]], np.float32)
    rays = np.array([[0, -1, 0], [0, 1, 0], [0, 0, 1]], np.float32)
    assert tracer._reached(bowl, eyes, rays).tolist() == pytest.approx([6.0, 4.0, tracer._FAR])


def test_a_box_throws_a_shadow_away_from_the_sun() -> None:
    ground = Solid("box", (0.0, -0.5, 5.0), (50.0, 0.5, 50.0), WHITE)
    box = Solid("box", (0.0, 1.0, 6.0), (0.5, 1.0, 0.5), WHITE)
    sky = textures.sky(0x6FA6DC, 0xDCE9F2, 0.3)
    scene = Scene(
        [ground, box], (0.0, 6.0, -3.0), (0.0, 0.0, 6.0), 60, sky, ((1.0, 1.0, 0.0), (0.5, 0.5, 0.5))
    )
    row = tracer.photograph(small(scene, 210, 150), 1)[80].mean(axis=1)
    left, right = row[20:90], row[-90:-20]  # of a camera that looks along z, where x grows to the left
    assert right.min() < 0.9 * left.min()


@pytest.mark.parametrize(("kind", "far"), [("box", 3.0), ("soft", 3.0), ("ball", 3.0), ("tube", 3.0)])
def test_solids_are_met_where_they_are(kind: str, far: float) -> None:
    solid = Solid(kind, (0.0, 0.0, 4.0), (2.0, 2.0, 1.0), WHITE, turn=0.0)
    eyes = np.zeros((2, 3), np.float32)
    rays = np.array([[0, 0, 1], [0, 0, -1]], np.float32)
    assert tracer._reached(solid, eyes, rays).tolist() == pytest.approx([far, tracer._FAR])
    if kind == "soft":  # is not seen from within
        return
    inside = np.array([[0, 0, 4]], np.float32)
    assert tracer._reached(solid, inside, rays[:1]).tolist() == pytest.approx([1.0])


def test_a_soft_box_has_no_corners() -> None:
    soft, box = (Solid(kind, (0.0, 0.0, 4.0), (1.0, 1.0, 1.0), WHITE, round=0.8) for kind in ("soft", "box"))
    ray = np.array([[0.95, 0.95, 3]], np.float32) / np.float32(np.sqrt(2 * 0.95**2 + 9))
    eye = np.zeros((1, 3), np.float32)
    assert tracer._reached(box, eye, ray)[0] < tracer._FAR
    assert tracer._reached(soft, eye, ray)[0] == tracer._FAR


def test_what_leans_is_met_elsewhere() -> None:
    flat = Solid("box", (0.0, 0.0, 4.0), (1.0, 0.1, 1.0), WHITE)
    steep = replace(flat, lean=np.pi / 2)
    eye, ray = np.zeros((1, 3), np.float32), np.array([[0, 0, 1]], np.float32)
    assert tracer._reached(flat, eye, ray)[0] == pytest.approx(3.0)
    assert tracer._reached(steep, eye, ray)[0] == pytest.approx(3.9, abs=1e-3)
