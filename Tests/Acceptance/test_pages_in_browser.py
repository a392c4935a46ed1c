"""The pages in Chromium, each examined as its readers see it. What people do in several steps is in test_pages_of_patients and test_pages_of_clinicians."""

import re

import pytest

import accounts
import page_checks
from browser_town import enter, sound
from fairkit import REPOSITORY
from trials import LONG

# Who opens which page, and its status. Each page of the room is here; what stands in braces is a record of `browser_town`.
PAGES = [
    ("visitor", "/sign-in"), ("visitor", "/sign-in?done=signedOut"), ("visitor", "/sign-in/factor"), ("visitor", "/forgotten"), ("halfway", "/sign-in/code"),
    ("visitor", "/invitation"), ("visitor", "/reset"), ("visitor", "/register"), ("visitor", "/register/code?mail={mail}"), ("newcomer", "/register/details"),
    ("ana", "/home"), ("ana", "/results"), ("ana", "/results/{normal}"), ("ana", "/results/{critical}"), ("ana", "/results/{corrected}"),
    ("bea", "/home"), ("bea", "/results"), ("bea", "/nowhere", 404), ("bea", "/alerts", 403),
    ("doctor", "/alerts"), ("doctor", "/alerts?state=acknowledged"), ("doctor", "/alerts/{alert}"), ("doctor", "/results"), ("doctor", "/results/{critical}"),
    ("administrator", "/home"),
    # Sessions, help and keys
    ("ana", "/prove"), ("doctor", "/prove"), ("ana", "/help"), ("doctor", "/help"), ("administrator", "/help"), ("laboratory", "/help"), ("ana", "/help/keys"),
    # Alerts: work and time
    ("doctor", "/home"), ("doctor", "/alerts?state=resolved"), ("doctor", "/alerts?state=all"), ("doctor", "/on-call"), ("administrator", "/on-call"),
    ("doctor", "/on-call/{team}"), ("administrator", "/on-call/{team}"),
    # Test kits and results of a patient
    ("ana", "/kits"), ("ana", "/kits/new"), ("ana", "/kits/{kit}"), ("ana", "/kits/{kit}?done=kitPosted"), ("ana", "/results/trend"), ("ana", "/results/shares"),
    ("bea", "/kits"), ("bea", "/results/trend"), ("bea", "/results/shares?done=shareStopped"), ("doctor", "/kits/new", 403),
    # One's own account
    ("ana", "/profile"), ("ana", "/profile/details"), ("ana", "/profile/language"), ("ana", "/profile/privacy"), ("ana", "/profile/consents/{consent}"),
    ("ana", "/profile/accesses"), ("ana", "/profile/erasure"), ("ana", "/profile/security"), ("ana", "/profile/password"), ("ana", "/profile/factor"),
    ("ana", "/profile/sessions"), ("ana", "/profile/email"), ("ana", "/profile/email/code"), ("ana", "/profile/contacts"), ("ana", "/profile/contacts/{contact}"), ("ana", "/profile/notices"),
    ("ana", "/profile/test"), ("doctor", "/profile/test"), ("ana", "/profile/accesses?own=yes"), ("ana", "/profile/calendar"), ("ana", "/notices"), ("doctor", "/profile"), ("doctor", "/profile/details"), ("doctor", "/profile/factor"),
    ("ana", "/profile/photo"), ("bea", "/profile/photo"), ("ana", "/profile/devices"), ("bea", "/profile/devices"), ("ana", "/profile/record"), ("doctor", "/profile/language"), ("doctor", "/profile/devices"),
    # Patients of a clinician
    ("doctor", "/people"), ("doctor", "/people?relation=care"), ("doctor", "/people?relation=share"), ("doctor", "/people/{person}"), ("doctor", "/people/{person}/next-test"), ("ana", "/people/{person}/next-test"),
    ("doctor", "/emergency"), ("doctor", "/results/{corrected}"), ("doctor", "/results?flag=HH&from=2020-01-01"),
    ("doctor", "/results?held=true"), ("administrator", "/people"), ("administrator", "/people/{person}"), ("bea", "/people", 403),
    ("doctor", "/people/new"), ("administrator", "/people/new"), ("doctor", "/people/{person}/kit"), ("administrator", "/people/{person}/kit"), ("bea", "/people/new", 403),
    # Kits of a laboratory
    ("laboratory", "/kits"), ("laboratory", "/kits?stage=expected"), ("laboratory", "/kits/{kit}"), ("laboratory", "/kits/arrivals"), ("laboratory", "/kits/labels?kits={kit}"),
    ("administrator", "/kits"), ("administrator", "/kits?stage=rejected"), ("administrator", "/kits/{kit}"), ("administrator", "/kits/arrivals"), ("administrator", "/kits/issue"),
    ("administrator", "/kits/labels?kits={kit}&size=single"), ("doctor", "/kits"), ("doctor", "/kits/{kit}"), ("doctor", "/kits/arrivals", 403), ("laboratory", "/kits/issue", 403),
    # The clinic, by its administrator
    ("administrator", "/clinic"), ("administrator", "/erasures"), ("administrator", "/people/{person}/hold"), ("administrator", "/people/{person}/erase"), ("administrator", "/people/{person}/care"), ("administrator", "/people/{person}/invite"), ("doctor", "/erasures", 403),
    # Alerting, ranges and settings of a clinic
    ("administrator", "/escalation"), ("administrator", "/rules"), ("administrator", "/teams"), ("administrator", "/teams/{team}"), ("administrator", "/ranges"),
    ("administrator", "/settings"), ("administrator", "/settings/logo"), ("administrator", "/clinic/health"), ("doctor", "/teams", 403),
    # Programmes
    ("coordinator", "/home"), ("coordinator", "/help"), ("coordinator", "/programmes"), ("coordinator", "/programmes/{programme}"), ("coordinator", "/programmes/{programme}?period=30d"),
    ("coordinator", "/programmes/{programme}?period=never", 422), ("administrator", "/programmes"), ("administrator", "/programmes/new"), ("administrator", "/programmes/{programme}"),
    ("administrator", "/programmes/{programme}/change"), ("administrator", "/programmes/{programme}/targets"), ("administrator", "/programmes/{programme}/coordinators"),
    ("administrator", "/programmes/{programme}/code"), ("administrator", "/programmes/{programme}/end"), ("ana", "/profile/programme?leave=yes"), ("ana", "/profile/programme"), ("bea", "/profile/programme?code={joinCode}"), ("doctor", "/programmes", 403),
    # Accounts, keys and groups
    ("administrator", "/accounts"), ("administrator", "/accounts?role=clinician&state=suspended"), ("administrator", "/accounts/invite"), ("administrator", "/accounts/invitations/{invitation}"),
    ("administrator", "/accounts/{account}"), ("administrator", "/accounts/{account}?ask=suspend"), ("administrator", "/keys"), ("administrator", "/keys/new"), ("administrator", "/keys/{key}"), ("administrator", "/keys/{key}/secret"),
    ("administrator", "/groups"), ("administrator", "/groups/{group}"), ("administrator", "/audit"), ("administrator", "/audit?person={person}"), ("administrator", "/audit?from=2099-01-01"),
    ("administrator", "/emergencies"), ("administrator", "/emergencies?all=yes"), ("doctor", "/accounts", 403),
    # A laboratory's results
    ("laboratory", "/home"), ("laboratory", "/results"), ("laboratory", "/results/new"), ("laboratory", "/results/{normal}"),
    # Files of results, and results that wait
    ("laboratory", "/results/import"), ("laboratory", "/kits/review"), ("laboratory", "/results/unmatched"), ("laboratory", "/results/{corrected}/correct"),
    ("laboratory", "/ranges"), ("laboratory", "/kits?stage=arrived"),
]  # fmt: skip
# A person comes in once for all their pages, and is asked once for each language.
ROWS = sorted([(who, path, *(status or [200])) for who, path, *status in PAGES], key=lambda row: row[0])
# Spanish for one page and Swahili for the next; --long shows each in both.
OTHERS = [("es", "sw")] if LONG else [("es",), ("sw",)]
WORDS = sorted((who, language, path, status) for place, (who, path, status) in enumerate(ROWS) for language in OTHERS[place % len(OTHERS)])


def come(browser, town, who, language="en"):
    """Brings a person into the browser, unless it was they who read the page before."""
    if getattr(town, "reads", None) != (who, language, browser.driver.session_id):
        browser.clear()
        enter(browser, town, who)
        if who in town.people:
            accounts.change(town.people[who].signed_in, language=language)
        town.reads = (who, language, browser.driver.session_id)
    browser.address = town.address


@pytest.mark.parametrize("who, path, status", [pytest.param(*row, id=f"{row[0]} {row[1]}") for row in ROWS])
def test_a_page_is_fit_for_its_readers(chromium, town, who, path, status):
    come(chromium, town, who)
    path = path.format(**town.records)
    sound(page_checks.of_page(chromium, path, status))
    assert chromium.path == path, "it is no other page"
    assert chromium.run("return document.documentElement.lang") == "en"


@pytest.mark.parametrize("who, language, path, status", [pytest.param(*row, id=f"{row[0]} {row[1]} {row[2]}") for row in WORDS])
def test_words_of_another_language_fit(chromium, town, who, language, path, status):
    """They are longer. An address that is no page does not know the account."""
    come(chromium, town, who, language)
    is_known = who in town.people and status != 404
    path = path.format(**town.records)
    chromium.driver.get(chromium.address + (path if is_known else f"{path}{'&' if '?' in path else '?'}language={language}"))
    assert chromium.run("return document.documentElement.lang") == language
    sound(page_checks.of_narrow(chromium))


def test_every_page_of_the_room_is_examined():
    room = (REPOSITORY / "Sources/FairKitPages/Room.swift").read_text()
    patterns = {pattern.split("/{")[0] for pattern in re.findall(r'\.(?:page|open|asking)\("([^"]+)"', room)}
    # This one asks for a proof of identity first: test_pages_of_clinics.py looks at it.
    assert patterns - {"/ranges/new"} == {re.split(r"/\{|\?", path)[0] for _, path, *status in PAGES if not status}
