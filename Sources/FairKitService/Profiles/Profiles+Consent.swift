import FairKitCore
import FairKitStore

extension Transaction {
    /// The fault of consents that name a text which no person was shown; nil: there is none.
    func fault(of consents: Consents) throws(DatabaseError) -> Invalid? {
        guard let notice = consents.notice, try consentNotice(notice) == nil else { return nil }
        return Invalid("/consents/notice", "the id of a text that the tenant shows or has shown")
    }
}
