package import KeyRing
import SQLCipher

extension DataDirectory {
    /// Authenticates every page of a closed store and every frame of the log that a crash left. It does not use SQLite,
    /// which silently skips damage in the log.
    ///
    /// It holds the directory's lock meanwhile and changes nothing.
    package func checkFiles(masterKey: () throws(KeyError) -> MasterKey) throws(StoreError) -> [PageFinding] {
        let held = try HeldDirectory(self)
        let folder = DataDirectory.defaultTenant
        return try held.checkFiles(folder: folder, key: key(ofTenant: folder, masterKey: masterKey))
    }

    /// Unwraps the key of a tenant's file.
    package func key(
        ofTenant folder: String, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> TenantKey {
        let location = tenant(folder)
        let keys = try mapping(StoreError.key) { () throws(KeyError) in
            try TenantKeys(contentsOf: DataDirectory.key(in: location), tenant: folder, wrappedBy: masterKey())
        }
        return try keys.settled(beside: DataDirectory.database(in: location)).key
    }
}

extension HeldDirectory {

    /// Authenticates the pages and frames of one closed tenant.
    package func checkFiles(folder: String, key: TenantKey) throws(StoreError) -> [PageFinding] {
        let location = directory.tenant(folder)
        return try checkFile(
            DataDirectory.database(in: location), key: key, anchor: DataDirectory.commits(in: location))
    }

    /// The same for `control.db`; nothing if there is none, as in a directory of a version with a single tenant.
    package func checkControl(key: () throws(StoreError) -> TenantKey) throws(StoreError) -> [PageFinding] {
        guard fileSize(directory.control) != nil else { return [] }
        return try checkFile(directory.control, key: key(), anchor: directory.controlCommits)
    }

    private func checkFile(_ path: String, key: TenantKey, anchor: String) throws(StoreError) -> [PageFinding] {
        let size = fileSize(path)
        guard let size else { throw .opening(.missing(path: path)) }
        guard size >= PageAuthenticator.pageSize else { throw .opening(.truncated(path: path, bytes: size)) }
        let log = try LogCheck.content(beside: path, key: key)
        return try checkPages(path, key: key, log: log) + log.findings(missing: anchor, beside: path, key: key)
    }
}

/// Checks a log before SQLite reads it. There is nothing to check if it does not exist, or if the file beside it
/// belongs to another key: opening the file reports that better.
///
/// - Parameter anchor: the file that records how far the log reached.
package func checkLog(of path: String, key: TenantKey, anchor: String) throws(StoreError) -> [PageFinding] {
    guard fileSize(path) ?? 0 >= PageAuthenticator.pageSize else { return [] }
    let authenticator = try mapping(StoreError.key) { () throws(KeyError) in try PageAuthenticator(key) }
    let file = try ReadableFile(path)
    guard authenticator.isSalt(try file.read(PageAuthenticator.saltLength, at: 0)) else { return [] }
    return try LogCheck.content(beside: path, key: key).findings(missing: anchor, beside: path, key: key)
}
