package import FairKitCore
package import FairKitStore

extension WriteTransaction {
    /// Tells a person that one of their contact points or devices was added or removed, over all their other ways: a
    /// thief with an open session could otherwise redirect their messages unseen. The message names the channel only. About
    /// devices, a person is told at most five times an hour: those messages have told them to look.
    package func tell(
        _ kind: NoticeKind, _ contact: ContactPoint, of account: AccountID, zones: TimeZones, at now: Timestamp
    ) throws(DatabaseError) {
        guard let reader = try self.account(account), reader.state == .active else { return }
        if contact.kind.isDevice {
            let told = try contactNotices(to: account, since: now.advanced(by: .seconds(-3600)))
            guard told < NoticeKind.mostAboutDevices else { return }
        }
        var facts = NoticeFacts()
        facts.channel = contact.kind.rawValue
        let zone = try timeZone(of: reader, choosing: try noticePreferences(of: account).timeZone)
        facts.happened(at: now, in: Zone(name: zone, zones: zones))
        try tell(Notice(to: .account(account), kind, facts, at: now), except: contact.id)
    }
}
