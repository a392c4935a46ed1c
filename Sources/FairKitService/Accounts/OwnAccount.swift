package import FairKitCore
import FairKitStore

/// The use cases of people with their own account: see it, change their credentials, end sessions, delete it.
package struct OwnAccount: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var ownAccount: OwnAccount { OwnAccount(tenant: self) }
}

/// Why a person could not change their own account.
package enum OwnAccountFailure: Error {
    /// The caller is an API key. Only signed-in people have an account.
    case noAccount
    case refused(ChosenPassword.Refused)
    /// There is no second factor, or the role requires one.
    case factorFixed
    /// This is the last active administrator.
    case lastAdministrator
    /// The caller failed to prove their identity.
    case signIn(SignInFailure)
}

/// An account as its owner sees it.
package struct OwnAccountView: Sendable {
    package let account: Account
    /// How pages address the owner: the account's name, or else the one in a patient's record; nil: neither is known.
    package let name: String?
    /// The name of the laboratory, for a laboratory's account.
    package let laboratory: String?
    package let backupCodesLeft: Int
    package let signedInAt: Timestamp?
    /// The caller's current session.
    package let session: SessionID
    package let clinic: TenantFront
    /// Whom patients ask; nil: the tenant has not said it.
    package let patientContact: String?
    /// Its IANA name.
    package let zone: String
    /// nil: this machine does not know the zone.
    package let zoneFile: TimeZoneFile?
    /// A session that is unused for so long ends.
    package let inactivityLimit: Duration
}

extension OwnAccount {
    package func show(by caller: Caller) async throws(Refusal<OwnAccountFailure>) -> OwnAccountView {
        let (id, session) = try person(caller)
        return try await tenant.read(nil, as: caller) {
            [zones = tenant.zones] (tx, _) throws(DatabaseError) -> Outcome<OwnAccountView, OwnAccountFailure> in
            try OwnAccount.ownAccount(id, session, zones, in: tx)
        }
    }

    /// Changes the owner's details.
    ///
    /// - Parameter change: changes the present details. It may run twice.
    package func change(
        found faults: Faults, by caller: Caller, _ change: @escaping @Sendable (inout AccountDetails) -> Void
    ) async throws(Refusal<OwnAccountFailure>) -> OwnAccountView {
        let (id, session) = try person(caller)
        return try await tenant.write(nil, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<OwnAccountView, OwnAccountFailure> in
            guard let account = try tx.account(id) else { return .own(.noAccount) }
            var (details, faults) = (account.details, faults)
            change(&details)
            details.check(&faults)
            guard faults.isEmpty else { return .failure(.invalid(Invalid(faults.fields))) }
            if details != account.details {
                try tx.setAccountDetails(details, of: id)
                grant.log(.accountChanged, id, about: nil)
            }
            return try OwnAccount.ownAccount(id, session, zones, in: tx)
        }
    }

    /// Changes the password and ends all other sessions. Needs the old password, and a code where there is a second
    /// factor.
    package func changePassword(
        from old: String, to new: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) {
        let confirmed = try await confirm(password: old, code: code, by: caller)
        let account = confirmed.account
        let chosen: ChosenPassword
        do {
            chosen = try ChosenPassword(new, of: account.email, in: tenant.settings.link.tenant, by: nil)
        } catch { throw .own(.refused(error)) }
        let hash: String
        do { hash = try await tenant.passwords.hash(chosen, of: confirmed.person) } catch {
            throw .own(.signIn(SignInFailure(error)))
        }
        try await change(confirmed, by: caller) { [zones = tenant.zones] (tx, grant) throws(DatabaseError) in
            try tx.setPassword(of: account.id, to: hash, at: grant.now)
            try tx.removeInvitations(to: account.email)
            // A thief who knew the old password may have requested another address.
            try tx.removeEmailChanges(of: account.id)
            try tx.endSessions(of: account.id, except: confirmed.session, .password, at: grant.now)
            try Contacts.notify(
                .credentialsChanged, changed: .password, of: account.id, zones: zones, at: grant.now, in: tx)
            grant.log(.passwordChanged, account.id, about: nil)
        }
    }

    /// Deletes the account. The record stays: it belongs to the person, and the laboratory has to keep it. See the
    /// decision `0023-accounts-and-sessions`.
    package func delete(
        password: String, code: SecondFactorCode?, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) {
        let confirmed = try await confirm(password: password, code: code, by: caller)
        let isDeleted = try await change(confirmed, by: caller) { (tx, grant) throws(DatabaseError) in
            guard try !Accounts.isLastAdministrator(confirmed.account, for: grant, in: tx) else { return false }
            try Accounts.delete(confirmed.account, &grant, in: tx)
            return true
        }
        guard isDeleted else { throw .own(.lastAdministrator) }
    }

    func person(_ caller: Caller) throws(Refusal<OwnAccountFailure>) -> (AccountID, SessionID) {
        guard case .account(let id, let session) = caller.subject.actor else { throw .own(.noAccount) }
        return (id, session)
    }

    fileprivate static func ownAccount<Access>(
        _ id: AccountID, _ session: SessionID, _ zones: TimeZones, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Outcome<OwnAccountView, OwnAccountFailure> {
        guard let account = try tx.account(id) else { return .own(.noAccount) }
        let settings = try tx.settings()
        var chosen = try tx.noticePreferences(of: id).timeZone
        // Staff without a choice read the times of their team.
        if chosen == nil, account.role.profile == nil { chosen = try tx.timeZoneOfTeams(of: id) }
        let zone = try Preferences.timeZone(of: account, choosing: chosen, in: tx)
        var name = account.details.name
        if name == nil, let id = account.role.profile { name = try tx.profile(id)?.details.fullName }
        return .success(
            OwnAccountView(
                account: account, name: name, laboratory: try tx.laboratoryName(of: account.role),
                backupCodesLeft: try tx.backupCodesLeft(of: id), signedInAt: try tx.lastSignIn(of: id),
                session: session,
                clinic: try TenantFront(settings, in: tx), patientContact: settings.patientContact, zone: zone,
                zoneFile: zones.file(zone),
                inactivityLimit: settings.inactivityLimit))
    }
}
