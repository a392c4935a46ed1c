import CStrips

/// Aligns the rows of a strip with the bars: each is shifted, part by part, until the bars stand upright.
package enum StripAligner {
    /// The strip with its rows aligned to the middle one.
    package static func aligned(_ strip: Strip) -> Strip {
        var aligned = strip
        for reach in [24, 16] { aligned = straightened(aligned, reach: reach) }
        return aligned
    }

    private static func straightened(_ strip: Strip, reach: Int) -> Strip {
        let (width, rows) = (Strip.width, strip.rows)
        var work = [Float](repeating: 0, count: 4 * width)
        var slopes = [Float](repeating: 0, count: rows * width)
        unsafe strips_slopes(strip.samples, width, rows, reach, &work, &slopes)
        var straight = strip
        unsafe strips_straighten(strip.samples, width, rows, slopes, &work, &straight.samples)
        return straight
    }

    /// The rows that agree with most others, without glare, text and covered bars.
    package static func agreeing(_ strip: Strip) -> [Int] {
        let mean = normalised(strip.mean(of: 0..<strip.rows))
        let agreement = (0..<strip.rows).map { row in
            zip(normalised(Array(strip.row(row))), mean).reduce(Float(0)) { $0 + $1.0 * $1.1 }
        }
        let best = agreement.max() ?? 0
        return agreement.indices.filter { agreement[$0] > 0.8 * best }
    }

    private static func normalised(_ row: [Float]) -> [Float] {
        let inner = row[Strip.margin..<(Strip.width - Strip.margin)]
        let mean = inner.reduce(0, +) / Float(inner.count)
        let length = inner.reduce(Float(0)) { $0 + ($1 - mean) * ($1 - mean) }.squareRoot()
        return inner.map { ($0 - mean) / max(length, 1) }
    }
}
