package import FairKitCore
import FairKitStore
package import KeyRing

/// A request to register a kit.
package struct KitRegistration: Sendable {
    package let photo: [UInt8]?
    package let barcode: String?
    /// The activation secret; required for kits that have one.
    package let secret: ActivationSecret?
    package let profileID: ProfileID?
    /// What a photo was read as before; the photo is not sent again. See `Kits.read`.
    package let reading: KitReading?

    package init(
        photo: [UInt8]?, barcode: String?, secret: ActivationSecret? = nil, profileID: ProfileID?,
        reading: KitReading? = nil
    ) {
        self.photo = photo
        self.reading = reading
        self.barcode = barcode
        self.secret = secret
        self.profileID = profileID
    }
}

/// Why a kit was not registered.
package enum RegisterKitFailure: Error {
    /// A caller who registers kits for others has to name the patient.
    case profileRequired
    case refused(KitChoice.Refusal)
    case picture(UnreadablePhoto)
    case busy(WorkerFailure)
    /// - Parameter at: the time and the local date of the registration; nil: another person registered the kit, so the
    ///   caller is not told.
    case alreadyRegistered(at: (Timestamp, CalendarDate)?)
    /// The kit ended without being registered: expired, cancelled and so on.
    case closed
    /// Only issued kits can be registered, and this one was not issued.
    case notIssued
    /// The kit's activation secret is missing or wrong.
    case secretWrong
    /// The patient has `Kit.mostOpen` registered kits whose samples no laboratory has received.
    case tooManyOpenKits
    /// Too many codes of this patient were refused.
    case tooManyRefusedCodes(retryAfter: Duration)
    case key(KeyError)
}

extension Kits {
    /// Registers a kit for a patient, by a photo of its barcode, by its typed code, or both. Returns after the commit.
    /// Results that arrived before the registration are bound to the kit.
    ///
    /// - Returns: the kit; the earlier one if the request repeats its Idempotency-Key.
    package func register(
        _ request: KitRegistration, by caller: Caller
    ) async throws(Refusal<RegisterKitFailure>) -> Creation<KitView> {
        try await tenant.permit(.registerKit, to: caller, for: RegisterKitFailure.self)
        let patient = try await owner(of: request, caller)
        let (reading, copy) = try await read(request)
        let chosen: ChosenCode
        switch KitChoice(photo: reading, typed: request.barcode) {
        case .refused(let refusal): throw .own(.refused(refusal))
        case .registered(let code, let source, let needsReview):
            chosen = ChosenCode(code: code, source: source, photo: needsReview ? copy : nil, needsReview: needsReview)
        }
        let zones = tenant.zones
        let secretDigest: [UInt8]?
        do {
            secretDigest = try request.secret.map { (secret) throws(KeyError) in
                try tenant.store.digest(of: secret, of: chosen.code)
            }
        } catch { throw .own(.key(error)) }
        let registered = try await tenant.write(.registerKit, as: caller, on: .profile(patient)) {
            (tx, grant) throws(DatabaseError) -> Outcome<RegisteredKit, RegisterKitFailure> in
            try Kits.register(chosen, secretDigest, of: patient, zones: zones, &grant, in: tx)
        }
        tenant.waiters.wake(for: registered.alerts)
        if let limit = registered.photoNotKept { tenant.photosNotKept.count(limit) }
        return registered.kit
    }

    /// Reads the kit in a photo without registering it, so that its patient can compare the code first.
    package func read(_ photo: [UInt8], by caller: Caller) async throws(Refusal<RegisterKitFailure>) -> KitReading {
        try await tenant.permit(.registerKit, to: caller, for: RegisterKitFailure.self)
        let (reading, _) = try await read(KitRegistration(photo: photo, barcode: nil, profileID: nil))
        return reading ?? .noBarcode(.nothing)
    }

    private func owner(
        of request: KitRegistration, _ caller: Caller
    ) async throws(Refusal<RegisterKitFailure>) -> ProfileID {
        switch caller.subject.role {
        case .patient(let own):
            guard request.profileID == nil || request.profileID == own else {
                throw await tenant.forbidden(to: caller)
            }
            return own
        case .laboratory, .clinician, .consumer, .app, .coordinator, .administrator:
            guard let profile = request.profileID else { throw .own(.profileRequired) }
            return profile
        }
    }

    /// Reads the photo, if there is one. If a typed code comes with it, an unreadable photo is no failure.
    private func read(_ request: KitRegistration) async throws(Refusal<RegisterKitFailure>) -> (KitReading?, [UInt8]?) {
        guard let photo = request.photo else { return (request.reading, nil) }
        do {
            return try await tenant.workers.read(
                photo, isCopied: request.barcode != nil, of: tenant.store.auditTenant)
        } catch {
            switch error {
            case .picture where request.barcode != nil, .worker(.unsandboxed) where request.barcode != nil:
                return (.noBarcode(.nothing), nil)
            case .picture(let error): throw .own(.picture(error))
            case .worker(let error): throw .own(.busy(error))
            }
        }
    }
}
