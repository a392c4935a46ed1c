"""The consumers of the model: they claim, ack, extend and release at any server, and forget some leases."""

import time

from model import milliseconds
from several_answers import assert_is_now, expect

QUEUE = "/api/v1/alert-groups"


class Consumer:
    def __init__(self, load, name, group):
        self.load, self.name, self.group, self.answers = load, name, group, load.answers
        self.sender = load.sender(name, role="consumer")
        self.dice, self.held, self.forgotten = self.sender.dice, [], []

    def run(self):
        while not self.load.over.wait(self.dice.uniform(0, 0.05)):
            self.held += self.claim(self.dice.choice([5, 5, 10, 20]), self.dice.randint(1, 4), self.dice.choice([0, 0, 1]))
            self.dice.shuffle(self.held)
            for lease in self.held[: self.dice.randint(0, 4)]:
                call = self.dice.choices(["ack", "release", "extend", "forget"], [6, 2, 1, 1])[0]
                if call == "forget":
                    self.forgotten.append(lease)
                elif self.settle(lease, call):
                    continue
                self.held.remove(lease)
            # Its lease has ended by now, or another claim has the delivery.
            if self.forgotten and self.dice.random() < 0.2:
                self.settle(self.forgotten.pop(self.dice.randrange(len(self.forgotten))), "ack")

    def claim(self, seconds, limit, wait=0):
        body = {"limit": limit, "leaseSeconds": seconds, "consumer": self.name, "wait": wait}
        response = self.sender.once("POST", f"{QUEUE}/{self.group}/claim", json=body)
        return [self.answers.lease(item, seconds) for item in expect(response, 200)["items"]] if response is not None else []

    def settle(self, lease, call):
        """Acks, extends or releases; answers whether the lease is still held."""
        more = {"ack": {}, "release": {"delaySeconds": self.dice.randint(0, 2)}, "extend": {"leaseSeconds": 5}}[call]
        was_doubtful, asked = lease.is_doubtful, time.time()
        # As soon as it is sent, the server may do it.
        lease.is_doubtful |= call != "ack"
        response, is_doubtful = self.sender.surely("POST", f"{QUEUE}/{self.group}/{call}", json={"token": lease.token, **more})
        body = expect(response, 200, 409)
        if response.status_code == 409:
            is_over = lease.until <= 1000 * time.time()
            assert body["code"] == "stale-lease" and (is_over or was_doubtful or is_doubtful), f"{call} was refused, but nothing had ended the lease: {body}"
            return False
        if call == "extend":
            lease.until, lease.is_doubtful = milliseconds(body["leaseExpiresAt"]), was_doubtful
            return True
        if call == "release":
            self.answers.releases[lease.delivery] += 1
            return False
        if not is_doubtful:
            assert_is_now(body["ackedAt"], asked)
        self.answers.ack(lease, body["ackedAt"])
        return False
