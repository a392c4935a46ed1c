"""Photo to code, beside two other readers on the same files."""

import json
import subprocess
import time

from .report import median, spread
from .server import Client, Server


def measure(setting, report):
    with open("images/manifest.json") as file:
        photos = [photo for photo in json.load(file)["photos"] if photo["expect"] == "kit"]
    report.part(
        f"Photo to code, {len(photos)} photos of kits",
        "Milliseconds a photo. FairKit and zxing-cpp without the start of their process, zbarimg with it; each decodes the picture itself.",
    )
    readers = {
        "fairkit scan": _command(setting), "FairKit over HTTP": None, "zbarimg, a process a photo": _zbarimg,
        "zxing-cpp, in process": _zxing(),
    }
    times = {name: [] for name in readers}
    read = {name: set() for name in readers}
    fresh, key = setting.empty_store()
    with Server(setting, fresh) as server:
        client = Client(server.port, key)
        readers["FairKit over HTTP"] = lambda path: _over_http(client, path)
        for _ in range(1 if setting.quick else 5):
            for photo in photos:
                for name, reader in readers.items():
                    codes, milliseconds = reader(f"images/{photo['file']}")
                    times[name].append(milliseconds)
                    if set(photo["codes"]) <= codes:
                        read[name].add(photo["file"])
    for name in list(readers)[:2]:
        for other in list(readers)[2:]:
            report.row(
                f"{name}: {len(read[name])} of {len(photos)} read", spread(times[name]),
                f"{other}: {len(read[other])} read, {spread(times[other])}", f"{median(times[name]) / median(times[other]):.2f} ×",
            )


def _command(setting):
    def read(path):
        done = subprocess.run([setting.fairkit, "scan", "--json", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
        line = json.loads(done.stdout)
        return set(line["codes"]), line["milliseconds"]

    return read


def _over_http(client, path):
    with open(path, "rb") as file:
        photo = file.read()
    start = time.monotonic()
    _, body = client.scan(photo)
    elapsed = (time.monotonic() - start) * 1000
    return set(_codes(body)), elapsed


def _codes(body):
    """Every kit's code in an answer, wherever it stands."""
    if isinstance(body, str):
        return [body] if body.startswith("FU-KIT-") else []
    inner = body.values() if isinstance(body, dict) else body if isinstance(body, list) else []
    return [code for value in inner for code in _codes(value)]


def _zbarimg(path):
    start = time.monotonic()
    done = subprocess.run(["zbarimg", "-q", "--raw", path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, check=False)
    return set(done.stdout.split()), (time.monotonic() - start) * 1000


def _zxing():
    import zxingcpp
    from PIL import Image

    def read(path):
        start = time.monotonic()
        with Image.open(path) as picture:
            codes = {found.text for found in zxingcpp.read_barcodes(picture)}
        return codes, (time.monotonic() - start) * 1000

    return read
