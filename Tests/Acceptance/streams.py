"""Clients of streams of events, independent of the server."""

import contextlib
import json

import httpx
import httpx_sse
import websockets
from websockets.sync.client import connect

from fairkit import PLAIN

STREAM = "/api/v1/alerts/stream"


@contextlib.contextmanager
def opened(world, way, after=None, key=None, token=None, timeout=20):
    """An iterator over events, and over heartbeats as None, that ends when the server ends the line."""
    headers = {"Authorization": f"Bearer {token}"} if token else {"X-API-Key": key or world.keys["consumer"]}
    if after is not None:
        headers["Last-Event-ID"] = str(after)
    if way == "websocket":
        with connect(f"ws://{world.server.address}/api/v1/ws", additional_headers=headers, open_timeout=timeout, close_timeout=5, proxy=None) as socket:
            yield messages(socket, timeout)
    else:
        with httpx.Client(verify=PLAIN, timeout=timeout) as client, httpx_sse.connect_sse(client, "GET", f"http://{world.server.address}{STREAM}", headers=headers) as source:
            assert source.response.status_code == 200, source.response.read()
            yield sent(source)


def messages(socket, timeout):
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            message = json.loads(socket.recv(timeout=timeout))
            yield None if message["event"] == "HEARTBEAT" else message


def sent(source):
    with contextlib.suppress(httpx.RemoteProtocolError):
        for event in source.iter_sse():
            if not event.data:
                continue
            body = json.loads(event.data)
            assert event.id == str(body["number"]) and event.event == body["event"]
            yield body
