import FairKitCore
import FairKitStore

/// How often a patient has named codes that are not theirs. A kit's code is short and printed in the open: whoever tries many is stopped.
struct Guesses: Sendable {
    private let patient: ProfileID
    private let now: Timestamp
    private var dayBefore: Timestamp { now.advanced(by: .seconds(-86_400)) }

    init(of patient: ProfileID, at now: Timestamp) {
        self.patient = patient
        self.now = now
    }

    /// Why no other kit is registered now; nil: nothing is in the way.
    /// - Parameter isInPlace: whether it takes the place of one that is open.
    func stop(
        in tx: borrowing WriteTransaction, isInPlace: Bool = false
    ) throws(DatabaseError) -> RegisterKitFailure? {
        let refused = try tx.refusedCodes(of: patient, since: dayBefore)
        if refused.count >= Kit.mostRefusedCodes, let first = refused.first {
            return .tooManyRefusedCodes(retryAfter: dayBefore.distance(to: first))
        }
        if isInPlace { return nil }
        return try tx.openKits(of: patient) >= Kit.mostOpen ? .tooManyOpenKits : nil
    }

    /// Counts a code that is refused. The one that is too many is a security event.
    func count(in tx: borrowing WriteTransaction, _ grant: inout Grant) throws(DatabaseError) {
        try tx.refuseCode(of: patient, at: now, forgetting: dayBefore)
        guard try tx.refusedCodes(of: patient, since: dayBefore).count == Kit.mostRefusedCodes else { return }
        grant.note(.kitCodesRefused, nil, about: patient)
    }
}
