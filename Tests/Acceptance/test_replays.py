"""Idempotency-Keys under load: the same request from many clients at once, and across kill -9."""

import contextlib
import signal
import threading

import httpx
import pytest

from conftest import OTHER_PERSON
from examples import PROFILES
from fairkit import at_once
from kits import kit_code
from replays import ROUTES, key, made, prepared, send


@pytest.mark.parametrize("route", ROUTES)
def test_one_of_twenty_simultaneous_requests_takes_effect(world, route):
    (client, request), under = prepared(world, route), key()
    before = made(world)
    # More photos of one key than four at a time are refused, whatever their Idempotency-Key.
    answers = at_once(*[lambda: send(client, request, under)] * (4 if route == "photo" else 20))
    assert len({(answer.status_code, answer.text) for answer in answers}) == 1 and answers[0].is_success, {answer.text for answer in answers}
    assert sum("idempotency-replayed" not in answer.headers for answer in answers) == 1
    after = made(world)
    # A correction's alert takes the place of the first one's.
    assert after[0] - before[0] == (route in ("result", "early result"))
    # A result may judge later ones of the same person again, which gives them versions.
    changed = set(after[1]) - set(before[1])
    assert len([1 for _, version in changed if version == 1]) == (route in ("result", "early result"))
    assert bool(changed) == (route in ("result", "early result", "correction"))
    assert after[2] - before[2] == {"batch": 2, "drawn batch": len(answers[0].json().get("items", [])), "registration": 1, "photo": 1}.get(route, 0)


def test_one_of_twenty_bodies_under_one_idempotency_key_is_accepted(fresh):
    people, under = [{**OTHER_PERSON, "name": {"given": f"Number {place}", "family": "Oneofmany"}} for place in range(20)], key()
    answers = at_once(*(lambda person=person: fresh.clinician.post(PROFILES, json=person, headers=under) for person in people))
    assert sorted(answer.status_code for answer in answers) == [201] + [422] * 19
    assert fresh.server.stop() == 0
    connection = fresh.store.witness()
    assert connection.execute("SELECT count(*) FROM profile").fetchall() == [(len(fresh.profiles) + 1,)]
    connection.close()


def test_keys_outlive_kill_nine(fresh):
    sent = [(*prepared(fresh, route), key()) for route in ROUTES]
    roles = [next(role for role in fresh.keys if getattr(fresh, role) is client) for client, _, _ in sent]
    firsts = [send(client, request, under) for client, request, under in sent]
    assert all(first.is_success for first in firsts)
    before = made(fresh)
    fresh.server.stop(signal.SIGKILL)
    fresh.start()
    for role, (_, request, under), first in zip(roles, sent, firsts):
        again = send(getattr(fresh, role), request, under)
        assert (again.status_code, again.json(), again.headers.get("location")) == (first.status_code, first.json(), first.headers.get("location"))
        assert again.headers["idempotency-replayed"] == "true"
    assert made(fresh) == before


def test_a_request_cut_off_by_kill_nine_is_made_once_when_it_comes_again(fresh):
    """The client can't know whether it was made: that is what the key is for."""
    for _ in range(5):
        people = [({**OTHER_PERSON, "name": {"given": "Cut", "family": kit_code()}}, key()) for _ in range(40)]
        answered, some = {}, threading.Event()

        def work(person, under):
            with contextlib.suppress(httpx.TransportError):
                answered[person["name"]["family"]] = fresh.clinician.ask(201, "POST", PROFILES, json=person, headers=under)["id"]
                some.set()

        def kill():
            assert some.wait(20)
            fresh.server.stop(signal.SIGKILL)

        at_once(kill, *(lambda each=each: work(*each) for each in people))
        fresh.start()
        for person, under in people:
            id = fresh.clinician.ask(201, "POST", PROFILES, json=person, headers=under)["id"]
            assert answered.get(person["name"]["family"], id) == id
    assert fresh.server.stop() == 0
    connection = fresh.store.witness()
    assert connection.execute("SELECT count(*) FROM profile").fetchall() == [(len(fresh.profiles) + 200,)]
    connection.close()
