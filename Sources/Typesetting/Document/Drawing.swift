import FoundationEssentials

package import enum FairKitCore.DrawingRequest

/// The bytes of a request to a worker: one that tells it from a scan, and JSON to the end of the stream.
extension DrawingRequest {
    /// The first byte.
    package static let kind: UInt8 = 3
    /// The most bytes of a request.
    package static let limit = 2_000_000

    /// - Returns: nil if it is too long to be drawn.
    package func encoded() -> [UInt8]? {
        guard let json = try? JSONEncoder().encode(self), json.count < DrawingRequest.limit else { return nil }
        return [DrawingRequest.kind] + json
    }

    /// - Parameter bytes: without the first one.
    package init?(parsing bytes: [UInt8]) {
        guard let request = try? JSONDecoder().decode(DrawingRequest.self, from: Data(bytes)) else { return nil }
        self = request
    }
}

/// A worker's answer: one byte that says whether it drew, and the file.
package enum Drawing: Hashable, Sendable {
    case file([UInt8])
    /// No font was found when the worker started.
    case noFonts
    /// It would have too many pages, or cairo failed.
    case impossible

    /// The most bytes of an answer.
    package static let limit = 8 << 20

    package var encoded: [UInt8] {
        switch self {
        case .file(let bytes): [0] + bytes
        case .noFonts: [1]
        case .impossible: [2]
        }
    }

    /// Checks an answer: a file begins as its format does.
    package init?(parsing bytes: [UInt8], to request: DrawingRequest) {
        guard bytes.count <= Drawing.limit + 1 else { return nil }
        switch (bytes.first, bytes.count) {
        case (0, 100...):
            let file = bytes.dropFirst()
            let start: [UInt8] =
                switch request {
                case .pdf: Array("%PDF-1.".utf8)
                case .svg: Array("<?xml".utf8)
                case .png: [0x89, 0x50, 0x4E, 0x47]
                }
            guard file.starts(with: start) else { return nil }
            self = .file(Array(file))
        case (1, 1): self = .noFonts
        case (2, 1): self = .impossible
        default: return nil
        }
    }
}
