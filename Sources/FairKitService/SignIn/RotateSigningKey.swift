package import FairKitCore
package import FairKitStore
package import Logging

/// Replaces the key that signs access tokens at once, for all tenants, for example after a leak. All tokens signed
/// before are refused. Sessions continue by their refresh tokens.
package struct RotateSigningKey: Sendable {
    private let control: Control
    private let keys: SigningKeys
    private let now: Now
    private let logger: Logger

    /// - Parameter keys: the server's signing keys.
    package init(control: Control, keys: SigningKeys, now: @escaping Now, logger: Logger) {
        self.control = control
        self.keys = keys
        self.now = now
        self.logger = logger
    }

    /// The id of the new signing key, and the ids of the revoked ones.
    package struct Rotated: Sendable {
        package let made: String
        package let dropped: [String]
    }

    package func callAsFunction(by caller: Caller) async throws(SigningKeyFailure) -> Rotated {
        guard caller.subject.may(.manageTenants) else { throw .forbidden }
        let now = now()
        let fresh = try SigningKey.fresh(at: now)
        let made = caller.entry(.signingKeyMade, fresh.id, about: nil, at: now)
        let change = try await keys.change(
            in: control, to: fresh, steps: { $0.stepsAfterLeak(at: now) },
            recording: { change in
                change.deleted.map { caller.entry(.signingKeyDropped, $0, about: nil, at: now) } + [made]
            })
        logger.notice(
            "signing keys were revoked, and a new one was created",
            metadata: ["kid": "\(fresh.id)", "dropped": "\(change.deleted.joined(separator: " "))"])
        return Rotated(made: fresh.id, dropped: change.deleted)
    }
}
