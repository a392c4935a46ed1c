"""Damages to a store's files, as a bad disk, a wrong copy or a human error would cause them."""

import dataclasses

PAGE = 4096
HEALTH = "tenants/default"
# Where pages are, and how much stands before and between them.
PAGED = {f"{HEALTH}/health.db": (0, 0), "control.db": (0, 0), f"{HEALTH}/health.db-wal": (32, 24), "control.db-wal": (32, 24)}
SMALL = (f"{HEALTH}/key.json", "control.json", f"{HEALTH}/audit.anchor", f"{HEALTH}/commits.anchor", "control.anchor", "master.key")


@dataclasses.dataclass
class Damage:
    """One damage of one file."""

    file: str
    kind: str
    place: int = 0
    size: int = 0

    def __str__(self):
        return f"{self.file}: {self.kind} at {self.place}, {self.size} bytes"


def drawn(folder, older, dice):
    """Damages a file of the store at `folder`, as dice say; `older` is what the store was before. None: this can't be done to this file."""
    is_large = dice.random() < 0.75
    damage = Damage(dice.choice(list(PAGED) if is_large else SMALL), "")
    file, before = folder / damage.file, older / damage.file
    damage.kind = dice.choice(["bit", "zeros", "zero page", "swapped pages", "cut", "deleted", "older file", "older page"] if is_large else ["bit", "zeros", "cut", "deleted", "older file"])
    if not file.exists() or not file.stat().st_size:
        return None
    sound = file.read_bytes()
    damaged = altered(damage, bytearray(sound), before, dice)
    if damaged is None:
        file.unlink()
    elif damaged == sound:
        return None
    else:
        file.write_bytes(damaged)
    return damage


def altered(damage, data, before, dice):
    """What a file holds afterwards; None: it is gone."""
    damage.size = len(data)
    if damage.kind == "deleted":
        return None
    if damage.kind == "older file":
        return before.read_bytes() if before.exists() else None
    if damage.kind == "cut":
        damage.place = dice.choice([0, dice.randrange(len(data)), dice.randrange(len(data)) // PAGE * PAGE])
        return data[: damage.place]
    if damage.kind == "bit":
        damage.place, damage.size = dice.randrange(len(data)), 1
        data[damage.place] ^= 1 << dice.randrange(8)
        return data
    if damage.kind == "zeros":
        damage.place, damage.size = dice.randrange(len(data)), dice.choice([1, 16, 512])
        data[damage.place : damage.place + damage.size] = bytes(len(data[damage.place : damage.place + damage.size]))
        return data
    start, between = PAGED[damage.file]
    places = [start + between + number * (PAGE + between) for number in range((len(data) - start) // (PAGE + between))]
    damage.place, damage.size = dice.choice(places), PAGE
    here = slice(damage.place, damage.place + PAGE)
    if damage.kind == "zero page":
        data[here] = bytes(PAGE)
    elif damage.kind == "swapped pages":
        there = dice.choice(places)
        data[here], data[there : there + PAGE] = data[there : there + PAGE], data[here]
    else:
        # Of all pages that are not what they were.
        earlier = before.read_bytes() if before.exists() else b""
        changed = [place for place in places if len(earlier) >= place + PAGE and earlier[place : place + PAGE] != data[place : place + PAGE]]
        if changed:
            damage.place = dice.choice(changed)
            data[damage.place : damage.place + PAGE] = earlier[damage.place : damage.place + PAGE]
    return data
