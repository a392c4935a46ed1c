package import FairKitCore
import FairKitVault
package import Relational

/// An API key that a backup brought back.
package struct RestoredKey: Hashable, Sendable {
    package let id: KeyID
    package let name: String
    package let role: String
    /// nil: never, or the backup's version did not record it.
    package let usedAt: Timestamp?
}

/// An account that a backup brought back.
package struct RestoredAccount: Hashable, Sendable {
    package let id: AccountID
    package let role: String
}

/// The contents of a restored tenant, and the access that the restoration brought back.
package struct RestoredTenant: Sendable {
    /// The name that operators know it by: its folder, or its name if a database keeps the store.
    package let label: String
    package let counts: RowCounts
    /// The keys that are active.
    package let keys: [RestoredKey]
    /// The accounts that can sign in.
    package let accounts: [RestoredAccount]

    /// The same with a label.
    func labelled(_ label: String) -> RestoredTenant {
        RestoredTenant(label: label, counts: counts, keys: keys, accounts: accounts)
    }
}

extension AuditEntry {
    /// An operator restored an earlier state of the store, and ended the access on these lists.
    static func storeRestored(ending ended: RevokedAccess, at now: Timestamp) -> AuditEntry {
        AuditEntry(
            at: now, actor: AuditActor(key: .machine, role: .administrator), action: .storeRestored,
            object: "keys \(ended.keys.count), accounts \(ended.accounts.count)", profileID: nil, requestID: "command")
    }
}

extension Connection {
    /// The access that ended, which an earlier backup does not know.
    package func endedAccess() throws(DatabaseError) -> RevokedAccess {
        RevokedAccess(
            keys: try all("SELECT id FROM api_key WHERE revoked_at IS NOT NULL ORDER BY id") {
                row throws(DatabaseError) in try row.value(0)
            },
            accounts: try all("SELECT id FROM account WHERE state <> 'active' ORDER BY id") {
                row throws(DatabaseError) in try row.value(0)
            },
            care: try all("SELECT id FROM care_assignment WHERE ended_at IS NOT NULL ORDER BY id") {
                row throws(DatabaseError) in try row.value(0)
            },
            signIns: try all("SELECT id, password_at, otp_confirmed_at FROM account WHERE state = 'active' ORDER BY id")
            {
                row throws(DatabaseError) in
                SignInAge(account: try row.value(0), passwordAt: try row.value(1), factorSince: try row.value(2))
            })
    }

    /// The contents and the access of a restored tenant, without its label.
    /// - Parameter version: the schema's.
    func restoredTenant(_ version: Int, at now: Timestamp) throws(DatabaseError) -> RestoredTenant {
        RestoredTenant(
            label: "", counts: try countedRows(), keys: try restoredKeys(version, at: now),
            accounts: try restoredAccounts(version))
    }

    /// The API keys that are active in a restored store.
    /// - Parameter version: the schema's. Keys expire, and their use is recorded, since version 12.
    func restoredKeys(_ version: Int, at now: Timestamp) throws(DatabaseError) -> [RestoredKey] {
        let (used, unexpired): (SQL, SQL) =
            version >= 12 ? ("used_at", "(expires_at IS NULL OR expires_at > \(now))") : ("NULL", "1 = 1")
        return try all(
            """
            SELECT id, name, role, \(used) FROM api_key
            WHERE (revoked_at IS NULL OR revoked_at > \(now)) AND \(unexpired) ORDER BY id
            """
        ) { row throws(DatabaseError) in
            RestoredKey(
                id: try row.value(0), name: try row.value(1, sealed: .apiKeyName, key: 0), role: try row.value(2),
                usedAt: try row.value(3))
        }
    }

    /// The accounts that can sign in to a restored store.
    /// - Parameter version: the schema's. There are accounts since version 11.
    func restoredAccounts(_ version: Int) throws(DatabaseError) -> [RestoredAccount] {
        guard version >= 11 else { return [] }
        return try all("SELECT id, role FROM account WHERE state = 'active' ORDER BY id") {
            row throws(DatabaseError) in RestoredAccount(id: try row.value(0), role: try row.value(1))
        }
    }
}

extension WriteTransaction {
    /// Ends in a restored store the access that must not come back.
    /// - Parameter version: the schema's. There are accounts since version 11, emergency accesses since 13.
    func endRestoredAccess(
        _ version: Int, _ ended: RevokedAccess, at now: Timestamp
    ) throws(DatabaseError) {
        for key in ended.keys {
            try change(
                .apiKey, set: "revoked_at = \(now)",
                where: "id = \(key) AND (revoked_at IS NULL OR revoked_at > \(now))")
        }
        guard version >= 11 else { return }
        try endAllSessions(at: now)
        try run("DELETE FROM refresh_token")
        // The rows stay, since wrong codes are counted by them.
        try run("UPDATE challenge SET expires_at = \(now) WHERE expires_at > \(now)")
        let invitations = removal(ofInvitations: "1 = 1")
        if version >= versionOfMailsInNotices {
            for step in invitations.mails { try run(step) }
        } else if version >= versionOfMailsWithInvitations {
            try run(
                "DELETE FROM outbox WHERE recipient IS NOT NULL AND invitation_id IN (SELECT id FROM invitation)")
        }
        try run(invitations.invitations)
        for account in ended.accounts {
            try change(.account, set: "state = 'suspended'", where: "id = \(account) AND state = 'active'")
        }
        // A code that was used since would be valid again.
        try run("DELETE FROM backup_code")
        for signIn in ended.signIns { try endEarlierSignIn(signIn) }
        if version >= versionOfPreparedKeys { try run("DELETE FROM prepared_key") }
        guard version >= 13 else { return }
        // A share that its patient ended since would be in force again.
        try change(
            .share, set: "ended_at = \(now), end_reason = 'revoked'", where: "ended_at IS NULL AND expires_at > \(now)")
        for care in ended.care { _ = try endCareAssignment(care, by: .machine, at: now) }
        try change(
            .breakGlass,
            set: "until_at = CASE WHEN opened_at > \(now) THEN opened_at ELSE \(now) END, ended_at = \(now)",
            where: "until_at > \(now)")
    }

    /// Signs everyone out.
    func endAllSessions(at now: Timestamp) throws(DatabaseError) {
        try change(.session, set: "ended_at = \(now), end_reason = 'ended'", where: "ended_at IS NULL")
    }

    /// An account whose password or second factor was changed since has to reset its password by mail: no text matches
    /// the stored hash. The factor is removed if it was removed since; an account that needs one sets it up at the next
    /// sign-in.
    private func endEarlierSignIn(_ now: SignInAge) throws(DatabaseError) {
        let isOther: SQL =
            if let since = now.factorSince {
                "(otp_confirmed_at IS NULL OR otp_confirmed_at <> \(since))"
            } else {
                "otp_confirmed_at IS NOT NULL"
            }
        try run(
            """
            UPDATE account SET password = \(sealed: "-", .accountPassword, of: now.account)
            WHERE id = \(now.account) AND state <> 'deleted'
                AND (password_at < \(now.passwordAt) OR \(isOther))
            """)
        try change(
            .account, set: "otp_secret = NULL, otp_confirmed_at = NULL, otp_step = NULL",
            where: "id = \(now.account) AND \(isOther)")
    }
}

/// The first schema version in which keys await a second administrator.
private let versionOfPreparedKeys = version(of: "m0030_people_and_keys")
/// The first schema version in which a mail knows its invitation.
private let versionOfMailsWithInvitations = version(of: "m0027_groups_begin_and_end")
/// The first schema version in which mails are notices.
private let versionOfMailsInNotices = version(of: "m0054_mails_are_notices")

private func version(of migration: String) -> Int {
    Schema.tenant.firstIndex { $0.name == migration }.map { $0 + 1 } ?? .max
}
