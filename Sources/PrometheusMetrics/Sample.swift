/// One value of the page. See https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
struct Sample {
    private let name: String
    private let labels: Labels
    private let value: Double
    /// Where a histogram's bucket ends: the label `le`.
    private let end: Double?

    init(_ name: String, _ labels: Labels, _ value: Double, upTo end: Double? = nil) {
        self.name = name
        self.labels = labels
        self.value = value
        self.end = end
    }

    var line: String {
        var texts = labels.pairs.map { "\($0.name)=\"\($0.value.escaped(quotes: true))\"" }
        if let end { texts.append("le=\"\(end.prometheus)\"") }
        return "\(name)\(texts.isEmpty ? "" : "{\(texts.joined(separator: ","))}") \(value.prometheus)"
    }
}

extension String {
    /// A backslash, a line feed and, in a label's value, a quotation mark are written with a backslash.
    func escaped(quotes: Bool) -> String {
        var text = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\"" where quotes: text += "\\\""
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

extension Double {
    /// As Go's ParseFloat reads it.
    fileprivate var prometheus: String {
        if isNaN { return "NaN" }
        if isInfinite { return self > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: self).map { "\($0)" } ?? "\(self)"
    }
}
