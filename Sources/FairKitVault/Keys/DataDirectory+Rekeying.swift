import DurableFiles
import Glibc
package import KeyRing

/// A tenant's file gets another key in steps, each of which is on the disk before the next one begins: `key.json` holds both keys, the copy is made
/// and verified, it takes the file's place by one rename, `key.json` holds the new one alone. See the decision
/// `0055-keys-are-changed-in-steps`.
extension DataDirectory {
    /// A tenant's keys, after a change of the file's key that was interrupted is ended, if the file has the new one, or undone.
    package func settledKeys(of folder: String, wrappedBy master: MasterKey) throws(StoreError) -> TenantKeys {
        let path = DataDirectory.key(in: tenant(folder))
        let found = try mapping(StoreError.key) { () throws(KeyError) in
            try TenantKeys(contentsOf: path, tenant: folder, wrappedBy: master)
        }
        guard found.next != nil else { return found }
        let settled = try found.settled(beside: DataDirectory.database(in: tenant(folder)))
        try removeRekeyed(of: folder)
        try replaceKeys(of: folder, with: settled, wrappedBy: master)
        return settled
    }

    /// Notes in `key.json` the key that the tenant's file is to get.
    package func beginRekeying(
        _ folder: String, from keys: TenantKeys, to next: TenantKey, wrappedBy master: MasterKey
    ) throws(StoreError) {
        try removeRekeyed(of: folder)
        let both = try mapping(StoreError.key) { () throws(KeyError) in
            TenantKeys(key: keys.key, audit: keys.audit, ownDigests: try keys.digests, next: next)
        }
        try replaceKeys(of: folder, with: both, wrappedBy: master)
    }

    /// Puts the copy in the file's place. There must be no log beside either: it would be laid over the other's pages.
    package func putRekeyed(of folder: String) throws(StoreError) {
        let place = tenant(folder)
        let (copy, file) = (DataDirectory.rekeyed(in: place), DataDirectory.database(in: place))
        for log in [file + "-wal", copy + "-wal", file + "-journal", copy + "-journal"] {
            guard fileSize(log) ?? 0 == 0 else { throw .system(path: log, reason: "it is not empty") }
            try removeFile(log)
        }
        for shared in [file + "-shm", copy + "-shm"] { unsafe unlink(shared) }
        try syncFile(copy)
        try putInPlace(copy, at: file)
    }

    private func removeRekeyed(of folder: String) throws(StoreError) {
        let copy = DataDirectory.rekeyed(in: tenant(folder))
        for suffix in ["", "-wal", "-shm", "-journal"] where fileSize(copy + suffix) != nil {
            try removeFile(copy + suffix)
        }
    }

    /// What stood in the old file is written over, since a key in it is not to be found again.
    private func replaceKeys(
        of folder: String, with keys: TenantKeys, wrappedBy master: MasterKey
    ) throws(StoreError) {
        let path = DataDirectory.key(in: tenant(folder))
        let unfinished = path + ".new"
        unsafe unlink(unfinished)
        try mapping(StoreError.key) { () throws(KeyError) in
            try keys.write(to: unfinished, tenant: folder, wrappedBy: master)
            guard try TenantKeys(contentsOf: unfinished, tenant: folder, wrappedBy: master).isSame(as: keys) else {
                throw .unwrapFailed(path: unfinished)
            }
        }
        try mapping(StoreError.init) { () throws(FileError) in
            let old = try ReplacedFile(path)
            try DurableFile.move(unfinished, to: path)
            try old.overwrite()
        }
    }
}

extension TenantKeys {
    /// The keys without the one that the tenant's file does not have. A file begins with the salt that belongs to its key.
    package func settled(beside database: String) throws(StoreError) -> TenantKeys {
        guard let next else { return self }
        let hasNext = try ReadableFile(database).read(next.salt.count, at: 0) == next.salt
        return TenantKeys(key: hasNext ? next : key, audit: audit, ownDigests: ownDigests)
    }
}
