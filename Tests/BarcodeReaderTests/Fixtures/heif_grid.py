"""Writes HEIF files of items, as phones do and pillow-heif does not (ISO/IEC 23008-12; ISO/IEC 14496-12, 8.11)."""

import io
import struct
from dataclasses import dataclass, field

from PIL import Image

PAPER = (235, 235, 235)


def boxes(data: bytes) -> list[tuple[bytes, bytes]]:
    found, offset = [], 0
    while offset < len(data):
        size, kind = struct.unpack_from(">I4s", data, offset)
        size = size or len(data) - offset
        found.append((kind, data[offset + 8:offset + size]))
        offset += size
    return found


def inside(data: bytes, *path: bytes) -> bytes:
    for kind in path:
        data = next(content for name, content in boxes(data) if name == kind)
        if kind == b"meta":
            data = data[4:]
    return data


def box(kind: bytes, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack(">I4s", 8 + len(content), kind) + content


def full(kind: bytes, version: int, *parts: bytes) -> bytes:
    return box(kind, struct.pack(">I", version << 24), *parts)


def size_of(width: int, height: int) -> bytes:
    return full(b"ispe", 0, struct.pack(">II", width, height))


@dataclass
class Item:
    """One item: its data stand in `mdat`, those of a derived picture in `idat`. Properties are boxes; a reader must know the essential ones."""
    kind: bytes
    data: bytes
    properties: list[tuple[bytes, bool]] = field(default_factory=list)
    # The type of each reference and the numbers of the items to which it refers.
    references: list[tuple[bytes, list[int]]] = field(default_factory=list)
    # Between the name and the end of an entry: the content type of `mime`, the type of `uri `.
    entry: bytes = b""

    @property
    def is_derived(self) -> bool:
        return self.kind in (b"grid", b"tmap")


def coded(picture: Image.Image, quality: int = 60, *properties: tuple[bytes, bool], **references: list[int]) -> Item:
    """A picture that is coded by itself."""
    file = io.BytesIO()
    picture.save(file, format="HEIF", quality=quality)
    decoder = box(b"hvcC", inside(file.getvalue(), b"meta", b"iprp", b"ipco", b"hvcC"))
    return Item(
        b"hvc1", inside(file.getvalue(), b"mdat"), [(decoder, True), (size_of(*picture.size), False), *properties],
        [(kind.encode(), to) for kind, to in references.items()])


def tiles_of(picture: Image.Image, across: int, down: int, quality: int = 60) -> list[Item]:
    """The picture in tiles of one size; what hangs over is cut off by the grid."""
    # HEVC takes sides that are even.
    width, height = (-(-picture.width // across) + 15) // 16 * 16, (-(-picture.height // down) + 15) // 16 * 16
    sheet = Image.new("RGB", (width * across, height * down), PAPER)
    sheet.paste(picture, (0, 0))
    corners = [(column * width, row * height) for row in range(down) for column in range(across)]
    return [coded(sheet.crop((x, y, x + width, y + height)), quality) for x, y in corners]


def grid_of(size: tuple[int, int], across: int, down: int, tiles: list[int], *properties: tuple[bytes, bool]) -> Item:
    layout = struct.pack(">BBBBHH", 0, 0, down - 1, across - 1, *size)
    return Item(b"grid", layout, [(size_of(*size), False), *properties], [(b"dimg", tiles)])


def heif(items: dict[int, Item], primary: int, brands: bytes = b"mif1heic", groups: bytes = b"") -> bytes:
    """The file of these items, by their numbers."""
    properties: list[bytes] = []
    uses = b""
    for number, item in items.items():
        if not item.properties:
            continue
        uses += struct.pack(">HB", number, len(item.properties))
        for content, is_essential in item.properties:
            if content not in properties:
                properties.append(content)
            uses += bytes([properties.index(content) + 1 | (0x80 if is_essential else 0)])
    described = sum(bool(item.properties) for item in items.values())
    infos = [full(b"infe", 2, struct.pack(">HH4sB", number, 0, item.kind, 0), item.entry) for number, item in items.items()]
    references = [
        box(kind, struct.pack(f">HH{len(to)}H", number, len(to), *to))
        for number, item in items.items() for kind, to in item.references]
    derived = b"".join(item.data for item in items.values() if item.is_derived)
    stored = b"".join(item.data for item in items.values() if not item.is_derived)

    def meta(start: int) -> bytes:
        places, inner = [], 0
        for number, item in items.items():
            offset = inner if item.is_derived else start
            places.append(struct.pack(">HHHHII", number, int(item.is_derived), 0, 1, offset, len(item.data)))
            if item.is_derived:
                inner += len(item.data)
            else:
                start += len(item.data)
        return full(
            b"meta", 0, full(b"hdlr", 0, struct.pack(">I4s12xB", 0, b"pict", 0)),
            full(b"pitm", 0, struct.pack(">H", primary)), full(b"iinf", 0, struct.pack(">H", len(infos)), *infos),
            full(b"iref", 0, *references) if references else b"",
            box(b"iprp", box(b"ipco", *properties), full(b"ipma", 0, struct.pack(">I", described), uses)),
            box(b"idat", derived) if derived else b"", groups,
            full(b"iloc", 1, bytes([0x44, 0x00]), struct.pack(">H", len(places)), *places))

    head = box(b"ftyp", b"heic", struct.pack(">I", 0), brands)
    return head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", stored)


def heif_grid(picture: Image.Image, across: int, down: int, quarter_turns: int) -> bytes:
    """The picture in tiles, to be turned anticlockwise by quarters when it is shown."""
    tiles = dict(enumerate(tiles_of(picture, across, down), start=2))
    turn = (box(b"irot", bytes([quarter_turns])), True)
    return heif({1: grid_of(picture.size, across, down, list(tiles), turn), **tiles}, primary=1)
