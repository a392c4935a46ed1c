"""Tenants, by commands and by clients that name them."""

import json
import subprocess

from fairkit import BINARY, command, surroundings


def tenant(store, *words, status=0, typed=None):
    """Runs `fairkit tenant …`; `typed` is the typed input."""
    line = [BINARY, "tenant", words[0], "--data", store.path, *words[1:]]
    done = subprocess.run(line, input=typed, env=surroundings({}, line), capture_output=True, text=True, timeout=120)
    assert done.returncode == status, f"exit {done.returncode}\nstdout: {done.stdout[-2000:]}\nstderr: {done.stderr[-2000:]}"
    return done


def made(store, name):
    """Makes a tenant, and answers its first administrator's key."""
    return tenant(store, "create", name).stdout.strip()


def tenants(store):
    return {item["name"]: item for item in json.loads(tenant(store, "list", "--json").stdout)["items"]}


def of(server, name, key=None):
    """A client with an API key that names a tenant."""
    client = server.client(key)
    client.headers["X-Tenant-ID"] = name
    return client


def key(store, name, role, *more):
    return json.loads(command("key", "create", "--data", store.path, "--tenant", name, "--role", role, "--name", "n", "--json", *more).stdout)["key"]
