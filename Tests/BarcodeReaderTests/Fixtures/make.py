"""Makes the pictures of this folder: codes printed by zint, an encoder that is not ours, in every kind of each format.

    python3 -m venv /tmp/venv-fixtures && /tmp/venv-fixtures/bin/pip install pillow==13.0.0 pillow-heif==1.8.1
    /tmp/venv-fixtures/bin/python Tests/BarcodeReaderTests/Fixtures/make.py

Python 3.11 and Debian's zint 2.11. Nothing is random.
"""

import io
import struct
import subprocess
import zlib
from pathlib import Path

import pillow_heif
from PIL import Image, ImageChops, ImageOps

import phones
from heif_grid import heif_grid

HERE = Path(__file__).parent
KIT, OTHER, FOREIGN = "FU-KIT-2025110701-X", "FU-KIT-2025111099-J", "CX0119062422ZZ"


def zint(data: str, *options: str) -> Image.Image:
    """A symbol as zint prints it: bars of two pixels and more, on white."""
    command = ["zint", "--direct", "--filetype=png", "--notext", "--quietzones", "--height=50", *options, "-d", data]
    return Image.open(io.BytesIO(subprocess.run(command, capture_output=True, check=True).stdout)).convert("L")


def on_paper(*placed: tuple[Image.Image, int, int], size: tuple[int, int] = (600, 260)) -> Image.Image:
    paper = Image.new("L", size, 235)
    for picture, x, y in placed:
        paper.paste(picture, (x, y))
    return paper


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, kind: int, depth: int, interlaced: bool, data: bytes) -> bytes:
    header = struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, int(interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(data, 9)) + chunk(b"IEND", b""))


def adam7(picture: Image.Image) -> bytes:
    """Grey and interlaced, which Pillow does not write (PNG 2nd edition, 8.2)."""
    rows = b""
    for x0, y0, dx, dy in [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]:
        for y in range(y0, picture.height, dy):
            rows += b"\0" + bytes(picture.getpixel((x, y)) for x in range(x0, picture.width, dx))
    return png(picture.width, picture.height, 0, 8, True, rows)


def main() -> None:
    pillow_heif.register_heif_opener()
    code = zint(KIT, "--barcode=20")
    label = on_paper((code, (600 - code.width) // 2, 80))
    colour = Image.merge("RGB", [label, ImageChops.subtract(label, Image.new("L", label.size, 10)), label])

    colour.save(HERE / "kit-420.jpg", quality=80, subsampling=2)
    colour.save(HERE / "kit-422.jpg", quality=80, subsampling=1)
    colour.save(HERE / "kit-444.jpg", quality=80, subsampling=0)
    colour.save(HERE / "kit-progressive.jpg", quality=80, progressive=True)
    colour.save(HERE / "kit-rgb.jpg", quality=6, keep_rgb=True)
    label.save(HERE / "kit-grey.jpg", quality=80)
    colour.crop((0, 0, 200, 120)).convert("CMYK").save(HERE / "kit-cmyk.jpg", quality=80)

    label.save(HERE / "kit-grey.png", optimize=True)
    colour.save(HERE / "kit-rgb.png", optimize=True)
    label.point(lambda v: 255 if v > 128 else 0).convert("1").save(HERE / "kit-1bit.png", optimize=True)
    colour.quantize(16).save(HERE / "kit-palette.png", optimize=True)
    # Black bars on nothing: whoever leaves the alpha out sees black on black.
    ink = ImageOps.invert(label.point(lambda v: 255 if v > 128 else 0))
    Image.merge("LA", [Image.new("L", label.size, 0), ink]).save(HERE / "kit-grey-alpha.png", optimize=True)
    black = Image.new("L", label.size, 0)
    Image.merge("RGBA", [black, black, black, ink]).save(HERE / "kit-rgb-alpha.png", optimize=True)
    clear = ink.point(lambda v: 1 if v else 0).convert("P")
    clear.putpalette([0, 0, 0, 10, 10, 10])
    clear.save(HERE / "kit-palette-clear.png", transparency=0, optimize=True)
    Image.frombytes("I;16", label.size, b"".join(struct.pack("<H", v * 257) for v in label.tobytes())).save(
        HERE / "kit-16bit.png", optimize=True)
    (HERE / "kit-interlaced.png").write_bytes(adam7(label))
    (HERE / "huge.png").write_bytes(png(10_000, 10_000, 0, 8, False, b"\0" * 100))

    # A photo held upright: the code's middle is at (150, 100) of the upright 300 × 620 picture.
    tall = Image.new("L", (620, 300), 235)
    tall.paste(code, (310 - code.width // 2, 40))
    colour.save(HERE / "kit-lossy.webp", quality=75)
    colour.save(HERE / "kit-lossless.webp", lossless=True)
    Image.merge("RGBA", [black, black, black, ink]).save(HERE / "kit-alpha.webp", quality=75, exact=True)
    blank = Image.new("RGB", label.size, (235, 225, 235))
    colour.save(HERE / "kit-animated.webp", save_all=True, append_images=[blank, blank], duration=100, quality=75)
    blank.save(HERE / "none-animated.webp", save_all=True, append_images=[colour], duration=100, quality=75)

    colour.save(HERE / "kit.heic", quality=60)
    label.save(HERE / "kit-grey.heic", quality=60)
    wide = b"".join(struct.pack("<H", v << 8 | v) for v in colour.tobytes())
    pillow_heif.encode("RGB;16", colour.size, wide, HERE / "kit-10bit.heic", quality=60)
    colour.save(HERE / "kit-444.heic", quality=60, chroma=444)
    # Four tiles that reach over the edge, turned, as phones write them: the code's middle is at (150, 100) of 300 × 620.
    (HERE / "kit-grid.heic").write_bytes(heif_grid(tall, across=2, down=2, quarter_turns=3))

    # The code's middle is at (150, 100) of 300 × 620.
    (HERE / "phone-gain-map.heic").write_bytes(phones.iphone(tall, quarter_turns=3))
    beside = Image.new("L", (900, 400), 235)
    beside.paste(label, (200, 100))
    (HERE / "phone-cropped.heic").write_bytes(phones.cropped(beside, 200, 100, 600, 260))
    (HERE / "phone-motion.heic").write_bytes(phones.motion_heic((HERE / "kit.heic").read_bytes()))
    (HERE / "phone-ultra-hdr.jpg").write_bytes(phones.ultra_hdr(colour))
    (HERE / "phone-motion.jpg").write_bytes(phones.motion_jpeg(colour))

    second = zint(OTHER, "--barcode=20")
    on_paper((code, 60, 40), (second, 60, 300), size=(600, 460)).save(HERE / "two-kits.png", optimize=True)
    on_paper((code, 60, 40), (code, 60, 300), size=(600, 460)).save(HERE / "same-kit-twice.png", optimize=True)
    on_paper((code, 60, 40), (zint(FOREIGN, "--barcode=20"), 60, 300), size=(600, 460)).save(
        HERE / "kit-and-foreign.png", optimize=True)
    on_paper((zint("A1-b2", "--barcode=20"), 60, 40)).save(HERE / "short.png", optimize=True)
    on_paper((zint("KIT123\\x00456789", "--barcode=20", "--esc"), 60, 40)).save(HERE / "nul.png", optimize=True)
    others = on_paper(
        (zint("5901234123457", "--barcode=13"), 20, 40), (zint("FUKIT2025", "--barcode=8"), 20, 300),
        (zint("https://example.org", "--barcode=58", "--scale=2"), 600, 100),
        (zint("12345678901231", "--barcode=3"), 520, 400), size=(1000, 560))
    others.save(HERE / "other-symbologies.png", optimize=True)

    # The upright picture is dark in its upper left quarter only.
    upright = Image.new("L", (48, 32), 240)
    upright.paste(20, (0, 0, 24, 16))
    stored = {1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180,
              4: Image.Transpose.FLIP_TOP_BOTTOM, 5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90,
              7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270}
    for orientation, turn in stored.items():
        picture = upright if turn is None else upright.transpose(turn)
        exif = Image.Exif()
        exif[0x0112] = orientation
        picture.save(HERE / f"orientation-{orientation}.jpg", quality=90, exif=exif)
        seen = ImageOps.exif_transpose(Image.open(HERE / f"orientation-{orientation}.jpg"))
        assert seen.size == upright.size and seen.getpixel((6, 6)) < 60 < 200 < seen.getpixel((40, 24)), orientation

    exif = Image.Exif()
    exif[0x0112] = 6
    tall.save(HERE / "kit-turned-left.jpg", quality=80, exif=exif)
    tall.save(HERE / "kit-turned-left.webp", quality=75, exif=exif)
    # Exif data turn no HEIF: its own properties do, and here are none.
    tall.save(HERE / "kit-exif-turn.heic", quality=60, exif=exif)


if __name__ == "__main__":
    main()
