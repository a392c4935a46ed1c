import FoundationEssentials

/// The caller: who acts, and in which role.
package struct Subject: Hashable, Sendable {
    package let actor: Actor
    package let role: Role
    /// The scopes that narrow a key; nil: everything the role allows, now and in later versions.
    package let scopes: Set<Scope>?

    package init(_ actor: Actor, role: Role, scopes: Set<Scope>? = nil) {
        self.actor = actor
        self.role = role
        self.scopes = scopes
    }

    /// Whether the subject may do it at all, by its role and the scopes of its key. `Policy` decides for whose records.
    package func may(_ action: Action) -> Bool {
        guard roleAllows(action) else { return false }
        guard let scopes else { return true }
        // Who manages ranges reads them.
        if action == .readRanges, scopes.contains(.manageSettings) { return true }
        return action.scope.map(scopes.contains) ?? false
    }

    /// The scope that the key lacks for an action that the role allows; nil: the scope is not the obstacle.
    package func scopeMissing(for action: Action) -> Scope? {
        roleAllows(action) && !may(action) ? action.scope : nil
    }

    /// Whether the role allows the action to this kind of caller, a person or a program.
    private func roleAllows(_ action: Action) -> Bool {
        guard role.may(action) else { return false }
        return switch (action, actor) {
        case (.acceptInvitation, .invited): true
        case (.acceptInvitation, _), (_, .invited): false
        // Only programs claim: what a person claimed would reach no other consumer of the group.
        case (.consumeAlerts, _): account == nil
        // Addresses of people are given only to a key that names the scope.
        case (.readContacts, .key): scopes?.contains(.readContacts) ?? false
        case (.readContacts, _): false
        // A guest of a share is not the patient.
        case (.markResultsRead, .link): false
        // A named person has to answer for it.
        case (.breakGlass, _), (.acknowledgeAlert, _), (.handOverShift, _): account != nil
        default: true
        }
    }

    /// The id by which histories name the caller.
    package var id: ActorID { actor.id }

    /// The account of a signed-in person; nil for a program.
    package var account: AccountID? { if case .account(let id, _) = actor { id } else { nil } }

    /// The session of a signed-in person; nil for a program.
    package var session: SessionID? { if case .account(_, let id) = actor { id } else { nil } }
}

extension Subject {
    /// A reader with a share's link and PIN, who may only see the results of the patient that shares them.
    package init(link share: Share) {
        self.init(.link(share.id), role: .patient(share.profile), scopes: [.readResults])
    }

    /// The account of a signed-in clinician, to which relations with patients belong.
    package var clinician: AccountID? { role == .clinician ? account : nil }
}

/// How a caller was authenticated.
package enum Actor: Hashable, Sendable {
    /// An API key.
    case key(KeyID)
    /// A signed-in person, and their session.
    case account(AccountID, SessionID)
    /// An unidentified reader with a share's link and its PIN.
    case link(ShareID)
    /// A person with a mailed link that gives them this account.
    case invited(AccountID)
    /// An operator on the server's machine, who runs commands through its socket. Access to the socket file
    /// authenticates them.
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

    /// The max UUID of RFC 9562, which no key and no account can have either. It is never stored: histories name no
    /// actor for what the server does by itself.
    package static var server: ActorID {
        ActorID(uuid: UUID(uuid: (255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255, 255)))
    }
}

extension ID where Entity == APIKey {
    /// In the audit log: an operator on the server's machine.
    package static var machine: KeyID {
        KeyID(uuid: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
    }
}

/// The role of a key or an account. A patient's is bound to one profile, a laboratory's to one laboratory.
package enum Role: Hashable, Sendable {
    case patient(ProfileID)
    case laboratory(LaboratoryID)
    case clinician
    /// A program that claims alerts.
    case consumer
    /// A program through which people sign in. Its key identifies the program beside a person's token, and gives no
    /// access by itself.
    case app
    /// A partner's employee, who sees figures about a programme and never a person.
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

    /// The profile of a patient's role.
    package var profile: ProfileID? { if case .patient(let id) = self { id } else { nil } }
    /// The laboratory of a laboratory's role.
    package var laboratory: LaboratoryID? { if case .laboratory(let id) = self { id } else { nil } }
}

/// A role without the profile or laboratory that it is bound to. Coordinators are people and have no keys; consumers
/// and apps are programs and have no accounts.
package enum RoleName: String, Sendable, CaseIterable {
    case patient
    case laboratory
    case clinician
    case consumer
    case app
    case coordinator
    case administrator

    /// The roles that a key can have.
    package static let ofKeys = allCases.filter { $0 != .coordinator }
    /// The roles that an account can have.
    package static let ofAccounts = allCases.filter { $0 != .consumer && $0 != .app }
}
