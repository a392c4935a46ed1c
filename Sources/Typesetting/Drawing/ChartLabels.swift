/// Finds room for the numbers of a chart, so that none covers another or a mark.
package struct ChartLabels {
    private var taken: [Box]
    private let across: ClosedRange<Double>
    private let top: Double
    private let foot: Double

    private struct Box {
        let x: Double
        let y: Double
        let width: Double
        let height: Double

        func covers(_ other: Box) -> Bool {
            x < other.x + other.width && other.x < x + width && y < other.y + other.height && other.y < y + height
        }
    }

    /// - Parameters:
    ///   - marks: the middles of the marks.
    ///   - across: from the left edge to the right one.
    package init(
        around marks: [(x: Double, y: Double)], within across: ClosedRange<Double>, from top: Double, to foot: Double
    ) {
        taken = marks.map { Box(x: $0.x - 4, y: $0.y - 4, width: 8, height: 8) }
        self.across = across
        self.top = top
        self.foot = foot
    }

    /// The upper left corner of a number beside its mark: above it if there is room, else below or at its sides, and else
    /// farther away.
    package mutating func place(
        width: Double, height: Double, beside mark: (x: Double, y: Double)
    ) -> (x: Double, y: Double) {
        let middle = mark.x - width / 2
        var tried: [(x: Double, y: Double)] = []
        for step in 0..<8 {
            let farther = Double(step) * height
            tried += [(middle, mark.y - 5 - height - farther), (middle, mark.y + 5 + farther)]
            if step < 3 {
                let beside = mark.y - height / 2
                tried += [-farther, farther].flatMap { [(mark.x + 7, beside + $0), (mark.x - 7 - width, beside + $0)] }
            }
        }
        let boxes = tried.map { place in
            let x = min(max(place.x, across.lowerBound), max(across.upperBound - width, across.lowerBound))
            return Box(x: x, y: place.y, width: width, height: height)
        }
        let fitting = boxes.first { box in
            box.y >= top && box.y + height <= foot && !taken.contains { $0.covers(box) }
        }
        let found = fitting ?? boxes[0]
        taken.append(found)
        return (found.x, found.y)
    }
}
