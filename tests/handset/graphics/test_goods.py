"""Goods on white: their solids, what is printed on them, their light, and the files that Walmart shows."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from bmoca_gym.handset.graphics import prints
from bmoca_gym.handset.graphics.photographs import fields, goods, skins, studio
from bmoca_gym.handset.graphics.photographs.catalogue import GOODS
from bmoca_gym.handset.graphics.photographs.fields import Part
from bmoca_gym.handset.graphics.prints import Print
from bmoca_gym.handset.resources import catalogues

CIRCLE = tuple([(float(np.cos(a)), float(np.sin(a))) for a in np.linspace(0, 2 * np.pi, 48, endpoint=False)])
SOLIDS = {
    "ball": Part("ball"),
    "box": Part("box", round=0.2),
    "lathe": Part("lathe", points=((0, -1), (1, -1), (1, 1), (0, 1))),
    "slab": Part("slab", points=CIRCLE),
    "puff": Part("puff", points=CIRCLE, wide=1.0),
    "tube": Part("tube", points=((-1.0, 0, 0, 0.5), (0, 0, 0, 1.0), (1.0, 0, 0, 0.5))),
}


@pytest.mark.parametrize("kind", list(SOLIDS))
def test_distances_are_0_on_the_surface_and_grow_with_the_way_to_it(kind: str) -> None:
    part = SOLIDS[kind]
    out = np.array([[0, 0, z] for z in (0.5, 1.0, 1.5, 3.0)], np.float32)
    found = fields.distance([part], out)
    assert found[0] < 0
    assert found[1] == pytest.approx(0, abs=0.02)
    assert 0.3 < found[2] <= 0.51
    assert 1.2 < found[3] <= 2.01


@pytest.mark.parametrize("kind", list(SOLIDS))
def test_no_step_along_a_ray_passes_a_surface(kind: str) -> None:
    rng = np.random.default_rng(1)
    points = rng.uniform(-2, 2, (400, 3)).astype(np.float32)
    far = fields.distance([SOLIDS[kind]], points)
    way = rng.normal(size=(400, 3)).astype(np.float32)
    way /= np.linalg.norm(way, axis=1)[:, None]
    outside = far > 0.01
    after = fields.distance([SOLIDS[kind]], points + way * far[:, None])
    assert (after[outside] > -0.03).all()


def test_parts_are_joined_cut_copied_and_mirrored() -> None:
    at = np.array([[2, 0, 0], [-2, 0, 0], [0, 0, 0]], np.float32)
    ball = Part("ball", half=(0.5, 0.5, 0.5))
    assert (fields.distance([replace(ball, at=(2, 0, 0), mirror=True)], at) < 0).tolist() == [
        True,
        True,
        False,
    ]
    row = replace(ball, copies=((3, 1, 1), (2.0, 1.0, 1.0)))
    assert (fields.distance([row], at) < 0).all()
    assert (fields.distance([row, replace(ball, cut=True)], at) < 0).tolist() == [True, True, False]
    apart = [replace(ball, at=(x, 0, 0)) for x in (-0.55, 0.55)]
    middle = np.zeros((1, 3), np.float32)
    assert fields.distance(apart, middle)[0] > 0
    assert fields.distance([apart[0], replace(apart[1], blend=0.4)], middle)[0] < 0


def test_leaving_out_what_is_far_away_changes_no_sign() -> None:
    parts = goods.shot("detergent").parts
    points = np.random.default_rng(2).uniform(-1, 2, (300, 3)).astype(np.float32)
    every = np.full(len(points), 1e3, np.float32)
    for part in parts:
        one = fields.distance_to(part, points)
        every = np.maximum(every, -one) if part.cut else np.minimum(every, one)
    assert np.array_equal(fields.distance(parts, points) < 0, every < 0)


def test_what_is_printed_lies_on_its_side() -> None:
    sheet = skins.printed([["rect", 0xFF0000, 0, 0, 0.5, 0.5]], 0.5)
    assert sheet[50, 50].tolist() == pytest.approx([1, 0, 0, 1])
    assert sheet[50, 350, 3] == 0
    marks = {"marks": [["rect", 0xFF0000, 0, 0, 1, 1]], "box": [-1, -1, 1, 1]}
    box = Part("box", color=0x0000FF, skin=({"print": marks},))
    at = np.array([[0, 0, 1], [0, 0, -1], [1, 0, 0]], np.float32)
    assert skins.colors(box, at, at)[:, 0].tolist() == pytest.approx([1, 0, 0])


def test_a_thing_stands_in_a_soft_shadow_on_white() -> None:
    ball = Part("ball", at=(0.0, 1.0, 0.0), color=0xC03020)
    picture = studio.photograph(studio.Shot((ball,), fill=0.5), 96).astype(int)
    assert np.array_equal(picture, studio.photograph(studio.Shot((ball,), fill=0.5), 96))
    assert (picture[:8] > 252).all()
    assert picture[48, 48, 0] > picture[48, 48, 2] + 60
    assert picture[34, 40].sum() > picture[62, 56].sum() + 60, "light comes from the upper left"
    ground = picture[74, :, 1]
    assert 120 < ground[48:64].min() < 235
    assert len(np.unique(ground)) > 12, "a shadow with a sharp edge has few tones"


def test_goods_are_small_files_on_white() -> None:
    files = {name: prints.file_of(name) for name in GOODS}
    assert sum(len(file) for file in files.values()) < 400_000
    for name, file in files.items():
        found = np.asarray(cv2.imdecode(np.frombuffer(file, np.uint8), cv2.IMREAD_COLOR), np.uint8)
        assert found.shape == (studio.SIDE, studio.SIDE, 3), name
        assert len(np.unique(found)) > 120, name
        assert found[:3].min() > 235, name
        assert found.min() < 150, name


def test_the_names_are_those_of_the_goods() -> None:
    folder = catalogues.folder_of("walmart") / "photographs"
    assert {f"walmart/{file.stem}" for file in folder.iterdir()} == set(GOODS)


def test_a_whole_photograph_has_white_beside_it() -> None:
    wide = Print("walmart/milk", whole=True).pixels(200, 100)
    assert wide.shape == (100, 200, 3)
    assert (wide[:, :50] == 255).all()
    assert (wide[:, 150:] == 255).all()
    assert np.array_equal(wide[:, 50:150], Print("walmart/milk").pixels(100, 100))
    tall = Print("walmart/milk", whole=True).pixels(40, 90)
    assert (tall[:25] == 255).all()
    assert tall[25:65].min() < 150
