"""Writes pictures with the structure of today's phones' files, of made pictures: what stands beside the picture is what readers stumble over."""

import io
import struct

from PIL import Image

from heif_grid import Item, box, coded, full, grid_of, heif, tiles_of

GAIN_MAP = "urn:com:apple:photo:2020:aux:hdrgainmap"
MATTE = "urn:com:apple:photo:2018:aux:portraiteffectsmatte"
DEPTH = "urn:mpeg:hevc:2015:auxid:2"


def auxiliary(picture: Image.Image, kind: str, to: list[int]) -> Item:
    return coded(picture, 60, (full(b"auxC", 0, kind.encode() + b"\0"), True), auxl=to)


def iphone(picture: Image.Image, quarter_turns: int) -> bytes:
    """iOS 18 and later with HDR: a grid of tiles (1), turned; a thumbnail (20); a gain map (21) for the picture and for the tone-mapped
    picture (30), which is no picture for many readers; depth (22) and a matte (23) for both as well; Exif (40), XMP (41) and Apple's styles
    (42) that describe both. The group `altr` says that either of 30 and 1 is to be shown."""
    tiles = dict(enumerate(tiles_of(picture, 2, 2), start=2))
    small = picture.convert("L").resize((160, 80)).convert("RGB")
    turn = (box(b"irot", bytes([quarter_turns])), True)
    both = [1, 30]
    described = [(b"cdsc", both)]
    items = {
        1: grid_of(picture.size, 2, 2, list(tiles), turn), **tiles, 20: coded(small, 60, turn, thmb=[1]),
        21: auxiliary(small, GAIN_MAP, both), 22: auxiliary(small, DEPTH, [30]), 23: auxiliary(small, MATTE, both),
        30: Item(b"tmap", bytes(62), [(full(b"ispe", 0, struct.pack(">II", *picture.size)), False), turn], [(b"dimg", [1, 21])]),
        40: Item(b"Exif", struct.pack(">I", 6) + b"Exif\0\0" + b"MM\0*\0\0\0\b\0\0\0\0\0\0", [], described),
        41: Item(b"mime", b"<x:xmpmeta xmlns:x='adobe:ns:meta/'/>", [], described, b"application/rdf+xml\0"),
        42: Item(b"uri ", b"bplist00", [], described, b"tag:apple.com,2023:photo:metadata:styles\0"),
    }
    group = box(b"grpl", full(b"altr", 0, struct.pack(">IIII", 100, 2, 30, 1)))
    return heif(items, 1, b"mif1MiHBMiHEMiPrmiafheictmap", group)


def cropped(picture: Image.Image, left: int, top: int, width: int, height: int) -> bytes:
    """A picture of which `clap` shows a part, as cropping on the phone leaves it (ISO/IEC 14496-12, 12.1.4.1)."""
    # The middle of the part, from the middle of the picture, in halves.
    across, down = 2 * left + width - picture.width, 2 * top + height - picture.height
    part = box(b"clap", struct.pack(">IIIIiIiI", width, 1, height, 1, across, 2, down, 2))
    return heif({1: coded(picture, 60, (part, True))}, 1)


def video() -> bytes:
    """The head of a video, as follows the picture of a motion photo."""
    return box(b"ftyp", b"isom", struct.pack(">I", 512), b"isomiso2avc1mp41") + box(b"free", bytes(4000)) + box(b"moov", bytes(200))


def motion_heic(still: bytes) -> bytes:
    """Galaxy and Pixel: the video stands in a box of its own after the picture's."""
    return still + box(b"mpvd", video())


def jpeg(picture: Image.Image, quality: int = 80) -> bytes:
    file = io.BytesIO()
    picture.save(file, "JPEG", quality=quality)
    return file.getvalue()


def ultra_hdr(picture: Image.Image) -> bytes:
    """Pixel and Galaxy: a gain map follows as a second JPEG; the first lists both (CIPA DC-007, multi-picture format)."""
    first, second = jpeg(picture), jpeg(picture.convert("L").resize((150, 65)))
    head = b"MM\0*\0\0\0\x08" + struct.pack(">H", 3)
    head += struct.pack(">HHI4s", 0xB000, 7, 4, b"0100") + struct.pack(">HHII", 0xB001, 4, 1, 2)
    head += struct.pack(">HHII", 0xB002, 7, 32, 8 + 2 + 36 + 4) + struct.pack(">I", 0)
    size = 4 + 4 + len(head) + 32
    entries = struct.pack(">IIIHH", 0x030000, len(first) + size, 0, 0, 0)
    # From the head of this list, which follows the first marker, the segment's length and "MPF".
    entries += struct.pack(">IIIHH", 0, len(second), len(first) + size - 10, 0, 0)
    segment = b"\xff\xe2" + struct.pack(">H", size - 2) + b"MPF\0" + head + entries
    return first[:2] + segment + first[2:] + second


def motion_jpeg(picture: Image.Image) -> bytes:
    """Pixel and Galaxy: the video follows the picture's end."""
    return jpeg(picture) + video()
