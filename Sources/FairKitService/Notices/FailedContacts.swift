import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Notes that the address of a patient without an account does not take messages, unless it was changed in the
    /// meantime.
    ///
    /// - Parameter address: where the message went; nil: the provider's receipt does not say.
    func logFailure(
        of notice: Notice, over channel: ContactKind, to address: String?, for reason: String, at now: Timestamp
    ) throws(DatabaseError) {
        guard case .profile(let patient) = notice.receiver,
            let current = try profile(patient)?.details.address(over: channel), current == address ?? current
        else { return }
        try record(FailedContact(channel: channel, at: now, reason: reason), of: patient)
    }

    /// The address of a patient without an account takes messages again.
    func logArrival(of notice: Notice, over channel: ContactKind) throws(DatabaseError) {
        guard case .profile(let patient) = notice.receiver else { return }
        try removeFailedContact(of: patient, over: channel)
    }
}
