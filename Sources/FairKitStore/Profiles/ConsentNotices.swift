package import FairKitCore
package import Relational

extension Connection {
    /// A text that people were shown.
    package func consentNotice(_ id: ConsentNoticeID) throws(DatabaseError) -> ConsentNotice? {
        try first("SELECT id, text, url FROM consent_notice WHERE id = \(id)") { row throws(DatabaseError) in
            ConsentNotice(id: try row.value(0), text: try row.value(1), url: try row.value(2))
        }
    }

    /// What a person was shown with each of their consents.
    package func consentNotices(of consents: Consents) throws(DatabaseError) -> [ConsentNoticeID: ConsentNotice] {
        var notices: [ConsentNoticeID: ConsentNotice] = [:]
        for id in Set(consents.changes.values.compactMap(\.notice)) { notices[id] = try consentNotice(id) }
        return notices
    }
}

extension WriteTransaction {
    package func insertConsentNotice(_ notice: ConsentNotice, at now: Timestamp) throws(DatabaseError) {
        try run(
            """
            INSERT INTO consent_notice (id, text, url, created_at)
            VALUES (\(notice.id), \(notice.text), \(notice.url), \(now))
            """)
    }
}
