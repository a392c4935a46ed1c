/// A value for each case of an enum, by its stored text.
package struct EveryCase<Case: CaseIterable & RawRepresentable & Sendable, Value: Decodable & Sendable>: Sendable
where Case.RawValue == String {
    private let values: [String: Value]

    package subscript(key: Case) -> Value {
        guard let value = values[key.rawValue] else { fatalError("allCases lacks \(key)") }
        return value
    }
}

extension EveryCase: Decodable {
    /// Reads an object with one member for each case. Another one is refused, since it may be a misspelt case.
    package init(from decoder: any Decoder) throws {
        values = try [String: Value](from: decoder)
        guard let name = Set(Case.allCases.map(\.rawValue)).symmetricDifference(values.keys).first else { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "\(name) is \(values[name] == nil ? "missing" : "unknown")"))
    }
}
