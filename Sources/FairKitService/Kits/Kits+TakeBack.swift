package import FairKitCore
import FairKitStore

extension KitArrival {
    /// How long its reporter may take it back.
    package static let undoable = Duration.seconds(3600)
}

extension Kits {
    /// Takes back the caller's own report that a sample arrived or was rejected: the kit is as before. The audit log keeps both. It
    /// is refused an hour later, once anything else was reported, and for other people's reports. See decision 0167.
    ///
    /// The patient, who was told, is told of this. A laboratory to which only the arrival assigned the kit loses it again.
    ///
    /// - Parameter status: what is taken back, `received` or `rejected`. So a request that is sent twice does not take back the
    ///   step before, too.
    package func takeBackArrival(
        _ id: KitID, of status: KitStatus, by caller: Caller
    ) async throws(Refusal<IllegalKitStep>) -> KitView {
        try await tenant.write(.receiveSamples, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitView, IllegalKitStep> in
            guard var kit = try tx.kit(id, in: grant.subject.kitScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            let events = try tx.events(of: id)
            guard kit.status == status, try Kits.mayTakeBack(events, of: kit, grant, in: tx), let last = events.last
            else {
                let legal = kit.status.reportable.filter(grant.subject.role.mayReport)
                return .own(IllegalKitStep(from: kit.status, legal: legal))
            }
            let rest = events.dropLast().reversed().drop { $0.implied && $0.at == last.at && $0.actor == last.actor }
            // A code that no one knew was added when its sample arrived, and has no event before.
            kit.status = rest.first?.status ?? .issued
            try tx.removeKitEvents(of: id, after: rest.count)
            try tx.updateKit(kit, at: grant.now)
            var logistics = try tx.logistics(of: id)
            let isThere = [.received, .processing].contains(kit.status)
            if !logistics.isEmpty {
                // Otherwise its arrival assigned it.
                let isIssued = rest.contains { !$0.implied && [.issued, .shipped].contains($0.status) }
                if let laboratory = grant.subject.role.laboratory, logistics == KitLogistics(laboratoryID: laboratory),
                    !isIssued, !isThere
                {
                    logistics.laboratoryID = nil
                    grant.log(.kitAssigned, id, about: kit.profileID)
                }
                try tx.setKitLogistics(logistics, of: id, isOpen: kit.status.endsByItself, at: grant.now)
            }
            if let patient = kit.patient {
                try tx.forgetNotified(patient, [.kitArrived, .kitNotArrived, .sampleRejected], about: id)
            }
            if isThere {
                try Kits.notifyStatus(of: kit, nil, at: grant.now, in: tx)
            } else if let patient = kit.patient {
                var facts = NoticeFacts()
                facts.kitCode = "\(kit.code)"
                try Notices.notify(patient, .kitNotArrived, about: id, facts, at: grant.now, in: tx)
            }
            grant.log(.arrivalTakenBack, id, about: kit.profileID)
            return .success(try Kits.view(of: kit, for: grant, in: tx))
        }
    }

    /// Whether the caller's own report of an arrival or a rejection is the last step of a kit, is recent, and led to nothing.
    static func mayTakeBack<Access>(
        _ events: [KitEvent], of kit: Kit, _ grant: Grant, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        guard [.received, .rejected].contains(kit.status), let last = events.last, last.status == kit.status,
            last.actor == grant.subject.id, grant.now < last.at.advanced(by: KitArrival.undoable)
        else { return false }
        return try !tx.hasResult(of: kit.code)
    }
}
