import Glibc
package import KeyRing
import SQLCipher

extension DataDirectory {
    /// Creates the directory with its first tenant.
    ///
    /// - Parameter masterKey: called after all checks, so that no key file is created in vain.
    package func initialise(masterKey: () throws(KeyError) -> MasterKey) throws(StoreError) {
        if unsafe access(tenant, F_OK) != 0 { try refuseForeignFiles() }
        try makeDirectory(path)
        let lock = try mapping(StoreError.opening) { () throws(OpeningError) in try DirectoryLock(path: self.lock) }
        defer { withExtendedLifetime(lock) {} }
        guard unsafe access(tenant, F_OK) != 0 else { throw .storeExists(path: path) }
        try makeDirectory(tenants)
        try makeTenant(DataDirectory.defaultTenant, masterKey: masterKey)
        try syncDirectory(path)
    }

    /// Refuses a directory with files of other software; those of an `initialise` that failed are accepted.
    func refuseForeignFiles() throws(StoreError) {
        guard unsafe access(path, F_OK) == 0 else { return }
        let own = [lock, masterKey, tenants, "\(path)/lost+found"]
        for name in try entries(of: path).sorted() where !own.contains("\(path)/\(name)") {
            throw .foreignFiles(path: path, name: name)
        }
    }

    /// Creates a tenant's folder with its key and its empty file.
    package func makeTenant(
        _ folder: String, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        let (unfinished, location) = (newTenant(folder), tenant(folder))
        try removeUnfinished(unfinished)
        try makeDirectory(unfinished)
        let (tenantKey, auditKey) = try mapping(StoreError.key) { () throws(KeyError) in
            let (key, audit) = (try TenantKey.random(), try AuditKey.random(tenant: folder))
            try TenantKeys(key: key, audit: audit).write(
                to: DataDirectory.key(in: unfinished), tenant: folder, wrappedBy: masterKey())
            return (key, audit)
        }
        try mapping(StoreError.opening) { () throws(OpeningError) in
            try Database.create(
                path: DataDirectory.database(in: unfinished), key: CipherKey(tenantKey.bytes), migrations: Schema.tenant
            )
        }
        try AuditAnchor(head: .origin).write(to: DataDirectory.anchor(in: unfinished), key: auditKey)
        try syncDirectory(unfinished)
        guard unsafe rename(unfinished, location) == 0 else { throw lastError(location) }
        try syncDirectory(tenants)
    }

    /// The folders that hold a tenant.
    package func tenantFolders() throws(StoreError) -> [String] {
        // A name with a leading dot is an unfinished folder.
        try entriesOfTenants().filter { !$0.hasPrefix(".") }
    }

    /// All entries, including those that are not tenants' folders.
    func entriesOfTenants() throws(StoreError) -> [String] { try entries(of: tenants) }

    private func entries(of directory: String) throws(StoreError) -> [String] {
        guard let stream = unsafe opendir(directory) else { throw lastError(directory) }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(stream) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                unsafe tuple.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        guard errno == 0 else { throw lastError(directory) }
        return names
    }
}

extension DataDirectory {
    /// Removes a tenant that was not imported to its end.
    package func removeImporting() throws(StoreError) {
        guard fileSize(importing.path) != nil else { return }
        if fileSize(importing.tenants) != nil {
            for folder in try importing.tenantFolders() { try removeUnfinished(importing.tenant(folder)) }
            guard unsafe rmdir(importing.tenants) == 0 else { throw lastError(importing.tenants) }
        }
        guard unsafe rmdir(importing.path) == 0 else { throw lastError(importing.path) }
        try syncDirectory(path)
    }

    /// Moves an imported tenant to its place, which is free.
    package func putImported(_ folder: String) throws(StoreError) {
        try syncDirectory(importing.tenant(folder))
        guard unsafe rename(importing.tenant(folder), tenant(folder)) == 0 else { throw lastError(tenant(folder)) }
        try syncDirectory(tenants)
        try removeImporting()
    }

    /// Moves an imported tenant to the place of the first one, which is closed. A crash leaves one of the two there.
    package func putImportedInsteadOfFirst() throws(StoreError) {
        let (folder, new) = (DataDirectory.defaultTenant, newTenant(DataDirectory.defaultTenant))
        try removeUnfinished(new)
        try syncDirectory(importing.tenant(folder))
        guard unsafe rename(importing.tenant(folder), new) == 0 else { throw lastError(new) }
        try syncDirectory(tenants)
        try removeImporting()
        try putReplacement(of: folder)
        try settleReplacements()
    }
}

/// Removes an unfinished tenant's folder, or one whose key is gone.
package func removeUnfinished(_ path: String) throws(StoreError) {
    for file in [
        DataDirectory.key(in: path), DataDirectory.anchor(in: path), DataDirectory.database(in: path),
        DataDirectory.rekeyed(in: path),
    ] {
        for suffix in ["", "-wal", "-shm", "-journal", ".new"] { unsafe unlink(file + suffix) }
    }
    unsafe unlink(DataDirectory.commits(in: path))
    unsafe unlink(DataDirectory.commits(in: path) + ".new")
    guard unsafe rmdir(path) != 0, errno != ENOENT else { return }
    throw .system(path: path, reason: unsafe String(cString: strerror(errno)))
}
