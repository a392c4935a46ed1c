package import BarcodeReader
package import FairKitCore
import FairKitStore
package import KeyRing

/// What somebody sends to register a kit.
package struct KitRegistration: Sendable {
    package let photo: [UInt8]?
    package let barcode: String?
    /// The activation secret; kits that have one ask for it.
    package let secret: ActivationSecret?
    package let profileID: ProfileID?

    package init(photo: [UInt8]?, barcode: String?, secret: ActivationSecret? = nil, profileID: ProfileID?) {
        self.photo = photo
        self.barcode = barcode
        self.secret = secret
        self.profileID = profileID
    }
}

/// Why a kit was not registered.
package enum RegisterKitFailure: Error {
    /// Whoever registers for others says for whom.
    case profileRequired
    case refused(KitChoice.Refusal)
    case picture(PictureError)
    case busy(ScanWorkerPool.Failure)
    /// - Parameter at: when, and on which day there; nil: by somebody else, whose matter that is.
    case alreadyRegistered(at: (Timestamp, CalendarDate)?)
    /// The kit has come to its end without being registered: expired, cancelled and so on.
    case closed
    /// Only kits that were issued are registered here, and this one was not.
    case notIssued
    /// The kit has an activation secret, and it was not sent, or another one.
    case secretWrong
    /// The patient has registered `Kit.mostOpen` kits whose samples no laboratory has received.
    case tooManyOpenKits
    /// So many codes of this patient were refused that no other is looked at.
    case tooManyRefusedCodes(retryAfter: Duration)
    case key(KeyError)
}

extension Kits {
    /// Registers a kit for a patient, by a photo of its barcode, by its typed code, or both. Returns after the commit. Results that came
    /// before their kit are bound to it.
    /// - Returns: the kit; the one that was registered before if this came under the same key.
    package func register(
        _ request: KitRegistration, by caller: Caller
    ) async throws(Refusal<RegisterKitFailure>) -> Made<KitView> {
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
            try tx.register(chosen, secretDigest, of: patient, zones: zones, &grant)
        }
        tenant.bell.ring(for: registered.alerts)
        if let limit = registered.photoNotKept { tenant.photosNotKept.count(limit) }
        return registered.kit
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

    /// Reads the photo, if one was sent. With a typed code beside it, a photo that can't be read is no failure.
    private func read(_ request: KitRegistration) async throws(Refusal<RegisterKitFailure>) -> (KitReading?, GreyCopy?)
    {
        guard let photo = request.photo else { return (nil, nil) }
        do {
            let reading = try await tenant.scan.read(photo, copy: request.barcode != nil ? .ifUnsatisfied : .never)
            return (reading.kit, reading.picture.copy)
        } catch {
            switch error {
            case .picture where request.barcode != nil, .worker(.workerFailed) where request.barcode != nil,
                .worker(.uncaged) where request.barcode != nil:
                return (.noBarcode(.nothing), nil)
            case .worker(.workerFailed): throw .own(.picture(.damaged))
            case .picture(let error): throw .own(.picture(error))
            case .worker(let error): throw .own(.busy(error))
            }
        }
    }
}
