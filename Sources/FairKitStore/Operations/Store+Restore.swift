package import FairKitCore
package import FairKitVault
package import KeyRing
import Relational
import SQLCipher

/// The contents of a restored tenant, and the access that the restoration brought back.
package struct RestoredTenant: Sendable {
    /// Its folder: `default`, or its id.
    package let folder: String
    package let counts: RowCounts
    /// The keys that are active.
    package let keys: [RestoredKey]
    /// The accounts that can sign in.
    package let accounts: [RestoredAccount]

    /// The tenant, named by a folder.
    func of(_ folder: String) -> RestoredTenant {
        RestoredTenant(folder: folder, counts: counts, keys: keys, accounts: accounts)
    }
}

/// An API key that a backup brought back.
package struct RestoredKey: Hashable, Sendable {
    package let id: KeyID
    package let name: String
    package let role: String
    /// nil: never, or the backup's version did not note it.
    package let usedAt: Timestamp?
}

/// An account that a backup brought back.
package struct RestoredAccount: Hashable, Sendable {
    package let id: AccountID
    package let role: String
}

extension Store {
    /// Makes a store from a backup. See `DataDirectory.restore`.
    ///
    /// Sessions, tokens, challenges, invitations, backup codes, shares and emergency accesses end, since those that
    /// ended after the backup can't be told from the others. The keys that sign access tokens are not restored either:
    /// one of them may have leaked and been deleted.
    /// - Parameter ended: access to end as well, as noted apart from the backup.
    /// - Returns: what was restored, per tenant.
    @discardableResult
    package static func restore(
        from backup: String, to directory: DataDirectory, at now: Timestamp, ending ended: EndedAccess = EndedAccess(),
        masterKey: () throws(KeyError) -> MasterKey
    ) throws(BackupError) -> [RestoredTenant] {
        let tables = restoredTables(ending: ended, at: now)
        return try DataDirectory.restore(from: backup, to: directory, asking: tables, masterKey: masterKey).map {
            $0.state.of($0.folder)
        }
    }

    /// The row counts of the tenants in a backup, by folder. It changes nothing.
    package static func countedRows(inBackup path: String, masterKey: MasterKey) throws(StoreError) -> [String:
        RowCounts]
    {
        let source = DataDirectory(path: path)
        var counts: [String: RowCounts] = [:]
        for folder in try source.tenantFolders() {
            let (file, key) = (
                DataDirectory.database(in: source.tenant(folder)),
                try source.key(ofTenant: folder) { () throws(KeyError) in masterKey }
            )
            let counted = try mapping(StoreError.opening) { () throws(OpeningError) in
                try Database.inspect(path: file, key: CipherKey(key.bytes), newestVersion: Schema.tenant.count) {
                    connection in Result { () throws(DatabaseError) in try connection.countedRows() }
                }
            }
            do { counts[folder] = try counted.get() } catch { throw .opening(.database(path: file, error)) }
        }
        return counts
    }

    /// What a restoration reads from the tables, and what it ends in them.
    static func restoredTables(ending ended: EndedAccess, at now: Timestamp) -> RestoredTables<RestoredTenant> {
        RestoredTables(
            state: { (tx) throws(DatabaseError) in
                let version = try tx.filePages().schemaVersion
                return RestoredTenant(
                    folder: "", counts: try tx.countedRows(), keys: try tx.restoredKeys(version, at: now),
                    accounts: try tx.restoredAccounts(version))
            },
            tenant: { (tx, version) throws(DatabaseError) in
                try tx.endRestoredAccess(version, ended, at: now)
                // In an older file an entry has fewer columns.
                guard version == Schema.tenant.count else { return }
                try tx.record(
                    AuditEntry(
                        at: now, actor: AuditActor(key: .machine, role: .administrator), action: .storeRestored,
                        object: "keys \(ended.keys.count), accounts \(ended.accounts.count)", profileID: nil,
                        requestID: "command"))
            },
            control: { (tx) throws(DatabaseError) in try tx.deleteSigningKeys() })
    }
}

extension Connection {
    /// The access that ended, which an earlier backup does not know.
    package func endedAccess() throws(DatabaseError) -> EndedAccess {
        EndedAccess(
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

    /// - Parameter version: the schema's. Keys expire, and their use is noted, since version 12.
    fileprivate func restoredKeys(_ version: Int, at now: Timestamp) throws(DatabaseError) -> [RestoredKey] {
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

    /// - Parameter version: the schema's. There are accounts since version 11.
    fileprivate func restoredAccounts(_ version: Int) throws(DatabaseError) -> [RestoredAccount] {
        guard version >= 11 else { return [] }
        return try all("SELECT id, role FROM account WHERE state = 'active' ORDER BY id") {
            row throws(DatabaseError) in RestoredAccount(id: try row.value(0), role: try row.value(1))
        }
    }
}

extension Connection where Access == Writing {
    /// - Parameter version: the schema's. There are accounts since version 11, emergency accesses since 13.
    fileprivate func endRestoredAccess(
        _ version: Int, _ ended: EndedAccess, at now: Timestamp
    ) throws(DatabaseError) {
        for key in ended.keys {
            try run(
                "UPDATE api_key SET revoked_at = \(now) WHERE id = \(key) AND (revoked_at IS NULL OR revoked_at > \(now))"
            )
        }
        guard version >= 11 else { return }
        try run("UPDATE session SET ended_at = \(now), end_reason = 'ended' WHERE ended_at IS NULL")
        try run("DELETE FROM refresh_token")
        // The rows stay, since wrong codes are counted by them.
        try run("UPDATE challenge SET expires_at = \(now) WHERE expires_at > \(now)")
        let invitations = removal(ofInvitations: "1 = 1")
        if version >= versionOfMailsWithInvitations { try run(invitations.mails) }
        try run(invitations.invitations)
        for account in ended.accounts {
            try run("UPDATE account SET state = 'suspended' WHERE id = \(account) AND state = 'active'")
        }
        // A code that was used since would be valid again.
        try run("DELETE FROM backup_code")
        for signIn in ended.signIns { try endEarlierSignIn(signIn) }
        if version >= versionOfPreparedKeys { try run("DELETE FROM prepared_key") }
        guard version >= 13 else { return }
        // A share that its patient ended since would be in force again.
        try run(
            "UPDATE share SET ended_at = \(now), end_reason = 'revoked' WHERE ended_at IS NULL AND expires_at > \(now)")
        for care in ended.care { _ = try end(care, by: .machine, at: now) }
        try run(
            """
            UPDATE break_glass SET until_at = CASE WHEN opened_at > \(now) THEN opened_at ELSE \(now) END, ended_at = \(now)
            WHERE until_at > \(now)
            """)
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
        try run(
            """
            UPDATE account SET otp_secret = NULL, otp_confirmed_at = NULL, otp_step = NULL
            WHERE id = \(now.account) AND \(isOther)
            """)
    }
}

/// The first schema version in which keys await a second administrator.
private let versionOfPreparedKeys = version(of: "m0030_people_and_keys")
/// The first schema version in which a mail knows its invitation.
private let versionOfMailsWithInvitations = version(of: "m0027_groups_begin_and_end")

private func version(of migration: String) -> Int {
    Schema.tenant.firstIndex { $0.name == migration }.map { $0 + 1 } ?? .max
}
