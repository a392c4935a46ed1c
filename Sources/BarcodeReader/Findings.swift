/// What the steps of a search have read so far: the same text twice is one symbol.
package struct Findings: Hashable, Sendable {
    /// Most symbols that are kept; a photo of a kit has a handful.
    package static let limit = 32

    /// How something was seen. Looks of one kind see the same rows again, looks of two kinds do not.
    package enum Look: Hashable, Sendable, CaseIterable {
        /// By rows of the picture.
        case rows
        /// By a band cut out of it.
        case strip
    }

    private struct Seen: Hashable {
        var symbol: Symbol
        /// The most rows that one look of each kind saw.
        var most: [Look: Int]
    }

    private var seen: [Seen] = []

    /// Each text once. Sightings are the rows of the best look of each kind; corners those of the look that saw most rows.
    package var symbols: [Symbol] {
        seen.map {
            Symbol(
                text: $0.symbol.text, corners: $0.symbol.corners, sightings: $0.most.values.reduce(0, +))
        }
    }

    package init() {}

    /// Adds what one look has seen.
    package mutating func add(_ symbols: [Symbol], by look: Look) {
        for symbol in symbols {
            guard let index = seen.firstIndex(where: { $0.symbol.text == symbol.text }) else {
                // A single row is often a false read: it makes room for what was seen twice.
                if seen.count == Findings.limit {
                    guard symbol.sightings > 1,
                        let least = seen.firstIndex(where: { $0.most.values.reduce(0, +) == 1 })
                    else { continue }
                    seen.remove(at: least)
                }
                seen.append(Seen(symbol: symbol, most: [look: symbol.sightings]))
                continue
            }
            if symbol.sightings > seen[index].symbol.sightings { seen[index].symbol = symbol }
            seen[index].most[look] = max(seen[index].most[look] ?? 0, symbol.sightings)
        }
    }
}
