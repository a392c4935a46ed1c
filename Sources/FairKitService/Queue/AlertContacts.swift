import FairKitCore
import FairKitStore

/// The data that the texts for the people of an alert need beside the alert.
struct ContactReading: Sendable {
    let tenant: TenantName
}

extension Deliveries {
    /// The people to tell now about an alert: the patient, unless the result is held, and the clinicians in care.
    static func contacts(
        about alert: Alert, _ reading: ContactReading, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> [AlertContact] {
        guard let patient = alert.profileID else { return [] }
        let settings = try tx.settings()
        let writer = ContactWriter(
            news: try Escalation.news(of: alert, in: tx),
            sender: settings.displayName ?? DisplayName(of: reading.tenant), forbidsValues: settings.forbidsValues)
        var contacts: [AlertContact] = []
        // A consumer tells the patient, so what the patient was told before is not known here.
        let patientReader = AlertReader.patient(knowsEarlier: true)
        if let kind = writer.news.kind(for: patientReader) {
            let accounts = try tx.accounts(of: patient)
            for account in accounts {
                if let contact = try contact(of: account, patientReader, kind, writer, in: tx) {
                    contacts.append(contact)
                }
            }
            if accounts.isEmpty, let details = try tx.profile(patient)?.details {
                contacts.append(writer.contact(details, patientReader, kind))
            }
        }
        for account in try tx.clinicians(inCareOf: patient, at: now) {
            let reader = try Escalation.reader(.account(account), of: alert, at: now, in: tx)
            guard let kind = writer.news.kind(for: reader) else { continue }
            if let contact = try contact(of: account, reader, kind, writer, in: tx) { contacts.append(contact) }
        }
        return contacts
    }

    private static func contact(
        of id: AccountID, _ reader: AlertReader, _ kind: NoticeKind, _ writer: ContactWriter,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> AlertContact? {
        guard let account = try tx.account(id) else { return nil }
        let points = try tx.contactPoints(of: .account(id))
        let preferences = try tx.noticePreferences(of: id)
        let ways = preferences.ways(for: kind, over: points, muted: try tx.mutedCategories(of: id))
        let used = points.filter { ways.contains(NoticeWay($0.kind, $0.id)) }
        let wantsPhone =
            [.sms, .voice].contains { preferences.isOn(.criticalAlert, by: $0) }
            || preferences.alwaysSMSForCritical
        let proven = used.first { $0.kind == .sms || $0.kind == .voice }?.address
        return AlertContact(
            role: reader.isPatient ? .patient : .clinician, name: account.details.name,
            phone: proven ?? (wantsPhone ? account.details.phone : nil),
            email: account.email.description, language: account.details.language,
            devices: used.filter(\.kind.isDevice).map { .init(channel: $0.kind, address: $0.address) },
            text: writer.text(kind, for: reader, in: account.details.language, preferences))
    }
}

/// Writes the texts about one alert.
private struct ContactWriter {
    let news: AlertNews
    let sender: DisplayName
    let forbidsValues: Bool

    func text(
        _ kind: NoticeKind, for reader: AlertReader, in language: Language, _ preferences: NoticePreferences
    ) -> NoticeText {
        // Without a preview a clinician still has to know what it is about, and learns no value.
        let form = preferences.form(of: kind, on: .apns, forbidsValues: forbidsValues)
        return NoticeText(
            kind, news.facts(for: reader), language: language, sender: sender,
            form: reader.isPatient || form != .push(preview: false) ? form : .chat)
    }

    /// A patient without an account is reached as their profile says.
    func contact(_ details: ProfileDetails, _ reader: AlertReader, _ kind: NoticeKind) -> AlertContact {
        AlertContact(
            role: .patient, name: details.fullName, phone: details.phone,
            email: details.email, language: details.language, devices: [],
            text: text(kind, for: reader, in: details.language, NoticePreferences()))
    }
}
