import Coordination
package import FairKitCore
package import FairKitStore
package import KeyRing
package import Logging
import ServiceLifecycle
import Synchronization
import TextEncodings

/// The keys that sign access tokens, of all tenants.
package final class SigningKeys: Sendable {
    private let keys: Mutex<[SigningKey]>
    /// One changes them at a time, so that what is known here is what was stored last.
    private let changing = FIFOLock()

    package init(_ keys: [SigningKey] = []) {
        self.keys = Mutex(keys)
    }

    /// Those that sign, will sign or have signed what is still good.
    package var all: [SigningKey] { keys.withLock { $0 } }

    /// What came of a change.
    struct Change: Sendable {
        /// Whether a new one was needed.
        var hasMade = false
        /// The names of those that are gone.
        var deleted: [String] = []
    }

    /// Does what is due, and takes only what is signed by the keys that are left.
    /// - Parameters:
    ///   - fresh: the one that is new, if one is needed.
    ///   - entries: what is recorded of it, in the first tenant's audit.
    func change(
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
                        try tx.insert(
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
                for entry in entries(change) { try tx.noteUnrecorded(entry) }
                return (change, try tx.signingKeys())
            }
        } catch { throw .store(error) }
        keys.withLock { $0 = all }
        return change
    }
}

/// Why signing keys were not changed.
package enum SigningKeyFailure: Error {
    case forbidden
    case key(KeyError)
    case store(DatabaseError)
}

extension SigningKey {
    /// A new one. Its name is random, so that it says nothing.
    package static func random(at now: Timestamp, signsAt: Timestamp) throws(KeyError) -> SigningKey {
        SigningKey(
            id: base64URL(try randomBytes(9)), seed: try randomBytes(32), createdAt: now, signsAt: signsAt,
            retiresAt: nil)
    }

    /// The same, for somebody who changes keys.
    static func fresh(at now: Timestamp) throws(SigningKeyFailure) -> SigningKey {
        do { return try random(at: now, signsAt: now) } catch { throw .key(error) }
    }
}

/// Keeps the signing keys: makes the first, each next one a day before it signs, and takes old ones away. At start, then every hour.
package struct TendSigningKeys<Time: Clock<Duration>>: Service {
    private let control: Control
    private let keys: SigningKeys
    private let now: Now
    private let clock: Time
    private let logger: Logger

    package init(control: Control, keys: SigningKeys, now: @escaping Now, clock: Time, logger: Logger) {
        self.control = control
        self.keys = keys
        self.now = now
        self.clock = clock
        self.logger = logger
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await clock.sleep(for: .seconds(3600))
                do throws(SigningKeyFailure) {
                    try await tend()
                } catch {
                    logger.error("signing keys could not be looked after", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Does what is due.
    package func tend() async throws(SigningKeyFailure) {
        let now = now()
        let fresh = try SigningKey.fresh(at: now)
        let entry = AuditEntry(
            at: now, actor: .server, action: .signingKeyMade, object: fresh.id, profileID: nil,
            requestID: "signing-keys")
        let change = try await keys.change(
            in: control, to: fresh, steps: { $0.steps(at: now) }, recording: { $0.hasMade ? [entry] : [] })
        if change.hasMade { logger.notice("a signing key was made", metadata: ["kid": "\(fresh.id)"]) }
    }
}
