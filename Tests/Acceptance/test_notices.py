"""What people were told: the history of thirty days, read marks, and the live streams with their tickets."""

import contextlib
import json

import httpx
import httpx_sse
import pytest
import websockets
from accounts import AUTH, PUBLIC, patient, staff
from conftest import World
from fairkit import PLAIN, Client, command, problem
from notices import NOTICES, result, told
from websockets.sync.client import connect

TICKET, STREAM, SOCKET = f"{AUTH}/ticket", f"{NOTICES}/stream", f"{NOTICES}/ws"
WAYS = ["sse", "websocket"]


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("notices") / "data", FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off", FAIRKIT_RATE_ADDRESS="off")
    assert world.administrator.delete("/api/v1/escalation-policies/0").status_code == 204
    yield world
    assert "ft_" not in world.server.log
    assert world.server.stop() == 0


# The history.


def test_a_patient_reads_what_they_were_told(town):
    ada = patient(town, "ada@told.example")
    posted = result(town, ada, 820)
    [notice] = told(ada)
    assert notice["category"] == "CRITICAL_ALERT" and notice["kind"] == "alert-patient" and notice["alertId"] == posted["alertId"]
    # The text of requirement R3.2.
    assert notice["title"] == "⚠️ AAT Level Alert" and notice["body"] == "Your AAT level is 4x normal (820 mg/dL). Contact your doctor today."
    assert "readAt" not in notice
    listed = [entry for entry in town.administrator.everything("/api/v1/audit", action="notice.listed") if ada.account["profileId"] in entry.get("patientIds", [])]
    assert listed and listed[0]["accountId"] == ada.account["accountId"]


def test_reading_marks_and_counts(town):
    ben = patient(town, "ben@told.example")
    for value in (820, 830, 840):
        result(town, ben, value)
    told(ben, 3)
    notices = ben.signed_in.everything(NOTICES)
    count = lambda: ben.signed_in.ask(200, "GET", f"{NOTICES}/unread")["count"]  # noqa: E731
    # Three registered kits, and three critical levels.
    assert count() == 6
    assert ben.signed_in.ask(200, "POST", f"{NOTICES}/{notices[0]['id']}/read") == {"count": 5}
    assert ben.signed_in.ask(200, "POST", f"{NOTICES}/{notices[0]['id']}/read") == {"count": 5}
    unread = ben.signed_in.everything(NOTICES, unread="true")
    assert [notice["id"] for notice in unread] == [notice["id"] for notice in notices[1:]]
    read = ben.signed_in.everything(NOTICES)[0]
    assert read["id"] == notices[0]["id"] and read["readAt"] >= read["createdAt"]
    assert ben.signed_in.ask(200, "POST", f"{NOTICES}/read") == {"count": 0} and count() == 0
    # Reading acknowledges nothing.
    alert = next(notice["alertId"] for notice in notices if "alertId" in notice)
    assert town.consumer.ask(200, "GET", f"/api/v1/alerts/{alert}")["state"] == "open"


def test_the_history_has_pages_and_etags(town):
    eve = patient(town, "eve@told.example")
    for value in (820, 830, 840):
        result(town, eve, value)
    told(eve, 3)
    notices = eve.signed_in.everything(NOTICES)
    first = eve.signed_in.ask(200, "GET", NOTICES, params={"limit": 4})
    second = eve.signed_in.ask(200, "GET", NOTICES, params={"limit": 4, "cursor": first["nextCursor"]})
    assert first["items"] + second["items"] == notices and "nextCursor" not in second
    tag = eve.signed_in.get(NOTICES).headers["etag"]
    assert eve.signed_in.get(NOTICES, headers={"if-none-match": tag}).status_code == 304
    problem(eve.signed_in.get(NOTICES, params={"cursor": "x"}), 422, "invalid")
    problem(eve.signed_in.get(NOTICES, params={"unread": "maybe"}), 422, "invalid")


def test_the_reader_chooses_the_language(town):
    fay = patient(town, "fay@told.example")
    result(town, fay, 820)
    english = told(fay)[0]
    fay.signed_in.patch(f"{AUTH}/me", json={"language": "es"})
    spanish = told(fay)[0]
    assert spanish["id"] == english["id"] and spanish["body"] != english["body"] and "820" in spanish["body"]


def test_another_persons_notice_does_not_exist(town):
    gus, hal = patient(town, "gus@told.example"), patient(town, "hal@told.example")
    result(town, gus, 820)
    notice = told(gus)[0]["id"]
    problem(hal.signed_in.post(f"{NOTICES}/{notice}/read"), 404, "not-found")
    assert hal.signed_in.ask(200, "GET", NOTICES)["items"] == [] and "readAt" not in told(gus)[0]
    for path in (NOTICES, f"{NOTICES}/unread", STREAM):
        problem(town.patient.get(path), 403, "no-account")


# The streams.


def ticket(person):
    made = person.signed_in.ask(200, "POST", TICKET)
    assert made["ticket"].startswith("ft_")
    return made["ticket"]


@contextlib.contextmanager
def opened(world, way, person=None, after=None, ticket=None, timeout=25):
    """An iterator over messages; a heartbeat of server-sent events is not seen."""
    headers = {"Authorization": f"Bearer {person.tokens['accessToken']}"} if person else {}
    query = f"?ticket={ticket}" if ticket else ""
    if after is not None:
        headers["Last-Event-ID"] = str(after)
    if way == "websocket":
        with connect(f"ws://{world.server.address}{SOCKET}{query}", additional_headers=headers, open_timeout=timeout, close_timeout=5, proxy=None) as socket:

            def received():
                while True:
                    try:
                        yield json.loads(socket.recv(timeout))
                    except websockets.ConnectionClosed:
                        return

            yield received()
    else:
        with httpx.Client(verify=PLAIN, timeout=timeout) as client, httpx_sse.connect_sse(client, "GET", f"http://{world.server.address}{STREAM}{query}", headers=headers) as source:
            assert source.response.status_code == 200, source.response.read()

            def events():
                for event in source.iter_sse():
                    if event.data:
                        body = json.loads(event.data)
                        assert event.id == str(body["number"]) and event.event == "notice"
                        yield body

            yield events()


def critical(stream):
    """The notices of alerts: heartbeats and registered kits come between them."""
    return (message for message in stream if message.get("category") == "CRITICAL_ALERT")


@pytest.mark.parametrize("way", WAYS)
def test_a_notice_is_streamed_as_it_is_committed(town, way):
    ida = patient(town, f"ida.{way}@told.example")
    with opened(town, way, ida) as stream:
        result(town, ida, 820)
        message = next(critical(stream))
    number = message.pop("number")
    assert told(ida) == [message] and number > 0


@pytest.mark.parametrize("way", WAYS)
def test_a_stream_resumes_after_the_last_one(town, way):
    joe = patient(town, f"joe.{way}@told.example")
    for value in (820, 830):
        result(town, joe, value)
    told(joe, 2)
    with opened(town, way, joe, after=0) as stream:
        of_alerts = critical(stream)
        first, second = next(of_alerts), next(of_alerts)
    with opened(town, way, joe, after=first["number"]) as stream:
        assert next(critical(stream)) == second
    assert {first["id"], second["id"]} == {notice["id"] for notice in told(joe, 2)}


@pytest.mark.parametrize("way", WAYS)
def test_nobody_follows_another_person(town, way):
    kim, lea = patient(town, f"kim.{way}@told.example"), patient(town, f"lea.{way}@told.example")
    with opened(town, way, kim, after=0) as stream:
        result(town, lea, 820)
        told(lea)
        mine = result(town, kim, 830)
        assert next(critical(stream))["alertId"] == mine["alertId"]


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS)
def test_a_stream_ends_with_its_session(town, way):
    mia = patient(town, f"mia.{way}@told.example")
    with opened(town, way, mia) as stream:
        assert mia.signed_in.post(f"{AUTH}/logout").status_code == 204
        assert [message for message in stream if message.get("event") != "HEARTBEAT"] == []


def test_what_can_not_be_followed_is_refused(town):
    ned = patient(town, "ned@told.example").signed_in
    problem(ned.get(STREAM, params={"after": 10**12}), 422, "invalid")
    problem(ned.get(STREAM, headers={"last-event-id": "x"}), 422, "invalid")
    problem(ned.get(STREAM, headers={"origin": "https://evil.example"}), 403, "foreign-origin")
    problem(ned.get(SOCKET), 426, "upgrade-required")


# Tickets.


def refused(town, ticket, path=STREAM, **headers):
    with Client(town.server.address) as client:
        return problem(client.get(path, params={"ticket": ticket}, headers=headers), 401, "unauthenticated")


@pytest.mark.parametrize("way", WAYS)
def test_a_ticket_opens_one_stream_once(town, way):
    ola = patient(town, f"ola.{way}@told.example")
    one = ticket(ola)
    with opened(town, way, ticket=one) as stream:
        posted = result(town, ola, 820)
        assert next(critical(stream))["alertId"] == posted["alertId"]
        refused(town, one)
    refused(town, one)


def test_a_ticket_is_good_on_streams_only(town):
    pia = patient(town, "pia@told.example")
    one = ticket(pia)
    for path in (NOTICES, f"{AUTH}/me", f"{NOTICES}/unread", "/api/v1/results", f"/api/v1/profiles/{pia.account['profileId']}"):
        refused(town, one, path)
    # As a bearer token it is nothing, and what was refused did not use it up.
    with Client(town.server.address) as client:
        problem(client.get(STREAM, headers={"authorization": f"Bearer {one}"}), 401, "unauthenticated")
        problem(client.post(TICKET, params={"ticket": one}), 401, "unauthenticated")
    with opened(town, "sse", ticket=one):
        pass


def test_a_ticket_beside_other_credentials_is_ambiguous(town):
    quinn = patient(town, "quinn@told.example")
    refused(town, ticket(quinn), **{"x-api-key": town.keys["consumer"]})
    refused(town, ticket(quinn), authorization=f"Bearer {quinn.tokens['accessToken']}")
    with Client(town.server.address) as client:
        one, two = ticket(quinn), ticket(quinn)
        problem(client.get(f"{STREAM}?ticket={one}&ticket={two}"), 401, "unauthenticated")


def test_a_ticket_ends_with_its_session(town):
    rae = patient(town, "rae@told.example")
    one = ticket(rae)
    assert rae.signed_in.post(f"{AUTH}/logout").status_code == 204
    refused(town, one)
    for wrong in ("", "ft_", "ft_" + "A" * 43, rae.tokens["accessToken"]):
        refused(town, wrong)
    problem(town.patient.post(TICKET), 403, "no-account")


def test_a_session_has_ten_tickets(town):
    sam = patient(town, "sam@told.example")
    tickets = [ticket(sam) for _ in range(11)]
    refused(town, tickets[0])
    with opened(town, "sse", ticket=tickets[1]):
        pass


def test_a_clinicians_ticket_follows_alerts(town):
    """The rights are those of the person: a patient's ticket does not open the history of all alerts."""
    doctor, tom = staff(town, "clinician", "doctor@told.example"), patient(town, "tom@told.example")
    with Client(town.server.address) as client:
        with client.stream("GET", "/api/v1/alerts/stream", params={"ticket": ticket(doctor)}) as response:
            assert response.status_code == 200
        problem(client.get("/api/v1/alerts/stream", params={"ticket": ticket(tom)}), 403, "forbidden")


def test_a_ticket_of_one_tenant_is_worthless_in_another(fresh):
    command("tenant", "create", "siaya", "--data", fresh.store.path)
    una, wes = patient(fresh, "una@told.example", tenant="siaya"), patient(fresh, "wes@told.example")
    with Client(fresh.server.address) as client:
        problem(client.get(STREAM, params={"ticket": ticket(una)}), 401, "unauthenticated")
        problem(client.get(STREAM, params={"ticket": ticket(wes), "tenant": "siaya"}), 401, "unauthenticated")
        problem(client.get(STREAM, params={"ticket": ticket(una), "tenant": "nowhere"}), 401, "unauthenticated")
        with client.stream("GET", STREAM, params={"ticket": ticket(una), "tenant": "siaya"}) as response:
            assert response.status_code == 200
