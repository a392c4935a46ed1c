package import BarcodeReader
package import FairKitCore

extension ScannedPhoto {
    /// From a reading of kit codes.
    package init(_ reading: ScanReading) {
        let miss: NoBarcode? = if case .noBarcode(let miss) = reading.kit { miss } else { nil }
        self.init(
            outcome: reading.kit.outcome, codes: reading.kit.codes.map(\.description), others: reading.others,
            detail: reading.kit.sentence, reason: miss?.rawValue,
            readings: reading.kits.map { Reading(code: "\($0)", $1) }, picture: Picture(reading.picture),
            milliseconds: reading.milliseconds, steps: Steps(reading.times))
    }

    /// From any Code 128 symbols.
    package init(any picture: ScanReport.Picture, _ report: ScanReport) {
        let symbols = picture.certain
        let detail =
            symbols.isEmpty ? picture.miss.sentence : symbols.count == 1 ? "One code." : "\(symbols.count) codes."
        self.init(
            outcome: symbols.isEmpty ? "no-barcode" : "codes", codes: symbols.map(\.text), others: 0, detail: detail,
            reason: symbols.isEmpty ? picture.miss.rawValue : nil,
            readings: symbols.map { Reading(code: $0.text, $0) }, picture: Picture(picture),
            milliseconds: report.milliseconds, steps: Steps(report.times))
    }
}

extension ScannedPhoto.Picture {
    fileprivate init(_ picture: ScanReport.Picture) {
        self.init(width: picture.width, height: picture.height, format: picture.format.name)
    }
}

extension ScannedPhoto.Reading {
    fileprivate init(code: String, _ symbol: Symbol) {
        self.init(
            code: code, corners: symbol.corners.map { [$0.x, $0.y] }, step: symbol.reader.name,
            confidence: symbol.confidence)
    }
}

extension ScannedPhoto.Steps {
    package init(_ times: StepTimes) {
        func milliseconds(_ step: Step) -> Double { (Double(times[step]) / 100).rounded() / 10 }
        self.init(
            decode: milliseconds(.decode), find: milliseconds(.find), straighten: milliseconds(.straighten),
            scan: milliseconds(.scan), match: milliseconds(.match))
    }
}
