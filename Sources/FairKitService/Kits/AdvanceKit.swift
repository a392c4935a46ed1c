package import FairKitCore
package import FairKitStore

/// Notes that a kit has come to a state: mailed, received, rejected and so on. Only legal steps are taken (requirement R1.4).
package struct AdvanceKit: Sendable {
    private let store: Store
    private let now: Now

    package init(store: Store, now: @escaping Now) {
        self.store = store
        self.now = now
    }

    package enum Failure: Error {
        case forbidden
        /// There is none, or it is not the caller's to see.
        case notFound
        case invalid(Invalid)
        /// No step leads there from where the kit is.
        case illegalStep(from: KitStatus)
        case store(DatabaseError)
    }

    /// - Parameter reason: why; a rejection has one.
    /// - Returns: the kit with its history. A state that it is in already adds nothing.
    package func callAsFunction(
        _ id: KitID, to status: KitStatus, reason: String?, by caller: Caller
    ) async throws(Failure) -> ReadKits.Story {
        let subject = caller.subject
        guard subject.may(.reportKitStatus) else { throw .forbidden }
        guard status != .registered, status != .resulted else {
            throw .invalid(Invalid("/status", "not registered or resulted: kits are registered, and results posted"))
        }
        guard subject.role.mayReport(status) else { throw .forbidden }
        if let reason, !reason.isText(1...500) { throw .invalid(Invalid("/reason", "1 to 500 characters")) }
        if status == .rejected, reason == nil {
            throw .invalid(Invalid("/reason", "is required: say why the sample was rejected"))
        }
        let now = now()
        let outcome: Result<ReadKits.Story, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in
                guard var kit = try tx.kit(id, in: subject.kitScope(at: now)) else { return .failure(.notFound) }
                switch try tx.decision(for: subject, .reportKitStatus, about: kit.profileID, at: now) {
                case .allowed: break
                case .forbidden: return .failure(.forbidden)
                case .hidden: return .failure(.notFound)
                }
                if kit.status != status {
                    guard let steps = kit.status.steps(reporting: status) else {
                        return .failure(.illegalStep(from: kit.status))
                    }
                    for step in steps {
                        let event = KitEvent(
                            status: step, at: now, actor: caller.subject.id, implied: step != status,
                            reason: step == status ? reason : nil)
                        try tx.append(event, to: id)
                    }
                    kit.status = status
                    try tx.update(kit)
                }
                try tx.record(caller.entry(.kitAdvanced, id, about: kit.profileID, at: now))
                return .success(ReadKits.Story(kit: kit, events: try tx.events(of: id)))
            }
        } catch { throw .store(error) }
        return try outcome.get()
    }
}
