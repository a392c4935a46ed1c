"""Registrations and results a second, beside what the disk does and beside plain SQLite."""

import os
from collections import defaultdict

from .report import median, number, spread


def measure(setting, report):
    report.part(
        "Writes, on a fresh store",
        "A second, through the use cases: a registration is kit, history and audit, by a typed code; a result moves its kit on. "
        "fdatasync is that of the same bytes appended to a file of the same directory, just before and after.",
    )
    found = collect(setting)
    for what in ("registration", "result"):
        for writers in (1, 64):
            lines = found[what, writers, "disk", False]
            rates = [line["perSecond"] for line in lines]
            disk = [sum(line["fdatasync"]) / 2 for line in lines]
            ratio = [rate / sync for rate, sync in zip(rates, disk)]
            goal = {}
            if (what, writers) == ("registration", 1):
                goal = dict(goal="≥ 0.25 × fdatasync", met=median(ratio) >= 0.25)
            size = lines[0]["bytesPerCommit"]
            report.row(
                f"{what}s, {writers} writer{'s' if writers > 1 else ''}", spread(rates),
                f"fdatasync of {size / 1024:.0f} KB: {spread(disk)}", f"{spread(ratio)} ×", **goal,
            )
        _group(report, found, what)
        _plain(report, found, what)


def collect(setting):
    """(what, writers, place, plain) → what each round printed; the place is the disk or memory."""
    found = defaultdict(list)
    places = {"disk": setting.scratch} | ({"memory": "/dev/shm"} if os.path.isdir("/dev/shm") else {})
    seconds = 0.6 if setting.quick else 1.2
    for round in range(setting.rounds):
        for place, path in places.items():
            for plain in (False, True) if round % 2 == 0 else (True, False):
                for line in setting.run("writes", "--dir", f"{path}/fairkit-bench", "--seconds", seconds, plain=plain):
                    found[line["what"], line["writers"], place, plain].append(line)
    return found


def _group(report, found, what):
    one, many = found[what, 1, "disk", False], found[what, 64, "disk", False]
    gain = [after["perSecond"] / before["perSecond"] for before, after in zip(one, many)]
    disk = median([sync for line in one + many for sync in line["fdatasync"]])
    goal = {}
    if what == "registration":
        if disk > 5000:
            goal = dict(goal="≥ 4 × (fdatasync > 5,000/s)", met=median(gain) >= 4)
        elif disk < 500:
            goal = dict(goal="≥ 20 × (fdatasync < 500/s)", met=median(gain) >= 20)
        else:
            goal = dict(goal="none between 500 and 5,000 fdatasync/s")
    report.row(f"{what}s, 64 writers against one", f"{spread(gain)} ×", f"fdatasync: {number(disk)}", "", **goal)


def _plain(report, found, what):
    for writers in (1, 64):
        name = f"{what}s, {writers} writer{'s' if writers > 1 else ''}"
        pairs = list(zip(found[what, writers, "disk", False], found[what, writers, "disk", True]))
        cost = [_speed(plain, writers) / _speed(encrypted, writers) for encrypted, plain in pairs]
        report.row(
            f"{name}: encrypted against plain", f"{spread(cost)} ×",
            f"plain: {spread([plain['perSecond'] for _, plain in pairs])}", "", "≤ 1.7 ×", median(cost) <= 1.7,
        )
        pairs = list(zip(found[what, writers, "memory", False], found[what, writers, "memory", True]))
        if pairs:
            cost = [encrypted["cpu"] / plain["cpu"] for encrypted, plain in pairs]
            clock = [plain["perSecond"] / encrypted["perSecond"] for encrypted, plain in pairs]
            report.row(
                f"{name}: the same in /dev/shm, where no disk hides it", f"{spread(clock)} ×",
                f"plain: {spread([plain['perSecond'] for _, plain in pairs])}", f"CPU {spread(cost)} ×",
            )


def _speed(line, writers):
    """One writer waits for the disk at every commit: it is measured by what the disk did meanwhile."""
    return line["perSecond"] / (sum(line["fdatasync"]) if writers == 1 else 1)
