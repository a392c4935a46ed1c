"""The PostgreSQL server of this test process, with FAIRKIT_TEST_STORE=postgres: each data directory of the tests then has a database of its own."""

import atexit
import functools
import hashlib
import os
import pathlib
import shutil
import subprocess
import time
import urllib.parse

import psycopg
from psycopg import sql

IN_USE = os.environ.get("FAIRKIT_TEST_STORE") == "postgres"


@functools.cache
def server():
    """Starts the server; answers the folder of its socket, and its port."""
    script = pathlib.Path(__file__).resolve().parents[1] / "postgres"
    process = subprocess.Popen([script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(process.stdin.close)
    folder, port, _ = process.stdout.readline().split()
    with administrator(folder, port) as connection:
        # As docs/postgres.md says: it may make schemas and roles, and nothing else.
        connection.execute("CREATE ROLE fairkit_server LOGIN CREATEROLE")
    return folder, port


def administrator(folder, port, database="postgres"):
    return psycopg.connect(host=folder, port=port, user="fairkit", dbname=database, autocommit=True)


def name(path):
    """The database of a data directory."""
    return f"store_{hashlib.sha256(str(path).encode()).hexdigest()[:20]}"


def address(path):
    folder, port = server()
    return f"postgres://fairkit_server@{urllib.parse.quote(folder, safe='')}:{port}/{name(path)}"


def create(path, template=None):
    """Makes the database of a data directory: an empty one, or a copy of another directory's."""
    if not IN_USE:
        return
    with administrator(*server()) as connection:
        made = [row[0] for row in connection.execute("SELECT datname FROM pg_database")]
        if name(path) not in made:
            connection.execute(
                sql.SQL("CREATE DATABASE {} OWNER fairkit_server TEMPLATE {}").format(
                    sql.Identifier(name(path)), sql.Identifier(name(template) if template else "template0")))


def witness(path):
    """A connection to the schema of the first tenant, as the server's administrator. What is sealed stays sealed."""
    connection = administrator(*server(), database=name(path))
    # What a killed server had sent may still be carried out.
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND usename = 'fairkit_server'"
    deadline = time.monotonic() + 5
    while connection.execute(others).fetchone() != (0,) and time.monotonic() < deadline:
        time.sleep(0.01)
    (schema,) = connection.execute("SELECT folder FROM control.tenant WHERE name = 'default'").fetchone()
    connection.execute(sql.SQL("SET search_path TO {}").format(sql.Identifier(schema)))
    return connection


def key_file(path, folder):
    """The bytes that the file key.json of a tenant would have; the folder of all but the first tenant is their id."""
    query = """SELECT k.keys FROM control.wrapped_key k JOIN control.tenant t ON t.folder = k.label
        WHERE CASE t.name WHEN 'default' THEN 'default' ELSE encode(t.id, 'hex') END = %s"""
    with administrator(*server(), database=name(path)) as connection:
        return connection.execute(query, [folder.replace("-", "")]).fetchone()[0]


def schemas(path):
    """The schemas of all tenants of a data directory, also of what is left of one."""
    with administrator(*server(), database=name(path)) as connection:
        return {row[0] for row in connection.execute("SELECT nspname FROM pg_namespace WHERE nspname LIKE 'tenant%'")}


def copy(source, target, **options):
    """Copies a data directory that no server uses, with its database."""
    shutil.copytree(source, target, **options)
    create(target, template=source)


def drop(path):
    """Drops the database of a data directory."""
    if IN_USE:
        with administrator(*server()) as connection:
            connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(sql.Identifier(name(path))))


def setting(arguments, environment):
    """The settings that name the database of a command's data directory; none if it names another store, or no directory."""
    words = [str(word) for word in arguments]
    path = words[words.index("--data") + 1] if "--data" in words else environment.get("FAIRKIT_DATA")
    if not IN_USE or not path or "--store" in words:
        return {}
    if "init" in words[:2]:
        create(path)
    return {"FAIRKIT_STORE": address(path)}
