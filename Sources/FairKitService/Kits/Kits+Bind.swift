import FairKitCore
import FairKitStore

extension Kits {
    /// Gives a kit's earlier results to its patient, and interprets them again with what is known about the patient.
    /// The first result without a conflict becomes the kit's result; others are held.
    ///
    /// - Returns: the bands of the alerts for consumers: newly raised, or redelivered with the patient.
    static func bindResults(
        to kit: inout Kit, of patient: ProfileID, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Band] {
        var bands: [Band] = []
        var hasResult = try tx.standingResult(for: kit.code, ofPatient: patient) != nil
        for result in try tx.unmatchedResults(for: kit.code) {
            try tx.bind(result.id, to: kit.id, of: patient, at: grant.now)
            let (raised, conflict, suspicion) = try LevelInterpretation.reinterpret(
                result, of: patient, because: "Interpreted again: the kit was registered.", actor: grant.subject.id,
                at: grant.now, in: tx)
            if result.hold == nil || result.hold?.isSuspectLevel == true {
                // A level that is no longer suspect, now that the patient is known, is not held for that.
                let hold = conflict?.hold ?? (hasResult ? .otherResult : nil) ?? suspicion
                if hold != result.hold { try tx.setResultHold(hold, of: result.id, at: grant.now) }
                hasResult = hasResult || hold == nil
            }
            // A hold keeps it from the patient.
            try Results.notifyResult(result.id, to: patient, raised: raised, at: grant.now, in: tx)
            bands += try LevelInterpretation.redeliverAlerts(
                about: result.id, except: raised, actor: grant.subject.id, at: grant.now, in: tx)
            bands += raised.map(\.band)
            bands += try LevelInterpretation.reinterpretSuccessor(
                of: result.id, of: patient, actor: grant.subject.id, at: grant.now, in: tx)
            grant.log(.resultBound, result.id, about: patient)
        }
        if hasResult { try finish(&kit, actor: grant.subject.id, at: grant.now, in: tx) }
        return bands
    }

    /// Advances a kit to resulted. Skipped steps are recorded as implied. The caller stores the kit.
    static func finish(_ kit: inout Kit, actor: ActorID, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        guard let steps = kit.status.steps(to: .resulted) else { return }
        for status in steps {
            try tx.appendKitEvent(
                KitEvent(status: status, at: now, actor: actor, implied: status != .resulted), to: kit.id)
        }
        kit.status = .resulted
    }
}
