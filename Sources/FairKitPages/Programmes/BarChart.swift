import FairKitCore

/// Numbers of people as bars, one below the other: a drawing of attributes only, x in per cent, so that texts keep their size
/// at every width. A number that is not shown has no bar.
struct BarChart {
    let title: String
    let bars: [(name: String, figure: Figure)]

    /// nil: no number is shown.
    func html(for reader: Reader) -> HTML? {
        guard let most = bars.compactMap(\.figure.count).max() else { return nil }
        let rows = bars.enumerated().map { place, bar in row(bar.name, bar.figure, of: most, place * 54, reader) }
        return """
            <figure><svg class="trend" width="100%" height="\(bars.count * 54)" role="img"><title>\(title)</title>\
            <desc>\(reader[.figuresSentence, ["count": .number(bars.count)]])</desc>\(rows)</svg>\
            <figcaption>\(reader[.figuresBars])</figcaption></figure>
            """
    }

    private func row(_ name: String, _ figure: Figure, of most: Int, _ top: Int, _ reader: Reader) -> HTML {
        let label: HTML = "<text x=\"0\" y=\"\(top + 14)\">\(name)</text>"
        guard let count = figure.count else {
            return "\(label)<text class=\"number\" x=\"0\" y=\"\(top + 38)\">\(reader.people(figure))</text>"
        }
        let thousandths = count * 1000 / max(most, 1)
        let end = "\(thousandths / 10).\(thousandths % 10)%"
        // A long bar has its number inside.
        let number: HTML =
            thousandths < 600
            ? "<text class=\"number\" x=\"\(end)\" dx=\"8\" y=\"\(top + 38)\">\(reader.people(figure))</text>"
            : "<text class=\"within\" x=\"\(end)\" dx=\"-8\" y=\"\(top + 38)\" text-anchor=\"end\">\(reader.people(figure))</text>"
        return """
            \(label)<rect class="track" x="0" y="\(top + 22)" width="100%" height="24"/>\
            <rect class="bar" x="0" y="\(top + 22)" width="\(end)" height="24"/>\(number)
            """
    }
}

extension Reader {
    /// A number of people, or that it is too small to be shown.
    func people(_ figure: Figure) -> String {
        figure.count.map { language.text(of: $0) } ?? language.figures.fewer
    }
}
