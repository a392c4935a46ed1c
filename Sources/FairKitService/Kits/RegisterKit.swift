package import BarcodeReader
package import FairKitCore
package import FairKitStore

/// Registers a kit for a patient, by a photo of its barcode, by its typed code, or both.
package struct RegisterKit: Sendable {
    private let store: Store
    private let scan: ScanPhoto
    private let zones: TimeZones
    private let bell: AlertBell
    private let requiresIssue: Bool
    private let now: Now

    /// - Parameter requiresIssue: only kits that were issued are registered (requirement R1.6).
    package init(
        store: Store, scan: ScanPhoto, zones: TimeZones, bell: AlertBell, requiresIssue: Bool, now: @escaping Now
    ) {
        self.store = store
        self.scan = scan
        self.zones = zones
        self.bell = bell
        self.requiresIssue = requiresIssue
        self.now = now
    }

    /// What the caller sent.
    package struct Request: Sendable {
        package let photo: [UInt8]?
        package let barcode: String?
        package let profileID: ProfileID?

        package init(photo: [UInt8]?, barcode: String?, profileID: ProfileID?) {
            self.photo = photo
            self.barcode = barcode
            self.profileID = profileID
        }
    }

    package enum Failure: Error {
        case forbidden
        /// Whoever registers for others says for whom.
        case profileRequired
        case profileUnknown
        case refused(KitChoice.Refusal)
        case picture(PictureError)
        case busy(ScanWorkerPool.Failure)
        case alreadyRegistered(at: Timestamp, on: CalendarDate)
        /// The kit has come to its end without being registered: expired, cancelled and so on.
        case closed(KitStatus)
        /// Only kits that were issued are registered here, and this one was not.
        case notIssued
        case idempotency(IdempotencyFailure)
        case store(DatabaseError)
    }

    /// Returns after the commit. Results that came before their kit are bound to it.
    /// - Returns: the kit; the one that was registered before if this came under the same key.
    package func callAsFunction(_ request: Request, by caller: Caller) async throws(Failure) -> Made<Kit> {
        guard caller.subject.may(.registerKit) else { throw .forbidden }
        let profileID = try owner(of: request, caller)
        let (reading, copy) = try await read(request)
        let code: KitCode
        let source: KitSource
        let needsReview: Bool
        switch KitChoice(photo: reading, typed: request.barcode) {
        case .refused(let refusal): throw .refused(refusal)
        case .registered(let chosen, let from, let review): (code, source, needsReview) = (chosen, from, review)
        }
        let now = now()
        let repetition: Repetition?
        do { repetition = try caller.repetition(in: store) } catch { throw .idempotency(error) }
        let registration = Registration(
            kit: .new(at: now), code: code, profile: profileID, source: source, copy: needsReview ? copy : nil,
            needsReview: needsReview, at: now, zones: zones, requiresIssue: requiresIssue, repetition: repetition,
            caller: caller)
        let outcome: Result<Registration.Outcome, Failure>
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in try registration.store(in: tx) }
        } catch { throw .store(error) }
        let stored = try outcome.get()
        bell.ring(stored.alertsHandedOut)
        return stored.kit
    }

    private func owner(of request: Request, _ caller: Caller) throws(Failure) -> ProfileID {
        switch caller.subject.role {
        case .patient(let own):
            guard request.profileID == nil || request.profileID == own else { throw .forbidden }
            return own
        case .laboratory, .clinician, .consumer, .coordinator, .administrator:
            guard let profile = request.profileID else { throw .profileRequired }
            return profile
        }
    }

    /// Reads the photo, if one was sent. With a typed code beside it, a photo that can't be read is no failure.
    private func read(_ request: Request) async throws(Failure) -> (KitReading?, GreyCopy?) {
        guard let photo = request.photo else { return (nil, nil) }
        do {
            let reading = try await scan.read(photo, copy: request.barcode != nil ? .ifUnsatisfied : .never)
            return (reading.kit, reading.picture.copy)
        } catch {
            switch error {
            case .picture where request.barcode != nil, .worker(.workerFailed) where request.barcode != nil,
                .worker(.uncaged) where request.barcode != nil:
                return (.noBarcode(.nothing), nil)
            case .worker(.workerFailed): throw .picture(.damaged)
            case .picture(let error): throw .picture(error)
            case .worker(let error): throw .busy(error)
            case .forbidden: throw .forbidden
            }
        }
    }
}

/// The registration as it is written: everything is decided but what the store knows.
private struct Registration: Sendable {
    let kit: KitID
    let code: KitCode
    let profile: ProfileID
    let source: KitSource
    let copy: GreyCopy?
    let needsReview: Bool
    let at: Timestamp
    let zones: TimeZones
    let requiresIssue: Bool
    let repetition: Repetition?
    let caller: Caller

    private static let daysToKeepPhoto = 30

    struct Outcome: Sendable {
        let kit: Made<Kit>
        /// Alerts that waited for their patient and are to be redelivered.
        let alertsHandedOut: Int
    }

    func store(in tx: borrowing WriteTransaction) throws(DatabaseError) -> Result<Outcome, RegisterKit.Failure> {
        switch try tx.decision(for: caller.subject, .registerKit, about: profile, at: at) {
        case .allowed: break
        case .forbidden: return .failure(.forbidden)
        case .hidden: return .failure(.profileUnknown)
        }
        switch try tx.made(under: repetition, of: Kit.self, at: at) {
        case .nothing: break
        case .other: return .failure(.idempotency(.reused))
        case .made(let ids, _):
            guard let kit = try ids.first.flatMap({ (id) throws(DatabaseError) in try tx.kit(id, in: .all) }) else {
                return .failure(.idempotency(.reused))
            }
            try tx.record(caller.entry(.kitRead, kit.id, about: kit.profileID, at: at))
            return .success(Outcome(kit: .before(kit), alertsHandedOut: 0))
        }
        guard let owner = try tx.profile(profile) else { return .failure(.profileUnknown) }
        func day(_ time: Timestamp) -> CalendarDate {
            time.date(offset: zones.offset(of: owner.details.timeZone, at: time))
        }
        let known = try tx.kit(code)
        if let since = known?.registeredAt { return .failure(.alreadyRegistered(at: since, on: day(since))) }
        if let known, !known.status.next.contains(.registered) { return .failure(.closed(known.status)) }
        if known == nil, requiresIssue { return .failure(.notIssued) }
        var registered = Kit(
            id: known?.id ?? kit, code: code, status: .registered, profileID: profile, registeredAt: at,
            sendBy: day(at).adding(days: Kit.daysToSend), readFrom: source, needsReview: needsReview)
        if known == nil { try tx.insert(registered) }
        try tx.append(step(.registered), to: registered.id)
        if let copy {
            let expiry = at.advanced(by: .seconds(86_400 * Registration.daysToKeepPhoto))
            try tx.keepPhoto(copy.jpeg, of: registered.id, until: expiry)
        }
        let alerts: Int
        (registered.status, alerts) = try bindResults(to: registered, in: tx)
        if known != nil || registered.status != .registered { try tx.update(registered) }
        try tx.remember(repetition, made: [registered.id], at: at)
        try tx.record(caller.entry(.kitRegistered, registered.id, about: profile, at: at))
        return .success(Outcome(kit: .now(registered), alertsHandedOut: alerts))
    }

    /// Gives results that came before the registration to the patient: a result is never refused, and never lost.
    private func bindResults(
        to kit: Kit, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> (status: KitStatus, alerts: Int) {
        let waiting = try tx.unmatchedResults(for: code)
        guard !waiting.isEmpty else { return (kit.status, 0) }
        var alerts = 0
        for result in waiting {
            try tx.bind(result, to: kit.id, of: profile)
            for alert in try tx.standingAlerts(about: result) {
                try tx.redeliver(alert.id, actor: caller.subject.id, at: at)
                alerts += 1
            }
            try tx.record(caller.entry(.resultBound, result, about: profile, at: at))
        }
        for status in kit.status.steps(to: .resulted) ?? [] {
            try tx.append(step(status, implied: true), to: kit.id)
        }
        return (.resulted, alerts)
    }

    private func step(_ status: KitStatus, implied: Bool = false) -> KitEvent {
        KitEvent(status: status, at: at, actor: caller.subject.id, implied: implied)
    }
}
