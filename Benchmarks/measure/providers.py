"""Apple, Google, an SMS provider and a mail server, in one process, as fast as their protocols allow: they answer every message, check nothing, and note when its last byte came.

The tests check what FairKit sends; this only takes the time. Run as a script it prints its ports, and after a line on its input the messages, as JSON.
"""

import asyncio
import base64
import json
import ssl
import struct
import sys
import time

CHANNELS = ("apns", "fcm", "sms", "email")
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, SETTINGS, PING, WINDOW_UPDATE = 0, 1, 4, 6, 8
END_STREAM, END_HEADERS, ACK = 1, 4, 1
# `:status: 200` of HPACK's static table (RFC 7541, appendix A).
OK = b"\x88"
# 1,000 streams at once, as Apple allows; and a window that no run exhausts.
GREETING = struct.pack(">HI", 3, 1000), struct.pack(">I", 2**31 - 1 - 65535)
TOKEN = json.dumps({"access_token": "ya29.benchmark", "expires_in": 3599, "token_type": "Bearer"}).encode()


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


class Protocol(asyncio.Protocol):
    """Reads what has come in full, and keeps the rest."""

    def __init__(self, channel, noted):
        self.channel, self.noted, self.buffer, self.transport = channel, noted, b"", None

    def connection_made(self, transport):
        self.transport = transport
        self.begin()

    def begin(self):
        pass

    def data_received(self, data):
        self.buffer += data
        while self.buffer and (used := self.read(self.buffer)):
            self.buffer = self.buffer[used:]

    def note(self, message):
        self.noted.append((self.channel, time.monotonic(), message))


class Streams(Protocol):
    """HTTP/2 (RFC 9113), as much of it as a push service needs."""

    def begin(self):
        self.bodies, self.is_open = {}, False
        settings, window = GREETING
        self.transport.write(frame(SETTINGS, 0, 0, settings) + frame(WINDOW_UPDATE, 0, 0, window))

    def read(self, buffer):
        if not self.is_open:
            self.is_open = buffer.startswith(PREFACE)
            return len(PREFACE) if self.is_open else 0
        if len(buffer) < 9:
            return 0
        size = 9 + int.from_bytes(buffer[:3], "big")
        if len(buffer) < size:
            return 0
        kind, flags, stream = struct.unpack(">BBI", buffer[3:9])
        if kind == SETTINGS and not flags & ACK:
            self.transport.write(frame(SETTINGS, ACK, 0))
        elif kind == PING and not flags & ACK:
            self.transport.write(frame(PING, ACK, 0, buffer[9:size]))
        elif kind in (HEADERS, DATA):
            if kind == DATA:
                self.bodies[stream] = self.bodies.get(stream, b"") + buffer[9:size]
            if flags & END_STREAM:
                self.answer(stream, self.bodies.pop(stream, b""))
        return size

    def answer(self, stream, body):
        if body.startswith(b"grant_type="):
            return self.transport.write(frame(HEADERS, END_HEADERS, stream, OK) + frame(DATA, END_STREAM, stream, TOKEN))
        self.note(body)
        self.transport.write(frame(HEADERS, END_HEADERS | END_STREAM, stream, OK))


class Forms(Protocol):
    """An SMS provider with Twilio's API, over HTTP/1.1."""

    count = 0

    def read(self, buffer):
        end = buffer.find(b"\r\n\r\n")
        if end < 0:
            return 0
        length = next(int(line[15:]) for line in buffer[:end].lower().split(b"\r\n") if line.startswith(b"content-length:"))
        if len(buffer) < end + 4 + length:
            return 0
        self.note(buffer[end + 4 : end + 4 + length])
        Forms.count += 1
        body = b'{"sid":"SM%032d","status":"queued"}' % Forms.count
        self.transport.write(b"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s" % (len(body), body))
        return end + 4 + length


class Mails(Protocol):
    """A mail server (RFC 5321) that accepts everything."""

    def begin(self):
        self.is_data, self.recipient = False, b""
        self.transport.write(b"220 localhost ready\r\n")

    def read(self, buffer):
        if self.is_data:
            end = buffer.find(b"\r\n.\r\n")
            if end < 0:
                return 0
            self.note(self.recipient + b"\n" + buffer[:end])
            self.is_data = False
            self.transport.write(b"250 taken\r\n")
            return end + 5
        end = buffer.find(b"\r\n")
        if end < 0:
            return 0
        command = buffer[:4].upper()
        if command == b"RCPT":
            self.recipient = buffer[buffer.index(b"<") + 1 : buffer.index(b">")]
        self.is_data = command == b"DATA"
        self.transport.write(b"354 go on\r\n" if self.is_data else b"221 bye\r\n" if command == b"QUIT" else b"250 ok\r\n")
        if command == b"QUIT":
            self.transport.close()
        return end + 2


async def serve(certificate, key):
    loop, noted = asyncio.get_running_loop(), []
    tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    tls.load_cert_chain(certificate, key)
    tls.set_alpn_protocols(["h2"])
    ports = {}
    for channel, protocol, context in (("apns", Streams, tls), ("fcm", Streams, tls), ("sms", Forms, None), ("email", Mails, None)):
        server = await loop.create_server(lambda channel=channel, protocol=protocol: protocol(channel, noted), "127.0.0.1", 0, ssl=context, backlog=1000)
        ports[channel] = server.sockets[0].getsockname()[1]
    print(json.dumps(ports), flush=True)
    # Each line asks for what came since the last one.
    while await loop.run_in_executor(None, sys.stdin.readline):
        told, noted[:] = list(noted), []
        print(json.dumps([(channel, at, base64.b64encode(message).decode()) for channel, at, message in told]), flush=True)


if __name__ == "__main__":
    try:
        import uvloop

        uvloop.run(serve(*sys.argv[1:3]))
    except ImportError:
        asyncio.run(serve(*sys.argv[1:3]))
