"""The data of a tenant before and after it moves."""

from fairkit import Store, command, unlocked
from people import API

THINGS = ("result", "critical", "kit", "blurred", "share", "feed", "device", "search", "contact-point", "notice", "assignment", "opening", "invitation", "hooked", "team", "override", "news", "held")
LISTS = ("profiles", "test-kits", "results", "alerts", "alert-groups", "accounts", "accounts/invitations", "teams", "laboratories", "reference-ranges", "keys", "care-assignments", "break-glass")
SINGLE = ("settings", "escalation-policies/0", "alert-rules", "figures?period=2020", "programmes")
# Sessions end with a move, and these two stay behind.
OTHERWISE = {"session", "refresh_token", "challenge", "sending_budget", "sqlite_sequence"}


def empty(path):
    """A new data directory, with a master key of its own."""
    store = Store(path)
    store.administrator = command("init", "--data", path).stdout.split()[-1]
    return store


def answers(client):
    """What the routes answer, without what changes with each request."""
    said = {}
    for path in (*LISTS, *SINGLE):
        response = client.get(f"{API}/{path}", params=None if "?" in path else {"limit": 100})
        body = response.json()
        said[path] = body if response.status_code == 200 else response.status_code
        if isinstance(said[path], dict):
            said[path].pop("nextCursor", None)
            for item in body.get("items", ()):
                item.pop("lastUsedAt", None)
    assert sum(isinstance(body, dict) and body != {"items": []} for body in said.values()) > 1, said
    return said


def rows(store, folder):
    """Every row of every table of a stopped tenant, opened by another SQLCipher."""
    place = store.path / "tenants" / folder
    database = unlocked(place / "health.db", store.unwrapped(folder))
    names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: sorted(database.execute(f'SELECT * FROM "{name}"').fetchall(), key=repr) for name in names}
