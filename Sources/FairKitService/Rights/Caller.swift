package import FairKitCore

/// The authenticated caller of a use case and the request that it makes. Every use case gets it, and the audit log
/// records it.
package struct Caller: Sendable {
    package let subject: Subject
    /// The pattern of the called route, or a word for what else acts. It holds no ids.
    package let route: String
    package let requestID: String
    /// The client's IP address; nil for the control socket and for the server itself.
    package let address: String?
    /// The request's Idempotency-Key and body digest, if it has a key.
    package let keyed: KeyedRequest?
    /// When the caller's access token expires; nil if the caller uses none.
    package let until: Timestamp?
    /// The API key of the app that a person uses, if the app sends it.
    package let app: KeyID?
    /// The proof of identity that the person showed again for this request.
    package private(set) var proof: IdentityProof?

    package init(
        subject: Subject, route: String, requestID: String, address: String? = nil, keyed: KeyedRequest? = nil,
        until: Timestamp? = nil, app: KeyID? = nil
    ) {
        self.subject = subject
        self.route = route
        self.requestID = requestID
        self.address = address
        self.keyed = keyed
        self.until = until
        self.app = app
    }

    /// The same caller, who shows password and code again.
    package func showing(_ proof: IdentityProof) -> Caller {
        var caller = self
        caller.proof = proof
        return caller
    }

    /// A caller that a share link authorizes, for one request.
    init(_ subject: Subject, from origin: Origin) {
        self.init(subject: subject, route: "link", requestID: origin.requestID, address: origin.address)
    }

    /// A command on the server that opens the store itself.
    package static let command = Caller(
        subject: Subject(.machine, role: .administrator), route: "command", requestID: "command")

    /// The same caller with an Idempotency-Key, if there is one.
    package func sending(_ keyed: KeyedRequest?) -> Caller {
        Caller(
            subject: subject, route: route, requestID: requestID, address: address, keyed: keyed, until: until,
            app: app)
    }

    package func entry(
        _ action: AuditAction, _ object: (any CustomStringConvertible)?, about profile: ProfileID?,
        showing patients: Set<ProfileID> = [], outcome: AuditOutcome = .success,
        times: Int = 1, breakGlass: Bool = false, at now: Timestamp
    ) -> AuditEntry {
        AuditEntry(
            at: now, actor: actor, action: action, outcome: outcome, object: object.map { "\($0)" }, profileID: profile,
            patients: patients, requestID: requestID, times: times, breakGlass: breakGlass)
    }

    /// The caller, as the audit log names it.
    var actor: AuditActor {
        switch subject.actor {
        case .server: .server
        case .machine: AuditActor(key: .machine, role: subject.role.name, address: address)
        case .key(let id): AuditActor(key: id, role: subject.role.name, address: address)
        case .link: AuditActor(key: nil, address: address)
        case .invited(let id): AuditActor(key: nil, role: subject.role.name, account: id, address: address)
        case .account(let id, let session):
            AuditActor(key: app, role: subject.role.name, account: id, session: session, address: address)
        }
    }
}
