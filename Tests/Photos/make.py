"""Makes photos of kit labels in four levels, and of what only looks like one; the same seed gives the same photos.

    python Tests/Photos/make.py FOLDER --level hard --count 100 --seed 7

Beside the photos stands manifest.json: for each its codes in view with their corners, and what it was made of.
Needs Debian's zint and the packages of requirements.txt.
"""

import argparse
import io
import json
import math
import pathlib
import random
from concurrent.futures import ProcessPoolExecutor

import numpy as np
from PIL import Image, ImageOps

import camera
import label
from levels import LEVELS, SIZES

try:
    import pillow_heif

    pillow_heif.register_heif_opener()
except ImportError:
    pillow_heif = None

# Share of formats; what phones write, and what passes through messengers.
FORMATS = (("jpeg", 0.72), ("progressive", 0.1), ("webp", 0.08), ("heic", 0.08), ("png", 0.02))

# What is in view of a photo that must not be read as a kit.
NEGATIVES = ("cropped", "near", "misprint", "digits", "ean", "qr", "courier", "nothing")


def rows_of(kind, chance, beside):
    """The codes of a label: (what, text), from top to bottom."""
    others = {"ean": lambda: ("ean", "".join(chance.choice("0123456789") for _ in range(12))),
              "qr": lambda: ("qr", f"https://example.org/{chance.getrandbits(40)}"),
              "courier": lambda: ("courier", label.courier(chance))}  # fmt: skip
    first = {
        "kit": lambda: ("kit", label.kit(chance)),
        "cropped": lambda: ("kit", label.kit(chance)),
        "near": lambda: ("near", label.near_miss(chance)),
        "misprint": lambda: ("misprint", label.misprinted(chance)),
        "digits": lambda: ("digits", label.kit(chance, chance.choice((8, 9, 11, 12)))),
        **others,
    }
    rows = [first[kind]()] if kind in first else []
    if chance.random() < beside:
        rows.insert(chance.randrange(len(rows) + 1), others[chance.choice(list(others))]())
    return rows


def pose_of(level, chance, middle, module):
    turn = chance.uniform(0, 360) if level.turn is None else 90 * chance.randrange(4) + chance.uniform(-level.turn, level.turn)
    bent = chance.random() < level.bent
    return camera.Pose(
        module=module,
        turn=math.radians(turn),
        tilt=math.radians(chance.uniform(*level.tilt)),
        tilt_axis=chance.uniform(0, 2 * math.pi),
        radius=chance.uniform(*level.radius) * label.KIT_MODULES if bent else None,
        bend_axis=math.radians(chance.gauss(0, 8)) if chance.random() < 0.75 else math.radians(90 + chance.gauss(0, 8)),
        middle=middle,
    )


def draw(level_name, kind, seed, kits=1, size=None):
    """The picture in grey, and what is to be known of it."""
    chance, level = random.Random(seed), LEVELS[level_name]
    size = size or chance.choice(SIZES)
    if chance.random() < 0.35:
        size = size[::-1]
    # A code must fit into the picture, turned as it may be.
    module = min(chance.uniform(*level.module), 0.8 * min(size) / 240 / (1 if kits == 1 else 1.6))
    picture = camera.table(chance, size)
    paper = chance.uniform(*level.paper)
    ink = max(0.03, paper - chance.uniform(*level.contrast))
    codes, printed, length = {}, [], module * label.KIT_MODULES
    count = 0 if kind == "nothing" else kits
    spots = _spots(chance, size, count, length)
    for spot in spots:
        sheet = label.Sheet(chance, rows_of(kind, chance, level.beside), chance.uniform(*level.bars))
        pose = pose_of(level, chance, spot, module)
        codes |= camera.photograph(sheet, pose, picture, paper, ink)
        printed += [text for _, text, _ in sheet.boxes]
    kinds = {text: what for text in codes for what in [_what(text)]}
    middle = spots[0] if spots else (size[0] / 2, size[1] / 2)
    camera.light(picture, chance, middle, length, level.shadow, level.glare)
    blur = chance.uniform(*level.blur) * module
    share, least, most = level.motion
    motion = chance.uniform(least, most) * module if chance.random() < share else 0
    grey = camera.expose(picture, chance, math.hypot(blur, 0.4), motion, chance.uniform(*level.noise))
    if kind == "cropped":
        grey, codes = _crop(grey, codes, chance)
    facts = {"printed": printed, "module": round(module, 2), "blur": round(blur / module, 2), "motion": round(motion / module, 2), "contrast": round(paper - ink, 2)}
    return chance, grey, [{"text": text, "kind": kinds.get(text, ""), "corners": corners} for text, corners in codes.items()], facts


def _what(text):
    if len(text) == 19 and text.startswith("FU-KIT-") and text[7:17].isdigit() and text[17] == "-":
        return "kit" if label.check_character("FUKIT" + text[7:17]) == text[18] else "misprint"
    return "other"


def _spots(chance, size, count, length):
    """Middles of labels, so that none covers another's code."""
    width, height = size
    if count <= 1:
        slack = 0.55 * length
        x = chance.uniform(min(slack, width / 2), max(width - slack, width / 2))
        y = chance.uniform(min(slack, height / 2), max(height - slack, height / 2))
        return [(x, y)] * count
    columns = 1 if count == 2 and height > width else 2
    lines = math.ceil(count / columns)
    cells = [((i % columns + 0.5) * width / columns, (i // columns + 0.5) * height / lines) for i in range(count)]
    return [(x + chance.uniform(-0.03, 0.03) * width, y + chance.uniform(-0.03, 0.03) * height) for x, y in cells]


def _crop(grey, codes, chance):
    """Cuts the picture so that every code in it loses 8 to 60 % of its length."""
    for corners in list(codes.values())[:1]:
        points = np.array(corners, float)
        start, end = points[[0, 3]].mean(0), points[[1, 2]].mean(0)
        share = chance.uniform(0.08, 0.6)
        cut = start + (end - start) * (1 - share if chance.random() < 0.5 else share)
        axis = int(abs(end - start)[1] > abs(end - start)[0])
        keep_low = (start[axis] < cut[axis]) == (np.linalg.norm(cut - start) > np.linalg.norm(end - cut))
        at = int(np.clip(cut[axis], 16, grey.shape[1 - axis] - 16))
        if axis == 0:
            grey = grey[:, :at] if keep_low else grey[:, at:]
        else:
            grey = grey[:at] if keep_low else grey[at:]
    return np.ascontiguousarray(grey), {}


def encode(grey, chance, level, format=None):
    """The file's bytes, its name's end and its EXIF orientation."""
    format = format or chance.choices([name for name, _ in FORMATS], [share for _, share in FORMATS])[0]
    if format == "heic" and pillow_heif is None:
        raise SystemExit("pillow-heif is missing; install Tests/Photos/requirements.txt")
    tint = np.array([chance.uniform(0.97, 1.0), chance.uniform(0.93, 0.98), chance.uniform(0.8, 0.96)], np.float32)
    image = Image.fromarray((grey[:, :, None] * tint).astype(np.uint8))
    file, quality = io.BytesIO(), chance.randint(*level.quality)
    if format in ("jpeg", "progressive"):
        orientation = chance.choice((1, 1, 3, 6, 6, 8, 2, 4, 5, 7))
        # Stored so that the orientation turns it upright again.
        back = {1: None, 2: Image.Transpose.FLIP_LEFT_RIGHT, 3: Image.Transpose.ROTATE_180, 4: Image.Transpose.FLIP_TOP_BOTTOM,
                5: Image.Transpose.TRANSPOSE, 6: Image.Transpose.ROTATE_90, 7: Image.Transpose.TRANSVERSE, 8: Image.Transpose.ROTATE_270}[orientation]  # fmt: skip
        exif = Image.Exif()
        exif[0x0112] = orientation
        stored = image if back is None else image.transpose(back)
        assert ImageOps.exif_transpose(stored) is not None
        stored.save(file, "JPEG", quality=quality, progressive=format == "progressive", exif=exif)
        return file.getvalue(), "jpg", orientation
    if format == "webp":
        image.save(file, "WEBP", quality=quality, method=1)
        return file.getvalue(), "webp", 1
    if format == "heic":
        image.save(file, "HEIF", quality=quality)
        return file.getvalue(), "heic", 1
    image.convert("L").save(file, "PNG", compress_level=1)
    return file.getvalue(), "png", 1


def make(folder, level_name, kind, seed, number, kits=1, size=None, format=None):
    chance, grey, codes, facts = draw(level_name, kind, f"{seed}/{level_name}/{kind}/{kits}/{number}", kits, size)
    data, end, orientation = encode(grey, chance, LEVELS[level_name], format)
    name = f"{level_name}-{kind}{'' if kits == 1 else kits}-{number:04}.{end}"
    (folder / name).write_bytes(data)
    return {"file": name, "level": level_name, "kind": kind, "width": grey.shape[1], "height": grey.shape[0], "orientation": orientation, "codes": codes, **facts}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--level", choices=LEVELS, action="append")
    parser.add_argument("--kind", choices=("kit", *NEGATIVES), default="kit")
    parser.add_argument("--kits", type=int, default=1, help="how many kits are in view, each on a label of its own")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--size", help="WIDTHxHEIGHT instead of a random one")
    parser.add_argument("--format", choices=[name for name, _ in FORMATS])
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    size = tuple(map(int, options.size.split("x"))) if options.size else None
    with ProcessPoolExecutor() as pool:
        jobs = [
            pool.submit(make, options.folder, level, options.kind, options.seed, number, options.kits, size, options.format)
            for level in options.level or LEVELS
            for number in range(options.count)
        ]
        photos = [job.result() for job in jobs]
    (options.folder / "manifest.json").write_text(json.dumps(photos, indent=1) + "\n")


if __name__ == "__main__":
    main()
