package import KeyRing
import SQLCipher

extension Store {
    /// Authenticates every page of a closed store and every frame of the log that a crash has left, without SQLite, which
    /// skips over damage in the log without a word.
    ///
    /// It holds the directory's lock meanwhile and changes nothing.
    package static func checkFiles(
        _ directory: DataDirectory, masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) -> [PageFinding] {
        let held = try HeldDirectory(directory)
        return try checkFiles(held, folder: DataDirectory.defaultTenant, key: key(of: directory, masterKey: masterKey))
    }

    /// The same for one tenant of a directory that is held already.
    static func checkFiles(
        _ held: HeldDirectory, folder: String, key: TenantKey
    ) throws(StoreError) -> [PageFinding] {
        let path = DataDirectory.database(in: held.directory.tenant(folder))
        let size = fileSize(path)
        guard let size else { throw .opening(.missing(path: path)) }
        guard size >= PageAuthenticator.pageSize else { throw .opening(.truncated(path: path, bytes: size)) }
        let log = try LogCheck.content(of: path + "-wal", key: key)
        return try checkPages(path, key: key, log: log) + log.findings
    }

    /// What there is to know about a log before SQLite reads it: nothing if there is none, or if the file beside it belongs
    /// to another key, which opening it will say better.
    static func checkLog(of path: String, key: TenantKey) throws(StoreError) -> [PageFinding] {
        guard fileSize(path + "-wal") ?? 0 > 0, fileSize(path) ?? 0 >= PageAuthenticator.pageSize else { return [] }
        let authenticator = try mapping(StoreError.key) { () throws(KeyError) in try PageAuthenticator(key) }
        let file = try ReadableFile(path)
        guard authenticator.isSalt(try file.read(PageAuthenticator.saltLength, at: 0)) else { return [] }
        return try LogCheck.content(of: path + "-wal", key: key).findings
    }
}
