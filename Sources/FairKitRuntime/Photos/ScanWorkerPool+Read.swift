package import BarcodeReader
package import FairKitCore
package import FairKitService

/// The kit codes in a picture, and how they were found.
package struct ScanReading: Sendable {
    package let kit: KitReading
    /// The kit codes with their symbols.
    package let kits: [(code: KitCode, symbol: Symbol)]
    /// The number of barcodes that are not kit codes.
    package let others: Int
    package let picture: ScanReport.Picture
    package let milliseconds: Int
    package let times: StepTimes
}

extension ScanWorkerPool: PictureWorkers {
    package func read(
        _ photo: [UInt8], isCopied: Bool, of tenant: String
    ) async throws(PhotoFailure) -> (kit: KitReading, copy: [UInt8]?) {
        do throws(PhotoFailure) {
            let reading = try await kits(in: photo, copy: isCopied ? .ifUnsatisfied : .never, of: tenant)
            return (reading.kit, reading.picture.copy?.jpeg)
        } catch { throw error.ofPicture }
    }

    package func scan(_ photo: [UInt8], of tenant: String) async throws(PhotoFailure) -> ScannedPhoto {
        do throws(PhotoFailure) {
            return ScannedPhoto(try await kits(in: photo, copy: .never, of: tenant))
        } catch { throw error.ofPicture }
    }

    package func portrait(
        of photo: [UInt8], of tenant: String
    ) async throws(PhotoFailure) -> (large: [UInt8], small: [UInt8]) {
        let answer: PortraitAnswer
        do { answer = try await self.answer(aboutPortraitOf: photo, of: tenant) } catch {
            throw PhotoFailure.worker(error).ofPicture
        }
        switch answer {
        case .portrait(let portrait): return (portrait.large, portrait.small)
        case .failure(let error): throw .picture(UnreadablePhoto(error))
        }
    }
}

extension ScanWorkerPool {
    /// Reads the kit codes in a photo.
    package func kits(
        in photo: [UInt8], copy: ScanRequest.Copy, of tenant: String = ""
    ) async throws(PhotoFailure) -> ScanReading {
        let start = ContinuousClock.now
        do {
            let reading = try await search(photo, copy, of: tenant)
            scans.scanned(.success(reading), in: .now - start)
            return reading
        } catch {
            scans.scanned(.failure(error), in: .now - start)
            throw error
        }
    }

    private func search(
        _ photo: [UInt8], _ copy: ScanRequest.Copy, of tenant: String
    ) async throws(PhotoFailure) -> ScanReading {
        let expectation = ScanRequest.Expectation(
            prefix: KitCode.prefix, length: KitCode.length, characters: KitCode.code128Characters)
        let (picture, report) = try await picture(
            in: photo, ScanRequest(copy: copy, expectation: expectation), of: tenant)
        let symbols = picture.certain
        let kits = symbols.compactMap { symbol in
            (try? KitCode(scanned: symbol.text)).map { (code: $0, symbol: symbol) }
        }
        return ScanReading(
            kit: KitReading(texts: symbols.map(\.text), miss: picture.miss), kits: kits,
            others: symbols.count - kits.count,
            picture: picture, milliseconds: report.milliseconds, times: report.times)
    }

    /// Everything in a picture, for `fairkit scan`.
    package func picture(
        in photo: [UInt8], _ request: ScanRequest, of tenant: String = ""
    ) async throws(PhotoFailure) -> (ScanReport.Picture, ScanReport) {
        let report: ScanReport
        do { report = try await scan(photo, request, of: tenant) } catch { throw .worker(error) }
        switch report.outcome {
        case .failure(let error): throw .picture(UnreadablePhoto(error))
        case .success(let picture): return (picture, report)
        }
    }
}

extension UnreadablePhoto {
    fileprivate init(_ error: PictureError) {
        let reason: Reason =
            switch error {
            case .empty, .damaged: .damaged
            case .tooManyBytes: .tooManyBytes
            case .tooManyPixels: .tooManyPixels
            case .unsupportedFormat, .unsupportedColour: .unsupported
            }
        self.init(reason, error.sentence)
    }
}

extension PhotoFailure {
    /// A picture that ends its worker is taken for a damaged one.
    fileprivate var ofPicture: PhotoFailure {
        if case .worker(.workerFailed) = self { .picture(UnreadablePhoto(.damaged)) } else { self }
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
