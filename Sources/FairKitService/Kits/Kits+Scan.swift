import BarcodeReader
package import FairKitCore

extension Kits {
    /// Reads the kit codes in a photo without registering anything.
    package func scan(_ photo: [UInt8], by caller: Caller) async throws(Refusal<ScanPhoto.Failure>) -> ScannedPhoto {
        try await tenant.permit(.scanPhoto, to: caller, for: ScanPhoto.Failure.self)
        do { return ScannedPhoto(try await tenant.scan.read(photo, copy: .never)) } catch { throw .own(error) }
    }
}
