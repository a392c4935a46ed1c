package import FairKitCore
import FairKitStore

/// No step leads to the state that was reported.
package struct IllegalKitStep: Error {
    /// Where the kit is.
    package let from: KitStatus
}

extension Kits {
    /// Notes that a kit has come to a state: mailed, received, rejected and so on. Only legal steps are taken (requirement R1.4).
    ///
    /// - Parameter reason: why; a rejection has one.
    /// - Returns: the kit with its history. A state that it is in already adds nothing.
    package func advance(
        _ id: KitID, to status: KitStatus, reason: String?, by caller: Caller
    ) async throws(Refusal<IllegalKitStep>) -> KitView {
        guard status != .registered, status != .resulted else {
            throw .invalid(Invalid("/status", "not registered or resulted: kits are registered, and results posted"))
        }
        if let reason, !reason.isText(1...500) { throw .invalid(Invalid("/reason", "1 to 500 characters")) }
        if status == .rejected, reason == nil {
            throw .invalid(Invalid("/reason", "is required: say why the sample was rejected"))
        }
        return try await tenant.write(.reportKitStatus, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitView, IllegalKitStep> in
            guard grant.subject.role.mayReport(status) else { return .failure(.forbidden) }
            guard var kit = try tx.kit(id, in: grant.subject.kitScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            if kit.status != status {
                guard let steps = kit.status.steps(reporting: status) else {
                    return .own(IllegalKitStep(from: kit.status))
                }
                for step in steps {
                    let event = KitEvent(
                        status: step, at: grant.now, actor: grant.subject.id, implied: step != status,
                        reason: step == status ? reason : nil)
                    try tx.append(event, to: id)
                }
                kit.status = status
                try tx.update(kit, at: grant.now)
            }
            grant.note(.kitAdvanced, id, about: kit.profileID)
            return .success(KitView(kit, try tx.events(of: id), for: grant.subject.role))
        }
    }
}
