/// A step of the escalation of one alert: a row with a due time, never a timer in memory only.
package struct AlertStep: Equatable, Sendable {
    package let alert: AlertID
    /// From 1.
    package let number: Int
    package let targets: [EscalationTarget]
    package let repeats: Duration?
    package let state: State
    /// When it is due, while it waits.
    package let dueAt: Timestamp?
    /// When it was due by the policy.
    package let plannedAt: Timestamp
    package let endedAt: Timestamp?

    /// The texts are stored; append only.
    package enum State: String, Sendable, CaseIterable {
        case waiting
        case fired
        /// There was no one to tell, so the next step was due at once.
        case skipped
        /// A clinician acknowledged the alert, or a correction retracted it.
        case cancelled
    }

    package init(
        alert: AlertID, number: Int, targets: [EscalationTarget], repeats: Duration?, state: State = .waiting,
        dueAt: Timestamp?, plannedAt: Timestamp, endedAt: Timestamp? = nil
    ) {
        self.alert = alert
        self.number = number
        self.targets = targets
        self.repeats = repeats
        self.state = state
        self.dueAt = dueAt
        self.plannedAt = plannedAt
        self.endedAt = endedAt
    }

    /// When it may be due at the earliest if it is brought forward: a repetition comes no sooner after the one before
    /// than the shortest interval of a policy.
    package func earliest(after previous: AlertStep?, at now: Timestamp) -> Timestamp {
        guard let previous, previous.repeats != nil, let ended = previous.endedAt else { return now }
        return max(now, min(ended, now).advanced(by: EscalationPolicy.shortestRepeat))
    }

    /// The next repetition of a step that repeats; nil: it does not.
    ///
    /// A server that was down for hours tells each person once, and not once for each repetition that it missed.
    package func next(after now: Timestamp) -> AlertStep? {
        guard let repeats else { return nil }
        let due = now.advanced(by: repeats)
        return AlertStep(
            alert: alert, number: number + 1, targets: targets, repeats: repeats, dueAt: due, plannedAt: due)
    }
}

extension EscalationPolicy {
    /// The steps of an alert that is raised now.
    package func steps(of alert: AlertID, at now: Timestamp) -> [AlertStep] {
        steps.enumerated().map { index, step in
            let due = now.advanced(by: step.after)
            return AlertStep(
                alert: alert, number: index + 1, targets: step.targets, repeats: step.repeats, dueAt: due,
                plannedAt: due)
        }
    }
}
