package import FairKitCore
package import Relational

private let columns: SQL = "alert_id, number, targets, repeats, state, due_at, planned_at, ended_at"

extension Connection {
    /// The steps of an alert, in their order.
    package func steps(of alert: AlertID) throws(DatabaseError) -> [AlertStep] {
        try all("SELECT \(columns) FROM alert_step WHERE alert_id = \(alert) ORDER BY number", AlertStep.init(row:))
    }

    /// The first step of an alert that waits.
    package func nextStep(of alert: AlertID) throws(DatabaseError) -> AlertStep? {
        try first(
            """
            SELECT \(columns) FROM alert_step WHERE alert_id = \(alert) AND state = \(AlertStep.State.waiting)
            ORDER BY number LIMIT 1
            """, AlertStep.init(row:))
    }

    /// Steps that are due now, those due longest first.
    package func dueSteps(at now: Timestamp, limit: Int) throws(DatabaseError) -> [AlertStep] {
        try all(
            "SELECT \(columns) FROM alert_step WHERE due_at <= \(now) ORDER BY due_at, alert_id, number LIMIT \(limit)",
            AlertStep.init(row:))
    }

    /// When the next step is due.
    package func nextStepDue() throws(DatabaseError) -> Timestamp? {
        try first("SELECT MIN(due_at) FROM alert_step WHERE due_at IS NOT NULL") { row throws(DatabaseError) in
            try row.value(0, as: Timestamp?.self)
        } ?? nil
    }

    /// Open critical alerts without a next step. There is none, unless a fault lost it.
    package func alertsWithoutStep(limit: Int) throws(DatabaseError) -> [AlertID] {
        try all(
            """
            SELECT a.id FROM alert a WHERE a.state = 'open' AND a.band = \(Band.critical) AND NOT EXISTS
                (SELECT 1 FROM alert_step s WHERE s.alert_id = a.id AND s.state = \(AlertStep.State.waiting))
            ORDER BY a.rank LIMIT \(limit)
            """
        ) { row throws(DatabaseError) in try row.value(0) }
    }

    /// The policy of a band that the tenant has set, inside its bounds; nil: the default applies.
    package func escalationPolicy(for band: Band) throws(DatabaseError) -> EscalationPolicy? {
        try first("SELECT steps FROM escalation_policy WHERE band = \(band)") { row throws(DatabaseError) in
            try row.value(0, as: EscalationPolicy.self).bounded(for: band)
        }
    }

    /// Whether alerts of these bands call people: one of the bands has a policy.
    package func calls(_ bands: [Band]) throws(DatabaseError) -> Bool {
        for band in bands {
            let policy = try escalationPolicy(for: band) ?? .standard(for: band)
            if policy != nil { return true }
        }
        return false
    }

    /// The policy of critical alerts that is in force: each alert must reach a person at its last step.
    package func criticalPolicy() throws(DatabaseError) -> EscalationPolicy? {
        try escalationPolicy(for: .critical) ?? .standard(for: .critical)
    }
}

/// The outcome of bringing the next step of an alert forward.
package enum StepEscalation: Sendable {
    /// It is due sooner than before.
    case sooner
    /// It is due already, or must not come sooner.
    case unchanged
    /// No such step waits.
    case none
}

extension WriteTransaction {
    package func insertAlertStep(_ step: AlertStep) throws(DatabaseError) {
        try run(
            """
            INSERT INTO alert_step (\(columns))
            VALUES (\(step.alert), \(step.number), \(step.targets.text), \(step.repeats.map { Int($0.components.seconds) }),
                \(step.state), \(step.dueAt), \(step.plannedAt), \(step.endedAt))
            """)
    }

    /// Ends a step that waits.
    /// - Returns: false if it has ended already.
    package func endAlertStep(_ step: AlertStep, _ state: AlertStep.State, at now: Timestamp) throws(DatabaseError)
        -> Bool
    {
        try rowsChanged(
            by: """
                UPDATE alert_step SET state = \(state), due_at = NULL, ended_at = \(now)
                WHERE alert_id = \(step.alert) AND number = \(step.number) AND state = \(AlertStep.State.waiting)
                """) == 1
    }

    /// Cancels every waiting step of an alert.
    package func cancelSteps(of alert: AlertID, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            UPDATE alert_step SET state = \(AlertStep.State.cancelled), due_at = NULL, ended_at = \(now)
            WHERE alert_id = \(alert) AND state = \(AlertStep.State.waiting)
            """)
    }

    /// Moves the steps that were planned after a step that is carried out late, if one of them is overdue as well, so
    /// that people have the planned time to answer. A server that was down does not carry out all steps at once.
    /// - Returns: whether they were moved.
    package func delaySteps(after step: AlertStep, at now: Timestamp) throws(DatabaseError) -> Bool {
        let later: SQL = "alert_id = \(step.alert) AND due_at IS NOT NULL AND planned_at > \(step.plannedAt)"
        guard try exists("SELECT 1 FROM alert_step WHERE \(later) AND planned_at <= \(now)") else { return false }
        let late = now.milliseconds - step.plannedAt.milliseconds
        try run("UPDATE alert_step SET due_at = due_at + \(late), planned_at = planned_at + \(late) WHERE \(later)")
        return true
    }

    /// Makes the next step of an alert due now, or a repetition as soon as it may come. A step is brought forward once:
    /// one that is due already stays the next step.
    ///
    /// - Parameter number: only this step is brought forward; nil: whichever is next.
    package func escalateStepNow(
        of alert: AlertID, number: Int? = nil, at now: Timestamp
    ) throws(DatabaseError) -> StepEscalation {
        guard let next = try nextStep(of: alert), let due = next.dueAt, number.map({ $0 == next.number }) ?? true else {
            return .none
        }
        let previous = try first(
            "SELECT \(columns) FROM alert_step WHERE alert_id = \(alert) AND number = \(next.number - 1)",
            AlertStep.init(row:))
        let earliest = next.earliest(after: previous, at: now)
        guard earliest < due else { return .unchanged }
        try run("UPDATE alert_step SET due_at = \(earliest) WHERE alert_id = \(alert) AND number = \(next.number)")
        return .sooner
    }

    /// Appends the event of a step none of whose messages arrived.
    package func appendUnreached(_ step: AlertStep, at now: Timestamp) throws(DatabaseError) {
        try appendAlertEvent(
            .stepSkipped, about: step.alert, actor: .server, reason: "step \(step.number), no message arrived",
            at: now)
    }

    /// Sets the policy of a band, for alerts that are raised from now on.
    package func setEscalationPolicy(
        _ policy: EscalationPolicy, for band: Band, by actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        _ = try removeEscalationPolicy(for: band)
        try run(
            """
            INSERT INTO escalation_policy (band, steps, changed_at, changed_by)
            VALUES (\(band), \(policy), \(now), \(actor))
            """)
    }

    /// Restores the default policy of a band.
    package func removeEscalationPolicy(for band: Band) throws(DatabaseError) -> Bool {
        try rowsChanged(by: "DELETE FROM escalation_policy WHERE band = \(band)") == 1
    }
}

extension WriteTransaction {
    /// Appends the event of a step that ended.
    /// - Parameter notified: how many receivers could act on it.
    package func appendStepEvent(_ step: AlertStep, notified: Int, actor: ActorID, at now: Timestamp)
        throws(DatabaseError)
    {
        try appendAlertEvent(
            notified > 0 ? .escalated : .stepSkipped, about: step.alert, actor: actor,
            reason: "step \(step.number), told \(notified)", at: now)
    }
}

extension AlertStep {
    fileprivate init(row: borrowing Row) throws(DatabaseError) {
        self.init(
            alert: try row.value(0), number: try row.value(1),
            targets: [EscalationTarget](stored: try row.value(2)),
            repeats: try row.value(3, as: Int?.self).map {
                min(max(.seconds($0), EscalationPolicy.shortestRepeat), EscalationPolicy.longest)
            }, state: try row.value(4),
            dueAt: try row.value(5), plannedAt: try row.value(6), endedAt: try row.value(7))
    }
}

extension [EscalationTarget] {
    /// The stored form: the texts, separated by spaces.
    fileprivate var text: String { map(\.description).joined(separator: " ") }

    fileprivate init(stored text: String) {
        self = text.utf8.split(separator: UInt8(ascii: " ")).compactMap {
            EscalationTarget(String(decoding: $0, as: UTF8.self))
        }
    }
}
