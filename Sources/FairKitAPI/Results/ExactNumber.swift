package import FairKitCore
package import FoundationEssentials

/// An exact decimal number of a level or a range, never a floating point number.
package enum ExactNumber: Codable, Hashable, Sendable, JSONWritable {
    case thousandths(Thousandths)
    /// Out of range: negative, too large, or with more than three decimals.
    case other(Decimal)

    package init(_ decimal: Decimal) {
        self = Thousandths(decimal).map { .thousandths($0) } ?? .other(decimal)
    }

    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Decimal.self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .thousandths(let value): try container.encode(value.decimal)
        case .other(let decimal): try container.encode(decimal)
        }
    }

    package func write(to json: inout JSONWriter) { json.write(number: description) }
}

extension ExactNumber: CustomStringConvertible {
    /// As in JSON.
    package var description: String {
        switch self {
        case .thousandths(let value): value.description
        case .other(let decimal): decimal.description
        }
    }
}
