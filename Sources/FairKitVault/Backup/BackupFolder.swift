import Glibc
import SQLCipher
import Synchronization

/// A backup in the making: a folder beside its place, which is renamed into it once it is whole.
///
/// The parent may be shared with others, who may rename the folder and put another, or a link, in its place. So it is opened once, and
/// everything goes by its descriptor, whatever has its name: by paths in `/proc/self/fd`, since SQLite takes nothing but paths. See the
/// decision `0059-a-backups-folder-is-held`.
package final class BackupFolder: Sendable {
    /// Where the backup is once it is whole.
    package let path: String
    /// The folder by its descriptor.
    package let unfinished: DataDirectory
    /// The folder by its name, for messages.
    let named: String
    private let parent: HeldFolder
    private let folder: HeldFolder
    private let (name, unfinishedName): (String, String)
    private let isInPlace = Mutex(false)

    /// Makes the folder, or takes one over that an interrupted backup has left.
    init(of place: BackupPlace) throws(BackupError) {
        (path, name) = (place.path, place.name)
        unfinishedName = ".\(place.name).new"
        named = "\(place.parent)/\(unfinishedName)"
        do throws(StoreError) { parent = try HeldFolder(directory: place.parent) } catch { throw .store(error) }
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

    /// Makes sure that a folder which may have been there before is this user's alone, and was: what others have put in it could be a link.
    private static func takeOver(_ folder: borrowing HeldFolder, _ path: String) throws(StoreError) {
        let status = try folder.status(path)
        guard status.st_uid == geteuid() else {
            throw .system(path: path, reason: "it belongs to another user. Name another place for the backup")
        }
        guard status.st_mode & 0o022 == 0 else {
            throw .system(path: path, reason: "others can write in it. Remove it, or name another place for the backup")
        }
        guard fchmod(folder.number, 0o700) == 0 else { throw lastError(path) }
    }

    /// Locks the folder, so that two processes don't write the same one, and empties it.
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

    /// Puts everything on the disk and the folder in its place.
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
            // Another may have been renamed into its place since it was looked at.
            try makeSure(hasName: name)
            isInPlace.withLock { $0 = true }
            try parent.sync(path)
        }
    }

    /// That it is this folder that has a name, and no other.
    private func makeSure(hasName name: String) throws(StoreError) {
        let ours = try folder.status(named)
        guard let found = parent.status(of: name), found.st_dev == ours.st_dev, found.st_ino == ours.st_ino else {
            throw .system(
                path: named,
                reason:
                    "somebody has put something else in its place. Name a place for the backup that no one else can write in"
            )
        }
    }

    /// Removes what was written, unless the backup is whole and in its place.
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
    /// Writes a small file into it.
    package func add(_ bytes: [UInt8], as path: String) throws(BackupError) {
        try mapping(BackupError.store) { () throws(StoreError) in try writeNewFile(path, with: bytes) }
    }

    /// Notes in the backup which tenants it lacks, so that its restoration can say so.
    package func note(missing folders: [String]) throws(BackupError) {
        guard !folders.isEmpty else { return }
        try add(Array(folders.sorted().map { $0 + "\n" }.joined().utf8), as: unfinished.missing)
    }
}
