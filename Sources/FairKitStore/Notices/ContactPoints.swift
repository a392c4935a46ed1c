package import FairKitCore
package import Relational

private let columns: SQL =
    "id, account_id, team_id, kind, address, created_at, verified_at, disabled_at, disabled_for"

extension Connection {
    package func contactPoint(_ id: ContactPointID) throws(DatabaseError) -> ContactPoint? {
        try first("SELECT \(columns) FROM contact_point WHERE id = \(id)", ContactPoint.init(row:))
    }

    /// The contact points of an account or a team, the oldest first.
    package func contactPoints(of owner: ContactPoint.Owner) throws(DatabaseError) -> [ContactPoint] {
        let condition: SQL =
            switch owner {
            case .account(let id): "account_id = \(id)"
            case .team(let id): "team_id = \(id)"
            }
        return try all("SELECT \(columns) FROM contact_point WHERE \(condition) ORDER BY id", ContactPoint.init(row:))
    }
}

extension WriteTransaction {
    /// Stores a contact point. A device is taken from the account that used it before.
    package func insertContactPoint(_ contact: ContactPoint) throws(DatabaseError) {
        if contact.kind.isDevice {
            let earlier = try all(
                """
                SELECT id FROM contact_point
                WHERE kind = \(contact.kind) AND \(lookup: "address") = \(lookup: contact.address, .contact)
                """
            ) { row throws(DatabaseError) in try row.value(0, as: ContactPointID.self) }
            for id in earlier { _ = try removeContactPoint(id) }
        }
        let (account, team): (AccountID?, TeamID?) =
            switch contact.owner {
            case .account(let id): (id, nil)
            case .team(let id): (nil, id)
            }
        try run(
            """
            INSERT INTO contact_point (\(columns))
            VALUES (\(contact.id), \(account), \(team), \(contact.kind),
                \(sealed: contact.address, .contactPointAddress, of: contact.id), \(contact.createdAt),
                \(contact.verifiedAt), \(contact.disabled?.at), \(contact.disabled?.reason))
            """)
    }

    /// Removes a contact point. Its unsent notices are cancelled; the history keeps that they were sent.
    /// - Returns: whether there is one.
    package func removeContactPoint(_ id: ContactPointID) throws(DatabaseError) -> Bool {
        try run("DELETE FROM notice_send WHERE contact_id = \(id) AND state = \(NoticeSend.State.waiting)")
        try run("UPDATE notice_send SET contact_id = NULL WHERE contact_id = \(id)")
        try run("DELETE FROM contact_code WHERE contact_id = \(id)")
        return try rowsChanged(by: "DELETE FROM contact_point WHERE id = \(id)") == 1
    }

    /// Its owner has proven a contact point.
    package func verifyContactPoint(_ id: ContactPointID, at now: Timestamp) throws(DatabaseError) {
        try run(
            "UPDATE contact_point SET verified_at = \(now), disabled_at = NULL, disabled_for = NULL WHERE id = \(id)")
    }

    /// The provider said that the address no longer exists.
    /// - Returns: false if it was disabled before.
    package func disableContactPoint(
        _ id: ContactPointID, for reason: String, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        try rowsChanged(
            by: """
                UPDATE contact_point SET disabled_at = \(now), disabled_for = \(reason)
                WHERE id = \(id) AND disabled_at IS NULL
                """) == 1
    }
}

extension ContactPoint {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        let disabledAt = try row.value(7, as: Timestamp?.self)
        let reason = try row.value(8, as: String?.self)
        let owner: Owner =
            if let account = try row.value(1, as: AccountID?.self) { .account(account) } else {
                .team(try row.value(2))
            }
        self.init(
            id: try row.value(0), owner: owner, kind: try row.value(3),
            address: try row.value(4, sealed: .contactPointAddress, key: 0),
            createdAt: try row.value(5), verifiedAt: try row.value(6),
            disabled: disabledAt.map { Disabled(at: $0, reason: reason ?? "") })
    }
}
