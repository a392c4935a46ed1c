"""`python -m peer.seed DIRECTORY RESULTS [--alerts]`: a store as full as FairKit's, in the same proportions (FairKitBenchmarks/Past.swift), with a key per role.

Beside it a file `profiles` with the ids of the patients, one a line.
"""

import argparse
import hashlib
import os
import random

from . import values
from .store import connect

LABORATORIES = 50
END = 1_795_262_400_000
SPAN = 3 * 365 * 86_400_000
LEVELS = ((0.005, 820.0), (0.055, 250.0), (0.065, 80.0), (1.0, 150.0))
KEYS = {role: f"peer-{role}-{'0' * 32}" for role in ("laboratory", "administrator", "consumer")}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory")
    parser.add_argument("results", type=int)
    parser.add_argument("--alerts", action="store_true", help="every result has an alert that waits, and none a kit")
    options = parser.parse_args()
    with open(f"{os.path.dirname(os.path.abspath(__file__))}/schema.sql") as file:
        schema = file.read()
    connection = connect(f"{options.directory}/peer.db", os.environ["PEER_KEY"])
    connection.executescript(schema)
    connection.execute("PRAGMA foreign_keys = OFF")
    connection.execute("BEGIN")
    profiles = fill(connection, options.results, options.alerts)
    connection.execute("COMMIT")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.execute("ANALYZE")
    connection.close()
    with open(f"{options.directory}/profiles", "w") as file:
        file.writelines(f"{profile}\n" for profile in profiles)


def fill(connection, count, only_alerts):
    """Fills the tables.

    Returns the patients' ids.
    """
    chance = random.Random(7)
    start = END - SPAN
    laboratories = [values.new_id(start) for _ in range(LABORATORIES)]
    connection.executemany("INSERT INTO laboratory VALUES (?, ?)", [(number, f"Laboratory {place}") for place, number in enumerate(laboratories)])
    connection.executemany(
        "INSERT INTO api_key VALUES (?, ?, ?, ?, NULL)",
        [(hashlib.sha256(key.encode()).digest(), values.new_id(start), role, laboratories[7] if role == "laboratory" else None) for role, key in KEYS.items()],
    )
    profiles = [] if only_alerts else [values.new_id(start) for _ in range(max(count * 3 // 10, 10))]
    connection.executemany(
        "INSERT INTO profile VALUES (?, ?, '1990-01-01', '+254700000000')", [(number, f"Amina Odhiambo {place}") for place, number in enumerate(profiles)]
    )
    results, kits, alerts, audits = [], [], [], []
    for place in range(count):
        at = start + SPAN // count * place
        bare = f"FUKIT{place:010}"
        code = f"FU-KIT-{place:010}-{values.check_character(bare)}"
        number, kit = values.new_id(at), None
        if profiles and chance.random() < 0.7:
            kit = values.new_id(at - 3 * 86_400_000)
            kits.append((kit, code, "resulted", chance.choice(profiles), values.timestamp(at - 3 * 86_400_000), values.day(at + 4 * 86_400_000)))
            audits.append((at, "seed", "kit.registered", kit, "seed"))
        drawn = chance.random()
        value = next(level for share, level in LEVELS if drawn < share)
        flag = values.flag(value, 100.0, 200.0)
        alert = values.new_id(at) if only_alerts or flag == "HH" else None
        if alert:
            # Without kits, one in ten alerts is critical, as in FairKit's store of alerts.
            band = 0 if not only_alerts or place % 10 == 0 else 1 if place % 10 < 5 else 2
            alerts.append((alert, number, band, values.timestamp(at), "pending"))
        test_date = values.day(at - chance.randrange(5) * 86_400_000)
        results.append(
            (number, chance.choice(laboratories), f"R-{place}", code, kit, "final", test_date, value, "mg/dL", 100.0, 200.0, flag, "nephelometry", values.timestamp(at), alert)
        )
    connection.executemany("INSERT INTO kit VALUES (?, ?, ?, ?, ?, ?)", kits)
    connection.executemany("INSERT INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", results)
    connection.executemany("INSERT INTO alert (id, result_id, band, raised_at, state) VALUES (?, ?, ?, ?, ?)", alerts)
    connection.executemany("INSERT INTO audit (at, actor, action, object, request_id) VALUES (?, ?, ?, ?, ?)", audits)
    return profiles


if __name__ == "__main__":
    main()
