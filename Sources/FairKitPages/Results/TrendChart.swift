import FairKitCore

/// The levels of one unit as a drawing of attributes only, x in per cent, so that texts keep their size at every width.
struct TrendChart {
    private let line: ResultTrend.Line
    /// The range of the newest level.
    private let range: AppliedRange
    private let top: Int64

    /// The drawing's height, and where its plot begins and ends.
    private static let (height, above, below) = (220, 24, 188)

    /// - Parameter line: with at least one point.
    init(of line: ResultTrend.Line) {
        self.line = line
        range = line.points[line.points.count - 1].range
        let highest = line.points.map(\.level.value.count).max() ?? 0
        top = max(max(highest, range.high.count) * 23 / 20, 1)
    }

    private func y(_ count: Int64) -> Int {
        Self.below - Int(count * Int64(Self.below - Self.above) / top)
    }

    /// A level's place in per cent, with two decimals, between the margins for the first and the last mark. Levels of one
    /// day stand side by side.
    private func x(_ index: Int) -> String {
        let date = line.points[index].date
        let sameDay = line.points.indices.filter { line.points[$0].date == date }
        let aside = (index - sameDay[0]) * 500 - (sameDay.count - 1) * 250
        let (first, last) = (line.points[0].date, line.points[line.points.count - 1].date)
        let span = max(last.daysSince1970 - first.daysSince1970, 0)
        let middle = span == 0 ? 5400 : 1400 + (date.daysSince1970 - first.daysSince1970) * 7800 / span
        let hundredths = min(max(middle + aside, 900), 9800)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)%"
    }

    func html(for reader: Reader) -> HTML {
        let points = line.points
        let solid = points.indices.filter { !points[$0].needsVerification && points[$0].level.comparator == nil }
        let joins = zip(solid, solid.dropFirst()).map { one, other -> HTML in
            """
            <line class="line" x1="\(x(one))" y1="\(y(points[one].level.value.count))" x2="\(x(other))" \
            y2="\(y(points[other].level.value.count))"/>
            """
        }
        return """
            <svg class="trend" width="100%" height="\(Self.height)" role="img"><title>\(reader[
            reader.role == .patient ? .trendOf : .trendIn, ["unit": .text(line.unit.rawValue)]])</title><desc>\(sentence(reader))</desc>\
            <rect class="band" x="9%" y="\(y(range.high.count))" width="91%" \
            height="\(y(range.low.count) - y(range.high.count))"/>\
            \([range.low, range.high].map { edge($0, reader) })\(joins)\
            \(points.indices.map { mark($0, isNamed: points.count < 7 || $0 == points.count - 1, reader) })\
            \(days(reader))</svg>
            """
    }

    /// What the drawing shows, for those who do not see it.
    private func sentence(_ reader: Reader) -> String {
        let points = line.points
        let ordered = points.sorted { $0.level.value < $1.level.value }
        func level(_ point: ResultTrend.Point) -> TextTemplate.Value { .text(reader.inWords(point.level)) }
        func day(_ point: ResultTrend.Point) -> TextTemplate.Value { .text(reader.language.text(of: point.date)) }
        return reader[
            .trendSentence,
            [
                "count": .number(points.count), "first": day(points[0]), "last": day(points[points.count - 1]),
                "lowest": level(ordered[0]), "highest": level(ordered[ordered.count - 1]),
                "latest": level(points[points.count - 1]),
                "name": .text(reader.range), "range": .text(reader.language.text(of: range, in: line.unit)),
            ]]
    }

    private func edge(_ limit: Thousandths, _ reader: Reader) -> HTML {
        """
        <line class="edge" x1="9%" x2="100%" y1="\(y(limit.count))" y2="\(y(limit.count))"/>\
        <text x="9%" dx="-6" y="\(y(limit.count) + 4)" text-anchor="end">\(reader.language.decimal("\(limit)"))</text>
        """
    }

    /// A shape by flag. A level that is not verified, or only a limit, is hollow.
    private func mark(_ index: Int, isNamed: Bool, _ reader: Reader) -> HTML {
        let point = line.points[index]
        let (x, y) = (x(index), y(point.level.value.count))
        // The number of a day's next level stands below it.
        let isNext = index > 0 && line.points[index - 1].date == point.date
        let state = point.level.comparator != nil ? " open" : point.needsVerification ? " held" : ""
        let name: HTML? =
            isNamed
            ? """
            <text class="level" x="\(x)" y="\(isNext ? y + 24 : y - 14)" text-anchor="middle">\(point.level.comparator?.rawValue ?? "")\
            \(reader.language.decimal("\(point.level.value)"))</text>
            """ : nil
        return """
            <svg class="point \(point.flag.look.kind)\(state)" x="\(x)" y="\(y)" overflow="visible">\
            <path d="\(point.flag.shape)"/></svg>\(name)
            """
    }

    private func days(_ reader: Reader) -> HTML {
        let (first, last) = (line.points[0].date, line.points[line.points.count - 1].date)
        func day(_ date: CalendarDate, _ anchor: String, _ x: String, above: Int = 0) -> HTML {
            """
            <text x="\(x)" y="\(Self.height - 4 - above)" text-anchor="\(anchor)">\(reader.language.text(of: date))</text>
            """
        }
        return first == last
            ? day(first, "middle", "54%") : "\(day(first, "start", "9%", above: 18))\(day(last, "end", "100%"))"
    }
}

extension AbnormalFlag {
    /// The outline of its mark around 0, which tells it from others without colour.
    fileprivate var shape: String {
        switch self {
        case .severelyLow: "M-7-9h14L0 0zM-7 0h14L0 9z"
        case .low: "M-7-6h14L0 7z"
        case .normal: "M-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z"
        case .high: "M-7 6h14L0-7z"
        case .criticallyHigh: "M-7 9h14L0 0zM-7 0h14L0-9z"
        }
    }
}
