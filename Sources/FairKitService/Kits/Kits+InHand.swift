import FairKitCore
import FairKitStore

extension Kits {
    /// Whether a kit is assigned to a laboratory, or its people or programs reported that it arrived.
    static func isKnown<Access>(
        _ kit: Kit, to laboratory: LaboratoryID, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        if try tx.logistics(of: kit.id).laboratoryID == laboratory { return true }
        for event in try tx.events(of: kit.id) where event.status == .received {
            if try tx.account(AccountID(uuid: event.actor.uuid))?.role.laboratory == laboratory { return true }
            if try tx.key(KeyID(uuid: event.actor.uuid))?.role.laboratory == laboratory { return true }
        }
        return false
    }

    /// Assigns the samples of no laboratory to the one that they arrived at, before the first kit is assigned to it: from then
    /// on it sees its own kits only, and would lose its work. At most `KitFilter.maxExamined` samples of each status are looked at.
    static func keepInHand(
        of laboratory: LaboratoryID, _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard try !tx.hasAssignedKits(laboratory) else { return }
        for (id, _) in try tx.kitsInHand(in: .laboratory(laboratory), limit: KitFilter.maxExamined) {
            guard let kit = try tx.kit(id, in: .all), try isKnown(kit, to: laboratory, in: tx) else { continue }
            var logistics = try tx.logistics(of: id)
            logistics.laboratoryID = laboratory
            try tx.setKitLogistics(logistics, of: id, isOpen: kit.status.endsByItself, at: grant.now)
            grant.log(.kitAssigned, id, about: kit.profileID)
        }
    }
}
