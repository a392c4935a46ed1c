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
struct MemberName: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
