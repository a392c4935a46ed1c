import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Tells a patient that a share of theirs was opened, at most once a day for each share.
    ///
    /// - Parameter reader: nil: a client with the link and the PIN.
    func notifyOpened(
        _ share: Share, by reader: AccountID? = nil, zones: TimeZones, at now: Timestamp
    ) throws(DatabaseError) {
        guard let person = try profile(share.profile)?.details else { return }
        var facts = NoticeFacts()
        facts.happened(at: now, in: Zone(name: person.timeZone, zones: zones))
        facts.actorName = try reader.flatMap { (id) throws(DatabaseError) in try account(id)?.details.name }
        try notify(
            share.profile, .shareOpened, about: share.id, number: now.date().daysSince1970, facts, at: now)
    }

    /// Tells the recipient of a share who shares, until when, and how to open it.
    ///
    /// - Parameter signIn: the page that says how to sign in.
    func notifyGiven(
        _ share: Share, signIn: String?, zones: TimeZones, at now: Timestamp
    ) throws(DatabaseError) {
        guard let person = try profile(share.profile)?.details else { return }
        switch share.recipient {
        case .account(let id):
            guard let reader = try account(id) else { return }
            let zone = try timeZone(of: reader, choosing: try noticePreferences(of: id).timeZone)
            var facts = NoticeFacts()
            facts.actorName = person.fullName
            facts.date = Zone(name: zone, zones: zones).day(share.expiresAt)
            try notify(Notice(to: .account(id), .shareGiven, about: share.profile, facts, at: now))
        case .email(let address):
            // One mail a day, however often the patient shares.
            let day = now.advanced(by: .seconds(-86_400))
            guard try !hasShared(share.profile, with: address, since: day, except: share.id) else { return }
            let language = try account(email: address)?.details.language ?? person.language
            let name = try settings().forbidsValues ? "" : "from  \(person.fullName)\n"
            try insert(
                OutboxMail(
                    .shared, to: MailRecipient(address, in: language), link: signIn,
                    facts: "\(name)until  \(share.expiresAt)", at: now))
        case .link: break
        }
    }

    /// Tells a patient that a clinician opened their record in an emergency.
    func notifyOpened(_ glass: BreakGlass, zones: TimeZones, at now: Timestamp) throws(DatabaseError) {
        guard let person = try profile(glass.profile)?.details else { return }
        var facts = NoticeFacts()
        facts.happened(at: now, in: Zone(name: person.timeZone, zones: zones))
        facts.actorName = try account(glass.account)?.details.name
        try notify(glass.profile, .recordReadInEmergency, about: glass.id, facts, at: now)
    }
}
