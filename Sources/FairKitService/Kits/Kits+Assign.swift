package import FairKitCore
import FairKitStore

extension Kits {
    /// Assigns a kit to a laboratory. A laboratory with assigned kits sees only those, and no other laboratory sees
    /// them.
    ///
    /// - Parameter name: the laboratory's name; nil: unassigns the kit.
    package func assign(_ id: KitID, to name: String?, by caller: Caller) async throws(Refusal<Never>) -> KitView {
        try await tenant.write(.issueKits, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<KitView, Never> in
            guard let kit = try tx.kit(id, in: .all) else { return .failure(.notFound) }
            var logistics = try tx.logistics(of: id)
            switch try Kits.laboratoryID(named: name, in: tx) as Outcome<LaboratoryID?, Never> {
            case .failure(let refusal): return .failure(refusal)
            case .success(let laboratory): logistics.laboratoryID = laboratory
            }
            if let laboratory = logistics.laboratoryID { try Kits.keepInHand(of: laboratory, &grant, in: tx) }
            try tx.setKitLogistics(logistics, of: id, isOpen: kit.status.endsByItself, at: grant.now)
            grant.log(.kitAssigned, id, about: kit.profileID)
            return .success(try Kits.view(of: kit, for: grant, in: tx))
        }
    }

    /// - Parameter name: nil: no laboratory.
    static func laboratoryID<Own, Access>(named name: String?, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> Outcome<LaboratoryID?, Own>
    {
        guard let name else { return .success(nil) }
        guard let found = try tx.laboratory(named: name) else {
            return .failure(
                .invalid(Invalid("/laboratory", "there is no laboratory with this name; its first key adds it")))
        }
        return .success(found.id)
    }
}
