/// The symbols read so far in a search; equal texts are one symbol.
package struct Findings: Hashable, Sendable {
    /// Most symbols that are kept; a photo of a kit has a handful.
    package static let limit = 32

    private struct Seen: Hashable {
        var symbol: Symbol
        /// The most rows of the picture that one look saw, and of a band. Looks of one kind see the same rows again, looks of
        /// two kinds do not.
        var inPicture = 0
        var inBand = 0

        var sightings: Int { inPicture + inBand }

        mutating func add(_ other: Symbol) {
            if other.sightings > symbol.sightings { symbol = other }
            switch other.reader {
            case .rows: inPicture = max(inPicture, other.sightings)
            case .strip, .match: inBand = max(inBand, other.sightings)
            }
        }
    }

    private var seen: [Seen] = []

    /// Each text once. Sightings are the rows of the best look of each kind; corners those of the look that saw most rows.
    package var symbols: [Symbol] {
        seen.map {
            let symbol = $0.symbol
            return Symbol(
                text: symbol.text, corners: symbol.corners, sightings: $0.sightings, reader: symbol.reader,
                confidence: symbol.reader == .match ? symbol.confidence : nil)
        }
    }

    package init() {}

    /// Adds what one look has seen.
    package mutating func add(_ symbols: [Symbol]) {
        for symbol in symbols {
            if let index = seen.firstIndex(where: { $0.symbol.text == symbol.text }) {
                seen[index].add(symbol)
                continue
            }
            // A single row is often a misread, so it makes room for texts that were seen twice.
            if seen.count == Findings.limit {
                guard symbol.sightings > 1, let least = seen.firstIndex(where: { $0.sightings == 1 }) else { continue }
                seen.remove(at: least)
            }
            var new = Seen(symbol: symbol)
            new.add(symbol)
            seen.append(new)
        }
    }
}
