"""Writes a HEIF picture of tiles, as phones do and pillow-heif does not (ISO/IEC 23008-12, 6.6.2.3)."""

import io
import struct

from PIL import Image


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


def heif_grid(picture: Image.Image, across: int, down: int, quarter_turns: int, quality: int = 60) -> bytes:
    """The picture in tiles of one size, to be turned anticlockwise by quarters when it is shown."""
    # HEVC takes sides that are even; what hangs over is cut off by the grid.
    width, height = (-(-picture.width // across) + 15) // 16 * 16, (-(-picture.height // down) + 15) // 16 * 16
    sheet = Image.new("RGB", (width * across, height * down), (235, 235, 235))
    sheet.paste(picture, (0, 0))
    tiles, decoder = [], b""
    for row in range(down):
        for column in range(across):
            file = io.BytesIO()
            sheet.crop((column * width, row * height, (column + 1) * width, (row + 1) * height)).save(
                file, format="HEIF", quality=quality)
            tiles.append(inside(file.getvalue(), b"mdat"))
            decoder = inside(file.getvalue(), b"meta", b"iprp", b"ipco", b"hvcC")
    ids = range(2, 2 + len(tiles))
    grid = struct.pack(">BBBBHH", 0, 0, down - 1, across - 1, picture.width, picture.height)
    properties = box(
        b"ipco", box(b"hvcC", decoder), full(b"ispe", 0, struct.pack(">II", width, height)),
        full(b"ispe", 0, struct.pack(">II", picture.width, picture.height)), box(b"irot", bytes([quarter_turns])))
    # The grid: its size (3) and its turn (4, essential). Each tile: its decoder (1, essential) and its size (2).
    uses = [struct.pack(">HBBB", 1, 2, 3, 0x84)] + [struct.pack(">HBBB", tile, 2, 0x81, 2) for tile in ids]

    def meta(start: int) -> bytes:
        places = [struct.pack(">HHHHII", 1, 1, 0, 1, 0, len(grid))]
        for tile, data in zip(ids, tiles):
            places.append(struct.pack(">HHHHII", tile, 0, 0, 1, start, len(data)))
            start += len(data)
        infos = [full(b"infe", 2, struct.pack(">HH4sB", 1, 0, b"grid", 0))]
        infos += [full(b"infe", 2, struct.pack(">HH4sB", tile, 0, b"hvc1", 0)) for tile in ids]
        references = struct.pack(">HH", 1, len(tiles)) + b"".join(struct.pack(">H", tile) for tile in ids)
        return full(
            b"meta", 0, full(b"hdlr", 0, struct.pack(">I4s12xB", 0, b"pict", 0)), full(b"pitm", 0, struct.pack(">H", 1)),
            full(b"iinf", 0, struct.pack(">H", len(infos)), *infos), full(b"iref", 0, box(b"dimg", references)),
            box(b"iprp", properties, full(b"ipma", 0, struct.pack(">I", len(uses)), *uses)), box(b"idat", grid),
            full(b"iloc", 1, bytes([0x44, 0x00]), struct.pack(">H", len(places)), *places))

    head = box(b"ftyp", b"heic", struct.pack(">I", 0), b"mif1", b"heic")
    return head + meta(len(head) + len(meta(0)) + 8) + box(b"mdat", *tiles)
