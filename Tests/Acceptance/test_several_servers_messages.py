"""A message that is under way while servers share out their tenants arrives once."""

import asyncio
import collections
import re
import shutil

import pytest

from fairkit import Store, command
from inbox import Inbox
from kits import kit_code
from mail_server import Post
from several_clinics import LIMITS, Clinic
from several_sites import Database, soon

pytestmark = pytest.mark.long


class SlowPost(Post):
    """A mail server that takes some seconds to answer."""

    async def handle_DATA(self, server, session, envelope):
        self.messages.append((session, envelope))
        await asyncio.sleep(4)
        return "250 OK"


def test_a_message_that_is_under_way_while_tenants_are_shared_out_arrives_once(tmp_path):
    database, inbox, first, second = Database(), Inbox(SlowPost()), Store(tmp_path / "one"), Store(tmp_path / "two")
    key = re.search(r"fk_\S+", command("init", "--data", first.path, FAIRKIT_STORE=database.address).stdout)[0]
    server = first.serve(**LIMITS, FAIRKIT_STORE=database.address)
    clinics = [Clinic(first, server, None, key), Clinic(first, server, "kisumu", command("tenant", "create", "kisumu", "--data", first.path).stdout.strip())]
    assert server.stop() == 0
    second.path.mkdir(mode=0o700)
    shutil.copy(first.master, second.master)
    servers = [first.serve(**LIMITS, **inbox.settings, FAIRKIT_STORE=database.address)]
    soon(lambda: len(database.holders()) == 3, 10)
    for clinic in clinics:
        code = kit_code()
        clinic.client(servers[0], "administrator").register(code, profile=clinic.profile)
        clinic.client(servers[0], "laboratory").result(code, 820)
    soon(lambda: len(inbox.post.messages) >= 4, 10)
    # It takes one of the tenants.
    servers.append(second.serve(**LIMITS, **inbox.settings, FAIRKIT_STORE=database.address))
    soon(lambda: len({holder for work, holder in database.holders().items() if work != "control"}) == 2, 30)
    # The messages of all steps, those of the last one, too.
    schemas = database.run("SELECT folder FROM control.tenant")
    soon(lambda: all(database.run(f"SELECT count(*) FROM {schema}.notice_send WHERE state = 'waiting'") == ["0"] and database.run(f"SELECT count(*) FROM {schema}.alert_step WHERE state = 'fired'") == ["3"] for schema in schemas), 40)
    came = collections.Counter(mail["Message-ID"] for mail in inbox.post.parsed())
    assert max(came.values()) == 1, came
    for one in servers:
        assert one.stop() == 0
    inbox.stop()
    database.process.stdin.close()
    database.process.wait(60)
