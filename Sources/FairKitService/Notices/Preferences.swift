package import FairKitCore
import FairKitStore

/// The choices of a signed-in person about notices.
package struct Preferences: Sendable {
    let tenant: Tenancy
}

extension Tenancy {
    package var preferences: Preferences { Preferences(tenant: self) }
}

extension Preferences {
    /// The person's choices, and the time zone of their quiet hours.
    package func show(
        by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> (chosen: NoticePreferences, timeZone: String) {
        let (account, _) = try tenant.ownAccount.person(caller)
        return try await tenant.read(nil, as: caller) {
            (tx, _) throws(DatabaseError) -> Outcome<(chosen: NoticePreferences, timeZone: String), OwnAccountFailure>
            in
            try Preferences.preferences(of: account, in: tx)
        }
    }

    /// Replaces the person's choices. They apply to notices from now on.
    package func set(
        _ chosen: NoticePreferences, found faults: Faults, by caller: Caller
    ) async throws(Refusal<OwnAccountFailure>) -> (chosen: NoticePreferences, timeZone: String) {
        let (account, _) = try tenant.ownAccount.person(caller)
        var faults = faults
        chosen.check(&faults, knowsZone: tenant.zones.knows)
        try faults.refuse(for: OwnAccountFailure.self)
        return try await tenant.write(nil, as: caller) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<
                (chosen: NoticePreferences, timeZone: String), OwnAccountFailure
            > in
            let before = try tx.noticePreferences(of: account)
            for (channel, kind) in [(NoticePreferences.Channel.push, ContactKind.apns), (.sms, .sms), (.voice, .voice)]
            where before.isOn(.criticalAlert, by: channel) && !chosen.isOn(.criticalAlert, by: channel) {
                // By the choice before: a thief could have switched off the other ways, too.
                try Contacts.notifySwitchedOff(kind, of: account, zones: zones, at: grant.now, in: tx)
            }
            try tx.setNoticePreferences(chosen, of: account, at: grant.now)
            grant.log(.preferencesChanged, account, about: nil)
            return try Preferences.preferences(of: account, in: tx)
        }
    }

    fileprivate static func preferences<Access>(
        of id: AccountID, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Outcome<(chosen: NoticePreferences, timeZone: String), OwnAccountFailure> {
        guard let account = try tx.account(id) else { return .own(.noAccount) }
        let chosen = try tx.noticePreferences(of: id)
        return .success((chosen, try timeZone(of: account, choosing: chosen.timeZone, in: tx)))
    }

    /// The time zone of an account: the chosen one, that of the patient's profile, or UTC.
    static func timeZone<Access>(of account: Account, choosing chosen: String?, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> String
    {
        if let chosen { return chosen }
        guard let profile = account.role.profile else { return "UTC" }
        return try tx.profile(profile)?.details.timeZone ?? "UTC"
    }
}
