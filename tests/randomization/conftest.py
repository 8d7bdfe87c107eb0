"""Valid device configurations for property tests (``st.from_type(...)`` draws them)."""

from __future__ import annotations

from hypothesis import strategies as st

from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.randomization import (
    HOME_APPS,
    PROFILES,
    DeviceConfiguration,
    DeviceProfile,
    IconLayout,
    PlacedFolder,
    PlacedIcon,
)
from bmoca_gym.randomization.device_configuration import SPLITS, WALLPAPERS
from bmoca_gym.randomization.icon_layout import FOLDER_LIMIT

CELLS = [("desktop", s, x, y) for s in (0, 1) for x in range(5) for y in range(1 - s, 5)]
CELLS += [("hotseat", 0, slot, 0) for slot in range(5)]

#: Names of apps, and components of apps that nobody has heard of: a pattern would take hypothesis a millisecond each.
COMPONENTS = st.sampled_from(
    [
        *sorted(HOME_APPS),
        *(
            f"{package}/{activity}"
            for package in ("a.b", "org.example.app", "zzzzz.yyyyy.x")
            for activity in (".A", ".Main", ".ZygoteB$c", ".A$")
        ),
    ]
)


@st.composite
def layouts(draw: st.DrawFn) -> IconLayout:
    cells = draw(st.lists(st.sampled_from(CELLS), unique=True, max_size=20))
    folders = draw(st.integers(0, len(cells)))
    inside = st.lists(COMPONENTS, min_size=2, max_size=FOLDER_LIMIT).map(tuple)
    titles = st.text(max_size=20).filter(lambda title: "\0" not in title)
    return IconLayout(
        icons=tuple(PlacedIcon(draw(COMPONENTS), *cell) for cell in cells[folders:]),
        folders=tuple(PlacedFolder(draw(titles), draw(inside), *cell) for cell in cells[:folders]),
    )


_DENSITIES = st.integers(80, 210)

DEVICES = st.one_of(
    st.sampled_from(list(PROFILES.values())),
    st.builds(
        DeviceProfile,
        st.text(min_size=1, max_size=20).filter(str.strip),
        st.from_regex(r"\A[a-z][a-z0-9_]{0,9}\Z"),
        st.integers(240, 4096), st.integers(240, 4096), _DENSITIES, st.tuples(_DENSITIES, _DENSITIES, _DENSITIES),
    ),
)  # fmt: skip

st.register_type_strategy(IconLayout, layouts())
st.register_type_strategy(DeviceProfile, DEVICES)
st.register_type_strategy(
    DeviceConfiguration,
    st.builds(
        DeviceConfiguration,
        id=st.from_regex(r"\A[A-Za-z0-9][A-Za-z0-9._-]{0,20}\Z"),
        split=st.sampled_from(SPLITS),
        profile=DEVICES,
        density=_DENSITIES,
        font_scale=st.floats(0.5, 2.0),
        locale=st.sampled_from(sorted(LOCALES)),
        wallpaper=st.one_of(
            st.sampled_from(WALLPAPERS),
            st.integers(0, 2**32).map("procedural:{}".format),
            st.just("pictures/a cat.JPG"),
        ),
        dark_theme=st.booleans(),
        icon_layout=layouts(),
    ),
)
