"""The renderer: frames of any size, the caller's own copies, first frames of snapshots, painting within bounds."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from handset_hand import APPS, Hand
from handset_walk import walk

from bmoca_gym.compiled import MODE
from bmoca_gym.handset import images, screen
from bmoca_gym.handset import input as inputs
from bmoca_gym.handset.gestures import PressKey, Swipe
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.render import renderer
from bmoca_gym.handset.render.display_list import Item, display_list
from bmoca_gym.handset.render.renderer import SNAPSHOT_FRAMES, Brush, FrameCache, Renderer
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import activities
from bmoca_gym.handset.value import clear_caches


def fresh(phone: Phone, width: int, height: int) -> np.ndarray:
    return Renderer(width, height).frame(phone)


@pytest.mark.parametrize("size", [(128, 256), (1, 1), (2, 500), (500, 2), (1080, 2160), (84, 84)])
def test_frames_have_the_asked_size_and_nobody_writes_to_them(size: tuple[int, int]) -> None:
    phone = images.boot()
    renderer = Renderer(*size)
    frame = renderer.frame(phone)
    assert frame.shape == (size[1], size[0], 3)
    assert frame.dtype == np.uint8
    with pytest.raises(ValueError, match="read-only"):
        frame[:] = 0


def test_a_small_frame_is_the_large_one_seen_from_afar() -> None:
    phone = images.boot()
    small, large = fresh(phone, 108, 216).astype(float), fresh(phone, 1080, 2160).astype(float)
    shrunk = large.reshape(216, 10, 108, 10, 3).mean(axis=(1, 3))
    assert np.abs(small - shrunk).mean() < 6


def test_red_green_and_blue_are_in_that_order() -> None:
    hand = Hand(wallpaper="01_red")
    red, green, blue = fresh(hand.phone, 64, 128).reshape(-1, 3).mean(axis=0)
    assert red > green
    assert red > blue


@pytest.mark.parametrize("radius", [0, 10, 20])
def test_a_picture_may_have_round_corners(radius: int) -> None:
    pixels = np.zeros((40, 40, 4), np.uint8)
    surface = skia.Surface(pixels, skia.ColorType.kRGBA_8888_ColorType)
    with surface as canvas:
        Brush(canvas).draw_picture("01_red", 0, 0, 40, 40, radius)
    assert (pixels[1, 1, 3] == 0) == (radius > 0)
    assert (pixels[4, 4, 3] == 0) == (radius == 20)
    assert (pixels[[0, 20, 20, 39], [20, 0, 39, 20], 3] > 200).all()
    assert pixels[20, 20, 3] == 255


def _noise(chance: random.Random, width: int, height: int) -> np.ndarray:
    """Opaque pixels of any colours."""
    pixels = np.frombuffer(chance.randbytes(width * height * 4), np.uint8).reshape(height, width, 4).copy()
    pixels[..., 3] = 255
    return pixels


def test_round_corners_are_those_of_one_soft_clip() -> None:
    chance = random.Random(4)
    for _ in range(300):
        width, height = chance.randint(1, 60), chance.randint(1, 80)
        left, top = chance.randint(-30, 40), chance.randint(-40, 70)
        radius, scale_x, scale_y = [chance.uniform(0.1, most) for most in (40.0, 0.5, 0.5)]
        image = skia.Image.fromarray(_noise(chance, width, height + 5), colorType=skia.kRGBA_8888_ColorType)
        ours = _noise(chance, 48, 64)
        theirs = ours.copy()
        seen = skia.Rect.MakeXYWH(chance.uniform(0, 20), chance.uniform(0, 30), 30, 40)
        bounds = skia.Rect.MakeXYWH(left, top, width, height)
        rounded = skia.RRect.MakeRectXY(bounds, radius * scale_x, radius * scale_y)
        with skia.Surface(ours, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType) as canvas:
            canvas.clipRect(seen)
            canvas.scale(scale_x, scale_y)
            brush = Brush(canvas)
            brush.scale_x, brush.scale_y = scale_x, scale_y
            brush._draw_image(image, (left, top, left + width, top + height), radius)
        with skia.Surface(theirs, skia.kRGBA_8888_ColorType, skia.kOpaque_AlphaType) as canvas:
            canvas.clipRect(seen)
            canvas.clipRRect(rounded, skia.ClipOp.kIntersect, True)
            canvas.drawImage(
                image, left, top, skia.SamplingOptions(), skia.Paint(BlendMode=skia.BlendMode.kSrc)
            )
        assert np.array_equal(ours, theirs)


def test_a_map_that_is_moved_is_drawn_as_if_it_had_always_been_there() -> None:
    hand = Hand(width=540, height=1080, density=220)
    hand.open("maps")
    chance, phone, shown, seen = random.Random(2), hand.phone, [], Renderer(128, 256)
    for _ in range(12):
        shown.append((phone, seen.frame(phone)))
        x, y = chance.choice(((0.5, 0.35), (0.5, 0.65), (0.2, 0.5), (0.8, 0.5)))
        phone = inputs.perform(phone, Swipe(0.5, 0.5, x, y))
    for phone, frame in shown:
        clear_caches()
        assert np.array_equal(fresh(phone, 128, 256), frame)
    assert len({frame.tobytes() for _, frame in shown}) > 6, "the map moves"


def test_one_renderer_may_draw_phones_of_different_looks_in_turn() -> None:
    looks = [
        images.boot(Configuration(locale=tag, dark=dark))
        for tag in ("en-US", "ar-EG")
        for dark in (False, True)
    ]
    looks.append(images.boot(Configuration(width=1280, height=800, density=160)))
    renderer = Renderer(64, 128)
    for phone in looks * 2:
        assert np.array_equal(renderer.frame(phone), fresh(phone, 64, 128))


def test_dark_and_light_right_and_left_differ() -> None:
    hands = [Hand(), Hand(dark=True), Hand(locale="ar-EG"), Hand(font_scale=1.3), Hand(density=330)]
    frames = []
    for hand in hands:
        hand.open("clock")
        frames.append(fresh(hand.phone, 128, 256).tobytes())
    assert len(set(frames)) == 5


def test_forgetting_changes_no_pixel() -> None:
    renderer = Renderer(64, 128)
    phone = images.boot()
    first = renderer.frame(phone)
    renderer.forget()
    assert np.array_equal(renderer.frame(phone), first)


# First frames of snapshots


def test_a_remembered_frame_is_the_drawn_one_and_drawing_goes_on_from_it() -> None:
    start = images.boot()
    later = inputs.perform(start, Swipe(0.5, 0.8, 0.5, 0.2))
    renderer = Renderer(128, 256)
    first = renderer.frame(start, remember=True)
    renderer.frame(later)
    assert np.array_equal(renderer.frame(start, remember=True), first)
    assert np.array_equal(renderer.frame(later), fresh(later, 128, 256))
    assert np.array_equal(renderer.frame(start), first)


def test_a_remembered_frame_can_not_be_changed_from_outside() -> None:
    phone = inputs.perform(images.boot(), PressKey("OVERVIEW"))
    for _ in range(3):
        frame = Renderer(64, 128).frame(phone, remember=True)
        assert np.array_equal(frame, fresh(phone, 64, 128))
        assert not frame.flags.writeable


def test_remembered_frames_are_held_to_their_limit_the_longest_unused_going_first() -> None:
    cache = FrameCache(limit=16 * 300, late=300)
    shown = screen.shown(images.boot())
    random = np.random.default_rng(0)  # so that they can't be packed
    frames = [random.integers(0, 256, (10, 10, 3), np.uint8) for _ in range(18)]
    for i in range(16):
        cache.put((shown, i, 0), frames[i])
    assert cache.used == 16 * 300
    assert cache.get((shown, 0, 0)) is frames[0]
    for i in range(16, 18):
        cache.put((shown, i, 0), frames[i])
    assert cache.used <= 16 * 300
    assert cache.get((shown, 1, 0)) is None
    assert cache.get((shown, 0, 0)) is frames[0]
    cache.put((shown, 0, 0), frames[4])
    assert cache.get((shown, 0, 0)) is frames[0], "what is there stays"
    cache.clear()
    assert (cache.used, cache.get((shown, 0, 0))) == (0, None)
    assert SNAPSHOT_FRAMES.used <= SNAPSHOT_FRAMES.limit


def test_plain_frames_are_remembered_with_few_bytes() -> None:
    cache = FrameCache(limit=2 << 20, late=1 << 17)  # one frame is kept as it is
    shown = screen.shown(images.boot())
    frames = [np.full((256, 128, 3), i, np.uint8) for i in range(100)]
    keys = [(screen.Shown((), shown.surfaces, None), 128, 256) for _ in frames]
    for key, frame in zip(keys, frames, strict=True):
        cache.put(key, frame)
    for key, frame in zip(keys, frames, strict=True):
        found = cache.get(key)
        assert np.array_equal(found, frame) if MODE.compiled else found is None or found is frame
    assert cache.used <= cache.limit


def test_what_was_seen_is_not_drawn_again_and_drawing_goes_on_from_it() -> None:
    seen = FrameCache(limit=64 * 3 * 64 * 128, late=1 << 18)
    first, second = Renderer(64, 128, seen), Renderer(64, 128, seen)
    phones = [images.boot()]
    for gesture in (
        Swipe(0.5, 0.8, 0.5, 0.2),
        Swipe(0.5, 0.8, 0.5, 0.2),
        PressKey("BACK"),
        PressKey("OVERVIEW"),
    ):
        phones.append(inputs.perform(phones[-1], gesture))
    for phone in phones:
        first.frame(phone)
    kept = seen.used
    for phone in (phones[3], *phones):
        assert np.array_equal(second.frame(phone), fresh(phone, 64, 128))
    assert seen.used == kept, "nothing was drawn"
    seen.clear()
    # Each comes after one that was not drawn here.
    for phone in (*phones, phones[1], phones[4], phones[2]):
        second.frame(phones[0])
        assert np.array_equal(second.frame(phone), fresh(phone, 64, 128))


# Paint inside bounds: what partial redraws rely on


def _phones() -> Iterator[Phone]:
    for number, app in enumerate(APPS.values()):
        config = Configuration(
            width=270, height=540, density=110, locale=("en-US", "ar-EG", "hi-IN")[number % 3]
        )
        phone = activities.start(images.boot(config), app.component)
        yield from walk(phone, random.Random(number), 12)


def test_what_is_painted_again_is_painted_alike_at_every_size() -> None:
    for phone in list(_phones())[::9]:
        clear_caches()
        first = fresh(phone, 90, 180)
        clear_caches()
        for size in ((64, 128), (90, 180), (90, 180)):  # painted, noted, played back
            frame = fresh(phone, *size)
        assert np.array_equal(frame, first)


def test_what_is_hidden_need_not_be_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = inputs.perform(
        images.boot(Configuration(width=270, height=540, density=110)), PressKey("OVERVIEW")
    )
    hidden = 0
    for shown in [phone, *list(_phones())[4::12]]:
        layers = Renderer(90, 180)._display(shown.configuration, screen.shown(shown))
        painted = renderer._seen(layers, (0, 0, 90, 180), 90 / 270, 180 / 540)
        hidden += sum(len(items) for _, items in layers) - sum(map(len, painted))
        frame = fresh(shown, 90, 180)
        with monkeypatch.context() as all_painted:
            all_painted.setattr(renderer, "_seen", lambda layers, *_: [items for _, items in layers])
            assert np.array_equal(fresh(shown, 90, 180), frame)
    assert hidden >= 8, "the home screen is under the overview"


def _stray_pixels(item: Item, phone: Phone, margin: int) -> int:
    """How many pixels an element colours outside of its rectangle."""
    config = phone.configuration
    pixels = np.zeros((config.height, config.width, 4), np.uint8)
    surface = skia.Surface(pixels, colorType=skia.kRGBA_8888_ColorType, alphaType=skia.kPremul_AlphaType)
    item.box.element.paint(Brush(surface.getCanvas()), item.x, item.y, item.box, config.metrics)
    left, top, right, bottom = item.rect
    pixels[max(0, top - margin) : bottom + margin, max(0, left - margin) : right + margin] = 0
    return int(np.count_nonzero(pixels[..., 3]))


def test_no_element_paints_outside_of_its_bounds() -> None:
    seen = set()
    for phone in _phones():
        config = phone.configuration
        for surface in screen.surfaces(phone):
            items = display_list(
                surface.box,
                surface.x,
                surface.y,
                surface.offsets,
                config.metrics,
                config.width,
                config.height,
            )
            for item in items:
                element = item.box.element
                kind = (type(element), element.look(), item.box.width, item.box.height)
                if item.clip is not None or kind in seen:
                    continue
                seen.add(kind)
                assert not _stray_pixels(item, phone, 0), (
                    f"{type(element).__name__} {kind} paints outside of {item.rect}"
                )
    assert len({kind[0] for kind in seen}) >= 6, "the walks met many kinds of elements"
