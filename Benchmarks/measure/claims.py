"""Claim and deliver, at a small and a large backlog."""

from collections import defaultdict

from .report import median, spread


def measure(setting, report):
    small, large = (setting.store(size, alerts=True) for size in (setting.small, setting.large))
    report.part(
        f"Claim and deliver, at {setting.small:,} and at {setting.large:,} open alerts",
        "Pairs a second, by one consumer: one alert at a time, and fifty claimed at once and delivered side by side.",
    )
    rates = defaultdict(list)
    for line in setting.run(
        "claims", "--small", small, "--large", large, "--rounds", setting.rounds + 2, "--pairs", 100 if setting.quick else 400
    ):
        rates[line["batch"], line["backlog"]].append(line)
    for batch in (1, 50):
        few, many = rates[batch, "small"], rates[batch, "large"]
        cost = [a["pairsPerSecond"] / b["pairsPerSecond"] for a, b in zip(few, many)]
        name = "one at a time" if batch == 1 else "in batches of 50"
        report.row(
            name, spread([line["pairsPerSecond"] for line in many]),
            f"at {setting.small:,}: {spread([line['pairsPerSecond'] for line in few])}", f"{spread(cost)} × the time", "≤ 1.5 ×",
            median(cost) <= 1.5,
        )
        disk = [sync for line in many for sync in line["fdatasync"]]
        ratio = [line["pairsPerSecond"] / (sum(line["fdatasync"]) / 2) for line in many]
        report.row(f"{name}, beside the disk", "", f"fdatasync of 36 KB: {spread(disk)}", f"{spread(ratio)} ×")
