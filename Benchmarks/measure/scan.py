"""Kits read of made photos, by level, beside two other readers on the same files; and what is read where no kit is."""

import hashlib
import json
import os
import subprocess
import sys

from .photos import _zbarimg, _zxing
from .report import median, percentile

GOALS = {"easy": 1.0, "medium": 0.99, "hard": 0.95, "extreme": 0.80}
MAKER = "Tests/Photos"
# What FairKit decodes by now.
FORMAT = "jpeg"
NONE = ("near", "digits", "misprint", "cropped", "courier", "ean", "qr", "nothing")


def measure(setting, report):
    report.part(
        "Kits in made photos, by level",
        f"Made by {MAKER} with a seed that nothing was tuned on. Milliseconds a photo, median and 95th percentile; FairKit and zxing-cpp "
        "without the start of their process, zbarimg with it; each decodes the picture itself.",
    )
    count = 20 if setting.quick else 100
    for level, goal in GOALS.items():
        _level(setting, report, level, count, goal)
    _nothing(setting, report, 10 if setting.quick else 80)


def _level(setting, report, level, count, goal):
    folder, photos = _made(setting, "kit", level, count)
    ours = _scanned(setting, folder)
    kits = sum(len(_kits(photo)) for photo in photos)
    peers = {"zbarimg": _zbarimg, "zxing-cpp": _zxing()}
    read = {name: 0 for name in peers}
    times = {name: [] for name in peers}
    for photo in photos:
        for name, reader in peers.items():
            codes, milliseconds = reader(f"{folder}/{photo['file']}")
            read[name] += len(_kits(photo) & codes)
            times[name].append(milliseconds)
    found = sum(len(_kits(photo) & set(ours[photo["file"]]["codes"])) for photo in photos)
    spent = [ours[photo["file"]]["milliseconds"] for photo in photos]
    for name in peers:
        met = dict(goal=f"≥ {goal:.0%}", met=found / kits >= goal) if name == "zbarimg" else {}
        report.row(
            f"{level}: {found} of {kits} kits read", f"{found / kits:.1%}, {_times(spent)}",
            f"{name}: {read[name] / kits:.1%}, {_times(times[name])}", "", **met,
        )


def _nothing(setting, report, count):
    wrong, all_photos = [], 0
    for kind in NONE:
        for level in GOALS:
            folder, photos = _made(setting, kind, level, count)
            ours = _scanned(setting, folder)
            all_photos += len(photos)
            wrong += [photo["file"] for photo in photos if set(ours[photo["file"]]["codes"]) - set(photo["printed"])]
            wrong += [photo["file"] for photo in photos if ours[photo["file"]]["outcome"] in ("kit", "several-kits") and kind != "cropped"]
    report.row(
        f"valid kits read where there is none, of {all_photos} photos", str(len(wrong)), ", ".join(NONE), "", "0", not wrong,
    )


def _made(setting, kind, level, count):
    """A folder of photos, made once for as long as the maker stands."""
    digest = hashlib.sha256()
    for name in sorted(os.listdir(MAKER)):
        if name.endswith((".py", ".txt")):
            with open(f"{MAKER}/{name}", "rb") as file:
                digest.update(file.read())
    folder = f"{setting.scratch}/photos-{digest.hexdigest()[:12]}/{kind}-{level}-{count}"
    manifest = f"{folder}/manifest.json"
    if not os.path.exists(manifest):
        print(f"Making {count} photos: {kind}, {level}", flush=True)
        line = [sys.executable, f"{MAKER}/make.py", folder, "--level", level, "--kind", kind, "--count", str(count)]
        size = [] if kind == "kit" else ["--size", "1600x1200"]
        subprocess.run([*line, "--seed", "bench", "--format", FORMAT, *size], check=True)
    with open(manifest) as file:
        return folder, json.load(file)


def _scanned(setting, folder):
    """What `fairkit scan` says of each photo of a folder, by its name."""
    done = subprocess.run([setting.fairkit, "scan", "--json", folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return {os.path.basename(line["file"]): line for line in map(json.loads, done.stdout.splitlines())}


def _kits(photo):
    return {code["text"] for code in photo["codes"] if code["kind"] == "kit"}


def _times(values):
    return f"{median(values):.0f} / {percentile(values, 0.95):.0f} ms"
