import FairKitCore
import FairKitStore

extension WriteTransaction {
    /// Tells a patient that a share of theirs was opened, at most once a day for each share.
    ///
    /// - Parameter reader: nil: a client with the link and the PIN.
    func tellOpened(
        _ share: Share, by reader: AccountID? = nil, zones: TimeZones, at now: Timestamp
    ) throws(DatabaseError) {
        guard let person = try profile(share.profile)?.details else { return }
        var facts = NoticeFacts()
        facts.happened(at: now, in: Zone(name: person.timeZone, zones: zones))
        facts.actorName = try reader.flatMap { (id) throws(DatabaseError) in try account(id)?.details.name }
        try tell(
            share.profile, .shareOpened, about: share.id, number: now.date().daysSince1970, facts, at: now)
    }

    /// Tells a patient that a clinician opened their record in an emergency.
    func tellOpened(_ glass: BreakGlass, zones: TimeZones, at now: Timestamp) throws(DatabaseError) {
        guard let person = try profile(glass.profile)?.details else { return }
        var facts = NoticeFacts()
        facts.happened(at: now, in: Zone(name: person.timeZone, zones: zones))
        facts.actorName = try account(glass.account)?.details.name
        try tell(glass.profile, .recordReadInEmergency, about: glass.id, facts, at: now)
    }
}
