"""The mails that people receive, in the order of their arrival."""

import time

from mail_server import Post, Server, plain


class Inbox:
    """A mail server, and what arrived at it."""

    def __init__(self, post=None):
        self.post = post or Post()
        self.server = Server(self.post)
        self.server.start()
        self.settings = {"FAIRKIT_MAIL_SERVER": plain(self.server), "FAIRKIT_MAIL_FROM": "kit@example.org"}

    def stop(self):
        self.server.stop()

    def to(self, address):
        return [message for message in self.post.parsed() if message["To"] == address]

    def subjects(self, address):
        return [message["Subject"] for message in self.to(address)]

    def wait(self, address, subject, count=1, seconds=20):
        """The last of so many mails with this subject."""
        deadline = time.monotonic() + seconds
        while len(found := [message for message in self.to(address) if subject in message["Subject"]]) < count:
            assert time.monotonic() < deadline, f"no {count} × {subject!r} in {self.subjects(address)}"
            time.sleep(0.05)
        assert len(found) == count, self.subjects(address)
        return found[-1]
