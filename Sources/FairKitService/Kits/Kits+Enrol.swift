import FairKitCore
import FairKitStore

/// A kit that was just registered.
struct RegisteredKit: Sendable {
    let kit: Creation<KitView>
    /// The bands of the alerts that waited for a patient.
    var alerts: [Band] = []
    /// The limit that kept the photo from being stored, if it was reached.
    var photoNotKept: KeptPhotoLimit?
}

/// The code from a photo or from typing, and the grey copy that is kept if a laboratory has to compare the two.
struct ChosenCode: Sendable {
    let code: KitCode
    let source: KitSource
    let photo: [UInt8]?
    let needsReview: Bool

    static let daysToKeepPhoto = 30
}

extension Kits {
    static func register(
        _ chosen: ChosenCode, _ secretDigest: [UInt8]?, of patient: ProfileID, zones: TimeZones, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<RegisteredKit, RegisterKitFailure> {
        let (now, role) = (grant.now, grant.subject.role)
        switch try tx.made(under: grant.repetition, of: Kit.self, at: now) {
        case .nothing: break
        case .other: return .failure(.idempotency(.reused))
        case .made(let ids, _):
            guard let kit = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.kit(id, in: .all) }) else {
                return .failure(.idempotency(.reused))
            }
            grant.log(.kitRead, kit.id, about: kit.profileID)
            return .success(RegisteredKit(kit: .before(KitView(kit, for: role))))
        }
        guard let owner = try tx.profile(patient) else { return .failure(.notFound) }
        let zone = Zone(name: owner.details.timeZone, zones: zones)
        let known = try tx.kit(chosen.code)
        if let refusal = try refusal(of: known, secretDigest, for: patient, in: zone, &grant, in: tx) {
            return .own(refusal)
        }
        let limit = chosen.photo == nil ? nil : try tx.photoLimitReached(of: patient)
        let (kit, alerts) = try enrol(
            chosen, known, of: patient, since: now, sendBy: zone.day(now).adding(days: Kit.daysToSend), &grant, in: tx)
        if let photo = chosen.photo, limit == nil {
            let expiry = now.advanced(by: .seconds(86_400 * ChosenCode.daysToKeepPhoto))
            try tx.keepPhoto(photo, of: kit.id, until: expiry)
        }
        try tx.remember(grant.repetition, made: [kit.id], at: now)
        grant.log(.kitRegistered, kit.id, about: patient)
        return .success(RegisteredKit(kit: .now(KitView(kit, for: role)), alerts: alerts, photoNotKept: limit))
    }

    /// Why the patient can't register a kit; nil: they can. Refused codes of accounts are counted.
    ///
    /// - Parameters:
    ///   - known: the kit with this code; nil: FairKit does not know it.
    ///   - isInPlace: whether it replaces another kit of the patient.
    static func refusal(
        of known: Kit?, _ secretDigest: [UInt8]?, for patient: ProfileID, in zone: Zone, isInPlace: Bool = false,
        _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> RegisterKitFailure? {
        let (now, role) = (grant.now, grant.subject.role)
        // An administrator answers for a key; an account costs nothing to create.
        let guesses = role.name == .patient && grant.subject.account != nil ? Guesses(of: patient, at: now) : nil
        if let stop = try guesses?.stop(in: tx, isInPlace: isInPlace) { return stop }
        if let known, let since = known.registeredAt {
            if known.profileID == patient || guesses == nil { return .alreadyRegistered(at: (since, zone.day(since))) }
            try guesses?.count(in: tx, &grant)
            return .alreadyRegistered(at: nil)
        }
        if let known, !known.status.next.contains(.registered), try !sampleCameFirst(known, in: tx) {
            try guesses?.count(in: tx, &grant)
            return .closed
        }
        // A missing secret and a wrong one get the same response, for scanned and typed codes alike.
        if let known, let wanted = try tx.activationDigest(of: known.id), secretDigest != wanted {
            try guesses?.count(in: tx, &grant)
            return .secretWrong
        }
        if known == nil, try tx.settings().requiresIssuedKit(of: grant.subject) {
            try guesses?.count(in: tx, &grant)
            return .notIssued
        }
        return nil
    }

    /// Assigns a kit to its patient. Earlier results are bound to it, or wait for a review.
    ///
    /// - Returns: the kit, and the bands of the alerts that waited for a patient.
    static func enrol(
        _ chosen: ChosenCode, _ known: Kit?, of patient: ProfileID, since: Timestamp, sendBy: CalendarDate?,
        _ grant: inout Grant, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> (kit: Kit, alerts: [Band]) {
        // If the sample arrived before the registration, the kit keeps its state.
        let sampleCame = try known.map { (kit) throws(DatabaseError) in try sampleCameFirst(kit, in: tx) } ?? false
        var kit = Kit(
            id: known?.id ?? .new(at: grant.now), code: chosen.code,
            status: sampleCame ? known?.status ?? .registered : .registered, profileID: patient, registeredAt: since,
            sendBy: sendBy, readFrom: chosen.source, needsReview: chosen.needsReview)
        if known == nil { try tx.insertKit(kit, at: grant.now) }
        try tx.appendKitEvent(
            KitEvent(status: .registered, at: grant.now, actor: grant.subject.id, implied: false), to: kit.id)
        var alerts: [Band] = []
        let cameFirst = sampleCame ? true : try !tx.unmatchedResults(for: kit.code).isEmpty
        if cameFirst {
            // Knowing a code is not enough to get another person's result.
            if grant.subject.role.name == .administrator {
                alerts = try bindResults(to: &kit, of: patient, &grant, in: tx)
            } else {
                kit.needsReview = true
                kit.resultsCameFirst = true
            }
        }
        if known != nil || cameFirst { try tx.updateKit(kit, at: grant.now) }
        try notifyRegistered(kit, at: grant.now, in: tx)
        try notifyStatus(of: kit, nil, at: grant.now, in: tx)
        return (kit, alerts)
    }

    /// Whether a laboratory got the sample before the kit was first registered. A kit whose patient was erased had been
    /// registered before.
    private static func sampleCameFirst(_ kit: Kit, in tx: borrowing WriteTransaction) throws(DatabaseError) -> Bool {
        guard kit.profileID == nil, [.received, .processing].contains(kit.status) else { return false }
        let last = try tx.events(of: kit.id).last { [.issued, .shipped, .registered].contains($0.status) }
        return last?.status != .registered
    }
}

/// The patient's time zone, for dates.
struct Zone {
    let name: String
    let zones: TimeZones

    func day(_ time: Timestamp) -> CalendarDate { time.date(offset: zones.offset(of: name, at: time)) }

    func local(_ time: Timestamp) -> LocalDateTime { LocalDateTime(time, offset: zones.offset(of: name, at: time)) }
}
