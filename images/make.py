"""Makes the kit photos of this folder and manifest.json, which says what each one holds.

    python3 -m venv /tmp/venv-images && /tmp/venv-images/bin/pip install -r images/requirements.txt
    /tmp/venv-images/bin/python images/make.py [FOLDER]

Python 3.11, Pillow and numpy as pinned in requirements.txt, and Debian's `zint` 2.11 for the codes:
an encoder that is not ours, so that ours cannot agree with itself. The same versions give the same bytes.
"""

import io
import json
import math
import random
import string
import subprocess
import sys
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter, ImageFont

SEED = 20251107
ABOUT = ("Photos of kit labels printed by zint and degraded on a fixed grid, and pictures without a valid kit; "
         "made by make.py, no real kit and no person is behind any of them.")

DOT = 8  # pixels per module on the printed sheet: finer than any photo, so that scaling down acts as the lens does
INK, PAPER = (30, 30, 34), (243, 242, 237)
TABLES = {"grey": (128, 130, 132), "slate": (84, 92, 102), "oak": (168, 140, 108), "green": (112, 130, 116),
          "kraft": (128, 130, 132)}  # kraft: a box on the grey table
KRAFT = (172, 136, 96)


@dataclass(frozen=True)
class Photo:
    """One picture: what lies on the table, and how it was photographed."""
    file: str
    expect: str = "kit"
    scene: str = "one kit"
    sheets: tuple[str, ...] = ("kit",)  # from top to bottom; see `print_sheets`
    rotation: int = 0                   # degrees clockwise, as seen upright
    fan: int = 0                        # degrees by which each further sheet is turned against the one before
    blur: float = 0                     # sigma in modules
    module: float = 3                   # pixels of the narrowest bar
    bars: float = 0.24                  # height of the bars, as a share of the code's width
    quality: int = 80                   # JPEG; nothing to a PNG
    exposure: str = "normal"
    exif: int = 1                       # orientation tag; a PNG carries none and stays 1
    format: str = "jpeg"                # jpeg, progressive-jpeg, png, png-grey, png-alpha
    table: str = "grey"
    size: tuple[int, int] | None = None  # of the upright picture; None: as the sheets need
    cut: float = 0                      # share of the picture cut off on the right (or on the left, if negative)
    number: str | None = None           # the kit's ten digits, where they are not left to chance


# The grid: every quarter turn with every tilt. A tilt of 15 degrees needs bars of tan 15° = 27 % or more for one
# level line to cross them all, which is what zbar looks for; so these labels carry taller bars, all but kit-21.
GRID = [
    Photo("kit-01.jpg", rotation=0, module=4, quality=90, number="2025110701"),
    Photo("kit-02.jpg", rotation=5, module=3, quality=80, blur=0.3, table="kraft"),
    Photo("kit-03.jpg", rotation=355, module=2, quality=85, exposure="dark", exif=6),
    Photo("kit-04.jpg", rotation=10, module=4, quality=60, blur=0.5, table="slate"),
    Photo("kit-05.png", rotation=350, module=3, format="png", blur=0.3, table="oak"),
    Photo("kit-06.jpg", rotation=15, module=3, quality=75, bars=0.31, exposure="bright", table="green"),
    Photo("kit-07.jpg", rotation=345, module=4, quality=70, bars=0.31, exif=3, table="kraft"),
    Photo("kit-08.jpg", rotation=90, module=3, quality=40, table="slate"),
    Photo("kit-09.jpg", rotation=95, module=2.5, quality=75, blur=0.3, exif=8, table="oak"),
    Photo("kit-10.jpg", rotation=85, module=5, quality=50, blur=0.7, table="kraft"),
    Photo("kit-11.jpg", rotation=100, module=3, quality=95, exposure="dark", table="green"),
    Photo("kit-12.jpg", rotation=80, module=2, quality=90, exif=2),
    Photo("kit-13.jpg", rotation=105, module=2.5, quality=80, bars=0.31, table="kraft"),
    Photo("kit-14.png", rotation=75, module=2, format="png-grey", bars=0.31, table="slate"),
    Photo("kit-15.jpg", rotation=180, module=6, quality=40, blur=0.5, exposure="bright"),
    Photo("kit-16.jpg", rotation=185, module=2, quality=60, exif=4, table="kraft"),
    Photo("kit-17.jpg", rotation=175, module=3, quality=70, blur=0.5, exposure="dark", table="oak"),
    Photo("kit-18.jpg", rotation=190, module=2.5, quality=85, blur=0.3, exif=5),
    Photo("kit-19.jpg", rotation=170, module=4, quality=40, exposure="bright", table="green"),
    Photo("kit-20.jpg", rotation=195, module=3, quality=60, blur=0.3, bars=0.31, exif=7, table="slate"),
    Photo("kit-21.jpg", rotation=165, module=3, quality=80, table="kraft"),
    Photo("kit-22.jpg", rotation=270, module=2, quality=80, blur=0.5, table="oak"),
    Photo("kit-23.jpg", rotation=275, module=6, quality=60, blur=0.5, exif=6, table="green"),
    Photo("kit-24.jpg", rotation=265, module=3, quality=50, exposure="dark", blur=0.3),
    Photo("kit-25.png", rotation=280, module=2.5, format="png-alpha", exposure="bright", table="kraft"),
    Photo("kit-26.jpg", rotation=260, module=4, quality=70, blur=1.0, table="slate"),
    Photo("kit-27.jpg", rotation=285, module=2, quality=75, bars=0.31, exif=8),
    Photo("kit-28.jpg", rotation=255, module=2.5, quality=60, blur=0.3, bars=0.31, exposure="dark", table="oak"),
]

SCENES = [
    Photo("kit-29.jpg", scene="blurred beyond its bars", blur=1.5, module=2, quality=70, table="kraft"),
    Photo("kit-30.jpg", scene="blurred, but large", blur=1.5, module=6, quality=60, rotation=5, table="slate"),
    Photo("kit-31.jpg", scene="kit and an EAN-13", sheets=("kit", "ean"), quality=75, module=2.5, table="kraft"),
    Photo("kit-32.jpg", scene="kit and a QR code", sheets=("qr", "kit"), rotation=95, module=2.5, blur=0.3, exif=6),
    Photo("kit-33.jpg", scene="kit under a courier label", sheets=("courier", "kit"), rotation=356, module=2.5,
          quality=70, table="kraft"),
    Photo("kit-34.jpg", scene="kit among EAN-13, QR and courier label", sheets=("ean", "kit", "courier", "qr"), fan=3,
          rotation=180, module=2, quality=80, exposure="dark", table="oak"),
    Photo("kit-35.jpg", scene="the same kit twice", sheets=("kit", "kit"), rotation=3, module=2.5, quality=75,
          table="green"),
    Photo("kit-36.jpg", scene="the same kit twice, once upended", sheets=("kit", "kit"), fan=90, module=2, quality=75,
          exposure="bright", table="slate"),
    Photo("kit-37.jpg", scene="12 megapixels", size=(4032, 3024), module=6, rotation=5, blur=0.3,
          quality=60),
    Photo("kit-38.jpg", scene="12 megapixels, from afar", size=(3024, 4032), module=3, rotation=270, exif=6,
          quality=60, table="kraft"),
    Photo("kit-39.jpg", scene="progressive JPEG", format="progressive-jpeg", module=3, rotation=350, quality=75,
          table="oak"),
]

NO_KIT = [
    Photo("none-01.jpg", "no-barcode", "an empty table", (), size=(1200, 900), table="oak"),
    Photo("none-02.jpg", "no-barcode", "a label with text only", ("text",), module=3, rotation=5, table="kraft"),
    Photo("none-03.jpg", "no-barcode", "EAN-13 only", ("ean",), module=4, rotation=90, table="green"),
    Photo("none-04.jpg", "no-barcode", "QR code only", ("qr",), module=5, rotation=355, exif=3, table="slate"),
    Photo("none-05.jpg", "no-barcode", "kit code cut off at its end", module=4, cut=0.35, table="grey"),
    Photo("none-06.jpg", "no-barcode", "kit code cut off at its start", module=3, cut=-0.3, rotation=5, exif=8,
          table="kraft"),
    Photo("foreign-01.jpg", "not-a-kit", "courier label only", ("courier",), module=3, rotation=350, table="kraft"),
    Photo("foreign-02.jpg", "not-a-kit", "courier label and an EAN-13", ("ean", "courier"), module=2.5, rotation=90,
          exposure="dark", exif=6),
    Photo("foreign-03.png", "not-a-kit", "a kit's look with another prefix", ("box",), module=3, format="png",
          table="slate"),
    Photo("mismatch-01.jpg", "checksum-mismatch", "kit with a wrong check character", ("misprint",), module=3,
          quality=85, table="oak"),
    Photo("mismatch-02.jpg", "checksum-mismatch", "kit with two digits exchanged", ("exchanged",), module=2.5,
          rotation=185, blur=0.3, exif=5, table="kraft"),
    Photo("several-01.jpg", "several-kits", "two kits", ("kit", "other-kit"), module=2.5, rotation=5, table="kraft"),
    Photo("several-02.jpg", "several-kits", "two kits at right angles", ("kit", "other-kit"), fan=90, module=2,
          exposure="bright", exif=7, table="green"),
]

# Photos that hold a kit which is not read yet, and why. They stay in: take a line out when the reader gets there.
UNREAD = {
    "kit-29.jpg": "blur of 1.5 modules with modules of 2 pixels: narrow bars and gaps are gone",
    "kit-30.jpg": "blur of 1.5 modules: narrow bars and gaps are gone, large as they are",
}

# Photos that FairKit reads and `zbarimg` does not, and why.
BEYOND_ZBAR = {
    "kit-10.jpg": "blur of 0.7 modules: zbar alone reads up to 0.5",
    "kit-21.jpg": "tilt of 15 degrees with bars of usual height: no level line crosses them all",
    "kit-26.jpg": "blur of 1 module: narrow bars and gaps melt together",
}


# What is printed

def check_character(digits: str) -> str:
    """The check character of ISO/IEC 7064 MOD 37,36 over FUKIT and the ten digits."""
    alphabet = string.digits + string.ascii_uppercase
    product = 36
    for character in "FUKIT" + digits:
        product = ((product + alphabet.index(character)) % 36 or 36) * 2 % 37
    return alphabet[(1 - product) % 36]


def kit_code(digits: str) -> str:
    """The text on a kit."""
    return f"FU-KIT-{digits}-{check_character(digits)}"


def kit_digits(chance: random.Random) -> str:
    """Ten digits as kits carry them: a day and a running number."""
    day = date(2025, 11, 1) + timedelta(days=chance.randrange(240))
    return f"{day:%Y%m%d}{chance.randint(1, 99):02}"


def misprinted(code: str, chance: random.Random) -> str:
    """The code with another check character than its own."""
    return code[:-1] + chance.choice([c for c in string.ascii_uppercase if c != code[-1]])


def exchanged(code: str) -> str:
    """The code with two neighbouring digits in the other's place: the slip that a plain sum would miss."""
    digits = code[7:17]
    at = next(i for i in range(8, 0, -1) if digits[i] != digits[i + 1])
    swapped = digits[:at] + digits[at + 1] + digits[at] + digits[at + 2:]
    return f"FU-KIT-{swapped}-{code[-1]}"


def ean_code(digits: str) -> str:
    """Twelve digits and the check digit of an EAN-13."""
    return digits + str(-sum(int(d) * (3 if i % 2 else 1) for i, d in enumerate(digits)) % 10)


def zint(symbology: str, text: str, height: int = 0) -> Image.Image:
    """A code as zint prints it, DOT pixels a module (zint's scale 1 is two pixels)."""
    command = ["zint", f"--barcode={symbology}", f"--data={text}", f"--scale={DOT // 2}", "--direct", "--filetype=PNG"]
    command += [f"--height={height}"] if height else []
    command += ["--notext"] if symbology == "CODE128" else []
    return Image.open(io.BytesIO(subprocess.run(command, check=True, capture_output=True).stdout)).convert("L")


def blank(width: int, height: int) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    """A sheet of paper, measured in modules."""
    sheet = Image.new("RGBA", (width * DOT, height * DOT), PAPER)
    return sheet, ImageDraw.Draw(sheet)


def write(draw: ImageDraw.ImageDraw, x: float, y: float, text: str, size: float, anchor: str = "la") -> None:
    # Pillow's own font travels with its version, so the pictures do not depend on the fonts of a machine.
    draw.text((x * DOT, y * DOT), text, INK, ImageFont.load_default(size * DOT), anchor)


def put(sheet: Image.Image, code: Image.Image, x: int, y: int) -> None:
    """Prints a code onto a sheet: ink where zint has black."""
    sheet.paste(INK, (x * DOT, y * DOT), code.point(lambda grey: 255 - grey))


def kit_sheet(text: str | None, bars: float) -> Image.Image:
    """The label of a kit; without a text, the same label before its code was printed."""
    height = round(211 * bars)  # 211 modules: 18 characters, as zint changes between sets B and C
    sheet, draw = blank(251, height + 54)
    write(draw, 20, 9, "HOME TEST KIT", 14)
    write(draw, 231, 12, "1 of 1", 9, "ra")
    draw.line([(20 * DOT, 28 * DOT), (231 * DOT, 28 * DOT)], INK, DOT // 2)
    if text:
        put(sheet, zint("CODE128", text, height), 20, 34)
        write(draw, 125.5, height + 37, text, 11, "ma")
    else:
        for line, words in enumerate(["Keep this label with your sample.", "Store dry, away from light."]):
            write(draw, 20, 38 + 16 * line, words, 10)
    return sheet


def courier_sheet(text: str) -> Image.Image:
    """A shipping label with a Code 128 of its own."""
    code = zint("CODE128", text, 44)
    width = code.width // DOT
    sheet, draw = blank(width + 40, 130)
    write(draw, 14, 8, "PARCEL", 18)
    write(draw, width + 26, 12, "24 h", 12, "ra")
    draw.line([(0, 32 * DOT), (sheet.width, 32 * DOT)], INK, DOT)
    write(draw, 14, 37, "TO  Laboratory, Goods In", 9)
    write(draw, 14, 49, "0.2 kg   1/1   Zone 4", 9)
    draw.line([(0, 63 * DOT), (sheet.width, 63 * DOT)], INK, DOT)
    put(sheet, code, 20, 69)
    write(draw, 20 + width / 2, 116, text, 9, "ma")
    return sheet


def ean_sheet(text: str) -> Image.Image:
    """The price side of a carton."""
    code = zint("EANX", text, 50)
    sheet, draw = blank(code.width // DOT + 24, code.height // DOT + 32)
    write(draw, 12, 7, "Plasters, 20 pieces", 9)
    put(sheet, code, 12, 22)
    return sheet


def qr_sheet(text: str) -> Image.Image:
    """A leaflet's corner with a QR code."""
    code = zint("QRCODE", text).resize((75 * DOT, 75 * DOT), Image.Resampling.NEAREST)
    sheet, draw = blank(180, 91)
    put(sheet, code, 8, 8)
    for line, words in enumerate(["How to begin", "Scan with", "your phone"]):
        write(draw, 92, 14 + 20 * line, words, 13 if line == 0 else 11)
    return sheet


def box_sheet(width: float, height: float) -> Image.Image:
    """The lid of a kraft box, with the seam of its tape."""
    lid = Image.new("RGBA", (round(width), round(height)), KRAFT)
    draw = ImageDraw.Draw(lid)
    draw.rectangle([0, lid.height * 0.44, lid.width, lid.height * 0.56], (184, 150, 110))
    draw.rectangle([0, 0, lid.width - 1, lid.height - 1], None, (140, 108, 74), DOT)
    return lid


def print_sheets(photo: Photo, chance: random.Random) -> tuple[list[Image.Image], list[str], list[str]]:
    """The sheets of a photo, the kit codes on them and the texts of the other codes."""
    code = kit_code(photo.number or kit_digits(chance))
    kits = {"kit": code, "other-kit": kit_code(kit_digits(chance)), "misprint": misprinted(code, chance),
            "exchanged": exchanged(code)}
    # Numbers that belong to nobody: a shop's own EAN range (20–29), a reserved domain, an invented courier.
    others = {"ean": ean_code(f"20{chance.randrange(10**10):010}"), "qr": "https://example.org/begin",
              "courier": f"CX{chance.randrange(10**10):010}ZZ", "box": f"FU-BOX-{code[7:]}"}
    draw = {"ean": ean_sheet, "qr": qr_sheet, "courier": courier_sheet}
    sheets = [draw[kind](others[kind]) if kind in draw
              else kit_sheet(None if kind == "text" else kits.get(kind) or others[kind], photo.bars)
              for kind in photo.sheets]
    in_view = [] if photo.cut else [kits[kind] for kind in photo.sheets if kind in kits]
    return sheets, list(dict.fromkeys(in_view)), [others[kind] for kind in photo.sheets if kind in others]


# How it is photographed

def turned(x: float, y: float, degrees: float) -> tuple[float, float]:
    """A point turned clockwise about the origin, y downward."""
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    return x * cosine - y * sine, x * sine + y * cosine


def lay(picture: Image.Image, sheet: Image.Image, centre: tuple[float, float], degrees: float, shadow: float) -> None:
    """Lays a sheet onto the picture, turned, with the soft shadow of its edge."""
    sheet = sheet.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
    x, y = round(centre[0] - sheet.width / 2), round(centre[1] - sheet.height / 2)
    room = math.ceil(4 * shadow)
    dark = Image.new("L", (sheet.width + 2 * room, sheet.height + 2 * room))
    dark.paste(sheet.getchannel("A").point(lambda alpha: alpha * 0.5), (room, room))
    dark = dark.filter(ImageFilter.GaussianBlur(shadow))
    picture.paste((20, 20, 24), (x - room + round(shadow), y - room + round(shadow)), dark)
    picture.paste(sheet, (x, y), sheet)


def bounds(width: float, height: float, degrees: float) -> tuple[float, float]:
    """Width and height that a turned sheet takes."""
    corners = [turned(x * width / 2, y * height / 2, degrees) for x, y in ((1, 1), (1, -1))]
    return 2 * max(abs(x) for x, _ in corners), 2 * max(abs(y) for _, y in corners)


def frame(width: float, height: float, degrees: float) -> tuple[int, int]:
    """The smallest picture of a camera's shape, 4:3 or 3:4, around the turned sheets."""
    width, height = bounds(width, height, degrees)
    unit = math.ceil(max(max(width, height) / 4, min(width, height) / 3, 200) / 8) * 8
    return (4 * unit, 3 * unit) if width >= height else (3 * unit, 4 * unit)


def compose(photo: Photo, sheets: list[Image.Image], chance: random.Random) -> Image.Image:
    """The sheets below each other on the table, the whole turned: the upright picture, sharp and evenly lit."""
    scale = photo.module / DOT
    sheets = [s.resize((round(s.width * scale), round(s.height * scale)), Image.Resampling.BOX) for s in sheets]
    gap = 14 * photo.module
    places, top, widest = [], 0.0, 0.0  # (sheet, x, y, its own turn), before the whole is turned
    for index, sheet in enumerate(sheets):
        own = photo.fan * index
        across, down = bounds(*sheet.size, own)
        places.append((sheet, chance.uniform(-6, 6) * photo.module if index else 0, top + down / 2, own))
        top, widest = top + down + gap, max(widest, across)
    height = max(top - gap, 0)

    size = photo.size or frame(widest + 2 * gap, height + 2 * gap, photo.rotation)
    picture = Image.new("RGB", size, TABLES[photo.table])
    centre = (size[0] / 2, size[1] / 2)
    if photo.table == "kraft":
        lid = box_sheet(widest + 6 * gap, height + 5 * gap)
        lay(picture, lid, centre, photo.rotation, 3 * photo.module)
    for sheet, x, y, own in places:
        dx, dy = turned(x, y - height / 2, photo.rotation)
        lay(picture, sheet, (centre[0] + dx, centre[1] + dy), photo.rotation + own, photo.module)
    return picture


def cut_off(picture: Image.Image, share: float) -> Image.Image:
    """Takes a part of the picture away on the right, or on the left if the share is negative."""
    width, height = picture.size
    return picture.crop((round(max(-share, 0) * width), 0, round((1 - max(share, 0)) * width), height))


def lit(picture: Image.Image, chance: random.Random) -> Image.Image:
    """Light that falls from one side and fades to the corners; without noise, which would fill the files."""
    width, height = picture.size
    x = np.linspace(-1, 1, width)[None, :]
    y = np.linspace(-1, 1, height)[:, None]
    side, front = chance.uniform(-0.09, 0.09), chance.uniform(-0.09, 0.09)
    light = 0.97 + side * x + front * y - 0.06 * (x * x + y * y)
    # One channel at a time: a 12-megapixel picture in floating point is large enough.
    return Image.merge("RGB", [Image.fromarray(np.clip(np.asarray(channel) * light + 0.5, 0, 255).astype(np.uint8))
                               for channel in picture.split()])


def blurred(picture: Image.Image, sigma: float) -> Image.Image:
    """Out of focus. Pillow approaches the bell curve by repeated boxes, near enough for a lens."""
    return picture.filter(ImageFilter.GaussianBlur(sigma)) if sigma else picture


def exposed(picture: Image.Image, exposure: str) -> Image.Image:
    """Too dark or too bright, both with less contrast, as a phone in poor light or against a window."""
    change = {"normal": lambda v: v, "dark": lambda v: 8 + v * 0.36, "bright": lambda v: min(255, 118 + v * 0.58)}
    return picture.point(change[exposure])


def stored(picture: Image.Image, orientation: int) -> Image.Image:
    """The pixels as a camera stores them: applying the EXIF orientation gives the upright picture again."""
    turn = Image.Transpose
    back = {2: turn.FLIP_LEFT_RIGHT, 3: turn.ROTATE_180, 4: turn.FLIP_TOP_BOTTOM, 5: turn.TRANSPOSE,
            6: turn.ROTATE_90, 7: turn.TRANSVERSE, 8: turn.ROTATE_270}
    return picture.transpose(back[orientation]) if orientation in back else picture


def save(picture: Image.Image, photo: Photo, path: Path) -> None:
    """Writes the file; its only metadata is the orientation."""
    if photo.format.startswith("png"):
        mode = {"png": "RGB", "png-grey": "L", "png-alpha": "RGBA"}[photo.format]
        picture.convert(mode).save(path, "PNG", optimize=True)
    else:
        exif = Image.Exif()
        exif[0x0112] = photo.exif
        picture.save(path, "JPEG", quality=photo.quality, optimize=True, exif=exif,
                     progressive=photo.format == "progressive-jpeg")


def make(photo: Photo, folder: Path) -> dict:
    """Makes one photo and returns its entry in the manifest."""
    chance = random.Random(f"{SEED}/{photo.file}")  # its own, so that adding a photo leaves the others alone
    sheets, codes, others = print_sheets(photo, chance)
    picture = compose(photo, sheets, chance)
    picture = cut_off(picture, photo.cut)
    picture = lit(picture, chance)
    picture = blurred(picture, photo.blur * photo.module)
    picture = exposed(picture, photo.exposure)
    save(stored(picture, photo.exif), photo, folder / photo.file)
    entry = {"file": photo.file, "expect": photo.expect, "scene": photo.scene, "codes": codes, "others": others,
             "conditions": {"rotation": photo.rotation, "blurModules": photo.blur, "modulePixels": photo.module,
                            "barHeight": photo.bars, "quality": photo.quality, "exposure": photo.exposure,
                            "exif": photo.exif, "format": photo.format}}
    if photo.file in UNREAD:
        entry |= {"unread": True, "why": UNREAD[photo.file]}
    if photo.file in BEYOND_ZBAR:
        entry |= {"beyondZbar": True, "why": BEYOND_ZBAR[photo.file]}
    return entry


def main() -> None:
    assert kit_code("2025110701") == "FU-KIT-2025110701-X"  # the example of the requirements
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    folder.mkdir(parents=True, exist_ok=True)
    entries = [make(photo, folder) for photo in GRID + SCENES + NO_KIT]
    codes = [code for entry in entries for code in entry["codes"]]
    assert len(codes) == len(set(codes)), "two photos share a kit: change SEED"
    assert all((code == kit_code(code[7:17])) != (entry["expect"] == "checksum-mismatch")
               for entry in entries for code in entry["codes"]), "a misprint is valid, or a kit is not: change SEED"
    assert UNREAD.keys() <= {entry["file"] for entry in entries}, "UNREAD names a photo that is not made"
    lines = ",\n".join("    " + json.dumps(entry) for entry in entries)  # a photo a line, for readable diffs
    (folder / "manifest.json").write_text(
        f'{{\n  "about": {json.dumps(ABOUT)},\n  "seed": {SEED},\n  "photos": [\n{lines}\n  ]\n}}\n')


if __name__ == "__main__":
    main()
