import FairKitCore
import FairKitStore

extension Notices {
    /// Notifies a receiver of something, in the transaction of what it reports: the notice, and a send for each of its
    /// ways.
    ///
    /// - Parameter contact: is not used, because the notice is about it; nil: all are used.
    /// - Returns: false if the receiver was told before.
    @discardableResult
    static func notify(_ notice: Notice, except contact: ContactPointID? = nil, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        try notify(
            notice,
            over: ways(to: notice.receiver, for: notice.kind, in: tx).filter {
                contact == nil || $0.contact != contact
            }, in: tx)
    }

    /// Notifies a receiver of something over ways that were looked up before.
    ///
    /// - Returns: false if the receiver was told before.
    @discardableResult
    static func notify(_ notice: Notice, over ways: [NoticeWay], in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        guard try tx.insertNotice(notice) else { return false }
        for way in ways { try tx.insertNoticeSend(NoticeSend(of: notice, over: way)) }
        return true
    }

    /// Notifies a receiver of something over one contact point only, whether or not its owner has proven it.
    static func notify(_ notice: Notice, only contact: ContactPoint, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        guard try tx.insertNotice(notice) else { return }
        try tx.insertNoticeSend(NoticeSend(of: notice, over: NoticeWay(contact.kind, contact.id)))
    }

    /// How a receiver is reached. A person decides about the channels: see `NoticePreferences`.
    static func ways(to receiver: Notice.Receiver, for kind: NoticeKind, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> [NoticeWay]
    {
        switch receiver {
        case .operatorContact, .address: return [NoticeWay(.email, nil)]
        case .team(let team):
            return try tx.contactPoints(of: .team(team)).filter(\.isUsed).map { NoticeWay($0.kind, $0.id) }
        case .profile(let patient):
            let failed = Set(try tx.failedContacts(of: patient).map(\.channel))
            return try tx.profile(patient)?.details.ways(for: kind, failed: failed) ?? []
        case .account(let account):
            return try tx.noticePreferences(of: account).ways(
                for: kind, over: try tx.contactPoints(of: .account(account)),
                muted: try tx.mutedCategories(of: account))
        }
    }
}
