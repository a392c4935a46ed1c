"""Claim and ack on PostgreSQL and in a file, beside pgbench on the same server; and by two servers of one database."""

import os
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from itertools import product

from . import records
from .postgres import Postgres
from .report import median, number, spread

CLIENTS = (1, 4, 16, 64)
# How pgbench's transactions are numbered.
ORDERS = ("in order", "in any order")


def measure(setting, report):
    alerts = 20_000 if setting.quick else 100_000
    seconds = 1 if setting.quick else 3
    report.part(
        f"Claim and ack on PostgreSQL, at {alerts:,} open alerts",
        "Pairs a second. FairKit's store is in a schema of the server on which pgbench runs a queue of the same meaning (SKIP LOCKED, tokens, history and "
        "audit in the transaction), both over a unix socket, in turn. FairKit numbers events and chains audit entries in the order of the commits, so its "
        "transactions follow one another. pgbench does it in both ways: in order, by a row that is locked first, and in any order, from sequences. The "
        "server flushes each commit. The file is on the same disk.",
    )
    ours, theirs = defaultdict(list), defaultdict(list)
    with Postgres(setting, alerts) as postgres:
        address, directory = postgres.database("fairkit"), f"{postgres.directory}/server"
        setting.run("seed", "--dir", directory, "--database", address, "--results", alerts, "--alerts")
        postgres.tidy("fairkit")
        file = setting.store(alerts, alerts=True)
        for _ in range(setting.rounds):
            for place, options in (("postgres", ("--dir", directory, "--database", address)), ("file", ("--dir", file))):
                for line in setting.run("pairs", *options, "--seconds", seconds):
                    ours[place, line["consumers"]].append(line["pairsPerSecond"])
            postgres.tidy("fairkit")
            for order, clients in product(ORDERS, CLIENTS):
                theirs[order, clients].append(postgres.pairs(clients=clients, seconds=seconds, in_order=order == "in order"))
    best = {order: max(CLIENTS, key=lambda clients: median(theirs[order, clients])) for order in ORDERS}
    for (place, name), order in product((("postgres", "on PostgreSQL"), ("file", "in a file")), ORDERS):
        for consumers, clients, goal in ((1, 1, 0.7), (64, best[order], 3)):
            rates, bare = ours[place, consumers], theirs[order, clients]
            ratio = [a / b for a, b in zip(rates, bare)]
            goals = dict(goal=f"≥ {goal} ×", met=median(ratio) >= goal) if place == "postgres" else {}
            who = "pgbench's single client" if consumers == 1 else f"pgbench's best ({clients} clients)"
            report.row(
                f"{name}, {consumers} consumer{'s' if consumers > 1 else ''}, against {who} {order}", spread(rates), spread(bare),
                f"{spread(ratio)} ×", **goals,
            )
    for order in ORDERS:
        rates = ", ".join(number(median(theirs[order, clients])) for clients in CLIENTS)
        report.row(f"pgbench {order}, with {', '.join(map(str, CLIENTS))} clients", "", rates)
    _servers(setting, report, seconds)
    records.measure(setting, report)


def _servers(setting, report, seconds):
    """One server and two on the same database, with twenty tenants that each of them serves."""
    tenants, alerts = 20, 2_000 if setting.quick else 10_000
    report.part(
        f"Two servers on one database, {tenants} tenants",
        f"Pairs a second of 64 consumers, and of 64 at each of two servers. Each tenant has {alerts:,} open alerts. Servers, database and consumers "
        f"share {os.cpu_count()} cores, so two servers can only win what one leaves idle.",
    )
    one, two = [], []
    with Postgres(setting, 5000) as postgres:
        address = postgres.database("fairkit")
        directories = [f"{postgres.directory}/{name}" for name in ("one", "two")]
        setting.run("seed", "--dir", directories[0], "--database", address, "--results", alerts, "--alerts", "--tenants", tenants)
        postgres.tidy("fairkit")

        def pairs(directory):
            [line] = setting.run("pairs", "--dir", directory, "--database", address, "--tenants", tenants, "--consumers", 64, "--seconds", seconds)
            return line["pairsPerSecond"]

        for _ in range(setting.rounds):
            one.append(pairs(directories[0]))
            with ThreadPoolExecutor() as both:
                two.append(sum(both.map(pairs, directories)))
            postgres.tidy("fairkit")
    ratio = [b / a for a, b in zip(one, two)]
    report.row("two servers, against one", spread(two), spread(one), f"{spread(ratio)} ×", goal="≥ 1.6 ×, where cores allow", met=median(ratio) >= 1.6)
