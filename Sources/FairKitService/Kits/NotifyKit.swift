import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Tells a patient that their kit is registered, and by when its sample has to be sent.
    func notifyRegistered(_ kit: Kit, at now: Timestamp) throws(DatabaseError) {
        // The sample or the result came first: there is nothing left to send.
        guard kit.status == .registered, let patient = kit.patient else { return }
        var facts = NoticeFacts()
        facts.kitCode = "\(kit.code)"
        facts.date = kit.sendBy
        try notify(patient, .kitRegistered, about: kit.id, facts, at: now)
    }

    /// Tells a patient what a laboratory or an administrator reported about their kit.
    ///
    /// - Parameter reason: of a rejection, in the words of the laboratory.
    func notifyStatus(of kit: Kit, _ reason: String?, at now: Timestamp) throws(DatabaseError) {
        guard let patient = kit.patient else { return }
        var facts = NoticeFacts()
        facts.kitCode = "\(kit.code)"
        switch kit.status {
        case .received, .processing:
            facts.laboratory = try logistics(of: kit.id).laboratoryID.flatMap { (id) throws(DatabaseError) in
                try laboratory(id)?.name
            }
            try notify(patient, .kitArrived, about: kit.id, facts, at: now)
        case .rejected:
            facts.reason = reason
            try notify(patient, .sampleRejected, about: kit.id, facts, at: now)
        case .issued, .shipped, .registered, .mailed, .resulted, .expired, .cancelled, .replaced: break
        }
    }

    /// Tells the person to whom a kit is sent that it is on its way. Nothing binds the kit to them before they register
    /// it.
    func notifyShipped(_ kit: Kit, to patient: ProfileID, at now: Timestamp) throws(DatabaseError) {
        let shipment = try logistics(of: kit.id).shipment
        var facts = NoticeFacts()
        facts.kitCode = "\(kit.code)"
        facts.carrier = shipment?.carrier
        facts.tracking = shipment?.trackingNumber
        try notify(patient, .kitShipped, about: kit.id, facts, at: now)
    }
}
