"""A mail is in the language of its reader's account; an invitation is in the language of the person's record."""

import pytest

from accounts import ACCOUNTS, ADA, AUTH, PROFILES, PUBLIC, Visitor, change, invited, mailed, mails_to, patient, secret, staff
from conftest import World


@pytest.fixture(scope="module")
def town(template, tmp_path_factory):
    world = World(template, tmp_path_factory.mktemp("languages") / "data", FAIRKIT_PUBLIC_URL=PUBLIC,
        FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off")  # fmt: skip
    yield world
    assert world.server.stop() == 0


@pytest.mark.parametrize(
    "begins,changed,opening,subject",
    [
        ("es", None, "Este correo es de FairKit.", "Elija una contraseña nueva para FairKit"),
        ("es", "sw", "Barua pepe hii imetoka kwa FairKit.", "Chagua nenosiri jipya la FairKit"),
        ("sw", "en", "This e-mail is from FairKit.", "Choose a new password for FairKit"),
    ],
)
def test_a_reset_is_in_the_language_that_the_account_has_by_then(town, begins, changed, opening, subject):
    person = patient(town, f"{begins}-{changed}@example.org", profile={**ADA, "language": begins})
    if changed:
        change(person.signed_in, language=changed)
    Visitor(town).ask(202, "POST", f"{AUTH}/password/forgot", json={"email": person.email})
    mail = mailed(town)
    assert mail["subject"] == subject and mail["text"].startswith(opening), mail["text"]
    assert f"\n\n{PUBLIC}/reset#{secret(mail)}\n\n" in mail["text"]


def test_each_administrator_reads_their_own_language(town):
    first, second = (staff(town, "administrator", f"{name}@example.org") for name in ("uno", "moja"))
    change(first.signed_in, language="es")
    change(second.signed_in, language="sw")
    invited(town, "clinician", "doctor@example.org")
    spanish, swahili = (mails_to(town, who.email)[0] for who in (first, second))
    assert spanish["subject"] == "Se prepara una cuenta nueva en FairKit" and "\nfunción       profesional clínico\n" in spanish["text"]
    assert swahili["subject"] == "Akaunti mpya ya FairKit imeandaliwa" and "\njukumu        mhudumu wa afya\n" in swahili["text"]
    assert "clinician" not in spanish["text"] + swahili["text"]


def test_an_invited_patient_reads_the_language_of_their_record(town):
    person = town.administrator.ask(201, "POST", PROFILES, json={**ADA, "language": "sw", "contact": {"email": "amina@example.org"}})
    town.administrator.ask(201, "POST", f"{ACCOUNTS}/invitations", json={"email": "amina@example.org", "role": "patient", "profileId": person["id"]})
    mail = mails_to(town, "amina@example.org")[0]
    assert mail["subject"] == "FairKit inakualika ufungue akaunti" and "ndani ya siku 7" in mail["text"]


def test_a_stranger_gets_english(town):
    Visitor(town).ask(202, "POST", f"{AUTH}/register", json={"email": "new@example.org"})
    assert mails_to(town, "new@example.org")[0]["subject"] == "Confirm your e-mail address for FairKit"


@pytest.mark.parametrize("body,header,subject", [
    ({"language": "sw"}, "es", "Thibitisha anwani yako ya barua pepe kwa FairKit"),
    ({}, "es-MX, en;q=0.5", "Confirme su dirección de correo para FairKit"),
])  # fmt: skip
def test_the_first_mail_is_in_the_language_that_a_person_registers_in(town, body, header, subject):
    email = f"{len(body)}-first@example.org"
    Visitor(town).ask(202, "POST", f"{AUTH}/register", json={"email": email, **body}, headers={"Accept-Language": header})
    mail = mails_to(town, email)[0]
    assert mail["subject"] == subject
    # There is no account yet whose language the page could use.
    assert "language" not in Visitor(town).ask(200, "POST", f"{AUTH}/link", json={"token": secret(mail)})


def test_a_page_learns_the_language_of_the_account_that_its_link_is_for(town):
    person = patient(town, "linked@example.org", profile={**ADA, "language": "sw"})
    Visitor(town).ask(202, "POST", f"{AUTH}/password/forgot", json={"email": person.email})
    assert Visitor(town).ask(200, "POST", f"{AUTH}/link", json={"token": secret(mailed(town))})["language"] == "sw"
    assert Visitor(town).post(f"{AUTH}/register", json={"email": "x@example.org", "language": "fr"}).json()["errors"][0]["pointer"] == "/language"
