import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Interprets the patient's next result again, since the one before it is new or has changed.
    ///
    /// - Returns: the bands of the alerts that it raised.
    func judgeSuccessor(
        of result: ResultID, of patient: ProfileID, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> [Band] {
        guard let next = try standingResult(after: result, of: patient) else { return [] }
        return try judgeAgain(
            next, of: patient, "Interpreted again: an earlier result was added or corrected.", actor: actor, at: now)
    }

    /// Interprets all results of a patient again, since their record has changed: birth date, sex or known genotype.
    ///
    /// - Returns: the bands of the alerts that they raised.
    func judgeAll(of patient: ProfileID, actor: ActorID, at now: Timestamp) throws(DatabaseError) -> [Band] {
        var bands: [Band] = []
        for result in try standingResults(of: patient) {
            bands += try judgeAgain(
                result, of: patient, "Interpreted again: the patient's record was changed.", actor: actor, at: now)
        }
        return bands
    }

    /// A patient keeps what they have seen: only the hold of a level that is no longer suspect changes.
    private func judgeAgain(
        _ result: TestResult, of patient: ProfileID, _ reason: String, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) -> [Band] {
        let (raised, _, suspicion) = try judgeAgain(result, of: patient, because: reason, actor: actor, at: now)
        if result.hold?.isSuspectLevel == true, suspicion != result.hold {
            try change(suspicion, of: result, actor: actor, at: now)
        }
        if !raised.isEmpty {
            try tellResult(result.id, to: patient, replacing: result.current, raised: raised, at: now)
        }
        return raised.map(\.band)
    }

    /// Changes why a result is held. One that is no longer held becomes its kit's result, unless the kit has another.
    func change(
        _ hold: ResultHold?, of result: TestResult, actor: ActorID, at now: Timestamp
    ) throws(DatabaseError) {
        guard hold == nil, result.hold != nil else { return try set(hold, of: result.id, at: now) }
        guard try standingResult(for: result.kitCode) == nil else {
            return try set(.otherResult, of: result.id, at: now)
        }
        try set(nil, of: result.id, at: now)
        try finishKit(of: result, actor: actor, at: now)
    }

    /// Advances the kit of a result that its patient sees from now on.
    func finishKit(of result: TestResult, actor: ActorID, at now: Timestamp) throws(DatabaseError) {
        guard let id = result.kitID, var kit = try kit(id, in: .all), kit.status != .resulted else { return }
        try finish(&kit, actor: actor, at: now)
        try update(kit, at: now)
    }
}

extension ResultVersion {
    /// How a correction changes why its result is held; nil: it does not.
    ///
    /// A level that a person has verified, or that the patient has seen, is not held again for the same reason.
    func hold(
        of result: TestResult, conflict: DateConflict?, suspicion: ResultHold?
    ) -> (before: ResultHold?, now: ResultHold?)? {
        if result.hold == nil, let conflict { return (nil, conflict.hold) }
        guard result.hold == nil || result.hold?.isSuspectLevel == true, !status.isWithdrawn else { return nil }
        guard result.hold == nil else {
            return suspicion == result.hold ? nil : (result.hold, suspicion)
        }
        let before = result.current
        let isNew =
            findings.level != before.findings.level
            || !Set(interpretation.verify).isSubset(of: before.interpretation.verify)
        guard isNew, let suspicion else { return nil }
        return (nil, suspicion)
    }
}
