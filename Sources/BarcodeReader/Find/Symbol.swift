/// A place in a picture, in pixels from its upper left corner.
package struct Point: Hashable, Sendable {
    package let x: Int
    package let y: Int

    package init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The middle of some points.
    static func middle(of points: [Point]) -> Point {
        Point(
            x: points.reduce(0) { $0 + $1.x } / max(points.count, 1),
            y: points.reduce(0) { $0 + $1.y } / max(points.count, 1))
    }
}

/// A Code 128 that was read.
package struct Symbol: Hashable, Sendable {
    /// Lengths that may be reported: short texts are mostly misreads, and the size of the report must be bounded.
    package static let textLengths = 6...80

    /// Printable ASCII, 6 to 80 characters.
    package let text: String
    /// Its four corners, clockwise: of the box around the rows of the picture that read it (a single row gives a single point
    /// four times), or of the band of bars, turned as that is.
    package let corners: [Point]
    /// How many rows showed it, in the best look of each kind (see `Findings`); a match with the layout counts as two.
    /// By chance one misread in a few hundred has a valid checksum, so a text counts from two rows on.
    package let sightings: Int
    /// The reader that read it, or that saw most rows of it.
    package let reader: Reader
    /// Confidence in percent from 1 to 99: each row with the same text halves the doubt; a match has its mean
    /// correlation with the bars.
    package let confidence: Int

    /// A reader of symbols.
    package enum Reader: UInt8, Hashable, Sendable, CaseIterable {
        /// zbar, along rows of the picture.
        case rows = 1
        /// zbar, along a band of bars that was laid straight.
        case strip
        /// The expected layout, matched with such a band.
        case match
    }

    /// - Parameter confidence: in percent; nil: derived from the number of rows.
    package init(text: String, corners: [Point], sightings: Int, reader: Reader = .rows, confidence: Int? = nil) {
        self.text = text
        self.corners = corners
        self.sightings = sightings
        self.reader = reader
        self.confidence = min(max(confidence ?? Symbol.confidence(ofRows: sightings), 1), 99)
    }

    private static func confidence(ofRows rows: Int) -> Int { 100 - 100 >> min(max(rows, 0), 7) }

    /// The text of decoded bytes, if it is one that may be reported.
    package static func text(of bytes: some Collection<UInt8>) -> String? {
        guard textLengths.contains(bytes.count), bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The middle of its corners.
    var middle: Point { .middle(of: corners) }

    /// The same symbol elsewhere.
    func moved(_ place: ([Point]) -> [Point]) -> Symbol {
        Symbol(
            text: text, corners: place(corners), sightings: sightings, reader: reader, confidence: confidence)
    }
}

extension Symbol.Reader {
    /// A stable name, for machines.
    package var name: String {
        switch self {
        case .rows: "rows"
        case .strip: "strip"
        case .match: "match"
        }
    }
}
