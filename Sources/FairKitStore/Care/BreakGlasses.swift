package import FairKitCore
package import Relational

private let columns: SQL = """
    id, account_id, profile_id, reason, opened_at, until_at, ended_at, reviewed_by, reviewed_at, review_note
    """

extension Connection {
    package func breakGlass(_ id: BreakGlassID) throws(DatabaseError) -> BreakGlass? {
        try first("SELECT \(columns), \(rights: .breakGlass) FROM break_glass WHERE id = \(id)", BreakGlass.init(row:))
    }

    /// The emergency access that opens a person's record to an account at present.
    package func openBreakGlass(
        of account: AccountID, to profile: ProfileID, at now: Timestamp
    ) throws(DatabaseError) -> BreakGlass? {
        try all(
            """
            SELECT \(columns), \(rights: .breakGlass) FROM break_glass
            WHERE account_id = \(account) AND profile_id = \(profile) AND opened_at <= \(now) AND until_at > \(now)
            """, BreakGlass.init(row:)
        ).first { now < $0.until }
    }

    /// A page of emergency accesses, the newest first.
    /// - Parameter all: includes reviewed ones.
    package func breakGlasses(
        all isAll: Bool, before id: BreakGlassID?, limit: Int
    ) throws(DatabaseError) -> Page<BreakGlass, BreakGlassID> {
        let wanted: SQL = isAll ? "1 = 1" : "reviewed_at IS NULL"
        let earlier: SQL = if let id { "id < \(id)" } else { "1 = 1" }
        let found = try all(
            "SELECT \(columns), \(rights: .breakGlass) FROM break_glass WHERE \(wanted) AND \(earlier) ORDER BY id DESC LIMIT \(limit + 1)",
            BreakGlass.init(row:))
        return Page(found: found, limit: limit, cursor: \.id)
    }

    /// All emergency accesses to a person's record, the newest first.
    func breakGlasses(to profile: ProfileID) throws(DatabaseError) -> [BreakGlass] {
        try all(
            "SELECT \(columns), \(rights: .breakGlass) FROM break_glass WHERE profile_id = \(profile) ORDER BY id DESC",
            BreakGlass.init(row:))
    }

    /// Where notices for administrators go.
    package func addressesOfAdministrators() throws(DatabaseError) -> [MailRecipient] {
        let isAdministrator: SQL = "role = \(RoleName.administrator) AND state = \(Account.State.active)"
        return try recipients(where: "\(isAdministrator) AND email IS NOT NULL")
    }
}

extension Connection {
    /// Whether another administrator's account can sign in.
    package func hasActiveAdministrator(except account: AccountID) throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM account
            WHERE role = \(RoleName.administrator) AND state = \(Account.State.active) AND id <> \(account)
            """)
    }
}

extension WriteTransaction {
    package func insertBreakGlass(_ opened: BreakGlass) throws(DatabaseError) {
        try run(
            """
            INSERT INTO break_glass (\(columns), rights)
            VALUES (\(opened.id), \(opened.account), \(opened.profile),
                \(sealed: opened.reason, .breakGlassReason, of: opened.id), \(opened.openedAt), \(opened.until),
                \(opened.endedAt), \(opened.review?.by), \(opened.review?.at),
                \(sealed: opened.review?.note, .breakGlassReviewNote, of: opened.id),
                \(code: .breakGlass, opened.id, opened.account, opened.profile, opened.openedAt, opened.until))
            """)
    }

    /// Ends an emergency access early.
    package func endBreakGlass(_ id: BreakGlassID, at now: Timestamp) throws(DatabaseError) {
        try change(
            .breakGlass, set: "until_at = \(now), ended_at = \(now)", where: "id = \(id) AND until_at > \(now)")
    }

    /// Ends all emergency accesses of an account.
    package func endBreakGlasses(of account: AccountID, at now: Timestamp) throws(DatabaseError) {
        try change(
            .breakGlass, set: "until_at = \(now), ended_at = \(now)",
            where: "account_id = \(account) AND until_at > \(now)")
    }

    /// Whether there was one since a time, for which the administrators have been notified.
    package func hasOpenedBreakGlass(
        _ account: AccountID, to profile: ProfileID, since time: Timestamp
    ) throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM break_glass
            WHERE account_id = \(account) AND profile_id = \(profile) AND opened_at > \(time) LIMIT 1
            """)
    }

    /// Records that an administrator has reviewed one; the first review stays.
    package func review(
        _ id: BreakGlassID, by actor: ActorID, note: String?, at now: Timestamp
    ) throws(DatabaseError) {
        try run(
            """
            UPDATE break_glass SET reviewed_by = \(actor), reviewed_at = \(now),
                review_note = \(sealed: note, .breakGlassReviewNote, of: id)
            WHERE id = \(id) AND reviewed_at IS NULL
            """)
    }
}

extension BreakGlass {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let by = try row.value(7, as: ActorID?.self)
        let at = try row.value(8, as: Timestamp?.self)
        let review: Review? =
            if let by, let at {
                Review(by: by, at: at, note: try row.value(9, sealed: .breakGlassReviewNote, key: 0))
            } else { nil }
        let openedAt = try row.value(4, as: Timestamp.self)
        self.init(
            id: try row.value(0), account: try row.value(1), profile: try row.value(2),
            reason: try row.value(3, sealed: .breakGlassReason, key: 0), openedAt: openedAt,
            until: try row.isAuthentic(.breakGlass, at: 10) ? try row.value(5) : openedAt, endedAt: try row.value(6),
            review: review)
    }
}
