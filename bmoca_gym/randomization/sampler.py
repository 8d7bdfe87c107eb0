"""Sampler of unlimited device configurations. Each factor is fixed, drawn from a list, or free."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import numpy as np

from bmoca_gym.errors import ConfigurationError
from bmoca_gym.handset.contract import PROCEDURAL_PREFIX, WALLPAPERS
from bmoca_gym.handset.resources.configuration import Configuration
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.value import Value, memo, replace, value
from bmoca_gym.randomization.device_configuration import (
    DeviceConfiguration,
    checked_density,
    checked_font_scale,
    checked_interruptions,
    checked_locale,
    checked_motion,
    checked_start_seconds,
    checked_wallpaper,
)
from bmoca_gym.randomization.device_profile import PROFILES, DeviceProfile, profile_from
from bmoca_gym.randomization.environments import Environments, select
from bmoca_gym.randomization.fields import whole_number
from bmoca_gym.randomization.icon_layout import (
    GRID,
    HOME_APPS,
    PAGES,
    IconLayout,
    PlacedFolder,
    PlacedIcon,
    layout_from,
)
from bmoca_gym.randomization.random_profile import RandomProfile

T = TypeVar("T")

#: Free font scales, which are Android's own range in steps of 5 %.
_FONT_SCALES = tuple(round(0.85 + 0.05 * step, 2) for step in range(10))
_CONTINUOUS_FONT_SCALES = tuple(step / 1000 for step in range(850, 1301))


@value
class RandomLayout(Value):
    """Random home screens: ``minimum`` to ``maximum`` different ``apps`` in random cells.

    The number of apps is uniform, and so is the choice of apps and cells, including the hotseat.

    Attributes:
        apps: names in `HOME_APPS`, or components.
        minimum: least number of apps.
        maximum: greatest number of apps.
        pages: pages of the desktop; the last ones may stay empty.
        folders: most folders; each contains two to four of the apps.
        columns: usable columns, counted from the start.
        rows: usable rows, counted from the top.
        hotseat_slots: usable slots of the hotseat, counted from the start.

    Raises:
        ConfigurationError: an app is invalid or repeated, there are more icons than apps or cells, or the
            grid is invalid.
    """

    apps: tuple[str, ...] = tuple(HOME_APPS)
    minimum: int = 1
    maximum: int = 18
    pages: int = 1
    folders: int = 0
    columns: int = GRID[0]
    rows: int = GRID[1]
    hotseat_slots: int = GRID[2]

    def __post_init__(self) -> None:
        if isinstance(self.apps, str) or not isinstance(self.apps, Sequence):
            raise ConfigurationError(f"icon_layouts.apps is {self.apps!r}; it must be a list of apps")
        apps = tuple(PlacedIcon(app, "desktop", 0, 0, 1).component for app in self.apps)
        if len(set(apps)) < len(apps):
            raise ConfigurationError(f"icon_layouts.apps is {self.apps!r}; each app may be there once")
        IconLayout(self.columns, self.rows, self.hotseat_slots)
        set_field = object.__setattr__
        set_field(self, "apps", apps)
        set_field(self, "pages", whole_number("icon_layouts.pages", self.pages, 1, PAGES))
        set_field(self, "folders", whole_number("icon_layouts.folders", self.folders, 0, len(apps) // 2))
        most = min(len(apps), len(self._cells()))
        set_field(self, "maximum", whole_number("icon_layouts.maximum", self.maximum, 0, most, "icons"))
        set_field(
            self, "minimum", whole_number("icon_layouts.minimum", self.minimum, 0, self.maximum, "icons")
        )

    def _cells(self) -> tuple[tuple[str, int, int, int], ...]:
        return _cells(self.pages, self.columns, self.rows, self.hotseat_slots)

    def draw(self, rng: np.random.Generator) -> IconLayout:
        """Draw a home screen. It uses only ``rng.random``."""
        cells = self._cells()
        count = self.minimum + int(rng.random() * (self.maximum - self.minimum + 1))
        apps = [self.apps[number] for number in np.argsort(rng.random(len(self.apps)))[:count].tolist()]
        free = iter([cells[number] for number in np.argsort(rng.random(len(cells)))[:count].tolist()])
        folders: list[PlacedFolder] = []
        for _ in range(int(rng.random() * (self.folders + 1)) if self.folders else 0):
            size = min(2 + int(rng.random() * 3), len(apps))
            if size >= 2:
                folders.append(PlacedFolder("", tuple(apps[:size]), *next(free)))
                apps = apps[size:]
        icons = tuple([_icon(app, *next(free)) for app in apps])
        return IconLayout(self.columns, self.rows, self.hotseat_slots, icons, tuple(folders))


@memo(64)
def _cells(pages: int, columns: int, rows: int, slots: int) -> tuple[tuple[str, int, int, int], ...]:
    """All usable cells: below the search bar, anywhere on later pages, and in the hotseat."""
    desktop = [
        ("desktop", page, x, y)
        for page in range(pages)
        for y in range(0 if page else 1, rows)
        for x in range(columns)
    ]
    return (*desktop, *[("hotseat", 0, slot, 0) for slot in range(slots)])


#: Icons that were drawn before: they need not be checked again.
_icon = memo(2048)(PlacedIcon)


class Sampler:
    """Draws device configurations.

    A factor is **fixed** (a value), **listed** (a sequence of equally likely values) or **free** (``"any"``).
    A factor that is not given is that of ``base``. Without a base it is free; only density and font scale are
    then drawn together as in the published configurations (``"published"``).

    For the same seed, fixing or listing one factor does not change the others.

    Args:
        seed: seed of `configurations`, a whole number; None: a random one, which is kept in `seed`.
        profiles: `DeviceProfile` values, published names or `RandomProfile`. Free: the six published ones.
            ``"random"``: ``RandomProfile()``.
        densities: dpi. ``"published"``: one of the profile's three. ``"continuous"``: any whole number in
            their range. Free: any multiple of 10 in their range.
        font_scales: ``"published"``: as published for the density. ``"continuous"``: 0.85 to 1.3 in steps of 0.001.
            Free: the same range in steps of 0.05.
        locales: tags. Free: all fifteen.
        wallpapers: names, ``procedural:N``, paths of pictures. ``"published"``: one of the named ones.
            ``"procedural"``: a random pattern, which hardly ever repeats. Free: either, with probability 1/2 each.
        dark_theme: true or false. Free: either.
        icon_layouts: `IconLayout` values, or a `RandomLayout`. ``"published"``: one of the 27 home screens of
            the published configurations. Free: ``RandomLayout()``.
        interruptions: what disturbs episodes, as in `DeviceConfiguration`. A list has alternatives, so kinds that come
            together are separated by commas. Without a base: nothing.
        motions: ``"none"``, ``"real"`` or both. Without a base: ``"none"``.
        start_seconds: seconds that apps take to start. Without a base: 0.
        base: a configuration with the values of factors that are not given.
        without: held-out environments, as `select` takes them. No drawn locale, wallpaper, screen size or
            icon layout is one of theirs.

    Raises:
        ConfigurationError: no phone can have a factor's value; the message names the factor.

    >>> korean = Sampler(seed=7, locales="ko-KR", profiles=["Pixel 3", "Pixel 5"])
    >>> [c.id for c in korean.configurations(2)]
    ['sample-7-00000', 'sample-7-00001']
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        profiles: object = None,
        densities: object = None,
        font_scales: object = None,
        locales: object = None,
        wallpapers: object = None,
        dark_theme: object = None,
        icon_layouts: object = None,
        interruptions: object = None,
        motions: object = None,
        start_seconds: object = None,
        base: DeviceConfiguration | None = None,
        without: Environments | None = None,
    ) -> None:
        if base is not None and not isinstance(base, DeviceConfiguration):
            raise ConfigurationError(
                f"base is {base!r}; it must be a DeviceConfiguration, such as get('100')"
            )
        if seed is None:
            entropy: Any = np.random.SeedSequence().entropy
            seed = int(entropy) % 2**32
        self.seed = whole_number("seed", seed, 0, 2**63 - 1)

        def given(factor: object, of_base: str, otherwise: str = "any") -> object:
            if factor is not None:
                return factor
            return otherwise if base is None else getattr(base, of_base)

        self._profiles = _options(
            "profiles", given(profiles, "profile"), _drawn_or_published,
            any=tuple(PROFILES.values()), random=(RandomProfile(),),
        )  # fmt: skip
        self._densities = _options(
            "densities",
            given(densities, "density", "published"),
            checked_density,
            any=_between,
            published=_own,
            continuous=_all_between,
        )
        self._font_scales = _options(
            "font_scales", given(font_scales, "font_scale", "published"), checked_font_scale,
            any=_FONT_SCALES, published=None, continuous=_CONTINUOUS_FONT_SCALES,
        )  # fmt: skip
        self._locales = _options("locales", given(locales, "locale"), checked_locale, any=tuple(LOCALES))
        self._wallpapers = _options(
            "wallpapers", given(wallpapers, "wallpaper"), _named_or_procedural,
            any=None, published=WALLPAPERS, procedural=("procedural",),
        )  # fmt: skip
        self._dark_theme = _options(
            "dark_theme", given(dark_theme, "dark_theme"), _true_or_false, any=(False, True)
        )
        self._icon_layouts = _options(
            "icon_layouts", given(icon_layouts, "icon_layout"), _drawn_or_given,
            any=(RandomLayout(),), published=_published_layouts,
        )  # fmt: skip
        self._interruptions = _options(
            "interruptions", given(interruptions, "interruptions", ""), checked_interruptions
        )
        self._motions = _options("motions", given(motions, "motion", "none"), checked_motion)
        self._start_seconds = _options("start_seconds", given(start_seconds, "start_seconds", "0"), _seconds)
        self._held_out = () if without is None else select(without)
        self._held_sizes = frozenset((one.profile.width, one.profile.height) for one in self._held_out)
        self._leave_out()
        for profile in self._profiles:
            for density in () if isinstance(profile, RandomProfile) else self._densities_of(profile):
                Configuration(width=profile.width, height=profile.height, density=density)

    def sample(self, rng: np.random.Generator) -> DeviceConfiguration:
        """Draw a configuration with ``rng``. Its id contains a hash of its content."""
        drawn = self._drawn(rng, "sample")
        return replace(drawn, id=f"sample-{drawn.digest}")

    def configuration(self, index: int) -> DeviceConfiguration:
        """Return configuration number ``index`` (0 or more) of the seed's sequence."""
        whole_number("index", index, 0, 2**31)
        return self._drawn(np.random.default_rng([self.seed, index]), f"sample-{self.seed}-{index:05d}")

    def configurations(self, count: int) -> list[DeviceConfiguration]:
        """Return the first ``count`` configurations of the seed's sequence, with ids ``sample-SEED-INDEX``."""
        whole_number("count", count, 0, 2**31)
        return [self.configuration(index) for index in range(count)]

    def __repr__(self) -> str:
        return f"Sampler(seed={self.seed})"

    def _leave_out(self) -> None:
        """Remove from each factor the values of the held-out configurations.

        Raises:
            ConfigurationError: a factor has no value left; the message names it.
        """
        held = self._held_out
        if not held:
            return
        self._locales = _rest("locales", self._locales, {one.locale for one in held})
        of_tests = {one.wallpaper for one in held}
        names = ("procedural", *WALLPAPERS) if self._wallpapers is None else self._wallpapers
        rest = _rest("wallpapers", names, of_tests)
        # Free: half of them are patterns, as without exclusions.
        self._wallpapers = (
            rest if self._wallpapers is not None else ("procedural",) * (len(rest) - 1) + rest[1:]
        )
        sizes = self._held_sizes
        theirs = [
            one
            for one in self._profiles
            if isinstance(one, DeviceProfile) and (one.width, one.height) in sizes
        ]
        self._profiles = _rest("profiles", self._profiles, theirs)
        self._icon_layouts = _rest("icon_layouts", self._layouts(), {one.icon_layout for one in held})

    def _densities_of(self, profile: DeviceProfile) -> tuple[int, ...]:
        return self._densities(profile) if callable(self._densities) else self._densities

    def _drawn(self, rng: np.random.Generator, name: str) -> DeviceConfiguration:
        # Each factor has its own random number, which is drawn even if it is not needed; icons need many and come last.
        # Only `random` is used, since its numbers are the same in every version of NumPy.
        of_profile, of_density, of_font, of_locale, of_wallpaper, of_pattern, of_dark, of_layout = rng.random(
            8
        ).tolist()
        profile = _pick(self._profiles, of_profile)
        if isinstance(profile, RandomProfile):
            profile = profile.at(of_profile * len(self._profiles) % 1, self._held_sizes)
        density = _pick(self._densities_of(profile), of_density)
        partner = profile.font_scale_for(density)
        layout = _pick(self._layouts(), of_layout)
        if isinstance(layout, RandomLayout):
            held = {one.icon_layout for one in self._held_out}
            layout = next(drawn for drawn in iter(partial(layout.draw, rng), None) if drawn not in held)
        return DeviceConfiguration(
            id=name,
            split="custom",
            profile=profile,
            density=density,
            font_scale=partner if self._font_scales is None else _pick(self._font_scales, of_font),
            locale=_pick(self._locales, of_locale),
            wallpaper=self._wallpaper(of_wallpaper, of_pattern),
            dark_theme=_pick(self._dark_theme, of_dark),
            icon_layout=layout,
            interruptions=_drawn_late(self._interruptions, rng),
            motion=_drawn_late(self._motions, rng),
            start_seconds=_drawn_late(self._start_seconds, rng),
        )

    def _layouts(self) -> tuple[IconLayout | RandomLayout, ...]:
        layouts: Any = self._icon_layouts
        return layouts() if callable(layouts) else layouts

    def _wallpaper(self, number: float, pattern: float) -> str:
        if self._wallpapers is None:
            name = "procedural" if number < 0.5 else _pick(WALLPAPERS, 2 * number - 1)
        else:
            name = _pick(self._wallpapers, number)
        return f"{PROCEDURAL_PREFIX}{int(pattern * 2**31)}" if name == "procedural" else name


def _drawn_late(options: Sequence[T], rng: np.random.Generator) -> T:
    """Draw a factor after the older ones, using no random number if there is no choice, so that the older draws stay
    the same."""
    return options[0] if len(options) == 1 else _pick(options, rng.random())


def _pick(options: Sequence[T], number: float) -> T:
    """The option that a number in [0, 1) selects."""
    return options[int(number * len(options))]


def _rest(name: str, options: Sequence[T], held: Collection[object]) -> tuple[T, ...]:
    """The options without those of held-out configurations.

    Raises:
        ConfigurationError: there are none left.
    """
    rest = tuple(option for option in options if option not in held)
    if not rest:
        raise ConfigurationError(
            f"Sampler({name}=...): every one of them is one of the held-out configurations'"
        )
    return rest


def _options(name: str, given: object, check: Callable[[Any], Any], **words: Any) -> Any:
    """Source of a factor: the meaning of a word, or the checked values.

    Raises:
        ConfigurationError: a value is invalid; the message names the factor.
    """
    if isinstance(given, str) and given in words:
        return words[given]
    values = given if isinstance(given, (list, tuple, range, np.ndarray)) else (given,)
    if len(values) == 0:
        raise ConfigurationError(f"Sampler({name}={given!r}): an empty list; give a value, values, or 'any'")
    try:
        return tuple(check(each) for each in values)
    except ConfigurationError as error:
        words_too = f" Or give {' or '.join(map(repr, words))}." if isinstance(given, str) else ""
        raise ConfigurationError(f"Sampler({name}=...): {error}{words_too}") from error


def _between(profile: DeviceProfile) -> tuple[int, ...]:
    """The multiples of 10 from the profile's lowest to its highest density."""
    low, high = min(profile.densities), max(profile.densities)
    return tuple(range(-(-low // 10) * 10, high + 1, 10)) or (low,)


def _all_between(profile: DeviceProfile) -> tuple[int, ...]:
    return tuple(range(min(profile.densities), max(profile.densities) + 1))


def _own(profile: DeviceProfile) -> tuple[int, ...]:
    return profile.densities


@memo(1)
def _published_layouts() -> tuple[IconLayout, ...]:
    return tuple(dict.fromkeys(each.icon_layout for each in select("all")))


def _drawn_or_published(given: object) -> DeviceProfile | RandomProfile:
    if given == "random":
        return RandomProfile()
    return given if isinstance(given, RandomProfile) else profile_from(given)


def _named_or_procedural(given: object) -> str:
    return given if isinstance(given, str) and given == "procedural" else checked_wallpaper(given)


def _seconds(given: object) -> float:
    """The seconds that apps take to start; also as a text, as the command line gives them."""
    if isinstance(given, str):
        with suppress(ValueError):
            given = float(given)
    return checked_start_seconds(given)


def _true_or_false(given: object) -> bool:
    if isinstance(given, (bool, np.bool_)):
        return bool(given)
    raise ConfigurationError(f"dark_theme is {given!r}; it must be true or false")


def _drawn_or_given(given: object) -> IconLayout | RandomLayout:
    return given if isinstance(given, RandomLayout) else layout_from(given)
