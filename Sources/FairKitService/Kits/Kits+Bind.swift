import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Gives a kit's earlier results to its patient, and interprets them again with what is known about the patient.
    /// The first result without a conflict becomes the kit's result; others are held.
    ///
    /// - Returns: the bands of the alerts for consumers: newly raised, or redelivered with the patient.
    func bindResults(to kit: inout Kit, of patient: ProfileID, _ grant: inout Grant) throws(DatabaseError) -> [Band] {
        var bands: [Band] = []
        var hasResult = try standingResult(for: kit.code, ofPatient: patient) != nil
        for result in try unmatchedResults(for: kit.code) {
            try bind(result.id, to: kit.id, of: patient, at: grant.now)
            let (raised, conflict, suspicion) = try reinterpret(
                result, of: patient, because: "Interpreted again: the kit was registered.", actor: grant.subject.id,
                at: grant.now)
            if result.hold == nil || result.hold?.isSuspectLevel == true {
                // A level that is no longer suspect, now that the patient is known, is not held for that.
                let hold = conflict?.hold ?? (hasResult ? .otherResult : nil) ?? suspicion
                if hold != result.hold { try set(hold, of: result.id, at: grant.now) }
                hasResult = hasResult || hold == nil
            }
            // A hold keeps it from the patient.
            try notifyResult(result.id, to: patient, raised: raised, at: grant.now)
            bands += try redeliverAlerts(about: result.id, except: raised, actor: grant.subject.id, at: grant.now)
            bands += raised.map(\.band)
            bands += try reinterpretSuccessor(of: result.id, of: patient, actor: grant.subject.id, at: grant.now)
            grant.log(.resultBound, result.id, about: patient)
        }
        if hasResult { try finish(&kit, actor: grant.subject.id, at: grant.now) }
        return bands
    }

    /// Advances a kit to resulted. Skipped steps are recorded as implied. The caller stores the kit.
    func finish(_ kit: inout Kit, actor: ActorID, at now: Timestamp) throws(DatabaseError) {
        guard let steps = kit.status.steps(to: .resulted) else { return }
        for status in steps {
            try append(KitEvent(status: status, at: now, actor: actor, implied: status != .resulted), to: kit.id)
        }
        kit.status = .resulted
    }
}
