"""Snapseed's edits as data: tools with parameters and styles, and looks made from them."""

from __future__ import annotations

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.value import Value, value


@value
class Edit(Value):
    """One change of a picture: a tool (or "look"), the values of its parameters and the position of its style."""

    tool: str
    values: tuple[int, ...] = ()
    style: int = 0


@value
class Parameter(Value):
    """A parameter that a drag changes. ``name``: its string; ``start``: its initial value."""

    name: str
    low: int = -100
    high: int = 100
    start: int = 0


@value
class Tool(Value):
    """A tool. ``styles``: (string, text) each; the label is both of them, and either may be empty.

    ``framed``: whether it moves a frame over the picture without changing how the picture looks.
    """

    name: str
    glyph: str
    parameters: tuple[Parameter, ...]
    styles: tuple[tuple[str, str], ...] = ()
    framed: bool = False

    @property
    def first(self) -> Edit:
        """The edit that the tool makes when it is opened."""
        return Edit(self.name, tuple([parameter.start for parameter in self.parameters]))

    @property
    def changes_at_once(self) -> bool:
        """Whether merely opening it changes the picture."""
        return not self.framed and (bool(self.styles) or any(p.start for p in self.parameters))


def _plain(*names: str) -> tuple[Parameter, ...]:
    return tuple([Parameter(name) for name in names])


def _share(name: str, start: int = 0) -> Parameter:
    return Parameter(name, 0, 100, start)


def _numbered(name: str, count: int) -> tuple[tuple[str, str], ...]:
    return tuple([(name, str(i + 1)) for i in range(count)])


#: Ratios of the sides that a crop can have, after the picture's own.
RATIOS = ((0, 0), (1, 1), (5, 4), (4, 3), (3, 2), (16, 9))

_TOOLS = (
    Tool(
        "tune_image",
        "tune",
        _plain("brightness", "contrast", "saturation", "ambiance", "highlights", "shadows", "warmth"),
    ),
    Tool("details", "details", (Parameter("structure"), _share("sharpening"))),
    Tool("white_balance", "wb_incandescent", _plain("temperature", "tint")),
    # Upright or not, and the middle of what is kept in thousandths of what it can move.
    Tool(
        "crop",
        "crop",
        (Parameter("", 0, 1), Parameter("", 0, 1000, 500), Parameter("", 0, 1000, 500)),
        (("original", ""), *[("", f"{wide}:{high}") for wide, high in RATIOS[1:]]),
        framed=True,
    ),
    # Quarters of a turn to the right, mirrored or not, and the angle in degrees.
    Tool("rotate", "crop_rotate", (Parameter("", 0, 3), Parameter("", 0, 1), Parameter("straighten", -30, 30))),
    Tool(
        "glamour_glow",
        "blur_on",
        (_share("glow", 50), Parameter("saturation"), Parameter("warmth")),
        _numbered("", 5),
    ),
    Tool(
        "tonal_contrast",
        "tonality",
        (_share("high_tones", 20), _share("mid_tones", 30), _share("low_tones", 20)),
    ),
    Tool(
        "drama",
        "filter_drama",
        (_share("filter_strength", 80), Parameter("saturation")),
        (("drama", "1"), ("drama", "2"), ("bright", "1"), ("bright", "2"), ("dark", "1"), ("dark", "2")),
    ),
    Tool(
        "vintage",
        "filter_vintage",
        (Parameter("brightness"), Parameter("saturation"), _share("style_strength", 70), _share("vignette", 30)),
        _numbered("", 6),
    ),
    Tool(
        "grainy_film",
        "grain",
        (_share("grain", 40), _share("style_strength", 70)),
        tuple([("", f"{letter}0{i}") for letter in "ABL" for i in (1, 2)]),
    ),
    Tool(
        "black_white",
        "filter_b_and_w",
        (Parameter("brightness"), Parameter("contrast"), _share("grain")),
        (("neutral", ""), ("contrast", ""), ("bright", ""), ("dark", ""), ("film", "")),
    ),
    Tool(
        "noir",
        "movie_filter",
        (Parameter("brightness"), _share("wash"), _share("grain", 30), _share("filter_strength", 100)),
        tuple([("", f"S0{i}") for i in range(1, 7)]),
    ),
    Tool("vignette", "vignette", (Parameter("outer_brightness", start=-50), Parameter("inner_brightness"))),
)  # fmt: skip

TOOLS: dict[str, Tool] = {tool.name: tool for tool in _TOOLS}

#: Looks in their order: what each does, one after the other.
LOOKS: dict[str, tuple[Edit, ...]] = {
    "portrait": (Edit("tune_image", (8, 6, 6, 0, 0, 14, 10)), Edit("glamour_glow", (28, 0, 6), 0)),
    "smooth": (Edit("glamour_glow", (55, 6, 4), 1), Edit("tune_image", (4, -8, 0, 0, 0, 12, 0))),
    "pop": (Edit("tune_image", (2, 16, 32, 24, 0, 10, 0)), Edit("details", (18, 10))),
    "accentuate": (Edit("details", (34, 14)), Edit("tune_image", (0, 10, 18, 16, -12, 18, 0))),
    "faded_glow": (Edit("vintage", (6, -18, 45, 10), 2), Edit("glamour_glow", (34, -8, 8), 0)),
    "morning": (Edit("tune_image", (14, -6, 6, 12, 0, 20, 36)), Edit("vignette", (10, 6))),
    "bright": (Edit("tune_image", (26, 6, 8, 10, -6, 28, 0)),),
    "fine_art": (Edit("black_white", (10, 18, 6), 0), Edit("vignette", (-28, 0))),
    "push": (Edit("tune_image", (-6, 34, 14, 0, 0, -10, 4)), Edit("grainy_film", (14, 30), 2)),
    "structure": (Edit("details", (70, 18)), Edit("tonal_contrast", (20, 30, 20))),
    "silhouette": (Edit("black_white", (-22, 60, 0), 1), Edit("tune_image", (0, 30, 0, 0, 16, -46, 0))),
}


def style_label(res: Resources, tool: str, style: int) -> str:
    """The name of a style, such as ``S03`` or ``Drama 1``. The digits of codes are not localized."""
    name, text = TOOLS[tool].styles[style]
    if not name:
        return text if text[0].isalpha() else res.digits(text)
    return " ".join([word for word in (res.string(f"snapseed.{name}"), res.digits(text)) if word])


def edit_label(res: Resources, edit: Edit) -> str:
    """The name of an edit: of its look, or of its tool and style."""
    if edit.tool == "look":
        return res.string(f"snapseed.{tuple(LOOKS)[edit.style]}")
    name = res.string(f"snapseed.{edit.tool}")
    if not TOOLS[edit.tool].styles:
        return name
    return f"{name} ({style_label(res, edit.tool, edit.style)})"
