import DurableFiles
import Glibc
package import KeyRing

/// Re-encrypts a tenant's file in steps, each of which is on the disk before the next one begins: `key.json` gets both
/// keys, the copy is made and verified, it replaces the file by one rename, and `key.json` keeps only the new key. See
/// decision 0055.
extension DataDirectory {
    /// A tenant's keys. An interrupted change of the file's key is completed if the file has the new key, and undone
    /// otherwise.
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

    /// Records in `key.json` the key with which the tenant's file is about to be encrypted.
    package func beginRekeying(
        _ folder: String, from keys: TenantKeys, to next: TenantKey, wrappedBy master: MasterKey
    ) throws(StoreError) {
        try removeRekeyed(of: folder)
        let both = try mapping(StoreError.key) { () throws(KeyError) in
            TenantKeys(key: keys.key, audit: keys.audit, ownDigests: try keys.digests, next: next)
        }
        try replaceKeys(of: folder, with: both, wrappedBy: master)
    }

    /// Replaces the file with the copy. Neither may have a log: SQLite would apply it to the other one.
    package func putRekeyed(of folder: String) throws(StoreError) {
        let location = tenant(folder)
        let (copy, file) = (DataDirectory.rekeyed(in: location), DataDirectory.database(in: location))
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

    /// The old key file is overwritten, since a key in it must not be recoverable.
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
    /// The keys without the one that the tenant's file does not use. A file begins with the salt of its key.
    package func settled(beside database: String) throws(StoreError) -> TenantKeys {
        guard let next else { return self }
        let hasNext = try ReadableFile(database).read(next.salt.count, at: 0) == next.salt
        return TenantKeys(key: hasNext ? next : key, audit: audit, ownDigests: ownDigests)
    }
}
