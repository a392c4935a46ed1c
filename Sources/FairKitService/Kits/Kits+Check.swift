package import FairKitCore
import FairKitStore
import KeyRing

extension Kits {
    /// Whether a patient can register a kit, before they are asked to confirm it. Nothing is stored but a refused code, which
    /// counts as one that was sent to be registered: codes can't be tried out here.
    package func check(
        _ code: KitCode, _ secret: ActivationSecret?, of patient: ProfileID, by caller: Caller
    ) async throws(Refusal<RegisterKitFailure>) {
        let digest: [UInt8]?
        do {
            digest = try secret.map { (secret) throws(KeyError) in try tenant.store.digest(of: secret, of: code) }
        } catch { throw .own(.key(error)) }
        try await tenant.write(.registerKit, as: caller, on: .profile(patient)) {
            [zones = tenant.zones] (tx, grant) throws(DatabaseError) -> Outcome<Void, RegisterKitFailure> in
            guard let owner = try tx.profile(patient) else { return .failure(.notFound) }
            let zone = Zone(name: owner.details.timeZone, zones: zones)
            let refusal = try Kits.refusal(of: try tx.kit(code), digest, for: patient, in: zone, &grant, in: tx)
            return refusal.map { .own($0) } ?? .success(())
        }
    }
}
