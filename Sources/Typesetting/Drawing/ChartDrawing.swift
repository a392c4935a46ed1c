import struct FairKitCore.TrendChart

/// A trend chart: a field with the reference range, a line through the levels, and their numbers.
struct ChartDrawing {
    /// The size of a chart, in points.
    static let width = 480.0
    static let height = 240.0

    private let chart: TrendChart
    private let language: String
    private let points: [TrendChart.Point]
    private let days: (first: Int, last: Int)
    private let top: Double

    private static let margin = (left: 44.0, right: 18.0, top: 22.0, bottom: 30.0)
    /// Numbers beside more points than this would cover each other.
    private static let mostLabels = 14

    init(_ chart: TrendChart, language: String) {
        self.chart = chart
        self.language = language
        // Levels are below a million; anything else is no level.
        points = chart.points.filter { point in
            [point.value, point.low, point.high].allSatisfy { (0..<1_000_000_000).contains($0) }
        }
        days = (points.first?.day ?? 0, points.last?.day ?? 0)
        top = ChartDrawing.rounded(up: 1.08 * (points.map { max($0.value, $0.high) }.max() ?? 1))
    }

    /// The chart as a file of its own.
    func file(_ format: Canvas.Format) -> [UInt8]? {
        let canvas = Canvas(format, width: ChartDrawing.width, height: ChartDrawing.height)
        draw(x: 0, y: 0, width: ChartDrawing.width, on: canvas)
        return canvas.finished()
    }

    /// Draws the chart into a field with this corner, `height` points high.
    func draw(x: Double, y: Double, width: Double, on canvas: borrowing Canvas) {
        let margin = ChartDrawing.margin
        let (left, right) = (x + margin.left, x + width - margin.right)
        let (high, low) = (y + margin.top, y + ChartDrawing.height - margin.bottom)
        func across(_ day: Double) -> Double {
            let span = Double(days.last - days.first)
            // A single day stands in the middle.
            return span == 0 ? (left + right) / 2 : left + (right - left) * (day - Double(days.first)) / span
        }
        func up(_ value: Double) -> Double { low - (low - high) * min(value / top, 1) }
        for (index, point) in points.enumerated() {
            // The range of a result reaches half-way to its neighbours.
            let from = index == 0 ? left : across(Double(points[index - 1].day + point.day) / 2)
            let to = index == points.count - 1 ? right : across(Double(points[index + 1].day + point.day) / 2)
            canvas.fill(
                x: from, y: up(point.high), width: max(to - from, 0), height: max(up(point.low) - up(point.high), 0),
                .range)
        }
        for step in 0...4 {
            let value = top * Double(step) / 4
            canvas.line([(left, up(value)), (right, up(value))], width: 0.5, .line)
            let text = label(ChartDrawing.text(of: value), on: canvas)
            text.draw(x: left - text.width - 5, y: up(value) - 6, on: canvas)
        }
        label(chart.unit, on: canvas).draw(x: x + 2, y: y + 2, on: canvas)
        let range = label(chart.rangeLabel, on: canvas)
        canvas.fill(x: right - range.width - 15, y: y + 5, width: 10, height: 7, .range)
        range.draw(x: right - range.width, y: y + 2, on: canvas)
        label(chart.firstDay, on: canvas).draw(x: left, y: low + 8, on: canvas)
        if days.first != days.last {
            let last = label(chart.lastDay, on: canvas)
            last.draw(x: right - last.width, y: low + 8, on: canvas)
        }
        let places = points.map { (x: across(Double($0.day)), y: up($0.value)) }
        canvas.line(zip(points, places).filter { !$0.0.isHollow }.map(\.1), width: 1.6, .curve)
        for (point, place) in zip(points, places) { mark(point, at: place, on: canvas) }
        guard points.count <= ChartDrawing.mostLabels else { return }
        var labels = ChartLabels(around: places, within: left...right, from: y, to: low)
        for (point, place) in zip(points, places) {
            let text = label(point.label, on: canvas)
            let corner = labels.place(width: text.width, height: 12, beside: place)
            text.draw(x: corner.x, y: corner.y, on: canvas)
        }
    }

    private func mark(_ point: TrendChart.Point, at place: (x: Double, y: Double), on canvas: borrowing Canvas) {
        let radii = point.isHollow ? [1, 0.6] : [1]
        for (radius, isInner) in zip(radii, [false, true]) {
            if point.isAbnormal {
                canvas.diamond(x: place.x, y: place.y, radius: 4.5 * radius, isInner ? .white : .warning)
            } else {
                canvas.disc(x: place.x, y: place.y, radius: 3.2 * radius, isInner ? .white : .curve)
            }
        }
    }

    private func label(_ text: String, on canvas: borrowing Canvas) -> TextBlock {
        TextBlock(text, .small, width: nil, language: language, isOneLine: true, on: canvas)
    }

    /// The next of 1, 2, 4 and 8 times a power of ten: four steps of it are round numbers.
    private static func rounded(up value: Double) -> Double {
        guard value.isFinite, value > 0 else { return 1 }
        var step = 0.001
        while step < 1e12 {
            for factor in [1.0, 2, 4, 8] where step * factor >= value { return step * factor }
            step *= 10
        }
        return value
    }

    /// At most three decimals, without trailing zeros, with a point.
    private static func text(of value: Double) -> String {
        let count = Int((value * 1000).rounded())
        var digits = String(count % 1000 + 1000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return "\(count / 1000)" + (digits.isEmpty ? "" : ".\(digits)")
    }
}
