package import FairKitCore
package import FairKitStore
package import KeyRing

/// Why a chosen password was not accepted.
package enum ChoosePasswordFailure: Error {
    /// The link is unknown, used or expired.
    case unknown
    /// The link has another purpose.
    case otherKind
    case invalid(Invalid)
    case working(PasswordWork.Failure)
    case key(KeyError)
    case store(DatabaseError)
}

/// Takes the password that a person chose through a mailed link, for their account or a new one. Each link works once.
extension SignIns {
    /// Completes a registration or an invitation.
    ///
    /// - Parameter profile: the details of a person who registers; otherwise ignored.
    package func confirm(
        _ text: String, password: String, profile: ProfileDetails?, found faults: Faults = Faults(),
        from origin: Origin
    ) async throws(ChoosePasswordFailure) -> Account {
        var faults = faults
        let (digest, invitation) = try await find(text, faults)
        guard invitation.kind == .confirmation || invitation.kind == .invitation else { throw .otherKind }
        let now = tenant.now()
        let details = invitation.role == nil ? checked(profile, of: invitation, at: now, &faults) : nil
        let chosen = try chosen(password, by: invitation, text, faults)
        // An invited person is expected; any stranger may ask to register.
        let lane: PasswordQueue.Lane = invitation.role == nil ? .unknown : .known
        let pair = try pair(invitation.email, origin)
        let hash = try await hash(chosen, of: pair, in: lane)
        let new = details.map { Profile(new: $0, at: now) }
        guard let role = invitation.role ?? new.map({ .patient($0.id) }) else { throw .unknown }
        let account = Account(
            id: .new(at: now), email: invitation.email, role: role, createdAt: now, passwordAt: now,
            details: AccountDetails(
                name: invitation.name
                    ?? details.map { String($0.fullName.prefix(100)) },
                language: details?.language ?? .english))
        let caller = Caller(Subject(.invited(account.id), role: role), from: origin)
        guard caller.subject.may(.acceptInvitation) else { throw .unknown }
        let failure: ChoosePasswordFailure?
        do {
            failure = try await tenant.store.write { (tx) throws(DatabaseError) -> ChoosePasswordFailure? in
                guard try tx.invitation(digest: digest, at: now)?.id == invitation.id,
                    try tx.account(email: invitation.email) == nil
                else { return .unknown }
                // Since the first administrator invited them, another account may have been created for the record, or
                // deleted, or the record may have got another address.
                if invitation.kind == .invitation, invitation.approval == .none,
                    try Accounts.needsSecondAdministrator(role, at: invitation.email, in: tx)
                {
                    return .unknown
                }
                // Registration may have been closed since the mail was requested.
                if new != nil, try tx.settings().registration == .closed { return .unknown }
                if let new {
                    if let fault = try Profiles.fault(of: new.details.consents, in: tx) {
                        return .invalid(fault.inside("/profile"))
                    }
                    try tx.insertProfile(new)
                    try tx.record(caller.entry(.profileCreated, new.id, about: new.id, at: now))
                }
                if let person = role.profile {
                    try SignIns.notifyOthers(of: person, about: account, at: now, in: tx)
                    try tx.removeFirstInvitations(to: person)
                }
                try tx.insertAccount(account, password: hash)
                try tx.rememberPlace(pair, of: account.id, at: now)
                try tx.removeInvitations(to: account.email)
                try tx.record(caller.entry(.accountCreated, account.id, about: nil, at: now))
                return nil
            }
        } catch { throw .store(error) }
        if let failure { throw failure }
        return account
    }

    /// Resets a forgotten password. All sessions end; a second factor stays.
    package func resetPassword(
        _ text: String, password: String, from origin: Origin
    ) async throws(ChoosePasswordFailure) {
        let (digest, invitation) = try await find(text)
        guard invitation.kind == .reset, let id = invitation.account else { throw .otherKind }
        let pair = try pair(invitation.email, origin)
        let hash = try await hash(try chosen(password, by: invitation, text), of: pair, in: .known)
        let now = tenant.now()
        let isDone: Bool
        do {
            isDone = try await tenant.store.write { [zones = tenant.zones] (tx) throws(DatabaseError) in
                guard try tx.invitation(digest: digest, at: now)?.id == invitation.id,
                    let account = try tx.account(id), account.email == invitation.email
                else { return false }
                try tx.setPassword(of: id, to: hash, at: now)
                try tx.removeInvitations(to: invitation.email)
                try tx.removeEmailChanges(of: id)
                try tx.endSessions(of: id, .password, at: now)
                // The person who reads the mail has shown that they are not guessing.
                try tx.forgetSignInFailures(pair)
                try tx.forgiveUnknownSources(pair.unknownSources)
                // A thief may have signed in from the other client addresses.
                try tx.forgetPlaces(of: id)
                try tx.rememberPlace(pair, of: id, at: now)
                try Contacts.notify(
                    .credentialsChanged, changed: .password, of: id, zones: zones, at: now, in: tx)
                try tx.record(origin.entry(.passwordReset, id, by: (account, nil), at: now))
                return true
            }
        } catch { throw .store(error) }
        guard isDone else { throw .unknown }
    }

    /// - Parameters:
    ///   - text: the secret of a link, or what stands for it once the code of the mail was typed.
    ///   - faults: those of the request; they are reported instead if there is no such link.
    func find(
        _ text: String, _ faults: Faults = Faults()
    ) async throws(ChoosePasswordFailure) -> ([UInt8], Invitation) {
        let secret = InvitationSecret(text)
        let proven = secret == nil ? try provenAddress(text) : nil
        guard secret != nil || proven != nil else {
            if !faults.isEmpty { throw .invalid(Invalid(faults.fields)) }
            throw .unknown
        }
        let typed: [UInt8]?
        do { typed = try secret.map { (secret) throws(KeyError) in try tenant.store.digest(of: secret) } } catch {
            throw .key(error)
        }
        let now = tenant.now()
        let found: ([UInt8], Invitation)?
        do {
            found = try await tenant.store.read { (tx) throws(DatabaseError) in
                let digest = try proven.map { (id) throws(DatabaseError) in try tx.digest(of: id) } ?? typed
                guard let digest, let invitation = try tx.invitation(digest: digest, at: now) else { return nil }
                return (digest, invitation)
            }
        } catch { throw .store(error) }
        guard let found else { throw .unknown }
        return found
    }

    private func pair(_ email: MailAddress, _ origin: Origin) throws(ChoosePasswordFailure) -> SignInPair {
        do { return try tenant.store.signInPair(email, from: origin) } catch { throw .key(error) }
    }

    /// The details of a person who registers.
    private func checked(
        _ profile: ProfileDetails?, of invitation: Invitation, at now: Timestamp, _ faults: inout Faults
    ) -> ProfileDetails? {
        guard var profile else {
            faults.record("/profile", "is required: name and birthDate at least")
            return nil
        }
        if profile.email == nil { profile.email = invitation.email.description }
        var found = Faults()
        profile.check(&found, on: now, for: tenant)
        faults.record(found, inside: "/profile")
        return profile
    }

    /// A valid password, if everything else is valid, too.
    private func chosen(
        _ password: String, by invitation: Invitation, _ link: String, _ faults: Faults = Faults()
    ) throws(ChoosePasswordFailure) -> ChosenPassword {
        var faults = faults
        let chosen = Result { () throws(ChosenPassword.Refused) in
            try ChosenPassword(password, of: invitation.email, in: tenant.settings.link.tenant, by: link)
        }
        if case .failure(let refused) = chosen { faults.record("/password", refused.description) }
        do { try faults.refuse() } catch { throw .invalid(error) }
        do { return try chosen.get() } catch { throw .invalid(Invalid("/password", error.description)) }
    }

    private func hash(
        _ chosen: ChosenPassword, of pair: SignInPair, in lane: PasswordQueue.Lane
    ) async throws(ChoosePasswordFailure) -> String {
        do { return try await tenant.passwords.hash(chosen, of: tenant.person(pair, in: lane)) } catch {
            throw .working(error)
        }
    }

    /// Mails the accounts that already see a record that it has another account.
    fileprivate static func notifyOthers(
        of person: ProfileID, about new: Account, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        let facts = """
            name  \(new.nameInMails)
            made  \(now)
            """
        for address in try tx.addresses(of: person) {
            try tx.insertMail(Notice(.accountMade, to: address, lines: facts, at: now))
        }
    }
}
