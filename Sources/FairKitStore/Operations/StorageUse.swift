package import FairKitVault
import Glibc

/// The space that is left, and the space that the data take, in bytes.
package struct StorageUse: Hashable, Sendable {
    /// The disk of the data directory, or of this server's own if a database keeps the data; nil: the directory is gone.
    package let disk: DiskSpace?
    /// The size of the database; nil: files keep the data, or the database does not answer.
    package let database: Int?

    package init(disk: DiskSpace?, database: Int?) {
        self.disk = disk
        self.database = database
    }
}

/// The disk that a directory is on, in bytes.
package struct DiskSpace: Hashable, Sendable {
    /// The space that users without privileges may still fill.
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
