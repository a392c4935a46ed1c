package import FairKitCore
package import Relational

/// The ids of a person's results, including those of their kits that were withdrawn before the kit was registered.
func resultsOf(_ person: ProfileID) -> SQL {
    """
    SELECT id FROM result WHERE profile_id = \(person)
    UNION SELECT r.id FROM kit k JOIN result r ON \(lookup: "r.kit_code") = \(lookup: "k.code")
    WHERE k.profile_id = \(person) AND r.profile_id IS NULL
    """
}

extension Connection {
    /// A person's whole record, on this snapshot.
    /// - Returns: nil if there is no such person.
    package func personRecord(of person: ProfileID) throws(DatabaseError) -> PersonRecord? {
        guard let profile = try profile(person) else { return nil }
        let kits = try kits(KitFilter(), in: .patient(person), after: nil, limit: PersonRecord.maxRows).items
        return PersonRecord(
            profile: profile,
            kits: try kits.map { kit throws(DatabaseError) in (kit, try events(of: kit.id), try photo(of: kit.id)) },
            results: try results(about: person).map { result throws(DatabaseError) in
                (result, try versions(of: result.id))
            },
            alerts: try alerts(about: person).map { alert throws(DatabaseError) in
                (alert, try alertEvents(about: alert.id, after: 0, limit: PersonRecord.maxRows))
            },
            accesses: try auditEntries(about: person), accounts: try accounts(of: person), keys: try keys(of: person),
            shares: try shares(of: person, before: nil, limit: PersonRecord.maxRows).items,
            care: try careAssignments(of: nil, to: person, before: nil, limit: PersonRecord.maxRows).items,
            emergencies: try breakGlasses(to: person),
            notices: try notices(to: person).map { notice throws(DatabaseError) in (notice, try sends(of: notice.id)) },
            failedContacts: try failedContacts(of: person))
    }

    /// Whether a person's record is too large to export at once. The check does not read the record.
    package func isTooLarge(recordOf person: ProfileID) throws(DatabaseError) -> Bool {
        try !exists(
            """
            SELECT 1 WHERE (SELECT COUNT(*) FROM kit k JOIN kit_event e ON e.kit_id = k.id WHERE k.profile_id = \(person))
                + (SELECT COUNT(*) FROM result_version WHERE result_id IN (\(resultsOf(person))))
                + (SELECT COUNT(*) FROM share WHERE profile_id = \(person))
                + (SELECT COUNT(*) FROM care_assignment WHERE profile_id = \(person))
                + (SELECT COUNT(*) FROM break_glass WHERE profile_id = \(person))
                + (SELECT COUNT(*) FROM notice WHERE profile_id = \(person))
                + (SELECT COUNT(*) FROM (\(AuditBlock.entries(about: person))) about) <= \(PersonRecord.maxRows)
                AND (SELECT CAST(COALESCE(SUM(\(.byteCount)(p.jpeg)), 0) AS BIGINT) FROM kit k JOIN kit_photo p ON p.kit_id = k.id
                    WHERE k.profile_id = \(person)) <= \(PersonRecord.maxPhotoBytes)
            """)
    }

    private func accounts(of person: ProfileID) throws(DatabaseError) -> [PersonAccount] {
        let accounts = try all(
            "SELECT id, email, state, created_at, name, phone, language FROM account WHERE profile_id = \(person) ORDER BY id"
        ) { row throws(DatabaseError) in
            (
                id: try row.value(0, as: AccountID.self),
                email: try row.value(1, as: String?.self, sealed: .accountEmail, key: 0),
                state: try row.value(2, as: String.self), createdAt: try row.value(3, as: Timestamp.self),
                details: AccountDetails(
                    name: try row.value(4, sealed: .accountName, key: 0),
                    phone: try row.value(5, sealed: .accountPhone, key: 0), language: try row.value(6))
            )
        }
        return try accounts.map { account throws(DatabaseError) in
            PersonAccount(
                id: account.id, email: account.email, details: account.details, state: account.state,
                createdAt: account.createdAt, sessions: try sessions(of: account.id))
        }
    }

    private func sessions(of account: AccountID) throws(DatabaseError) -> [PersonAccount.Session] {
        try all(
            """
            SELECT started_at, used_at, ended_at, address, client, id FROM session WHERE account_id = \(account)
            ORDER BY id
            """
        ) { row throws(DatabaseError) in
            PersonAccount.Session(
                startedAt: try row.value(0), usedAt: try row.value(1), endedAt: try row.value(2),
                address: try row.value(3, sealed: .sessionAddress, key: 5),
                client: try row.value(4, sealed: .sessionClient, key: 5))
        }
    }
}
