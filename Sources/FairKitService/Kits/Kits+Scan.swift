import BarcodeReader
package import FairKitCore

extension Kits {
    /// Tells which kits are in a photo; registers nothing.
    package func scan(_ photo: [UInt8], by caller: Caller) async throws(Refusal<ScanPhoto.Failure>) -> ScannedPhoto {
        try await tenant.permit(.scanPhoto, to: caller, for: ScanPhoto.Failure.self)
        do { return ScannedPhoto(try await tenant.scan.read(photo, copy: .never)) } catch { throw .own(error) }
    }
}
