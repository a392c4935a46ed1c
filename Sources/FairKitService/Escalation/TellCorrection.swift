import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Tells everyone who was told about alerts that a correction replaces them. The loop is open again, whether or not
    /// they were acknowledged.
    ///
    /// - Parameter alert: the alert that follows.
    func tellCorrection(of retracted: [AlertID], by alert: Alert) throws(DatabaseError) {
        let facts = NoticeFacts(alert)
        for earlier in retracted {
            for receiver in try receivers(of: earlier) where receiver != .operatorContact {
                let isPatient = try isPatient(receiver)
                // A patient may have made an account meanwhile.
                let told = if case .profile(let patient) = receiver { try readers(for: patient) } else { [receiver] }
                for receiver in told {
                    try tell(
                        Notice(
                            to: receiver, isPatient ? .alertCorrectedPatient : .alertCorrectedStaff,
                            about: alert.profileID, alert: alert.id, facts, at: alert.raisedAt))
                }
            }
        }
    }

    /// The staff who were told about an alert.
    func staff(toldAbout alert: AlertID) throws(DatabaseError) -> [Notice.Receiver] {
        var staff: [Notice.Receiver] = []
        for receiver in try receivers(of: alert) where receiver != .operatorContact {
            if try !isPatient(receiver) { staff.append(receiver) }
        }
        return staff
    }

    private func isPatient(_ receiver: Notice.Receiver) throws(DatabaseError) -> Bool {
        switch receiver {
        case .account(let id): try account(id)?.role.name == .patient
        case .profile: true
        case .team, .operatorContact: false
        }
    }
}
