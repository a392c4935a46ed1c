"""Raises alerts of each band, and consumes them in any group."""

import datetime
import time

from fairkit import later
from kits import kit_code

GROUPS = "/api/v1/alert-groups"
LEVELS = {0: {"value": 820}, 1: {"value": 50}, 2: {"value": 150, "genotype": "ZZ"}}


class Group:
    """A consumer of a group."""

    def __init__(self, world, name="default", client=None):
        self.name, self.client = name, client or world.consumer

    def post(self, call, **body):
        return self.client.post(f"{GROUPS}/{self.name}/{call}", json=body)

    def claim(self, limit=1, **more):
        return self.client.ask(200, "POST", f"{GROUPS}/{self.name}/claim", json={"limit": limit, **more})["items"]

    def ack(self, *tokens):
        return self._outcomes("ack", tokens)

    def release(self, *tokens, **more):
        return self._outcomes("release", tokens, **more)

    def extend(self, token, **more):
        return self.post("extend", token=token, **more)

    def waiting(self, **more):
        return self.client.everything(f"{GROUPS}/{self.name}/waiting", **more)

    def drain(self):
        """Claims and acks everything there is; answers the items in the order that they came."""
        items = []
        while some := self.claim(100):
            assert {outcome["state"] for outcome in self.ack(*tokens(some))} == {"acked"}
            items += some
        return items

    def _outcomes(self, call, tokens, **more):
        return self.client.ask(200, "POST", f"{GROUPS}/{self.name}/{call}", json={"tokens": tokens, **more})["items"]


def made(world, name, **settings):
    """A new group."""
    world.administrator.ask(201, "POST", GROUPS, json={"name": name, **settings})
    return Group(world, name)


def changed(world, name, **settings):
    return world.administrator.ask(200, "PATCH", f"{GROUPS}/{name}", json=settings)


def switch(world, rule, on=True):
    return world.administrator.patch(f"/api/v1/alert-rules/{rule}", json={"enabled": on})


def raised(world, *bands):
    """The ids of new alerts of these bands, in their order. Band 1 needs the rule that severe-low is."""
    return [world.laboratory.result(kit_code(), status=202, **LEVELS[band])["alertId"] for band in bands]


def ids(items):
    return [item["alertId"] for item in items]


def tokens(items):
    return [item["token"] for item in items]


def events(client, after=0, limit=100):
    """All events after one, read in pages."""
    found = []
    while page := client.ask(200, "GET", "/api/v1/alerts/events", params={"after": found[-1]["number"] if found else after, "limit": limit})["items"]:
        found += page
    return found


def history(client, alert, **more):
    return client.everything(f"/api/v1/alerts/{alert}/events", **more)


def ahead(text):
    """In how many seconds a time is."""
    return (datetime.datetime.fromisoformat(text) - datetime.datetime.now(datetime.UTC)).total_seconds()


def raise_alerts(world, count):
    """The ids of that many new alerts, oldest first."""
    return [world.laboratory.result(kit_code(), 820, status=202)["alertId"] for _ in range(count)]


def delivered(client, *alerts):
    """The deliveries of these alerts, in the order that they came. A world that files share has hundreds of others, which are acked."""
    found = []
    while len(found) < len(alerts):
        items = client.claim(limit=100, consumer="delivered")
        assert items, "the alerts were not delivered"
        found += [item for item in items if item["alertId"] in alerts]
        for item in items:
            if item["alertId"] not in alerts:
                client.ack(item["token"]).raise_for_status()
    return found


def waiting(world, wait=20, **more):
    """A claim in a thread, and the time that it is given to reach the server: nothing outside shows that it waits."""
    claim = later(lambda: world.consumer.claim(wait=wait, **more))
    time.sleep(0.3)
    assert not claim.done(), claim.result()
    return claim


def taken(seconds, work):
    """The result of the work, which takes about this long."""
    started = time.monotonic()
    answer = work()
    assert seconds - 0.1 <= time.monotonic() - started < seconds + 2, time.monotonic() - started
    return answer
