package import FairKitCore
package import FairKitStore
package import Logging

/// Has another key sign access tokens at once, when somebody else may know the one that does: of all tenants, and whatever was signed
/// before is refused. Sessions go on, by their refresh tokens.
package struct RotateSigningKey: Sendable {
    private let control: Control
    private let keys: SigningKeys
    private let now: Now
    private let logger: Logger

    /// - Parameter keys: by which the server knows whom to let in.
    package init(control: Control, keys: SigningKeys, now: @escaping Now, logger: Logger) {
        self.control = control
        self.keys = keys
        self.now = now
        self.logger = logger
    }

    /// The name of the key that signs from now on, and of those that are gone.
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
            "signing keys were dropped, and another was made",
            metadata: ["kid": "\(fresh.id)", "dropped": "\(change.deleted.joined(separator: " "))"])
        return Rotated(made: fresh.id, dropped: change.deleted)
    }
}
