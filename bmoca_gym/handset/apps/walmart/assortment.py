"""The shop's data: departments, products, stores, services and the store's plan, read from ``assortment.json``.

All of it is invented, and in English as the shop's servers send it whatever the phone's language is. Members of the
file, each a list, of objects with the fields of the classes below:

    departments  with ``categories``; ``picture``: the product whose photograph represents it
    products     ``key`` is also its photograph's name; ``cents``: its price; ``rating``: tenths of a star
    shelves      rows of products on the start page, and the department that ``View all`` leads to
    stores       ``miles``: from here
    services     ``glyph``: of the icon font; ``key``: also its zone's
    zones        rectangles of the store's plan, in `PLAN_WIDTH` x `PLAN_HEIGHT` units; ``code``: the aisle, or ""
    popular      popular searches, as texts
"""

from __future__ import annotations

from functools import cache, partial
from typing import NamedTuple

from bmoca_gym.handset.resources import catalogues
from bmoca_gym.handset.resources.words import plain

#: Size of the store's plan.
PLAN_WIDTH, PLAN_HEIGHT = 100, 80


class Category(NamedTuple):
    """A part of a department."""

    key: str
    name: str


class Department(NamedTuple):
    """See the module's text."""

    key: str
    name: str
    picture: str
    categories: tuple[Category, ...]


class Product(NamedTuple):
    """A product; see the module. ``unit_price``: the price per pound or the like, or ""."""

    key: str
    name: str
    department: str
    category: str
    cents: int
    unit_price: str
    rating: int
    reviews: int
    zone: str
    details: str


class Shelf(NamedTuple):
    """See the module's text."""

    key: str
    name: str
    products: tuple[str, ...]
    department: str


class Store(NamedTuple):
    """See the module's text."""

    key: str
    name: str
    address: str
    miles: str
    hours: str


class Service(NamedTuple):
    """A service of the shop; the module's docstring describes its fields."""

    key: str
    name: str
    glyph: str
    hours: str
    details: str


class Zone(NamedTuple):
    """See the module's text. ``kind``: food, house, goods, service, door or plain, which decides its colour."""

    key: str
    name: str
    code: str
    x: int
    y: int
    width: int
    height: int
    kind: str


_file = partial(catalogues.json_of, "walmart", "assortment")


@cache
def departments() -> dict[str, Department]:
    """Departments by key, in order."""
    return {
        entry["key"]: Department(
            entry["key"],
            entry["name"],
            entry["picture"],
            tuple([Category(**category) for category in entry["categories"]]),
        )
        for entry in _file()["departments"]
    }


@cache
def products() -> dict[str, Product]:
    """Products by key, in order."""
    return {entry["key"]: Product(**entry) for entry in _file()["products"]}


@cache
def shelves() -> tuple[Shelf, ...]:
    """The shelves of the start page."""
    return tuple([Shelf(**(entry | {"products": tuple(entry["products"])})) for entry in _file()["shelves"]])


@cache
def stores() -> dict[str, Store]:
    """Stores by key, nearest first."""
    return {entry["key"]: Store(**entry) for entry in _file()["stores"]}


@cache
def services() -> dict[str, Service]:
    """Services by key."""
    return {entry["key"]: Service(**entry) for entry in _file()["services"]}


@cache
def zones() -> dict[str, Zone]:
    """Zones of the plan by key."""
    return {entry["key"]: Zone(**entry) for entry in _file()["zones"]}


def popular() -> tuple[str, ...]:
    """Words that many shoppers search for."""
    return tuple(_file()["popular"])


def in_department(department: str, category: str = "") -> tuple[str, ...]:
    """Keys of a department's products, or of one of its categories."""
    return tuple(
        [
            product.key
            for product in products().values()
            if product.department == department and category in ("", product.category)
        ]
    )


def in_zone(zone: str) -> tuple[str, ...]:
    """The keys of the products in a zone."""
    return tuple([product.key for product in products().values() if product.zone == zone])


def search(text: str) -> tuple[str, ...]:
    """The keys of products whose name, department or category has words beginning with those of ``text``."""
    words = plain(text).replace("-", " ").split()
    return tuple(
        [key for key, about in _searched().items() if words and all(f" {word}" in about for word in words)]
    )


@cache
def _searched() -> dict[str, str]:
    """The searchable text of each product, with a space before every word."""
    found = {}
    for product in products().values():
        department = departments()[product.department]
        category = next(c.name for c in department.categories if c.key == product.category)
        about = plain(f" {product.name} {department.name} {category}")
        found[product.key] = about.replace("-", " ")
    return found


def price(cents: int) -> str:
    """An amount as the shop writes it."""
    return f"${cents // 100:,}.{cents % 100:02d}"
