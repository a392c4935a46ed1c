"""What is taken and answered, in the shapes of FairKit's API."""

from datetime import date
from typing import Literal

from pydantic import BaseModel, Field


class NewLevel(BaseModel):
    value: float = Field(gt=0, lt=1_000_000)
    unit: Literal["mg/dL", "g/L"]


class NewResult(BaseModel):
    reference: str = Field(min_length=1, max_length=100)
    kitCode: str
    testDate: date
    level: NewLevel
    method: str | None = Field(default=None, max_length=100)
    status: Literal["preliminary", "final"] = "final"


class Level(BaseModel):
    value: float
    unit: str


class Range(BaseModel):
    low: float
    high: float
    source: str


class Result(BaseModel):
    id: str
    reference: str
    laboratoryId: str
    kitCode: str
    kitId: str | None = None
    matched: bool
    version: int
    status: str
    testDate: str
    level: Level
    method: str | None = None
    range: Range
    flag: str
    needsVerification: bool
    recordedAt: str
    alertId: str | None = None


class ResultPage(BaseModel):
    items: list[Result]
    nextCursor: str | None = None


class Claim(BaseModel):
    leaseSeconds: int = Field(default=30, ge=5, le=900)
    consumer: str | None = Field(default=None, max_length=100)


class Payload(BaseModel):
    type: str
    title: str
    body: str
    priority: str
    sound: str
    badge: int
    data: dict[str, str | float]


class Delivery(BaseModel):
    deliveryId: str
    token: str
    leaseExpiresAt: str
    deliveryAttempts: int
    replay: bool
    band: int
    alertId: str
    resultId: str
    needsVerification: bool
    payload: Payload


class Claimed(BaseModel):
    items: list[Delivery]


class Ack(BaseModel):
    token: str


class Acked(BaseModel):
    deliveryId: str
    state: str
    ackedAt: str


class TypedKit(BaseModel):
    barcode: str = Field(max_length=100)
    profileId: str


class RegisteredKit(BaseModel):
    id: str
    kitCode: str
    status: str
    profileId: str
    registeredAt: str
    sendBy: str
    readFrom: str
    needsReview: bool
    message: str
