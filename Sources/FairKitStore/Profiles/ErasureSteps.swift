package import FairKitCore
package import Relational

/// The statements that erase a person. Each finds its rows by an index, since all other writers wait meanwhile.
package struct Erasure {
    /// A statement, and the count to which its rows are added.
    package typealias Step = (sql: SQL, counted: WritableKeyPath<ErasedRows, Int>?)

    private let person: ProfileID
    private let results: SQL
    private let alerts: SQL
    private let accounts: SQL

    /// Replaces an erased id.
    private static let nothing = [UInt8](repeating: 0, count: 16)

    package init(of person: ProfileID) {
        self.person = person
        results = resultsOf(person)
        alerts = alertsOf(person)
        accounts = "SELECT id FROM account WHERE profile_id = \(person)"
    }

    /// In order: rows that are found through other rows go before those.
    package var steps: [Step] {
        mails + [notes] + whatWasMade + ofAlerts + ofResults + ofKits + relations + doors + [
            ("DELETE FROM api_key WHERE profile_id = \(person)", \.keys),
            ("DELETE FROM prepared_key WHERE profile_id = \(person)", nil),
            ("DELETE FROM requested_erasure WHERE profile_id = \(person)", nil),
            ("DELETE FROM next_test WHERE profile_id = \(person)", nil),
            ("DELETE FROM programme_member WHERE profile_id = \(person)", nil),
            // The blocks stay, in numbers alone.
            ("DELETE FROM figure_person WHERE profile_id = \(person)", nil),
            ("DELETE FROM profile_contact_failure WHERE profile_id = \(person)", nil),
            ("DELETE FROM profile_photo WHERE profile_id = \(person)", nil),
            ("DELETE FROM profile_identifier WHERE profile_id = \(person)", nil),
            ("DELETE FROM profile WHERE id = \(person)", nil),
        ]
    }

    /// Mails to addresses that belong to this person alone: those of their accounts, and that of their profile if no
    /// other profile has it. Accounts and invitations store addresses in lower case.
    private var mails: [Step] {
        let steps = removal(
            ofMails: """
                \(foldedLookup: "recipient") IN (
                    SELECT own.email FROM (
                        SELECT \(lookup: "email") AS email FROM account WHERE profile_id = \(person) AND email IS NOT NULL
                        UNION SELECT \(lookup: "email") FROM invitation WHERE profile_id = \(person)
                        UNION SELECT \(foldedLookup: "email") FROM profile WHERE id = \(person) AND email IS NOT NULL) own
                    WHERE NOT EXISTS (SELECT 1 FROM profile p
                            WHERE p.email IS NOT NULL AND \(foldedLookup: "p.email") = own.email AND p.id <> \(person))
                        AND NOT EXISTS (SELECT 1 FROM account a
                            WHERE \(lookup: "a.email") = own.email AND (a.profile_id IS NULL OR a.profile_id <> \(person))))
                """)
        return [(steps[0], nil), (steps[1], \.mails)]
    }

    /// Waiting mails that name the person to those with whom they share.
    private var mailsToOthers: [Step] {
        removal(
            ofMails: """
                kind = \(NoticeKind.shared) AND \(foldedLookup: "recipient") IN (
                    SELECT \(lookup: "email") FROM share WHERE profile_id = \(person) AND email IS NOT NULL)
                """
        ).map { ($0, nil) }
    }

    /// The notes of staff about the person.
    private var notes: Step { ("DELETE FROM note WHERE subject IN (\(subjectsOfNotes(about: person)))", nil) }

    /// Idempotency-Keys: of the person's requests, and of others' requests about the person. A laboratory's are kept
    /// for ever, others for a day.
    private var whatWasMade: [Step] {
        mailsToOthers + [
            ("DELETE FROM idempotency WHERE expires_at IS NULL AND made IN (\(results))", nil),
            // Kits that were issued together share one row; they belonged to no patient.
            (
                """
                DELETE FROM idempotency WHERE expires_at IS NOT NULL AND \(.byteCount)(made) = 16
                    AND made IN (SELECT \(person) UNION ALL SELECT id FROM kit WHERE profile_id = \(person)
                        UNION ALL SELECT id FROM care_assignment WHERE profile_id = \(person))
                """, nil
            ),
            (
                """
                DELETE FROM idempotency WHERE actor IN (SELECT id FROM api_key WHERE profile_id = \(person)
                    UNION SELECT id FROM account WHERE profile_id = \(person))
                """, nil
            ),
        ]
    }

    /// Events keep their numbers, since consumers count by them, but nothing that leads to an alert.
    private var ofAlerts: [Step] {
        [
            (
                """
                UPDATE alert_event SET alert_id = \(Erasure.nothing), delivery = NULL, previous = NULL,
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
                """, nil
            ),
            (
                "DELETE FROM delivery_attempt WHERE alert_id IN (\(alerts)) AND number < (SELECT MAX(number) FROM delivery_attempt)",
                nil
            ),
            // The last row stays, so that its number is not reused.
            (
                "UPDATE delivery_attempt SET alert_id = \(Erasure.nothing), delivery = 0 WHERE alert_id IN (\(alerts))",
                nil
            ),
            // A group whose backfill had reached one of these alerts starts over; it gets none twice.
            ("UPDATE consumer_group SET backfilled_to = \([UInt8]()) WHERE backfilled_to IN (\(alerts))", nil),
            ("DELETE FROM delivery WHERE alert_id IN (\(alerts))", \.deliveries),
            ("DELETE FROM told WHERE profile_id = \(person)", nil),
            ("DELETE FROM notice_send WHERE notice_id IN (\(notices))", nil),
            ("DELETE FROM notice_event WHERE notice_id IN (\(notices))", nil),
            ("DELETE FROM notice WHERE id IN (\(notices))", nil),
            (
                "DELETE FROM contact_code WHERE contact_id IN (SELECT id FROM contact_point WHERE account_id IN (\(accounts)))",
                nil
            ),
            ("DELETE FROM contact_code_sent WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM notice_preference WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM contact_point WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM alert_step WHERE alert_id IN (\(alerts))", nil),
            ("DELETE FROM acknowledgement WHERE alert_id IN (\(alerts))", nil),
            ("DELETE FROM alert_resolution WHERE alert_id IN (\(alerts))", nil),
            ("DELETE FROM alert WHERE id IN (\(alerts))", \.alerts),
        ]
    }

    /// The notices to others about the person, and those to the person.
    private var notices: SQL {
        """
        SELECT id FROM notice WHERE profile_id = \(person)
        UNION SELECT id FROM notice WHERE alert_id IN (\(alerts))
        UNION SELECT id FROM notice WHERE account_id IN (\(accounts))
        """
    }

    private var ofResults: [Step] {
        [
            ("DELETE FROM result_version WHERE result_id IN (\(results))", \.versions),
            ("DELETE FROM result WHERE id IN (\(results))", \.results),
        ]
    }

    /// The kits themselves stay, since they are counted goods: without an owner, and where they were. So they can't be
    /// registered again, and later results are stored as unmatched.
    private var ofKits: [Step] {
        let kits: SQL = "SELECT id FROM kit WHERE profile_id = \(person)"
        return [
            ("DELETE FROM kit_photo WHERE kit_id IN (\(kits))", \.photos),
            ("DELETE FROM kit_reminder WHERE kit_id IN (\(kits))", nil),
            ("DELETE FROM refused_code WHERE profile_id = \(person)", nil),
            // The carrier could identify the sender by the number.
            (
                """
                UPDATE kit_logistics SET carrier = NULL, tracking_number = NULL, return_carrier = NULL, return_tracking_number = NULL
                WHERE kit_id IN (\(kits))
                """, nil
            ),
            ("UPDATE kit_event SET reason = NULL WHERE reason IS NOT NULL AND kit_id IN (\(kits))", nil),
            (
                """
                UPDATE kit SET profile_id = NULL, registered_at = NULL, send_by = NULL, read_from = NULL, needs_review = 0,
                    results_came_first = 0
                WHERE profile_id = \(person)
                """, \.kits
            ),
        ]
    }

    /// The relations by which others saw the record, and the person saw others' records. Only an account's address is
    /// known to belong to the person.
    private var relations: [Step] {
        [
            ("DELETE FROM care_assignment WHERE profile_id = \(person) OR account_id IN (\(accounts))", nil),
            ("DELETE FROM break_glass WHERE profile_id = \(person)", nil),
            (
                """
                DELETE FROM share WHERE profile_id = \(person) OR account_id IN (\(accounts))
                    OR \(lookup: "email") IN (\(addresses))
                """, nil
            ),
        ]
    }

    /// Where the person's accounts get mail, as it is looked up.
    private var addresses: SQL {
        "SELECT \(lookup: "email") FROM account WHERE profile_id = \(person) AND email IS NOT NULL"
    }

    /// The person's access. An account stays as an id with a role, which the audit log names.
    private var doors: [Step] {
        let sessions: SQL = "SELECT id FROM session WHERE account_id IN (\(accounts))"
        let invitations = removal(
            ofInvitations: """
                profile_id = \(person) OR account_id IN (\(accounts)) OR \(lookup: "email") IN (\(addresses))
                """)
        return invitations.mails.map { ($0, nil) } + [
            (invitations.invitations, nil),
            ("DELETE FROM known_place WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM calendar_feed WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM saved_search WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM challenge WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM backup_code WHERE account_id IN (\(accounts))", nil),
            ("DELETE FROM refresh_token WHERE session_id IN (\(sessions))", nil),
            ("DELETE FROM session WHERE account_id IN (\(accounts))", \.sessions),
            (
                """
                UPDATE account SET state = 'deleted', email = NULL, password = NULL, password_at = NULL,
                    otp_secret = NULL, otp_confirmed_at = NULL, otp_step = NULL, profile_id = NULL, name = NULL,
                    phone = NULL
                WHERE profile_id = \(person)
                """, \.accounts
            ),
        ]
    }
}

func alertsOf(_ person: ProfileID) -> SQL { "SELECT id FROM alert WHERE result_id IN (\(resultsOf(person)))" }
