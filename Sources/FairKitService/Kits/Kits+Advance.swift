package import FairKitCore
import FairKitStore

/// The reported state can't follow the kit's present state.
package struct IllegalKitStep: Error {
    /// The kit's present state.
    package let from: KitStatus
    /// The statuses that the caller may report instead.
    package let legal: [KitStatus]
}

/// A laboratory's handling of a sample, by the code on it.
package struct KitArrival: Sendable {
    package let code: KitCode
    /// One of `KitStatus.ofArrivals`.
    package let status: KitStatus
    package let reason: String?

    package init(code: KitCode, status: KitStatus, reason: String? = nil) {
        self.code = code
        self.status = status
        self.reason = reason
    }
}

extension Kits {
    /// Records a kit's new state: mailed, received, rejected and so on. Only legal steps are accepted (requirement
    /// R1.4).
    ///
    /// - Parameters:
    ///   - reason: why; required for a rejection.
    ///   - shipment: the carrier: to the patient if the kit is shipped, to the laboratory if it is mailed. Reporting
    ///     the same state again adds or corrects it.
    ///   - person: the person to whom a kit is shipped, who is told; nil: none is named.
    /// - Returns: the kit with its history. Reporting the present state again adds nothing.
    package func advance(
        _ id: KitID, to status: KitStatus, reason: String?, shipment: KitShipment? = nil, for person: ProfileID? = nil,
        found faults: Faults = Faults(), by caller: Caller
    ) async throws(Refusal<IllegalKitStep>) -> KitView {
        var faults = faults
        if let shipment {
            faults.require(
                status == .shipped || status == .mailed, "/carrier",
                "only valid for shipped or mailed, like trackingNumber")
            shipment.check(&faults)
        }
        faults.require(person == nil || status == .shipped, "/profileId", "only valid for shipped")
        Kits.check(status, reason, &faults)
        try faults.refuse(for: IllegalKitStep.self)
        return try await tenant.write(.reportKitStatus, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitView, IllegalKitStep> in
            guard grant.subject.role.mayReport(status) else { return .failure(.forbidden) }
            guard let kit = try tx.kit(id, in: grant.subject.kitScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            // Only administrators report that a kit is shipped, and they manage profiles.
            if let person, try tx.profile(person) == nil {
                return .failure(.invalid(Invalid("/profileId", "there is no person with this id")))
            }
            let outcome = try Kits.advance(kit, to: status, reason, shipment, &grant, in: tx)
            if case .success = outcome, let person { try Kits.notifyShipped(kit, to: person, at: grant.now, in: tx) }
            return outcome
        }
    }

    /// Records what a laboratory did with a sample, by the code on it: received, processing or rejected. The kit need
    /// not be registered or issued; an unknown kit is added. See decision 0074.
    ///
    /// - Returns: the kit with its history. Reporting the present state again adds nothing.
    package func arrive(_ arrival: KitArrival, by caller: Caller) async throws(Refusal<IllegalKitStep>) -> KitView {
        var faults = Faults()
        Kits.check(arrivedAs: arrival.status, arrival.reason, &faults)
        try faults.refuse(for: IllegalKitStep.self)
        return try await tenant.write(.receiveSamples, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitView, IllegalKitStep> in
            try Kits.arrive(arrival, &grant, in: tx)
        }
    }

    /// Records samples as `arrive` does, one after the other in one transaction. One that is refused does not stop the
    /// others.
    package func arrive(
        _ arrivals: [KitArrival], by caller: Caller
    ) async throws(Refusal<RecordBatchFailure>) -> [Result<KitView, Refusal<IllegalKitStep>>] {
        let passed = tenant.passed()
        return try await tenant.write(.receiveSamples, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<
                [Result<KitView, Refusal<IllegalKitStep>>], RecordBatchFailure
            > in
            if try Kits.hasEnded(caller, grant, passed: passed, in: tx) { return .own(.keyEnded) }
            var outcomes: [Result<KitView, Refusal<IllegalKitStep>>] = []
            for arrival in arrivals {
                var faults = Faults()
                Kits.check(arrivedAs: arrival.status, arrival.reason, &faults)
                // A refused arrival has written nothing.
                if faults.isEmpty {
                    outcomes.append(try Kits.arrive(arrival, &grant, in: tx))
                } else {
                    outcomes.append(.failure(.invalid(Invalid(faults.fields))))
                }
            }
            return .success(outcomes)
        }
    }

    /// Notes faults in the report of an arrived sample.
    package static func check(arrivedAs status: KitStatus, _ reason: String?, _ faults: inout Faults) {
        faults.require(KitStatus.ofArrivals.contains(status), "/status", "received, processing or rejected")
        check(status, reason, &faults)
    }

    private static func check(_ status: KitStatus, _ reason: String?, _ faults: inout Faults) {
        faults.require(
            status != .registered && status != .resulted, "/status",
            "not registered or resulted: register the kit, or post its result, instead")
        faults.require(reason?.isText(1...500) ?? true, "/reason", "1 to 500 characters")
        faults.require(
            status != .rejected || reason != nil, "/reason", "is required: say why the sample was rejected")
    }

    /// Whether the key, the session or the token of a caller has ended since the batch began.
    static func hasEnded(_ caller: Caller, _ grant: Grant, passed: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        if let until = caller.until, until <= grant.now { return true }
        return try !tx.isActive(grant.subject, at: grant.now, passed: passed)
    }

    fileprivate static func arrive(
        _ arrival: KitArrival, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<KitView, IllegalKitStep> {
        let kit: Kit
        if let known = try tx.kit(arrival.code, in: .all) {
            guard try hasAccess(grant.subject, to: known, at: grant.now, in: tx) else { return .failure(.notFound) }
            kit = known
        } else {
            kit = Kit(
                id: .new(at: grant.now), code: arrival.code, status: .shipped, profileID: nil, registeredAt: nil,
                sendBy: nil, readFrom: nil, needsReview: false)
            try tx.insertKit(kit, at: grant.now)
        }
        let outcome = try advance(kit, to: arrival.status, arrival.reason, nil, &grant, in: tx)
        guard case .success = outcome, try assign(kit, toFirst: grant.subject, at: grant.now, in: tx) else {
            return outcome
        }
        grant.log(.kitAssigned, kit.id, about: kit.profileID)
        guard let kit = try tx.kit(arrival.code, in: .all) else { return outcome }
        return .success(try view(of: kit, for: grant, in: tx))
    }

    /// Whether a sample that arrived is the caller's: a laboratory's unless the kit is assigned to another one.
    fileprivate static func hasAccess(
        _ subject: Subject, to kit: Kit, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        guard case .laboratory(let laboratory) = subject.role else {
            return try tx.kit(kit.id, in: subject.kitScope(at: now)) != nil
        }
        return try tx.logistics(of: kit.id).laboratoryID ?? laboratory == laboratory
    }

    /// Assigns a kit that no laboratory is assigned to, if the caller is a laboratory with kits of its own, which would not see it otherwise.
    /// - Returns: whether it was assigned.
    fileprivate static func assign(
        _ kit: Kit, toFirst subject: Subject, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Bool {
        guard case .laboratory(let laboratory) = subject.role, try tx.hasAssignedKits(laboratory) else { return false }
        var logistics = try tx.logistics(of: kit.id)
        guard logistics.laboratoryID == nil, let status = try tx.kit(kit.id, in: .all)?.status else { return false }
        logistics.laboratoryID = laboratory
        try tx.setKitLogistics(logistics, of: kit.id, isOpen: status.endsByItself, at: now)
        return true
    }

    fileprivate static func advance(
        _ kit: Kit, to status: KitStatus, _ reason: String?, _ shipment: KitShipment?, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<KitView, IllegalKitStep> {
        var kit = kit
        if kit.status != status {
            guard let steps = kit.status.steps(reporting: status) else {
                let legal = kit.status.reportable.filter(grant.subject.role.mayReport)
                return .own(IllegalKitStep(from: kit.status, legal: legal))
            }
            for step in steps {
                let event = KitEvent(
                    status: step, at: grant.now, actor: grant.subject.id, implied: step != status,
                    reason: step == status ? reason : nil)
                try tx.appendKitEvent(event, to: kit.id)
            }
            kit.status = status
            try tx.updateKit(kit, at: grant.now)
            try notifyStatus(of: kit, reason, at: grant.now, in: tx)
        }
        if let shipment {
            var logistics = try tx.logistics(of: kit.id)
            if status == .shipped { logistics.shipment = shipment } else { logistics.returnShipment = shipment }
            try tx.setKitLogistics(logistics, of: kit.id, isOpen: kit.status.endsByItself, at: grant.now)
        }
        grant.log(.kitAdvanced, kit.id, about: kit.profileID)
        return .success(try view(of: kit, for: grant, in: tx))
    }
}
