import FairKitCore
import FairKitStore

extension Kits {
    /// Notifies a patient that their kit is registered, and by when its sample has to be sent.
    static func notifyRegistered(_ kit: Kit, at now: Timestamp, in tx: borrowing WriteTransaction) throws(DatabaseError)
    {
        // The sample or the result came first: there is nothing left to send.
        guard kit.status == .registered, let patient = kit.patient else { return }
        var facts = NoticeFacts()
        facts.kitCode = "\(kit.code)"
        facts.date = kit.sendBy
        try Notices.notify(patient, .kitRegistered, about: kit.id, facts, at: now, in: tx)
    }

    /// Notifies a patient of what a laboratory or an administrator reported about their kit.
    ///
    /// - Parameter reason: of a rejection, in the words of the laboratory.
    static func notifyStatus(of kit: Kit, _ reason: String?, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        guard let patient = kit.patient else { return }
        var facts = NoticeFacts()
        facts.kitCode = "\(kit.code)"
        switch kit.status {
        case .received, .processing:
            facts.laboratory = try tx.logistics(of: kit.id).laboratoryID.flatMap { (id) throws(DatabaseError) in
                try tx.laboratory(id)?.name
            }
            try Notices.notify(patient, .kitArrived, about: kit.id, facts, at: now, in: tx)
        case .rejected:
            facts.reason = reason
            try Notices.notify(patient, .sampleRejected, about: kit.id, facts, at: now, in: tx)
        case .issued, .shipped, .registered, .mailed, .resulted, .expired, .cancelled, .replaced: break
        }
    }

    /// Notifies the person to whom a kit is sent that it is on its way. Nothing binds the kit to them before they
    /// register it.
    static func notifyShipped(_ kit: Kit, to patient: ProfileID, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        let shipment = try tx.logistics(of: kit.id).shipment
        var facts = NoticeFacts()
        facts.kitCode = "\(kit.code)"
        facts.carrier = shipment?.carrier
        facts.tracking = shipment?.trackingNumber
        try Notices.notify(patient, .kitShipped, about: kit.id, facts, at: now, in: tx)
    }
}
