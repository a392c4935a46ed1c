import Glibc
import KeyRing
import SQLCipher

/// The directory of one server whose data is in a database: its lock, its id, its control socket, and the anchors of audit logs. It
/// holds no health data. As long as this value lives, no other process uses the directory.
package final class ServerDirectory: Sendable {
    package let directory: DataDirectory
    /// 16 random bytes, which name the server to the others of its database.
    package let id: [UInt8]
    private let lock: DirectoryLock

    /// Locks the directory, and makes it if it does not exist.
    package init(_ directory: DataDirectory) throws(StoreError) {
        try ServerDirectory.check(directory)
        try makeDirectory(directory.path)
        lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: directory.lock) }
        if fileSize(directory.serverID) == nil {
            let new = try mapping(StoreError.key) { () throws(KeyError) in try randomBytes(ServerDirectory.idLength) }
            try replaceFile(directory.serverID, with: new)
        }
        id = try wholeFile(directory.serverID)
        guard id.count == ServerDirectory.idLength else {
            throw .system(path: directory.serverID, reason: "it is not the id of a server. Remove it")
        }
        self.directory = directory
    }

    private static let idLength = 16

    /// Refuses a directory with a store of files, and a new one with files of other software.
    package static func check(_ directory: DataDirectory) throws(StoreError) {
        guard !directory.holdsStore, fileSize(directory.control) == nil else {
            throw .server(
                reason:
                    "\(directory.path) contains a store of files. Name another directory for the server, or leave out --store."
            )
        }
        if !directory.isOfServer { try directory.refuseForeignFiles() }
    }

    /// The file of a tenant's anchor. See `AuditAnchor`.
    package func anchor(ofTenant folder: String) throws(StoreError) -> String {
        try makeDirectory(directory.tenants)
        try makeDirectory(directory.tenant(folder))
        return DataDirectory.anchor(in: directory.tenant(folder))
    }

    /// The folder of the tenant that the server received last, of which it does not know that it is listed; nil: none.
    package var receiving: String? {
        get throws(StoreError) {
            guard fileSize(directory.receiving) != nil else { return nil }
            return String(decoding: try wholeFile(directory.receiving), as: UTF8.self)
        }
    }

    /// Records that the server begins to receive a tenant; nil: that none is left.
    package func logReceiving(_ folder: String?) throws(StoreError) {
        guard let folder else { return try removeFile(directory.receiving) }
        try replaceFile(directory.receiving, with: Array(folder.utf8))
    }

    /// Removes the anchor of a tenant that is gone.
    package func forget(tenant folder: String) { try? removeUnfinished(directory.tenant(folder)) }
}
