import Glibc

/// A band of parallel bars in a picture: a centre line across them, which may be bent, and how far they reach to its sides.
///
/// Lengths are in the pixels of the picture that it was found in. `s` runs along the centre line's chord from its middle, `t`
/// to the side, 90° clockwise of it as a person sees the picture.
package struct BarBand: Hashable, Sendable {
    /// The middle of the chord.
    package var x: Double
    package var y: Double
    /// Direction of the chord in radians, clockwise as a person sees it.
    package var angle: Double
    package var length: Double
    /// Half the height of the bars.
    package var halfHeight: Double
    /// The centre line: t = offset + slope · s + curvature · s².
    package var offset = 0.0
    package var slope = 0.0
    package var curvature = 0.0
    /// How far the bars lean from standing upright on the chord, in radians: lean + twist · s.
    package var lean = 0.0
    package var twist = 0.0
    /// The evidence for it: more is better.
    package var score = 0.0

    /// The point on the centre line, and the direction of the bars there as a unit vector.
    func centre(at s: Double) -> (x: Double, y: Double, alongX: Double, alongY: Double) {
        let t = offset + slope * s + curvature * s * s
        let (c, d) = (cos(angle), sin(angle))
        let bars = angle + .pi / 2 + lean + twist * s
        return (x + s * c - t * d, y + s * d + t * c, cos(bars), sin(bars))
    }

    /// The point beside the centre line, by a fraction of the bars' half height.
    package func point(at s: Double, side: Double) -> (x: Double, y: Double) {
        let centre = centre(at: s)
        return (centre.x + side * halfHeight * centre.alongX, centre.y + side * halfHeight * centre.alongY)
    }

    /// Whether a code of this layout can be read in it: one pixel per module is the least, and labels print bars less
    /// than half as high as the code is long.
    func mayHold(_ layout: CodeLayout) -> Bool {
        length >= Double(layout.modules) && length >= 3 * halfHeight
    }

    /// Whether two codes may lie side by side in it: labels print bars about a quarter as high as the code is long.
    var mayBeTwo: Bool { 2 * halfHeight > 0.4 * length }

    /// Whether a point is near the middle of the bars. When two codes are taken for one, this is true for neither.
    func isAround(_ point: Point) -> Bool {
        let (dx, dy) = (Double(point.x) - x, Double(point.y) - y)
        let (c, d) = (cos(angle), sin(angle))
        return abs(dx * c + dy * d) <= length / 8 && abs(dy * c - dx * d) <= 0.4 * halfHeight
    }

    /// Whether another band gives nearly the same strip.
    func isLike(_ other: BarBand) -> Bool {
        var turn = abs(angle - other.angle).truncatingRemainder(dividingBy: .pi)
        turn = min(turn, .pi - turn)
        let (dx, dy) = (other.x - x, other.y - y)
        let (c, d) = (cos(angle), sin(angle))
        return turn * length < 0.5 * halfHeight && abs(dx * c + dy * d) < 0.05 * length
            && abs(dy * c - dx * d) < 0.25 * halfHeight && abs(length - other.length) < 0.1 * length
            && abs(halfHeight - other.halfHeight) < 0.25 * halfHeight
    }

    /// The part of the band between two places on its chord.
    func between(_ first: Double, _ last: Double) -> BarBand {
        var band = self
        let middle = (first + last) / 2
        let centre = centre(at: middle)
        (band.x, band.y, band.offset) = (centre.x, centre.y, 0)
        band.slope = slope + 2 * curvature * middle
        band.lean = lean + twist * middle
        band.length = last - first
        return band
    }

    /// The part of the band between two sides: -1 is the one edge of the bars, 1 the other.
    func between(side upper: Double, side lower: Double) -> BarBand {
        var band = self
        let centre = centre(at: 0)
        let side = (upper + lower) / 2 * halfHeight
        (band.x, band.y, band.offset) = (centre.x + side * centre.alongX, centre.y + side * centre.alongY, 0)
        band.halfHeight = halfHeight * (lower - upper) / 2
        return band
    }

    /// The same band in a larger picture.
    package func scaled(by factor: Double) -> BarBand {
        var band = self
        // Pixel centres: (x + ½) · factor − ½.
        band.x = (x + 0.5) * factor - 0.5
        band.y = (y + 0.5) * factor - 0.5
        band.length *= factor
        band.halfHeight *= factor
        band.offset *= factor
        band.curvature /= factor
        band.twist /= factor
        return band
    }
}
