import BarcodeReader
import FairKitCore

/// A reader of bytes from outside: `scripts/fuzz` feeds it bytes that libFuzzer makes up, `FuzzTests` replays known
/// ones.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// One decoder each: header, orientation, pixels.
    case jpeg, png, webp, heic
    /// All that a worker does with a file, in a moment's time.
    case scan
    /// The parent reads the report of a worker, and the worker the request of its parent.
    case report, request

    /// Takes any bytes; ends the process if a promise is broken. Errors are none.
    package func run(_ bytes: [UInt8]) {
        switch self {
        case .jpeg: decode(bytes, as: .jpeg)
        case .png: decode(bytes, as: .png)
        case .webp: decode(bytes, as: .webp)
        case .heic: decode(bytes, as: .heic)
        case .scan:
            guard let expectation = ScanRequest.Expectation(prefix: KitCode.prefix, length: 19, characters: 18),
                var scan = try? PictureScan(limits: Self.limits, now: { ContinuousClock.now })
            else { fatalError("no scanner") }
            let report = scan.report(on: bytes, ScanRequest(copy: .always, milliseconds: 50, expectation: expectation))
            precondition((try? ScanReport(parsing: report.encoded())) == report)
        case .report:
            guard let report = try? ScanReport(parsing: bytes) else { return }
            precondition(report.encoded() == bytes)
        case .request:
            guard let request = try? ScanRequest(parsing: bytes) else { return }
            precondition(request.encoded() == bytes)
        }
    }

    private static let limits = PictureLimits(bytes: 1_000_000, pixels: 1_000_000)

    private func decode(_ bytes: [UInt8], as format: PictureFormat) {
        guard PictureFormat(recognising: bytes) == format,
            let decoder = try? ImageDecoder(bytes, limits: Self.limits), let luma = try? decoder.luma(.half)
        else { return }
        precondition(luma.pixels.count == luma.width * luma.height)
    }
}
