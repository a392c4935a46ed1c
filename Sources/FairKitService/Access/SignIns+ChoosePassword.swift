package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why a chosen password was not taken.
package enum ChoosePasswordFailure: Error {
    /// The link is none, was used, or its time is over.
    case unknown
    /// The link is for something else.
    case otherKind
    case refused(ChosenPassword.Refused)
    /// Somebody who registers says who they are.
    case profileRequired
    case invalid(Invalid)
    case working(PasswordWork.Failure)
    case key(KeyError)
    case store(DatabaseError)
}

/// Takes the password that somebody chose by a mailed link: for the account that they have, or get. Each link is good once.
extension SignIns {
    /// Somebody registers, or accepts an invitation.
    /// - Parameter profile: who they are, of somebody who registers; else it is not looked at.
    package func confirm(
        _ text: String, password: String, profile: ProfileDetails?, from origin: Origin
    ) async throws(ChoosePasswordFailure) -> Account {
        let (digest, invitation) = try await find(text)
        guard invitation.kind != .reset else { throw .otherKind }
        let now = tenant.now()
        var details: ProfileDetails?
        if invitation.role == nil {
            guard var profile else { throw .profileRequired }
            if profile.email == nil { profile.email = invitation.email.description }
            do { try profile.validate(on: now, zones: tenant.zones) } catch { throw .invalid(error) }
            details = profile
        }
        // A person who was invited is expected; everyone may ask to register.
        let lane: PasswordQueue.Lane = invitation.role == nil ? .strangers : .known
        let pair = try pair(invitation.email, origin)
        let hash = try await hash(password, of: pair, in: lane, invitation.email, by: text)
        let new = details.map { Profile(id: .new(at: now), createdAt: now, version: 1, details: $0) }
        guard let role = invitation.role ?? new.map({ .patient($0.id) }) else { throw .profileRequired }
        let account = Account(
            id: .new(at: now), email: invitation.email, role: role, createdAt: now, passwordAt: now)
        let caller = Caller(Subject(.invited(account.id), role: role), from: origin)
        guard caller.subject.may(.acceptInvitation) else { throw .unknown }
        let isDone: Bool
        do {
            isDone = try await tenant.store.write { (tx) throws(DatabaseError) in
                guard try tx.invitation(digest: digest, at: now)?.id == invitation.id,
                    try tx.account(email: invitation.email) == nil
                else { return false }
                // Another account may have been made for the record, or be gone, since one administrator invited to the first.
                if invitation.kind == .invitation, invitation.approval == .none, try tx.needsSecondAdministrator(role) {
                    return false
                }
                // It may have been closed since the mail was asked for.
                if new != nil, try tx.settings().registration == .closed { return false }
                if let new {
                    try tx.insert(new)
                    try tx.record(caller.entry(.profileCreated, new.id, about: new.id, at: now))
                }
                if let person = role.profile {
                    try tx.tellOthers(of: person, about: account, at: now)
                    try tx.removeFirstInvitations(to: person)
                }
                try tx.insert(account, password: hash)
                try tx.rememberPlace(pair, of: account.id, at: now)
                try tx.removeInvitations(to: account.email)
                try tx.record(caller.entry(.accountCreated, account.id, about: nil, at: now))
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .unknown }
        return account
    }

    /// Somebody had forgotten their password. All their sessions end; a second factor stays.
    package func resetPassword(
        _ text: String, password: String, from origin: Origin
    ) async throws(ChoosePasswordFailure) {
        let (digest, invitation) = try await find(text)
        guard invitation.kind == .reset, let id = invitation.account else { throw .otherKind }
        let pair = try pair(invitation.email, origin)
        let hash = try await hash(password, of: pair, in: .known, invitation.email, by: text)
        let now = tenant.now()
        let isDone: Bool
        do {
            isDone = try await tenant.store.write { (tx) throws(DatabaseError) in
                guard try tx.invitation(digest: digest, at: now)?.id == invitation.id,
                    let account = try tx.account(id), account.email == invitation.email
                else { return false }
                try tx.setPassword(of: id, to: hash, at: now)
                try tx.removeInvitations(to: invitation.email)
                try tx.endSessions(of: id, .password, at: now)
                // Whoever reads the mail has shown that they are no guesser.
                try tx.forgetSignInFailures(pair)
                try tx.forgiveStrangers(pair.strangers)
                // It may have been a thief who signed in from the others.
                try tx.forgetPlaces(of: id)
                try tx.rememberPlace(pair, of: id, at: now)
                try tx.record(origin.entry(.passwordReset, id, by: (account, nil), at: now))
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .unknown }
    }

    private func find(_ text: String) async throws(ChoosePasswordFailure) -> ([UInt8], Invitation) {
        guard let secret = InvitationSecret(text) else { throw .unknown }
        let digest: [UInt8]
        do { digest = try tenant.store.digest(of: secret) } catch { throw .key(error) }
        let now = tenant.now()
        let found: Invitation?
        do {
            found = try await tenant.store.read { (tx) throws(DatabaseError) in
                try tx.invitation(digest: digest, at: now)
            }
        } catch { throw .store(error) }
        guard let found else { throw .unknown }
        return (digest, found)
    }

    private func pair(_ email: MailAddress, _ origin: Origin) throws(ChoosePasswordFailure) -> SignInPair {
        do { return try tenant.store.signInPair(email, from: origin) } catch { throw .key(error) }
    }

    private func hash(
        _ password: String, of pair: SignInPair, in lane: PasswordQueue.Lane, _ email: MailAddress, by link: String
    ) async throws(ChoosePasswordFailure) -> String {
        let chosen: ChosenPassword
        do {
            chosen = try ChosenPassword(password, of: email, in: tenant.settings.link.tenant, by: link)
        } catch { throw .refused(error) }
        do { return try await tenant.passwords.hash(chosen, of: tenant.person(pair, in: lane)) } catch {
            throw .working(error)
        }
    }
}

extension WriteTransaction {
    /// Writes to the accounts that see a record already that there is another one.
    fileprivate func tellOthers(
        of person: ProfileID, about new: Account, at now: Timestamp
    ) throws(DatabaseError) {
        let facts = """
            account     \(new.id)
            profile     \(person)
            made        \(now)
            """
        for address in try addresses(of: person) {
            try insert(OutboxMail(.accountMade, to: address, link: nil, facts: facts, at: now))
        }
    }
}
