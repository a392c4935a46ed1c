package import FairKitCore
package import FairKitService
package import FairKitStore
package import Logging
import ServiceLifecycle

/// Keeps the signing keys: creates the first one, each next one a day before it signs, and deletes old ones. Runs at
/// start and then every hour.
package struct SigningKeyRotation<Time: Clock<Duration>>: Service {
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
                    try await maintain()
                } catch {
                    logger.error("signing keys could not be checked", metadata: ["error": "\(error)"])
                }
            }
        }
    }

    /// Applies the changes that are due.
    package func maintain() async throws(SigningKeyFailure) {
        let now = now()
        let fresh = try SigningKey.fresh(at: now)
        let entry = AuditEntry(
            at: now, actor: .server, action: .signingKeyMade, object: fresh.id, profileID: nil,
            requestID: "signing-keys")
        let change = try await keys.change(
            in: control, to: fresh, steps: { $0.steps(at: now) }, recording: { $0.hasMade ? [entry] : [] })
        if change.hasMade { logger.notice("a signing key was created", metadata: ["kid": "\(fresh.id)"]) }
    }
}
