package import FairKitCore
package import FairKitStore
package import KeyRing
package import Logging
import ServiceLifecycle
import Synchronization

/// The keys that sign access tokens, of all tenants.
package final class SigningKeys: Sendable {
    private let keys: Mutex<[SigningKey]>

    package init(_ keys: [SigningKey] = []) {
        self.keys = Mutex(keys)
    }

    /// Those that sign, will sign or have signed what is still good.
    package var all: [SigningKey] { keys.withLock { $0 } }

    fileprivate func replace(with keys: [SigningKey]) {
        self.keys.withLock { $0 = keys }
    }
}

extension SigningKey {
    /// A new one. Its name is random, so that it says nothing.
    package static func random(at now: Timestamp, signsAt: Timestamp) throws(KeyError) -> SigningKey {
        SigningKey(
            id: base64URL(try randomBytes(9)), seed: try randomBytes(32), createdAt: now, signsAt: signsAt,
            retiresAt: nil)
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

    package enum Failure: Error {
        case key(KeyError)
        case store(DatabaseError)
    }

    package func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await clock.sleep(for: .seconds(3600))
                do throws(Failure) {
                    try await tend()
                } catch {
                    logger.error("signing keys could not be looked after", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Does what is due.
    /// - Parameter forced: another key signs at once, and nothing that was signed before is taken.
    package func tend(forced: Bool = false) async throws(Failure) {
        let now = now()
        let fresh: SigningKey
        do { fresh = try SigningKey.random(at: now, signsAt: now) } catch { throw .key(error) }
        let made: Bool
        let all: [SigningKey]
        do {
            (made, all) = try await control.write { (tx) throws(DatabaseError) in
                var made = false
                for step in try tx.signingKeys().steps(at: now, forced: forced) {
                    switch step {
                    case .make(let start):
                        try tx.insert(
                            SigningKey(
                                id: fresh.id, seed: fresh.seed, createdAt: now, signsAt: start, retiresAt: nil))
                        made = true
                    case .retire(let id, let end): try tx.retireSigningKey(id, at: end)
                    case .delete(let id): try tx.deleteSigningKey(id)
                    }
                }
                if made {
                    try tx.noteUnrecorded(
                        AuditEntry(
                            at: now, actor: .server, action: .signingKeyMade, object: fresh.id, profileID: nil,
                            requestID: "signing-keys"))
                }
                return (made, try tx.signingKeys())
            }
        } catch { throw .store(error) }
        keys.replace(with: all)
        if made { logger.notice("a signing key was made", metadata: ["kid": "\(fresh.id)"]) }
    }
}
