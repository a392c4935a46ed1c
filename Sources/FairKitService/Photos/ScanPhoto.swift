package import BarcodeReader
package import CoreMetrics
package import FairKitCore

/// Reads the codes in a picture without registering anything.
package struct ScanPhoto: Sendable {
    private let workers: ScanWorkerPool
    private let holder: String
    private let metrics: ScanMetrics

    /// - Parameter holder: the tenant.
    package init(
        workers: ScanWorkerPool, of holder: String = "", metrics: any MetricsFactory = NOOPMetricsHandler.instance
    ) {
        self.workers = workers
        self.holder = holder
        self.metrics = ScanMetrics(metrics)
    }

    package enum Failure: Error {
        case picture(PictureError)
        case worker(ScanWorkerPool.Failure)
    }

    /// The codes in a picture.
    package struct Reading: Sendable {
        package let kit: KitReading
        /// The kit codes with their symbols.
        package let kits: [(code: KitCode, symbol: Symbol)]
        /// The number of barcodes that are not kit codes.
        package let others: Int
        package let picture: ScanReport.Picture
        package let milliseconds: Int
        package let times: StepTimes
    }

    /// Reads the kits in a photo.
    package func read(_ photo: [UInt8], copy: ScanRequest.Copy) async throws(Failure) -> Reading {
        let start = ContinuousClock.now
        do {
            let reading = try await look(at: photo, copy)
            metrics.scanned(.success(reading), in: .now - start)
            return reading
        } catch {
            metrics.scanned(.failure(error), in: .now - start)
            throw error
        }
    }

    private func look(at photo: [UInt8], _ copy: ScanRequest.Copy) async throws(Failure) -> Reading {
        let expectation = ScanRequest.Expectation(
            prefix: KitCode.prefix, length: KitCode.length, characters: KitCode.code128Characters)
        let (picture, report) = try await picture(in: photo, ScanRequest(copy: copy, expectation: expectation))
        let symbols = picture.certain
        let kits = symbols.compactMap { symbol in
            (try? KitCode(scanned: symbol.text)).map { (code: $0, symbol: symbol) }
        }
        return Reading(
            kit: KitReading(texts: symbols.map(\.text), miss: picture.miss), kits: kits,
            others: symbols.count - kits.count,
            picture: picture, milliseconds: report.milliseconds, times: report.times)
    }

    /// Everything in a picture, for `fairkit scan`.
    package func picture(
        in photo: [UInt8], _ request: ScanRequest
    ) async throws(Failure) -> (ScanReport.Picture, ScanReport) {
        let report: ScanReport
        do { report = try await workers.scan(photo, request, of: holder) } catch { throw .worker(error) }
        switch report.outcome {
        case .failure(let error): throw .picture(error)
        case .success(let picture): return (picture, report)
        }
    }
}

extension ScanReport.Picture {
    /// A row is sometimes misread with a valid checksum, so a code counts only if it was seen twice.
    package var certain: [Symbol] { symbols.filter { $0.sightings >= 2 } }

    /// Why no code is certain, judged by the first bars that look like a code.
    package var miss: NoBarcode {
        for bars in bars {
            switch bars.verdict {
            case .read, .other: continue
            case .cutOff: return .cutOff
            case .small: return .tooSmall
            case .blurred: return .tooBlurred
            case .unclear: return .unclear
            }
        }
        return symbols.isEmpty ? .nothing : .unclear
    }
}
