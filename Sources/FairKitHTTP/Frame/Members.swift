/// An object whose members have names that no type knows, in an order of its own.
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

/// A member's name that no type knows.
struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
