"""Two and three servers on one database, that are killed, frozen and cut off at random, and whose clocks differ: every promise holds.

Random clients send to random servers. A model of what they were answered is held against the database, the mail that arrived, and every server.
`FAIRKIT_MODEL_SEED` repeats the dice of a run; threads and processes still meet at other moments. `FAIRKIT_MODEL_SECONDS` is for longer runs.
"""

import collections
import os
import random
import re
import shutil
import signal
import threading
import time

import pytest

import several_messages
from fairkit import Store, command
from several_clients import Load
from several_clinics import LIMITS, Clinic
from several_promises import Promises
from several_sites import CLOCKS, Database, Proxies, Site

pytestmark = pytest.mark.long

SECONDS = float(os.environ.get("FAIRKIT_MODEL_SECONDS", "15"))
# What was answered is checked after so long, and then it goes on.
ROUND = 30
TROUBLES = {"killed": 4, "stopped": 1, "frozen": 3, "cut": 4, "unreachable": 2, "refused": 1, "clock set": 2}


class Town:
    """Servers of one database with two tenants, and their clients."""

    def __init__(self, count, seed, folder):
        self.seed, self.database, self.happened, self.surprises = seed, Database(), collections.Counter(), []
        first = Store(folder / "site-0")
        key = re.search(r"fk_\S+", command("init", "--data", first.path, FAIRKIT_STORE=self.database.address).stdout)[0]
        server = first.serve(**LIMITS, FAIRKIT_STORE=self.database.address)
        clinics = [Clinic(first, server, None, key), Clinic(first, server, "kisumu", command("tenant", "create", "kisumu", "--data", first.path).stdout.strip())]
        assert server.stop() == 0
        for number in range(1, count):
            (folder / f"site-{number}").mkdir(mode=0o700)
            shutil.copy(first.master, folder / f"site-{number}")
        self.proxies = Proxies(self.database, count, seed)
        self.sites = [Site(number, folder / f"site-{number}", self.proxies, LIMITS) for number in range(count)]
        for site in self.sites:
            site.start()
        self.loads = [Load(clinic, self.sites, seed) for clinic in clinics]

    def shake(self, seconds, number):
        """Lets clients work and trouble befall the servers for some time."""
        over = threading.Event()
        for load in self.loads:
            load.clinic.sign_in_again(self.sites[0].server)
            load.begin()
        for site in self.sites:
            self.proxies.do(site.number, "rough")
        threads = [threading.Thread(target=self.befall, args=(site, random.Random(f"{self.seed} {number} {site.number}"), over)) for site in self.sites]
        for thread in threads:
            thread.start()
        time.sleep(seconds)
        over.set()
        for thread in threads:
            thread.join(120)
        assert not self.surprises, self.surprises
        for site in self.sites:
            self.proxies.do(site.number, "calm")
        for load in self.loads:
            load.end()

    def befall(self, site, dice, over):
        try:
            while not over.wait(dice.uniform(0.3, 2.5)):
                [trouble] = dice.choices(list(TROUBLES), TROUBLES.values())
                self.happened[trouble] += 1
                match trouble:
                    case "killed":
                        site.end(signal.SIGKILL, dice.choice([0, 0, 0, 1, 1, 11]))
                    case "stopped":
                        site.end(signal.SIGTERM, dice.choice([0, 2]))
                    case "frozen":
                        site.freeze(dice.choice([0.2, 0.5, 1, 2, 9]))
                    case "cut":
                        self.proxies.do(site.number, "cut")
                    case "unreachable":
                        site.order("hold", dice.choice([0.3, 1, 1, 8]), "flow")
                    case "refused":
                        site.order("refuse", dice.choice([0.5, 0.5, 2, 8]), "allow")
                    case "clock set":
                        site.clock.set(CLOCKS[site.number] + dice.choice([-3600, -30, 0, 30, 3600]))
        except BaseException as surprise:
            self.surprises.append(f"server {site.number}: {surprise!r}")

    def check(self):
        """Every promise holds for each tenant; answers what there was."""
        held = [Promises(self.database, load, self.sites) for load in self.loads]
        for promises in held:
            promises.settle()
        messages = [several_messages.check(promises, self.sites) for promises in held]
        for promises in held:
            promises.hold()
        counts = sum((load.answers.counts for load in self.loads), collections.Counter())
        broken = sum(map(collections.Counter, self.proxies.counts), collections.Counter())
        failed = sum(len(site.failed_starts) for site in self.sites)
        return (f"requests {dict(counts)}; servers {dict(self.happened)}, failed starts {failed}; connections {dict(broken)}; "
            f"{sum(first for first, _ in messages)} messages, {sum(again for _, again in messages)} of them again; "
            f"{sum(len(load.answers.acked) for load in self.loads)} acks, {sum(len(load.answers.acknowledged) for load in self.loads)} acknowledgements")  # fmt: skip

    def close(self):
        for site in self.sites:
            if site.server:
                site.server.process.kill()
                site.server.process.wait()
            site.inbox.stop()
        self.proxies.close()
        self.database.process.stdin.close()
        self.database.process.wait(60)


@pytest.mark.parametrize("count", [2, 3])
def test_several_servers_keep_every_promise(count, tmp_path):
    seed = int(os.environ.get("FAIRKIT_MODEL_SEED") or random.randrange(10**6))
    print(f"FAIRKIT_MODEL_SEED={seed}")
    town, end, number = Town(count, seed, tmp_path), time.monotonic() + SECONDS, 0
    try:
        while (left := end - time.monotonic()) > 0:
            town.shake(min(left, ROUND), number)
            print(town.check())
            number += 1
        for site in town.sites:
            assert site.server.stop() == 0
    finally:
        town.close()
