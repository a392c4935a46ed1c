"""A coordinator's work, by the OpenAPI document alone: figures of a programme, and never a person. Every response is validated against the document."""

import json
import types

import pytest

from accounts import AUTH, ME, OTHER, PASSWORD, PROFILES, PUBLIC, Visitor, invited
from conftest import World
from fairkit import problem
from kits import kit_code

PROGRAMMES = "/api/v1/programmes"


@pytest.fixture(scope="module")
def way(template, tmp_path_factory):
    """What one step leaves to the next: a programme that eleven people have joined, and in which they have registered a kit."""
    world = World(template, tmp_path_factory.mktemp("coordinator") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off")
    way = types.SimpleNamespace(world=world, people=[])
    programme = {"name": "Breathing", "partner": "Lung Fund", "startsOn": "2020-01-01"}
    way.programme = world.administrator.ask(201, "POST", PROGRAMMES, json=programme)
    way.figures = f"{PROGRAMMES}/{way.programme['id']}/figures"
    for number in range(11):
        person = {"name": {"given": f"Walker{number}", "family": "Programme"}, "birthDate": "1980-02-29"}
        way.people.append(world.administrator.ask(201, "POST", PROFILES, json=person)["id"])
        own = f"{PROFILES}/{way.people[-1]}/programme"
        assert world.administrator.ask(200, "GET", f"{own}/offers/{way.programme['joinCode']}")["partner"] == "Lung Fund"
        assert world.administrator.ask(200, "PUT", own, json={"code": way.programme["joinCode"]})["name"] == "Breathing"
        world.administrator.register(kit_code(), profile=way.people[-1])
    yield way
    assert world.server.stop() == 0


def test_the_invitation_and_the_password_let_in(way):
    visitor, _, account = invited(way.world, "coordinator", "partner.walks@example.org")
    assert account["role"] == "coordinator"
    tokens = visitor.login("partner.walks@example.org").json()
    way.partner = Visitor(way.world, tokens)
    me = way.partner.ask(200, "GET", ME)
    assert me["roles"] == ["coordinator"] and "profileId" not in me


def test_a_programme_is_seen_by_its_coordinators(way):
    assert way.partner.ask(200, "GET", PROGRAMMES)["items"] == []
    problem(way.partner.get(way.figures), 404, "not-found")
    me = way.partner.ask(200, "GET", ME)["accountId"]
    path, administrator = f"{PROGRAMMES}/{way.programme['id']}", way.world.administrator
    administrator.ask(200, "PUT", f"{path}/coordinators", json={"accountIds": [me]}, headers={"If-Match": '"1"'})
    problem(administrator.put(f"{path}/targets", json={"targets": {"2026-Q4": 60}}, headers={"If-Match": '"1"'}), 412, "version-mismatch")
    administrator.ask(200, "PUT", f"{path}/targets", json={"targets": {"2026-Q4": 60}}, headers={"If-Match": '"2"'})
    (seen,) = way.partner.ask(200, "GET", PROGRAMMES)["items"]
    assert seen["targets"] == {"2026-Q4": 60} and "joinCode" not in seen and "coordinators" not in seen


def test_the_figures_tell_no_small_group(way):
    figures = way.partner.ask(200, "GET", way.figures)
    assert figures["least"] == 10 and figures["period"] == "30d"
    for cell in (*figures["people"].values(), *figures["completedByFlag"].values()):
        assert cell["people"] is None or cell["people"] >= figures["least"]
        assert cell["suppressed"] is (cell["people"] is None)
    wrong = problem(way.partner.get(way.figures, params={"period": "2026-Q5"}), 422, "invalid")
    assert [error["pointer"] for error in wrong["errors"]] == ["/period"]
    text = json.dumps(figures)
    assert not any(person in text for person in way.people) and "Walker" not in text


def test_nothing_else_is_shown(way):
    for path in (PROFILES + "/" + way.people[0], "/api/v1/results", "/api/v1/test-kits", "/api/v1/alerts", "/api/v1/accounts", "/api/v1/audit", "/api/v1/keys", "/api/v1/alert-groups", "/api/v1/settings", "/api/v1/figures", "/metrics"):
        problem(way.partner.get(path), 403, "forbidden")
    problem(way.partner.post(f"{PROFILES}/search", json={"email": "ada@example.org"}), 403, "forbidden")
    denied = way.world.administrator.everything("/api/v1/audit", outcome="denied", actor=way.partner.ask(200, "GET", ME)["accountId"])
    assert denied and {entry["role"] for entry in denied} == {"coordinator"}


def test_coordinators_manage_their_own_account(way):
    assert [one["current"] for one in way.partner.ask(200, "GET", f"{AUTH}/sessions")["items"]] == [True]
    assert len(way.partner.ask(200, "GET", f"{AUTH}/sign-ins")["items"]) == 1
    assert way.partner.post(f"{AUTH}/password", json={"oldPassword": PASSWORD, "newPassword": OTHER}).status_code == 204
    way.partner = Visitor(way.world, Visitor(way.world).login("partner.walks@example.org", OTHER).json())
    assert way.partner.get(way.figures).status_code == 200
    assert way.partner.post(f"{AUTH}/logout").status_code == 204
    problem(way.partner.get(way.figures), 401, "unauthenticated")
