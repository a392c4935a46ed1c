import Glibc

/// The disk that a directory is on, in bytes.
package struct DiskSpace: Hashable, Sendable {
    /// What users without privileges may still write.
    package let available: Int
    package let size: Int
}

extension DataDirectory {
    /// The disk at this moment; nil: the directory is gone.
    package var disk: DiskSpace? {
        var disk = statvfs()
        guard unsafe statvfs(path, &disk) == 0 else { return nil }
        let block = Int(disk.f_frsize)
        return DiskSpace(available: Int(disk.f_bavail) * block, size: Int(disk.f_blocks) * block)
    }
}
