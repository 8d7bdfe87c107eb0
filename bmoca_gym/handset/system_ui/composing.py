"""Composing of Hangul syllables, and of kana from romaji, from the letters before the cursor."""

from __future__ import annotations

_FIRST = 0xAC00
_LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
_VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
_TAILS = " ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
#: Letters that are written with two keys of the two-set keyboard.
_PAIRS = {
    "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ",
}  # fmt: skip
_JOINED = {pair: one for one, pair in _PAIRS.items()}


def _syllable(lead: str, vowel: str, tail: str = " ") -> str:
    place = (_LEADS.index(lead) * len(_VOWELS) + _VOWELS.index(vowel)) * len(_TAILS) + _TAILS.index(tail)
    return chr(_FIRST + place)


def _letters(syllable: str) -> tuple[str, str, str] | None:
    place = ord(syllable) - _FIRST
    if not 0 <= place < len(_LEADS) * len(_VOWELS) * len(_TAILS):
        return None
    rest, tail = divmod(place, len(_TAILS))
    lead, vowel = divmod(rest, len(_VOWELS))
    return _LEADS[lead], _VOWELS[vowel], _TAILS[tail]


def hangul(last: str, key: str) -> str:
    """Replacement for the character ``last`` ("" for none) after a key of the two-set keyboard.

    >>> hangul("ㄱ", "ㅏ"), hangul("가", "ㄴ"), hangul("간", "ㅏ"), hangul("값", "ㅣ")
    ('가', '간', '가나', '갑시')
    """
    if not last or key not in _VOWELS + _LEADS:
        return last + key
    letters = _letters(last)
    if letters is None:
        if key in _VOWELS and last in _LEADS:
            return _syllable(last, key)
        return _JOINED.get(last + key, last + key) if key in _VOWELS else last + key
    lead, vowel, tail = letters
    if key not in _VOWELS:
        joined = key if tail == " " else _JOINED.get(tail + key, "")
        return _syllable(lead, vowel, joined) if joined and joined in _TAILS else last + key
    if tail == " ":
        joined = _JOINED.get(vowel + key, "")
        return _syllable(lead, joined) if joined else last + key
    pair = _PAIRS.get(tail, " " + tail)
    return _syllable(lead, vowel, pair[0]) + _syllable(pair[1], key)


def hangul_erased(last: str) -> str:
    """Rest of a character after its last key is deleted.

    >>> hangul_erased("값"), hangul_erased("갑"), hangul_erased("과"), hangul_erased("가"), hangul_erased("ㄱ")
    ('갑', '가', '고', 'ㄱ', '')
    """
    letters = _letters(last) if last else None
    if letters is None:
        return ""
    lead, vowel, tail = letters
    if tail != " ":
        return _syllable(lead, vowel, _PAIRS[tail][0] if tail in _PAIRS else " ")
    return _syllable(lead, _PAIRS[vowel][0]) if vowel in _PAIRS else lead


def _kana() -> dict[str, str]:
    """Kana by romaji: the rows of the syllabary, and the contracted sounds."""
    rows = {
        "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの",
        "h": "はひふへほ", "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ",
        "d": "だぢづでど", "b": "ばびぶべぼ", "p": "ぱぴぷぺぽ", "x": "ぁぃぅぇぉ",
    }  # fmt: skip
    found = {
        lead + vowel: kana for lead, row in rows.items() for vowel, kana in zip("aiueo", row, strict=True)
    }
    for lead in "ksctnhmrgzdbpj":
        sound = {"c": "ち", "j": "じ"}.get(lead) or rows[lead][1]
        for vowel, small in (("a", "ゃ"), ("u", "ゅ"), ("o", "ょ")):
            found[f"{lead}y{vowel}"] = sound + small
    for lead, sound in (("sh", "し"), ("ch", "ち"), ("j", "じ")):
        found[lead + "i"] = sound
        for vowel, small in (("a", "ゃ"), ("u", "ゅ"), ("e", "ぇ"), ("o", "ょ")):
            found[lead + vowel] = sound + small
    for vowel, small in (("a", "ぁ"), ("i", "ぃ"), ("e", "ぇ"), ("o", "ぉ")):
        found["f" + vowel] = "ふ" + small
    return found | {
        "ya": "や", "yu": "ゆ", "yo": "よ", "wa": "わ", "wo": "を", "fu": "ふ", "tsu": "つ", "xtsu": "っ", "xya": "ゃ",
        "xyu": "ゅ", "xyo": "ょ", "vu": "ゔ", "nn": "ん",
    }  # fmt: skip


_KANA = _kana()
_LONGEST = 4


def kana(before: str, key: str) -> tuple[int, str]:
    """Number of characters before the cursor that a key of the romaji keyboard replaces, and their replacement.

    >>> kana("k", "a"), kana("かn", "k"), kana("t", "t"), kana("sh", "o"), kana("あ", "k")
    ((1, 'か'), (1, 'んk'), (1, 'っt'), (2, 'しょ'), (0, 'k'))
    """
    for size in range(min(_LONGEST - 1, len(before)), -1, -1):
        romaji = before[len(before) - size :] + key
        if romaji in _KANA:
            return size, _KANA[romaji]
    last = before[-1:]
    if last == "n" and key.isascii() and key.isalpha() and key != "y":
        return 1, "ん" + key
    if last == key and key.isascii() and key.isalpha():
        return 1, "っ" + key
    return 0, key


#: What a key of the kana keyboard writes: where it is tapped, and flicked left, up, right and down.
FLICKS = (
    "あいうえお", "かきくけこ", "さしすせそ", "たちつてと", "なにぬねの", "はひふへほ", "まみむめも", "や「ゆ」よ",
    "らりるれろ", "わをんー〜", "、。？！…",
)  # fmt: skip
_DIRECTIONS = ("", "left", "up", "right", "down")
#: Kana that take one another's place with the key for voiced and small ones.
_CYCLES = (
    "あぁ", "いぃ", "うぅゔ", "えぇ", "おぉ", "かが", "きぎ", "くぐ", "けげ", "こご", "さざ", "しじ", "すず",
    "せぜ", "そぞ", "ただ", "ちぢ", "つっづ", "てで", "とど", "はばぱ", "ひびぴ", "ふぶぷ", "へべぺ", "ほぼぽ",
    "やゃ", "ゆゅ", "よょ", "わゎ",
)  # fmt: skip
_NEXT = {kana: cycle[(at + 1) % len(cycle)] for cycle in _CYCLES for at, kana in enumerate(cycle)}


def flicked(key: str, direction: str) -> str:
    """Character that a key of `FLICKS` writes for a direction, "" for a tap.

    >>> flicked("かきくけこ", "up"), flicked("かきくけこ", "")
    ('く', 'か')
    """
    return key[_DIRECTIONS.index(direction)]


def modified(last: str) -> str:
    """A kana with its voicing or size changed; any other character unchanged.

    >>> modified("は"), modified("ば"), modified("ぱ"), modified("つ")
    ('ば', 'ぱ', 'は', 'っ')
    """
    return _NEXT.get(last, last)


def spelled(text: str) -> str:
    """A text of Hangul as the keys that write it.

    >>> spelled("값이"), spelled("왜")
    ('ㄱㅏㅂㅅㅇㅣ', 'ㅇㅗㅐ')
    """
    keys = []
    for character in text:
        letters = _letters(character)
        parts = [character] if letters is None else [part for part in letters if part != " "]
        keys += [_PAIRS.get(part, part) for part in parts]
    return "".join(keys)
