import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// What the texts about an alert contain.
    ///
    /// - Parameter link: builds the address of the page on which an alert is acknowledged.
    func facts(of alert: Alert, link: AlertLink) throws(DatabaseError) -> NoticeFacts {
        let patient = try alert.profileID.flatMap { (id) throws(DatabaseError) in try profile(id)?.details }
        var facts = NoticeFacts(alert)
        facts.patientName = patient.map { "\($0.givenName) \($0.familyName)" }
        facts.birthDate = patient?.birthDate
        facts.phone = patient?.phone
        facts.link = link.url(of: alert.id)
        return facts
    }
}

/// Builds the address of the page on which a clinician acknowledges an alert.
struct AlertLink: Sendable {
    let publicURL: PublicURL?
    let tenant: TenantName

    /// The page asks for a sign-in, and no GET acknowledges anything; nil: the server does not know its own address.
    func url(of alert: AlertID) -> String? {
        let query = tenant == .standard ? "" : "?tenant=\(tenant)"
        return publicURL.map { "\($0)/alert/acknowledge\(query)#\(alert)" }
    }
}
