import FoundationEssentials

/// Who acts, and in which role.
package struct Subject: Hashable, Sendable {
    package let actor: Actor
    package let role: Role
    /// What of the role's a key is for; nil: all of it, also what comes to it later.
    package let scopes: Set<Scope>?

    package init(_ actor: Actor, role: Role, scopes: Set<Scope>? = nil) {
        self.actor = actor
        self.role = role
        self.scopes = scopes
    }

    /// Whether this subject may do it at all: in its role, and with its key. To whose record, `Policy` says.
    package func may(_ action: Action) -> Bool {
        guard roleAllows(action) else { return false }
        guard let scopes else { return true }
        return action.scope.map(scopes.contains) ?? false
    }

    /// The scope that a key would need to do what its role may; nil: it is not for want of one.
    package func scopeMissing(for action: Action) -> Scope? {
        roleAllows(action) && !may(action) ? action.scope : nil
    }

    /// Whether the role may do it, and it is for people or for machines, whichever this is.
    private func roleAllows(_ action: Action) -> Bool {
        guard role.may(action) else { return false }
        return switch (action, actor) {
        case (.acceptInvitation, .invited): true
        case (.acceptInvitation, _), (_, .invited): false
        // The queue is for machines: what a person took from it, no other consumer of the group would get.
        case (.consumeAlerts, _): account == nil
        // Somebody has to answer for it.
        case (.breakGlass, _): account != nil
        default: true
        }
    }

    /// What histories note of who acted.
    package var id: ActorID { actor.id }

    /// The person's who has signed in; nil of a machine.
    package var account: AccountID? { if case .account(let id, _) = actor { id } else { nil } }
}

extension Subject {
    /// Whoever has a link of a person's and its PIN: what the person may do, narrowed to seeing results.
    package init(link share: Share) {
        self.init(.link(share.id), role: .patient(share.profile), scopes: [.readResults])
    }

    /// The account of a clinician who has signed in: what relations to patients are about.
    package var clinician: AccountID? { role == .clinician ? account : nil }
}

/// What lets somebody in.
package enum Actor: Hashable, Sendable {
    /// An API key.
    case key(KeyID)
    /// A person who has signed in, and until when.
    case account(AccountID, SessionID)
    /// Whoever has the link of a share and its PIN, and is nobody who is known.
    case link(ShareID)
    /// Whoever has shown a link that was mailed to them, and gets this account by it.
    case invited(AccountID)
    /// Whoever works on the server's own machine, by commands through its socket: permission to its files lets them in.
    case machine
    /// The server itself, when it pushes deliveries.
    case server

    package var id: ActorID {
        switch self {
        case .key(let id): ActorID(uuid: id.uuid)
        case .account(let id, _), .invited(let id): ActorID(uuid: id.uuid)
        case .link(let id): ActorID(uuid: id.uuid)
        case .machine: .machine
        case .server: .server
        }
    }
}

package typealias ActorID = ID<Actor>

extension ID where Entity == Actor {
    /// The nil UUID of RFC 9562, which no key and no account can have.
    package static var machine: ActorID { ActorID(uuid: KeyID.machine.uuid) }

    /// The max UUID of RFC 9562, which no key and no account can have either. It is never stored: histories leave the actor out of
    /// what the server does of itself.
    package static var server: ActorID {
        ActorID(uuid: UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)))
    }
}

extension ID where Entity == APIKey {
    /// Stands in the audit for whoever works on the server's own machine.
    package static var machine: KeyID {
        KeyID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
}

/// What a key or an account is for. A patient's is bound to one profile, a laboratory's to one laboratory.
package enum Role: Hashable, Sendable {
    case patient(ProfileID)
    case laboratory(LaboratoryID)
    case clinician
    /// A program that takes alerts.
    case consumer
    /// A program that people sign in with. Its key says which one it is, beside a person's token, and opens nothing by itself.
    case app
    /// Somebody at a partner, who sees figures about a programme and never a person.
    case coordinator
    case administrator

    package var name: RoleName {
        switch self {
        case .patient: .patient
        case .laboratory: .laboratory
        case .clinician: .clinician
        case .consumer: .consumer
        case .app: .app
        case .coordinator: .coordinator
        case .administrator: .administrator
        }
    }

    /// Whose a patient's is.
    package var profile: ProfileID? { if case .patient(let id) = self { id } else { nil } }
    /// Which laboratory's a laboratory's is.
    package var laboratory: LaboratoryID? { if case .laboratory(let id) = self { id } else { nil } }
}

/// A role without what it is bound to. Coordinators are people: there are no keys of theirs. Consumers and apps are programs: there are no
/// accounts of theirs.
package enum RoleName: String, Sendable, CaseIterable {
    case patient
    case laboratory
    case clinician
    case consumer
    case app
    case coordinator
    case administrator

    /// Those that a key can have.
    package static let ofKeys = allCases.filter { $0 != .coordinator }
    /// Those that a person who signs in can have.
    package static let ofAccounts = allCases.filter { $0 != .consumer && $0 != .app }
}
