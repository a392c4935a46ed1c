"""The service: `uvicorn peer.app:app`. PEER_STYLE says whether a request is worked on where it came in (`direct`) or in a pool of threads (`threads`)."""

import functools
import json
import os
from typing import Annotated

from fastapi import FastAPI, Header, Query, Request, Response

from . import work
from .models import Ack, Acked, Claim, Claimed, NewResult, RegisteredKit, Result, ResultPage, TypedKit

DIRECT = os.environ.get("PEER_STYLE", "direct") == "direct"
app = FastAPI(title="Peer", openapi_url=None)
Key = Annotated[str | None, Header(alias="X-API-Key")]
IdempotencyKey = Annotated[str | None, Header(alias="Idempotency-Key", max_length=255)]


def styled(function):
    """FastAPI runs a plain function in its pool of threads, and a coroutine on its event loop."""
    if not DIRECT:
        return function

    @functools.wraps(function)
    async def direct(*arguments, **named):
        return function(*arguments, **named)

    return direct


def stored(answer):
    """An answer as it was written for the store."""
    status, body = answer
    return Response(body, status, media_type="application/json")


@app.get("/health/ready")
async def ready():
    return {"status": "ready"}


@app.get("/api/v1/results", response_model=ResultPage, response_model_exclude_none=True)
@styled
def list_results(key: Key = None, limit: Annotated[int, Query(ge=1, le=100)] = 50, cursor: str | None = None):
    return work.list_results(key, limit, cursor)


@app.post("/api/v1/results", response_model=Result)
@styled
def post_result(new: NewResult, key: Key = None, idempotency_key: IdempotencyKey = None):
    return stored(work.post_result(key, idempotency_key, new))


@app.post("/api/v1/results/batch")
async def post_batch(request: Request, key: Key = None):
    outcomes = work.post_batch(key, (await request.body()).splitlines())
    return Response(b"".join(json.dumps(outcome).encode() + b"\n" for outcome in outcomes), media_type="application/x-ndjson")


@app.post("/api/v1/test-kits/register", response_model=RegisteredKit)
@styled
def register(typed: TypedKit, key: Key = None, idempotency_key: IdempotencyKey = None):
    return stored(work.register(key, idempotency_key, typed))


@app.post("/api/v1/alert-groups/default/claim", response_model=Claimed)
@styled
def claim(wanted: Claim, key: Key = None):
    return work.claim(key, wanted)


@app.post("/api/v1/alert-groups/default/ack", response_model=Acked)
@styled
def ack(wanted: Ack, key: Key = None):
    return work.ack(key, wanted)
