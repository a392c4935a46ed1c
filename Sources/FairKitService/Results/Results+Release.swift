package import FairKitCore
import FairKitStore

/// Why a held result was not released.
package enum ReleaseResultFailure: Error {
    /// The kit has another valid result, and the patient never gets both.
    case otherStands
    /// The result was cancelled or entered in error, which is final.
    case withdrawn
}

extension Results {
    /// Releases a held result to its patient, after its laboratory has confirmed it. Its alerts are redelivered as
    /// verified. A result that is not held stays as it is.
    package func release(
        _ id: ResultID, by caller: Caller
    ) async throws(Refusal<ReleaseResultFailure>) -> ResultView {
        let (view, bands) = try await tenant.write(.correctResult, as: caller, on: .result(id), lane: .critical) {
            (tx, grant) throws(DatabaseError) -> Outcome<(ResultView, [Band]), ReleaseResultFailure> in
            try tx.release(id, &grant)
        }
        tenant.bell.ring(for: bands)
        return view
    }
}

extension WriteTransaction {
    fileprivate func release(
        _ id: ResultID, _ grant: inout Grant
    ) throws(DatabaseError) -> Outcome<(ResultView, [Band]), ReleaseResultFailure> {
        guard case .laboratory(let laboratory) = grant.subject.role,
            let result = try result(id, in: .laboratory(laboratory))
        else { return .failure(.notFound) }
        let role = grant.subject.role
        guard admits([result.current]) else { return .failure(.store(.noRoom)) }
        guard result.hold != nil else {
            grant.note(.resultRead, id, about: result.profileID)
            return .success((ResultView(result, for: role), []))
        }
        if result.current.status.isWithdrawn { return .own(.withdrawn) }
        guard try standingResult(for: result.kitCode) == nil else { return .own(.otherStands) }
        try set(nil, of: id, at: grant.now)
        if let kitID = result.kitID, var kit = try kit(kitID, in: .all), kit.status != .resulted {
            try finish(&kit, actor: grant.subject.id, at: grant.now)
            try update(kit, at: grant.now)
        }
        let alerts = try standingAlerts(about: id)
        for alert in alerts { try redeliver(alert.id, actor: grant.subject.id, at: grant.now) }
        if let patient = result.profileID { try tellResult(id, to: patient, at: grant.now) }
        grant.note(.resultReleased, id, about: result.profileID)
        guard let released = try self.result(id, in: .laboratory(laboratory)) else { return .failure(.notFound) }
        return .success((ResultView(released, for: role), alerts.map(\.band)))
    }
}
