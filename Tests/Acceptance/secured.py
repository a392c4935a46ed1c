"""A server with TLS, and clients that trust its certificate."""

import ssl

import httpx
import pytest

from certificates import Authority


@pytest.fixture
def authority(tmp_path):
    return Authority(tmp_path)


@pytest.fixture
def secure(fresh, authority):
    """A server with TLS, and the files of its certificate."""
    assert fresh.server.stop() == 0
    fresh.certificate, fresh.private_key = authority.sign("server")
    fresh.start("--tls-certificate", fresh.certificate, "--tls-key", fresh.private_key)
    fresh.context = ssl.create_default_context(cafile=authority.certificate)
    return fresh


def client(world, role=None, **options):
    headers = {"X-API-Key": world.keys[role]} if role else {}
    return httpx.Client(base_url=f"https://{world.server.address}", headers=headers, verify=world.context, timeout=20, **options)


def address(world):
    host, port = world.server.address.split(":")
    return host, int(port)
