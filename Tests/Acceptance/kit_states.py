"""Kits in each state."""

from kits import kit_code

# The steps that the administrator reports to bring a kit into each state; the last two begin with an issued kit that is not registered.
WAYS = {
    "registered": [], "mailed": ["mailed"], "received": ["received"], "processing": ["processing"], "rejected": ["received", "rejected"],
    "expired": ["expired"], "cancelled": ["cancelled"], "replaced": ["replaced"], "issued": None, "shipped": None,
}  # fmt: skip


def reasoned(status):
    return {"reason": "haemolysed"} if status == "rejected" else {}


def brought(world, state):
    """The id of a new kit in a state."""
    if WAYS[state] is None:
        return world.administrator.issue(kit_code(), status=state)[0]["id"]
    id = world.patient.register(kit_code())["id"]
    for status in WAYS[state]:
        assert world.administrator.report(id, status, **reasoned(status)).status_code == 200
    return id


def steps(kit):
    return [(event["status"], event["implied"]) for event in kit["history"]]
