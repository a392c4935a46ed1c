import Glibc
import Synchronization

/// Notes outside a database how far its acknowledged commits reach in the write-ahead log, so that the next start
/// detects a truncated, emptied or deleted log. See decision 0044.
///
/// It is written after each commit and before the response, without fsync: the commits it notes are on the disk
/// already, so an older note is true as well. Only the note that the log is no longer needed is synced, before the log
/// starts over.
package final class CommitAnchor: Sendable {
    /// The required content of the log.
    package struct Known: Hashable, Sendable {
        /// The salts of the log's header, which change each time it starts over.
        package let salts: [UInt32]
        /// The frames up to the last commit.
        package let frames: Int
        /// The time of that commit, in milliseconds since 1970.
        package let at: Int64

        /// Whether a log contains it. A log with other salts does if it started over later.
        package func isHeld(bySalts found: [UInt32]?, frames: Int) -> Bool {
            guard let found, found.count == 2, salts.count == 2 else { return false }
            if found == salts { return frames >= self.frames }
            // The first salt counts how often the log started over. It does so only after all of it was copied into the
            // file.
            return (1...64).contains(found[0] &- salts[0])
        }
    }

    private struct Files {
        var note: Int32 = -1
        var log: Int32 = -1
        /// Whether it notes that nothing is required.
        var isSettled = false
        /// Whether it was written since the last `closeIfUnused`.
        var wasUsed = false
        /// Whether both files are closed until the next note.
        var isResting = false

        mutating func rest() {
            if note >= 0 { close(note) }
            if log >= 0 { close(log) }
            (note, log) = (-1, -1)
        }
    }

    private static let magic = Array("FKCOMMIT".utf8)
    private static let length = 40

    private let path: String
    private let log: String
    private let files = Mutex(Files())

    /// - Parameters:
    ///   - path: the file of the note.
    ///   - log: the write-ahead log that it describes.
    init(path: String, log: String) {
        self.path = path
        self.log = log
    }

    deinit {
        files.withLock { $0.rest() }
    }

    /// The required content of a log; nil if unknown or none.
    package static func read(_ path: String) -> Known? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: length)
        guard unsafe pread(descriptor, &bytes, length, 0) == length, bytes.starts(with: magic),
            number(in: bytes, at: 32) == checksum(of: bytes[..<32])
        else { return nil }
        let frames = Int(truncatingIfNeeded: number(in: bytes, at: 16))
        guard frames > 0 else { return nil }
        let salts = [8, 12].map { start in bytes[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        return Known(salts: salts, frames: frames, at: Int64(bitPattern: number(in: bytes, at: 24)))
    }

    /// Opens the note, or creates one that requires nothing. If there is no room for it, commits continue without a
    /// note.
    func begin() {
        let isNew = unsafe access(path, F_OK) != 0
        files.withLock { files in
            files.note = openNote()
            files.isSettled = !isNew && CommitAnchor.read(path) == nil
        }
        if isNew { settle() }
    }

    private func openNote() -> Int32 { unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600) }

    /// Closes the note until it is needed again, if it was not used since the last call.
    func closeIfUnused() {
        files.withLock { files in
            defer { files.wasUsed = false }
            guard !files.wasUsed, files.note >= 0 else { return }
            files.rest()
            files.isResting = true
        }
    }

    /// Reopens a closed note.
    private func wake(_ files: inout Files) {
        files.wasUsed = true
        guard files.isResting else { return }
        files.isResting = false
        files.note = openNote()
    }

    /// Notes that a commit is on the disk, with which the log has this many frames.
    func note(frames: Int) {
        files.withLock { files in
            wake(&files)
            guard files.note >= 0 else { return }
            // It is not deleted while the writing connection is open.
            if files.log < 0 { files.log = unsafe open(log, O_RDONLY | O_CLOEXEC) }
            var salts = [UInt8](repeating: 0, count: 8)
            guard unsafe pread(files.log, &salts, 8, 16) == 8 else { return }
            let record = CommitAnchor.record(salts: salts, frames: frames)
            // A failed write leaves an older note, which is true as well.
            _ = unsafe pwrite(files.note, record, record.count, 0)
            files.isSettled = false
        }
    }

    /// Notes that everything is in the file, and the log may start over.
    func settle() {
        let record = CommitAnchor.record(salts: [], frames: 0)
        files.withLock { files in
            wake(&files)
            if files.note < 0 { (files.note, files.isSettled) = (openNote(), false) }
            guard files.note >= 0 else {
                // For the same reason as below.
                unsafe unlink(path)
                return
            }
            guard !files.isSettled else { return }
            let isWritten = unsafe pwrite(files.note, record, record.count, 0) == record.count
            files.isSettled = isWritten && fdatasync(files.note) == 0
            guard !files.isSettled else { return }
            // A note that lags behind the log would raise a false alarm.
            unsafe unlink(path)
            close(files.note)
            files.note = -1
        }
    }

    private static func record(salts: [UInt8], frames: Int) -> [UInt8] {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        var bytes = magic + (salts.isEmpty ? [UInt8](repeating: 0, count: 8) : salts)
        append(UInt64(frames), to: &bytes)
        append(UInt64(bitPattern: now), to: &bytes)
        append(checksum(of: bytes[...]), to: &bytes)
        return bytes
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift))) }
    }

    private static func number(in bytes: [UInt8], at start: Int) -> UInt64 {
        bytes[start..<(start + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// FNV-1a: detects a torn or accidentally altered note.
    private static func checksum(of bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
    }
}
