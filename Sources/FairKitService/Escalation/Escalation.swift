import CoreMetrics
package import FairKitCore
package import FairKitStore

/// Notifies people about open alerts, step by step, until a clinician acknowledges. It runs beside the server and acts
/// for no caller.
package struct Escalation: Sendable {
    let tenant: Tenancy

    /// How many steps one transaction carries out, so that other writers do not wait long.
    static let batch = 200
}

extension Tenancy {
    package var escalation: Escalation { Escalation(tenant: self) }
}

/// The outcome of one pass over the due steps.
package struct FiredSteps: Sendable {
    /// How late each step was.
    package var lateness: [Duration] = []
    /// The alerts of steps that had no one to tell.
    package var skipped: [AlertID] = []
    /// When the next step is due; nil: none waits.
    package var next: Timestamp?
}

extension Escalation {
    /// Carries out the steps that are due, a batch of them. Their notices, the next steps and the events are one
    /// transaction, so that after a crash no person is told twice for one step, and no step is lost.
    ///
    /// - Parameter known: when the next step is due; nil: it is looked up first, so that without a due step nothing is
    ///   written.
    package func fire(next known: Timestamp? = nil) async throws(DatabaseError) -> FiredSteps {
        let (time, zones) = (tenant.now, tenant.zones)
        let now = time()
        if known.map({ $0 > now }) ?? true {
            let next = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in try tx.nextStepDue() }
            guard let next, next <= now else { return FiredSteps(next: next) }
        }
        return try await tenant.store.write(in: .critical) { (tx) throws(DatabaseError) in
            var fired = FiredSteps()
            var found = FoundReceivers()
            // The clock may have been set, and followed, while this waited.
            let now = time()
            // Later steps of these are no longer due, or carried out.
            var done: Set<AlertID> = []
            for step in try tx.dueSteps(at: now, limit: Escalation.batch) where !done.contains(step.alert) {
                if try tx.delaySteps(after: step, at: now) { done.insert(step.alert) }
                let notified = try Escalation.fire(step, &found, zones: zones, at: now, in: tx)
                if notified.count > 1 { done.insert(step.alert) }
                for case 0 in notified { fired.skipped.append(step.alert) }
                if let due = step.dueAt { fired.lateness.append(due.distance(to: now)) }
                fired.lateness += notified.dropFirst().map { _ in .zero }
                if fired.lateness.count >= Escalation.batch { break }
            }
            fired.next = try tx.nextStepDue()
            return fired
        }
    }

    /// Gives each open critical alert a next step that has none. There is none, unless a fault lost it, or the alert is
    /// older than escalation.
    ///
    /// - Returns: how many alerts lacked one.
    package func audit() async throws(DatabaseError) -> Int {
        let now = tenant.now()
        let missing = try await tenant.store.read(in: .urgent) { (tx) throws(DatabaseError) in
            try tx.alertsWithoutStep(limit: 100)
        }
        guard !missing.isEmpty else { return 0 }
        return try await tenant.store.write(in: .critical) { (tx) throws(DatabaseError) in
            for alert in try tx.alertsWithoutStep(limit: 100) { try Escalation.resume(alert, at: now, in: tx) }
            return missing.count
        }
    }

    /// Carries out one step, and each one after it for as long as no one is reached.
    ///
    /// - Parameter found: the receivers that earlier steps of the transaction have found.
    /// - Returns: how many receivers could act on each.
    fileprivate static func fire(
        _ step: AlertStep, _ found: inout FoundReceivers, zones: TimeZones, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Int] {
        guard let alert = try tx.alert(step.alert), alert.state == .open else {
            try tx.cancelSteps(of: step.alert, at: now)
            return [1]
        }
        var known: AlertNews?
        var notified: [Int] = []
        var next: AlertStep? = step
        while let step = next {
            let carried = try carryOut(step, of: alert, &known, &found, zones: zones, at: now, in: tx)
            notified.append(carried.notified)
            // A step that reaches no one is not waited out.
            next = carried.isOver && step.repeats == nil ? try tx.nextStep(of: alert.id) : nil
        }
        return notified
    }

    /// - Parameter known: the facts about the alert, once some receiver needed them.
    /// - Returns: how many receivers could act on the step, and whether no one is reached.
    private static func carryOut(
        _ step: AlertStep, of alert: Alert, _ known: inout AlertNews?, _ found: inout FoundReceivers, zones: TimeZones,
        at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> (notified: Int, isOver: Bool) {
        var (notified, isNew) = (0, false)
        for target in step.targets {
            for receiver in try found.receivers(of: target, about: alert, at: now, zones: zones, in: tx) {
                let reader = try Escalation.reader(receiver, of: alert, at: now, in: tx)
                if known == nil { known = try news(of: alert, in: tx) }
                guard let news = known, let kind = news.kind(for: reader) else { continue }
                let notice = Notice(
                    to: receiver, kind, about: alert.profileID, alert: alert.id, step: step.number,
                    news.facts(for: reader), at: now)
                if try Notices.notify(notice, over: found.ways(to: receiver, for: kind, in: tx), in: tx) {
                    isNew = true
                }
                // A patient can't acknowledge.
                if !reader.isPatient { notified += 1 }
            }
        }
        _ = try tx.endAlertStep(step, notified > 0 || step.targets == [.patient] ? .fired : .skipped, at: now)
        if let next = step.next(after: now) { try tx.insertAlertStep(next) }
        try tx.appendStepEvent(step, notified: notified, actor: .server, at: now)
        if notified == 0 || isNew { return (notified, notified == 0) }
        // A correction's messages began it, and may all have failed.
        let isReached = try tx.reaches(alert.id, step: step.number, onlyStaff: step.targets != [.patient])
        return (notified, !isReached)
    }

    /// Starts the escalation of an alert again.
    fileprivate static func resume(_ alert: AlertID, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        guard let band = try tx.alert(alert)?.band else { return }
        let policy = try tx.escalationPolicy(for: band) ?? .standard(for: band)
        let last = try tx.steps(of: alert).last?.number ?? 0
        for step in policy?.steps(of: alert, at: now) ?? [] {
            try tx.insertAlertStep(
                AlertStep(
                    alert: alert, number: last + step.number, targets: step.targets, repeats: step.repeats,
                    dueAt: step.dueAt, plannedAt: step.plannedAt))
        }
    }
}
