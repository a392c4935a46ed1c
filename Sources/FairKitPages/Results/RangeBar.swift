import FairKitCore

/// A level beside its range, as a drawing of attributes only: the policy of pages refuses inline styles. Its label says the
/// same in words.
struct RangeBar {
    private let interpreted: InterpretedLevel
    private let top: Int64

    init(of interpreted: InterpretedLevel) {
        self.interpreted = interpreted
        let (level, range) = (interpreted.level.value.count, interpreted.range)
        let wide = range.high.count * 3 / 2
        top = level <= wide ? wide : max(RangeBar.limit(of: range) * 5 / 4, level * 11 / 10)
    }

    private static func limit(of range: AppliedRange) -> Int64 {
        range.high.count * range.criticalMultiple.count / 1000
    }

    /// A place on the bar in percent, with two decimals.
    private func place(_ count: Int64) -> String {
        let hundredths = min(count, top) * 10_000 / max(top, 1)
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)%"
    }

    func html(for reader: Reader) -> HTML {
        let (level, range) = (interpreted.level, interpreted.range)
        let language = reader.language
        let applied = "\(reader.range): \(language.text(of: range, in: level.unit))"
        let (low, high, own) = (place(range.low.count), place(range.high.count), place(level.value.count))
        let limit = RangeBar.limit(of: range)
        let critical: HTML? =
            limit > top
            ? nil
            : """
            <line class="limit" x1="\(place(limit))" x2="\(place(limit))" y1="20" y2="44"/>\
            <text x="\(place(limit))" y="60" text-anchor="middle">\(number(limit, language))</text>
            """
        return """
            <svg class="range" width="100%" height="68" role="img" aria-label="\(language.text(of: level)). \(applied)">\
            <rect class="track" x="0" y="26" width="100%" height="12" rx="6"/>\
            <rect class="band" x="\(low)" y="26" width="\(place(range.high.count - range.low.count))" height="12"/>\(critical)\
            <text x="\(low)" y="60" text-anchor="middle">\(number(range.low.count, language))</text>\
            <text x="\(high)" y="60" text-anchor="middle">\(number(range.high.count, language))</text>\
            <svg class="mark" x="\(own)" y="32" overflow="visible"><path d="M0-11 8 0 0 11-8 0z"/></svg>\
            <text class="level" x="\(own)" y="14" text-anchor="middle">\(number(level.value.count, language))</text></svg>
            <p class="soft small">\(applied)</p>
            """
    }

    private func number(_ count: Int64, _ language: Language) -> String {
        language.decimal("\(Thousandths(count: count))")
    }
}
