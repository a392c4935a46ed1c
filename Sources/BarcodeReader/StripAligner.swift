import CStrips

/// Lets the rows of a strip follow the bars: each is shifted, part by part, until the bars stand upright.
package enum StripAligner {
    /// The strip with its rows aligned to the middle one.
    package static func aligned(_ strip: Strip) -> Strip {
        var aligned = strip
        for reach in [24, 16] { aligned = straightened(aligned, reach: reach) }
        return aligned
    }

    private static func straightened(_ strip: Strip, reach: Int) -> Strip {
        let (width, rows) = (Strip.width, Strip.rows)
        var work = [Float](repeating: 0, count: 4 * width)
        var slopes = [Float](repeating: 0, count: rows * width)
        unsafe strips_slopes(strip.samples, width, rows, reach, &work, &slopes)
        var result = strip
        let middle = rows / 2
        var row = [Float](repeating: 0, count: width)
        var moved = row
        for direction in [-1, 1] {
            var shift = [Float](repeating: 0, count: width)
            var number = middle
            while direction < 0 ? number > 0 : number < rows - 1 {
                let (from, to) = (number * width, (number + direction) * width)
                for column in 0..<width {
                    // Where the bar is by now tells which slope it follows.
                    let at = min(max(Int((Float(column) + shift[column]).rounded()), 0), width - 1)
                    shift[column] += Float(direction) * 0.5 * (slopes[from + at] + slopes[to + at])
                }
                number += direction
                for column in 0..<width { row[column] = strip.samples[to + column] }
                unsafe strips_shift(row, shift, width, &moved)
                for column in 0..<width { result.samples[to + column] = moved[column] }
            }
        }
        return result
    }

    /// The rows that show the same as most: glare, text and what lies over the bars fall out.
    package static func agreeing(_ strip: Strip) -> [Int] {
        let mean = normalised(strip.mean(of: 0..<Strip.rows))
        let agreement = (0..<Strip.rows).map { row in
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
