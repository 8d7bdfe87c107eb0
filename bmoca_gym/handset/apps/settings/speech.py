"""Text-to-speech output: engine, languages, speed and pitch."""

from __future__ import annotations

from bmoca_gym.handset.apps.settings.state import written
from bmoca_gym.handset.resources import Resources, language_name
from bmoca_gym.handset.state import Phone
from bmoca_gym.handset.system import settings
from bmoca_gym.handset.value import Callback, memo

ENGINE = "com.google.android.tts"
LANGUAGE = ("secure", "tts_default_locale")
RATE, PITCH = ("secure", "tts_default_rate"), ("secure", "tts_default_pitch")
NORMAL = 100  # of rate and pitch, percent

#: What Google's engine speaks, as the setting has it.
_SPOKEN = (
    "bn_BD", "bs_BA", "ca_ES", "cs_CZ", "cy_GB", "da_DK", "de_DE", "el_GR", "en_AU", "en_GB", "en_IN",
    "en_NG", "en_US", "es_ES", "es_US", "et_EE", "fi_FI", "fil_PH", "fr_CA", "fr_FR", "gu_IN", "hi_IN",
    "hr_HR", "hu_HU", "id_ID", "is_IS", "it_IT", "ja_JP", "jv_ID", "km_KH", "kn_IN", "ko_KR", "lv_LV",
    "ml_IN", "mr_IN", "ms_MY", "nb_NO", "ne_NP", "nl_BE", "nl_NL", "pl_PL", "pt_BR", "pt_PT", "ro_RO",
    "ru_RU", "si_LK", "sk_SK", "sq_AL", "sr_RS", "su_ID", "sv_SE", "sw_KE", "ta_IN", "te_IN", "th_TH",
    "tr_TR", "uk_UA", "ur_PK", "vi_VN", "yue_HK", "zh_CN", "zh_TW",
)  # fmt: skip


@memo(32, asset=True)
def _spoken(locale: str) -> tuple[tuple[str, str], ...]:
    """The engine's languages, as (name in a language, the setting's text), sorted by name."""
    return tuple(sorted((language_name(locale, tag), tag) for tag in _SPOKEN))


def language_names(res: Resources) -> list[str]:
    """The choices of the language dialog: first the system's language, then all others."""
    return [res.string("android13.settings_system_language"), *[name for name, _ in _spoken(res.locale)]]


def language_chosen(phone: Phone, res: Resources) -> int:
    """The index of the current language; the setting has a pair of engine and language for each engine."""
    pairs = (settings.get(phone, *LANGUAGE) or "").split(",")
    chosen = dict(pair.split(":", 1) for pair in pairs if ":" in pair).get(ENGINE, "")
    tags = [tag for _, tag in _spoken(res.locale)]
    return 1 + tags.index(chosen) if chosen in tags else 0


def language_written(res: Resources, index: int) -> tuple[Callback, ...]:
    """Effects: set the language at an index."""
    tag = _spoken(res.locale)[index - 1][1] if index else ""
    return written(*LANGUAGE, f"{ENGINE}:{tag}")


def reset() -> tuple[Callback, ...]:
    """Effects: reset the rate and pitch."""
    return *written(*RATE, str(NORMAL)), *written(*PITCH, str(NORMAL))
