import FairKitCore
import FairKitStore

extension Shares {
    /// Notifies a patient that a share of theirs was opened, at most once a day for each share.
    ///
    /// - Parameter reader: nil: a client with the link and the PIN.
    static func notifyOpened(
        _ share: Share, by reader: AccountID? = nil, zones: TimeZones, at now: Timestamp,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let person = try tx.profile(share.profile)?.details else { return }
        var facts = NoticeFacts()
        facts.happened(at: now, in: Zone(name: person.timeZone, zones: zones))
        facts.actorName = try reader.flatMap { (id) throws(DatabaseError) in try tx.account(id)?.details.name }
        try Notices.notify(
            share.profile, .shareOpened, about: share.id, number: now.date().daysSince1970, facts, at: now, in: tx)
    }

    /// Notifies the recipient of a share, with who shares, until when, and how to open it.
    ///
    /// - Parameter signIn: the page that says how to sign in.
    static func notifyGiven(
        _ share: Share, signIn: String?, zones: TimeZones, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let person = try tx.profile(share.profile)?.details else { return }
        switch share.recipient {
        case .account(let id):
            guard let reader = try tx.account(id) else { return }
            let zone = try Preferences.timeZone(of: reader, choosing: try tx.noticePreferences(of: id).timeZone, in: tx)
            var facts = NoticeFacts()
            facts.actorName = person.fullName
            facts.date = Zone(name: zone, zones: zones).day(share.expiresAt)
            try Notices.notify(Notice(to: .account(id), .shareGiven, about: share.profile, facts, at: now), in: tx)
        case .email(let address):
            // One mail a day, however often the patient shares.
            let day = now.advanced(by: .seconds(-86_400))
            guard try !tx.hasShared(share.profile, with: address, since: day, except: share.id) else { return }
            let language = try tx.account(email: address)?.details.language ?? person.language
            let name = try tx.settings().forbidsValues ? "" : "from  \(person.fullName)\n"
            try tx.insertMail(
                Notice(
                    .shared, to: MailRecipient(address, in: language), link: signIn,
                    lines: "\(name)until  \(share.expiresAt)", at: now))
        case .link: break
        }
    }

    /// Notifies a patient that a clinician opened their record in an emergency.
    static func notifyOpened(
        _ glass: BreakGlass, zones: TimeZones, at now: Timestamp, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) {
        guard let person = try tx.profile(glass.profile)?.details else { return }
        var facts = NoticeFacts()
        facts.happened(at: now, in: Zone(name: person.timeZone, zones: zones))
        facts.actorName = try tx.account(glass.account)?.details.name
        try Notices.notify(glass.profile, .recordReadInEmergency, about: glass.id, facts, at: now, in: tx)
    }
}
