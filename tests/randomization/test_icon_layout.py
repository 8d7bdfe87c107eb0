"""Icon layouts: round trips through launcher.db and plain data, and invalid home screens."""

from __future__ import annotations

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.errors import ConfigurationError
from bmoca_gym.handset.apps.launcher.database import Favorite, launcher_database
from bmoca_gym.randomization import HOME_APPS, IconLayout, PlacedIcon
from bmoca_gym.randomization.icon_layout import launcher_db, layout_from, parse_launcher_db

CLOCK = PlacedIcon("Clock", "hotseat", 0, 4, 0)
PHONE = PlacedIcon("Phone", "desktop", 0, 1, 2)
MAPS = PlacedIcon("Maps", "desktop", 1, 0, 0)
LAYOUT = IconLayout(icons=(CLOCK, PHONE, MAPS))


@pytest.mark.exhaustive
@given(st.from_type(IconLayout))
def test_launcher_db_and_back(layout):
    data = launcher_db(layout)
    assert parse_launcher_db(data) == layout
    assert launcher_db(parse_launcher_db(data)) == data


@pytest.mark.exhaustive
@given(st.from_type(IconLayout))
def test_plain_data_and_back(layout):
    assert layout_from(layout.to_dict()) == layout == pickle.loads(pickle.dumps(layout))


def test_a_smaller_grid_is_part_of_the_plain_data_only():
    small = IconLayout(columns=4, rows=4, hotseat_slots=3, icons=(PHONE,))
    assert layout_from(small.to_dict()) == small
    assert launcher_db(small) == launcher_db(IconLayout(icons=(PHONE,)))


def test_plain_data_is_written_as_one_would():
    assert LAYOUT.to_dict() == {"desktop": [["Phone", 1, 2], ["Maps", 0, 0, 1]], "hotseat": [["Clock", 4]]}


def test_the_order_in_which_icons_are_given_does_not_matter():
    assert IconLayout(icons=(MAPS, CLOCK, PHONE)) == LAYOUT
    assert hash(IconLayout(icons=(MAPS, CLOCK, PHONE))) == hash(LAYOUT)


def test_an_app_is_known_by_name_and_component_in_either_spelling():
    assert PHONE.component == HOME_APPS["Phone"] == "com.android.dialer/.main.impl.MainActivity"
    assert (
        PlacedIcon("com.android.dialer/com.android.dialer.main.impl.MainActivity", "desktop", 0, 1, 2)
        == PHONE
    )
    assert "Phone" in LAYOUT
    assert "com.android.dialer/com.android.dialer.main.impl.MainActivity" in LAYOUT
    assert "Gmail" not in LAYOUT
    assert PlacedIcon("org.example.notes/.Main", "desktop", 0, 1, 2).title == "notes"


@pytest.mark.parametrize(
    ("icons", "message"),
    [
        ([PHONE, PlacedIcon("Gmail", "desktop", 0, 1, 2)], "Phone and Gmail are both in cell x=1, y=2"),
        ([CLOCK, PlacedIcon("Gmail", "hotseat", 0, 4, 0)], "Clock and Gmail are both in hotseat slot 4"),
        ([PlacedIcon("Gmail", "desktop", 0, 5, 2)], "Gmail is in cell x=5, y=2 .*x below 5"),
        ([PlacedIcon("Gmail", "desktop", 0, 0, 5)], "y from 1 to 4"),
        ([PlacedIcon("Gmail", "desktop", 0, 0, 0)], "y from 1 to 4"),
        ([PlacedIcon("Gmail", "desktop", 9, 0, 0)], "screen below 5"),
        (
            [PlacedIcon("Gmail", "hotseat", 0, 5, 0)],
            "Gmail is in hotseat slot 5; it must have a slot below 5",
        ),
        ([PlacedIcon("Gmail", "hotseat", 0, 1, 2)], "in row 0"),
        (["Gmail"], "must be a PlacedIcon"),
        (3, "must be a tuple of PlacedIcon"),
    ],
)
def test_an_impossible_home_screen_is_refused(icons, message):
    with pytest.raises(ConfigurationError, match=message):
        IconLayout(icons=icons)


@pytest.mark.parametrize("size", [{"columns": 6}, {"rows": 1}, {"hotseat_slots": -1}, {"columns": "5"}])
def test_another_grid_than_the_launchers_is_refused(size):
    with pytest.raises(ConfigurationError, match=rf"icon_layout.{next(iter(size))} is .* whole number from"):
        IconLayout(**size)


@pytest.mark.parametrize(
    ("icon", "message"),
    [
        (("Clok", "desktop", 0, 0, 1), "'Clok' is not an app.*Did you mean 'Clock'"),
        ((None, "desktop", 0, 0, 1), "None is not an app"),
        (("a b/c", "desktop", 0, 0, 1), "is not an app"),
        (("Clock", "dock", 0, 0, 1), "container of Clock is 'dock'; it must be 'desktop' or 'hotseat'"),
        (("Clock", [], 0, 0, 1), "container of Clock"),
        (("Clock", "desktop", 0, -1, 1), "x of Clock is -1; it must be a whole number"),
        (("Clock", "desktop", 0, 0, None), "y of Clock is None; it must be a whole number"),
    ],
)
def test_an_impossible_icon_is_refused(icon, message):
    with pytest.raises(ConfigurationError, match=message):
        PlacedIcon(*icon)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("layout_00", "icon_layout is 'layout_00'; it must be a mapping"),
        ({"desktp": []}, "icon_layout.desktp is not a field. Did you mean 'desktop'"),
        ({"desktop": "Clock"}, "icon_layout.desktop is 'Clock'; it must be a list"),
        ({"desktop": ["Clock"]}, r"icon_layout.desktop has 'Clock'; it must be \[app, x, y\]"),
        ({"desktop": [["Clock", 1]]}, r"it must be \[app, x, y\]"),
        ({"hotseat": [["Clock", 1, 0]]}, r"it must be \[app, slot\]"),
        ({"hotseat": None}, "icon_layout.hotseat is None; it must be a list"),
    ],
)
def test_malformed_plain_data_is_refused(given, message):
    with pytest.raises(ConfigurationError, match=message):
        layout_from(given)


@pytest.mark.parametrize(
    "data", [b"", b"no database", launcher_database([Favorite("", "a.b/.C", "desktop", 0, 7, 7)])]
)
def test_a_bad_launcher_db_is_a_configuration_error(data):
    with pytest.raises(ConfigurationError):
        parse_launcher_db(data)


JUNK = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=8),
        st.sampled_from(sorted(HOME_APPS)),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.sampled_from(["desktop", "hotseat", "rows", "x"]), inner, max_size=4),
    ),
    max_leaves=12,
)


@given(JUNK)
def test_any_plain_data_is_a_layout_or_a_configuration_error(data):
    try:
        made = layout_from(data)
    except ConfigurationError as error:
        message = str(error)
    else:
        assert layout_from(made.to_dict()) == made
        return
    assert "icon_layout" in message
