"""A served store whose mail arrives at a server of the tests, and people in it."""

import contextlib
import re
import types

from accounts import ADA, AUTH, PASSWORD, PUBLIC, Visitor
from conftest import World
from fairkit import until
from kits import kit_code
from mail_server import SENDER, Post, Server, plain

NOTICES = "/api/v1/notices"


@contextlib.contextmanager
def mailing_town(template, path, **options):
    """Its `post` has the mails."""
    post = Post()
    mails = Server(post)
    mails.start()
    world = World(template, path, FAIRKIT_PUBLIC_URL=PUBLIC, FAIRKIT_RATE_SIGN_IN="off", FAIRKIT_RATE_ACCOUNT="off",
        FAIRKIT_MAIL_SERVER=plain(mails), FAIRKIT_MAIL_FROM=SENDER, **options)  # fmt: skip
    assert world.administrator.delete("/api/v1/escalation-policies/0").status_code == 204
    world.post = post
    yield world
    assert world.server.stop() == 0
    mails.stop()


def received(town, address):
    """The mails to an address, the oldest first."""
    return [message for message in town.post.parsed() if message["to"] == address]


def texts(town, address):
    return [message.get_content() for message in received(town, address)]


def member(town, email, profile=ADA):
    """A patient who has registered by the mailed link and signed in."""
    visitor = Visitor(town)
    visitor.ask(202, "POST", f"{AUTH}/register", json={"email": email})
    until(lambda: received(town, email))
    token = re.search(r"\bfi_[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])", texts(town, email)[0])[0]
    account = visitor.ask(201, "POST", f"{AUTH}/confirm", json={"token": token, "password": PASSWORD, "profile": profile})
    tokens = visitor.login(email).json()
    return types.SimpleNamespace(email=email, account=account, profile=account["profileId"], tokens=tokens, signed_in=Visitor(town, tokens))


def result(world, person, value, **more):
    """A result of a new kit of a patient."""
    code = world.administrator.issue(kit_code())[0]["kitCode"]
    world.administrator.register(code, profile=person.account["profileId"])
    return world.laboratory.result(code, value, **more)


def told(person, count=1, **filters):
    """The notices of a person, but those of registered kits, once there are so many."""
    found = []

    def enough():
        found[:] = [one for one in person.signed_in.everything(NOTICES, **filters) if one["kind"] != "kit-registered"]
        return len(found) >= count

    until(enough)
    return found
