"""Selectors, as objects and as Java text, and XPath: matches in a window, and refusals."""

from __future__ import annotations

import contextlib
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from bmoca_gym.handset.servers.errors import SelectorError
from bmoca_gym.handset.servers.ui_automator import hierarchies, selector_text, selectors, xpath_functions
from bmoca_gym.handset.servers.ui_automator.hierarchies import find_by_xpath
from bmoca_gym.handset.servers.ui_automator.selectors import Selector, Window
from bmoca_gym.handset.servers.uiautomator2.calls import selector_of
from bmoca_gym.handset.ui.tree import UiNode, UiTree


def node(depth: int, name: str = "View", text: str = "", **more: object) -> UiNode:
    id = str(more.pop("id", ""))
    return UiNode(
        f"a.{name}", id, text, str(more.pop("description", "")), (0, 0, 10, 10), "a.b", depth, **more
    )  # type: ignore[arg-type]


TREE = UiTree(
    (
        node(0, "Frame"),
        node(1, "List", id="a.b:id/list", scrollable=True),
        node(2, "Row", description="First"), node(3, "Text", "One"), node(3, "Switch", checkable=True),
        node(2, "Row", description="Second"), node(3, "Text", "Two"), node(3, "Switch", checkable=True, checked=True),
        node(2, "Row", description="Third"), node(3, "Text", "Twenty"), node(3, "Switch", checkable=True, enabled=False),
        node(1, "Text", "Two"),
    ),
    10,
    10,
)  # fmt: skip
WINDOW = Window(TREE)


def test_structure() -> None:
    assert WINDOW.parents == [-1, 0, 1, 2, 2, 1, 5, 5, 1, 8, 8, 0]
    assert WINDOW.indices == [0, 0, 0, 0, 1, 1, 0, 1, 2, 0, 1, 1]
    assert list(WINDOW.below(5)) == [6, 7]
    assert WINDOW.children[1] == [2, 5, 8]


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ('new UiSelector().text("Two")', [6, 11]),
        ('new UiSelector().text("two")', []),
        ('new UiSelector().textContains("TW")', [6, 9, 11]),
        ('UiSelector().textStartsWith("twe")', [9]),
        ('text("One")', [3]),
        ('.text("One");', [3]),
        (' new  UiSelector ( ) . text ( "One" ) ', [3]),
        ('new UiSelector().textMatches("T.*[yo]$")', [6, 9, 11]),
        ('new UiSelector().textMatches("Tw")', []),
        (r'new UiSelector().textMatches("(?i)\\w{3}")', [3, 6, 11]),
        ('new UiSelector().className("a.Switch").checked(true)', [7]),
        ('new UiSelector().className("a.Switch").enabled(false)', [10]),
        ('new UiSelector().className("a.Switch").instance(1)', [7]),
        ('new UiSelector().className("a.Switch").instance(3)', []),
        (
            'new UiSelector().resourceId("a.b:id/list").childSelector(new UiSelector().className("a.Text"))',
            [3, 6, 9],
        ),
        ('new UiSelector().description("Second").childSelector(new UiSelector().className("a.Switch"))', [7]),
        ('new UiSelector().text("Two").fromParent(new UiSelector().className("a.Switch"))', [4, 7, 10]),
        ('new UiSelector().text("Two").instance(0).fromParent(new UiSelector().className("a.Switch"))', [7]),
        ('new UiSelector().resourceIdMatches(".*/list").index(0).scrollable(true)', [1]),
        ('new UiSelector().packageName("a.b").descriptionContains("ir")', [2, 8]),
        (r'new UiSelector().text("a\"b\u0041\n")', []),
    ],
)
def test_java_selectors(text: str, places: list[int]) -> None:
    search = selector_text.parse(text)
    assert selectors.find(WINDOW, search.selector) == places


@pytest.mark.parametrize(
    "text",
    [
        "", "new", "new UiSelector", "new UiSelector(", "new UiSelector().", "new UiSelector().text", "new UiSelector().text()",
        "new UiSelector().text(1)", 'new UiSelector().clickable("x")', 'new UiSelector().text("a',
        'new UiSelector().text("a"))', 'new UiSelector().text("a").getClass()', "new java.io.File()",
        'new UiSelector().text("a") new UiSelector()', "new UiSelector().instance(-1)", "new UiSelector().instance(99999999999)",
        "new UiSelector().childSelector(1)", 'new UiScrollable("a")', "new UiScrollable(new UiSelector()).exec(1)",
        "new UiScrollable(new UiSelector()).setMaxSearchSwipes(true)", "__import__('os')", "new UiSelector().text(text)",
        "new UiSelector().childSelector(" * 1000, "(" * 8000, "x" * 9000,
    ],
)  # fmt: skip
def test_what_is_no_selector(text: str) -> None:
    with pytest.raises(SelectorError):
        selector_text.parse(text)


@given(st.text(max_size=60) | st.text('new UiSelctorbax().,;"\\(1 ', max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        search = selector_text.parse(text)
    except SelectorError:
        return
    selectors.find(WINDOW, search.selector)


def test_scrollables() -> None:
    search = selector_text.parse(
        "new UiScrollable(new UiSelector().scrollable(true)).setAsHorizontalList().setMaxSearchSwipes(3)"
        '.scrollIntoView(new UiSelector().text("x"))'
    )
    assert (search.vertical, search.most_swipes) == (False, 3)
    assert search.wanted == Selector().with_criterion("text", "x")
    by_text = selector_text.parse('new UiScrollable(new UiSelector()).scrollTextIntoView("x")')
    assert by_text.wanted == Selector().with_criterion("text", "x")
    child = selector_text.parse(
        'new UiScrollable(new UiSelector()).getChildByText(new UiSelector().index(1), "x")'
    )
    assert child.wanted == Selector().with_criterion("index", 1).with_criterion("text", "x")
    assert selector_text.parse("new UiScrollable(new UiSelector()).scrollToEnd(5)").move == "scrollToEnd"


def test_objects_of_uiautomator2() -> None:
    given_object = {
        "mask": 1, "text": "Two", "instance": 0, "childOrSibling": ["sibling"],
        "childOrSiblingSelector": [{"mask": 16, "childOrSibling": [], "childOrSiblingSelector": [], "className": "a.Switch"}],
    }  # fmt: skip
    assert selectors.find(WINDOW, selector_of(given_object)) == [7]
    assert selectors.find(WINDOW, selector_of({})) == list(range(12))
    nested: dict[str, object] = {}
    for _ in range(20):
        nested = {"childOrSibling": ["child"], "childOrSiblingSelector": [nested]}
    for wrong in (None, [], "x", {"text": 1}, {"clickable": 1}, {"index": True}, {"index": -1}, nested, {"childOrSibling": "x"},
                  {"childOrSibling": ["child"]}, {"childOrSibling": ["x"], "childOrSiblingSelector": [{}]}):  # fmt: skip
        with pytest.raises(SelectorError):
            selector_of(wrong)


def test_expressions_that_would_take_for_ever_do_not() -> None:
    long = Window(UiTree((node(0, "Text", "a" * 10_000),), 10, 10))
    start = time.monotonic()
    for pattern in ("(a+)+b", "(a|a)*b", "(.*)*x", "a{200}{200}", "((a*)*)*b"):
        with contextlib.suppress(SelectorError):
            assert not selectors.find(long, Selector().with_criterion("textMatches", pattern))
    assert time.monotonic() - start < 30
    many = Selector()
    for _ in range(40):
        many = many.with_step("child", Selector().with_criterion("textMatches", "(a+)+b"))
    with pytest.raises(SelectorError, match="parts"):
        selectors.find(long, many)


@pytest.mark.parametrize("pattern", ["(", "[", "*", "a{2,1}", "(?=a)", "a" * 5000, r"\1", "(?P<x>a)"])
def test_expressions_that_are_none(pattern: str) -> None:
    with pytest.raises(SelectorError):
        selectors.find(WINDOW, Selector().with_criterion("textMatches", pattern))


# XPath


@pytest.mark.parametrize(
    ("expression", "places"),
    [
        ("//a.Text", [3, 6, 9, 11]), ("//*[@text='Two']", [6, 11]), ("//a.Row[@content-desc='Second']/a.Text", [6]),
        ("//a.Text[@text='Two']/following-sibling::a.Switch", [7]), ("(//a.Switch)[2]", [7]), ("//a.Row[last()]//a.Switch", [10]),
        ("/hierarchy/a.Frame", [0]), ("/hierarchy", []), ("//*[@checked='true']/..", [5]), ("//*[contains(@text,'wen')]", [9]),
        ("//*[@resource-id='a.b:id/list']", [1]), ("//a.Row[a.Text[@text='One']]", [2]), ("//nothing", []),
        ("//*[.//*[@text='Twenty']]", [0, 1, 8]),
    ],
)  # fmt: skip
def test_xpath(expression: str, places: list[int]) -> None:
    assert find_by_xpath(WINDOW, expression) == places


@pytest.mark.parametrize(
    ("expression", "places"),
    [
        ("//*[matches(@text, '^T.*[yo]$')]", [6, 9, 11]), ("//*[matches(@text, '^t', 'i')]", [6, 9, 11]),
        ("//*[matches(@text, 'wen|^One$')]", [3, 9]), ("//*[lower-case(@text)='two']", [6, 11]),
        ("//a.Text[upper-case(@text)='ONE']", [3]), ("//*[ends-with(@text, 'o')]", [6, 11]),
        ("//*[ends-with(@resource-id, ':id/list')]", [1]),
        ("//*[replace(@text, '(.)w(.+)', '$2$1')='oT']", [6, 11]), ("//*[replace(@text, 'n', '\\$')='O$e']", [3]),
        ("//a.Row[string-join(a.Text/@text, '+')='Twenty']", [8]), ("//*[tokenize(@content-desc, 'i')[2]='rst']", [2]),
        ("//*[count(tokenize(@text, 'e'))=2]", [3, 9]), ("//*[exists(a.Switch[@checked='true'])]", [5]),
        ("//a.Row[empty(a.Switch[@enabled='false'])]", [2, 5]), ("//*[abs(-2)=2 and @text='One']", [3]),
        ("//a.Row[max(a.Text/@index)=0 and min(*/@index)=0 and avg(*/@index)=0.5]", [2, 5, 8]),
    ],
)  # fmt: skip
def test_functions_of_xpath_2(expression: str, places: list[int]) -> None:
    assert find_by_xpath(WINDOW, expression) == places


@pytest.mark.parametrize(
    ("expression", "message"),
    [
        ("//*[matches(@text, '(')]", "regular expression"), ("//*[matches(@text, '(?=a)')]", "regular expression"),
        ("//*[matches(@text, 'a', 'q')]", "flags"), ("//*[matches(@text)]", "matches"), ("//*[lower-case()]", "argument"),
        ("//*[replace(@text, 'T', '$')='x']", "replacement"), ("//*[fn:matches(@text, 'a')]", "fn"),
        ("//*[replace(replace(replace(replace(@class,'.','" + "b" * 400 + "'),'.','" + "b" * 400 + "'),'.','" + "b" * 400 + "'),'x','')]",
         "letters"),
    ],
)  # fmt: skip
def test_functions_of_xpath_2_that_are_refused(expression: str, message: str) -> None:
    with pytest.raises(SelectorError, match=message):
        find_by_xpath(WINDOW, expression)


def test_functions_of_xpath_2_are_called_so_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xpath_functions, "MOST_CALLS", 50)
    with pytest.raises(SelectorError, match="50 times"):
        find_by_xpath(WINDOW, "//*[//*[matches(@text, '(a+)+$')]]")


def test_xpath_below_a_node() -> None:
    assert find_by_xpath(WINDOW, ".//a.Text", 5) == [6]
    assert find_by_xpath(WINDOW, "./a.Text", 1) == []


@pytest.mark.parametrize(
    "expression",
    ["", "//*[", "1 + 1", "'text'", "//@text", "count(//*)", "//x:y", "re:test('a', '(a+)+$')", "document('file:///etc/passwd')",
     "//*" + "/.." * 60, "//*[" * 50 + "]" * 50, "//*" + "[//*" * 12 + "]" * 12, "//*" + "[../*" * 12 + "]" * 12, "a" * 3000, "//\0",
     "//*[document('http://127.0.0.1/')]", "$x"],
)  # fmt: skip
def test_xpaths_that_are_refused(expression: str) -> None:
    with pytest.raises(SelectorError):
        find_by_xpath(WINDOW, expression)


@given(st.text("/*[]@.a:()'=|- 1textchild", max_size=40))
def test_any_xpath_is_read_or_refused(expression: str) -> None:
    with contextlib.suppress(SelectorError):
        find_by_xpath(WINDOW, expression)


@pytest.mark.exhaustive
def test_costly_xpaths_end_in_time() -> None:
    wide = Window(UiTree((node(0), *(node(1) for _ in range(120))), 10, 10))
    deep = Window(UiTree(tuple(node(at) for at in range(120)), 10, 10))
    wider = Window(UiTree((node(0), *(node(1) for _ in range(400))), 10, 10))
    with pytest.raises(SelectorError, match="too often"):
        find_by_xpath(wider, "//*[../*[../*[@x]]]")
    start = time.monotonic()
    for window in (wide, deep):
        for expression in ("//*[count(//*[count(//*)>0])>0]", "//*[.//*[.//*[.//*]]]", "//*[../*[../*[@x]]]",
                           "//*/following::*/preceding::*/following::*/preceding::*"):  # fmt: skip
            with contextlib.suppress(SelectorError):
                find_by_xpath(window, expression)
    assert time.monotonic() - start < 30


def test_xml_holds_any_text() -> None:
    tree = UiTree((node(0, "Fr$ame", 'a\0b<"&\n\ud800', description="\x0b"), node(1, "1 bad name")), 10, 10)
    source = etree.fromstring(hierarchies.appium_xml_of(tree).encode())
    assert [element.tag for element in source.iterdescendants()] == ["a.Fr.ame", "view"]
    assert source[0].get("text") == 'a.b<"&\n.'
    dump = etree.fromstring(hierarchies.indented_xml_of(tree, 1).encode())
    assert [element.get("class") for element in dump.iter("node")] == ["a.Fr$ame"]
