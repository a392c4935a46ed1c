package import BarcodeReader
package import CoreMetrics
package import FairKitCore

/// Tells what is in a picture; registers nothing.
package struct ScanPhoto: Sendable {
    private let workers: ScanWorkerPool
    private let metrics: ScanMetrics

    package init(workers: ScanWorkerPool, metrics: any MetricsFactory = NOOPMetricsHandler.instance) {
        self.workers = workers
        self.metrics = ScanMetrics(metrics)
    }

    package enum Failure: Error {
        case forbidden
        case picture(PictureError)
        case worker(ScanWorkerPool.Failure)
    }

    /// What a picture holds.
    package struct Reading: Sendable {
        package let kit: KitReading
        /// Barcodes that are no kit's.
        package let others: Int
        package let picture: ScanReport.Picture
        package let milliseconds: Int
    }

    package func callAsFunction(_ photo: [UInt8], by role: Role) async throws(Failure) -> Reading {
        guard role.may(.scanPhoto) else { throw .forbidden }
        return try await read(photo, wantsCopy: false)
    }

    /// The same for whoever has been let in.
    func read(_ photo: [UInt8], wantsCopy: Bool) async throws(Failure) -> Reading {
        let start = ContinuousClock.now
        do {
            let reading = try await look(at: photo, wantsCopy: wantsCopy)
            metrics.scanned(.success(reading), in: .now - start)
            return reading
        } catch {
            metrics.scanned(.failure(error), in: .now - start)
            throw error
        }
    }

    private func look(at photo: [UInt8], wantsCopy: Bool) async throws(Failure) -> Reading {
        let expectation = ScanRequest.Expectation(
            prefix: KitCode.prefix, length: KitCode.length, characters: KitCode.code128Characters)
        let report: ScanReport
        do {
            report = try await workers.scan(photo, ScanRequest(wantsCopy: wantsCopy, expectation: expectation))
        } catch { throw .worker(error) }
        switch report.outcome {
        case .failure(let error): throw .picture(error)
        case .success(let picture):
            // A row is read wrong now and then, also so that the checksum holds: a code counts if it was seen twice.
            let texts = picture.symbols.filter { $0.sightings >= 2 }.map(\.text)
            let kit = KitReading(texts: texts)
            return Reading(
                kit: kit, others: texts.count { !isKit($0) }, picture: picture, milliseconds: report.milliseconds)
        }
    }

    private func isKit(_ text: String) -> Bool { (try? KitCode(scanned: text)) != nil }
}
