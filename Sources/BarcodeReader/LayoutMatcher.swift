import CStrips
import Glibc

/// Reads a Code 128 of a known number of characters out of one profile across its bars, however soft: not edge by edge, but by
/// which symbols, in which places, together explain the profile best.
///
/// Each window between two possible boundaries is compared with every symbol. A path of boundaries from start to stop is found
/// by dynamic programming, coarsely and then finely; of the symbols along it the likeliest combination whose check (modulo 103)
/// holds is the reading. What the text means is never asked: a misprint stays a misprint.
package struct LayoutMatcher: Sendable {
    /// A reading: the values of all symbols from start to check, without the stop.
    package struct Reading: Hashable, Sendable {
        package let values: [Int]
        /// Correlation of the worst symbol, and their mean.
        package let weakest: Double
        package let mean: Double
        /// How much less likely it is than the likeliest combination, of which the check does not hold.
        package let cost: Double
        /// Correlation of the stop.
        package let stop: Double
        /// Where the code begins and ends (with the stop), in samples of the profile.
        package let start: Double
        package let end: Double
    }

    /// When a reading is believed.
    struct Limits {
        var weakest = 0.60
        var mean = 0.94
        var cost = 0.30
        var tries = 40
    }

    private let limits = Limits()
    private let coarse: [Float]
    private let fine: [[Float]]
    private let stop: [Float]

    /// Samples of a module.
    private static let samples = 4.0
    /// Widths of a character that are tried, in half modules.
    private static let widths = 14...29

    package init() {
        coarse = Code128Symbols.templates(sigma: 0.45)
        fine = LayoutMatcher.blurs.map { Code128Symbols.templates(sigma: $0) }
        stop = Code128Symbols.normalised(
            Code128Symbols.profile(Code128Symbols.stop, sigma: LayoutMatcher.blurs[1], taps: LayoutMatcher.stopTaps)
        ).map { Float($0) }
    }

    private static let stopTaps = 52
    private static let blurs = [0.25, 0.45, 0.65, 0.9]

    /// Reads a profile in which the bars lie roughly between two samples, in either direction.
    /// - Parameter characters: from start to check, both included: 18 of a kit's code as zint encodes it.
    /// - Returns: nil unless it is believed.
    package func read(_ profile: [Float], characters: Int, from first: Double, to last: Double) -> Reading? {
        let forward = attempt(profile, characters, from: first, to: last)
        let count = Double(profile.count)
        let backward = attempt(profile.reversed(), characters, from: count - last, to: count - first).map { reading in
            Reading(
                values: reading.values, weakest: reading.weakest, mean: reading.mean, cost: reading.cost,
                stop: reading.stop, start: count - reading.start, end: count - reading.end)
        }
        guard let forward, let backward else { return [forward, backward].compactMap(\.self).first { believes($0) } }
        let better = forward.mean >= backward.mean ? forward : backward
        return believes(better) ? better : nil
    }

    private func believes(_ reading: Reading) -> Bool {
        min(reading.weakest, reading.stop) >= limits.weakest && reading.mean >= limits.mean
            && reading.cost <= limits.cost
    }

    private func attempt(
        _ profile: [Float], _ characters: Int, from first: Double, to last: Double
    ) -> Reading? {
        let modules = characters * Code128Symbols.modules + Code128Symbols.stopModules
        // Four samples a module, with room for twelve modules at each end.
        let room = 16
        let module = (last - first) / Double(modules)
        guard module > 0.5 else { return nil }
        let count = (modules + 2 * room) * Int(LayoutMatcher.samples)
        var even = [Float](repeating: 0, count: count)
        for index in 0..<count {
            let x = first + ((Double(index) + 0.5) / LayoutMatcher.samples - Double(room)) * module - 0.5
            even[index] = LayoutMatcher.sample(profile, at: x)
        }
        guard let path = coarsePath(even, characters, modules: modules, room: room),
            let found = finePath(even, characters, path), let reading = combination(found.options)
        else { return nil }
        let place = { (x: Double) in first + (x / LayoutMatcher.samples - Double(room)) * module }
        let chosen = reading.values.enumerated().map { index, value in Double(found.correlations[index][value]) }
        let (weakest, mean) = (chosen.min() ?? 0, chosen.reduce(0, +) / Double(chosen.count))
        return Reading(
            values: reading.values, weakest: weakest, mean: mean, cost: reading.cost, stop: found.stop,
            start: place(found.boundaries[0]),
            end: place(found.end))
    }

    private static func sample(_ profile: [Float], at x: Double) -> Float {
        let x = min(max(x, 0), Double(profile.count - 1))
        let left = Int(x)
        let right = min(left + 1, profile.count - 1)
        return profile[left] + Float(x - Double(left)) * (profile[right] - profile[left])
    }

    /// How much a correlation speaks for a symbol.
    private static func worth(_ r: Float) -> Float {
        let r = max(r, 0)
        return -logf(1.03 - r * r)
    }

    /// Boundaries in half modules, by dynamic programming over them and the last character's width.
    private func coarsePath(
        _ even: [Float], _ characters: Int, modules: Int, room: Int
    ) -> [Double]? {
        let half = LayoutMatcher.samples / 2
        let positions = Int(Double(even.count) / half)
        let widths = LayoutMatcher.widths
        let kinds = widths.count
        var data = [Float](repeating: -1, count: positions * kinds)
        var starts = data
        var r = [Float](repeating: 0, count: Int(STRIPS_SYMBOLS))
        for position in 0..<positions {
            for (kind, width) in widths.enumerated() where position + width <= positions {
                unsafe strips_correlate(
                    even, even.count, Float(Double(position) * half), Float(Double(width) * half), coarse, &r)
                var best: Float = 0
                for value in 0..<103 { best = max(best, r[value]) }
                data[position * kinds + kind] = LayoutMatcher.worth(best)
                starts[position * kinds + kind] = LayoutMatcher.worth(max(r[103], max(r[104], r[105])))
            }
        }
        var score = [Float](repeating: -1e9, count: positions * kinds)
        var back = [[UInt8]](repeating: [UInt8](repeating: 0, count: positions * kinds), count: characters + 1)
        let slack = 2 * room - 4
        for position in 0...min(2 * slack, positions - 1) {
            for (kind, width) in widths.enumerated() where position + width < positions {
                score[(position + width) * kinds + kind] = starts[position * kinds + kind]
            }
        }
        for character in 2...characters {
            var next = [Float](repeating: -1e9, count: positions * kinds)
            // Bends and perspective move the middle by a quarter of the code at most.
            let even = 2 * (Double(room) + Double(modules) * Double(character) * 11 / Double(modules))
            let reach = 24.0 + 48.0 * min(Double(character), Double(characters - character)) / Double(characters) * 2
            let from = max(0, Int(even - reach))
            let to = min(positions - 1, Int(even + reach))
            guard from <= to else { return nil }
            for end in from...to {
                for (kind, width) in widths.enumerated() where end >= width {
                    let begin = end - width
                    let here = data[begin * kinds + kind]
                    guard here > -0.5 else { continue }
                    var (best, which) = (Float(-1e9), 0)
                    for before in max(0, kind - 3)...min(kinds - 1, kind + 3) {
                        let change = Float(kind - before)
                        let value = score[begin * kinds + before] - 0.04 * change * change
                        if value > best { (best, which) = (value, before) }
                    }
                    guard best > -1e8 else { continue }
                    next[end * kinds + kind] = best + here
                    back[character][end * kinds + kind] = UInt8(which)
                }
            }
            score = next
        }
        // The stop is looked at where it can still decide: it is worth no more than a perfect correlation.
        var ends: [(value: Float, end: Int, kind: Int)] = []
        for end in max(0, positions - 26 - 4 * room)..<positions {
            for kind in 0..<kinds where score[end * kinds + kind] > -1e8 {
                ends.append((score[end * kinds + kind], end, kind))
            }
        }
        ends.sort { $0.value > $1.value }
        var (best, at) = (Float(-1e9), (0, 0))
        for (value, end, kind) in ends {
            guard value + LayoutMatcher.worth(1) > best else { break }
            let width = widths.lowerBound + kind
            let stop = bestStop(even, after: Double(end - width) * half, to: Double(end) * half).r
            let total = value + LayoutMatcher.worth(Float(stop))
            if total > best { (best, at) = (total, (end, kind)) }
        }
        guard best > -1e8 else { return nil }
        var boundaries = [Double(at.0)]
        var (end, kind) = at
        for character in stride(from: characters, through: 1, by: -1) {
            let before = Int(back[character][end * kinds + kind])
            end -= widths.lowerBound + kind
            boundaries.append(Double(end))
            kind = before
        }
        return boundaries.reversed().map { $0 * half }
    }

    /// How well the stop fits from a place on, and how wide it is there: perspective goes on behind the last character.
    private func bestStop(_ even: [Float], after last: Double, to start: Double) -> (r: Double, width: Double) {
        let width = (start - last) * Double(Code128Symbols.stopModules) / Double(Code128Symbols.modules)
        return [0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.15, 1.2].map {
            (r: stopCorrelation(even, start, width * $0), width: width * $0)
        }.max { $0.r < $1.r } ?? (0, width)
    }

    private func stopCorrelation(_ even: [Float], _ start: Double, _ width: Double) -> Double {
        var r: Float = 0
        unsafe strips_correlate_one(even, even.count, Float(start), Float(width), stop, LayoutMatcher.stopTaps, &r)
        return Double(r)
    }

    private struct Fine {
        var boundaries: [Double]
        /// Each character's correlation with every symbol.
        var correlations: [[Float]]
        /// Each character's symbols, likeliest first.
        var options: [[(value: Int, worth: Double)]]
        var stop: Double
        var end: Double
    }

    /// Moves boundaries by eighths of a module around a path.
    private func finePath(_ even: [Float], _ characters: Int, _ path: [Double]) -> Fine? {
        let moves = (-5...5).map { Double($0) * LayoutMatcher.samples / 8 }
        let kinds = moves.count
        var score = [Float](repeating: 0, count: kinds)
        var back = [[Int]](repeating: [Int](repeating: 0, count: kinds), count: characters + 1)
        var r = [Float](repeating: 0, count: Int(STRIPS_SYMBOLS))
        for character in 1...characters {
            var next = [Float](repeating: -1e9, count: kinds)
            let allowed = character == 1 ? 103..<106 : 0..<103
            for (to, move) in moves.enumerated() {
                for (from, earlier) in moves.enumerated() {
                    let (start, end) = (path[character - 1] + earlier, path[character] + move)
                    guard end - start > 6 * LayoutMatcher.samples else { continue }
                    var best: Float = 0
                    unsafe strips_correlate(even, even.count, Float(start), Float(end - start), fine[1], &r)
                    for value in allowed { best = max(best, r[value]) }
                    let value = score[from] + LayoutMatcher.worth(best)
                    if value > next[to] {
                        next[to] = value
                        back[character][to] = from
                    }
                }
            }
            score = next
        }
        var (best, at) = (Float(-1e9), 0)
        for (move, offset) in moves.enumerated() {
            let end = path[characters] + offset
            let value = score[move] + LayoutMatcher.worth(Float(bestStop(even, after: path[characters - 1], to: end).r))
            if value > best { (best, at) = (value, move) }
        }
        var boundaries = [Double](repeating: 0, count: characters + 1)
        for character in stride(from: characters, through: 0, by: -1) {
            boundaries[character] = path[character] + moves[at]
            if character > 0 { at = back[character][at] }
        }
        var correlations: [[Float]] = []
        for character in 0..<characters {
            var all = [Float](repeating: 0, count: Int(STRIPS_SYMBOLS))
            for templates in fine {
                unsafe strips_correlate(
                    even, even.count, Float(boundaries[character]),
                    Float(boundaries[character + 1] - boundaries[character]), templates, &r)
                for value in 0..<106 { all[value] = max(all[value], r[value]) }
            }
            correlations.append(all)
        }
        let options = correlations.enumerated().map { character, all in
            (character == 0 ? Array(103..<106) : Array(0..<103))
                .map { (value: $0, worth: Double(LayoutMatcher.worth(all[$0]))) }
                .sorted { $0.worth > $1.worth }
        }
        let stop = bestStop(even, after: boundaries[characters - 1], to: boundaries[characters])
        return Fine(
            boundaries: boundaries, correlations: correlations, options: options, stop: stop.r,
            end: boundaries[characters] + stop.width)
    }

    /// The likeliest combination whose check holds: combinations in the order of their cost, until one does.
    private func combination(
        _ options: [[(value: Int, worth: Double)]]
    ) -> (values: [Int], cost: Double)? {
        // One character after the other is exchanged for its next best; the cheapest combination is tried first.
        var open: [(cost: Double, choice: [Int], last: Int)] = [(0, [Int](repeating: 0, count: options.count), 0)]
        for _ in 0..<limits.tries {
            guard let place = open.indices.min(by: { open[$0].cost < open[$1].cost }) else { return nil }
            let (cost, choice, last) = open.remove(at: place)
            guard cost <= limits.cost else { return nil }
            let values = choice.enumerated().map { options[$0][$1].value }
            var sum = values[0]
            for index in 1..<(values.count - 1) { sum += index * values[index] }
            if sum % 103 == values[values.count - 1] { return (values, cost) }
            for character in last..<options.count where choice[character] + 1 < options[character].count {
                var next = choice
                next[character] += 1
                let more = options[character][choice[character]].worth - options[character][next[character]].worth
                if cost + more <= limits.cost { open.append((cost + more, next, character)) }
            }
        }
        return nil
    }
}
