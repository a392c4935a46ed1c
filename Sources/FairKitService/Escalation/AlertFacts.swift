import FairKitCore
import FairKitStore

extension Escalation {
    /// The facts that messages about an alert tell.
    static func news<Access>(of alert: Alert, in tx: borrowing Connection<Access>) throws(DatabaseError) -> AlertNews {
        AlertNews(
            of: alert,
            patient: try alert.profileID.flatMap { (id) throws(DatabaseError) in try tx.profile(id)?.details },
            correction: try correction(of: alert, in: tx),
            first: alert.follows == nil ? alert.id : try tx.origin(of: alert.id))
    }

    /// Why an alert follows another one; nil: it follows none.
    static func correction<Access>(of alert: Alert, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> AlertCorrection?
    {
        guard let id = alert.follows, let earlier = try tx.alert(id) else { return nil }
        return AlertCorrection(
            reason: try tx.versions(of: alert.resultID).first { $0.number == alert.resultVersion }?.reason,
            earlier: alert.standing == nil ? nil : earlier.level)
    }

    /// How a receiver stands to an alert at a time: by role, by relation, and by the patient's consent.
    static func reader<Access>(
        _ receiver: Notice.Receiver, of alert: Alert, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> AlertReader {
        switch receiver {
        case .team: return .team
        case .operatorContact, .address: return .outsider
        case .profile(let id):
            return id == alert.profileID
                ? .patient(knowsEarlier: try isNotified(alert.follows, to: id, in: tx)) : .outsider
        case .account(let id):
            switch try tx.account(id)?.role {
            case .patient(let own) where own == alert.profileID:
                return .patient(knowsEarlier: try isNotified(alert.follows, to: own, in: tx))
            case .clinician:
                return try mayRead(alert.profileID, id, at: now, in: tx) ? .clinician : .clinicianWithoutRecord
            case .patient, .laboratory, .consumer, .app, .coordinator, .administrator, nil: return .outsider
            }
        }
    }

    private static func mayRead<Access>(
        _ patient: ProfileID?, _ clinician: AccountID, at now: Timestamp, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> Bool {
        guard let patient else { return true }
        if try tx.profile(patient)?.details.consents.clinicians == true { return true }
        return try tx.relations(of: clinician, to: patient).contains { $0.kind != .share && $0.holds(at: now) }
    }

    /// Whether a patient was told about an alert, by their accounts or by the contact of their profile.
    static func isNotified<Access>(_ alert: AlertID?, to patient: ProfileID, in tx: borrowing Connection<Access>)
        throws(DatabaseError) -> Bool
    {
        guard let alert else { return false }
        let own = try tx.accounts(of: patient).map { Notice.Receiver.account($0) } + [.profile(patient)]
        return try tx.receivers(of: alert).contains { own.contains($0) }
    }
}

/// Builds the address of the page on which a clinician acknowledges an alert.
struct AlertLink: Sendable {
    let publicURL: PublicURL?
    let tenant: TenantName

    /// The page asks for a sign-in, and no GET acknowledges anything; nil: the server does not know its own address, or
    /// the notice asks no clinician to read an alert.
    func page(of notice: Notice) -> String? {
        guard let alert = notice.alert, notice.kind.audience == .staff, !notice.kind.endsAlert else {
            return nil
        }
        let query = tenant == .standard ? "" : "?tenant=\(tenant)"
        return publicURL.map { "\($0)/alert/acknowledge\(query)#\(alert)" }
    }
}

extension Tenancy {
    var alertLink: AlertLink { AlertLink(publicURL: settings.publicURL, tenant: name) }
}
