/// The meaning of the codes in a picture for a kit. A repeated code is one kit; other codes beside a kit are ignored.
package enum KitReading: Equatable, Sendable {
    case kit(KitCode)
    /// More than one kit, in the order they were read.
    case several([KitCode])
    /// It looks like a kit code, but its check character is wrong.
    case checksumMismatch
    /// A Code 128 that is not a kit code.
    case notAKit
    case noBarcode(NoBarcode)

    /// - Parameters:
    ///   - texts: the texts of all Code 128 in the picture, as read.
    ///   - miss: why there are none, if there are none.
    package init(texts: [String], miss: NoBarcode = .nothing) {
        var kits: [KitCode] = []
        var sawMismatch = false
        for text in texts {
            do {
                let code = try KitCode(scanned: text)
                if !kits.contains(code) { kits.append(code) }
            } catch {
                sawMismatch = sawMismatch || error.isWrongCheckCharacter
            }
        }
        self =
            switch kits.count {
            case 1: .kit(kits[0])
            case 2...: .several(kits)
            default: sawMismatch ? .checksumMismatch : texts.isEmpty ? .noBarcode(miss) : .notAKit
            }
    }

    /// The kits in the picture.
    package var codes: [KitCode] {
        switch self {
        case .kit(let code): [code]
        case .several(let codes): codes
        case .checksumMismatch, .notAKit, .noBarcode: []
        }
    }
}

extension KitReading {
    /// A stable name, for programs.
    package var outcome: String {
        switch self {
        case .kit: "kit"
        case .several: "several-kits"
        case .checksumMismatch: "checksum-mismatch"
        case .notAKit: "not-a-kit"
        case .noBarcode: "no-barcode"
        }
    }

    /// The message for the person: what was found, and what to do.
    package var sentence: String {
        switch self {
        case .kit: "One kit."
        case .several: "There are several kits in the picture. Photograph one alone, or type its code beside the photo."
        case .checksumMismatch: KitCode.Malformed.checkCharacter.sentence
        case .notAKit: KitCode.Malformed.prefix.sentence
        case .noBarcode(let miss): miss.sentence
        }
    }
}
