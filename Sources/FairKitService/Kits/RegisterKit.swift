package import BarcodeReader
package import FairKitCore
package import FairKitStore

/// Registers a kit for a patient, by a photo of its barcode, by its typed code, or both.
package struct RegisterKit: Sendable {
    private let store: Store
    private let scan: ScanPhoto
    private let zones: TimeZones
    private let now: Now

    package init(store: Store, scan: ScanPhoto, zones: TimeZones, now: @escaping Now) {
        self.store = store
        self.scan = scan
        self.zones = zones
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
        case store(DatabaseError)
    }

    package func callAsFunction(_ request: Request, by caller: Caller) async throws(Failure) -> Kit {
        guard caller.subject.role.may(.registerKit) else { throw .forbidden }
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
        let registration = Registration(
            kit: .new(at: now), code: code, profile: profileID, source: source, copy: needsReview ? copy : nil,
            needsReview: needsReview, at: now, zones: zones, caller: caller)
        let outcome: Registration.Outcome
        do {
            outcome = try await store.write { (tx) throws(DatabaseError) in try registration.store(in: tx) }
        } catch { throw .store(error) }
        switch outcome {
        case .registered(let kit): return kit
        case .profileUnknown: throw .profileUnknown
        case .alreadyRegistered(let at, let day): throw .alreadyRegistered(at: at, on: day)
        case .closed(let status): throw .closed(status)
        }
    }

    private func owner(of request: Request, _ caller: Caller) throws(Failure) -> ProfileID {
        switch caller.subject.role {
        case .patient(let own):
            guard request.profileID == nil || request.profileID == own else { throw .forbidden }
            return own
        case .laboratory, .clinician, .consumer, .administrator:
            guard let profile = request.profileID else { throw .profileRequired }
            return profile
        }
    }

    /// Reads the photo, if one was sent. With a typed code beside it, a photo that can't be read is no failure.
    private func read(_ request: Request) async throws(Failure) -> (KitReading?, GreyCopy?) {
        guard let photo = request.photo else { return (nil, nil) }
        do {
            let reading = try await scan.read(photo, wantsCopy: request.barcode != nil)
            return (reading.kit, reading.picture.copy)
        } catch {
            switch error {
            case .picture where request.barcode != nil, .worker(.workerFailed) where request.barcode != nil:
                return (.noBarcode, nil)
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
    let caller: Caller

    private static let daysToKeepPhoto = 30

    enum Outcome: Sendable {
        case registered(Kit)
        case profileUnknown
        case alreadyRegistered(at: Timestamp, on: CalendarDate)
        case closed(KitStatus)
    }

    func store(in tx: borrowing WriteTransaction) throws(DatabaseError) -> Outcome {
        guard let owner = try tx.profile(profile) else { return .profileUnknown }
        func day(_ time: Timestamp) -> CalendarDate {
            time.date(offset: zones.offset(of: owner.details.timeZone, at: time))
        }
        let known = try tx.kit(code)
        if let since = known?.registeredAt { return .alreadyRegistered(at: since, on: day(since)) }
        if let known, !known.status.next.contains(.registered) { return .closed(known.status) }
        var registered = Kit(
            id: known?.id ?? kit, code: code, status: .registered, profileID: profile, registeredAt: at,
            sendBy: day(at).adding(days: Kit.daysToSend), readFrom: source, needsReview: needsReview)
        if known == nil { try tx.insert(registered) }
        try tx.append(step(.registered), to: registered.id)
        if let copy {
            let expiry = at.advanced(by: .seconds(86_400 * Registration.daysToKeepPhoto))
            try tx.keepPhoto(copy.jpeg, of: registered.id, until: expiry)
        }
        registered.status = try bindResults(to: registered, in: tx)
        if known != nil || registered.status != .registered { try tx.update(registered) }
        try tx.record(caller.entry(.kitRegistered, registered.id, about: profile, at: at))
        return .registered(registered)
    }

    /// Gives results that came before the registration to the patient: a result is never refused, and never lost.
    private func bindResults(
        to kit: Kit, in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> KitStatus {
        let waiting = try tx.unmatchedResults(for: code)
        guard !waiting.isEmpty else { return kit.status }
        for result in waiting {
            try tx.bind(result, to: kit.id, of: profile)
            if let alert = try tx.standingAlert(about: result) {
                try tx.deliverAgain(alert.id, actor: caller.subject.keyID, at: at)
            }
            try tx.record(caller.entry(.resultBound, result, about: profile, at: at))
        }
        for status in kit.status.steps(to: .resulted) ?? [] {
            try tx.append(step(status, implied: true), to: kit.id)
        }
        return .resulted
    }

    private func step(_ status: KitStatus, implied: Bool = false) -> KitEvent {
        KitEvent(status: status, at: at, actor: caller.subject.keyID, implied: implied)
    }
}
