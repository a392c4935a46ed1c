"""Labels as they are printed: zint makes the codes, so that no encoder of ours can agree with our reader."""

import functools
import io
import string
import subprocess

import numpy as np
from PIL import Image, ImageDraw, ImageFont

DOT = 8  # pixels of a module on the printed sheet: finer than any photo
KIT_MODULES = 211


@functools.cache
def bars(text, symbology="CODE128", height=10):
    """A code without quiet zones, DOT pixels a module, black on white."""
    kind = [f"--height={height}"] if symbology != "QRCODE" else ["--secure=2"]
    line = ["zint", f"--barcode={symbology}", f"--data={text}", "--notext", *kind, "--scale=4", "--filetype=PNG", "--direct"]
    png = subprocess.run(line, check=True, capture_output=True).stdout
    image = Image.open(io.BytesIO(png)).convert("L")
    return image.crop(Image.eval(image, lambda level: 255 - level).getbbox())


def check_character(characters):
    """ISO/IEC 7064 MOD 37,36."""
    alphabet = string.digits + string.ascii_uppercase
    product = 36
    for character in characters:
        product = (product + alphabet.index(character)) % 36 or 36
        product = product * 2 % 37
    return alphabet[(37 - product) % 36]


def kit(chance, digits=10):
    number = "".join(chance.choice(string.digits) for _ in range(digits))
    return f"FU-KIT-{number}-{check_character('FUKIT' + number)}"


def misprinted(chance):
    code = kit(chance)
    return code[:-1] + chance.choice([each for each in string.digits + string.ascii_uppercase if each != code[-1]])


def courier(chance):
    length = chance.choice((8, 10, 12, 14, 16, 18))
    return chance.choice(("JD", "1Z", "RX", "CN")) + "".join(chance.choice(string.digits + string.ascii_uppercase) for _ in range(length))


NEAR = ("FU-KLT-", "FU-KIT_", "FV-KIT-", "FUKIT-", "FU-KIT-0", "FU-BOX-")


def near_miss(chance):
    """As long as a kit's code, or nearly, with the same look, and none."""
    number = "".join(chance.choice(string.digits) for _ in range(10))
    return f"{chance.choice(NEAR)}{number}-{check_character('FUKIT' + number)}"


def printed(kind, text):
    """What zint makes of a text of that kind."""
    return {"ean": lambda: bars(text, "EANX", 22), "qr": lambda: bars(text, "QRCODE")}.get(kind, lambda: bars(text))()


class Sheet:
    """A white label with codes from top to bottom, each with its text below and print around it."""

    def __init__(self, chance, rows, bar_height):
        """rows: (kind, text); bar_height: of Code 128, as a share of a kit code's length."""
        font = ImageFont.load_default(size=9 * DOT)
        quiet = chance.uniform(10, 16) * DOT
        images = [(kind, text, _high(printed(kind, text), kind, bar_height)) for kind, text in rows]
        width = int(max(image.width for _, _, image in images) + 2 * quiet)
        places, top = [], 4 * DOT
        head = chance.random() < 0.6
        if head:
            top += 16 * DOT
        for kind, text, image in images:
            top += int(chance.uniform(4, 12) * DOT)
            places.append((int((width - image.width) * chance.uniform(0.35, 0.65)), top))
            top += image.height + 14 * DOT
        sheet = Image.new("L", (width, top + 4 * DOT), 255)
        draw = ImageDraw.Draw(sheet)
        if head:
            draw.text((quiet, 5 * DOT), chance.choice(("Fair Underwriting  AAT test kit", "HANDLE WITH CARE", "LOT 26-11  EXP 2027-11")), 0, font)
        self.boxes = []
        for (kind, text, image), (left, upper) in zip(images, places):
            sheet.paste(image, (left, upper))
            draw.text((left, upper + image.height + 2 * DOT), text, 0, font)
            self.boxes.append((kind, text, (left, upper, left + image.width, upper + image.height)))
        if chance.random() < 0.4:
            draw.rectangle((DOT, DOT, width - DOT, sheet.height - DOT), outline=0, width=DOT // 2)
        self.ink = np.asarray(sheet, np.float32) / 255  # 1 paper, 0 ink


def _high(image, kind, bar_height):
    if kind in ("ean", "qr"):
        return image
    return image.resize((image.width, max(8 * DOT, int(bar_height * KIT_MODULES * DOT))), Image.NEAREST)
