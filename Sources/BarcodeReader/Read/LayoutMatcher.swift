/// Reads a Code 128 of known length from one profile across its bars, even if they are very soft: not edge by edge, but
/// by the symbols and positions that together explain the profile best.
///
/// Each window between two possible boundaries is compared with every symbol. Dynamic programming finds a path of
/// boundaries from start to stop, first coarsely and then finely; of the symbols along it, the likeliest combination
/// with a valid check (modulo 103) is the reading. The meaning of the text is ignored: a misprint stays a misprint.
package struct LayoutMatcher: Sendable {
    /// The values of all symbols from start to check, without the stop, and the evidence for them.
    private struct Reading {
        let values: [Int]
        /// Correlation of the worst symbol, and their mean.
        let weakest: Double
        let mean: Double
        /// How much less likely it is than the likeliest symbols, if their check does not hold.
        let cost: Double
        /// Correlation of the stop.
        let stop: Double
    }

    /// The limits for accepting a reading.
    struct Limits {
        var weakest = 0.60
        var mean = 0.94
        var cost = 0.30
        var tries = 40
    }

    private let limits = Limits()
    private let templates = SymbolTemplates()

    package init() {}

    /// Reads a profile in which the bars lie roughly between two samples, in either direction.
    /// - Parameter characters: from start to check, both included: 18 of a kit's code as zint encodes it.
    /// - Returns: the values of all symbols from start to check, and their mean correlation with the profile; nil unless the
    ///   reading is believed.
    package func read(
        _ profile: [Float], characters: Int, from first: Double, to last: Double
    ) -> (values: [Int], correlation: Double)? {
        let count = Double(profile.count)
        let attempts = [
            Attempt(profile, characters, from: first, to: last, templates),
            Attempt(profile.reversed(), characters, from: count - last, to: count - first, templates),
        ]
        guard let better = attempts.compactMap(\.self).max(by: { $0.score < $1.score }), let reading = reading(better)
        else { return nil }
        return believes(reading) ? (reading.values, reading.mean) : nil
    }

    private func believes(_ reading: Reading) -> Bool {
        min(reading.weakest, reading.stop) >= limits.weakest && reading.mean >= limits.mean
            && reading.cost <= limits.cost
    }

    /// A profile in one direction, resampled evenly, and the best rough path through it.
    private struct Attempt {
        let search: BoundarySearch
        let path: [Double]
        let score: Float

        init?(
            _ profile: [Float], _ characters: Int, from first: Double, to last: Double, _ templates: SymbolTemplates
        ) {
            let modules = characters * Code128Symbols.modules + Code128Symbols.stopModules
            let module = (last - first) / Double(modules)
            guard module > 0.5, characters >= 3 else { return nil }
            let (samples, room) = (BoundarySearch.samples, Double(BoundarySearch.room))
            let even = (0..<(modules + 2 * BoundarySearch.room) * Int(samples)).map { index in
                let place = first + ((Double(index) + 0.5) / samples - room) * module
                return LayoutMatcher.sample(profile, at: place - 0.5)
            }
            search = BoundarySearch(profile: even, characters: characters, templates: templates)
            guard let found = search.coarse() else { return nil }
            (path, score) = found
        }
    }

    private func reading(_ attempt: Attempt) -> Reading? {
        let (characters, profile) = (attempt.search.characters, attempt.search.profile)
        let boundaries = attempt.search.fine(attempt.path)
        let correlations = (0..<characters).map {
            templates.best(profile, from: boundaries[$0], width: boundaries[$0 + 1] - boundaries[$0])
        }
        guard let (values, cost) = combination(correlations) else { return nil }
        let chosen = values.enumerated().map { Double(correlations[$0][$1]) }
        let stop = templates.stop(profile, after: boundaries[characters - 1], from: boundaries[characters])
        return Reading(
            values: values, weakest: chosen.min() ?? 0, mean: chosen.reduce(0, +) / Double(chosen.count), cost: cost,
            stop: stop)
    }

    private static func sample(_ profile: [Float], at x: Double) -> Float {
        let x = min(max(x, 0), Double(profile.count - 1))
        let left = Int(x)
        let right = min(left + 1, profile.count - 1)
        return profile[left] + Float(x - Double(left)) * (profile[right] - profile[left])
    }

    /// The only sufficiently likely combination with a valid check; nil if there are none or several.
    ///
    /// - Parameter correlations: each character's correlations with all symbols.
    private func combination(_ correlations: [[Float]]) -> (values: [Int], cost: Double)? {
        // Each character's symbols, likeliest first.
        let options = correlations.enumerated().map { character, r in
            (character == 0 ? Array(Code128Symbols.starts) : Array(0..<103))
                .map { (value: $0, worth: Double(SymbolTemplates.worth(r[$0]))) }
                .sorted { $0.worth > $1.worth }
        }
        // One character at a time is replaced by its next best symbol; the cheapest combination is tried first.
        var open: [(cost: Double, choice: [Int], last: Int)] = [(0, [Int](repeating: 0, count: options.count), 0)]
        var found: (values: [Int], cost: Double)?
        for _ in 0..<limits.tries {
            guard let place = open.indices.min(by: { open[$0].cost < open[$1].cost }) else { break }
            let (cost, choice, last) = open.remove(at: place)
            let values = choice.enumerated().map { options[$0][$1].value }
            var sum = values[0]
            for index in 1..<(values.count - 1) { sum += index * values[index] }
            if sum % 103 == values[values.count - 1] {
                guard found == nil else { return nil }
                found = (values, cost)
            }
            for character in last..<options.count where choice[character] + 1 < options[character].count {
                var next = choice
                next[character] += 1
                let more = options[character][choice[character]].worth - options[character][next[character]].worth
                if cost + more <= limits.cost { open.append((cost + more, next, character)) }
            }
        }
        return found
    }
}
