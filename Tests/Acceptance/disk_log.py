"""Reads the log of log_disk.c, and rebuilds the possible states of the disk after a power cut at any point."""

import collections
import json
import os
import struct

HEAD = struct.Struct("<IIIIQq")
WRITE, TRUNCATE, SYNC, SYNCED, CREATE, MKDIR, RENAME, UNLINK, LINK = range(1, 10)
MARK = 20


class Marks:
    """Appends marks to the log: every write before a mark in the log happened before it."""

    def __init__(self, path):
        self.file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)

    def __call__(self, fact):
        data = json.dumps(fact).encode()
        os.write(self.file, HEAD.pack(MARK, 0, len(data), 0, 0, 0) + data)


class File:
    def __init__(self, mode, data=b""):
        self.mode, self.data, self.changes, self.synced = mode, data, [], []


class Folder:
    def __init__(self):
        self.entries, self.changes, self.synced = {}, [], []


def inodes(folder):
    """The number of each file's inode, by its path in the folder."""
    return {str(path.relative_to(folder)): path.stat().st_ino for path in folder.rglob("*") if path.is_file()}


class DiskLog:
    """The files at the start of the log, and all later operations, by their position in the log."""

    def __init__(self, base, log, numbers):
        """`base` holds the files as they were, and `numbers` the inodes of those that the server wrote to."""
        self.root, self.inodes, self.marks, self.file_syncs = Folder(), {}, [], []
        # Where names change or files are cut.
        self.length, self.turns = 0, []
        self._read_base(self.root, base, numbers, base)
        # What the tree is while the log is read; each folder's first entries stay as they were.
        self.now = {id(self.root): dict(self.root.entries)}
        self._read(memoryview(log.read_bytes()))

    def _read_base(self, folder, base, numbers, top):
        for path in base.iterdir():
            if path.is_dir():
                node = Folder()
                self._read_base(node, path, numbers, top)
            elif path.is_file():
                node = File(path.stat().st_mode & 0o7777, path.read_bytes())
                self.inodes[numbers[str(path.relative_to(top))]] = node
            else:
                continue
            folder.entries[path.name] = node

    def _entries(self, folder):
        return self.now.setdefault(id(folder), dict(folder.entries))

    def _found(self, path):
        """The folder that holds a path, and its name in it."""
        folder, *names = self.root, *path.split("/")
        for name in names[:-1]:
            folder = self._entries(folder)[name]
        return folder, names[-1]

    def _rename(self, place, changes):
        """Notes a change of names, which is made whole or not at all."""
        for folder, name, node in changes:
            if node is None:
                self._entries(folder).pop(name, None)
            else:
                self._entries(folder)[name] = node
        changes[-1][0].changes.append((place, changes))

    def _read(self, data):
        position, begun = 0, {}
        while position + HEAD.size <= len(data):
            place = self.length
            kind, path_length, length, _, inode, where = HEAD.unpack_from(data, position)
            position += HEAD.size
            path = bytes(data[position : position + path_length]).decode()
            content = data[position + path_length : position + path_length + length]
            position += path_length + length
            self.length += 1
            if kind not in (MARK, WRITE, SYNC, SYNCED):
                self.turns.append(place)
            if kind == MARK:
                self.marks.append((place, json.loads(bytes(content))))
            elif kind in (WRITE, TRUNCATE):
                # A file from before the log that was unlinked no longer matters.
                self.inodes[inode].changes.append((place, where, content if kind == WRITE else None))
            elif kind == SYNC:
                # Only a folder's synchronisation has a path, and the root's is empty.
                node = self.inodes[inode] if inode else self.root
                if path:
                    folder, name = self._found(path)
                    node = self._entries(folder)[name]
                begun[where] = (place, node)
            elif kind == SYNCED:
                since, node = begun.pop(where)
                node.synced.append((place, since))
                if isinstance(node, File):
                    self.file_syncs.append((place, since))
            elif kind == CREATE:
                self.inodes[inode] = File(where)
                self._rename(place, [(*self._found(path), self.inodes[inode])])
            elif kind == MKDIR:
                self._rename(place, [(*self._found(path), Folder())])
            elif kind == UNLINK:
                self._rename(place, [(*self._found(path), None)])
            else:
                source, target = (self._found(each) for each in path.split("\0"))
                node = self._entries(source[0]).get(source[1])
                if node is None:
                    continue  # a socket, which is no file
                changes = [] if kind == LINK else [(*source, None)]
                self._rename(place, [*changes, (*target, node)])
        assert position == len(data), "the log ends within a record"

    def before(self, cut):
        """The marks that had been made at the cut."""
        return [fact for place, fact in self.marks if place < cut]


def until(synced, cut):
    """Up to where in the log the last synchronisation reaches that had ended."""
    return max((since for place, since in synced if place < cut), default=-1)


class PowerCut:
    """One possible state of the disk after a cut: all synchronised writes, and a random part of the others.

    - `names`: "folder" keeps a change of names only once its folder was synchronised, "file" (as ext4 does) already once any file was.
    - `writes`: the others are "dropped", "kept", a "prefix" of them is kept, or each is kept, dropped or "torn" at 512 or 4096 bytes.
    """

    NAMES = ("folder", "file")
    WRITES = ("dropped", "kept", "prefix", "torn 512", "torn 4096")
    SHM = ("none", "garbage", "zeros")

    def __init__(self, log, cut, dice):
        self.log, self.cut, self.dice = log, cut, dice
        self.names, self.writes, self.shm = dice.choice(self.NAMES), dice.choice(self.WRITES), dice.choice(self.SHM)
        self.reached = dice.randint(max(0, cut - 400), cut)  # how far a prefix goes

    def __str__(self):
        return f"cut at {self.cut} of {self.log.length}, names by {self.names}, writes {self.writes}, shm {self.shm}"

    def write(self, path):
        """Writes the image; the reserve is left out, since it holds no data."""
        names = self._names()
        self._write_folder(self.log.root, path, names)

    def _names(self):
        """The entries of each folder."""
        entries, kept, seen = collections.defaultdict(dict), [], set()
        by_file = until(self.log.file_syncs, self.cut) if self.names == "file" else -1

        def visit(folder):
            if id(folder) in seen:
                return
            seen.add(id(folder))
            entries[id(folder)] = dict(folder.entries)
            reach = max(by_file, until(folder.synced, self.cut))
            loose = [change for change in folder.changes if reach < change[0] < self.cut]
            # The changes of a folder keep their order.
            count = {"dropped": 0, "kept": len(loose)}.get(self.writes, self.dice.randint(0, len(loose)))
            kept.extend([change for change in folder.changes if change[0] <= reach and change[0] < self.cut] + loose[:count])
            for node in [*folder.entries.values(), *(node for _, changes in folder.changes for _, _, node in changes)]:
                if isinstance(node, Folder):
                    visit(node)

        visit(self.log.root)
        for _, changes in sorted(kept, key=lambda change: change[0]):
            for folder, name, node in changes:
                if node is None:
                    entries[id(folder)].pop(name, None)
                else:
                    entries[id(folder)][name] = node
        return entries

    def _write_folder(self, folder, path, entries):
        path.mkdir(mode=0o700)
        for name, node in entries[id(folder)].items():
            if isinstance(node, Folder):
                self._write_folder(node, path / name, entries)
            elif name == "reserve" or name.endswith("-shm"):
                if name != "reserve" and self.shm != "none":
                    (path / name).write_bytes(self.dice.randbytes(32768) if self.shm == "garbage" else bytes(32768))
                    (path / name).chmod(node.mode)
            else:
                (path / name).write_bytes(self._content(node))
                (path / name).chmod(node.mode)

    def _content(self, file):
        reach = until(file.synced, self.cut)
        data = bytearray(file.data)
        for place, where, written in file.changes:
            if place >= self.cut:
                break
            for start, piece in self._survives(where, written) if place > reach else [(where, written)]:
                if place > reach and self.writes == "prefix" and place > self.reached:
                    continue
                if piece is None:
                    del data[start:]
                    data.extend(bytes(start - len(data)))
                else:
                    if len(data) < start:
                        data.extend(bytes(start - len(data)))
                    data[start : start + len(piece)] = piece
        return data

    def _survives(self, where, written):
        """What of a write that was not synchronised is on the disk."""
        if self.writes in ("kept", "prefix"):
            return [(where, written)]
        if self.writes == "dropped":
            return []
        chance = self.dice.random()
        if chance < 0.3 or written is None:
            return [(where, written)] * (chance < 0.3 or self.dice.random() < 0.5)
        if chance < 0.6:
            return []
        # Sectors are the disk's: counted from the beginning of the file.
        sector = int(self.writes.split()[1])
        bounds = [where, *range((where // sector + 1) * sector, where + len(written), sector), where + len(written)]
        return [(start, written[start - where : end - where]) for start, end in zip(bounds, bounds[1:]) if self.dice.random() < 0.5]
