package import FairKitCore
package import FairKitStore

/// Why a held result was not released.
package enum ReleaseResultFailure: Error {
    /// The kit has another valid result, and the patient never gets both.
    case otherStands
    /// The result was corrected in the meantime; with its current version.
    case versionMismatch(current: Int)
    /// The result was cancelled or entered in error, which is final.
    case withdrawn
    /// The level that was read back differs from the reported one.
    case mismatch(parts: [ReadBackPart])
    /// The caller's read-backs of the result's alert were wrong too often. It was not compared.
    case limited(retryAfter: Duration)
    /// The same, and the caller has to sign in again first.
    case signInAgain
}

extension Results {
    /// Releases a held result to its patient. Its alerts are redelivered as verified. A result that is not held stays as
    /// it is, but that its level is verified from now on.
    ///
    /// The laboratory confirms it; a clinician may verify a suspect level, too. The first verification counts.
    ///
    /// - Parameters:
    ///   - expected: the versions that the caller has seen; nil: any.
    ///   - readBack: the level as it was reported, which a level of a suspect unit needs. See decision 0129.
    ///   - reason: in the caller's words. A clinician who has signed in gives one. See decision 0166.
    package func release(
        _ id: ResultID, expecting expected: Set<Int>? = nil, readBack: Level? = nil, because reason: String? = nil,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<ReleaseResultFailure>) -> ResultView {
        var faults = faults
        faults.require(reason?.isText(1...500) ?? true, "/reason", "1 to 500 characters")
        try faults.refuse(for: ReleaseResultFailure.self)
        let (view, bands) = try await tenant.write(.releaseResult, as: caller, on: .result(id), lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<(ResultView, [Band]), ReleaseResultFailure> in
            try Results.release(id, expected, readBack, because: reason, &grant, in: tx)
        }
        tenant.waiters.wake(for: bands)
        return view
    }

    /// Releases suspect levels that no person has verified in the tenant's time. They stay unverified.
    ///
    /// - Returns: how many.
    package func releaseOverdue() async throws(DatabaseError) -> Int {
        let (now, passed) = (tenant.now(), tenant.passed())
        var count = 0
        while !Task.isCancelled {
            let (found, bands) = try await tenant.store.write { (tx) throws(DatabaseError) in
                let hold = try tx.settings().suspectHold.components.seconds * 1000
                let due = try tx.suspectResults(
                    heldUntil: Timestamp(milliseconds: passed.milliseconds - hold), limit: 100)
                var bands: [Band] = []
                for id in due {
                    guard let result = try tx.anyResult(id) else { continue }
                    bands += try Results.show(result, verification: nil, actor: .server, at: now, in: tx)
                    try tx.record(
                        AuditEntry(
                            at: now, actor: .server, action: .resultReleased, object: "\(id)",
                            profileID: result.profileID, requestID: "suspect-hold"))
                }
                return (due.count, bands)
            }
            tenant.waiters.wake(for: bands)
            count += found
            if found == 0 { break }
        }
        return count
    }

    fileprivate static func release(
        _ id: ResultID, _ expected: Set<Int>?, _ readBack: Level?, because reason: String?, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<(ResultView, [Band]), ReleaseResultFailure> {
        let scope = grant.subject.resultScope(at: grant.now)
        guard let result = try tx.result(id, in: scope) else { return .failure(.notFound) }
        let role = grant.subject.role
        let isLaboratory = role.laboratory != nil
        guard isLaboratory || result.hold == nil || result.hold?.isSuspectLevel == true else {
            return .failure(.forbidden)
        }
        guard LevelInterpretation.admits([result.current], in: tx) else { return .failure(.store(.noRoom)) }
        if let expected, !expected.contains(result.current.number) {
            return .own(.versionMismatch(current: result.current.number))
        }
        if result.current.status.isWithdrawn, result.hold != nil { return .own(.withdrawn) }
        guard result.hold != nil || result.needsVerification else {
            grant.log(.resultRead, id, about: result.profileID)
            return .success((try view(of: result, for: grant, in: tx), []))
        }
        if result.hold != nil, try tx.standingResult(for: result.kitCode) != nil { return .own(.otherStands) }
        if result.hold == .unitSuspect, readBack == nil {
            return .failure(
                .invalid(Invalid("/value", "is required with unit: read the level back as it was reported")))
        }
        // A laboratory repeats its own word. A clinician decides against a doubt, and the next reader asks why.
        if !isLaboratory, grant.subject.account != nil, reason == nil {
            return .failure(.invalid(Invalid("/reason", "is required: say how you know that the level is right")))
        }
        if let readBack, let failure = try compare(readBack, with: result, &grant, in: tx) { return .own(failure) }
        let verification = ResultVerification(at: grant.now, by: grant.subject.id, reason: reason)
        let bands = try show(result, verification: verification, actor: grant.subject.id, at: grant.now, in: tx)
        grant.log(.resultReleased, id, about: result.profileID)
        guard let released = try tx.result(id, in: scope) else { return .failure(.notFound) }
        return .success((try view(of: released, for: grant, in: tx), bands))
    }

    /// Why a level that was read back is refused; nil: it is the reported one. Wrong ones are counted by the result's
    /// alert, if it has one.
    private static func compare(
        _ readBack: Level, with result: TestResult, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> ReleaseResultFailure? {
        let alert = try tx.standingAlerts(about: result.id).last
        if let alert {
            switch try Alerts.readBackVerdict(of: alert.id, grant, in: tx) {
            case .allowed: break
            case .wait(let time): return .limited(retryAfter: time)
            case .signInAgain: return .signInAgain
            }
        }
        let differences = ReadBackPart.differing(readBack, from: result.current.findings.level)
        guard !differences.isEmpty else { return nil }
        if let alert { try Alerts.logWrongReadBack(of: alert.id, differences, grant, in: tx) }
        grant.log(.resultReadBackFailed, result.id, about: result.profileID)
        return .mismatch(parts: differences)
    }

    private static func view(of result: TestResult, for grant: Grant, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> ResultView
    {
        var view = ResultView(result, for: grant.subject.role)
        view.verifierName = try verifierName(of: result.verification, in: tx)
        return view
    }

    /// Ends the hold of a result: its patient is notified, its kit is done, and its alerts are redelivered. Those that
    /// only asked for its verification end with it.
    ///
    /// - Returns: the bands of the alerts.
    fileprivate static func show(
        _ result: TestResult, verification: ResultVerification?, actor: ActorID, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [Band] {
        try tx.setResultHold(nil, of: result.id, verification: verification, at: now)
        if verification != nil {
            for alert in try tx.standingAlerts(about: result.id) where alert.rule.isUnverified {
                try Escalation.settleAndTell(alert.id, because: .verified, actor: actor, at: now, in: tx)
            }
        }
        guard result.hold != nil else { return [] }
        try LevelInterpretation.finishKit(of: result, actor: actor, at: now, in: tx)
        let bands = try LevelInterpretation.redeliverAlerts(about: result.id, actor: actor, at: now, in: tx)
        guard let patient = result.profileID else { return bands }
        try notifyResult(result.id, to: patient, at: now, in: tx)
        return bands
            + (try LevelInterpretation.reinterpretSuccessor(of: result.id, of: patient, actor: actor, at: now, in: tx))
    }
}
