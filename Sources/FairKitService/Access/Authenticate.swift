package import FairKitCore
package import FairKitStore
package import KeyRing

/// Tells who holds an API key.
package struct Authenticate: Sendable {
    private let store: Store

    package init(store: Store) {
        self.store = store
    }

    package enum Failure: Error {
        /// The key is missing, malformed, unknown or revoked: which of them is nobody's business.
        case unknown
        case key(KeyError)
        case store(DatabaseError)
    }

    package func callAsFunction(apiKey: String?) async throws(Failure) -> Subject {
        guard let secret = apiKey.flatMap({ APIKeySecret($0) }) else { throw .unknown }
        let digest: [UInt8]
        do { digest = try store.digest(of: secret) } catch { throw .key(error) }
        do {
            let key = try await store.read { (tx) throws(DatabaseError) in try tx.activeKey(digest: digest) }
            if let key { return Subject(keyID: key.id, role: key.role) }
        } catch { throw .store(error) }
        throw .unknown
    }
}
