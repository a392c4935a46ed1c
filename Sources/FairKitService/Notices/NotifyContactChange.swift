package import FairKitCore
package import FairKitStore

extension Contacts {
    /// Notifies a person that one of their contact points or devices was added or removed, over all their other ways: a
    /// thief with an open session could otherwise redirect their messages unseen. The message names the channel only. About
    /// devices, a person is told at most five times an hour: those messages have told them to look.
    package static func notify(
        _ kind: NoticeKind, _ contact: ContactPoint, of account: AccountID, zones: TimeZones, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        if contact.kind.isDevice, try hasBeenTold(account, at: now, in: tx) { return }
        try notify(kind, contact.kind, except: contact.id, of: account, zones: zones, at: now, in: tx)
    }

    /// Notifies a person that critical alerts no longer reach them over a channel, as if it had been removed.
    static func notifySwitchedOff(
        _ channel: ContactKind, of account: AccountID, zones: TimeZones, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard try !hasBeenTold(account, at: now, in: tx) else { return }
        try notify(.contactRemoved, channel, of: account, zones: zones, at: now, in: tx)
    }

    /// Notifies a person of what may be the work of a thief.
    ///
    /// - Parameters:
    ///   - channel: the way to reach them that it is about.
    ///   - credential: what was changed.
    static func notify(
        _ kind: NoticeKind, _ channel: ContactKind? = nil, except contact: ContactPointID? = nil,
        changed credential: NoticeFacts.Credential? = nil, of account: AccountID, zones: TimeZones, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let reader = try tx.account(account), reader.state == .active else { return }
        var facts = NoticeFacts()
        (facts.channel, facts.credential) = (channel?.rawValue, credential)
        let zone = try Preferences.timeZone(
            of: reader, choosing: try tx.noticePreferences(of: account).timeZone, in: tx)
        facts.happened(at: now, in: Zone(name: zone, zones: zones))
        try Notices.notify(Notice(to: .account(account), kind, facts, at: now), except: contact, in: tx)
    }

    private static func hasBeenTold(_ account: AccountID, at now: Timestamp, in tx: borrowing WriteTransaction)
        throws(DatabaseError) -> Bool
    {
        try tx.contactNotices(to: account, since: now.advanced(by: .seconds(-3600))) >= NoticeKind.mostAboutDevices
    }
}
