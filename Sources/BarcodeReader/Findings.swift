/// What the steps of a search have read so far: the same text twice is one symbol.
package struct Findings: Hashable, Sendable {
    /// Most symbols that are kept; a photo of a kit has a handful.
    package static let limit = 32

    package private(set) var symbols: [Symbol] = []

    package init() {}

    /// Adds what one step has seen. The corners of the step that saw more rows are kept.
    package mutating func add(_ seen: [Symbol]) {
        for symbol in seen {
            guard let index = symbols.firstIndex(where: { $0.text == symbol.text }) else {
                if symbols.count < Self.limit { symbols.append(symbol) }
                continue
            }
            let known = symbols[index]
            symbols[index] = Symbol(
                text: known.text,
                corners: symbol.sightings > known.sightings ? symbol.corners : known.corners,
                sightings: known.sightings + symbol.sightings)
        }
    }
}
