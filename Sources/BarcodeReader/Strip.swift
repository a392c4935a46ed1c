import CStrips

/// Bars cut out of a picture and laid straight: rows across the bars, columns along them.
package struct Strip: Sendable {
    /// Rows of a strip.
    package static let rows = 48
    /// Columns between the band's ends, and in each margin beyond them.
    package static let columns = 1266
    package static let margin = 114
    package static let width = columns + 2 * margin
    /// How much of the bars' height is cut, so that what is above and below them stays out.
    static let part = 0.85

    /// Row by row, `width` samples each.
    package var samples: [Float]

    /// Cuts a band out of the level of a pyramid on which it has about `columns` / 2 pixels.
    /// - Parameter band: in pixels of the first level.
    package init(cutting band: BarBand, from pyramid: inout Pyramid) {
        var level = 0
        var length = band.length
        while length > 1020 {
            length /= 2
            level += 1
        }
        let luma = pyramid.level(level)
        let small = band.scaled(by: 1 / Double(1 << level))
        var columns = [Float](repeating: 0, count: 4 * Strip.width)
        let step = small.length / Double(Strip.columns)
        let stride = 2 * Strip.part * small.halfHeight / Double(Strip.rows - 1)
        for column in 0..<Strip.width {
            let s = (Double(column - Strip.margin) + 0.5) * step - small.length / 2
            let centre = small.centre(at: s)
            columns[4 * column] = Float(centre.x)
            columns[4 * column + 1] = Float(centre.y)
            columns[4 * column + 2] = Float(centre.alongX * stride)
            columns[4 * column + 3] = Float(centre.alongY * stride)
        }
        var samples = [Float](repeating: 0, count: Strip.rows * Strip.width)
        unsafe strips_sample(
            luma.pixels, luma.width, luma.height, columns, Strip.width, Strip.rows, &samples)
        self.samples = samples
    }

    /// The part of the bars' chord that lies before a column.
    private static func place(ofColumn column: Double, in band: BarBand) -> Double {
        (column - Double(margin)) / Double(columns) * band.length - band.length / 2
    }

    /// A band cut off or made longer to where its bars end; nil if it fits.
    static func fitted(_ band: BarBand, to ends: (first: Double, last: Double)) -> BarBand? {
        let (first, last) = (place(ofColumn: ends.first, in: band), place(ofColumn: ends.last, in: band))
        let change = abs(last - first - band.length) + abs(first + last) / 2
        return change > 0.03 * band.length ? band.between(first, last) : nil
    }

    /// The part of a band that some rows of its strip show.
    static func part(of band: BarBand, rows run: Range<Int>) -> BarBand {
        let half = Double(rows - 1) / 2
        var part = band.between(
            side: (Double(run.lowerBound) - half) / half * part, side: (Double(run.upperBound - 1) - half) / half * part
        )
        // What is cut off again, above and below.
        part.halfHeight *= 1.1
        return part
    }

    /// The corners of a code, clockwise.
    static func corners(of band: BarBand, ends: (first: Double, last: Double)?) -> [Point] {
        let (first, last) = (
            place(ofColumn: ends?.first ?? Double(margin), in: band),
            place(ofColumn: ends?.last ?? Double(margin + columns), in: band)
        )
        return [(first, -1.0), (last, -1), (last, 1), (first, 1)].map { s, side in
            let place = band.point(at: s, side: side)
            return Point(x: Int(place.x.rounded()), y: Int(place.y.rounded()))
        }
    }

    /// Runs of rows that go on alike: codes that were taken for one because they lie side by side, with text between them.
    func runs() -> [Range<Int>] {
        let inner = Strip.margin..<(Strip.width - Strip.margin)
        let smooth = (0..<Strip.rows).map { row -> [Float] in
            let mean = mean(of: max(0, row - 1)...min(Strip.rows - 1, row + 1))[inner]
            let average = mean.reduce(0, +) / Float(mean.count)
            let length = mean.reduce(Float(0)) { $0 + ($1 - average) * ($1 - average) }.squareRoot()
            return mean.map { ($0 - average) / max(length, 1) }
        }
        var runs: [Range<Int>] = []
        var start = 0
        for row in 0..<(Strip.rows - 1) {
            var likeness: Float = 0
            for column in 0..<inner.count { likeness += smooth[row][column] * smooth[row + 1][column] }
            guard likeness < 0.75 else { continue }
            runs.append(start..<(row + 1))
            start = row + 1
        }
        runs.append(start..<Strip.rows)
        return runs.filter { $0.count >= 6 }.sorted { $0.count > $1.count }
    }

    /// One row.
    package func row(_ number: Int) -> ArraySlice<Float> {
        samples[number * Strip.width..<(number + 1) * Strip.width]
    }

    /// The mean of some rows.
    package func mean(of rows: some Collection<Int>) -> [Float] {
        var mean = [Float](repeating: 0, count: Strip.width)
        for row in rows {
            let start = row * Strip.width
            for column in 0..<Strip.width { mean[column] += samples[start + column] }
        }
        let scale = 1 / Float(max(rows.count, 1))
        for column in 0..<Strip.width { mean[column] *= scale }
        return mean
    }
}

/// A picture and its halves, made when they are asked for.
package struct Pyramid {
    private var levels: [Luma]

    package init(_ luma: Luma) { levels = [luma] }

    /// The longer side of the picture.
    package var longSide: Int { levels[0].longSide }

    /// The picture, halved so many times.
    package mutating func level(_ number: Int) -> Luma {
        while levels.count <= number { levels.append(levels[levels.count - 1].halved()) }
        return levels[number]
    }
}
