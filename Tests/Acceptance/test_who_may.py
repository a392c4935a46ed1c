"""Every route in every role, about their own record, people in care, other people, and people of another tenant, as `who_may.py` lists."""

import re

from asking import Asker, Asking, address, operations, route, town  # noqa: F401
from commands import local
from fairkit import problem
from who_may import PERSONAL, lines

# They say 401 of what is sent to them.
OPEN = {("POST", f"/auth/{call}") for call in ("login", "refresh", "mfa/setup", "mfa/verify")}

# The data in a response, for readers who may see it.
SHOWS = {
    "GET /profiles/{profile}": {"name", "contact", "profile"},
    "GET /profiles?limit=100": {"name", "profile"},
    "POST /profiles/search": {"name", "contact"},
    "GET /test-kits/{kit}": {"kit", "profile"},
    "POST /test-kits/search": {"kit", "profile"},
    "GET /results": {"result", "level", "profile"},
    "GET /results/{result}": {"result", "level", "profile"},
    "GET /alerts/{alert}": {"alert", "level", "profile"},
    "GET /accounts/{account}": {"contact"},
}
# The data for a holder of a link and its PIN.
LINKED = {"name", "result", "level"}


def test_every_route_has_a_line():
    table, document = {route(method, path) for method, path, _ in lines()}, {re.sub("{[^}]*}", "{}", name) for name in operations()}
    assert table - document == set(), "not served"
    assert document - table == set(), "without a line"


def test_the_document_names_the_roles_whose_keys_a_line_lets_in():
    """Accounts and keys get the same responses, except where the table has separate columns."""
    columns = {"administrator": "administrator", "clinician": "by-key", "laboratory": "laboratory", "patient": "patient", "consumer": "consumer"}
    document = {re.sub("{[^}]*}", "{}", name): set(operation["x-roles"]) for name, operation in operations().items() if "x-roles" in operation}
    keys_in = [line for line in lines() if "/hand-overs" not in line[1]]  # a shift is a person's own, for no key
    said = {(route(method, path), role) for method, path, cells in keys_in for role, column in columns.items() if cells[column] != ["403"]}
    # A signed-in clinician reads with whom a patient shares results; a hospital's system does not.
    said |= {(route(method, path), "clinician") for method, path, cells in keys_in if "/shares" in path and cells["clinician"] != ["403"]}
    assert len(document) > 60
    for name, roles in document.items():
        assert {role for line, role in said if line == name} == roles, name


def test_what_lets_in_at_one_tenant_lets_in_at_no_other(town):
    for method, path, cells in lines():
        if cells["anonymous"] == ["401"] and (method, path) not in OPEN:
            for asker in town.askers:
                response = Asking(method, path, asker, None).sent(**{"x-tenant-id": "siaya"})
                assert response.status_code == 401, (method, path, asker.column, response.text)


def test_no_key_or_a_wrong_one_opens_nothing(town):
    good = town.keys["clinician"]
    for key in (None, "", "nonsense", "fk_", "fk_" + "A" * 43, good[:-2], good + "A"):
        stranger = Asker("anonymous", town.server.client(key), {}, {})
        for method, path, cells in lines():
            if cells["anonymous"] == ["401"] and (method, path) not in OPEN:
                response = Asking(method, path, stranger, None).sent()
                problem(response, 401, "unauthenticated")
                assert response.headers["www-authenticate"] == "ApiKey, Bearer" and (key or "fk_") not in response.text


def test_the_role_is_checked_before_the_body(town):
    for method, path, cells in lines():
        for asker in town.askers:
            # What people do with their own account is for no role, and receipts are for providers.
            if cells[asker.column] == ["403"] != cells["anonymous"] and not path.startswith(PERSONAL):
                asking = Asking(method, path, asker, None)
                response = asker.client.request(method, address(asking.path))
                assert response.status_code == 403 and response.json()["code"] == "forbidden", (method, path, asker.column, response.text)


def test_a_coordinator_for_whom_the_machine_speaks_gets_figures_and_news_alone(town):
    with local(town.store, "coordinator") as client:
        coordinator, told = Asker("coordinator", client, {}, {}), []
        for method, path, cells in lines():
            if cells["anonymous"] == ["401"] and not path.startswith(PERSONAL):
                asking = Asking(method, path, coordinator, None)
                response = client.request(method, address(asking.path))
                told += [path] if response.status_code != 403 else []
        # Each request of a batch is refused by itself.
        assert told == ["/diagnostics", "/batch", "/programmes", "/programmes/{programme}", "/programmes/{programme}/figures", "/programmes/{programme}/figures.csv", "/programmes/{programme}/figures.pdf", "/news", "/news", "/news/{news}", "/news/{made-news}/withdraw", "/settings/logo"]


def test_each_line_is_answered_as_it_says(town):
    wrong = []
    for method, path, cells in lines():
        # A refused request changes nothing, except that failed sign-ins are counted: the next asker names the same things.
        kept = {}
        for asker in town.askers:
            column = "by-key" if path.startswith(PERSONAL) and asker.has_key else asker.column
            statuses = cells[column] * (len(asker.people) if len(cells[column]) == 1 else 1)
            statuses = [("403" if asker.has_key else "422") if status == "proof" else status for status in statuses]
            # The own comes last: it is erased in the end.
            for (relation, person), status in reversed(list(zip(asker.people.items(), statuses, strict=True))):
                if "-" in (status, cells[asker.column][0]):
                    continue
                asking = Asking(method, path, asker, person, kept)
                response = asking.sent()
                if method != "GET" and (response.status_code < 400 or (method, path) in OPEN):
                    kept.clear()
                faults = list(told(response, asking, asker, town.people))
                if response.status_code != int(status):
                    faults.append(f"{response.status_code} and not {status}: {response.text[:150]}")
                elif response.status_code == 200 and f"{method} {path}" in SHOWS:
                    # The list of people shows those of its own tenant.
                    faults += missing(response, asker, town.people[0] if path.startswith("/profiles?") else person, SHOWS[f"{method} {path}"])
                who = f"{asker.column} ({'key' if asker.has_key else 'account'}), {relation}"
                wrong += [f"{method} {path} {who}: {fault}" for fault in faults]
                if not asking.made:
                    break
    assert not wrong, "\n".join(wrong)


def told(response, asking, asker, people):
    """The data in a response and its headers that its reader may not see. In a refusal, that is all data about any person."""
    text = response.text + str(response.headers)
    refused = response.status_code >= 400
    for person in people:
        for kind, marks in person.marks.items():
            is_linked = asking.path == "/shared" and person is asking.person and kind in LINKED
            # An emergency names the person whom it found.
            is_linked |= (asking.method, asking.path) == ("POST", "/break-glass") and person is asking.person and kind == "profile"
            if refused or not (is_linked or kind in asker.may_see(person)):
                yield from (f"tells {kind} {mark}" for mark in marks if mark in text and (refused or mark not in asking.said))


def missing(response, asker, person, kinds):
    """The data that a response lacks although its reader may see it: without this, empty responses would pass."""
    for kind in kinds & asker.may_see(person):
        if not any(mark in response.text for mark in person.marks[kind]):
            yield f"does not tell {kind}"
