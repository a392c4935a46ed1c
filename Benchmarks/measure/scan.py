"""Kits read of made photos, by level, beside two other readers on the same files; and what is read where no kit is."""

import concurrent.futures
import ctypes
import hashlib
import json
import os
import subprocess
import sys
import time

from .photos import _zbarimg, _zxing
from .report import median, percentile
from .server import Client, Server

# What must be reached, and what is wanted beyond it.
GOALS = {"easy": (1.0, 1.0), "medium": (0.99, 0.995), "hard": (0.95, 0.98), "extreme": (0.80, 0.85)}
MAKER = "Tests/Photos"
NONE = ("near", "digits", "misprint", "cropped", "courier", "ean", "qr", "nothing")
COURIERS = ("JD", "1Z", "RX", "CN")  # how the texts of courier codes begin
PHONE = "4032x3024"


def measure(setting, report):
    report.part(
        "Kits in made photos, by level",
        f"Made by {MAKER} with a seed that nothing was tuned on, in the formats that phones and messengers write. Milliseconds a photo, median and 95th "
        "percentile; FairKit and zxing-cpp without the start of their process, zbarimg with it; each decodes the picture itself (zbarimg and Pillow read no HEIC: "
        "they get a JPEG of it at quality 95).",
    )
    for level, goals in GOALS.items():
        _level(setting, report, level, 20 if setting.quick else 120, goals)
    _several(setting, report, 8 if setting.quick else 40)
    _any(setting, report, 10 if setting.quick else 100)
    _nothing(setting, report)
    report.part(
        "Photos of 12 megapixels",
        "In process, one core, bytes to text: the least of three runs a photo, median over the photos. libjpeg-turbo decodes the whole picture to grey into memory "
        "that is there already; libheif decodes the luminance plane.",
    )
    _twelve(setting, report, 10 if setting.quick else 40)
    _heic(setting, report, 10)
    _over_http(setting, report)


def _level(setting, report, level, count, goals):
    folder, photos = _made(setting, "kit", level, count)
    ours = _scanned(setting, folder)
    kits = sum(len(_kits(photo)) for photo in photos)
    peers = {"zbarimg": _zbarimg, "zxing-cpp": _zxing()}
    read = {name: 0 for name in peers}
    times = {name: [] for name in peers}
    for photo in photos:
        for name, reader in peers.items():
            codes, milliseconds = reader(_as_jpeg(f"{folder}/{photo['file']}"))
            read[name] += len(_kits(photo) & codes)
            times[name].append(milliseconds)
    found = sum(len(_kits(photo) & set(ours[photo["file"]]["codes"])) for photo in photos)
    unmatched = found - sum(reading["step"] == "match" for line in ours.values() for reading in line.get("readings", []))
    spent = [ours[photo["file"]]["milliseconds"] for photo in photos]
    least, wanted = goals
    for name in peers:
        met = dict(goal=f"≥ {least:.0%}, then {wanted:.1%}", met=found / kits >= least) if name == "zbarimg" else {}
        report.row(
            f"{level}: {found} of {kits} kits read, {unmatched} without the matcher", f"{found / kits:.1%}, {_times(spent)}",
            f"{name}: {read[name] / kits:.1%}, {_times(times[name])}", "", **met,
        )


def _several(setting, report, count):
    found = all_kits = 0
    for kits in (2, 3, 4):
        folder, photos = _made(setting, "kit", "medium", count, kits=kits)
        ours = _scanned(setting, folder)
        all_kits += sum(len(_kits(photo)) for photo in photos)
        found += sum(len(_kits(photo) & set(ours[photo["file"]]["codes"])) for photo in photos)
    report.row(f"medium, two to four kits a photo: {found} of {all_kits}", f"{found / all_kits:.1%}", "", "", "≥ 98%", found / all_kits >= 0.98)


def _any(setting, report, count):
    """Other people's Code 128, of any text and length, beside zxing-cpp."""
    zxing, ours, theirs, printed = _zxing(), 0, 0, 0
    for level in GOALS:
        folder, photos = _made(setting, "courier", level, count)
        lines = _scanned(setting, folder, "--any")
        for photo in photos:
            texts = {code["text"] for code in photo["codes"] if code["text"].startswith(COURIERS)}
            printed += len(texts)
            ours += len(texts & set(lines[photo["file"]]["codes"]))
            theirs += len(texts & zxing(_as_jpeg(f"{folder}/{photo['file']}"))[0])
    report.row(
        f"scan --any: {ours} of {printed} courier codes, in all levels", f"{ours / printed:.1%}", f"zxing-cpp: {theirs / printed:.1%}", "",
        "at least as many", ours >= theirs,
    )


def _nothing(setting, report):
    """No text but those printed may be read as a kit's, in photos without a kit and in photos of kits."""
    sets = [("kit", level, 20 if setting.quick else 120, {}) for level in GOALS]
    sets += [("kit", "medium", 8 if setting.quick else 40, {"kits": kits}) for kits in (2, 3, 4)]
    sets += [(kind, level, 10 if setting.quick else 150, {"size": "1600x1200"}) for kind in NONE for level in GOALS]
    wrong, all_photos = [], 0
    for kind, level, count, options in sets:
        folder, photos = _made(setting, kind, level, count, **options)
        ours = _scanned(setting, folder)
        all_photos += len(photos)
        wrong += [photo["file"] for photo in photos if set(ours[photo["file"]]["codes"]) - set(photo["printed"])]
        if kind not in ("kit", "cropped"):
            wrong += [photo["file"] for photo in photos if ours[photo["file"]]["outcome"] in ("kit", "several-kits")]
    report.row(f"wrong or invalid kits read, in {all_photos} photos", str(len(wrong)), f"kits, {', '.join(NONE)}", "", "0", not wrong)


def _twelve(setting, report, count):
    decode = _turbo()
    for level, most in (("easy", 1.5), ("medium", 2.2), ("hard", 2.2)):
        folder, photos = _made(setting, "kit", level, count, size=PHONE, format="jpeg")
        paths = [f"{folder}/{photo['file']}" for photo in photos]
        reference = [min(decode(path) for _ in range(3)) for path in paths]
        ours = _least(setting, paths)
        zbar = [_zbarimg(path)[1] for path in paths[:10]]
        ratio = median([line["milliseconds"] / grey for line, grey in zip(ours, reference)])
        report.row(
            f"{level}: bytes to text", f"{median([line['milliseconds'] for line in ours]):.0f} ms", f"libjpeg-turbo, grey: {median(reference):.0f} ms",
            f"{ratio:.2f} ×", f"≤ {most} ×", ratio <= most,
        )
        faster = median(zbar) / median([line["milliseconds"] for line in ours])
        report.row(f"{level}: the same", "", f"zbarimg, a process a photo: {median(zbar):.0f} ms", f"{faster:.1f} × faster", "≥ 8 × faster", faster >= 8)
    folder, photos = _made(setting, "nothing", "medium", count, size=PHONE, format="jpeg")
    ours = _least(setting, [f"{folder}/{photo['file']}" for photo in photos])
    after = median([line["milliseconds"] - line["steps"]["decode"] for line in ours])
    report.row("nothing to find, after decoding", f"{after:.0f} ms", "", "", "≤ 150 ms", after <= 150)


def _heic(setting, report, count):
    folder, photos = _made(setting, "kit", "medium", count, size=PHONE, format="heic")
    paths = [f"{folder}/{photo['file']}" for photo in photos]
    decode = _heif()
    reference = [min(decode(path) for _ in range(3)) for path in paths]
    ours = _least(setting, paths)
    ratio = median([line["milliseconds"] / plane for line, plane in zip(ours, reference)])
    report.row(
        "HEIC, medium: bytes to text", f"{median([line['milliseconds'] for line in ours]):.0f} ms", f"libheif, luminance: {median(reference):.0f} ms",
        f"{ratio:.2f} ×", "≤ 1.15 ×", ratio <= 1.15,
    )


def _over_http(setting, report):
    folder, photos = _made(setting, "kit", "easy", 20 if setting.quick else 120)
    files = []
    for photo in photos:
        if photo["file"].endswith(".jpg"):
            with open(f"{folder}/{photo['file']}", "rb") as file:
                files.append(file.read())
    ours = _scanned(setting, folder)
    fresh, key = setting.empty_store()
    with Server(setting, fresh) as server:
        alone, inside = [], []
        client = Client(server.port, key)
        for round in range(3):
            for photo in files:
                start = time.monotonic()
                _, body = client.scan(photo)
                alone.append((time.monotonic() - start) * 1000)
                inside.append(body["milliseconds"])
        added = median([whole - part for whole, part in zip(alone, inside)])
        report.row("the cage and HTTP add to a photo, in milliseconds", f"{added:.1f}", "", "", "≤ 15", added <= 15)

        def send(part):
            client = Client(server.port, key)
            for photo in files[part::4] * 2:
                client.scan(photo)

        start = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(send, range(4)))
        rate = 2 * len(files) / (time.monotonic() - start)
    sizes = median([line["picture"]["width"] * line["picture"]["height"] for line in ours.values()]) / 1e6
    report.row(f"photos a second over HTTP, of {sizes:.1f} megapixels, both cores", f"{rate:.0f}", "", "", "≥ 40", rate >= 40)


def _made(setting, kind, level, count, **options):
    """A folder of photos, made once for as long as the maker stands."""
    digest = hashlib.sha256()
    for name in sorted(os.listdir(MAKER)):
        if name.endswith((".py", ".txt")):
            with open(f"{MAKER}/{name}", "rb") as file:
                digest.update(file.read())
    name = "-".join([kind, level, str(count), *(str(value) for value in options.values())])
    folder = f"{setting.scratch}/photos-{digest.hexdigest()[:12]}/{name}"
    manifest = f"{folder}/manifest.json"
    if not os.path.exists(manifest):
        print(f"Making {count} photos: {name}", flush=True)
        line = [sys.executable, f"{MAKER}/make.py", folder, "--level", level, "--kind", kind, "--count", str(count), "--seed", "bench"]
        subprocess.run([*line, *(f"--{option}={value}" for option, value in options.items())], check=True)
    with open(manifest) as file:
        return folder, json.load(file)


def _as_jpeg(path):
    """The photo for readers that know no HEIC, made once."""
    if not path.endswith((".heic", ".webp")):
        return path
    made = f"{path}.jpg"
    folder, name = os.path.split(made)
    made = f"{folder}-jpeg/{name}"
    if not os.path.exists(made):
        import pillow_heif
        from PIL import Image, ImageOps

        pillow_heif.register_heif_opener()
        os.makedirs(os.path.dirname(made), exist_ok=True)
        with Image.open(path) as picture:
            ImageOps.exif_transpose(picture).convert("RGB").save(made, quality=95)
    return made


def _scanned(setting, folder, *options):
    """What `fairkit scan` says of each photo of a folder, by its name."""
    return {os.path.basename(line["file"]): line for line in _lines(setting, [folder], *options)}


def _least(setting, paths):
    """What it says of each file; of three runs the quickest."""
    runs = [_lines(setting, paths) for _ in range(3)]
    return [min(lines, key=lambda line: line["milliseconds"]) for lines in zip(*runs)]


def _lines(setting, paths, *options):
    done = subprocess.run([setting.fairkit, "scan", "--json", *options, *paths], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return [json.loads(line) for line in done.stdout.splitlines()]


def _turbo():
    """How long libjpeg-turbo takes to decode a file to grey, in milliseconds."""
    library = ctypes.CDLL("libturbojpeg.so.0")
    library.tjInitDecompress.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(library.tjInitDecompress())
    grey = 6

    def decode(path):
        with open(path, "rb") as file:
            data = file.read()
        width, height, subsampling, colours = (ctypes.c_int() for _ in range(4))
        size = ctypes.c_ulong(len(data))
        library.tjDecompressHeader3(handle, data, size, *(ctypes.byref(value) for value in (width, height, subsampling, colours)))
        pixels = ctypes.create_string_buffer(width.value * height.value)
        start = time.perf_counter()
        assert library.tjDecompress2(handle, data, size, pixels, width, 0, height, grey, 0) == 0
        return (time.perf_counter() - start) * 1000

    return decode


class _Error(ctypes.Structure):
    _fields_ = [("code", ctypes.c_int), ("subcode", ctypes.c_int), ("message", ctypes.c_char_p)]


def _heif():
    """How long libheif takes to decode a file's luminance, in milliseconds."""
    library = ctypes.CDLL("libheif.so.1")
    for name in ("heif_context_read_from_memory_without_copy", "heif_context_get_primary_image_handle", "heif_decode_image"):
        getattr(library, name).restype = _Error
    library.heif_context_alloc.restype = ctypes.c_void_p
    undefined, any_chroma = 99, 99

    def decode(path):
        with open(path, "rb") as file:
            data = file.read()
        start = time.perf_counter()
        context, handle, image = ctypes.c_void_p(library.heif_context_alloc()), ctypes.c_void_p(), ctypes.c_void_p()
        assert library.heif_context_read_from_memory_without_copy(context, data, ctypes.c_size_t(len(data)), None).code == 0
        assert library.heif_context_get_primary_image_handle(context, ctypes.byref(handle)).code == 0
        assert library.heif_decode_image(handle, ctypes.byref(image), undefined, any_chroma, None).code == 0
        elapsed = (time.perf_counter() - start) * 1000
        library.heif_image_release(image)
        library.heif_image_handle_release(handle)
        library.heif_context_free(context)
        return elapsed

    return decode


def _kits(photo):
    return {code["text"] for code in photo["codes"] if code["kind"] == "kit"}


def _times(values):
    return f"{median(values):.0f} / {percentile(values, 0.95):.0f} ms"
