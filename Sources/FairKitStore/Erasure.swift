package import FairKitCore
package import SQLCipher

// What becomes of each table when a person is erased stands in the decision 0026-erasing-a-person.

extension Connection {
    /// Whether a critical alert about a person is open that a group of consumers has not delivered, or that nobody has: a warning
    /// that would be lost with them.
    package func hasUndeliveredWarning(about person: ProfileID) throws(DatabaseError) -> Bool {
        try exists(
            """
            SELECT 1 FROM alert a WHERE a.id IN (\(alertsOf(person)))
                AND a.state = \(AlertState.open) AND a.band = \(Band.critical)
                AND (EXISTS (SELECT 1 FROM delivery d JOIN consumer_group g ON g.id = d.group_id
                        WHERE d.alert_id = a.id AND d.state <> 'delivered' AND d.is_replay = 0 AND g.closed_at IS NULL)
                    OR NOT EXISTS (SELECT 1 FROM delivery d
                        WHERE d.alert_id = a.id AND (d.state = 'delivered' OR d.is_replay = 1)))
            """)
    }

    /// Who was erased, the last one first.
    package func erasedProfiles(limit: Int) throws(DatabaseError) -> [ErasedProfile] {
        try all("SELECT profile_id, at FROM erased_profile ORDER BY at DESC, profile_id LIMIT \(limit)") {
            row throws(DatabaseError) in ErasedProfile(id: try row.value(0), at: try row.value(1))
        }
    }
}

extension Connection where Access == Writing {
    /// Removes everything that is kept about a person but the audit, which knows an id that names nobody any more.
    package func erase(_ person: ProfileID, at now: Timestamp) throws(DatabaseError) -> ErasedRows {
        var erased = ErasedRows()
        let lastDelivery = try first("SELECT COALESCE(MAX(number), 0) FROM delivery") { row throws(DatabaseError) in
            try row.value(0, as: Int64.self)
        }
        // What is found by other rows goes before them.
        erased.mails = try eraseMails(to: person)
        try forgetWhatWasMade(for: person)
        try eraseAlerts(about: person, &erased)
        try eraseResults(of: person, &erased)
        try eraseKits(of: person, &erased)
        try eraseRelations(of: person)
        try eraseAccounts(of: person, &erased)
        erased.keys = try run("DELETE FROM api_key WHERE profile_id = \(person)")
        try run("DELETE FROM profile_identifier WHERE profile_id = \(person)")
        try run("DELETE FROM profile WHERE id = \(person)")
        try run(
            """
            INSERT INTO erased_profile (profile_id, at, last_delivery) VALUES (\(person), \(now), \(lastDelivery ?? 0))
            """)
        return erased
    }

    /// Mails to addresses that are this person's alone: of their accounts, and of their profile if nobody else has it.
    private func eraseMails(to person: ProfileID) throws(DatabaseError) -> Int {
        try run(
            """
            DELETE FROM outbox WHERE recipient IS NOT NULL AND lower(recipient) IN (
                SELECT lower(email) FROM account WHERE profile_id = \(person) AND email IS NOT NULL
                UNION SELECT lower(email) FROM invitation WHERE profile_id = \(person)
                UNION SELECT lower(email) FROM profile WHERE id = \(person) AND email IS NOT NULL
                EXCEPT SELECT lower(email) FROM profile WHERE id <> \(person) AND email IS NOT NULL
                EXCEPT SELECT email FROM account WHERE email IS NOT NULL
                    AND (profile_id IS NULL OR profile_id <> \(person)))
            """)
    }

    /// What was made under Idempotency-Keys: by the person, and of the person by others. A laboratory's are kept for ever, the others
    /// for a day.
    private func forgetWhatWasMade(for person: ProfileID) throws(DatabaseError) {
        try run("DELETE FROM idempotency WHERE expires_at IS NULL AND made IN (\(resultsOf(person)))")
        try run(
            """
            DELETE FROM idempotency WHERE expires_at IS NOT NULL
                AND (made = \(person) OR made IN (SELECT id FROM kit WHERE profile_id = \(person)))
            """)
        try run(
            """
            DELETE FROM idempotency WHERE actor IN (SELECT id FROM api_key WHERE profile_id = \(person)
                UNION SELECT id FROM account WHERE profile_id = \(person))
            """)
    }

    /// Events keep their numbers, by which consumers count, and nothing that leads to an alert.
    private func eraseAlerts(about person: ProfileID, _ erased: inout ErasedRows) throws(DatabaseError) {
        let (alerts, nothing) = (alertsOf(person), [UInt8](repeating: 0, count: 16))
        try run(
            """
            UPDATE alert_event SET alert_id = \(nothing), delivery = NULL, previous = NULL,
                actor = NULL, reason = NULL
            WHERE number IN (
                WITH RECURSIVE of_deliveries (number) AS (
                    SELECT last_event FROM delivery WHERE alert_id IN (\(alerts)) AND last_event IS NOT NULL
                    UNION ALL
                    SELECT e.previous FROM of_deliveries o JOIN alert_event e ON e.number = o.number
                    WHERE e.previous IS NOT NULL
                )
                SELECT number FROM of_deliveries
                UNION ALL
                SELECT number FROM alert_event WHERE delivery IS NULL AND alert_id IN (\(alerts)))
            """)
        try run("DELETE FROM send WHERE alert_id IN (\(alerts)) AND number < (SELECT MAX(number) FROM send)")
        // The last of all stays, so that its number is not given again.
        try run("UPDATE send SET alert_id = \(nothing), delivery = 0 WHERE alert_id IN (\(alerts))")
        // A group that had been given alerts as far as one of these begins anew; it gets none twice.
        try run("UPDATE consumer_group SET offered_to = \([UInt8]()) WHERE offered_to IN (\(alerts))")
        erased.deliveries = try run("DELETE FROM delivery WHERE alert_id IN (\(alerts))")
        erased.alerts = try run("DELETE FROM alert WHERE id IN (\(alerts))")
    }

    private func eraseResults(of person: ProfileID, _ erased: inout ErasedRows) throws(DatabaseError) {
        erased.versions = try run("DELETE FROM result_version WHERE result_id IN (\(resultsOf(person)))")
        erased.results = try run("DELETE FROM result WHERE id IN (\(resultsOf(person)))")
    }

    /// The kits themselves stay, since they are things that somebody counts: nobody's, and where they were. So nobody registers one
    /// again, and what a laboratory still finds in it is stored as nobody's.
    private func eraseKits(of person: ProfileID, _ erased: inout ErasedRows) throws(DatabaseError) {
        let kits: SQL = "SELECT id FROM kit WHERE profile_id = \(person)"
        erased.photos = try run("DELETE FROM kit_photo WHERE kit_id IN (\(kits))")
        try run("UPDATE kit_event SET reason = NULL WHERE reason IS NOT NULL AND kit_id IN (\(kits))")
        erased.kits = try run(
            """
            UPDATE kit SET profile_id = NULL, registered_at = NULL, send_by = NULL, read_from = NULL, needs_review = 0
            WHERE profile_id = \(person)
            """)
    }

    /// Who saw their record by relation, and whose they saw. Only of an account it is known that the address is theirs.
    private func eraseRelations(of person: ProfileID) throws(DatabaseError) {
        let accounts: SQL = "SELECT id FROM account WHERE profile_id = \(person)"
        try run("DELETE FROM care_assignment WHERE profile_id = \(person) OR account_id IN (\(accounts))")
        try run("DELETE FROM break_glass WHERE profile_id = \(person)")
        try run(
            """
            DELETE FROM share WHERE profile_id = \(person) OR account_id IN (\(accounts))
                OR email IN (SELECT email FROM account WHERE profile_id = \(person) AND email IS NOT NULL)
            """)
        // Mails about emergencies name them by their id.
        try run("DELETE FROM outbox WHERE facts IS NOT NULL AND instr(facts, \("\(person)")) > 0")
    }

    /// An account stays as an id with a role, which the audit names.
    private func eraseAccounts(of person: ProfileID, _ erased: inout ErasedRows) throws(DatabaseError) {
        let accounts: SQL = "SELECT id FROM account WHERE profile_id = \(person)"
        let sessions: SQL = "SELECT id FROM session WHERE account_id IN (\(accounts))"
        try run(
            """
            DELETE FROM invitation WHERE profile_id = \(person) OR account_id IN (\(accounts))
                OR email IN (SELECT email FROM account WHERE profile_id = \(person) AND email IS NOT NULL)
            """)
        try run("DELETE FROM challenge WHERE account_id IN (\(accounts))")
        try run("DELETE FROM backup_code WHERE account_id IN (\(accounts))")
        try run("DELETE FROM refresh_token WHERE session_id IN (\(sessions))")
        erased.sessions = try run("DELETE FROM session WHERE account_id IN (\(accounts))")
        erased.accounts = try run(
            """
            UPDATE account SET state = 'deleted', email = NULL, password = NULL, password_at = NULL, otp_secret = NULL,
                otp_confirmed_at = NULL, otp_step = NULL, profile_id = NULL
            WHERE profile_id = \(person)
            """)
    }
}

private func alertsOf(_ person: ProfileID) -> SQL { "SELECT id FROM alert WHERE result_id IN (\(resultsOf(person)))" }
