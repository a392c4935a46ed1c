/// Prepares the rows of a strip for reading.
enum StripRows {
    /// Samples of a block in which the least and the greatest value are sought.
    private static let block = 24

    /// Three rows each, with contrast.
    static func thirds(_ strip: Strip) -> [[Float]] {
        stride(from: 0, to: strip.rows, by: 3).map { row in contrasted(strip.mean(of: row..<row + 3)) }
    }

    /// A row with the full contrast everywhere: 0 for the darkest in the neighbourhood and 1 for the brightest.
    static func contrasted(_ row: [Float]) -> [Float] {
        let blocks = (row.count + block - 1) / block
        var lows = [Float](repeating: 0, count: blocks)
        var highs = lows
        for number in 0..<blocks {
            let part = row[(number * block)..<min((number + 1) * block, row.count)]
            lows[number] = part.min() ?? 0
            highs[number] = part.max() ?? 0
        }
        // A neighbourhood of five blocks holds some twenty modules: wide bars and narrow ones, black and white.
        let wideLows = (0..<blocks).map { lows[max(0, $0 - 2)...min(blocks - 1, $0 + 2)].min() ?? 0 }
        let wideHighs = (0..<blocks).map { highs[max(0, $0 - 2)...min(blocks - 1, $0 + 2)].max() ?? 0 }
        var result = row
        for index in row.indices {
            let x = min(max((Float(index) + 0.5) / Float(block) - 0.5, 0), Float(blocks - 1))
            let left = Int(x)
            let right = min(left + 1, blocks - 1)
            let part = x - Float(left)
            let low = wideLows[left] + part * (wideLows[right] - wideLows[left])
            let high = wideHighs[left] + part * (wideHighs[right] - wideHighs[left])
            // From the brightest down, so that what hardly changes is paper.
            result[index] = 1 - (high - row[index]) / max(high - low, 8)
        }
        return result
    }

    /// A contrasted row with its middle greys stretched: zbar looks for edges, and blur leaves narrow bars and spaces
    /// grey. This amplifies noise, too.
    static func steep(_ row: [Float]) -> [Float] { row.map { ($0 - 0.5) * 3 + 0.5 } }

    /// The ends of the bars around the middle of a row: beyond them nothing changes for six modules.
    static func ends(of row: [Float]) -> (first: Double, last: Double)? {
        let reach = 8
        let longest = 40
        var change = [Float](repeating: 0, count: row.count)
        for index in reach..<(row.count - reach) {
            var (low, high) = (row[index], row[index])
            for near in (index - reach)...(index + reach) {
                low = min(low, row[near])
                high = max(high, row[near])
            }
            change[index] = high - low
        }
        let inner = change[(row.count / 4)..<(row.count * 3 / 4)].sorted()
        let least = max(0.3 * inner[inner.count / 2], 3)
        var (first, last) = (row.count / 2, row.count / 2)
        var index = first
        while index > 0, first - index <= longest {
            if change[index] >= least { first = index }
            index -= 1
        }
        index = last
        while index < row.count, index - last <= longest {
            if change[index] >= least { last = index }
            index += 1
        }
        guard last - first > 200 else { return nil }
        return (Double(first + reach), Double(last - reach))
    }
}
