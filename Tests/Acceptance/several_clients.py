"""The clients of one tenant, each a thread: they send to servers at random, and hold every answer against what they know."""

import threading
import time

from examples import ALERTS, REGISTER, RESULTS
from fairkit import TODAY
from kits import kit_code
from several_answers import Alert, Answers, Sender, assert_is_now, expect
from several_clinics import GROUPS
from several_consumers import Consumer

EVENTS = "/api/v1/alerts/events"


class Load:
    def __init__(self, clinic, sites, seed):
        self.clinic, self.sites, self.seed = clinic, sites, f"{seed} {clinic.name}"
        self.answers, self.over, self.patience, self.rounds = Answers(), threading.Event(), float("inf"), 0

    def begin(self):
        self.over.clear()
        self.patience, self.rounds = float("inf"), self.rounds + 1
        works = [(self.report,), (self.report_early,), (self.watch,), (self.acknowledge, 0), (self.acknowledge, 1)]
        works += [(self.consume, group) for group in (GROUPS[0], *GROUPS)]
        self.threads = [threading.Thread(target=self._until_it_is_over, args=(f"{number} of round {self.rounds}", *work), daemon=True) for number, work in enumerate(works)]
        for thread in self.threads:
            thread.start()

    def end(self):
        """Ends once each client has the answer that it waits for."""
        self.patience = time.monotonic() + 60
        self.over.set()
        for thread in self.threads:
            thread.join(90)
            assert not thread.is_alive(), "a client got neither an answer nor an end"
        assert not self.answers.surprises, self.answers.surprises[:3]

    def _until_it_is_over(self, name, work, *more):
        try:
            work(f"{work.__name__} {name}", *more)
        except BaseException as surprise:
            self.answers.surprises.append(f"{work.__name__}: {surprise!r}")

    def sender(self, name, **who):
        return Sender(self, name, self.clinic.headers(**who))

    def report(self, name):
        """Registers kits, reports critical levels, and corrects some."""
        administrator, laboratory = self.sender(f"{name} a", role="administrator"), self.sender(f"{name} l", role="laboratory")
        dice, answers = laboratory.dice, self.answers
        while not self.over.wait(dice.uniform(0, 0.3)):
            code = kit_code()
            kit = administrator.make(201, REGISTER, {"barcode": code, "profileId": self.clinic.profile})
            if kit is None:
                answers.unanswered.add(code)
                continue
            answers.kits[code] = kit["id"]
            result = self.reported(laboratory, code, 201, 820)
            if result is None:
                continue
            alert = answers.alerts[result["alertId"]] = Alert(result["alertId"], code, 820)
            while dice.random() < 0.3:
                time.sleep(dice.uniform(0, 2))
                # The same level again would raise no alert.
                value = alert.value + dice.randint(1, 30)
                alert.is_corrected = True
                body = {"reason": "Diluted", "level": {"value": value, "unit": "mg/dL"}}
                corrected = laboratory.make(201, f"{RESULTS}/{result['id']}/corrections", body)
                if corrected is None:
                    answers.unanswered_values[result["id"]] = value
                    break
                versions = answers.results[result["id"]]
                versions.append(value)
                assert corrected["version"] == len(versions), corrected
                alert = answers.alerts[corrected["alertId"]] = Alert(corrected["alertId"], code, value)
                self.is_seen(laboratory, result["id"])

    def report_early(self, name):
        """Reports levels that do not fit the genotype, before their kits are registered."""
        laboratory = self.sender(name, role="laboratory")
        while not self.over.wait(laboratory.dice.uniform(0, 0.4)):
            if result := self.reported(laboratory, kit_code(), 202, 150, genotype="ZZ"):
                self.answers.other_alerts.add(result["alertId"])
                self.is_seen(laboratory, result["id"])

    def consume(self, name, group):
        Consumer(self, name, group).run()

    def reported(self, laboratory, code, status, value, **more):
        body = {"reference": f"LAB-{code[7:17]}", "kitCode": code, "testDate": TODAY, "level": {"value": value, "unit": "mg/dL"}, **more}
        result = laboratory.make(status, RESULTS, body)
        if result is None:
            self.answers.unanswered.add(body["reference"])
        else:
            self.answers.results[result["id"]] = [value]
        return result

    def is_seen(self, laboratory, id):
        """What one server answered is seen at every other one at once."""
        if (response := laboratory.once("GET", f"{RESULTS}/{id}")) is not None:
            assert expect(response, 200)["version"] == len(self.answers.results[id]), "an answered version is not seen"

    def watch(self, name):
        """Reads the history as it grows, at any server."""
        consumer, seen = self.sender(name, role="consumer"), self.answers.events
        while not self.over.wait(0.05):
            response = consumer.once("GET", EVENTS, params={"after": len(seen), "limit": 100})
            if response is not None:
                items = expect(response, 200)["items"]
                assert [item["number"] for item in items] == list(range(len(seen) + 1, len(seen) + 1 + len(items))), "the history has a gap"
                seen += items

    def acknowledge(self, name, doctor):
        """Acknowledges alerts of some age, at times one that the other doctor acknowledges at that moment."""
        sender, account = self.sender(name, doctor=doctor), self.clinic.doctors[doctor].account["accountId"]
        while not self.over.wait(sender.dice.uniform(0.05, 0.5)):
            age = sender.dice.uniform(0, 9)
            waiting = [alert for alert in list(self.answers.alerts.values()) if not alert.is_done and time.monotonic() - alert.since > age]
            if not waiting:
                continue
            alert, asked = sender.dice.choice(waiting[:10]), time.time()
            alert.asked.add(doctor)
            body = {"value": alert.value, "unit": "mg/dL", "identifiers": {"birthDate": self.clinic.birth, "kitCode": alert.code}, "reached": "patient-by-phone"}
            response, is_doubtful = sender.surely("POST", f"{ALERTS}/{alert.id}/acknowledge", json=body)
            shown = expect(response, 200, 404, 409)
            if response.status_code == 200:
                done = shown["acknowledgement"]
                assert done["accountId"] == account, "another doctor has acknowledged it"
                self.answers.acknowledge(alert, account, done["at"])
                if not is_doubtful:
                    assert_is_now(done["at"], asked)
            else:
                assert len(alert.asked) > 1 or alert.is_corrected, f"alert {alert.id} was open, and not acknowledged: {shown}"
                alert.is_done = True
