import FairKitCore
import FairKitStore

extension Notices {
    /// Records that the address of a patient without an account does not take messages, unless it was changed in the
    /// meantime.
    ///
    /// - Parameter address: where the message went; nil: the provider's receipt does not say.
    static func logFailure(
        of notice: Notice, over channel: ContactKind, to address: String?, for reason: String, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard case .profile(let patient) = notice.receiver,
            let current = try tx.profile(patient)?.details.address(over: channel), current == address ?? current
        else { return }
        try tx.recordFailedContact(FailedContact(channel: channel, at: now, reason: reason), of: patient)
    }

    /// The address of a patient without an account takes messages again.
    static func logArrival(of notice: Notice, over channel: ContactKind, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        guard case .profile(let patient) = notice.receiver else { return }
        try tx.removeFailedContact(of: patient, over: channel)
    }
}
