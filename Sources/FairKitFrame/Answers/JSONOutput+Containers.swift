/// The object of the value that is being written.
///
/// Nested containers and superclass containers throw when they are written to: no body uses them.
struct JSONObject<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let output: JSONOutput
    let depth: Int
    let wanted: WantedMembers
    let codingPath: [any CodingKey] = []

    private func member(_ key: Key, _ write: (WantedMembers) throws -> Bool) throws {
        let name = key.stringValue
        guard let member = wanted.member(name) else { return }
        output.find(member.asked)
        try output.entry(at: depth) {
            output.append(name)
            output.append(ascii: ":")
            return try write(member.wanted)
        }
    }

    private func scalar(_ key: Key, isNull: Bool = false, _ write: () throws -> Void) throws {
        try member(key) { wanted in
            if wanted.isAll { try write() } else if !isNull { output.ask(wanted) }
            return wanted.isAll
        }
    }

    /// Writes an optional member. If it is nil, only records that the object could have it.
    private func optional<T>(_ value: T?, _ key: Key, _ write: (T) throws -> Void) throws {
        if let value { try write(value) } else { output.find(wanted.member(key.stringValue)?.asked) }
    }

    func encodeIfPresent(_ value: Bool?, forKey key: Key) throws {
        try optional(value, key) { try encode($0, forKey: key) }
    }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        try optional(value, key) { try encode($0, forKey: key) }
    }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
        try optional(value, key) { try encode($0, forKey: key) }
    }
    func encodeIfPresent(_ value: Int64?, forKey key: Key) throws {
        try optional(value, key) { try encode($0, forKey: key) }
    }
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
        try optional(value, key) { try encode($0, forKey: key) }
    }
    func encodeIfPresent(_ value: (some Encodable)?, forKey key: Key) throws {
        try optional(value, key) { try encode($0, forKey: key) }
    }

    func encodeNil(forKey key: Key) throws { try scalar(key, isNull: true) { output.append(ascii: "null") } }
    func encode(_ value: Bool, forKey key: Key) throws { try scalar(key) { output.append(ascii: "\(value)") } }
    func encode(_ value: String, forKey key: Key) throws { try scalar(key) { output.append(value) } }
    func encode(_ value: some BinaryInteger & Encodable, forKey key: Key) throws {
        try scalar(key) { output.append(ascii: "\(value)") }
    }
    func encode(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable, forKey key: Key) throws {
        try scalar(key) { try output.append(value) }
    }
    func encode(_ value: some Encodable, forKey key: Key) throws {
        try member(key) { try output.write(value, $0) }
    }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
        JSONOutput.refusing.container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        JSONOutput.refusing.unkeyedContainer()
    }
    func superEncoder() -> any Encoder { JSONOutput.refusing }
    func superEncoder(forKey key: Key) -> any Encoder { JSONOutput.refusing }
}

/// The list of the value that is being written.
struct JSONList: UnkeyedEncodingContainer {
    let output: JSONOutput
    let depth: Int
    let wanted: WantedMembers
    let codingPath: [any CodingKey] = []
    private(set) var count = 0

    init(output: JSONOutput, depth: Int, wanted: WantedMembers) {
        self.output = output
        self.depth = depth
        self.wanted = wanted
    }

    private mutating func entry(_ write: () throws -> Bool) throws {
        count += 1
        try output.entry(at: depth, write)
    }

    private mutating func scalar(_ write: () throws -> Void) throws {
        let (output, wanted) = (output, wanted)
        try entry {
            if wanted.isAll { try write() } else { output.ask(wanted) }
            return wanted.isAll
        }
    }

    mutating func encodeNil() throws {
        let output = output
        try scalar { output.append(ascii: "null") }
    }
    mutating func encode(_ value: Bool) throws {
        let output = output
        try scalar { output.append(ascii: "\(value)") }
    }
    mutating func encode(_ value: String) throws {
        let output = output
        try scalar { output.append(value) }
    }
    mutating func encode(_ value: some BinaryInteger & Encodable) throws {
        let output = output
        try scalar { output.append(ascii: "\(value)") }
    }
    mutating func encode(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable) throws {
        let output = output
        try scalar { try output.append(value) }
    }
    mutating func encode(_ value: some Encodable) throws {
        let (output, wanted) = (output, wanted)
        try entry { try output.write(value, wanted) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        JSONOutput.refusing.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { JSONOutput.refusing.unkeyedContainer() }
    mutating func superEncoder() -> any Encoder { JSONOutput.refusing }
}

/// A value without members.
struct JSONValue: SingleValueEncodingContainer {
    let output: JSONOutput
    let codingPath: [any CodingKey] = []

    func encodeNil() throws { try output.scalar(isNull: true) { output.append(ascii: "null") } }
    func encode(_ value: Bool) throws { try output.scalar { output.append(ascii: "\(value)") } }
    func encode(_ value: String) throws { try output.scalar { output.append(value) } }
    func encode(_ value: some BinaryInteger & Encodable) throws {
        try output.scalar { output.append(ascii: "\(value)") }
    }
    func encode(_ value: some BinaryFloatingPoint & CustomStringConvertible & Encodable) throws {
        try output.scalar { try output.append(value) }
    }
    func encode(_ value: some Encodable) throws { try output.inPlace(value) }
}
