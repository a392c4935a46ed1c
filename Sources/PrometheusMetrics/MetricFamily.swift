/// The description of a metric, before anything is measured.
package struct MetricFamily: Sendable {
    package enum Kind: String, Sendable {
        case counter
        case gauge
        case histogram
    }

    package let name: String
    package let kind: Kind
    /// One sentence for readers of the metrics page.
    package let help: String
    /// The upper bounds of a histogram's buckets, ascending; the infinite bucket is added.
    package let buckets: [Double]

    package init(_ name: String, _ kind: Kind, _ help: String, buckets: [Double] = MetricFamily.seconds) {
        self.name = MetricFamily.valid(name)
        self.kind = kind
        self.help = help
        self.buckets = buckets
    }

    /// From half a millisecond to ten seconds.
    package static let seconds = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

    /// A valid name of letters, digits, `_` and `:`; other characters become `_`.
    static func valid(_ name: String) -> String { name.restricted { $0 == "_" || $0 == ":" } }
}

/// The labels of one series, sorted by name.
struct Labels: Hashable, Comparable {
    let pairs: [Pair]

    struct Pair: Hashable {
        let name: String
        let value: String
    }

    init(_ dimensions: [(String, String)]) {
        var values: [String: String] = [:]
        for (name, value) in dimensions { values[name.restricted { $0 == "_" }] = value }
        pairs = values.sorted { $0.key < $1.key }.map { Pair(name: $0.key, value: $0.value) }
    }

    static func < (left: Labels, right: Labels) -> Bool {
        left.pairs.lexicographicallyPrecedes(right.pairs) { ($0.name, $0.value) < ($1.name, $1.value) }
    }
}

extension String {
    fileprivate func restricted(and isAllowed: (Character) -> Bool) -> String {
        let text = String(map { $0.isASCII && ($0.isLetter || $0.isNumber) || isAllowed($0) ? $0 : "_" })
        return text.first.map { $0.isNumber } == false ? text : "_" + text
    }
}
