import Glibc
import SQLCipher
import Synchronization

/// An unfinished backup: a folder beside its final path, to which it is renamed once it is complete.
///
/// Other users may be able to write in the parent folder, and could rename the folder and put another, or a link, in
/// its place. So it is opened once, and all access goes through its descriptor: by paths in `/proc/self/fd`, since
/// SQLite accepts only paths. See decision 0012.
package final class BackupFolder: Sendable {
    /// The path of the complete backup.
    package let path: String
    /// The folder by its descriptor.
    package let unfinished: DataDirectory
    /// The folder by name, for messages.
    let named: String
    private let parent: HeldFolder
    private let folder: HeldFolder
    private let (name, unfinishedName): (String, String)
    private let isInPlace = Mutex(false)

    /// Creates the folder, or takes over one that an interrupted backup left.
    init(of location: BackupLocation) throws(BackupError) {
        (path, name) = (location.path, location.name)
        unfinishedName = ".\(location.name).new"
        named = "\(location.parent)/\(unfinishedName)"
        do throws(StoreError) { parent = try HeldFolder(directory: location.parent) } catch { throw .store(error) }
        guard parent.status(of: name) == nil else { throw .exists(path: path) }
        do throws(StoreError) {
            guard unsafe mkdirat(parent.number, unfinishedName, 0o700) == 0 || errno == EEXIST else {
                throw lastError(named)
            }
            folder = try parent.folder(unfinishedName, named: named)
            try BackupFolder.takeOver(folder, named)
        } catch { throw .store(error) }
        unfinished = DataDirectory(path: "/proc/self/fd/\(folder.number)")
    }

    /// Makes sure that an existing folder belongs to this user, and that no other user can or could write in it: such
    /// content could be a link.
    private static func takeOver(_ folder: borrowing HeldFolder, _ path: String) throws(StoreError) {
        let status = try folder.status(path)
        guard status.st_uid == geteuid() else {
            throw .system(path: path, reason: "it belongs to another user. Name another place for the backup")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw .system(path: path, reason: "others can write in it. Remove it, or choose another place")
        }
        guard fchmod(folder.number, 0o700) == 0 else { throw lastError(path) }
    }

    /// Locks the folder, so that two processes don't write to it, and empties it.
    func begin() throws(BackupError) -> DirectoryLock {
        let lock: DirectoryLock
        do { lock = try DirectoryLock(path: unfinished.lock) } catch {
            if case .directoryInUse = error { throw .inProgress }
            throw .store(.opening(error))
        }
        clear()
        try mapping(BackupError.store) { () throws(StoreError) in try makeDirectory(unfinished.tenants) }
        return lock
    }

    /// Syncs everything and renames the folder to its final path.
    func finish() throws(BackupError) {
        guard parent.status(of: name) == nil else { throw .exists(path: path) }
        try mapping(BackupError.store) { () throws(StoreError) in
            try syncDirectory(unfinished.tenants)
            unsafe unlink(unfinished.lock)
            try folder.sync(named)
            try makeSure(hasName: unfinishedName)
            guard unsafe renameat(parent.number, unfinishedName, parent.number, name) == 0 else {
                throw lastError(path)
            }
            // Another folder may have been renamed to this name since the last check.
            try makeSure(hasName: name)
            isInPlace.withLock { $0 = true }
            try parent.sync(path)
        }
    }

    /// Makes sure that a name still belongs to this folder.
    private func makeSure(hasName name: String) throws(StoreError) {
        let ours = try folder.status(named)
        guard let found = parent.status(of: name), found.st_dev == ours.st_dev, found.st_ino == ours.st_ino else {
            throw .system(
                path: named,
                reason:
                    "another user has replaced it. Name a place for the backup in which no other user can write"
            )
        }
    }

    /// Removes what was written, unless the backup is complete and at its final path.
    func remove() {
        guard !isInPlace.withLock(\.self) else { return }
        clear()
        unsafe unlink(unfinished.lock)
        if (try? makeSure(hasName: unfinishedName)) != nil {
            unsafe unlinkat(parent.number, unfinishedName, AT_REMOVEDIR)
        }
    }

    private func clear() {
        let folders = (try? unfinished.tenantFolders()) ?? []
        for folder in folders { try? removeUnfinished(unfinished.tenant(folder)) }
        unsafe rmdir(unfinished.tenants)
        unfinished.removeControl()
        unsafe unlink(unfinished.missing)
    }
}

extension BackupFolder {
    /// Adds a small file.
    package func add(_ bytes: [UInt8], as path: String) throws(BackupError) {
        try mapping(BackupError.store) { () throws(StoreError) in try writeNewFile(path, with: bytes) }
    }

    /// Records in the backup which tenants it lacks, so that its restoration can report them.
    package func record(missing folders: [String]) throws(BackupError) {
        guard !folders.isEmpty else { return }
        try add(Array(folders.sorted().map { $0 + "\n" }.joined().utf8), as: unfinished.missing)
    }
}
