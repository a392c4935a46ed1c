package import FairKitAPI
package import FoundationEssentials

/// A result from a file or a command line: flat members, each a text.
extension ResultRequest {
    /// The members that the header of a file can name, as in the API.
    package static let members = [
        "reference", "kitCode", "testDate", "value", "unit", "comparator", "genotype", "method", "low", "high",
        "status",
    ]
    package static let required = ["reference", "kitCode", "testDate", "value", "unit"]

    /// The reason why a line is not a valid result.
    package struct Malformed: Error, Equatable {
        package let sentence: String

        package init(sentence: String) {
            self.sentence = sentence
        }
    }

    /// - Parameter members: empty members count as missing.
    package init(_ members: [String: String]) throws(Malformed) {
        let given = members.filter { !$0.value.isEmpty }
        if let stranger = given.keys.filter({ !ResultRequest.members.contains($0) }).min() {
            throw Malformed(sentence: "\(stranger): unknown member")
        }
        func text(_ name: String) throws(Malformed) -> String {
            guard let text = given[name] else { throw Malformed(sentence: "\(name): is required") }
            return text
        }
        func number(_ name: String) throws(Malformed) -> ExactNumber {
            guard let number = Decimal(plain: try text(name)) else {
                throw Malformed(sentence: "\(name): a number such as 820 or 0.57")
            }
            return ExactNumber(number)
        }
        let level = LevelBody(
            value: try number("value"), unit: try text("unit"), comparator: given["comparator"])
        let hasRange = given["low"] != nil || given["high"] != nil
        self.init(
            reference: try text("reference"), kitCode: try text("kitCode"), testDate: try text("testDate"),
            level: level, genotype: given["genotype"], method: given["method"],
            range: hasRange ? RangeBody(low: try number("low"), high: try number("high")) : nil,
            status: given["status"])
    }
}

extension Decimal {
    /// Digits with at most one point and a sign: no exponent, no grouping.
    package init?(plain text: String) {
        let digits = text.first == "-" ? text.dropFirst() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
            digits.count <= 20, let value = Decimal(string: text)
        else { return nil }
        self = value
    }
}
