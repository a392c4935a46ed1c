"""Registrations and results a second, beside what the disk does and beside plain SQLite."""

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
            lines = found[what, writers, False]
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
    """(what, writers, plain) → what each round printed."""
    found = defaultdict(list)
    for round in range(setting.rounds):
        for plain in (False, True) if round % 2 == 0 else (True, False):
            seconds = 0.6 if setting.quick else 1.5
            path = f"{setting.scratch}/fresh"
            for line in setting.run("writes", "--dir", path, "--seconds", seconds, plain=plain):
                found[line["what"], line["writers"], plain].append(line)
    return found


def _group(report, found, what):
    one, many = found[what, 1, False], found[what, 64, False]
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
        pairs = zip(found[what, writers, False], found[what, writers, True])
        cost = [plain["perSecond"] / encrypted["perSecond"] for encrypted, plain in pairs]
        report.row(
            f"{what}s, {writers} writer{'s' if writers > 1 else ''}: encrypted against plain", f"{spread(cost)} ×",
            f"plain: {spread([line['perSecond'] for line in found[what, writers, True]])}", "", "≤ 1.7 ×", median(cost) <= 1.7,
        )
