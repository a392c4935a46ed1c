package import FairKitCore
import FairKitStore

extension KitArrival {
    /// How long its reporter may take it back.
    package static let undoable = Duration.seconds(3600)
}

extension Kits {
    /// Takes back the caller's own report that a sample arrived: the kit is as it was before. The audit log keeps both. It
    /// is refused an hour later, once anything else was reported, and for other people's reports. See decision 0167.
    ///
    /// The patient, who was told of the arrival, is told again once the sample arrives.
    package func takeBackArrival(_ id: KitID, by caller: Caller) async throws(Refusal<IllegalKitStep>) -> KitView {
        try await tenant.write(.receiveSamples, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitView, IllegalKitStep> in
            guard var kit = try tx.kit(id, in: grant.subject.kitScope(at: grant.now)) else {
                return .failure(.notFound)
            }
            let events = try tx.events(of: id)
            guard kit.status == .received, try !tx.hasResult(of: kit.code), let last = events.last,
                last.status == .received, last.actor == grant.subject.id,
                grant.now < last.at.advanced(by: KitArrival.undoable)
            else {
                let legal = kit.status.reportable.filter(grant.subject.role.mayReport)
                return .own(IllegalKitStep(from: kit.status, legal: legal))
            }
            let rest = events.dropLast().reversed().drop { $0.implied && $0.at == last.at && $0.actor == last.actor }
            // A code that no one knew was added when its sample arrived, and has no event before.
            kit.status = rest.first?.status ?? .issued
            try tx.removeKitEvents(of: id, after: rest.count)
            try tx.updateKit(kit, at: grant.now)
            let logistics = try tx.logistics(of: id)
            if !logistics.isEmpty {
                try tx.setKitLogistics(logistics, of: id, isOpen: kit.status.endsByItself, at: grant.now)
            }
            grant.log(.arrivalTakenBack, id, about: kit.profileID)
            return .success(try Kits.view(of: kit, for: grant, in: tx))
        }
    }
}
