package import FairKitCore
package import Relational

extension Connection {
    /// The clinicians' response to an alert: its acknowledgement, its resolution and the failed read-backs.
    package func loop(of alert: AlertID) throws(DatabaseError) -> AlertLoop {
        AlertLoop(
            acknowledgement: try first(
                "SELECT account_id, at, reached, identifiers, note FROM acknowledgement WHERE alert_id = \(alert)"
            ) { row throws(DatabaseError) in
                Acknowledgement(
                    account: try row.value(0), at: try row.value(1), reached: try row.value(2),
                    identifiers: try row.value(3, as: String.self).split(separator: " ").compactMap {
                        ReadBack.Identifier(rawValue: String($0))
                    }, note: try row.value(4, sealed: .acknowledgementNote, of: alert))
            },
            resolution: try first(
                "SELECT account_id, at, outcome, note FROM alert_resolution WHERE alert_id = \(alert)"
            ) {
                row throws(DatabaseError) in
                AlertResolution(
                    account: try row.value(0), at: try row.value(1), outcome: try row.value(2),
                    note: try row.value(3, sealed: .alertResolutionNote, of: alert))
            },
            failures: try failedReadBacks(of: alert))
    }

    /// How many read-backs of an alert were wrong.
    package func failedReadBacks(of alert: AlertID) throws(DatabaseError) -> Int {
        try first(
            """
            SELECT COUNT(*) FROM alert_event
            WHERE alert_id = \(alert) AND delivery IS NULL AND kind = \(AlertEventKind.readBackFailed)
            """
        ) { row throws(DatabaseError) in try row.value(0) } ?? 0
    }

    /// The wrong read-backs of an alert by one account.
    package func readBackLimit(of alert: AlertID, by actor: ActorID) throws(DatabaseError) -> ReadBackLimit {
        let times = try all(
            """
            SELECT at FROM alert_event
            WHERE alert_id = \(alert) AND delivery IS NULL AND kind = \(AlertEventKind.readBackFailed)
                AND actor = \(actor) ORDER BY number
            """
        ) { row throws(DatabaseError) in try row.value(0, as: Timestamp.self) }
        return ReadBackLimit(failures: times.count, lastAt: times.last)
    }

    /// The record that a read-back of an alert is compared with.
    package func readBackRecord(of alert: AlertID) throws(DatabaseError) -> ReadBackRecord? {
        try first(
            """
            SELECT v.level, v.unit, v.comparator, r.kit_code, r.reference, p.birth_date, p.family_name, r.id, p.id, v.status,
                \(rights: .result, from: "r")
            FROM alert a JOIN result r ON r.id = a.result_id
            JOIN result_version v ON v.result_id = a.result_id AND v.number = a.result_version
            LEFT JOIN profile p ON p.id = r.profile_id WHERE a.id = \(alert)
            """
        ) { row throws(DatabaseError) -> ReadBackRecord in
            let isWithdrawn = try row.value(9, as: ResultStatus.self).isWithdrawn
            let isTied = try row.isAuthentic(.result, at: 10)
            return ReadBackRecord(
                level: isWithdrawn ? nil : try Level(row: row, from: 0),
                kitCode: try row.value(3, sealed: .resultKitCode, key: 7),
                reference: try row.value(4, sealed: .resultReference, key: 7),
                birthDate: isTied ? try row.value(5, as: CalendarDate?.self, sealed: .profileBirthDate, key: 8) : nil,
                familyName: isTied ? try row.value(6, as: String?.self, sealed: .profileFamilyName, key: 8) : nil)
        }
    }

    /// Whether an account was told about an alert, or has acknowledged it: it may go on reading it.
    package func isInvolved(_ account: AccountID, in alert: AlertID) throws(DatabaseError) -> Bool {
        let wasNotified: SQL = "SELECT 1 FROM notice WHERE alert_id = \(alert) AND account_id = \(account)"
        if try exists(wasNotified) { return true }
        return try exists("SELECT 1 FROM acknowledgement WHERE alert_id = \(alert) AND account_id = \(account)")
    }
}

extension WriteTransaction {
    /// Ends the escalation of an alert: its state, its waiting steps and its unsent notices, in one transaction.
    /// - Returns: false if the alert is no longer open.
    package func acknowledge(_ alert: AlertID, _ done: Acknowledgement) throws(DatabaseError) -> Bool {
        guard try setAlertState(.acknowledged, of: alert, from: .open) else { return false }
        try run(
            """
            INSERT INTO acknowledgement (alert_id, account_id, at, reached, identifiers, note)
            VALUES (\(alert), \(done.account), \(done.at), \(done.reached),
                \(done.identifiers.map(\.rawValue).joined(separator: " ")),
                \(sealed: done.note, .acknowledgementNote, of: alert))
            """)
        try endEscalation(of: alert, at: done.at)
        try logChange(of: .alert(alert), at: done.at)
        try appendAlertEvent(.acknowledged, about: alert, actor: ActorID(uuid: done.account.uuid), at: done.at)
        return true
    }

    /// Records what came of an alert.
    /// - Parameter states: it must be in one of them.
    /// - Returns: false if it is in another.
    package func resolve(
        _ alert: AlertID, _ done: AlertResolution, from states: [AlertState]
    ) throws(DatabaseError) -> Bool {
        let actor = ActorID(uuid: done.account.uuid)
        guard try endAlert(alert, from: states, because: nil, actor: actor, at: done.at) else { return false }
        try run(
            """
            INSERT INTO alert_resolution (alert_id, account_id, at, outcome, note)
            VALUES (\(alert), \(done.account), \(done.at), \(done.outcome),
                \(sealed: done.note, .alertResolutionNote, of: alert))
            """)
        return true
    }

    /// Ends an alert that asked a person to verify a level.
    /// - Returns: false if it has ended already.
    package func settleAlert(
        _ alert: AlertID, because reason: AlertSettlement, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        try endAlert(alert, from: [.open, .acknowledged], because: reason.rawValue, actor: actor, at: now)
    }

    private func endAlert(
        _ alert: AlertID, from states: [AlertState], because reason: String?, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        for state in states where try setAlertState(.resolved, of: alert, from: state) {
            try endEscalation(of: alert, at: now)
            try logChange(of: .alert(alert), at: now)
            try appendAlertEvent(.resolved, about: alert, actor: actor, reason: reason, at: now)
            return true
        }
        return false
    }

    /// Records a wrong read-back.
    /// - Parameter parts: which parts were wrong, never their values.
    package func logFailedReadBack(
        of alert: AlertID, _ parts: [ReadBackPart], actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        try appendAlertEvent(
            .readBackFailed, about: alert, actor: actor, reason: parts.map(\.rawValue).joined(separator: " "), at: now)
    }

    /// Cancels an alert's waiting steps and unsent notices.
    func endEscalation(of alert: AlertID, at now: Timestamp) throws(DatabaseError) {
        try cancelSteps(of: alert, at: now)
        try cancelSends(about: alert, at: now)
    }

    private func setAlertState(_ state: AlertState, of alert: AlertID, from: AlertState) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "UPDATE alert SET state = \(state) WHERE id = \(alert) AND state = \(from)") == 1
    }
}
