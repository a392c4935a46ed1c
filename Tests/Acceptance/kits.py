"""Kit codes and photos of them, from independent encoders: python-stdnum and zint."""

import io
import itertools
import subprocess

import pillow_heif
from PIL import Image
from stdnum.iso7064 import mod_37_36

pillow_heif.register_heif_opener()
_numbers = itertools.count(3_000_000_001)


def kit_code(number=None):
    """A kit code whose check character is not ours: python-stdnum makes it. Without a number, one never given before."""
    digits = f"{next(_numbers) if number is None else number:010}"
    return f"FU-KIT-{digits}-{mod_37_36.calc_check_digit('FUKIT' + digits)}"


def photo(*texts, format="JPEG", size=(1600, 1200), **options):
    """A picture with each text as a Code 128 made by zint; options go to Pillow (exif, quality, comment …)."""
    canvas = Image.new("L", size, 235)
    for row, text in enumerate(texts):
        arguments = ["zint", "--barcode=CODE128", f"--data={text}", "--scale=2", "--filetype=PNG", "--direct"]
        png = subprocess.run(arguments, check=True, capture_output=True).stdout
        canvas.paste(Image.open(io.BytesIO(png)).convert("L"), (200, 150 + 300 * row))
    file = io.BytesIO()
    canvas.save(file, format, **options)
    return file.getvalue()
