package import FairKitCore
package import FairKitStore
package import KeyRing

/// Invites somebody to an account: they get a mail, and choose a password themselves.
package struct InvitePerson: Sendable {
    private let store: Store
    private let link: AccountLink
    private let now: Now

    package init(store: Store, link: AccountLink, now: @escaping Now) {
        self.store = store
        self.link = link
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        case invalid(Invalid)
        /// There is an account with this address.
        case taken
        /// There is no such invitation, or it was accepted.
        case unknown
        case key(KeyError)
        case store(DatabaseError)
    }

    /// What the account is for.
    package enum Purpose: Sendable {
        case patient(ProfileID)
        /// By the laboratory's name.
        case laboratory(String)
        case clinician
        case coordinator
        case administrator
    }

    package func callAsFunction(
        email text: String, for purpose: Purpose, by caller: Caller
    ) async throws(Failure) -> Invitation {
        guard caller.subject.may(.manageAccounts) else { throw .forbidden }
        guard let email = MailAddress(text)?.folded else {
            throw .invalid(Invalid("/email", "an address such as name@example.org"))
        }
        let now = now()
        let role = try await role(for: purpose)
        let invitation = Invitation(.invitation, to: email, role: role, at: now)
        let secret: MailedSecret
        do { secret = try MailedSecret(invitation, in: store, link: link) } catch { throw .key(error) }
        let entry = caller.entry(.accountInvited, invitation.id, about: role.profile, at: now)
        let isFree: Bool
        do {
            isFree = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.account(email: email) == nil else { return false }
                try tx.removeInvitations(to: email)
                try tx.send(secret)
                try tx.record(entry)
                return true
            }
        } catch { throw .store(error) }
        guard isFree else { throw .taken }
        return invitation
    }

    /// Those that were not accepted yet, the newest first.
    package func list(
        before cursor: InvitationID?, limit: Int, by caller: Caller
    ) async throws(Failure) -> Page<Invitation, InvitationID> {
        guard caller.subject.may(.manageAccounts) else { throw .forbidden }
        let now = now()
        let entry = caller.entry(.accountListed, nil, about: nil, at: now)
        do {
            let page = try await store.read { (tx) throws(DatabaseError) in
                try tx.invitations(before: cursor, limit: limit, at: now)
            }
            try await store.write { (tx) throws(DatabaseError) in try tx.record(entry) }
            return page
        } catch { throw .store(error) }
    }

    /// Takes one back: its link is good no more.
    package func revoke(_ id: InvitationID, by caller: Caller) async throws(Failure) {
        guard caller.subject.may(.manageAccounts) else { throw .forbidden }
        let entry = caller.entry(.invitationRevoked, id, about: nil, at: now())
        let isDone: Bool
        do {
            isDone = try await store.write { (tx) throws(DatabaseError) in
                guard try tx.removeInvitation(id) else { return false }
                try tx.record(entry)
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .unknown }
    }

    private func role(for purpose: Purpose) async throws(Failure) -> Role {
        do {
            switch purpose {
            case .patient(let id):
                let profile = try await store.read { (tx) throws(DatabaseError) in try tx.profile(id) }
                if profile != nil { return .patient(id) }
            case .laboratory(let name):
                let found = try await store.read { (tx) throws(DatabaseError) in try tx.laboratory(named: name) }
                if let found { return .laboratory(found.id) }
            case .clinician: return .clinician
            case .coordinator: return .coordinator
            case .administrator: return .administrator
            }
        } catch { throw .store(error) }
        guard case .patient = purpose else {
            throw .invalid(Invalid("/laboratory", "there is no laboratory of this name; its first key adds it"))
        }
        throw .invalid(Invalid("/profileId", "there is no profile of this id"))
    }
}
