"""Walmart: tabs, departments, search, products, the cart, stores and their map, in all configurations and languages."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from handset_hand import Hand

from bmoca_gym.handset import resources, screen
from bmoca_gym.handset.apps.walmart import assortment
from bmoca_gym.handset.apps.walmart.state import QUANTITY_LIMIT, TABS
from bmoca_gym.handset.graphics.prints import Print
from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.resources.locales import LOCALES
from bmoca_gym.handset.ui.elements import Box
from bmoca_gym.handset.ui.widgets import Picture

LOOKS = (
    {"density": 330, "font_scale": 1.15}, {"density": 550, "font_scale": 1.15},
    {"height": 2400, "density": 700, "font_scale": 1.15},
    {"width": 1280, "height": 800, "density": 160, "locale": "ar-AE", "dark": True},
)  # fmt: skip


@pytest.fixture
def shop(hand: Hand) -> Hand:
    """A hand on the start page."""
    hand.open("walmart")
    return hand


def boxes(box: Box) -> Iterator[Box]:
    yield box
    for child in box.inside:
        yield from boxes(child)


def selected(hand: Hand) -> list[str]:
    return [tab for tab in TABS if hand.sees(f"navigation_{tab}") and hand.node(f"navigation_{tab}").selected]


# What the tasks' detectors read


def test_it_opens_on_the_shop(shop: Hand) -> None:
    assert shop.node("navigation_shop").enabled
    assert selected(shop) == ["shop"]


@pytest.mark.parametrize("tab", TABS[1:])
def test_tabs(shop: Hand, tab: str) -> None:
    shop.tap(f"navigation_{tab}")
    assert selected(shop) == [tab]
    shop.press("BACK")
    assert selected(shop) == ["shop"]
    shop.press("BACK")
    assert shop.phone.home


@pytest.mark.parametrize("look", LOOKS)
def test_the_tasks_on_every_screen(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    hand.open("walmart")
    assert not hand.sees("cart_fragment_constraint_layout")
    hand.tap("cart_button")
    assert hand.sees("cart_fragment_constraint_layout")
    hand.press("BACK")
    hand.tap("navigation_search")
    assert not hand.sees("category_container_title")
    hand.tap(text="Grocery")
    assert hand.text("category_container_title") == "Grocery"
    assert len(hand.all("subcategory_item")) >= 2
    assert selected(hand) == ["search"]
    hand.tap("navigation_services")
    assert not hand.sees("instoremaps_webview_container")
    hand.tap("service_store_map")
    assert hand.sees("instoremaps_webview_container")


@pytest.mark.parametrize("locale", LOCALES)
def test_the_category_is_called_grocery_in_every_language(
    make_hand: Callable[..., Hand], locale: str
) -> None:
    hand = make_hand(locale=locale)
    hand.open("walmart")
    hand.tap("navigation_search")
    hand.tap("category_item")
    assert hand.text("category_container_title") == "Grocery"
    assert hand.text("search_view") == ("Buscar en Walmart" if locale == "es-US" else "Search Walmart")


def test_a_tab_leads_back_from_screens_over_the_tabs(shop: Hand) -> None:
    shop.tap("navigation_search")
    shop.tap("category_item")
    shop.tap("subcategory_item")
    shop.tap("navigation_account")
    assert selected(shop) == ["account"]
    shop.press("BACK", "BACK")
    assert shop.phone.home


# Searching


def test_search_suggests_and_finds(shop: Hand) -> None:
    shop.tap("search_bar_container")
    shop.type("Milk")
    assert shop.texts("suggestion_text") == ["Milk", "Whole milk, 1 gal"]
    shop.press("ENTER")
    assert shop.text("results_title") == "“Milk”"
    assert shop.text("results_count") == "1 item"
    assert shop.texts("product_name") == ["Whole milk, 1 gal"]
    shop.press("BACK")
    assert shop.texts("suggestion_text") == ["Milk"], "it is remembered"
    shop.tap("clear_searches")
    assert "Milk" not in shop.texts("suggestion_text")


def test_a_suggested_product_opens(shop: Hand) -> None:
    shop.tap("search_bar_container")
    shop.type("aloe")
    shop.tap("search_suggestion", 1)
    assert shop.text("item_title") == "Aloe in terracotta pot"


def test_nothing_is_found_for_nonsense(shop: Hand) -> None:
    shop.tap("search_bar_container")
    shop.type("xyzzy\n")
    assert shop.text("empty_state_title") == "We found nothing for “xyzzy”"


def test_words_match_from_their_beginning() -> None:
    assert assortment.search("BANAN") == ("bananas",)
    assert assortment.search("white eggs") == ("eggs",)
    assert assortment.search("anana") == ()
    assert assortment.search("  ") == ()


def test_sorting(shop: Hand) -> None:
    shop.tap("search_bar_container")
    shop.type("home\n")
    first = shop.texts("price_text")
    shop.tap("sort_button")
    shop.tap("sort_price_low")
    after = shop.texts("price_text")
    assert not shop.sees("sort_price_low")
    assert after != first
    amounts = [float(price[1:]) for price in after]
    assert amounts == sorted(amounts)


# The cart


def test_the_cart_counts(shop: Hand) -> None:
    shop.tap("quantitystepper_root")
    shop.tap("quantitystepper_plus")
    shop.tap("quantitystepper_root", 1)
    assert shop.text("cart_badge") == "3"
    assert shop.text("cart_total") == "$3.62"
    shop.tap("cart_button")
    assert shop.text("cart_title") == "Cart (3 items)"
    assert shop.texts("cart_item_name") == ["Bananas, each", "Whole milk, 1 gal"]
    assert shop.texts("cart_item_price") == ["$0.50", "$3.12"]
    assert shop.text("cart_total_price") == "$3.62"
    shop.tap("cart_remove_button")
    assert shop.texts("cart_item_name") == ["Whole milk, 1 gal"]
    shop.tap("quantitystepper_minus")
    assert shop.text("empty_state_title") == "Time to start shopping!"


def test_a_product_has_a_limit(shop: Hand) -> None:
    for _ in range(QUANTITY_LIMIT):
        shop.tap("quantitystepper_plus" if shop.sees("quantitystepper_plus") else "quantitystepper_root")
    assert shop.text("quantitystepper_text") == "12"
    assert not shop.node("quantitystepper_plus").enabled
    shop.tap("quantitystepper_plus")
    assert shop.text("quantitystepper_text") == "12"


def test_the_cart_is_kept_when_the_app_is_left(shop: Hand) -> None:
    shop.tap("quantitystepper_root")
    shop.tap("navigation_services")
    shop.press("BACK", "BACK")
    shop.open("walmart")
    assert selected(shop) == ["shop"]
    assert shop.text("cart_badge") == "1"


def test_checkout_needs_a_connection(shop: Hand) -> None:
    shop.tap("quantitystepper_root")
    shop.tap("cart_button")
    shop.tap("cart_continue_to_checkout_button")
    assert shop.phone.toast.startswith("No internet connection")


def test_a_product_page(shop: Hand) -> None:
    shop.tap("product_tile_list_view")
    assert shop.text("item_title") == "Bananas, each"
    assert not shop.sees("item_pac_view_cart_cta")
    shop.tap("quantitystepper_root")
    shop.tap("item_pac_view_cart_cta")
    assert shop.texts("cart_item_name") == ["Bananas, each"]


def test_what_was_viewed_is_in_my_items(shop: Hand) -> None:
    shop.tap("product_tile_list_view")
    shop.press("BACK")
    shop.tap("navigation_my_items")
    shop.swipe("up")
    assert "Bananas, each" in shop.texts("product_name")


# The map


def test_a_zone_of_the_map_is_chosen_and_left(shop: Hand) -> None:
    shop.tap("navigation_services")
    shop.tap("service_store_map")
    shop.tap(description="A14 Dairy & eggs")
    assert shop.text("map_zone_name") == "Dairy & eggs"
    assert shop.texts("map_item") == ["Whole milk, 1 gal", "Large white eggs, 12 count"]
    shop.tap("map_item")
    assert shop.text("item_title") == "Whole milk, 1 gal"
    shop.press("BACK")
    shop.tap("map_close")
    assert not shop.sees("map_card")


@pytest.mark.parametrize("look", LOOKS)
def test_the_map_zooms_and_moves(make_hand: Callable[..., Hand], look: dict[str, object]) -> None:
    hand = make_hand(**look)
    hand.open("walmart")
    hand.tap("navigation_services")
    hand.tap("service_store_map")
    whole = len(hand.all("map_zone"))
    assert whole == sum(zone.kind not in ("door", "plain") for zone in assortment.zones().values())
    assert not hand.node("map_zoom_out").enabled
    while hand.node("map_zoom_in").enabled:
        hand.tap("map_zoom_in")
    near = {node.content_description for node in hand.all("map_zone")}
    assert len(near) < whole
    hand.swipe("left")
    hand.swipe("up")
    assert {node.content_description for node in hand.all("map_zone")} != near
    while hand.node("map_zoom_out").enabled:
        hand.tap("map_zoom_out")
    assert len(hand.all("map_zone")) == whole


def test_a_product_is_found_on_the_map(shop: Hand) -> None:
    shop.tap("navigation_services")
    shop.tap("service_store_map")
    shop.tap("map_search")
    shop.type("teddy")
    assert not shop.sees("instoremaps_webview_container")
    shop.tap("map_found_item")
    assert shop.sees("instoremaps_webview_container")
    assert shop.text("map_zone_name") == "Toys"
    assert shop.node(description="K4 Toys").selected


def test_a_product_leads_to_its_aisle(make_hand: Callable[..., Hand]) -> None:
    hand = make_hand(density=330)
    hand.open("walmart")
    hand.tap("product_tile_list_view")
    hand.tap("item_aisle")
    assert hand.text("map_zone_aisle") == "Aisle A1"
    assert hand.sees(description="A1 Fresh produce")


# Stores, account


def test_another_store_becomes_mine(shop: Hand) -> None:
    shop.tap("navigation_account")
    shop.tap("account_store_finder")
    shop.tap("store_item", 1)
    shop.tap("make_my_store")
    assert shop.sees("my_store_label")
    shop.press("BACK", "BACK")
    shop.tap("navigation_shop")
    assert shop.text("store_name") == "Lakeside Neighborhood Market"


def test_signing_in_needs_a_connection(shop: Hand) -> None:
    shop.tap("navigation_account")
    shop.tap("account_sign_in")
    assert not shop.node("continue_button").enabled
    shop.tap("email_field")
    shop.type("someone@example.org")
    shop.tap("continue_button")
    assert shop.phone.toast.startswith("No internet connection")


def test_notifications_switch(shop: Hand) -> None:
    shop.tap("navigation_account")
    shop.tap("account_notifications")
    before = [node.checked for node in shop.all("notification_switch")]
    shop.tap("notification_deals")
    after = [node.checked for node in shop.all("notification_switch")]
    assert (before, after) == ([True, True, True, False], [True, False, True, False])


# The data


def test_the_assortment_fits_together() -> None:
    known = assortment.products()
    assert {f"{key}.jpg" for key in known} == {
        file.name for file in (catalogues.folder_of("walmart") / "photographs").iterdir()
    }
    for department in assortment.departments().values():
        assert department.picture in known
        for category in department.categories:
            assert assortment.in_department(department.key, category.key), category
    assert {product.zone for product in known.values()} <= set(assortment.zones())
    assert set(assortment.services()) <= set(assortment.zones())
    assert all(set(shelf.products) <= set(known) for shelf in assortment.shelves())


def test_every_department_has_at_least_three_products() -> None:
    assert len(assortment.products()) > 50
    for key in assortment.departments():
        assert len(assortment.in_department(key)) >= 3, key
    names = [product.name for product in assortment.products().values()]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("key", ["peanut_butter", "soccer_ball", "water_bottle"])
def test_a_product_is_found_by_its_name_and_shown_whole(shop: Hand, key: str) -> None:
    product = assortment.products()[key]
    shop.tap("search_bar_container")
    shop.type(product.name.split(",")[0] + "\n")
    assert product.name in shop.texts("product_name")
    shop.tap("product_tile_list_view")
    pictures = [
        box.element.name
        for surface in screen.surfaces(shop.phone)
        for box in boxes(surface.box)
        if isinstance(box.element, Picture) and box.element.id.endswith("hero_image")
    ]
    assert pictures == [Print(f"walmart/{key}", whole=True)]


def test_zones_lie_beside_one_another_on_the_plan() -> None:
    zones = list(assortment.zones().values())
    for i, one in enumerate(zones):
        assert 0 <= one.x < one.x + one.width <= assortment.PLAN_WIDTH
        assert 0 <= one.y < one.y + one.height <= assortment.PLAN_HEIGHT
        for other in zones[:i]:
            apart = (
                one.x + one.width <= other.x or other.x + other.width <= one.x
                or one.y + one.height <= other.y or other.y + other.height <= one.y
            )  # fmt: skip
            assert apart, (one.key, other.key)


def test_prices_are_written_as_in_the_shop() -> None:
    assert [assortment.price(cents) for cents in (0, 25, 19800, 123456)] == [
        "$0.00",
        "$0.25",
        "$198.00",
        "$1,234.56",
    ]


def test_nothing_is_left_untranslated() -> None:
    assert [key for key, _ in resources.missing_translations() if key.startswith("walmart.")] == []
