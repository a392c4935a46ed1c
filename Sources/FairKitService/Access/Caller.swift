package import FairKitCore

/// Who asks, and in which request: what every use case is told, and what the audit records.
package struct Caller: Sendable {
    package let subject: Subject
    /// The pattern of the route that was called, or another word for what acts: it holds no id.
    package let route: String
    package let requestID: String
    /// The IP address that the request came from; nil: this machine's socket, or the server itself.
    package let address: String?
    /// What was sent under an Idempotency-Key, if it was.
    package let keyed: KeyedRequest?
    /// When the token ends that lets the caller in; nil: they came by no token.
    package let until: Timestamp?
    /// The key of the app that a person uses, if it says which one it is.
    package let app: KeyID?

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

    /// Whoever a link lets in, for one call.
    init(_ subject: Subject, from origin: Origin) {
        self.init(subject: subject, route: "link", requestID: origin.requestID, address: origin.address)
    }

    /// A command on the server's machine that opens the store itself.
    package static let command = Caller(
        subject: Subject(.machine, role: .administrator), route: "command", requestID: "command")

    /// The same under an Idempotency-Key, if there is one.
    package func sending(_ keyed: KeyedRequest?) -> Caller {
        Caller(
            subject: subject, route: route, requestID: requestID, address: address, keyed: keyed, until: until,
            app: app)
    }

    func entry(
        _ action: AuditAction, _ object: (any CustomStringConvertible)?, about profile: ProfileID?,
        showing patients: Set<ProfileID> = [], outcome: AuditOutcome = .success,
        times: Int = 1, breakGlass: Bool = false, at now: Timestamp
    ) -> AuditEntry {
        AuditEntry(
            at: now, actor: actor, action: action, outcome: outcome, object: object.map { "\($0)" }, profileID: profile,
            patients: patients, requestID: requestID, times: times, breakGlass: breakGlass)
    }

    /// As the audit names the caller.
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
