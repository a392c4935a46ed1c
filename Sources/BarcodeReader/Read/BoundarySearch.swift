/// Finds where the characters of a code begin and end in a profile, by dynamic programming over all places that are possible.
struct BoundarySearch {
    /// Samples of a module of the profile.
    static let samples = 4.0
    /// Modules of the profile before the place where the bars are expected to begin, and behind their end.
    static let room = 16
    /// Widths of a character that are tried, in half modules.
    private static let widths = 14...29

    let profile: [Float]
    let characters: Int
    let templates: SymbolTemplates

    private static let half = samples / 2
    private static let impossible: Float = -1e9

    private var positions: Int { Int(Double(profile.count) / BoundarySearch.half) }
    private var kinds: Int { BoundarySearch.widths.count }

    /// The boundaries to half a module, from the first character's start to the last one's end, with their score; nil
    /// if there is no path.
    func coarse() -> (path: [Double], score: Float)? {
        let (starts, data) = worths()
        var score = [Float](repeating: BoundarySearch.impossible, count: positions * kinds)
        var back = [[UInt8]](repeating: [UInt8](repeating: 0, count: positions * kinds), count: characters + 1)
        for position in 0...min(4 * BoundarySearch.room - 8, positions - 1) {
            for (kind, width) in BoundarySearch.widths.enumerated() where position + width < positions {
                score[(position + width) * kinds + kind] = starts[position * kinds + kind]
            }
        }
        for character in 2...characters {
            (score, back[character]) = step(to: character, from: score, data)
        }
        guard let found = end(score) else { return nil }
        let total = found.value
        var (end, kind) = (found.end, found.kind)
        var boundaries = [Double(end)]
        for character in stride(from: characters, through: 1, by: -1) {
            let before = Int(back[character][end * kinds + kind])
            end -= BoundarySearch.widths.lowerBound + kind
            boundaries.append(Double(end))
            kind = before
        }
        return (boundaries.reversed().map { $0 * BoundarySearch.half }, total)
    }

    /// The scores of the likeliest start and the likeliest character at each position, for each width.
    private func worths() -> (starts: [Float], data: [Float]) {
        var data = [Float](repeating: -1, count: positions * kinds)
        var starts = data
        for position in 0..<positions {
            for (kind, width) in BoundarySearch.widths.enumerated() where position + width <= positions {
                (data[position * kinds + kind], starts[position * kinds + kind]) = templates.likeliest(
                    profile, from: Double(position) * BoundarySearch.half, width: Double(width) * BoundarySearch.half,
                    coarsely: true)
            }
        }
        return (starts, data)
    }

    /// Adds one character: the best score for each end and width, and the previous width.
    private func step(to character: Int, from score: [Float], _ data: [Float]) -> ([Float], [UInt8]) {
        var next = [Float](repeating: BoundarySearch.impossible, count: positions * kinds)
        var back = [UInt8](repeating: 0, count: positions * kinds)
        // Bends and perspective move the middle by 36 modules at most, and the ends by twelve.
        let even = 2 * (BoundarySearch.room + character * Code128Symbols.modules)
        let reach = 24 + 96 * min(character, characters - character) / characters
        for end in max(0, even - reach)..<max(0, min(positions, even + reach + 1)) {
            for (kind, width) in BoundarySearch.widths.enumerated() where end >= width {
                let begin = end - width
                let here = data[begin * kinds + kind]
                guard here > -0.5 else { continue }
                var (best, which) = (BoundarySearch.impossible, 0)
                for before in max(0, kind - 3)...min(kinds - 1, kind + 3) {
                    // Neighbours are of nearly the same width.
                    let change = Float(kind - before)
                    let value = score[begin * kinds + before] - 0.04 * change * change
                    if value > best { (best, which) = (value, before) }
                }
                guard best > BoundarySearch.impossible / 2 else { continue }
                next[end * kinds + kind] = best + here
                back[end * kinds + kind] = UInt8(which)
            }
        }
        return (next, back)
    }

    /// The best end of the last character and its width, together with the stop behind it.
    private func end(_ score: [Float]) -> (value: Float, end: Int, kind: Int)? {
        var ends: [(value: Float, end: Int, kind: Int)] = []
        for end in max(0, positions - 26 - 4 * BoundarySearch.room)..<positions {
            for kind in 0..<kinds where score[end * kinds + kind] > BoundarySearch.impossible / 2 {
                ends.append((score[end * kinds + kind], end, kind))
            }
        }
        ends.sort { $0.value > $1.value }
        var best: (value: Float, end: Int, kind: Int)?
        for (value, end, kind) in ends {
            // The stop is checked only where it can still decide: it can't score more than a perfect correlation.
            if let best, value + SymbolTemplates.worth(1) <= best.value { break }
            let begin = Double(end - BoundarySearch.widths.lowerBound - kind) * BoundarySearch.half
            let stop = templates.stop(profile, after: begin, from: Double(end) * BoundarySearch.half, coarsely: true)
            let total = value + SymbolTemplates.worth(Float(stop))
            if total > best?.value ?? BoundarySearch.impossible { best = (total, end, kind) }
        }
        return best
    }

    /// A path to the eighth of a module: each boundary is moved by up to five of them.
    func fine(_ path: [Double]) -> [Double] {
        let moves = (-5...5).map { Double($0) * BoundarySearch.samples / 8 }
        var score = [Float](repeating: 0, count: moves.count)
        var back = [[Int]](repeating: [Int](repeating: 0, count: moves.count), count: characters + 1)
        for character in 1...characters {
            var next = [Float](repeating: BoundarySearch.impossible, count: moves.count)
            for (to, move) in moves.enumerated() {
                for (from, earlier) in moves.enumerated() {
                    let start = path[character - 1] + earlier
                    let worth = templates.likeliest(profile, from: start, width: path[character] + move - start)
                    let value = score[from] + (character == 1 ? worth.start : worth.character)
                    if value > next[to] { (next[to], back[character][to]) = (value, from) }
                }
            }
            score = next
        }
        for (index, move) in moves.enumerated() {
            let stop = templates.stop(profile, after: path[characters - 1], from: path[characters] + move)
            score[index] += SymbolTemplates.worth(Float(stop))
        }
        var at = score.indices.max { score[$0] < score[$1] } ?? 0
        var boundaries = path
        for character in stride(from: characters, through: 0, by: -1) {
            boundaries[character] += moves[at]
            if character > 0 { at = back[character][at] }
        }
        return boundaries
    }
}
