/// An object with dynamic member names in a given order.
struct Members<Value: Encodable>: Encodable {
    private let members: [(name: String, value: Value)]

    init(_ members: [(name: String, value: Value)]) {
        self.members = members
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: MemberName.self)
        for (name, value) in members { try container.encode(value, forKey: MemberName(stringValue: name)) }
    }
}

/// A dynamic member name.
package struct MemberName: CodingKey {
    package let stringValue: String
    package let intValue: Int? = nil

    package init(stringValue: String) { self.stringValue = stringValue }
    package init?(intValue: Int) { nil }
}
