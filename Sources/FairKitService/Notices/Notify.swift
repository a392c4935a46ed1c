import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Tells a receiver something, in the transaction of what it reports: the notice, and a send for each of its ways.
    ///
    /// - Parameter contact: is not used, because the notice is about it; nil: all are used.
    /// - Returns: false if the receiver was told before.
    @discardableResult
    func notify(_ notice: Notice, except contact: ContactPointID? = nil) throws(DatabaseError) -> Bool {
        try notify(
            notice, over: ways(to: notice.receiver, for: notice.kind).filter { contact == nil || $0.contact != contact }
        )
    }

    /// Tells a receiver something over ways that were looked up before.
    ///
    /// - Returns: false if the receiver was told before.
    @discardableResult
    func notify(_ notice: Notice, over ways: [NoticeWay]) throws(DatabaseError) -> Bool {
        guard try insert(notice) else { return false }
        for way in ways { try insert(NoticeSend(of: notice, over: way)) }
        return true
    }

    /// Tells a receiver something over one contact point only, whether or not its owner has proven it.
    func notify(_ notice: Notice, only contact: ContactPoint) throws(DatabaseError) {
        guard try insert(notice) else { return }
        try insert(NoticeSend(of: notice, over: NoticeWay(contact.kind, contact.id)))
    }

    /// How a receiver is reached. A person decides about the channels: see `NoticePreferences`.
    func ways(to receiver: Notice.Receiver, for kind: NoticeKind) throws(DatabaseError) -> [NoticeWay] {
        switch receiver {
        case .operatorContact: return [NoticeWay(.email, nil)]
        case .team(let team):
            return try contactPoints(of: .team(team)).filter(\.isUsed).map { NoticeWay($0.kind, $0.id) }
        case .profile(let patient):
            let failed = Set(try failedContacts(of: patient).map(\.channel))
            return try profile(patient)?.details.ways(for: kind, failed: failed) ?? []
        case .account(let account):
            return try noticePreferences(of: account).ways(
                for: kind, over: try contactPoints(of: .account(account)),
                muted: try mutedCategories(of: account))
        }
    }
}

extension NoticeSend {
    fileprivate init(of notice: Notice, over way: NoticeWay) {
        self.init(
            id: .new(at: notice.createdAt), notice: notice.id, channel: way.channel, contact: way.contact,
            isCritical: notice.isCritical, dueAt: notice.createdAt, expiresAt: notice.expiresAt)
    }
}
