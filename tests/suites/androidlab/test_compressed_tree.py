"""AndroidLab's compressed tree: keys as in its own code, what is kept, what is covered, and how judges search it."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from bmoca_gym.handset.ui.tree import UiNode, UiTree
from bmoca_gym.suites.androidlab.compressed_tree import compressed, has, matching, parents_of, text_of


def node(
    depth: int, bounds: tuple[int, int, int, int], text: str = "", kind: str = "View", **flags: Any
) -> UiNode:
    description = flags.pop("description", "")
    resource_id = flags.pop("resource_id", "")
    name = kind if "." in kind else f"android.widget.{kind}"
    return UiNode(name, resource_id, text, description, bounds, "com.example", depth, **flags)


def tree(*nodes: UiNode) -> UiTree:
    return UiTree(nodes, 1440, 3120)


def keys(*nodes: UiNode) -> list[str]:
    return [found.key for found in compressed(tree(*nodes)).walk() if found.number]


def row(number: int) -> tuple[int, int, int, int]:
    return (0, 10 * number, 100, 10 * number + 10)


def test_keys_are_written_as_the_benchmark_writes_them() -> None:
    # The examples that its own code was seen to write, with ids in order in the place of random ones.
    assert keys(
        node(0, row(0), "Plain label", "TextView"),
        node(0, row(1), "OK", "Button", description="Confirm", clickable=True),
        node(0, row(2), "sw", "Switch", clickable=True, checkable=True, checked=True),
        node(0, row(3), "sw2", "Switch", clickable=True, checkable=True),
        node(0, row(4), "Alarm", "TextView", focusable=True, selected=True),
        node(0, row(5), "512.00", "EditText", clickable=True, long_clickable=True, focusable=True),
        node(0, row(6), "pw", "EditText", clickable=True, password=True),
        node(0, row(7), "layoutish", "LinearLayout", clickable=True),
        node(0, row(8), "", "android.view.View", clickable=True),
        node(0, row(9), "two\nlines", "TextView"),
    ) == [
        "[n0001] TextView ;; ;;Plain label ",
        "[n0002] Button ;click ; ;;OK Confirm ",
        "[n0003] Switch ;click check ; checked ;;sw ",
        "[n0004] Switch ;click check ; unchecked ;;sw2 ",
        "[n0005] TextView ;focusable ; selected ; selected, ;Alarm ",
        "[n0006] EditText ;click long-click ; ;;512.00 ",
        "[n0007] EditText ;click ; password ; you can input password, ;pw ",
        "[n0008] ;click ; ;;layoutish ",
        "[n0009] ;click ; ;;",
        "[n000a] TextView ;; ;;twolines ",
    ]


def test_the_numbers_of_a_clock_can_be_tapped() -> None:
    face = node(0, (0, 0, 100, 100), "", "ViewGroup", resource_id="a:id/material_clock_face", focusable=True)
    assert keys(face, node(1, (10, 10, 20, 20), "", "TextView", description="10 o'clock"))[1] == (
        "[n0002] TextView ;click; ;;10 o'clock "  # without a blank behind the word that the benchmark adds
    )
    assert keys(face, node(1, (10, 10, 20, 20), "", "TextView", clickable=True, description="9 o'clock"))[
        1
    ] == ("[n0002] TextView ;click click; ;;9 o'clock ")


def test_what_is_kept_and_what_is_left_out() -> None:
    assert keys(
        node(0, (0, 0, 100, 100), "", "ScrollView", scrollable=True),
        node(1, (0, 0, 100, 50), ""),  # says and does nothing: what is in it takes its place
        node(2, (0, 0, 100, 20), "within", "TextView"),
        node(2, (50, 20, 150, 40), "reaches out", "TextView"),
        node(1, (0, 60, 200, 80), "reaches out with", "TextView"),
        node(2, (0, 60, 10, 70), "this in it", "TextView"),
        node(1, (-5, 80, 10, 90), "negative", "TextView"),
        node(1, (10, 90, 10, 95), "without area", "TextView"),
        node(1, (20, 90, 30, 95), "", "ImageView", enabled=False, focused=True),
    ) == [
        "[n0001] ScrollView ;scroll ; ;;",
        "[n0002] TextView ;; ;;within ",
        "[n0003] TextView ;; ;;this in it ",
    ]
    # Where nothing around it is kept, nothing bounds an element: not even the screen.
    assert keys(node(0, (0, 0, 1440, 3120)), node(1, (0, 0, 1500, 10), "wide", "TextView")) == [
        "[n0001] TextView ;; ;;wide "
    ]


def test_a_list_under_a_button_loses_itself_and_the_rows_it_covers() -> None:
    rows = [
        part
        for i in range(3)
        for part in (
            node(1, (0, 30 * i, 100, 30 * i + 30), "", "ViewGroup", clickable=True),
            node(2, (0, 30 * i, 50, 30 * i + 30), f"row {i}", "TextView"),
        )
    ]
    button = node(0, (60, 70, 100, 95), "", "Button", description="Add", clickable=True)
    listed = node(0, (0, 0, 100, 100), "", "ListView", scrollable=True)
    assert keys(listed, *rows, button) == [
        "[n0001] ViewGroup ;click ; ;;",
        "[n0002] TextView ;; ;;row 0 ",
        "[n0003] ViewGroup ;click ; ;;",
        "[n0004] TextView ;; ;;row 1 ",
        "[n0005] TextView ;; ;;row 2 ",  # its row is covered, the words in it are not
        "[n0006] Button ;click ; ;;Add ",
    ]
    # Edges that touch cover nothing.
    assert len(keys(listed, *rows, node(0, (100, 0, 140, 100), "beside", "TextView"))) == 8


def test_judges_stop_at_the_first_key_of_a_level() -> None:
    root = compressed(
        tree(
            node(0, (0, 0, 100, 100), "", "ScrollView", scrollable=True),
            node(1, (0, 0, 100, 40), "", "ViewGroup", clickable=True),
            node(2, (0, 0, 100, 20), "Birthday", "TextView"),
            node(2, (0, 20, 100, 40), "October 24, 1996", "TextView"),
            node(1, (0, 40, 100, 60), "Birthday party", "ViewGroup", clickable=True),
            node(2, (0, 40, 50, 60), "Birthday cake", "TextView"),
            node(1, (0, 60, 100, 80), "", "ViewGroup", clickable=True),
            node(2, (0, 60, 100, 80), "Birthday card", "TextView"),
        )
    )
    (scroll,) = root.children
    first, party, last = scroll.children
    # In the first row; then at the level of rows, where it stops: neither in the party nor in the last row.
    assert parents_of(root, "Birthday") == [first, scroll]
    assert [found.words for found in first.children] == ["Birthday ", "October 24, 1996 "]
    assert matching(root, "Birthday") == [first.children[0], party, last.children[0]]
    assert (has(root, "Birthday c"), has(root, "birthday"), parents_of(root, "screenshot")) == (
        True,
        False,
        [],
    )
    assert text_of(root).splitlines()[:5] == [
        "The current screenshot's description is shown: ",
        "    [n0001] ScrollView ;scroll ; ;;: ",
        "        bounds: [0,0][100,100]",
        "        [n0002] ViewGroup ;click ; ;;: ",
        "            bounds: [0,0][100,40]",
    ]


SIDES = st.integers(-2, 30)


@given(
    st.lists(
        st.builds(
            lambda depth, x, y, w, h, text, on: node(depth, (x, y, x + w, y + h), text, "TextView", clickable=on),
            st.integers(0, 4), SIDES, SIDES, SIDES, SIDES, st.sampled_from(["", "a", "b;c", "\n"]), st.booleans(),
        ),
        max_size=12,
    )
)  # fmt: skip
def test_any_tree_is_compressed_and_written(nodes: list[UiNode]) -> None:
    root = compressed(tree(*nodes))
    found = [one for one in root.walk() if one.number]
    assert [one.number for one in found] == list(range(1, len(found) + 1))
    assert len(found) <= len(nodes)
    assert text_of(root).count("bounds: ") == len(found)
    for one in [root, *found]:
        # Of siblings that are left, a later one covers none, and what is in an element lies within it, unless it was lifted.
        for i, child in enumerate(one.children):
            for later in one.children[i + 1 :]:
                assert child.bounds is not None and later.bounds is not None  # noqa: PT018
                (a, b, c, d), (e, f, g, h) = child.bounds, later.bounds
                assert c <= e or g <= a or d <= f or h <= b
