"""Claim and ack, at a small and a large backlog, beside PostgreSQL and the disk."""

from collections import defaultdict

from .postgres import Postgres
from .report import median, spread

WAYS = {(1, 1): "one at a time", (50, 1): "in batches of 50", (1, 64): "by 64 consumers, one at a time"}


def measure(setting, report):
    small, large = (setting.store(size, alerts=True) for size in (setting.small, setting.large))
    report.part(
        f"Claim and ack, at {setting.small:,} and at {setting.large:,} open alerts",
        "Pairs a second in the store. PostgreSQL 15 has a queue with the same guarantees (SKIP LOCKED, tokens, history and audit in the transaction), is "
        "driven by pgbench over a unix socket in turn with FairKit, and does not encrypt.",
    )
    ours, theirs = defaultdict(list), defaultdict(list)
    seconds = 1 if setting.quick else 3
    with Postgres(setting) as postgres:
        for _ in range(setting.rounds):
            for line in setting.run("claims", "--small", small, "--large", large, "--pairs", 100 if setting.quick else 800):
                ours[line["batch"], line["consumers"], line["backlog"]].append(line)
            for batch, clients in [*WAYS, (1, 16)]:
                theirs[batch, clients].append(postgres.pairs(clients=clients, batch=batch, seconds=seconds))
    for way, name in WAYS.items():
        report_way(report, setting, name, ours[(*way, "small")], ours[(*way, "large")])
    single = [line["pairsPerSecond"] for line in ours[1, 1, "small"]]
    disk = [line["pairsPerSecond"] / (sum(line["fdatasync"]) / 2) for line in ours[1, 1, "small"]]
    report.row("one at a time, beside the disk", spread(single), "fdatasync of 32 KB", f"{spread(disk)} ×", "≥ 0.30 ×", median(disk) >= 0.30)
    alone = theirs[1, 1]
    for way, goal in {(1, 1): 1.2, (1, 64): 5, (50, 1): 10}.items():
        rates = [line["pairsPerSecond"] for line in ours[(*way, "small")]]
        ratio = [a / b for a, b in zip(rates, alone)]
        report.row(f"{WAYS[way]}, against PostgreSQL's one at a time", spread(rates), spread(alone), f"{spread(ratio)} ×", f"≥ {goal} ×", median(ratio) >= goal)
        if way != (1, 1):
            ratio = [a / b for a, b in zip(rates, theirs[way])]
            report.row(f"{WAYS[way]}, against PostgreSQL's same", "", spread(theirs[way]), f"{spread(ratio)} ×")
    report.row("PostgreSQL with 16 clients", "", spread(theirs[1, 16]))


def report_way(report, setting, name, few, many):
    cost = [a["pairsPerSecond"] / b["pairsPerSecond"] for a, b in zip(few, many)]
    report.row(
        name, spread([line["pairsPerSecond"] for line in many]),
        f"at {setting.small:,}: {spread([line['pairsPerSecond'] for line in few])}", f"{spread(cost)} × the time", "≤ 1.5 ×", median(cost) <= 1.5,
    )
