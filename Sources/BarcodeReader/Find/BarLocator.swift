import CStrips
import Glibc

/// Finds bands of parallel bars by the structure tensor: where gradients are strong and point across one direction.
///
/// Cells of 8 × 8 pixels are sorted into eight overlapping directions, and connected cells are measured. See B. Jähne,
/// Digital Image Processing, on the structure tensor.
package enum BarLocator {
    /// The limits for bars, in squared gradients (central differences without the half) and in cells.
    struct Limits {
        /// Mean square of the gradient in a pixel.
        var energy: Float = 60
        var coherence: Float = 0.6
        var cells = 12
        /// The least share of the band's box that its cells fill.
        var fill = 0.3
        /// The least length, in its own height.
        var aspect = 0.6
    }

    /// The bands of a picture, best first, at most `limit`.
    package static func bands(in luma: Luma, limit: Int = 8) -> [BarBand] {
        hypotheses(in: luma, limit: limit).map { $0[0] }
    }

    /// The bands with an alternative view of each, if there is one: two codes side by side that were taken for one have
    /// no common centre line, but their bars show how it would run.
    package static func hypotheses(in luma: Luma, limit: Int = 8) -> [[BarBand]] {
        guard let cells = Cells(luma) else { return [] }
        let limits = Limits()
        let found = cells.bands(limits).sorted { $0[0].score > $1[0].score }
        var kept: [[BarBand]] = []
        for bands in found where kept.count < limit {
            if !kept.contains(where: { $0[0].covers(bands[0]) }) { kept.append(bands) }
        }
        return kept
    }
}

extension BarBand {
    /// Whether another band is the same one, found in a neighbouring direction.
    fileprivate func covers(_ other: BarBand) -> Bool {
        var turn = abs(angle - other.angle).truncatingRemainder(dividingBy: .pi)
        turn = min(turn, .pi - turn)
        guard turn < 0.5 else { return false }
        let (dx, dy) = (other.x - x, other.y - y)
        let s = dx * cos(angle) + dy * sin(angle)
        let t = dy * cos(angle) - dx * sin(angle)
        // A label may lie on ribbed cardboard, whose stripes are not another view of its bars.
        let isAsLarge = 6 * other.length * other.halfHeight > length * halfHeight
        return isAsLarge && abs(s) < length / 2 && abs(t) < max(halfHeight, other.halfHeight) * 0.8
    }
}

/// The structure tensor of each cell, smoothed over its neighbours.
private struct Cells {
    let across: Int
    let down: Int
    private var xx: [Float]
    private var yy: [Float]
    private var xy: [Float]

    static let side = Int(STRIPS_CELL)
    private static let directions = 8

    init?(_ luma: Luma) {
        let (across, down) = (luma.width / Cells.side, luma.height / Cells.side)
        guard across >= 3, down >= 3 else { return nil }
        self.across = across
        self.down = down
        let count = across * down
        var xx = [Float](repeating: 0, count: count)
        var yy = xx
        var xy = xx
        var sums = [Int32](repeating: 0, count: 3 * luma.width)
        unsafe strips_cells(luma.pixels, luma.width, luma.height, &sums, &xx, &yy, &xy)
        self.xx = Cells.smoothed(xx, across, down)
        self.yy = Cells.smoothed(yy, across, down)
        self.xy = Cells.smoothed(xy, across, down)
    }

    /// Sums over 3 × 3 cells.
    private static func smoothed(_ values: [Float], _ across: Int, _ down: Int) -> [Float] {
        var rows = values
        for y in 0..<down {
            let start = y * across
            for x in 1..<(across - 1) {
                rows[start + x] = values[start + x - 1] + values[start + x] + values[start + x + 1]
            }
            rows[start] = 1.5 * (values[start] + values[start + 1])
            rows[start + across - 1] = 1.5 * (values[start + across - 2] + values[start + across - 1])
        }
        var sums = rows
        for y in 0..<down {
            let (above, below) = (max(y - 1, 0) * across, min(y + 1, down - 1) * across)
            for x in 0..<across { sums[y * across + x] = rows[above + x] + rows[y * across + x] + rows[below + x] }
        }
        return sums
    }

    /// Bands of connected cells with a common direction.
    func bands(_ limits: BarLocator.Limits) -> [[BarBand]] {
        let count = across * down
        var marks = [UInt8](repeating: 0, count: count)
        // 3 × 3 cells of 64 pixels went into each sum.
        let least = limits.energy * Float(9 * Cells.side * Cells.side)
        for index in 0..<count {
            let energy = xx[index] + yy[index]
            guard energy > least else { continue }
            let (difference, mixed) = (xx[index] - yy[index], 2 * xy[index])
            guard difference * difference + mixed * mixed > (limits.coherence * energy) * (limits.coherence * energy)
            else { continue }
            marks[index] = Cells.marks(Double(atan2f(mixed, difference)) / 2)
        }
        var found: [[BarBand]] = []
        var queue: [Int] = []
        for bit in 0..<Cells.directions {
            let mark = UInt8(1) << UInt8(bit)
            for start in 0..<count where marks[start] & mark != 0 {
                queue.removeAll(keepingCapacity: true)
                queue.append(start)
                marks[start] &= ~mark
                var next = 0
                while next < queue.count {
                    let (x, y) = (queue[next] % across, queue[next] / across)
                    next += 1
                    for ny in max(y - 1, 0)...min(y + 1, down - 1) {
                        for nx in max(x - 1, 0)...min(x + 1, across - 1) where marks[ny * across + nx] & mark != 0 {
                            marks[ny * across + nx] &= ~mark
                            queue.append(ny * across + nx)
                        }
                    }
                }
                if queue.count >= limits.cells, let bands = bands(queue, limits) { found.append(bands) }
            }
        }
        return found
    }

    /// A bit for each of eight directions, 22.5° apart, that is at most 18° away.
    private static func marks(_ angle: Double) -> UInt8 {
        var marks: UInt8 = 0
        for bit in 0..<directions {
            var turn = abs(angle - Double(bit) * .pi / Double(directions)).truncatingRemainder(dividingBy: .pi)
            turn = min(turn, .pi - turn)
            if turn <= 0.1 * .pi { marks |= 1 << UInt8(bit) }
        }
        return marks
    }

    /// Measures connected cells; nil if they are no band.
    private func bands(_ cells: [Int], _ limits: BarLocator.Limits) -> [BarBand]? {
        var (sxx, syy, sxy) = (0.0, 0.0, 0.0)
        for cell in cells {
            sxx += Double(xx[cell])
            syy += Double(yy[cell])
            sxy += Double(xy[cell])
        }
        let angle = atan2(2 * sxy, sxx - syy) / 2
        let (c, d) = (cos(angle), sin(angle))
        let side = Double(Cells.side)
        var points: [(s: Double, t: Double, lean: Double)] = []
        // A sample of some thousands is enough, and sorts quickly.
        for index in stride(from: 0, to: cells.count, by: max(1, cells.count / 10_000)) {
            let cell = cells[index]
            let (x, y) = ((Double(cell % across) + 0.5) * side - 0.5, (Double(cell / across) + 0.5) * side - 0.5)
            // Against the mean direction, so within a quarter turn.
            var lean = Double(atan2f(2 * xy[cell], xx[cell] - yy[cell])) / 2 - angle
            while lean > .pi / 2 { lean -= .pi }
            while lean < -.pi / 2 { lean += .pi }
            points.append((x * c + y * d, y * c - x * d, lean))
        }
        let along = points.map(\.s).sorted()
        let (first, last) = (along[along.count / 200], along[along.count - 1 - along.count / 200])
        let middle = (first + last) / 2
        for index in points.indices { points[index].s -= middle }
        let length = last - first + side
        guard let line = Cells.quadratic(points, length: length) else { return nil }
        let lean = Cells.linear(points)
        // Where the bars stand upright on the centre line.
        let upright = (a: line.a, b: lean.a, c: lean.b / 2)
        let coherence = hypot(sxx - syy, 2 * sxy) / (sxx + syy)
        let bands = [line, upright].map { line -> BarBand in
            let beside = points.map { $0.t - line.a - line.b * $0.s - line.c * $0.s * $0.s }.sorted()
            let (upper, lower) = (beside[beside.count / 25], beside[beside.count - 1 - beside.count / 25])
            let offset = line.a + (upper + lower) / 2
            // The middle of the band becomes its origin; the line is kept relative to it.
            var band = BarBand(
                x: middle * c - offset * d, y: middle * d + offset * c, angle: angle, length: length,
                halfHeight: (lower - upper + side) / 2)
            (band.slope, band.curvature, band.lean, band.twist) = (line.b, line.c, lean.a, lean.b)
            return band
        }
        var best = bands[0]
        let fill = Double(cells.count) * side * side / (length * 2 * best.halfHeight)
        guard fill >= limits.fill, length >= limits.aspect * 2 * best.halfHeight else { return nil }
        best.score = length * coherence * min(fill, 1) * min(2 * best.halfHeight / side, 8).squareRoot()
        let apart = abs(line.b - upright.b) * length / 2 + abs(line.c - upright.c) * length * length / 4
        return apart > 0.15 * best.halfHeight ? [best, bands[1]] : [best]
    }

    /// Least squares of t = a + b s + c s².
    private static func quadratic(
        _ points: [(s: Double, t: Double, lean: Double)], length: Double
    ) -> (a: Double, b: Double, c: Double)? {
        var m = [Double](repeating: 0, count: 5)
        var v = [Double](repeating: 0, count: 3)
        // In units of the length, for the sake of the numbers.
        for point in points {
            let s = point.s / length
            var power = 1.0
            for k in 0..<5 {
                m[k] += power
                if k < 3 { v[k] += power * point.t }
                power *= s
            }
        }
        // A little stiffness: short bands are straight.
        let n = m[0]
        let (a11, a12, a13) = (m[0], m[1], m[2])
        let (a22, a23, a33) = (m[2] + 1e-4 * n, m[3], m[4] + 1e-4 * n)
        let det =
            a11 * (a22 * a33 - a23 * a23) - a12 * (a12 * a33 - a23 * a13) + a13 * (a12 * a23 - a22 * a13)
        guard abs(det) > 1e-12 * n * n * n else { return nil }
        let a =
            (v[0] * (a22 * a33 - a23 * a23) - a12 * (v[1] * a33 - a23 * v[2]) + a13 * (v[1] * a23 - a22 * v[2])) / det
        let b =
            (a11 * (v[1] * a33 - a23 * v[2]) - v[0] * (a12 * a33 - a23 * a13) + a13 * (a12 * v[2] - v[1] * a13)) / det
        let c =
            (a11 * (a22 * v[2] - v[1] * a23) - a12 * (a12 * v[2] - v[1] * a13) + v[0] * (a12 * a23 - a22 * a13)) / det
        return (a, b / length, c / length / length)
    }

    /// Least squares of lean = a + b s.
    private static func linear(_ points: [(s: Double, t: Double, lean: Double)]) -> (a: Double, b: Double) {
        let n = Double(points.count)
        let (s, l) = (points.reduce(0) { $0 + $1.s } / n, points.reduce(0) { $0 + $1.lean } / n)
        var (over, under) = (0.0, 1e-9)
        for point in points {
            over += (point.s - s) * (point.lean - l)
            under += (point.s - s) * (point.s - s)
        }
        let b = over / under
        return (l - b * s, b)
    }
}
