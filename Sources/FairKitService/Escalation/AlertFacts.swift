import FairKitCore
import FairKitStore

extension Transaction {
    /// What messages about an alert tell of.
    func news(of alert: Alert) throws(DatabaseError) -> AlertNews {
        AlertNews(
            of: alert, patient: try alert.profileID.flatMap { (id) throws(DatabaseError) in try profile(id)?.details },
            correction: try correction(of: alert), first: try origin(of: alert.id))
    }

    /// Why an alert follows another one; nil: it follows none.
    func correction(of alert: Alert) throws(DatabaseError) -> AlertCorrection? {
        guard let id = alert.follows, let earlier = try self.alert(id) else { return nil }
        return AlertCorrection(
            reason: try versions(of: alert.resultID).first { $0.number == alert.resultVersion }?.reason,
            earlier: alert.standing == nil ? nil : earlier.level)
    }

    /// How a receiver stands to an alert at a time: by role, by relation, and by the patient's consent.
    func reader(_ receiver: Notice.Receiver, of alert: Alert, at now: Timestamp) throws(DatabaseError) -> AlertReader {
        switch receiver {
        case .team: return .team
        case .operatorContact: return .outsider
        case .profile(let id):
            return id == alert.profileID ? .patient(knowsEarlier: try isTold(alert.follows, to: id)) : .outsider
        case .account(let id):
            switch try account(id)?.role {
            case .patient(let own) where own == alert.profileID:
                return .patient(knowsEarlier: try isTold(alert.follows, to: own))
            case .clinician: return try mayRead(alert.profileID, id, at: now) ? .clinician : .clinicianWithoutRecord
            case .patient, .laboratory, .consumer, .app, .coordinator, .administrator, nil: return .outsider
            }
        }
    }

    private func mayRead(
        _ patient: ProfileID?, _ clinician: AccountID, at now: Timestamp
    ) throws(DatabaseError) -> Bool {
        guard let patient else { return true }
        if try profile(patient)?.details.consents.clinicians == true { return true }
        return try relations(of: clinician, to: patient).contains { $0.kind != .share && $0.holds(at: now) }
    }

    /// Whether a patient was told about an alert, by their accounts or by the contact of their profile.
    func isTold(_ alert: AlertID?, to patient: ProfileID) throws(DatabaseError) -> Bool {
        guard let alert else { return false }
        let own = try accounts(of: patient).map { Notice.Receiver.account($0) } + [.profile(patient)]
        return try receivers(of: alert).contains { own.contains($0) }
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
