"""How wide dialogs are on any screen, and on large ones sheets, messages and tabs, which do not grow with the screen.

Android counts a screen as large from 480x640 dp on, so a phone with small letters too: its dialogs are as wide as a
tablet's. The rest of a phone's layout stays here.
"""

from __future__ import annotations

from bmoca_gym.handset.resources import Resources
from bmoca_gym.handset.resources.configuration import STATUS_HEIGHT, TABLET_DP
from bmoca_gym.handset.ui.elements import FILL

#: dp: the widest sheet at the bottom (Material's BottomSheetBehavior), that of shared things (chooser_width), and that
#: of apps which open something (resolver_max_width); the widest form of Google's apps.
SHEET, SHARE_SHEET, RESOLVER, FORM = 640, 412, 480, 640
#: dp: the widest message with an action (design_snackbar_max_width of sw600dp), and what is left around it.
SNACKBAR, SNACKBAR_GAP = 576, 24
#: dp: the widest tab of a bar at the bottom (design_bottom_navigation_active_item_max_width).
TAB = 168
#: The least part of the screen's width that a dialog's window takes, in portrait and in landscape
#: (dialog_min_width_minor and _major), by the least shorter and longer side of the screen in dp.
_SHARES = (((720, 960), (0.72, 0.45)), ((480, 640), (0.80, 0.55)), ((0, 0), (0.95, 0.65)))
#: dp: the width that a dialog's text may have before its window is made wider than its least part
#: (config_prefDialogWidth).
_PREFERRED = 320
#: dp at each side of a dialog that count as part of its window: Android's own (dialog_background_material), and those
#: of Material Components (mtrl_alert_dialog_background_inset_start) on a screen with _HIGH dp between its bars, and on
#: a lower one. dp: Material 3's widest dialog.
_INSET, _WIDE_INSET, _LOW_INSET, _HIGH, _WIDEST = 16, 24, 10, 480, 560


def is_tablet(res: Resources) -> bool:
    """Whether the screen's shorter side has 600 dp, as a tablet's has."""
    return min(res.width, res.height) >= TABLET_DP


def upright_width(res: Resources, height: float) -> float:
    """Width in dp of an upright video that is ``height`` dp high: on a tablet, and on its side, it keeps 9:16.

    On an upright phone it is `FILL`.
    """
    if res.width <= res.height and not is_tablet(res):
        return FILL
    return min(res.width, int(height * 9 / 16))


def tab_width(res: Resources, count: int) -> float:
    """Width in dp of each of ``count`` tabs of a bar at the bottom, which stand in its middle; 0 where they fill it."""
    return TAB if is_tablet(res) and res.width > TAB * count else 0


def form_inset(res: Resources) -> float:
    """dp at each side of a form, which stands in the middle of a tablet with Material 3, and fills other screens."""
    return max(0.0, (res.width - FORM) / 2) if res.material > 2 and is_tablet(res) else 0.0


def header_beside(res: Resources, width: float) -> bool:
    """Whether a picker, ``width`` dp wide with its header at the side, has it there: in landscape, as in Android's and
    Material's ``layout-land``, where there is room.
    """
    return res.width > res.height and res.width >= width + 24


def dialog_width(res: Resources) -> float:
    """Width in dp of a dialog with a title, a text or choices, without what counts as part of its window beside it."""
    short, long = sorted((res.width, res.height))
    portrait, landscape = next(shares for least, shares in _SHARES if short >= least[0] and long >= least[1])
    least_width = int(res.width * (landscape if res.width > res.height else portrait))
    window = max(least_width, min(_PREFERRED, res.width))
    if res.dialogs == "platform" or (not res.dialogs and res.material < 3):
        return window - 2 * _INSET
    high = res.height - STATUS_HEIGHT - res.foot >= _HIGH
    return min(_WIDEST, window - 2 * (_WIDE_INSET if high else _LOW_INSET))
