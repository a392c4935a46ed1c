"""Which pages a commit of each kind writes, by table and index."""

import glob
import shutil
import sqlite3
from collections import Counter

FRAME = 24 + 4096


def measure(setting, report):
    report.part(
        "Pages a commit writes",
        "What one request of each kind writes to the log, by table and index (dbstat of a plain store of the same code), at "
        f"{setting.small:,} results and as many open alerts. An index is the one that SQLite keeps for a key, where it has no name of its own.",
    )
    for line, owners in collect(setting):
        pages = Counter(owners.get(page, "?") for page in line["pages"])
        parts = ", ".join(f"{name} {_number(count / line['commits'])}" for name, count in pages.most_common())
        report.row(line["what"], f"{_number(len(line['pages']) / line['commits'])} pages", f"{len(line['pages']) * FRAME / line['commits'] / 1024:.1f} KB", parts)


def collect(setting):
    """What each kind wrote, and whose each page is."""
    for alerts, wanted in ((True, {"claim", "ack"}), (False, None)):
        seeded = setting.store(setting.small, plain=True, alerts=alerts)
        path = f"{setting.scratch}/fairkit-commits"
        shutil.rmtree(path, ignore_errors=True)
        shutil.copytree(seeded, path)
        lines = setting.run("commits", "--dir", path, plain=True)
        with sqlite3.connect(glob.glob(f"{path}/tenants/*/health.db")[0]) as database:
            owners = dict(database.execute("SELECT pageno, name FROM dbstat"))
        shutil.rmtree(path)
        for line in lines:
            if (line["what"] in {"claim", "ack"}) == alerts:
                yield line, owners


def _number(value):
    return f"{value:.1f}".removesuffix(".0")
