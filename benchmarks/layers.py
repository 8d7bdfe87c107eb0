"""Where a step's time goes: by kind of step, and layer by layer for new screens.

Every stage is a call that the environment makes too, timed from outside, so that compiled code and Python are
measured alike. Times are processor time.
"""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Callable
from typing import Any

import gymnasium as gym
from rich.console import Console
from rich.table import Table

from benchmarks import phones
from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.graphics import shaping, text
from bmoca_gym.handset.graphics.skia_library import skia
from bmoca_gym.handset.render import renderer
from bmoca_gym.handset.render.renderer import Brush, Renderer
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import windows
from bmoca_gym.handset.value import clear_caches, replace

SAME = "nothing changed"
KNOWN = "changed, screen seen before"
NEW = "screen never seen"
TEXT = "screen never seen, with new text"

STAGES = ("gesture", "wait", "surfaces", "picture", "detector", "environment")

#: How many new screens are drawn layer by layer, and how often; the fastest run counts.
SCREENS, TIMES = 250, 4


def measure(steps: int, configurations: int, screens: int = SCREENS) -> dict[str, Any]:
    """Return shares and µs by kind of step and stage, also with eight apps, and µs by layer of new screens."""
    eight, _ = by_kind(phones.visited("pixels", configurations, device=phones.eight_apps), steps, 0)
    kinds, met = by_kind(phones.visited("pixels", configurations), steps, screens)
    return {
        "steps": steps,
        "kinds": kinds,
        "kinds_eight": eight,
        "screens": len(met),
        "layers": by_layer(met),
    }


def by_kind(env: gym.Env, steps: int, screens: int) -> tuple[dict[str, Any], list[Phone]]:
    """Return for each kind of step its share and its µs by stage, and some phones whose screens were new."""
    unwrapped: Any = env.unwrapped
    device = phones.device_of(env)
    env.reset(seed=0)
    env.action_space.seed(0)
    seconds: dict[str, dict[str, float]] = defaultdict(lambda: dict.fromkeys(STAGES, 0.0))
    counts: Counter[str] = Counter()
    seen: set[int] = set()
    met: list[Phone] = []
    clock = time.thread_time
    shaped = _shaped()
    for number in range(2 * steps):
        if number == steps:  # the first half only warms up the caches
            counts.clear()
            seconds.clear()
            met.clear()
        action = env.action_space.sample()
        gesture = unwrapped.action_mode.to_gesture(action)
        old = screen.shown(device.phone)
        took = dict.fromkeys(STAGES, 0.0)
        # The stages as `PhoneEnv.step` goes through them.
        began = clock()
        device.perform(gesture)
        took["gesture"] = clock() - began
        began = clock()
        device.wait(unwrapped.step_seconds)
        took["wait"] = clock() - began
        began = clock()
        shown = screen.shown(device.phone)
        took["surfaces"] = clock() - began
        began = clock()
        device.screenshot(phones.SIZE)
        took["picture"] = clock() - began
        began = clock()
        unwrapped._detector.check(device)
        took["detector"] = clock() - began
        now = _shaped()
        key = hash(screen.key(device.phone))
        kind = SAME if shown is old else KNOWN if key in seen else NEW if now == shaped else TEXT
        shaped = now
        if key not in seen and len(met) < screens:
            met.append(replace(device.phone))
        seen.add(key)
        took["environment"] = _around(unwrapped, gesture)
        counts[kind] += 1
        for stage, value in took.items():
            seconds[kind][stage] += value
        if unwrapped._detector.check(device).satisfied or number % 15 == 14:
            env.reset()
    env.close()
    whole = sum(sum(each.values()) for each in seconds.values())
    return {
        kind: {
            "share": round(counts[kind] / steps, 4),
            "time": round(sum(seconds[kind].values()) / whole, 4),
            "us": round(sum(seconds[kind].values()) / max(1, counts[kind]) * 1e6, 1),
            "stages": {
                stage: round(value / max(1, counts[kind]) * 1e6, 1) for stage, value in seconds[kind].items()
            },
        }
        for kind in (SAME, KNOWN, NEW, TEXT)
        if counts[kind]
    }, met


def _around(env: Any, gesture: Any) -> float:
    """Return the time of the environment's own part of a step: turning the verdict into a reward and an info."""
    detection = env._detector.check(env.device)
    began = time.thread_time()
    env._info(detection, gesture, None, None)
    return time.thread_time() - began


def _text_caches() -> list[Any]:
    return [
        found
        for module in (text, shaping)
        for found in vars(module).values()
        if hasattr(found, "cache_info") and getattr(found, "__module__", "") == module.__name__
    ]


def _shaped() -> int:
    """Return how much text has been laid out so far."""
    return sum(cache.cache_info().misses for cache in _text_caches())


def by_layer(met: list[Phone]) -> dict[str, float]:
    """Return the mean µs of each layer over the phones, best of `TIMES`, with empty caches."""
    found: dict[str, list[float]] = defaultdict(list)
    drawn = Renderer(*phones.SIZE)
    for phone in met:
        best: dict[str, float] = {}
        for _ in range(TIMES):
            for layer, seconds in _layers(phone, drawn).items():
                best[layer] = min(seconds, best.get(layer, 1e9))
        for layer, seconds in best.items():
            found[layer].append(seconds)
    return {layer: round(sum(values) / len(values) * 1e6, 1) for layer, values in found.items()}


def _layers(phone: Phone, drawn: Renderer) -> dict[str, float]:
    took: dict[str, float] = {}

    def timed(layer: str, call: Callable[[], Any]) -> Any:
        began = time.thread_time()
        result = call()
        took[layer] = time.thread_time() - began
        return result

    res = resources.of(phone.configuration)
    width, height = phone.configuration.width, phone.configuration.height
    layers = windows.layers(phone)
    clear_caches(assets=False)
    phone = replace(phone)
    built = timed("build", lambda: [layer.function(res, *layer.arguments) for layer in layers])
    timed("layout", lambda: [made.layout(res.metrics, width, height, width, height) for made in built])
    clear_caches(assets=False)
    shown = timed("surfaces (build, layout, bars)", lambda: screen.shown(phone))
    timed("nodes", lambda: screen.ui_tree(phone))
    display = timed("display list", lambda: drawn._display(phone.configuration, shown))
    drawn.forget()
    timed("paint, convert, copy", lambda: drawn.frame(phone))
    picture = timed("record as a Skia picture", lambda: _recorded(phone, display))
    timed("Skia's playback of it (the floor of painting)", _player(phone, picture))
    for cache in _text_caches():
        cache.cache_clear()
    clear_caches(assets=False)
    built = [layer.function(res, *layer.arguments) for layer in layers]
    timed(
        "layout, text not shaped",
        lambda: [m.layout(res.metrics, width, height, width, height) for m in built],
    )
    return took


def _recorded(phone: Phone, display: Any) -> Any:
    recorder = skia.PictureRecorder()
    config = phone.configuration
    canvas = recorder.beginRecording(skia.Rect.MakeWH(*phones.SIZE))
    brush = Brush(canvas)
    kx, ky = phones.SIZE[0] / config.width, phones.SIZE[1] / config.height
    canvas.scale(kx, ky)
    brush.scale_x, brush.scale_y = kx, ky
    for _, items in display:
        clip = None
        for item in items:
            if item.clip is not clip:
                if clip is not None:
                    canvas.restore()
                clip = item.clip
                if clip is not None:
                    canvas.save()
                    canvas.clipRect(skia.Rect.MakeLTRB(*clip))
            renderer._paint_item(item, brush, config.metrics)
        if clip is not None:
            canvas.restore()
    return recorder.finishRecordingAsPicture()


def _player(phone: Phone, picture: Any) -> Callable[[], Any]:
    canvas = skia.Surface(*phones.SIZE).getCanvas()
    return lambda: canvas.drawPicture(picture)


def print_tables(results: dict[str, Any], console: Console) -> None:
    """Print the tables."""
    for apps, of in (("all apps", "kinds"), ("eight apps", "kinds_eight")):
        kinds = Table(title=f"Where a step's time goes, with {apps}: {results['steps']} random steps, µs")
        for heading in ("kind of step", "share of steps", "share of time", "µs each", *STAGES):
            kinds.add_column(heading, justify="left" if heading == "kind of step" else "right")
        for kind, figures in results[of].items():
            kinds.add_row(
                kind, f"{figures['share']:.1%}", f"{figures['time']:.1%}", f"{figures['us']:,.0f}",
                *(f"{figures['stages'][stage]:,.0f}" for stage in STAGES),
            )  # fmt: skip
        console.print(kinds)
    layers = Table(title=f"{results['screens']} screens never seen, by layer: mean µs, best of {TIMES}")
    layers.add_column("layer")
    layers.add_column("µs", justify="right")
    for layer, value in results["layers"].items():
        layers.add_row(layer, f"{value:,.0f}")
    console.print(layers)
