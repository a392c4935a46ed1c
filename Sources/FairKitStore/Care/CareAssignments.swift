package import FairKitCore
package import Relational

private let columns: SQL = "id, account_id, profile_id, from_at, to_at, made_by, made_at, ended_by, ended_at"

extension Connection {
    package func careAssignment(_ id: CareAssignmentID) throws(DatabaseError) -> CareAssignment? {
        try first(
            "SELECT \(columns), \(rights: .care) FROM care_assignment WHERE id = \(id)", CareAssignment.init(row:))
    }

    /// A page of assignments, the newest first, in force or not.
    /// - Parameters:
    ///   - account: only this clinician's; nil: all.
    ///   - profile: only this person's; nil: all.
    package func careAssignments(
        of account: AccountID?, to profile: ProfileID?, before id: CareAssignmentID?, limit: Int
    ) throws(DatabaseError) -> Page<CareAssignment, CareAssignmentID> {
        var conditions: [SQL] = []
        if let account { conditions.append("account_id = \(account)") }
        if let profile { conditions.append("profile_id = \(profile)") }
        if let id { conditions.append("id < \(id)") }
        let found = try all(
            """
            SELECT \(columns), \(rights: .care) FROM care_assignment
            WHERE \(conditions.conjunction) ORDER BY id DESC LIMIT \(limit + 1)
            """, CareAssignment.init(row:))
        return Page(found: found, limit: limit, cursor: \.id)
    }
}

extension WriteTransaction {
    package func insertCareAssignment(_ assignment: CareAssignment) throws(DatabaseError) {
        try run(
            """
            INSERT INTO care_assignment (\(columns), rights)
            VALUES (\(assignment.id), \(assignment.account), \(assignment.profile), \(assignment.from),
                \(assignment.to), \(assignment.madeBy), \(assignment.madeAt), \(assignment.end?.by),
                \(assignment.end?.at),
                \(code: .care, assignment.id, assignment.account, assignment.profile, assignment.from, assignment.to))
            """)
    }

    /// Ends an assignment that is in force or still to come.
    /// - Returns: whether there is one.
    package func endCareAssignment(_ id: CareAssignmentID, by actor: ActorID, at now: Timestamp) throws(DatabaseError)
        -> Bool
    {
        try endCare(where: "id = \(id)", by: actor, at: now) == 1
    }
}

extension WriteTransaction {
    /// Ends all assignments of a clinician.
    package func endCare(of account: AccountID, by actor: ActorID, at now: Timestamp) throws(DatabaseError) {
        _ = try endCare(where: "account_id = \(account)", by: actor, at: now)
    }

    private func endCare(where condition: SQL, by actor: ActorID, at now: Timestamp) throws(DatabaseError) -> Int {
        try change(
            .care, set: "to_at = \(.greatest)(from_at, \(now)), ended_by = \(actor), ended_at = \(now)",
            where: "\(condition) AND ended_at IS NULL AND (to_at IS NULL OR to_at > \(now))")
    }
}

extension CareAssignment {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let endedBy = try row.value(7, as: ActorID?.self)
        let endedAt = try row.value(8, as: Timestamp?.self)
        let end: End? = if let endedBy, let endedAt { End(by: endedBy, at: endedAt) } else { nil }
        let from = try row.value(3, as: Timestamp.self)
        self.init(
            id: try row.value(0), account: try row.value(1), profile: try row.value(2), from: from,
            to: try row.isAuthentic(.care, at: 9) ? try row.value(4, as: Timestamp?.self) : from,
            madeBy: try row.value(5),
            madeAt: try row.value(6), end: end)
    }
}
