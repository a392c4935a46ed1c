import Glibc
import SQLCipher
import Synchronization

/// Where a backup is written: beside its place, under another name, and renamed into it once it is whole.
package struct BackupPlace: Sendable {
    /// Where it is once it is whole.
    package let path: String
    private let parent: String
    /// The backup in the making. It is locked meanwhile, so that two processes don't write the same one.
    package let unfinished: DataDirectory

    /// A place that nothing is made at yet.
    package init(_ path: String) {
        var path = path[...]
        while path.count > 1, path.last == "/" { path.removeLast() }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
        parent = folder(of: String(path))
        self.path = String(path)
        unfinished = DataDirectory(path: "\(parent)/.\(name).new")
    }

    /// Makes the directory, without what an interrupted backup has left of it.
    func begin() throws(BackupError) -> DirectoryLock {
        guard fileSize(path) == nil else { throw .exists(path: path) }
        try mapping(BackupError.store) { () throws(StoreError) in
            try makeDirectory(unfinished.path)
            try takeOver(unfinished.path)
        }
        let lock = try takeLock()
        try mapping(BackupError.store) { () throws(StoreError) in
            clear()
            try makeDirectory(unfinished.tenants)
        }
        return lock
    }

    /// Makes sure that a directory which may have been there before is this user's alone, and no link to another.
    private func takeOver(_ path: String) throws(StoreError) {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw lastError(path) }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw lastError(path) }
        guard status.st_uid == geteuid() else {
            throw .system(path: path, reason: "it belongs to another user. Name another place for the backup")
        }
        guard fchmod(descriptor, 0o700) == 0 else { throw lastError(path) }
    }

    private func takeLock() throws(BackupError) -> DirectoryLock {
        do {
            return try DirectoryLock(path: unfinished.lock)
        } catch {
            if case .directoryInUse = error { throw .inProgress }
            throw .store(.opening(error))
        }
    }

    /// Notes in the backup which tenants it lacks, so that its restoration can say so.
    package func note(missing folders: [String]) throws(BackupError) {
        guard !folders.isEmpty else { return }
        let lines = Array(folders.sorted().map { $0 + "\n" }.joined().utf8)
        try mapping(BackupError.store) { () throws(StoreError) in try writeNewFile(unfinished.missing, with: lines) }
    }

    /// Puts everything on the disk and the directory in its place.
    func finish() throws(BackupError) {
        guard fileSize(path) == nil else { throw .exists(path: path) }
        try mapping(BackupError.store) { () throws(StoreError) in
            try syncDirectory(unfinished.tenants)
            unsafe unlink(unfinished.lock)
            try syncDirectory(unfinished.path)
            guard unsafe rename(unfinished.path, path) == 0 else { throw lastError(path) }
            try syncDirectory(parent)
        }
    }

    /// Removes what was written.
    func remove() {
        clear()
        unsafe unlink(unfinished.lock)
        unsafe rmdir(unfinished.path)
    }

    private func clear() {
        let folders = (try? unfinished.tenantFolders()) ?? []
        for folder in folders { try? removeUnfinished(unfinished.tenant(folder)) }
        unsafe rmdir(unfinished.tenants)
        unfinished.removeControl()
        unsafe unlink(unfinished.missing)
    }
}

extension BackupPlace {
    /// Makes a backup, and takes away what there is of it if that fails.
    package func make<T: Sendable>(
        _ held: HeldDirectory, _ body: (BackupPlace) async throws(BackupError) -> T
    ) async throws(BackupError) -> T {
        let isOnly = held.backupUnderWay.withLock { underWay in
            guard underWay == nil else { return false }
            underWay = self
            return true
        }
        guard isOnly else { throw .inProgress }
        defer { held.backupUnderWay.withLock { $0 = nil } }
        let lock = try begin()
        defer { withExtendedLifetime(lock) {} }
        do throws(BackupError) {
            let made = try await body(self)
            try finish()
            return made
        } catch {
            remove()
            throw error
        }
    }

    /// Writes a small file into it.
    package func add(_ bytes: [UInt8], as path: String) throws(BackupError) {
        try mapping(BackupError.store) { () throws(StoreError) in try writeNewFile(path, with: bytes) }
    }
}
