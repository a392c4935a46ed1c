import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Tells a receiver something, in the transaction of what it reports: the notice, and a send for each of its ways.
    ///
    /// - Returns: false if the receiver was told before.
    @discardableResult
    func tell(_ notice: Notice) throws(DatabaseError) -> Bool {
        guard try insert(notice) else { return false }
        for way in try ways(of: notice) {
            try insert(
                NoticeSend(
                    id: .new(at: notice.createdAt), notice: notice.id, channel: way.channel, contact: way.contact,
                    isCritical: notice.isCritical, dueAt: notice.createdAt, expiresAt: notice.expiresAt))
        }
        return true
    }

    /// How a receiver is reached: a critical notice goes over all ways at once.
    private func ways(of notice: Notice) throws(DatabaseError) -> [(channel: ContactKind, contact: ContactPointID?)] {
        switch notice.receiver {
        case .operatorContact: return [(.email, nil)]
        case .team(let team): return try contactPoints(of: .team(team)).filter(\.isUsed).map { ($0.kind, $0.id) }
        case .account(let account):
            let points = try contactPoints(of: .account(account)).filter(\.isUsed)
            return [(.email, nil)] + points.map { ($0.kind, $0.id) }
        }
    }
}
