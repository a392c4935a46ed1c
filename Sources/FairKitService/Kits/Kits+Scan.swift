package import FairKitCore
import FairKitStore

extension Kits {
    /// Reads the kit codes in a photo without registering anything.
    package func scan(_ photo: [UInt8], by caller: Caller) async throws(Refusal<PhotoFailure>) -> ScannedPhoto {
        try await tenant.permit(.scanPhoto, to: caller, for: PhotoFailure.self)
        do {
            return try await tenant.workers.scan(photo, of: tenant.store.auditTenant)
        } catch { throw .own(error) }
    }
}
