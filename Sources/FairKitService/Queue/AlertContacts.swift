import FairKitCore
import FairKitStore

/// What the texts for the people of an alert need beside the alert.
struct ContactReading: Sendable {
    let link: AlertLink
    let tenant: TenantName
}

extension WriteTransaction {
    /// The people to tell now about an alert: the patient, unless the result is held, and the clinicians in care.
    func contacts(
        about alert: Alert, _ reading: ContactReading, at now: Timestamp
    ) throws(DatabaseError) -> [AlertContact] {
        guard let patient = alert.profileID else { return [] }
        let settings = try settings()
        let writer = ContactWriter(
            alert: alert, facts: try facts(of: alert, link: reading.link),
            sender: settings.displayName ?? DisplayName(of: reading.tenant), forbidsValues: settings.forbidsValues)
        var contacts: [AlertContact] = []
        if let kind = alert.patientNotice {
            let accounts = try accounts(of: patient)
            for account in accounts {
                if let contact = try contact(of: account, .patient, kind, writer) { contacts.append(contact) }
            }
            if accounts.isEmpty, let details = try profile(patient)?.details {
                contacts.append(writer.contact(details, kind))
            }
        }
        if let kind = alert.staffNotice {
            for account in try clinicians(inCareOf: patient, at: now) {
                if let contact = try contact(of: account, .clinician, kind, writer) { contacts.append(contact) }
            }
        }
        return contacts
    }

    private func contact(
        of id: AccountID, _ role: AlertContact.Role, _ kind: NoticeKind, _ writer: ContactWriter
    ) throws(DatabaseError) -> AlertContact? {
        guard let account = try account(id) else { return nil }
        let points = try contactPoints(of: .account(id))
        let preferences = try noticePreferences(of: id)
        let ways = preferences.ways(for: kind, over: points, muted: try mutedCategories(of: id))
        let used = points.filter { ways.contains(NoticeWay($0.kind, $0.id)) }
        let wantsPhone =
            [.sms, .voice].contains { preferences.isOn(.criticalAlert, by: $0) }
            || preferences.alwaysSMSForCritical
        let proven = used.first { $0.kind == .sms || $0.kind == .voice }?.address
        return AlertContact(
            role: role, name: account.details.name, phone: proven ?? (wantsPhone ? account.details.phone : nil),
            email: account.email.description, language: account.details.language,
            devices: used.filter(\.kind.isDevice).map { .init(channel: $0.kind, address: $0.address) },
            text: writer.text(kind, in: account.details.language, preferences))
    }
}

/// Writes the texts about one alert.
private struct ContactWriter {
    let alert: Alert
    let facts: NoticeFacts
    let sender: DisplayName
    let forbidsValues: Bool

    func text(_ kind: NoticeKind, in language: Language, _ preferences: NoticePreferences) -> NoticeText {
        NoticeText(
            kind, kind.category == .criticalAlert && kind.audience == .staff ? facts : NoticeFacts(alert),
            language: language, sender: sender,
            form: preferences.form(of: kind, on: .apns, forbidsValues: forbidsValues))
    }

    /// A patient without an account is reached as their profile says.
    func contact(_ details: ProfileDetails, _ kind: NoticeKind) -> AlertContact {
        AlertContact(
            role: .patient, name: "\(details.givenName) \(details.familyName)", phone: details.phone,
            email: details.email, language: details.language, devices: [],
            text: text(kind, in: details.language, NoticePreferences()))
    }
}
