"""A small town whose people open pages in Chromium, and how they come in."""

import datetime
import types

import pytest

import accounts
import pages
from accounts import ADA, PASSWORD, PUBLIC, Visitor, invited, mailed, patient, staff
from browser import Keyboard, Pointer, sign_in
from conftest import World
from kits import kit_code, photo

WAYS = {"pointer": Pointer, "keys": Keyboard, "without script": Pointer}


def ways(*others):
    """A walk by pointer and in some other ways. --long walks it in all: each page is tried by keys in test_pages_in_browser, and each form without script in FairKitPagesTests."""
    return [pytest.param(way, marks=[] if way == "pointer" or way in others else pytest.mark.long) for way in WAYS]


def served(template, folder):
    """A patient with results, one with none, a clinician with alerts, their laboratory, and an administrator."""
    off = dict.fromkeys(("FAIRKIT_RATE_SIGN_IN", "FAIRKIT_RATE_ACCOUNT", "FAIRKIT_RATE_ADDRESS", "FAIRKIT_RATE_KEY"), "off")
    town = World(template, folder / "data", FAIRKIT_PUBLIC_URL=PUBLIC, **off)
    town.address = f"http://localhost:{town.server.address.split(':')[1]}"
    town.people = {"ana": patient(town, "ana@browser.example", profile=ADA), "bea": patient(town, "bea@browser.example", profile=ADA)}
    town.people |= {role: staff(town, kind, f"{role}@browser.example") for role, kind in (("doctor", "clinician"), ("administrator", "administrator"))}
    town.people["laboratory"] = staff(town, "laboratory", "laboratory@browser.example", None, "--laboratory", "Markerlaboratory One")
    normal, corrected, critical = (result(town, "ana", value, f"B-{value}") for value in (150, 57, 820))
    correction = {"reason": "Two samples were mixed up", "level": {"value": 75, "unit": "mg/dL"}}
    town.laboratory.ask(201, "POST", f"/api/v1/results/{corrected['id']}/corrections", json=correction)
    care(town, "doctor", "ana")
    kit = town.administrator.register(kit_code(), profile=town.people["ana"].account["profileId"])
    town.records = {"kit": kit["id"], "normal": normal["id"], "corrected": corrected["id"], "critical": critical["id"], "alert": critical["alertId"]}
    # A sample arrived, and its result was reported with a slip in the code.
    tube = kit_code()
    town.laboratory.ask(200, "POST", "/api/v1/test-kits/arrivals", json={"kitCode": tube, "status": "received"})
    town.laboratory.result(kit_code((int(tube[7:17]) + 5_000_000_000) % 10_000_000_000), 90, status=202, reference="B-slip")
    contact = town.people["ana"].signed_in.ask(201, "POST", "/api/v1/auth/me/contacts", json={"kind": "email", "address": "ana@work.example"})
    ana = town.people["ana"]
    device = {"deviceToken": f"apns:{'ab' * 32}", "platform": "ios", "label": "My telephone"}
    ana.signed_in.ask(201, "POST", "/api/v1/mobile/devices", json=device)
    assert ana.signed_in.put(f"/api/v1/profiles/{ana.account['profileId']}/photo", content=photo(), headers={"Content-Type": "image/jpeg"}).status_code == 204
    town.records |= {"consent": "research", "contact": contact["id"], "team": "ward"}
    town.records |= {name: town.people[who].account["profileId"] for name, who in (("person", "ana"), ("stranger", "bea"))}
    town.records |= managed(town)
    town.people["coordinator"] = coordinator(town, "coordinator@browser.example")
    town.records |= programme(town, town.people["coordinator"])
    duty(town)
    registered = Pages(town)
    town.records["mail"] = registered.register("newcomer@browser.example")
    town.cookies = {"visitor": [], "newcomer": registered.kept(town.records["mail"], mailed(town))}
    return town


class Pages(pages.Browser):
    """A browser without a screen."""

    def register(self, email):
        """Asks for the code; answers the id of its mail."""
        return self.ask("POST", "/register", data={"email": email}).headers["location"].split("mail=")[1]

    def kept(self, asked, mail):
        """The cookies of a person who has typed the code."""
        assert self.ask("POST", "/register/code", data={"mail": asked, "mailedCode": accounts.mailed_code(mail)}).status_code == 303
        return [{"name": name, "value": value, "domain": "localhost", "path": "/", "secure": True, "httpOnly": True, "sameSite": "Strict"} for name, value in self.jar.items()]


def result(town, who, value, reference, status=201):
    code = kit_code()
    town.administrator.register(code, profile=town.people[who].account["profileId"])
    return town.laboratory.result(code, value, status=status, reference=reference) | {"kitCode": code}


def duty(town):
    """A team of the doctor and the administrator, who have a week each, and a day that the doctor took over."""
    town.administrator.ask(201, "POST", "/api/v1/teams", json={"name": "ward", "timeZone": "Africa/Nairobi", "description": "Ward 4"})
    doctor, other = (town.people[who].account["accountId"] for who in ("doctor", "administrator"))
    for member in (doctor, other):
        town.administrator.ask(200, "POST", "/api/v1/teams/ward/members", json={"accountId": member})
    # The week that runs now: in Nairobi it began on Monday at eight.
    today = (datetime.datetime.now(datetime.UTC) - datetime.timedelta(hours=5)).date()
    monday = today - datetime.timedelta(days=today.weekday())
    week = {"weekdays": ["monday"], "start": "08:00", "end": "08:00", "days": 7, "everyWeeks": 2}
    shifts = [{"accountId": who, "from": f"{first}", "anchor": f"{first}", **week} for who, first in ((doctor, monday), (other, monday + datetime.timedelta(days=7)))]
    town.administrator.ask(200, "PUT", "/api/v1/teams/ward/shifts", json={"shifts": shifts}, headers={"If-Match": "*"})
    noon = datetime.datetime.now(datetime.UTC).replace(hour=9, minute=0, second=0, microsecond=0) + datetime.timedelta(days=3)
    change = {"accountId": doctor, "replaces": other, "from": f"{noon:%FT%TZ}", "until": f"{noon + datetime.timedelta(hours=4):%FT%TZ}", "note": "Swapped"}
    town.administrator.ask(201, "POST", "/api/v1/teams/ward/overrides", json=change)


def managed(town):
    """What an administrator looks after: an account, an invitation and a key."""
    invitation = town.administrator.ask(201, "POST", "/api/v1/accounts/invitations", json={"email": "dora@browser.example", "role": "coordinator", "name": "Dora"})
    key = town.administrator.ask(200, "GET", "/api/v1/keys")["items"][0]
    return {"account": town.people["doctor"].account["accountId"], "invitation": invitation["id"], "key": key["id"], "group": "default"}


def coordinator(town, email):
    """A person who reads figures. They need no second factor."""
    visitor, _, account = invited(town, "coordinator", email)
    return types.SimpleNamespace(email=email, account=account, signed_in=Visitor(town, visitor.login(email).json()))


def programme(town, *coordinators, day=None):
    """A programme of this quarter, with costs and a target of twelve people."""
    today = day or datetime.datetime.now(datetime.UTC).date()
    economics = {"currency": "KES", "costPerQuarter": 500, "costPerTest": 12.5, "savedPerTest": 100, "source": "Budget of 2026"}
    body = {"name": "Breathe easily", "partner": "Kenya Lung Fund", "startsOn": f"{today - datetime.timedelta(days=120)}", "economics": economics}
    made = town.administrator.ask(201, "POST", "/api/v1/programmes", json=body)
    path = f"/api/v1/programmes/{made['id']}"
    town.administrator.ask(200, "PUT", f"{path}/targets", json={"targets": {f"{today.year}-Q{(today.month + 2) // 3}": 12}}, headers={"If-Match": "*"})
    accounts_of = [one.account["accountId"] for one in coordinators]
    town.administrator.ask(200, "PUT", f"{path}/coordinators", json={"accountIds": accounts_of}, headers={"If-Match": "*"})
    return {"programme": made["id"], "joinCode": made["joinCode"]}


def care(town, clinician, who):
    pair = {"accountId": town.people[clinician].account["accountId"], "profileId": town.people[who].account["profileId"]}
    town.administrator.ask(201, "POST", "/api/v1/care-assignments", json=pair)


def enter(browser, town, who):
    """Signs a person in, or takes the cookies of a sign-in before: each one-time code is good once."""
    browser.address = town.address
    if who not in town.cookies:
        person = town.people["doctor" if who == "halfway" else who]
        browser.open("/sign-in")
        code = person.tokens["backupCodes"].pop() if hasattr(person, "app") and who != "halfway" else None
        sign_in(Pointer(browser), person.email, PASSWORD, code)
        if who == "halfway":
            browser.until_heading("One more step")
        town.cookies[who] = browser.until(lambda: browser.path.startswith("/sign-in") == (who == "halfway") and browser.cookies())
        browser.clear()
    browser.keep(town.cookies[who])


def sound(faults):
    assert not faults, "\n".join(["", *faults])


def taken(folder, name, picture):
    """A photo as a file that a browser can send."""
    (folder / name).write_bytes(picture)
    return str(folder / name)
