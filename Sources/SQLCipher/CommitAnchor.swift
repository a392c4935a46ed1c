import Glibc
import Synchronization

/// Notes outside a database how far its acknowledged commits reach in the write-ahead log, and the number that the file
/// had when all of it was in the file. So the next start detects a truncated, emptied or deleted log, and an earlier
/// file that was put back. See decisions 0044 and 0131.
///
/// It is written after each commit and before the response, without fsync: the commits it notes are on the disk
/// already, so an older note is true as well. Only the note that the log is no longer needed is synced, before the log
/// starts over. It is created under another name, so no crash leaves a part of it.
package final class CommitAnchor: Sendable {
    /// The content of a note, or why it has none.
    package enum State: Hashable, Sendable {
        /// There is none: nothing is known.
        case missing
        /// It is damaged, or no note.
        case unreadable
        case known(Known)
    }

    /// The required content of the log and of the file.
    package struct Known: Hashable, Sendable {
        /// The salts of the log's header, which change each time it starts over.
        package let salts: [UInt32]
        /// The frames up to the last commit.
        package let frames: Int
        /// The time of that commit, in milliseconds since 1970.
        package let at: Int64
        /// The number of the last complete checkpoint, which the file states in its first page; 0: unknown.
        package let number: Int64
        /// The beginning of the file's salt: a file that has another key since has another number.
        package let fileSalt: [UInt8]

        /// Whether a log contains it. A log with other salts does if it started over later.
        package func isHeld(bySalts found: [UInt32]?, frames: Int) -> Bool {
            if self.frames == 0 { return true }
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
        /// Whether it notes that nothing is required of the log.
        var isSettled = false
        /// The number of the last complete checkpoint.
        var number: Int64 = 0
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

    /// Of an earlier version, which ends after the time.
    private static let earlierMagic = Array("FKCOMMIT".utf8)
    private static let magic = Array("FKCOMMI2".utf8)
    private static let length = 56
    package static let saltLength = 8

    private let path: String
    private let log: String
    private let fileSalt: [UInt8]
    private let files = Mutex(Files())

    /// - Parameters:
    ///   - path: the file of the note.
    ///   - log: the write-ahead log that it describes.
    ///   - salt: the salt of the file.
    init(path: String, log: String, salt: some Collection<UInt8>) {
        self.path = path
        self.log = log
        fileSalt = Array(salt.prefix(CommitAnchor.saltLength))
    }

    deinit {
        files.withLock { $0.rest() }
    }

    /// The content of the note.
    package static func read(_ path: String) -> State {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return errno == ENOENT ? .missing : .unreadable }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: length + 1)
        let count = unsafe pread(descriptor, &bytes, length + 1, 0)
        let isEarlier = count == 40 && bytes.starts(with: earlierMagic)
        guard isEarlier || count == length && bytes.starts(with: magic),
            number(in: bytes, at: count - 8) == checksum(of: bytes[..<(count - 8)])
        else { return .unreadable }
        let salts = [8, 12].map { start in bytes[start..<(start + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } }
        return .known(
            Known(
                salts: salts, frames: Int(truncatingIfNeeded: number(in: bytes, at: 16)),
                at: Int64(bitPattern: number(in: bytes, at: 24)),
                number: isEarlier ? 0 : Int64(bitPattern: number(in: bytes, at: 32)),
                fileSalt: isEarlier ? [] : Array(bytes[40..<48])))
    }

    /// Opens the note, or creates one that requires nothing. If there is no room for it, commits continue without a
    /// note. An unreadable one is replaced: the caller has accepted that.
    func begin() {
        files.withLock { files in
            switch CommitAnchor.read(path) {
            case .known(let known) where known.fileSalt == fileSalt:
                files.note = openNote()
                (files.isSettled, files.number) = (known.frames == 0, known.number)
            case .known(let known):
                // Of an earlier version, or from before the file got another key.
                let salts = known.salts.flatMap { salt in
                    stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: salt >> UInt32($0)) }
                }
                create(record(salts: salts, frames: known.frames, files.number), &files)
                files.isSettled = known.frames == 0
            case .missing, .unreadable:
                create(record(salts: [], frames: 0, files.number), &files)
                files.isSettled = files.note >= 0
            }
        }
    }

    private func openNote() -> Int32 { unsafe open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW) }

    /// Creates the note complete, under another name first.
    private func create(_ record: [UInt8], _ files: inout Files) {
        let unfinished = path + ".new"
        let new = unsafe open(unfinished, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard new >= 0 else { return }
        guard unsafe pwrite(new, record, record.count, 0) == record.count, fdatasync(new) == 0,
            unsafe rename(unfinished, path) == 0
        else {
            close(new)
            unsafe unlink(unfinished)
            return
        }
        files.note = new
    }

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
    func record(frames: Int) {
        files.withLock { files in
            wake(&files)
            guard files.note >= 0 else { return }
            // It is not deleted while the writing connection is open.
            if files.log < 0 { files.log = unsafe open(log, O_RDONLY | O_CLOEXEC) }
            var salts = [UInt8](repeating: 0, count: 8)
            guard unsafe pread(files.log, &salts, 8, 16) == 8 else { return }
            let record = record(salts: salts, frames: frames, files.number)
            // A failed write leaves an older note, which is true as well.
            _ = unsafe pwrite(files.note, record, record.count, 0)
            files.isSettled = false
        }
    }

    /// Notes that everything is in the file, and the log may start over.
    /// - Parameter number: the number that the file states.
    func settle(_ number: Int64) {
        files.withLock { files in
            wake(&files)
            let isSame = files.isSettled && files.number == number
            files.number = number
            let record = record(salts: [], frames: 0, number)
            guard files.note >= 0 else {
                create(record, &files)
                files.isSettled = files.note >= 0
                // For the same reason as below.
                if !files.isSettled { unsafe unlink(path) }
                return
            }
            guard !isSame else { return }
            let isWritten = unsafe pwrite(files.note, record, record.count, 0) == record.count
            files.isSettled = isWritten && fdatasync(files.note) == 0
            guard !files.isSettled else { return }
            // A note that lags behind the log would raise a false alarm.
            unsafe unlink(path)
            close(files.note)
            files.note = -1
        }
    }

    private func record(salts: [UInt8], frames: Int, _ number: Int64) -> [UInt8] {
        var time = timespec()
        unsafe clock_gettime(CLOCK_REALTIME, &time)
        let now = Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
        var bytes = CommitAnchor.magic + (salts.isEmpty ? [UInt8](repeating: 0, count: 8) : salts)
        for value in [UInt64(frames), UInt64(bitPattern: now), UInt64(bitPattern: number)] {
            CommitAnchor.append(value, to: &bytes)
        }
        bytes += fileSalt
        CommitAnchor.append(CommitAnchor.checksum(of: bytes[...]), to: &bytes)
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
