import Glibc
import Synchronization

/// A file that reserves disk space for critical writes, and the state whether the disk is full.
///
/// It is released in slices, and only when a critical write finds no room: other writers on the same disk take at most
/// one slice before that write is retried. See decision 0017.
package final class DiskReserve: Sendable {
    /// Its full size: room for the log, which grows to some megabytes before it starts over, and for thousands of
    /// critical results with all their follow-up writes.
    package static let size = 32 << 20
    /// The amount released at once: twice the file's growth in a checkpoint, in case others take the rest.
    package static let slice = 256 << 10
    /// The free space, beside the reserve, from which the disk no longer counts as full, so that it does not fill up
    /// again at once.
    package static let margin = 16 << 20

    private let path: String
    private let full = Atomic(false)
    private let changes = Mutex(())

    /// - Parameter path: the file; nothing is created yet.
    package init(path: String) {
        self.path = path
    }

    /// Whether a write found no room, and no space was freed since.
    package var isDiskFull: Bool { full.load(ordering: .acquiring) }

    /// Notes that a write found no room.
    func logFullDisk() {
        changes.withLock { _ in full.store(true, ordering: .releasing) }
    }

    /// Releases slices.
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
            // Some file systems reuse freed blocks only after that is on the disk.
            fsync(descriptor)
            return true
        }
    }

    /// Refills the file if there is room for it and for the margin; otherwise the disk counts as full, even after a
    /// restart.
    /// - Returns: why the disk counts as full; nil if it does not.
    package func fill() -> Shortage? {
        changes.withLock { _ in
            let shortage = allocate()
            full.store(shortage != nil, ordering: .releasing)
            return shortage
        }
    }

    /// Why the reserve is incomplete.
    package enum Shortage: Hashable, Sendable {
        /// The required and the available space, in bytes.
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
            // An incomplete extension is useless.
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
