import FairKitCore
import FairKitStore

extension LevelInterpretation {
    /// Interprets the patient's next result again, since the one before it is new or has changed.
    ///
    /// - Returns: the bands of the alerts that it raised or redelivered.
    static func reinterpretSuccessor(
        of result: ResultID, of patient: ProfileID, actor: ActorID, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Band] {
        var (bands, last): ([Band], ResultID?) = ([], result)
        while let before = last, let next = try tx.standingResult(after: before, of: patient) {
            let again = try reinterpret(
                next, of: patient, "Interpreted again: an earlier result was added or corrected.", actor: actor,
                at: now, in: tx)
            bands += again.bands
            // A result that is no longer held is the earlier one of its own successor.
            last = again.isShown ? next.id : nil
        }
        return bands
    }

    /// Interprets all results of a patient again, since their record has changed: birth date, sex or known genotype.
    ///
    /// - Returns: the bands of the alerts that they raised or redelivered.
    static func interpretAll(
        of patient: ProfileID, actor: ActorID, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Band] {
        var bands: [Band] = []
        for result in try tx.standingResults(of: patient) {
            bands += try reinterpret(
                result, of: patient, "Interpreted again: the patient's record was changed.", actor: actor, at: now,
                in: tx
            ).bands
        }
        return bands
    }

    /// A patient keeps what they have seen: only the hold of a level that is no longer suspect changes.
    ///
    /// - Returns: the bands of the alerts that it raised or redelivered, and whether its hold has ended.
    private static func reinterpret(
        _ result: TestResult, of patient: ProfileID, _ reason: String, actor: ActorID, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> (bands: [Band], isShown: Bool) {
        let (raised, _, suspicion) = try reinterpret(
            result, of: patient, because: reason, actor: actor, at: now, in: tx)
        var (bands, isShown) = (raised.map(\.band), false)
        if result.hold?.isSuspectLevel == true, suspicion != result.hold {
            isShown = try change(suspicion, of: result, actor: actor, at: now, in: tx)
        }
        if isShown { bands += try redeliverAlerts(about: result.id, except: raised, actor: actor, at: now, in: tx) }
        if isShown || !raised.isEmpty {
            // A result that was held is new to its patient.
            try Results.notifyResult(
                result.id, to: patient, replacing: isShown ? nil : result.current, raised: raised, at: now, in: tx)
        }
        return (bands, isShown)
    }

    /// Changes why a result is held. One that is no longer held becomes its kit's result, unless the kit has another.
    ///
    /// - Returns: whether its hold has ended.
    static func change(
        _ hold: ResultHold?, of result: TestResult, actor: ActorID, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        let ends = hold == nil && result.hold != nil
        if ends, try tx.standingResult(for: result.kitCode) != nil {
            try tx.setResultHold(.otherResult, of: result.id, at: now)
            return false
        }
        try tx.setResultHold(hold, of: result.id, at: now)
        if ends { try finishKit(of: result, actor: actor, at: now, in: tx) }
        return ends
    }

    /// Redelivers the alerts about a result, since its patient or its verification is news to consumers.
    ///
    /// - Parameter raised: the alerts that were raised in this transaction.
    /// - Returns: the bands of the redelivered ones.
    static func redeliverAlerts(
        about result: ResultID, except raised: [Alert] = [], actor: ActorID, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Band] {
        let alerts = try tx.standingAlerts(about: result).filter { alert in
            alert.state != .resolved && !raised.contains { $0.id == alert.id }
        }
        for alert in alerts { try tx.redeliver(alert.id, actor: actor, at: now) }
        return alerts.map(\.band)
    }

    /// Advances the kit of a result that its patient sees from now on.
    static func finishKit(of result: TestResult, actor: ActorID, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        guard let id = result.kitID, var kit = try tx.kit(id, in: .all), kit.status != .resulted else { return }
        try Kits.finish(&kit, actor: actor, at: now, in: tx)
        try tx.updateKit(kit, at: now)
    }
}

extension ResultVersion {
    /// How a correction changes why its result is held; nil: it does not.
    ///
    /// A level that a person has verified, or that the patient has seen, is not held again for the same reason.
    func hold(
        of result: TestResult, conflict: ResultHold?, suspicion: ResultHold?
    ) -> (before: ResultHold?, now: ResultHold?)? {
        if result.hold == nil, let conflict { return (nil, conflict) }
        guard result.hold == nil || result.hold?.isSuspectLevel == true, !status.isWithdrawn else { return nil }
        guard result.hold == nil else {
            return suspicion == result.hold ? nil : (result.hold, suspicion)
        }
        guard !keepsVerification(of: result.current), let suspicion else { return nil }
        return (nil, suspicion)
    }
}
