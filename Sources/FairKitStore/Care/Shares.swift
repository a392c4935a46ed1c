package import FairKitCore
package import Relational

private let columns: SQL =
    "id, profile_id, account_id, email, created_by, created_at, expires_at, ended_at, end_reason"
private let selected: SQL = "\(columns), pin, \(rights: .share)"

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
            "SELECT \(selected) FROM share WHERE id = \(id) AND profile_id = \(profile)",
            Share.init(row:))
    }

    /// The newest share of a person's results with an account that is in force.
    package func share(
        of profile: ProfileID, with account: AccountID, at now: Timestamp
    ) throws(DatabaseError) -> Share? {
        try all(
            """
            SELECT \(selected) FROM share
            WHERE profile_id = \(profile)
                AND (account_id = \(account) OR \(isWithAddress(of: account)))
                AND created_at <= \(now) AND COALESCE(ended_at, expires_at) > \(now)
            ORDER BY id DESC
            """, Share.init(row:)
        ).first { ($0.end?.at ?? $0.expiresAt) > now }
    }

    /// The shares with an account that are in force, the newest first.
    package func shares(with account: AccountID, at now: Timestamp) throws(DatabaseError) -> [Share] {
        let isOn: SQL = "created_at <= \(now) AND COALESCE(ended_at, expires_at) > \(now)"
        return try all(
            """
            SELECT \(selected) FROM share WHERE account_id = \(account) AND \(isOn)
            UNION ALL SELECT \(selected) FROM share WHERE \(isWithAddress(of: account)) AND \(isOn)
            ORDER BY 1 DESC LIMIT 100
            """, Share.init(row:)
        ).filter { $0.holds(at: now) }
    }

    /// Whether a person made another share with the same address since a time.
    package func hasShared(
        _ profile: ProfileID, with address: MailAddress, since time: Timestamp, except id: ShareID
    ) throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM share WHERE profile_id = \(profile) AND \(lookup: "email") = \(lookup: address, .address)
                AND created_at > \(time) AND id <> \(id)
            """)
    }

    /// Those of some people who share their results with an account.
    package func sharing(
        _ profiles: Set<ProfileID>, with account: AccountID, at now: Timestamp
    ) throws(DatabaseError) -> Set<ProfileID> {
        let isOn: SQL = "created_at <= \(now) AND COALESCE(ended_at, expires_at) > \(now)"
        let found = try all(
            """
            SELECT profile_id, \(rights: .share) FROM share WHERE account_id = \(account) AND \(isOn)
            UNION ALL SELECT profile_id, \(rights: .share) FROM share WHERE \(isWithAddress(of: account)) AND \(isOn)
            """
        ) { row throws(DatabaseError) -> ProfileID? in try row.isAuthentic(.share, at: 1) ? try row.value(0) : nil }
        return profiles.intersection(found.compactMap(\.self))
    }

    /// A page of a person's shares, the newest first, in force or not.
    package func shares(
        of profile: ProfileID, before id: ShareID?, limit: Int
    ) throws(DatabaseError) -> Page<Share, ShareID> {
        let earlier: SQL = if let id { "id < \(id)" } else { "1 = 1" }
        let found = try all(
            """
            SELECT \(selected) FROM share
            WHERE profile_id = \(profile) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)
            """, Share.init(row:))
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// The share of a link, in force or not, and the stored digest of its PIN.
    package func share(link digest: [UInt8]) throws(DatabaseError) -> (share: Share, pin: [UInt8])? {
        try first("SELECT \(selected) FROM share WHERE link = \(digest)") {
            row throws(DatabaseError) in (try Share(row: row), try row.value(9))
        }
    }
}

extension WriteTransaction {
    /// - Parameter link: for a share by link.
    package func insertShare(_ share: Share, link: StoredLink? = nil) throws(DatabaseError) {
        var (account, email): (AccountID?, MailAddress?)
        switch share.recipient {
        case .account(let id): account = id
        case .email(let address): email = address
        case .link: break
        }
        try run(
            """
            INSERT INTO share (\(columns), link, pin, rights)
            VALUES (\(share.id), \(share.profile), \(account), \(sealed: email, .shareEmail, of: share.id),
                \(share.createdBy), \(share.createdAt), \(share.expiresAt), \(share.end?.at), \(share.end?.reason), \(link?.digest), \(link?.pin),
                \(code: .share, share.id, share.profile, account, email, link?.digest, link?.pin, share.createdAt, share.expiresAt, share.end?.at))
            """)
    }

    /// Ends a share that is in force.
    /// - Returns: whether there is one.
    package func endShare(
        _ id: ShareID, of profile: ProfileID, _ reason: Share.End.Reason, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        try change(
            .share, set: "ended_at = \(now), end_reason = \(reason)",
            where: "id = \(id) AND profile_id = \(profile) AND ended_at IS NULL AND expires_at > \(now)") == 1
    }

    /// Ends the shares of an account's person, and the shares with the account.
    func endShares(of account: AccountID, at now: Timestamp) throws(DatabaseError) {
        try change(
            .share, set: "ended_at = \(now), end_reason = \(Share.End.Reason.revoked)",
            where: """
                ended_at IS NULL AND expires_at > \(now) AND (account_id = \(account)
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
        let (isAuthentic, createdAt) = (try row.isAuthentic(.share, at: 10), try row.value(5, as: Timestamp.self))
        let email: MailAddress? =
            isAuthentic ? try row.value(3, as: MailAddress?.self, sealed: .shareEmail, key: 0) : nil
        let at = isAuthentic ? try row.value(7, as: Timestamp?.self) : createdAt
        let reason = isAuthentic ? try row.value(8, as: End.Reason?.self) : .revoked
        let recipient: Recipient = account.map { .account($0) } ?? email.map { .email($0) } ?? .link
        let end: End? = if let at, let reason { End(at: at, reason: reason) } else { nil }
        self.init(
            id: try row.value(0), profile: try row.value(1), recipient: recipient, createdAt: createdAt,
            createdBy: try row.value(4), expiresAt: try row.value(6), end: end)
    }
}
