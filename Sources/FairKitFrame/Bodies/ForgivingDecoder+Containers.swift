import FairKitAPI

/// The members of an object. A missing member is a fault, and gets a stand-in value.
struct ForgivingMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// nil: there is no object, and the fault was recorded.
    let members: [String: JSONTree]?
    let decoder: ForgivingDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }
    var allKeys: [Key] { (members ?? [:]).keys.sorted().compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool {
        know(key)
        return members?[key.stringValue] != nil
    }

    func decodeNil(forKey key: Key) -> Bool {
        know(key)
        return (members?[key.stringValue] ?? .null) == .null
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try child(key).value(type) }

    func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Nested> { child(key).container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { child(key).unkeyedContainer() }

    func superDecoder() -> any Decoder { decoder }
    func superDecoder(forKey key: Key) -> any Decoder { child(key) }

    /// Records that the whole can have this member.
    private func know(_ key: Key) {
        if decoder.codingPath.isEmpty { decoder.found.known.insert(key.stringValue) }
    }

    private func child(_ key: Key) -> ForgivingDecoder {
        know(key)
        let tree = members?[key.stringValue] ?? .null
        let child = decoder.member(key, tree == .null ? nil : tree)
        if members != nil, tree == .null { child.record("is required") }
        return child
    }
}

/// The entries of an array.
struct ForgivingEntries: UnkeyedDecodingContainer {
    let entries: [JSONTree]
    let decoder: ForgivingDecoder
    private(set) var currentIndex = 0

    init(entries: [JSONTree], decoder: ForgivingDecoder) {
        self.entries = entries
        self.decoder = decoder
    }

    var codingPath: [any CodingKey] { decoder.codingPath }
    var count: Int? { entries.count }
    var isAtEnd: Bool { currentIndex >= entries.count }

    mutating func decodeNil() -> Bool {
        guard !isAtEnd, entries[currentIndex] == .null else { return false }
        currentIndex += 1
        return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().value(type) }

    mutating func nestedContainer<Nested: CodingKey>(
        keyedBy type: Nested.Type
    ) -> KeyedDecodingContainer<Nested> { next().container(keyedBy: type) }

    mutating func nestedUnkeyedContainer() -> any UnkeyedDecodingContainer { next().unkeyedContainer() }

    mutating func superDecoder() -> any Decoder { next() }

    private mutating func next() -> ForgivingDecoder {
        defer { currentIndex += 1 }
        return decoder.entry(currentIndex, isAtEnd ? .null : entries[currentIndex])
    }
}

/// A single value.
struct ForgivingScalar: SingleValueDecodingContainer {
    let decoder: ForgivingDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { (decoder.tree ?? .null) == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.value(type) }
}
