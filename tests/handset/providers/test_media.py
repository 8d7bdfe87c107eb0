"""The media provider: metadata of pushed files, its rows in the shell, and files with nonsense."""

from __future__ import annotations

import random
import struct
import time
import wave
from io import BytesIO

import pytest
from handset_hand import Hand

from bmoca_gym.handset.providers import media
from bmoca_gym.handset.providers.media import Facts


def recording(seconds: float) -> bytes:
    file = BytesIO()
    with wave.open(file, "wb") as out:
        out.setparams((1, 2, 8000, 0, "NONE", ""))
        out.writeframes(bytes(round(16000 * seconds)))
    return file.getvalue()


def tagged(**frames: str) -> bytes:
    """An MP3 file: an ID3v2.3 tag and 100 silent frames of 128 kbit/s, 26 ms each."""
    body = b"".join(
        name.encode() + struct.pack(">I", len(text) + 1) + b"\0\0\0" + text.encode()
        for name, text in frames.items()
    )
    size = bytes(len(body) >> shift & 0x7F for shift in (21, 14, 7, 0))
    return b"ID3\3\0\0" + size + body + (b"\xff\xfb\x90\x00" + bytes(413)) * 100


def box(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", 8 + len(body)) + kind + body


def film(milliseconds: int, width: int, height: int, version: int = 0) -> bytes:
    times = struct.pack(">I", version << 24) + (
        struct.pack(">QQIQ", 0, 0, 1000, milliseconds)
        if version
        else struct.pack(">IIII", 0, 0, 1000, milliseconds)
    )
    size = struct.pack(">I", version << 24) + bytes(84 if version else 72)
    track = box(b"trak", box(b"tkhd", size + struct.pack(">II", width << 16, height << 16)))
    return box(b"ftyp", b"isom") + box(b"mdat", bytes(64)) + box(b"moov", box(b"mvhd", times) + track)


SONG = tagged(TIT2="Harbour Lights", TPE1="The Lanterns", TALB="Night Ferry")


def test_what_files_say_of_themselves() -> None:
    assert media.facts_of(SONG, "audio", "mp3") == Facts(
        "Harbour Lights", "The Lanterns", "Night Ferry", 2612
    )
    assert media.facts_of(recording(1.5), "audio", "wav") == Facts(duration=1500)
    for version in (0, 1):
        assert media.facts_of(film(4200, 640, 480, version), "video", "mp4") == Facts(
            "", "", "", 4200, 640, 480
        )
    assert media.facts_of(b"no picture", "images", "jpg") is None


def test_the_shell_reads_and_deletes_what_was_pushed() -> None:
    hand = Hand()
    hand.device.write_file("/sdcard/Music/song.mp3", SONG)
    hand.device.write_file("/sdcard/Music/Memos/note.wav", recording(2))
    hand.device.write_file("/sdcard/Movies/film.mp4", film(4200, 640, 480))
    hand.device.write_file("/sdcard/Music/.hidden/other.mp3", SONG)
    scan = "am broadcast -a android.intent.action.MEDIA_SCANNER_SCAN_FILE -d file:///sdcard/Music/song.mp3"
    assert hand.shell(scan).endswith("Broadcast completed: result=0\n")

    def rows(kind: str, columns: str, more: str = "") -> list[str]:
        uri = f"content://media/external/{kind}/media{more}"
        return hand.shell(f"content query --uri {uri} --projection {columns}").splitlines()

    assert sorted(
        row.partition(" ")[2].partition(" ")[2] for row in rows("audio", "title:artist:album:duration")
    ) == [
        "title=Harbour Lights, artist=The Lanterns, album=Night Ferry, duration=2612",
        "title=note, artist=<unknown>, album=Memos, duration=2000",
    ]
    assert rows("video", "_data:mime_type:width:height:duration:_size") == [
        "Row: 0 _data=/storage/emulated/0/Movies/film.mp4, mime_type=video/mp4, width=640, height=480, "
        f"duration=4200, _size={len(film(4200, 640, 480))}"
    ]
    (picture,) = rows("images", "_id:_display_name:artist")
    id = picture.partition("_id=")[2].partition(",")[0]
    assert rows("images", "_display_name", f"/{id}") == ["Row: 0 _display_name=99_Colosseum.jpg"]
    hand.shell("content delete --uri content://media/external/audio/media --where \"title='note'\"")
    assert rows("audio", "_display_name") == ["Row: 0 _display_name=song.mp3"]
    assert "/sdcard/Music/Memos/note.wav" not in hand.phone.files
    for wrong in ("external/images", "internal/audio/media", "external/audio/media/x"):
        assert hand.device.shell(f"content query --uri content://media/{wrong}")[1] != 0


@pytest.mark.parametrize("suffix", ["mp3", "m4a", "ogg", "wav", "flac", "opus", "mp4"])
def test_hostile_files_are_read_quickly_and_never_raise(suffix: str) -> None:
    rng = random.Random(suffix)
    kind = "video" if suffix == "mp4" else "audio"
    nested = b""
    for _ in range(3000):
        nested = box(b"moov", nested)
    seeds = [SONG, recording(0.1), film(1, 2, 3), nested, b"OggS" * 500_000, b"fLaC" + bytes(1 << 20),
             box(b"ftyp", b"M4A ") + nested, box(b"ftyp", b"M4A ") + box(b"free", b"") * 300_000,
             b"RIFF\xff\xff\xff\xffWAVE" + b"JUNK\0\0\0\0" * 200_000, b"\xff\xfb\x90\x00" * 300_000]  # fmt: skip
    for seed in list(seeds[:4]):
        for _ in range(20):
            broken = bytearray(seed)
            for _ in range(8):
                broken[rng.randrange(len(broken))] = rng.randrange(256)
            seeds.append(bytes(broken))
    start = time.process_time()
    for data in seeds:
        facts = media.facts_of(data, kind, suffix)
        assert facts is not None
        assert facts.duration is None or facts.duration >= 0
    assert time.process_time() - start < 10
