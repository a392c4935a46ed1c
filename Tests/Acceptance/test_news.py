"""Articles and invitations to studies: who publishes them, whom they reach, and how they are stopped."""


import pytest

from accounts import ADA, PROFILES
from commands import local
from fairkit import problem, until
from notices import mailing_town, member, received, told

NEWS = "/api/v1/news"
TEXTS = {"en": {"title": "Markertitle", "text": "How to breathe.\nSlowly."}, "sw": {"title": "Kupumua", "text": "Polepole."}}


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    with mailing_town(template, tmp_path_factory.mktemp("news") / "data") as town:
        town.administrator.ask(200, "PATCH", "/api/v1/settings", json={"newsHosts": ["news.example.org"]})
        with local(town.store, "administrator") as town.machine:
            yield town
        assert "Markertitle" not in town.server.log


def publish(town, body):
    answer = town.machine.post(NEWS, json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()


def subjects(town, person):
    return [mail["Subject"] for mail in received(town, person.email)]


def test_an_article_is_told_once_without_its_title_and_read_after_a_sign_in(town):
    reader = member(town, "reader@news.example")
    item = publish(town, {"kind": "article", "texts": TEXTS, "link": "https://news.example.org/1"})
    until(lambda: "A new article for you" in subjects(town, reader))
    [mail] = [mail for mail in received(town, reader.email) if mail["Subject"] == "A new article for you"]
    assert "Markertitle" not in mail.get_content() and "https://news.example.org/1" in mail.get_content()
    [notice] = told(reader)
    assert (notice["kind"], notice["category"], notice["newsId"]) == ("article", "EDUCATIONAL", item["id"])
    [seen] = reader.signed_in.ask(200, "GET", NEWS)["items"]
    assert seen == {name: item[name] for name in ("id", "kind", "texts", "link", "publishedAt")}
    until(lambda: town.administrator.ask(200, "GET", f"{NEWS}/{item['id']}")["state"] == "told")
    assert town.administrator.ask(200, "GET", f"{NEWS}/{item['id']}")["told"] >= 1
    town.administrator.ask(200, "POST", f"{NEWS}/{item['id']}/withdraw")
    problem(town.administrator.post(f"{NEWS}/{item['id']}/withdraw"), 409, "news-withdrawn")
    problem(reader.signed_in.get(f"{NEWS}/{item['id']}"), 404, "not-found")


def test_a_study_is_for_those_who_consent_to_research(town):
    willing = member(town, "willing@news.example", {**ADA, "consents": {"research": True}})
    other = member(town, "other@news.example")
    profile = willing.signed_in.ask(200, "GET", f"{PROFILES}/{willing.profile}")
    assert profile["consents"] == {"clinicians": False, "research": True, "partners": False}
    item = publish(town, {"kind": "study", "texts": TEXTS})
    until(lambda: "An invitation to a study" in subjects(town, willing))
    until(lambda: town.administrator.ask(200, "GET", f"{NEWS}/{item['id']}")["state"] == "told")
    assert "An invitation to a study" not in subjects(town, other)
    problem(other.signed_in.get(f"{NEWS}/{item['id']}"), 404, "not-found")
    assert willing.signed_in.ask(200, "GET", f"{NEWS}/{item['id']}")["texts"] == TEXTS
    # Who withdraws the consent sees it no more.
    willing.signed_in.change(willing.profile, {"consents": {"research": False}}, version=1).raise_for_status()
    problem(willing.signed_in.get(f"{NEWS}/{item['id']}"), 404, "not-found")


def test_a_repeated_request_publishes_once(town):
    body, headers = {"kind": "article", "texts": {"es": TEXTS["en"]}}, {"Idempotency-Key": "one-article"}
    first, again = (town.machine.post(NEWS, json=body, headers=headers).json() for _ in range(2))
    assert first["id"] == again["id"]


def test_a_coordinator_publishes_and_sees_no_numbers_of_people(town):
    with local(town.store, "coordinator") as partner:
        answer = partner.post(NEWS, json={"kind": "article", "texts": {"es": TEXTS["en"]}})
        assert answer.status_code == 201 and "told" not in answer.json() and answer.json()["state"] == "telling"
    proof = {"password": "correct horse battery"}
    problem(town.administrator.post(NEWS, json={"kind": "article", "texts": TEXTS, **proof}), 403, "no-account")
    assert problem(town.administrator.post(NEWS, json={"kind": "article", "texts": TEXTS}), 422, "invalid")["errors"][0]["pointer"] == "/password"
    for stranger in (town.clinician, town.laboratory, town.patient):
        problem(stranger.post(NEWS, json={"kind": "article", "texts": TEXTS}), 403, "forbidden")


@pytest.mark.parametrize(
    "change, pointer",
    [({"kind": "advert"}, "/kind"), ({"texts": {}}, "/texts"), ({"texts": {"fr": TEXTS["en"]}}, "/texts/fr"), ({"link": "http://news.example.org"}, "/link"), ({"link": "https://fairkit-login.evil.example/auth"}, "/link")],
)
def test_what_is_invalid_is_named(town, change, pointer):
    refused = problem(town.machine.post(NEWS, json={"kind": "article", "texts": TEXTS, **change}), 422, "invalid")
    assert pointer in [error["pointer"] for error in refused["errors"]]
