"""An app identifies itself by a separate API key beside the user's token."""

import datetime
import json

from accounts import ME, Visitor, patient
from asking import Asker, Asking, address
from fairkit import command, problem
from kits import kit_code
from who_may import PERSONAL, lines

RESULTS, SETTINGS = "/api/v1/results", "/api/v1/settings"


def with_app(world, key, tokens):
    """A client of a signed-in user, with the app's key beside the token."""
    client = Visitor(world, tokens)
    client.headers["X-API-Key"] = key
    return client


def test_an_apps_key_opens_nothing_by_itself(fresh):
    key = fresh.store.key("app", "phones")
    assert "expiresAt" not in key, "people would be shut out"
    app, told = Asker("app", fresh.server.client(key["key"]), {}, {}), []
    for method, path, cells in lines():
        if cells["anonymous"] == ["401"] and not path.startswith(PERSONAL):
            response = app.client.request(method, address(Asking(method, path, app, None).path))
            told += [path] if response.status_code != 403 else []
    assert told == ["/batch", "/settings/logo"], "each request of a batch is refused by itself, and the logo stands where people sign in"
    assert "one or more of" in command(
        "key", "create", "--data", fresh.store.path, "--role", "app", "--name", "x", "--scope", "results:read", status=1
    ).stderr, "there is nothing that it could be narrowed to"


def test_with_an_apps_key_a_user_keeps_their_rights_and_the_audit_log_names_both(fresh):
    ada, app = patient(fresh, "ada@example.org"), fresh.store.key("app", "phones")
    client, own = with_app(fresh, app["key"], ada.tokens), ada.account["profileId"]
    assert client.ask(200, "GET", f"/api/v1/profiles/{own}")["id"] == own
    problem(client.get("/api/v1/accounts"), 403, "forbidden")
    read = fresh.administrator.ask(200, "GET", f"/api/v1/audit?action=profile.read&patientId={own}")["items"][0]
    assert (read["keyId"], read["accountId"], read["role"]) == (app["id"], ada.account["accountId"], "patient")
    by_app = fresh.administrator.ask(200, "GET", f"/api/v1/audit?actor={app['id']}")["items"]
    assert by_app and {entry["accountId"] for entry in by_app} == {ada.account["accountId"]}
    assert json.loads(command("audit", "verify", "--data", fresh.store.path, "--json").stdout)["sound"]


def test_a_stronger_key_beside_a_token_gives_no_right(fresh):
    ada = patient(fresh, "ada@example.org")
    result = fresh.laboratory.result(kit_code(), 150, status=202)
    path = f"{RESULTS}/{result['id']}"
    assert fresh.laboratory.get(path).status_code == 200, "alone, the key opens it"
    problem(with_app(fresh, fresh.keys["laboratory"], ada.tokens).get(path), 404, "not-found")
    assert fresh.administrator.get("/api/v1/accounts").status_code == 200, "alone, the key opens it"
    problem(with_app(fresh, fresh.keys["administrator"], ada.tokens).get("/api/v1/accounts"), 403, "forbidden")


def test_key_and_token_must_both_be_good(fresh):
    ada, app = patient(fresh, "ada@example.org"), fresh.store.key("app", "phones")
    assert with_app(fresh, app["key"], ada.tokens).get(ME).status_code == 200
    twice = with_app(fresh, app["key"], ada.tokens)
    headers = [*twice.headers.multi_items(), ("X-API-Key", app["key"])]
    problem(twice.get(ME, headers=headers), 401, "unauthenticated")
    made_up = {"accessToken": ada.tokens["accessToken"][:-8] + "AAAAAAAA"}
    problem(with_app(fresh, app["key"], made_up).get(ME), 401, "unauthenticated")
    problem(with_app(fresh, "fk_" + "A" * 43, ada.tokens).get(ME), 401, "unauthenticated")
    basic = with_app(fresh, app["key"], ada.tokens)
    basic.headers["Authorization"] = "Basic YWRhOnh4"
    problem(basic.get(ME), 401, "unauthenticated")
    command("key", "revoke", "--data", fresh.store.path, app["id"])
    problem(with_app(fresh, app["key"], ada.tokens).get(ME), 401, "unauthenticated")
    assert ada.signed_in.get(ME).status_code == 200, "the person may use another app"


def test_neither_key_nor_token_is_valid_at_another_tenant(fresh):
    command("tenant", "create", "--data", fresh.store.path, "other")
    ada, app = patient(fresh, "ada@example.org"), fresh.store.key("app", "phones")
    theirs = fresh.store.key("app", "phones", "--tenant", "other")
    problem(with_app(fresh, theirs["key"], ada.tokens).get(ME), 401, "unauthenticated")
    there = with_app(fresh, app["key"], ada.tokens)
    there.headers["X-Tenant-ID"] = "other"
    problem(there.get(ME), 401, "unauthenticated")
    bo = patient(fresh, "bo@example.org", "other")
    mixed = with_app(fresh, app["key"], bo.tokens)
    mixed.headers["X-Tenant-ID"] = "other"
    problem(mixed.get(ME), 401, "unauthenticated")
    mixed.headers["X-API-Key"] = theirs["key"]
    assert mixed.get(ME).status_code == 200


def test_a_tenant_sets_the_inactivity_limit_of_sessions(fresh):
    problem(fresh.administrator.patch(SETTINGS, json={"inactivityMinutes": 14}), 422, "invalid")
    problem(fresh.administrator.patch(SETTINGS, json={"inactivityMinutes": 10081}), 422, "invalid")
    problem(fresh.administrator.patch(SETTINGS, json={"inactivityMinutes": 2**62}), 422, "invalid")
    assert command("settings", "inactivityMinutes", "60", "--data", fresh.store.path).stdout == "60\n"
    assert fresh.administrator.ask(200, "GET", SETTINGS)["inactivityMinutes"] == 60
    ada = patient(fresh, "ada@example.org")
    ends = datetime.datetime.fromisoformat(ada.tokens["refreshExpiresAt"]) - datetime.datetime.now(datetime.UTC)
    assert datetime.timedelta(minutes=59) < ends <= datetime.timedelta(minutes=60)
