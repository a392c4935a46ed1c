import FairKitCore
import FairKitStore

extension Profiles {
    /// The fault of consents that name a text which no person was shown; nil: there is none.
    static func fault<Access>(of consents: Consents, in tx: borrowing Connection<Access>) throws(DatabaseError)
        -> Invalid?
    {
        guard let notice = consents.notice, try tx.consentNotice(notice) == nil else { return nil }
        return Invalid("/consents/notice", "the id of a text that the tenant shows or has shown")
    }
}
