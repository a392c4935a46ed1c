package import FairKitCore
package import FairKitVault
package import KeyRing
import PostgreSQL

/// A database that settings name, and the password of its user.
package struct DatabaseLocation: Sendable {
    private let address: PostgresAddress
    private let password: String?
    /// The size that the database may have, in bytes; nil: any. Near it, the readiness check warns.
    private let size: Int?

    /// - Parameters:
    ///   - text: `postgres://USER@HOST/DATABASE`. See `PostgresAddress`.
    ///   - password: nil: the server does not ask for one.
    ///   - size: the size that the database may have, in bytes; nil: any.
    /// - Throws: `StoreError.server`, which says what has to be changed.
    package init(_ text: String, password: String?, size: Int? = nil) throws(StoreError) {
        do { address = try PostgresAddress(text) } catch { throw .server(reason: "\(error)") }
        self.password = password
        self.size = size
    }

    /// Makes a store in the database, which has none. It blocks. See `DatabaseInstallation.create`.
    package func create(
        at now: Timestamp, holding directory: () throws(StoreError) -> ServerDirectory? = { nil },
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(StoreError) {
        try DatabaseInstallation.create(
            in: ConnectionPool(address, password: password), at: now, holding: directory, masterKey: masterKey)
    }

    /// Opens the store for one server. See `DatabaseInstallation.open`.
    package func open(
        server: @autoclosure () throws(StoreError) -> ServerDirectory, keyFrom location: MasterKeyLocation,
        now: @escaping Now, masterKey: () throws(KeyError) -> MasterKey
    ) async throws(StoreError) -> DatabaseInstallation {
        try await DatabaseInstallation.open(
            ConnectionPool(address, password: password), server: server(), keyFrom: location, allowing: size, now: now,
            masterKey: masterKey)
    }
}
