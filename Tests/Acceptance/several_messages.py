"""What the mail servers of the model received: each message once, and a second time only if its server may have lost its lease meanwhile."""

import collections

# An acknowledgement cancels what waits; a message that is under way may still arrive so many seconds later.
UNDER_WAY = 10


def check(promises, sites):
    """Of one tenant; answers how many messages arrived, and how many of them again."""
    rows = promises.rows
    states = {id.hex(): state for id, state in rows.execute("SELECT id, state FROM notice_send")}
    arrivals = collections.defaultdict(list)
    for site in sites:
        for arrival in list(site.inbox.post.arrivals):
            id = arrival.id.replace("-", "")
            if id in states:
                arrivals[id].append((arrival.at, site))
    lost = [id for id, state in states.items() if state == "sent" and id not in arrivals]
    assert not lost, f"{len(lost)} messages were noted as sent, and did not arrive"
    assert all(states[id] in ("sent", "cancelled") for id in arrivals), collections.Counter(states[id] for id in arrivals)
    repeated = 0
    for id, came in arrivals.items():
        came.sort(key=lambda one: one[0])
        for (first, site), (second, _) in zip(came, came[1:]):
            repeated += 1
            assert site.was_broken(first - 1, second), f"message {id} came twice within {second - first:.2f} s, and its server had not lost its lease"
    ends = "SELECT s.id, a.at FROM notice_send s JOIN notice n ON n.id = s.notice_id JOIN acknowledgement a ON a.alert_id = n.alert_id WHERE n.step > 0"
    for id, at in rows.execute(ends):
        for moment, site in arrivals.get(id.hex(), ()):
            assert moment < at / 1000 + UNDER_WAY or site.was_broken(at / 1000 - 1, moment), f"message {id.hex()} came {moment - at / 1000:.1f} s after its alert was acknowledged"
    return len(arrivals), repeated
