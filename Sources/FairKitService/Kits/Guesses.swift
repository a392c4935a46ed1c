import FairKitCore
import FairKitStore

/// Counts a patient's attempts to register codes of other people's kits. Kit codes are short and printed in the open,
/// so guessing has a limit.
struct Guesses: Sendable {
    private let patient: ProfileID
    private let now: Timestamp
    private var dayBefore: Timestamp { now.advanced(by: .seconds(-86_400)) }

    init(of patient: ProfileID, at now: Timestamp) {
        self.patient = patient
        self.now = now
    }

    /// Why the patient can't register another kit now; nil: they can.
    ///
    /// - Parameter isInPlace: whether the kit replaces one of the patient's open kits.
    func stop(
        in tx: borrowing WriteTransaction, isInPlace: Bool = false
    ) throws(DatabaseError) -> RegisterKitFailure? {
        let refused = try tx.refusedCodes(of: patient, since: dayBefore)
        if refused.count >= Kit.maxRefusedCodes, let first = refused.first {
            return .tooManyRefusedCodes(retryAfter: dayBefore.distance(to: first))
        }
        if isInPlace { return nil }
        return try tx.openKits(of: patient) >= Kit.maxOpen ? .tooManyOpenKits : nil
    }

    /// Counts a refused code. Reaching the limit is a security event.
    func count(in tx: borrowing WriteTransaction, _ grant: inout Grant) throws(DatabaseError) {
        try tx.refuseCode(of: patient, at: now, forgetting: dayBefore)
        guard try tx.refusedCodes(of: patient, since: dayBefore).count == Kit.maxRefusedCodes else { return }
        grant.log(.kitCodesRefused, nil, about: patient)
    }
}
