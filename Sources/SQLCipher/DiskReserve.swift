import Glibc
import Synchronization

/// A file that keeps room on the disk for critical writes, and the knowledge whether the disk is full.
///
/// It is given up in slices, and only when a critical write finds no room: what others write to the same disk takes one slice
/// at most before that write is tried again. See the decision `0017-full-disk`.
package final class DiskReserve: Sendable {
    /// What it holds when it is whole: the log, which is some megabytes long before it begins again, and thousands of critical
    /// results with all that is done about them.
    package static let size = 32 << 20
    /// What is given up at once: twice what the file grows by in a checkpoint, when others are about to take the rest.
    package static let slice = 256 << 10
    /// What has to be free beside it before the disk counts as no longer full, so that it is not full again at once.
    package static let margin = 16 << 20

    private let path: String
    private let full = Atomic(false)
    private let changes = Mutex(())

    /// - Parameter path: where the file is, or is to be; nothing is made yet.
    package init(path: String) {
        self.path = path
    }

    /// Whether a write has found no room, and none has come back since.
    package var isDiskFull: Bool { full.load(ordering: .acquiring) }

    /// Notes that a write has found no room.
    func noteFullDisk() {
        changes.withLock { _ in full.store(true, ordering: .releasing) }
    }

    /// Gives slices back to the disk.
    /// - Returns: false if nothing is left.
    package func cut(_ slices: Int = 1) -> Bool {
        changes.withLock { _ in
            full.store(true, ordering: .releasing)
            let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            let size = DiskReserve.length(of: descriptor)
            guard size > 0, ftruncate(descriptor, off_t(max(0, size - slices * DiskReserve.slice))) == 0 else {
                return false
            }
            // Some file systems hand freed blocks out again only once it is on the disk that they are free.
            fsync(descriptor)
            return true
        }
    }

    /// Makes the file whole if there is room for what it lacks and for the margin; else the disk counts as full, after a restart as
    /// before it.
    /// - Returns: why the disk counts as full; nil if it does not.
    package func fill() -> Shortage? {
        changes.withLock { _ in
            let shortage = allocate()
            full.store(shortage != nil, ordering: .releasing)
            return shortage
        }
    }

    /// Why there is no whole reserve.
    package enum Shortage: Hashable, Sendable {
        /// What would have to be free, and is, in bytes.
        case room(needed: Int, free: Int)
        case system(reason: String)
    }

    private func allocate() -> Shortage? {
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return .system(reason: unsafe String(cString: strerror(errno))) }
        defer { close(descriptor) }
        let size = DiskReserve.length(of: descriptor)
        let needed = max(0, DiskReserve.size - size) + DiskReserve.margin
        let free = DiskReserve.free(beside: descriptor)
        guard free >= needed else { return .room(needed: needed, free: free) }
        let failure = posix_fallocate(descriptor, 0, off_t(DiskReserve.size))
        guard failure == 0 else {
            // A part of the reserve is of no use.
            ftruncate(descriptor, off_t(size))
            return .system(reason: unsafe String(cString: strerror(failure)))
        }
        return nil
    }

    private static func length(of descriptor: Int32) -> Int {
        var status = stat()
        return unsafe fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    private static func free(beside descriptor: Int32) -> Int {
        var disk = statvfs()
        return unsafe fstatvfs(descriptor, &disk) == 0 ? Int(disk.f_bavail) * Int(disk.f_frsize) : 0
    }
}
