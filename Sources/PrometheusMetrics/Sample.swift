/// One value of the page. See https://prometheus.io/docs/instrumenting/exposition_formats/#text-format-details
struct Sample {
    private let name: String
    private let labels: Labels
    private let value: Double
    /// The upper bound of a histogram's bucket: the label `le`.
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
    /// Escapes backslashes, line feeds and, in label values, quotation marks.
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
    /// In the format of Go's ParseFloat.
    fileprivate var prometheus: String {
        if isNaN { return "NaN" }
        if isInfinite { return self > 0 ? "+Inf" : "-Inf" }
        return Int64(exactly: self).map { "\($0)" } ?? "\(self)"
    }
}
