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
from bmoca_gym.handset.apps.instagram import content
from bmoca_gym.handset.graphics import prints
from bmoca_gym.handset.graphics.photographs import planes, textures, tracer
from bmoca_gym.handset.graphics.photographs.catalogue import PHOTOGRAPHS, SCENES, VIEWS
from bmoca_gym.handset.graphics.photographs.tracer import Scene, Solid
from bmoca_gym.handset.graphics.prints import Print
from bmoca_gym.handset.resources import catalogues
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


def shown_by(app: str) -> dict[str, Print]:
    """What an app shows in the place of its drawings, by subject."""
    rows = catalogues.json_of("common", "photographs")
    return {name.partition("/")[2]: Print(*row) for name, row in rows.items() if name.startswith(f"{app}/")}


@pytest.mark.parametrize("name", [*SCENES, *VIEWS])
def test_photographs_have_many_tones(name: str) -> None:
    file = prints.file_of(name)
    found = np.asarray(cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
    width, height = SCENES[name]().size if name in SCENES else (planes.SIDE, planes.SIDE)
    assert found.shape == (height, width, 3)
    assert len(np.unique(found)) > 120
    assert len(file) < (MOST if name in SCENES else 60_000)


@pytest.mark.parametrize("name", ["ink", "lights", "stars"])
def test_what_is_computed_point_by_point_is_the_same_each_time(name: str) -> None:
    assert np.array_equal(VIEWS[name](), VIEWS[name]())


def test_every_photograph_is_shown() -> None:
    shown = {row[0] for row in catalogues.json_of("common", "photographs").values()}
    assert shown == {*SCENES, *VIEWS}
    folder = catalogues.folder_of("common") / "photographs"
    assert {file.name for file in folder.iterdir()} == {f"{name}.jpg" for name in shown}


@pytest.mark.parametrize("app", ["chrome", "instagram", "wikipedia", "youtube"])
def test_parts_of_photographs_lie_within_them(app: str) -> None:
    rows = shown_by(app)
    assert len(rows) >= 7
    for subject, one in rows.items():
        assert illustrations.has_drawing(app, subject) or (app, subject) in (
            ("chrome", "blossom"),
            ("chrome", "pottery"),
            ("wikipedia", "canyon"),
        )
        assert 0 <= one.x <= 1
        assert 0 <= one.y <= 1
        assert 0.5 <= one.part <= 1, "smaller ones are blurred on a phone"
        assert isinstance(picture(f"{app}/{subject}"), Picture)
    assert len(set(rows.values())) >= len(rows) - 1, "no two subjects show the same part"


def test_instagram_shows_photographs_only() -> None:
    posts = (*content.FEED, *content.EXPLORE, *content.CLIPS, *content.MINE)
    names = {str(post.picture) for post in posts} | {name for one in content.STORIES.values() for name in one}
    assert all(isinstance(picture(name), Picture) for name in names)


def test_what_no_photograph_fits_stays_a_drawing() -> None:
    for name in ("youtube/paper_butterfly", "youtube/waterfall_train"):
        assert isinstance(picture(name), Illustration)


def test_a_part_of_a_photograph_has_its_shape_and_place() -> None:
    whole = Print("strings").pixels(480, 480)
    corner = Print("strings", 0.0, 0.0, 0.5).pixels(240, 240)
    assert np.array_equal(corner, whole[:240, :240])
    assert np.array_equal(Print("strings", 1.0, 1.0, 0.5).pixels(240, 240), whole[240:, 240:])
    assert Print("strings", 0.9, 0.1, 0.3).pixels(37, 91).shape == (91, 37, 3)
    # A small one is decoded at a smaller size, and looks alike.
    small = Print("strings").pixels(60, 60)
    assert np.abs(small.astype(int) - cv2.resize(whole, (60, 60), interpolation=cv2.INTER_AREA)).mean() < 8


def test_a_print_has_the_colors_of_its_inks() -> None:
    found = Print("lights", inks=(0x102030, 0xF0E0D0)).pixels(64, 64).reshape(-1, 3).astype(int)
    assert found[:, 0].min() >= 0x10
    assert found[:, 0].max() <= 0xF0
    assert np.corrcoef(found[:, 0], found[:, 2])[0, 1] > 0.99  # tones of one line of colours


@pytest.mark.parametrize("image", ["android10", "android13", "androidlab"])
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
