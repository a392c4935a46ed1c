package import FairKitCore
import FairKitStore

/// A test message that a person sent to themselves.
package struct SentTest: Sendable {
    package let at: Timestamp
    /// What became of it on each way.
    package let ways: [Way]

    package struct Way: Sendable {
        package let send: NoticeSend
        /// Their own e-mail address, the address of a contact point, or the name of a device; nil: it is gone, or has none.
        package let name: String?
    }

    /// The most in a day.
    package static let mostOfAccount = 10
}

extension Contacts {
    /// Sends a test message to the caller by each way that is proven and that the server has, whatever they chose for other
    /// messages. At most one a minute is sent: until then, what became of the last one is answered.
    package func sendTest(by caller: Caller) async throws(Refusal<ContactFailure>) -> SentTest {
        let account = try account(of: caller)
        return try await tenant.write(nil, as: caller) {
            [tenant] (tx, grant) throws(DatabaseError) -> Outcome<SentTest, ContactFailure> in
            let (now, dayBefore) = (grant.now, grant.now.advanced(by: .seconds(-86_400)))
            let sent = try tx.tests(to: account, since: dayBefore)
            if let last = sent.first, last.createdAt.distance(to: now) < TeamContact.testInterval {
                return .success(try Contacts.outcome(of: last, for: account, in: tx))
            }
            if sent.count >= SentTest.mostOfAccount, let first = sent.last {
                return .own(.codesLimited(retryAfter: dayBefore.distance(to: first.createdAt)))
            }
            let points = try tx.contactPoints(of: .account(account)).filter {
                $0.isUsed && ($0.kind == .email || tenant.settings.channels.contains($0.kind))
            }
            let costs = points.contains { [.sms, .voice].contains($0.kind) }
            if let spent = try Tenancy.spend(costs ? .phone : .code, by: grant, of: tenant, in: tx) {
                return .failure(.overBudget(spent))
            }
            let notice = Notice(to: .account(account), .test, NoticeFacts(), at: now)
            let ways = [NoticeWay(.email, nil)] + points.map { NoticeWay($0.kind, $0.id) }
            try Notices.notify(notice, over: ways, in: tx)
            grant.log(.contactTested, nil, about: nil)
            return .success(try Contacts.outcome(of: notice, for: account, in: tx))
        }
    }

    /// What became of the caller's last test message; nil: they sent none since yesterday.
    package func lastTest(by caller: Caller) async throws(Refusal<ContactFailure>) -> SentTest? {
        let account = try account(of: caller)
        return try await tenant.read(nil, as: caller) {
            (tx, grant) throws(DatabaseError) -> Outcome<SentTest?, ContactFailure> in
            let last = try tx.tests(to: account, since: grant.now.advanced(by: .seconds(-86_400))).first
            return .success(
                try last.map { (last) throws(DatabaseError) in try Contacts.outcome(of: last, for: account, in: tx) })
        }
    }

    private static func outcome<Access>(
        of notice: Notice, for account: AccountID, in tx: borrowing Connection<Access>
    ) throws(DatabaseError) -> SentTest {
        let (own, points) = (try tx.account(account)?.email, try tx.contactPoints(of: .account(account)))
        let devices = try tx.devices(of: account)
        let ways = try tx.sends(of: notice.id).map { send -> SentTest.Way in
            guard let id = send.contact else { return SentTest.Way(send: send, name: own?.description) }
            let device = devices.first { $0.contact.id == id }
            let address = points.first { $0.id == id && !$0.kind.isDevice }?.address
            return SentTest.Way(send: send, name: device?.details.label ?? address)
        }
        return SentTest(at: notice.createdAt, ways: ways)
    }
}
