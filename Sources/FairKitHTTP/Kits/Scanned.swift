package import BarcodeReader
import FairKitCore
package import FairKitService

/// What is in a picture, on the wire.
package struct Scanned: Encodable, Sendable {
    struct Picture: Encodable {
        let width: Int
        let height: Int
        let format: String

        init(_ picture: ScanReport.Picture) {
            (width, height, format) = (picture.width, picture.height, picture.format.name)
        }
    }

    /// One kit's code, and how it was read.
    struct Reading: Encodable {
        let code: String
        /// Four points, clockwise, as x and y in pixels of the upright picture.
        let corners: [[Int]]
        let step: String
        /// In percent.
        let confidence: Int

        init(code: String, _ symbol: Symbol) {
            self.code = code
            corners = symbol.corners.map { [$0.x, $0.y] }
            step = symbol.reader.name
            confidence = symbol.confidence
        }
    }

    package let outcome: String
    package let codes: [String]
    let others: Int
    package let detail: String
    let reason: String?
    let readings: [Reading]
    let picture: Picture
    package let milliseconds: Int
    let steps: Steps

    /// Kits.
    package init(_ reading: ScanPhoto.Reading) {
        outcome = reading.kit.outcome
        codes = reading.kit.codes.map(\.description)
        others = reading.others
        detail = reading.kit.sentence
        reason = if case .noBarcode(let miss) = reading.kit { miss.rawValue } else { nil }
        readings = reading.kits.map { Reading(code: "\($0)", $1) }
        picture = Picture(reading.picture)
        milliseconds = reading.milliseconds
        steps = Steps(reading.times)
    }

    /// Any Code 128, whatever it means.
    package init(any picture: ScanReport.Picture, _ report: ScanReport) {
        let symbols = picture.certain
        outcome = symbols.isEmpty ? "no-barcode" : "codes"
        codes = symbols.map(\.text)
        others = 0
        detail = symbols.isEmpty ? picture.miss.sentence : symbols.count == 1 ? "One code." : "\(symbols.count) codes."
        reason = symbols.isEmpty ? picture.miss.rawValue : nil
        readings = symbols.map { Reading(code: $0.text, $0) }
        self.picture = Picture(picture)
        milliseconds = report.milliseconds
        steps = Steps(report.times)
    }

    /// Milliseconds by step, to the tenth.
    package struct Steps: Encodable, Sendable {
        let decode, find, straighten, scan, match: Double

        package init(_ times: StepTimes) {
            func milliseconds(_ step: Step) -> Double { (Double(times[step]) / 100).rounded() / 10 }
            decode = milliseconds(.decode)
            find = milliseconds(.find)
            straighten = milliseconds(.straighten)
            scan = milliseconds(.scan)
            match = milliseconds(.match)
        }
    }
}
