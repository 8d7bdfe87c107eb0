"""Configuration of the embedded handset: screen, density, font scale, locale, dark theme, wallpaper."""

from __future__ import annotations

from bmoca_gym.handset.errors import ConfigurationError
from bmoca_gym.handset.resources.accounts import Account
from bmoca_gym.handset.resources.locales import locale_named
from bmoca_gym.handset.resources.metrics import Metrics
from bmoca_gym.handset.value import Value, memo, value

#: dp: the height of the status bar; the size of the navigation bar; the least width of a tablet, whose navigation bar
#: is always at the bottom.
STATUS_HEIGHT, NAVIGATION_BAR, TABLET_DP = 24, 48, 600
#: The height of the navigation bar with gestures in place of buttons, in dp.
HANDLE_BAR = 24
#: Least width of a screen in dp.
NARROWEST_DP = 180


@value
class Configuration(Value):
    """Configuration of a handset.

    Attributes:
        width: width of the screen in px.
        height: height of the screen in px.
        density: dpi.
        font_scale: 0.5 to 2.
        locale: canonical tag, one of `locales.LOCALES`.
        dark: whether the dark theme is on.
        wallpaper: name of a wallpaper, or the bytes of a picture file.
        hours: format of times, "12", "24", or "" for that of the locale.
        gestures: whether gestures take the place of the navigation bar's buttons.
        material: generation of Material Design of the release's windows: 2, or 3 from Android 12 on. The image decides.
        account: who is signed in to Google's apps; None: nobody is. The image decides.

    Raises:
        ConfigurationError: no phone can have a field's value, or the screen is less than 180 dp wide.
    """

    width: int = 1080
    height: int = 2160
    density: int = 440
    font_scale: float = 1.0
    locale: str = "en-US"
    dark: bool = False
    wallpaper: str | bytes = "00_default"
    hours: str = ""
    gestures: bool = False
    material: int = 2
    account: Account | None = None

    def __post_init__(self) -> None:
        for name, low, high in (("width", 240, 4320), ("height", 240, 4320), ("density", 80, 960)):
            number = getattr(self, name)
            if not (type(number) is int and low <= number <= high):
                raise ConfigurationError(
                    f"{name} is {number!r}; it must be a whole number from {low} to {high}"
                )
        scale = self.font_scale
        if isinstance(scale, bool) or not (isinstance(scale, (int, float)) and 0.5 <= scale <= 2.0):
            raise ConfigurationError(f"font_scale is {self.font_scale!r}; it must be a number from 0.5 to 2")
        for name in ("dark", "gestures"):
            if type(getattr(self, name)) is not bool:
                raise ConfigurationError(f"{name} is {getattr(self, name)!r}; it must be True or False")
        if self.material not in (2, 3):
            raise ConfigurationError(f"material is {self.material!r}; it must be 2 or 3")
        if min(self.width, self.height) * 160 / self.density < NARROWEST_DP:
            raise ConfigurationError(
                f"{self.width}x{self.height} px at {self.density} dpi is {self.width * 160 // self.density} dp wide; "
                f"a phone shows at least {NARROWEST_DP} dp: lower the density"
            )
        # Equal configurations must also print alike.
        object.__setattr__(self, "font_scale", float(self.font_scale))
        object.__setattr__(self, "locale", locale_named(self.locale).tag)

    @property
    def bar_at_side(self) -> bool:
        """Whether the navigation bar is at the side: on a phone in landscape, with buttons (DisplayPolicy, API 29)."""
        return not self.gestures and self.width > self.height and not self.is_tablet

    @property
    def is_tablet(self) -> bool:
        """Whether the shorter side of the screen has 600 dp (sw600dp)."""
        return min(self.width, self.height) * 160 >= TABLET_DP * self.density

    @property
    def bar(self) -> int:
        """Height of the navigation bar in dp, or its width at the side."""
        return HANDLE_BAR if self.gestures else NAVIGATION_BAR

    @property
    def metrics(self) -> Metrics:
        """Metrics that the layout depends on."""
        return _metrics(self.density, self.font_scale, self.locale)


@memo(256, asset=True)
def _metrics(density: int, font_scale: float, locale: str) -> Metrics:
    known = locale_named(locale)
    scale = density / 160
    return Metrics(scale, scale * font_scale, known.rtl, known.font_language)
