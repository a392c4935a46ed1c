package import FairKitCore
import FairKitStore
import KeyRing

/// Why a code was not corrected.
package enum CorrectKitCodeFailure: Error {
    /// The code was read from a photo, or a laboratory already has the sample.
    case fixed
    /// The kit with the right code can't be registered.
    case register(RegisterKitFailure)
}

extension Kits {
    /// Replaces a kit whose code a patient mistyped with the kit that they meant, until a laboratory has the sample.
    /// The wrong kit has no patient again. See decision 0074.
    ///
    /// - Returns: the right kit, with the registration time of the wrong one.
    package func correctCode(
        of id: KitID, to code: KitCode, secret: ActivationSecret?, by caller: Caller
    ) async throws(Refusal<CorrectKitCodeFailure>) -> KitView {
        let zones = tenant.zones
        let digest: [UInt8]?
        do {
            digest = try secret.map { (secret) throws(KeyError) in try tenant.store.digest(of: secret, of: code) }
        } catch { throw .own(.register(.key(error))) }
        let (view, alerts) = try await tenant.write(.registerKit, as: caller, on: .kit(id)) {
            (tx, grant) throws(DatabaseError) -> Outcome<(KitView, [Band]), CorrectKitCodeFailure> in
            try Kits.correctCode(of: id, to: code, digest, zones: zones, &grant, in: tx)
        }
        tenant.waiters.wake(for: alerts)
        return view
    }

    fileprivate static func correctCode(
        of id: KitID, to code: KitCode, _ secretDigest: [UInt8]?, zones: TimeZones, _ grant: inout Grant,
        in tx: borrowing WriteTransaction
    ) throws(DatabaseError) -> Outcome<(KitView, [Band]), CorrectKitCodeFailure> {
        let role = grant.subject.role
        guard let wrong = try tx.kit(id, in: grant.subject.kitScope(at: grant.now)), let patient = wrong.profileID,
            let since = wrong.registeredAt, let owner = try tx.profile(patient)
        else { return .failure(.notFound) }
        if wrong.code == code {
            grant.log(.kitRead, id, about: patient)
            return .success((KitView(wrong, try tx.events(of: id), for: role), []))
        }
        guard wrong.readFrom == .typed, [.registered, .mailed].contains(wrong.status), try !tx.hasResult(of: wrong.code)
        else { return .own(.fixed) }
        let known = try tx.kit(code)
        let zone = Zone(name: owner.details.timeZone, zones: zones)
        if let refusal = try refusal(of: known, secretDigest, for: patient, in: zone, isInPlace: true, &grant, in: tx) {
            return .own(.register(refusal))
        }
        try release(wrong, &grant, in: tx)
        let chosen = ChosenCode(code: code, source: .typed, photo: nil, needsReview: wrong.needsReview)
        var (kit, alerts) = try enrol(chosen, known, of: patient, since: since, sendBy: wrong.sendBy, &grant, in: tx)
        if wrong.status == .mailed, kit.status == .registered {
            try tx.appendKitEvent(
                KitEvent(status: .mailed, at: grant.now, actor: grant.subject.id, implied: true), to: kit.id)
            kit.status = .mailed
            try tx.updateKit(kit, at: grant.now)
        }
        try tx.movePhoto(of: wrong.id, to: kit.id)
        grant.log(.kitCodeCorrected, kit.id, about: patient)
        return .success((KitView(kit, try tx.events(of: kit.id), for: role), alerts))
    }

    /// Removes a kit's patient and its registration: its real patient may still want to register it.
    private static func release(_ kit: Kit, _ grant: inout Grant, in tx: borrowing WriteTransaction)
        throws(DatabaseError)
    {
        let before = try tx.events(of: kit.id).prefix { $0.status != .registered }.last?.status
        let status: KitStatus = before == .issued ? .issued : .shipped
        let event = KitEvent(
            status: status, at: grant.now, actor: grant.subject.id, implied: true,
            reason: "It was registered with a mistyped code.")
        try tx.appendKitEvent(event, to: kit.id)
        try tx.releaseKit(kit.id, as: status, at: grant.now)
    }
}
