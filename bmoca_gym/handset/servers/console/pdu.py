"""Text messages as PDUs (3GPP TS 23.040, SMS-DELIVER), for ``sms pdu``."""

from __future__ import annotations

_LONGEST = 2 * (256 + 16)
_DIGITS = "0123456789*#abc"
_ALPHANUMERIC = 5
_INTERNATIONAL = 1
#: The basic alphabet of 3GPP TS 23.038. What its escape code leads to is read as a blank, as old phones do.
_ALPHABET = (
    "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?"
    "¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
)


def read(text: str) -> tuple[str, str]:
    """Parse the sender and the text of a message, given in hexadecimal digits.

    Raises:
        ValueError: it is not an SMS-DELIVER, or is cut off.
    """
    if len(text) > _LONGEST:
        raise ValueError(f"{len(text)} digits; a PDU has at most {_LONGEST}")
    data = bytes.fromhex(text)
    try:
        at = 1 + data[0]  # the service centre
        first = data[at]
        if first & 3 != 0:
            raise ValueError("its type is not SMS-DELIVER")
        digits = data[at + 1]
        at += 3 + (digits + 1) // 2
        sender = _address(data[at - (digits + 1) // 2 - 1], data[at - (digits + 1) // 2 : at], digits)
        coding, length = data[at + 1], data[at + 9]
        body = data[at + 10 :]
        header = body[0] + 1 if first & 0x40 else 0
        return sender, _text(body, coding, length, header)
    except IndexError:
        raise ValueError("it ends too early") from None


def _address(kind: int, data: bytes, digits: int) -> str:
    if kind >> 4 & 7 == _ALPHANUMERIC:
        return _unpacked(data, 0, digits * 4 // 7)
    found = "".join(f"{byte & 15:x}{byte >> 4:x}" for byte in data)[:digits]
    number = "".join(_DIGITS[int(digit, 16)] for digit in found)
    return "+" * (kind >> 4 & 7 == _INTERNATIONAL) + number


def _text(body: bytes, coding: int, length: int, header: int) -> str:
    alphabet = coding >> 2 & 3
    if alphabet == 0:
        skipped = -(-header * 8 // 7)
        if len(body) * 8 < length * 7:
            raise IndexError
        return _unpacked(body, skipped, length)
    if len(body) < length:
        raise IndexError
    return body[header:length].decode("utf-16-be" if alphabet == 2 else "latin-1", "replace")


def _unpacked(data: bytes, first: int, end: int) -> str:
    """Unpack the 7-bit characters from ``first`` to ``end``."""
    bits = int.from_bytes(data, "little")
    return "".join(_ALPHABET[min(bits >> 7 * i & 127, len(_ALPHABET) - 1)] for i in range(first, end))
