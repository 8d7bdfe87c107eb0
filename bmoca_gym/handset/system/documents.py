"""URIs of files in intents and providers, and MIME types of files."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

from bmoca_gym.handset.system.files import STORAGE, resolve

_DOCUMENTS = "content://com.android.externalstorage.documents/document/primary:"
_ANYTHING = "application/octet-stream"

# One word is both the subtype and the suffix, unless the suffix is given.
_WORDS = {
    "image/": "bmp gif heic jpeg:jpg jpeg png svg+xml:svg webp",
    "audio/": "aac amr flac midi:mid mpeg:mp3 mp4:m4a mpegurl:m3u ogg:oga ogg x-wav:wav opus",
    "video/": "3gpp:3gp avi mp4 mpeg:mpg quicktime:mov webm x-matroska:mkv",
    "text/": "calendar:ics css csv html html:htm plain:txt plain:log markdown:md x-vcard:vcf xml",
    "application/": (
        "pdf zip json javascript:js xhtml+xml:xhtml epub+zip:epub msword:doc vnd.ms-excel:xls vnd.ms-powerpoint:ppt "
        "vnd.android.package-archive:apk vnd.oasis.opendocument.text:odt "
        "vnd.openxmlformats-officedocument.wordprocessingml.document:docx "
        "vnd.openxmlformats-officedocument.spreadsheetml.sheet:xlsx "
        "vnd.openxmlformats-officedocument.presentationml.presentation:pptx"
    ),
}

#: The type of a playlist, which contains no recording itself.
PLAYLIST = "audio/mpegurl"

#: MIME types by suffix, in lower case.
TYPES: dict[str, str] = {
    (word.partition(":")[2] or word): kind + word.partition(":")[0]
    for kind, words in _WORDS.items()
    for word in words.split()
}


def uri_of(path: str) -> str:
    """Return the URI by which an app passes a user's file to another app."""
    return _DOCUMENTS.replace("primary:", "primary%3A") + quote(path.removeprefix(STORAGE + "/"), safe="")


def path_of(uri: str) -> str:
    """Return the path of the user's file that a URI refers to, or ""."""
    text = unquote(uri)
    if text.startswith(_DOCUMENTS):
        return f"{STORAGE}/{text[len(_DOCUMENTS) :]}"
    try:
        parts = urlsplit(uri)
    except ValueError:
        return ""
    path = unquote(parts.path)
    return resolve(path) if parts.scheme == "file" and path.startswith("/") and "\0" not in path else ""


def type_of(path: str) -> str:
    """Return the MIME type of a file, from its name."""
    _, dot, suffix = path.rpartition("/")[2].rpartition(".")
    return TYPES.get(suffix.lower(), _ANYTHING) if dot else _ANYTHING


def named(name: str, mime: str) -> str:
    """Return the name of a new document, with a suffix of its type if it has none."""
    if type_of(name) == mime:
        return name
    suffix = next((suffix for suffix, kind in TYPES.items() if kind == mime), "")
    return f"{name}.{suffix}" if suffix else name
