package import FairKitCore
package import Relational

private let columns: SQL =
    "id, profile_id, account_id, email, created_by, created_at, expires_at, ended_at, end_reason"

/// A stored link: digests, from which the link can't be recovered.
package struct StoredLink: Sendable {
    package let digest: [UInt8]
    package let pin: [UInt8]

    package init(digest: [UInt8], pin: [UInt8]) {
        self.digest = digest
        self.pin = pin
    }
}

/// The condition that a share is with the address of an account.
func isWithAddress(of account: AccountID) -> SQL {
    "\(lookup: "email") = (SELECT \(lookup: "email") FROM account WHERE id = \(account))"
}

extension Connection {
    package func share(_ id: ShareID, of profile: ProfileID) throws(DatabaseError) -> Share? {
        try first(
            "SELECT \(columns) FROM share WHERE id = \(id) AND profile_id = \(profile)", Share.init(row:))
    }

    /// The newest share of a person's results with an account that is in force.
    package func share(
        of profile: ProfileID, with account: AccountID, at now: Timestamp
    ) throws(DatabaseError) -> Share? {
        try first(
            """
            SELECT \(columns) FROM share
            WHERE profile_id = \(profile)
                AND (account_id = \(account) OR \(isWithAddress(of: account)))
                AND created_at <= \(now) AND COALESCE(ended_at, expires_at) > \(now)
            ORDER BY id DESC LIMIT 1
            """, Share.init(row:))
    }

    /// Those of some people who share their results with an account.
    package func sharing(
        _ profiles: Set<ProfileID>, with account: AccountID, at now: Timestamp
    ) throws(DatabaseError) -> Set<ProfileID> {
        let isOn: SQL = "created_at <= \(now) AND COALESCE(ended_at, expires_at) > \(now)"
        return profiles.intersection(
            try all(
                """
                SELECT profile_id FROM share WHERE account_id = \(account) AND \(isOn)
                UNION SELECT profile_id FROM share WHERE \(isWithAddress(of: account)) AND \(isOn)
                """
            ) { row throws(DatabaseError) in try row.value(0, as: ProfileID.self) })
    }

    /// A page of a person's shares, the newest first, in force or not.
    package func shares(
        of profile: ProfileID, before id: ShareID?, limit: Int
    ) throws(DatabaseError) -> Page<Share, ShareID> {
        let earlier: SQL = if let id { "id < \(id)" } else { "1 = 1" }
        let found = try all(
            """
            SELECT \(columns) FROM share WHERE profile_id = \(profile) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)
            """, Share.init(row:))
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// The share of a link, in force or not, and the stored digest of its PIN.
    package func share(link digest: [UInt8]) throws(DatabaseError) -> (share: Share, pin: [UInt8])? {
        try first("SELECT \(columns), pin FROM share WHERE link = \(digest)") { row throws(DatabaseError) in
            (try Share(row: row), try row.value(9))
        }
    }
}

extension Connection where Access == Writing {
    /// - Parameter link: for a share by link.
    package func insert(_ share: Share, link: StoredLink? = nil) throws(DatabaseError) {
        var (account, email): (AccountID?, MailAddress?)
        switch share.recipient {
        case .account(let id): account = id
        case .email(let address): email = address
        case .link: break
        }
        try run(
            """
            INSERT INTO share (\(columns), link, pin)
            VALUES (\(share.id), \(share.profile), \(account), \(sealed: email, .shareEmail, of: share.id),
                \(share.createdBy), \(share.createdAt), \(share.expiresAt), \(share.end?.at), \(share.end?.reason), \(link?.digest), \(link?.pin))
            """)
    }

    /// Ends a share that is in force.
    /// - Returns: whether there is one.
    package func end(
        _ id: ShareID, of profile: ProfileID, _ reason: Share.End.Reason, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE share SET ended_at = \(now), end_reason = \(reason)
                WHERE id = \(id) AND profile_id = \(profile) AND ended_at IS NULL AND expires_at > \(now)
                """) == 1
    }

    /// Ends the shares of an account's person, and the shares with the account.
    package func endShares(of account: AccountID, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            UPDATE share SET ended_at = \(now), end_reason = \(Share.End.Reason.revoked)
            WHERE ended_at IS NULL AND expires_at > \(now) AND (account_id = \(account)
                OR profile_id = (SELECT profile_id FROM account WHERE id = \(account)))
            """)
    }

    /// Counts a wrong PIN.
    /// - Returns: the new count.
    package func countWrongPIN(of id: ShareID) throws(DatabaseError) -> Int {
        try run("UPDATE share SET wrong_pins = wrong_pins + 1 WHERE id = \(id)")
        return try number("SELECT wrong_pins FROM share WHERE id = \(id)")
    }
}

extension Share {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let account = try row.value(2, as: AccountID?.self)
        let email = try row.value(3, as: MailAddress?.self, sealed: .shareEmail, key: 0)
        let at = try row.value(7, as: Timestamp?.self)
        let reason = try row.value(8, as: End.Reason?.self)
        let recipient: Recipient = account.map { .account($0) } ?? email.map { .email($0) } ?? .link
        let end: End? = if let at, let reason { End(at: at, reason: reason) } else { nil }
        self.init(
            id: try row.value(0), profile: try row.value(1), recipient: recipient, createdAt: try row.value(5),
            createdBy: try row.value(4), expiresAt: try row.value(6), end: end)
    }
}
