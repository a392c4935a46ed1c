package import FairKitCore
import FairKitStore

/// What a person agrees to, and what they were shown about it.
package struct ConsentsView: Sendable {
    package let consents: Consents
    /// What they were shown when they were last asked; nil: it is not known.
    package let shown: ConsentNotice?
    /// What they were shown with each consent, by its id.
    package let notices: [ConsentNoticeID: ConsentNotice]
    /// What the tenant shows now in the reader's language; nil: nothing.
    package let current: ConsentNotice?
}

extension Profiles {
    /// A person's consents, for those who may change them.
    package func consents(of id: ProfileID, in language: Language, by caller: Caller) async throws(Refusal<Never>)
        -> ConsentsView
    {
        try await tenant.read(.changeConsents, as: caller, on: .profile(id), isBrief: true) {
            (tx, grant) throws(DatabaseError) -> Outcome<ConsentsView, Never> in
            guard let consents = try tx.profile(id)?.details.consents else { return .failure(.notFound) }
            grant.log(.profileRead, id, about: id)
            let shown = try consents.notice.flatMap { (id) throws(DatabaseError) in try tx.consentNotice(id) }
            let notices = try tx.consentNotices(of: consents)
            return .success(
                ConsentsView(
                    consents: consents, shown: shown, notices: notices,
                    current: try tx.settings().notice(in: language)))
        }
    }

    /// The fault of consents that name a text which no person was shown; nil: there is none.
    static func fault<Access>(of consents: Consents, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> Invalid?
    {
        guard let notice = consents.notice, try tx.consentNotice(notice) == nil else { return nil }
        return Invalid("/consents/notice", "the id of a text that the tenant shows or has shown")
    }
}
