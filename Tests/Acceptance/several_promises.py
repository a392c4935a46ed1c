"""What must hold once all servers are up again: the rows of a tenant against what its clients were answered."""

import collections
import json
import time

import psycopg
from psycopg import sql

from examples import RESULTS
from model import MOVES, column, milliseconds
from several_clients import EVENTS
from several_clinics import GROUPS, STEPS
from several_consumers import Consumer

KITS = "/api/v1/test-kits"
# A claim whose client had gone before it was answered gives its deliveries back.
EVENTS_MOVE = MOVES | {"returned": ({"leased"}, "pending")}


def hexed(id):
    return id.replace("-", "")


class Promises:
    def __init__(self, database, load, sites):
        self.load, self.clinic, self.answers, self.sites = load, load.clinic, load.answers, sites
        self.rows = psycopg.connect(host=database.folder, port=database.port, user="fairkit", dbname="store", autocommit=True)
        (schema,) = self.rows.execute("SELECT folder FROM control.tenant WHERE name = %s", (self.clinic.name,)).fetchone()
        self.rows.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(schema)))
        self.server = sites[0].server

    def settle(self, seconds=60):
        """Returns once all deliveries are acked, all due steps carried out, and all messages sent."""
        consumers = [Consumer(self.load, f"last of {group} {self.load.rounds}", group) for group in GROUPS]
        self.load.patience = deadline = time.monotonic() + seconds
        while waits := self.waits():
            assert time.monotonic() < deadline, f"{waits} still wait"
            for consumer in consumers:
                for lease in consumer.claim(60, 100):
                    assert not consumer.settle(lease, "ack")
            time.sleep(0.2)

    def waits(self):
        counts = {
            "deliveries": "SELECT count(*) FROM delivery WHERE state NOT IN ('acked', 'parked')",
            "steps": f"SELECT count(*) FROM alert_step WHERE state = 'waiting' AND number <= {len(STEPS)}",
            "servers": f"SELECT {len(self.sites)} - (SELECT count(*) FROM control.server WHERE seen_at > extract(epoch FROM clock_timestamp()) * 1000 - 8000)",
            "messages": "SELECT count(*) FROM notice_send WHERE state = 'waiting'",
        }
        return {what: count for what, query in counts.items() if (count := column(self.rows, query)[0])}

    def hold(self):
        self.numbers()
        self.records()
        self.queue()
        self.leases()
        self.loop()
        for site in self.sites:
            for words in (("audit", "verify"), ("db", "check")):
                done = self.clinic.command(*words, "--json", path=site.store.path)
                assert json.loads(done.stdout)["sound"], done.stdout
        self.rows.close()

    def numbers(self):
        """Events, audit and changes are numbered without a gap and without a repeat, and every server tells the same."""
        for table in ("alert_event", "audit", "change"):
            numbers = column(self.rows, f"SELECT number FROM {table} ORDER BY number")
            assert numbers == list(range(1, len(numbers) + 1)), f"the numbers of {table} have a gap"
        for site in self.sites:
            client, seen = self.clinic.client(site.server, "consumer"), list(self.answers.events)
            while page := client.ask(200, "GET", EVENTS, params={"after": len(seen), "limit": 100})["items"]:
                seen += page
            assert [event["number"] for event in seen] == list(range(1, len(seen) + 1)), "the history has a gap"
            told = [(event["number"], event["event"], bytes.fromhex(hexed(event["alertId"]))) for event in seen]
            assert told == self.rows.execute("SELECT number, kind, alert_id FROM alert_event ORDER BY number").fetchall(), "the history has changed"
            self.answers.events = seen

    def records(self):
        """Each answered change is there once, and what was not answered at most once."""
        answers, administrator, laboratory = self.answers, self.clinic.client(self.server, "administrator"), self.clinic.client(self.server, "laboratory")
        kits = [(kit["kitCode"], kit["id"]) for kit in administrator.everything(KITS)]
        assert len(dict(kits)) == len(kits), "a kit was registered twice"
        assert answers.kits.items() <= dict(kits).items(), "an answered kit is gone"
        assert dict(kits).keys() <= answers.kits.keys() | answers.unanswered
        results = [(result["reference"], result["id"]) for result in laboratory.everything(RESULTS)]
        assert len(dict(results)) == len(results), "a result was stored twice"
        assert answers.results.keys() <= {id for _, id in results}, "an answered result is gone"
        assert {reference for reference, id in results if id not in answers.results} <= answers.unanswered
        levels = collections.defaultdict(list)
        for id, number, level in self.rows.execute("SELECT result_id, number, level FROM result_version ORDER BY result_id, number"):
            levels[id.hex()].append(level // 1000)
            assert number == len(levels[id.hex()])
        for id, values in answers.results.items():
            more = [answers.unanswered_values[id]] if id in answers.unanswered_values else []
            assert levels[hexed(id)] in (values, values + more), f"the versions of {id} are {levels[hexed(id)]}, and {values} were answered"
        lacking = "SELECT count(*) FROM result_version v WHERE flag = 'HH' AND 1 <> (SELECT count(*) FROM alert a WHERE (a.result_id, a.result_version) = (v.result_id, v.number))"
        assert column(self.rows, lacking) == [0], "a critical version has not one alert"
        alerts = {id.hex() for id in column(self.rows, "SELECT id FROM alert")}
        assert {hexed(id) for id in [*answers.alerts, *answers.other_alerts]} <= alerts, "an answered alert is gone"
        audited = collections.Counter(column(self.rows, "SELECT action FROM audit"))
        corrections = sum(map(len, levels.values())) - len(results)
        expected = {"kit.registered": len(kits), "result.recorded": len(results), "result.corrected": corrections, "alert.acknowledged": len(column(self.rows, "SELECT alert_id FROM acknowledgement"))}
        assert {action: audited[action] for action in expected} == expected, "what was done is not what was audited"

    def queue(self):
        """The history explains each delivery; each is acked by one token, the answered one, at the answered time."""
        groups = self.rows.execute("SELECT count(*), count(DISTINCT (alert_id, group_id)), (SELECT count(*) FROM alert) FROM delivery").fetchone()
        assert groups[0] == groups[1] == len(GROUPS) * groups[2], "not one delivery for each group"
        states, counts = collections.defaultdict(lambda: "pending"), collections.Counter()
        for number, delivery, kind in self.rows.execute("SELECT number, delivery, kind FROM alert_event WHERE delivery IS NOT NULL ORDER BY number"):
            allowed, after = EVENTS_MOVE[kind]
            assert states[delivery] in allowed, f"event {number}: delivery {delivery} was {states[delivery]} and was {kind}"
            states[delivery] = after
            counts[delivery, kind] += 1
        for delivery, state, token, acked in self.rows.execute("SELECT number, state, token, acked_at FROM delivery"):
            # One that failed twenty times is parked.
            assert state == states[delivery] and counts[delivery, "acked"] == (state == "acked")
            if delivery in self.answers.acked:
                known, at = self.answers.acked[delivery]
                assert (f"{delivery}.{token.hex()}", acked) == (known, milliseconds(at)), "an answered ack is lost, or by another token"
            leased, released = counts[delivery, "leased"], counts[delivery, "released"]
            assert leased >= len(self.answers.leases[delivery]), "an answered lease is gone"
            assert released >= self.answers.releases[delivery], "an answered release is gone"

    def leases(self):
        """Each answered lease is in the history, and ended by its own consumer, or not before its time: no two held a delivery at once."""
        happened = collections.defaultdict(list)
        for delivery, kind, at in self.rows.execute("SELECT delivery, kind, at FROM alert_event WHERE delivery IS NOT NULL ORDER BY number"):
            happened[delivery].append((kind, at))
        for delivery, leases in self.answers.leases.items():
            for lease in leases.values():
                assert ("leased", lease.start) in happened[delivery], f"an answered lease of delivery {delivery} is gone"
                after = happened[delivery][happened[delivery].index(("leased", lease.start)) + 1 :]
                kind, at = next((one for one in after if one[0] != "extended"), ("", 0))
                is_right = lease.is_doubtful or kind in ("", "acked") or (kind == "expired" and at >= lease.until)
                assert is_right, f"the lease of delivery {delivery} until {lease.until} was {kind} at {at}"

    def loop(self):
        """Each step of each alert was carried out once and told each receiver once; none after the acknowledgement."""
        acknowledged = {id.hex(): at for id, at in self.rows.execute("SELECT alert_id, at FROM acknowledgement")}
        for id, (_, at) in self.answers.acknowledged.items():
            assert acknowledged.get(hexed(id)) == milliseconds(at), "an answered acknowledgement is lost, or of another time"
        steps, told, escalated, ends = (collections.defaultdict(dict), collections.Counter(), collections.Counter(), {})
        for alert, number, state in self.rows.execute("SELECT alert_id, number, state FROM alert_step"):
            steps[alert][number] = state
        for alert, step, kind, receiver in self.rows.execute("SELECT alert_id, step, kind, receiver FROM notice WHERE alert_id IS NOT NULL"):
            told[alert, step, kind, receiver] += 1
        assert max(told.values()) == 1, "a person was told twice for one step"
        for number, alert, kind in self.rows.execute("SELECT number, alert_id, kind FROM alert_event WHERE kind IN ('acknowledged', 'escalated', 'step-skipped') ORDER BY number"):
            assert alert not in ends, f"event {number}: an acknowledged alert is {kind}"
            if kind == "acknowledged":
                ends[alert] = number
            else:
                escalated[alert] += 1
        assert {alert.hex() for alert in ends} == acknowledged.keys()
        receivers = collections.Counter((alert, step) for alert, step, _, _ in told if step)
        for alert, state, follows in self.rows.execute("SELECT id, state, follows FROM alert WHERE band = 0"):
            ended = [number for number, state in steps[alert].items() if state == "fired"]
            assert escalated[alert] == len(ended), "a step was carried out twice, or is not in the history"
            # What follows from a correction tells those who were told before, too, with its first step.
            exact = [number for number in ended if not follows or number > 1]
            assert all(receivers[alert, number] == STEPS[number - 1][2] for number in exact), "a step did not tell whom it should"
            assert all(receivers[alert, number] >= STEPS[number - 1][2] for number in ended), "a step did not tell whom it should"
            expected = {"fired", "cancelled"} if state != "open" else {"fired", "waiting"}
            assert set(steps[alert].values()) <= expected and (state != "open" or len(ended) == len(STEPS)), (state, steps[alert])
