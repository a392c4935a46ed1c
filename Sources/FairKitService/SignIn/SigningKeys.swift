import Coordination
package import FairKitCore
package import FairKitStore
package import KeyRing
import Synchronization
import TextEncodings

/// The keys that sign the access tokens of all tenants.
package final class SigningKeys: Sendable {
    private let keys: Mutex<[SigningKey]>
    /// Changes run one at a time, so that the keys in memory are those stored last.
    private let changing = FIFOLock()

    package init(_ keys: [SigningKey] = []) {
        self.keys = Mutex(keys)
    }

    /// Keys that sign, will sign, or have signed tokens that are still valid.
    package var all: [SigningKey] { keys.withLock { $0 } }

    /// Learns how another server has changed them.
    package func follow(_ control: Control) async throws(DatabaseError) {
        await changing.acquire()
        defer { changing.release() }
        let all = try await control.read { (tx) throws(DatabaseError) in try tx.signingKeys() }
        keys.withLock { $0 = all }
    }

    /// The result of a change.
    package struct Change: Sendable {
        /// Whether a new key was needed.
        package var hasMade = false
        /// The ids of deleted keys.
        package var deleted: [String] = []
    }

    /// Applies due changes, and then accepts only tokens signed by the remaining keys.
    ///
    /// - Parameters:
    ///   - fresh: a new key, used if one is needed.
    ///   - entries: the entries for the first tenant's audit log.
    package func change(
        in control: Control, to fresh: SigningKey,
        steps: @escaping @Sendable ([SigningKey]) -> [SigningKeyStep],
        recording entries: @escaping @Sendable (Change) -> [AuditEntry]
    ) async throws(SigningKeyFailure) -> Change {
        await changing.acquire()
        defer { changing.release() }
        let (change, all): (Change, [SigningKey])
        do {
            (change, all) = try await control.write { (tx) throws(DatabaseError) in
                var change = Change()
                for step in steps(try tx.signingKeys()) {
                    switch step {
                    case .make(let start):
                        try tx.insertSigningKey(
                            SigningKey(
                                id: fresh.id, seed: fresh.seed, createdAt: fresh.createdAt, signsAt: start,
                                retiresAt: nil))
                        change.hasMade = true
                    case .retire(let id, let end): try tx.retireSigningKey(id, at: end)
                    case .delete(let id):
                        try tx.deleteSigningKey(id)
                        change.deleted.append(id)
                    }
                }
                for entry in entries(change) { try tx.logUnrecorded(entry) }
                return (change, try tx.signingKeys())
            }
        } catch { throw .store(error) }
        keys.withLock { $0 = all }
        return change
    }
}

/// Why the signing keys were not changed.
package enum SigningKeyFailure: Error {
    case forbidden
    case key(KeyError)
    case store(DatabaseError)
}

extension SigningKey {
    /// A new key with a random id.
    package static func random(at now: Timestamp, signsAt: Timestamp) throws(KeyError) -> SigningKey {
        SigningKey(
            id: base64URL(try randomBytes(9)), seed: try randomBytes(32), createdAt: now, signsAt: signsAt,
            retiresAt: nil)
    }

    /// A new key for a change of keys.
    package static func fresh(at now: Timestamp) throws(SigningKeyFailure) -> SigningKey {
        do { return try random(at: now, signsAt: now) } catch { throw .key(error) }
    }
}
