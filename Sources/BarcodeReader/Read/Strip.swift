import CStrips

/// Bars cut out of a picture and straightened: rows across the bars, columns along them.
package struct Strip: Sendable {
    /// How many rows are cut, and from which part of the bars' height: -1 and 1 are the two edges.
    package struct Rows: Sendable {
        let count: Int
        let sides: ClosedRange<Double>

        /// Enough for bars that are printed well.
        package static let some = Rows(count: 24, sides: -1...1)
        package static let all = Rows(count: 48, sides: -1...1)
        /// As close as all of them, in a quarter of the height around a place.
        static func few(around side: Double) -> Rows { Rows(count: 12, sides: side - 0.25...side + 0.25) }
    }

    /// Columns between the band's ends, and in each margin beyond them.
    package static let columns = 1266
    package static let margin = 114
    package static let width = columns + 2 * margin
    /// How much of the bars' height is cut, so that what is above and below them stays out.
    static let part = 0.85

    /// Row by row, `width` samples each.
    package var samples: [Float]
    package let rows: Int

    /// Cuts a band out of the level of a pyramid on which it has about `columns` / 2 pixels.
    /// - Parameter band: in pixels of the first level.
    package init(cutting band: BarBand, from pyramid: inout Pyramid, rows: Rows = .all) {
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
        let height = Strip.part * small.halfHeight
        let stride = height * (rows.sides.upperBound - rows.sides.lowerBound) / Double(rows.count - 1)
        let middle = height * (rows.sides.upperBound + rows.sides.lowerBound) / 2
        for column in 0..<Strip.width {
            let s = (Double(column - Strip.margin) + 0.5) * step - small.length / 2
            let centre = small.centre(at: s)
            columns[4 * column] = Float(centre.x + middle * centre.alongX)
            columns[4 * column + 1] = Float(centre.y + middle * centre.alongY)
            columns[4 * column + 2] = Float(centre.alongX * stride)
            columns[4 * column + 3] = Float(centre.alongY * stride)
        }
        self.rows = rows.count
        var samples = [Float](repeating: 0, count: rows.count * Strip.width)
        unsafe strips_sample(
            luma.pixels, luma.width, luma.height, columns, Strip.width, rows.count, &samples)
        self.samples = samples
    }

    /// The part of the bars' chord that lies before a column.
    private static func place(ofColumn column: Double, in band: BarBand) -> Double {
        (column - Double(margin)) / Double(columns) * band.length - band.length / 2
    }

    /// A band shortened or extended to where its bars end; nil if it fits.
    static func fitted(_ band: BarBand, to ends: (first: Double, last: Double)) -> BarBand? {
        let (first, last) = (place(ofColumn: ends.first, in: band), place(ofColumn: ends.last, in: band))
        let change = abs(last - first - band.length) + abs(first + last) / 2
        return change > 0.03 * band.length ? band.between(first, last) : nil
    }

    /// The part of a band that some of this strip's rows show.
    func part(of band: BarBand, rows run: Range<Int>) -> BarBand {
        let half = Double(rows - 1) / 2
        var part = band.between(
            side: (Double(run.lowerBound) - half) / half * Strip.part,
            side: (Double(run.upperBound - 1) - half) / half * Strip.part)
        // This margin above and below is cut off again.
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

    /// Runs of similar rows: codes that were taken for one because they lie side by side, with text between them.
    func runs() -> [Range<Int>] {
        let inner = Strip.margin..<(Strip.width - Strip.margin)
        let smooth = (0..<rows).map { row -> [Float] in
            let mean = mean(of: max(0, row - 1)...min(rows - 1, row + 1))[inner]
            let average = mean.reduce(0, +) / Float(mean.count)
            let length = mean.reduce(Float(0)) { $0 + ($1 - average) * ($1 - average) }.squareRoot()
            return mean.map { ($0 - average) / max(length, 1) }
        }
        var runs: [Range<Int>] = []
        var start = 0
        for row in 0..<(rows - 1) {
            var likeness: Float = 0
            for column in 0..<inner.count { likeness += smooth[row][column] * smooth[row + 1][column] }
            guard likeness < 0.75 else { continue }
            runs.append(start..<(row + 1))
            start = row + 1
        }
        runs.append(start..<rows)
        let long = runs.filter { 8 * $0.count >= rows }.sorted { $0.count > $1.count }
        // Noise may separate every row from the next, so there is nothing to split.
        return long.isEmpty ? [0..<rows] : long
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

/// A picture with its halved versions, computed when needed.
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
